// A bot's talk with a match: reads messages, asks the player for orders, replies.
//
// Included by the header of each game, which gives `Table` and `play` their types.

#ifndef SANDTABLE_BOT_HPP
#define SANDTABLE_BOT_HPP

#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "channel.h"
#include "codec.hpp"
#include "json.hpp"
#include "messages.hpp"

namespace sandtable {

/// The answer to an order.
struct Answer {
  enum class Kind {
    /// A kind of answer that this version of the SDK does not know.
    unknown,
    /// Accepted.
    done,
    /// Received; what becomes of it depends on what the seat may not know.
    taken,
    /// Refused; `reason` says why.
    refused,
  };

  Kind kind = Kind::unknown;
  /// Why it was refused, in a sentence; empty if it was not.
  std::string reason;

  bool refused() const { return kind == Kind::refused; }
};

namespace detail {

template <>
struct Codec<Answer> {
  static void read(const Node& from, Answer& to) {
    to = Answer();
    if (from.json() == "done") to.kind = Answer::Kind::done;
    if (from.json() == "taken") to.kind = Answer::Kind::taken;
    if (from.json()["refused"].is_null()) return;
    to.kind = Answer::Kind::refused;
    detail::read(from.member("refused"), to.reason);
  }
};

/// Where messages come from and replies go to.
class Lines {
 public:
  virtual ~Lines() = default;
  /// Waits for a line; false after the last.
  virtual bool receive(std::string& line) = 0;
  virtual void send(const std::string& line) = 0;
};

/// Standard input and output.
class StandardLines : public Lines {
 public:
  StandardLines() : channel_(sandtable_sdk_detail::Channel::only()) {}

  bool receive(std::string& line) override {
    sandtable_sdk_detail::Slice slice = {nullptr, nullptr};
    if (channel_.receive(slice, -1) != sandtable_sdk_detail::Channel::LINE) return false;
    line.assign(slice.begin, slice.end);
    return true;
  }

  void send(const std::string& line) override {
    // What the player has printed so far belongs into its log before the next turn.
    std::cout.flush();
    channel_.send(line);
  }

  bool from_terminal() const { return channel_.from_terminal(); }

 private:
  sandtable_sdk_detail::Channel& channel_;
};

/// Streams, such as a file of recorded messages.
class StreamLines : public Lines {
 public:
  StreamLines(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  bool receive(std::string& line) override { return static_cast<bool>(std::getline(in_, line)); }
  void send(const std::string& line) override { out_ << line << std::endl; }

 private:
  std::istream& in_;
  std::ostream& out_;
};

/// Thrown where the player waits for answers and something else comes: another message, or the end of the input.
///
/// Not a `std::exception`, so that a player who catches those does not catch it.
struct Interrupted {
  std::optional<Json> message;
};

/// Reads a part of a message; the message's type goes in front of what is wrong.
template <class T>
void read_part(const Json& message, std::string_view name, T& to) {
  try {
    read(Node(message).member(name), to);
  } catch (const Problem& problem) {
    throw Problem("in the message `" + message["type"].text() + "`: " + problem.what());
  }
}

/// The next message; none after the last.
inline std::optional<Json> receive(Lines& lines) {
  std::string line;
  do {
    if (!lines.receive(line)) return std::nullopt;
  } while (line.find_first_not_of(" \t\r") == std::string::npos);
  try {
    Json message = Json::parse(line);
    if (!message.is_object() || !message["type"].is_text()) throw Problem("not an object with a `type`");
    return message;
  } catch (const Problem& problem) {
    throw Problem("a message that cannot be read: " + std::string(problem.what()));
  }
}

}  // namespace detail

/// What a player knows and can do beside seeing its view.
template <class Game>
class Table {
 public:
  using View = typename Game::View;
  using Order = typename Game::Order;
  using Briefing = typename Game::Briefing;

  // Of the whole game.

  /// The bot's seat, from 0.
  int seat = 0;
  /// Number of seats.
  int seats = 0;
  /// The game's name.
  std::string game;
  /// The rule profile.
  std::string rules;
  /// What never changes in this game.
  Briefing briefing{};
  /// How long the bot may think.
  ClockFigures clock{};
  /// The numbers that the bot's `bot.toml` declares under `[parameters]`, by name.
  std::map<std::string, double> parameters;

  // Of this turn.

  /// Its number.
  int turn = 0;
  /// What was left to think when it began.
  TimeLeft time{};
  /// The answers to the orders of the last turn, in their order.
  std::vector<Answer> answers;
  /// What died since the last turn, as far as the seat knows: events of the game.
  std::vector<Json> died;
  /// What happened since the last turn, if `want_events` asked for it.
  std::vector<Json> events;

  /// Something to remember: kept in the replay, cut after 200 bytes. Goes with the next reply.
  void note(std::string text) { note_ = std::move(text); }

  /// Asks for `events` from the next turn on, or for no more of them.
  void want_events(bool wanted = true) { want_events_ = wanted; }

  /// What became of orders that were submitted.
  struct Submission {
    std::vector<Answer> answers;
    /// What the seat sees now.
    View view{};
  };

  /// Gives orders and waits for their answers, while the turn goes on.
  ///
  /// Does not return if the match is over or the time is up.
  Submission submit(const std::vector<Order>& orders) {
    reply(orders, true);
    for (;;) {
      std::optional<Json> message = detail::receive(*lines_);
      if (!message) throw detail::Interrupted{std::nullopt};
      const Json& type = (*message)["type"];
      if (type == "turn" || type == "end") throw detail::Interrupted{std::move(message)};
      if (type != "answers") continue;
      int number = 0;
      detail::read_part(*message, "turn", number);
      if (number != turn) continue;
      Submission submission;
      detail::read_part(*message, "answers", submission.answers);
      detail::read_part(*message, "view", submission.view);
      return submission;
    }
  }

  /// All orders given in this turn so far.
  const std::vector<Order>& given() const { return given_; }

  // For the runtime.

  explicit Table(detail::Lines& lines) : lines_(&lines) {}

  /// Takes in a message `start`.
  void begin(const Json& message) {
    int protocol = 0;
    detail::read_part(message, "protocol", protocol);
    if (protocol != sandtable_sdk_detail::PROTOCOL) throw Problem(sandtable_sdk_detail::other_protocol(protocol));
    detail::read_part(message, "game", game);
    if (game != Game::name) throw Problem("this bot plays " + std::string(Game::name) + ", not " + game);
    detail::read_part(message, "rules", rules);
    detail::read_part(message, "seat", seat);
    detail::read_part(message, "seats", seats);
    detail::read_part(message, "briefing", briefing);
    detail::read_part(message, "clock", clock);
    std::optional<std::map<std::string, double>> numbers;
    detail::read_part(message, "parameters", numbers);
    parameters = std::move(numbers).value_or(std::map<std::string, double>());
  }

  /// Takes in a message `turn`.
  View open(const Json& message) {
    if (game.empty()) throw Problem("a message `turn` came before the message `start`");
    View view;
    std::optional<std::vector<Json>> happened;
    detail::read_part(message, "turn", turn);
    detail::read_part(message, "view", view);
    detail::read_part(message, "time", time);
    detail::read_part(message, "answers", answers);
    detail::read_part(message, "died", died);
    detail::read_part(message, "events", happened);
    events = std::move(happened).value_or(std::vector<Json>());
    given_.clear();
    return view;
  }

  /// Sends the turn's last orders.
  void close(const std::vector<Order>& orders) { reply(orders, false); }

 private:
  void reply(const std::vector<Order>& orders, bool more) {
    std::string line;
    {
      detail::Items items(line, '{', '}');
      items.add("turn", turn);
      items.add("orders", orders);
      if (note_) items.add("note", *note_);
      if (want_events_) items.add("events", *want_events_);
      if (more) items.add("more", true);
    }
    given_.insert(given_.end(), orders.begin(), orders.end());
    note_.reset();
    want_events_.reset();
    lines_->send(line);
  }

  detail::Lines* lines_;
  std::vector<Order> given_;
  std::optional<std::string> note_;
  std::optional<bool> want_events_;
};

/// Thinks about one turn.
template <class Game>
using Turn = std::function<std::vector<typename Game::Order>(const typename Game::View&, Table<Game>&)>;

/// Hears how the game ended: one standing for each seat.
template <class Game>
using OnEnd = std::function<void(const std::vector<Standing>&, Table<Game>&)>;

namespace detail {

/// Lets the player play one turn.
template <class Game>
void play_turn(Table<Game>& table, const Json& message, const Turn<Game>& turn) {
  const auto view = table.open(message);
  const auto failed = [&](const char* why) {
    return Problem("the player failed in turn " + std::to_string(table.turn) + ": " + why);
  };
  try {
    table.close(turn(view, table));
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    throw failed(error.what());
  } catch (...) {
    throw failed("it threw something that is not a std::exception");
  }
}

/// Plays to the end of the game or of the input. Throws `Problem` for what cannot be gone on with.
template <class Game>
void converse(Lines& lines, const Turn<Game>& turn, const OnEnd<Game>& on_end) {
  Table<Game> table(lines);
  std::optional<Json> message = receive(lines);
  while (message) {
    const Json& type = (*message)["type"];
    try {
      if (type == "start") table.begin(*message);
      if (type == "turn") play_turn(table, *message, turn);
    } catch (Interrupted& by) {
      message = std::move(by.message);
      continue;
    }
    if (type == "end") {
      std::vector<Standing> outcome;
      read_part(*message, "outcome", outcome);
      if (on_end) on_end(outcome, table);
      return;
    }
    message = receive(lines);
  }
}

}  // namespace detail

/// Plays on standard input and output, and returns the status for `main`: 0, or 1 with a message on standard error.
template <class Game>
int play(const Turn<Game>& turn, const OnEnd<Game>& on_end) {
  try {
    detail::StandardLines lines;
    if (lines.from_terminal()) {
      std::cerr << "sandtable: a bot for " << Game::name << ", waiting for messages of a match: `sandtable match "
                << Game::name << " PATH`\n";
    }
    detail::converse<Game>(lines, turn, on_end);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "sandtable: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}

/// Lets a player play the first turn in a file of messages.
///
/// Returns what it orders: all of it, or what it submits first.
/// For tests. Throws `Problem` if the file has no message `start` with a message `turn` after it.
template <class Game>
std::vector<typename Game::Order> rehearse(const Turn<Game>& turn, const std::string& path) {
  std::ifstream file(path);
  std::ostringstream replies;
  detail::StreamLines lines(file, replies);
  Table<Game> table(lines);
  while (const std::optional<Json> message = detail::receive(lines)) {
    if ((*message)["type"] == "start") table.begin(*message);
    if ((*message)["type"] != "turn") continue;
    try {
      detail::play_turn(table, *message, turn);
    } catch (const detail::Interrupted&) {
      // The player waits for answers, which a file does not hold.
    }
    return table.given();
  }
  throw Problem(path + ": there is no message `turn` in it");
}

}  // namespace sandtable

#endif
