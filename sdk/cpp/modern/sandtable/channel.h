// The two ends of the bot protocol: lines in, lines out.
//
// The program's own input and output are moved out of the protocol's way when the channel is made: from then on what it
// prints to standard output goes to standard error, which is its log, and what it reads from standard input is empty.
//
// C++98, because the drivers of the old contests speak through it too.

#ifndef SANDTABLE_CHANNEL_H
#define SANDTABLE_CHANNEL_H

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "reader.h"

namespace sandtable_sdk_detail {

// The version of the bot protocol that this SDK speaks.
const int PROTOCOL = 2;

// What is wrong if a match speaks another.
inline std::string other_protocol(int protocol) {
  char text[160];
  std::snprintf(text, sizeof text,
                "the match speaks version %d of the bot protocol, and this bot's SDK version %d: "
                "`sandtable new-bot` writes the SDK that fits",
                protocol, PROTOCOL);
  return text;
}

class Channel {
 public:
  // The only one. Made on first use, because programs may ask for something before `main` begins, and never
  // unmade, because they may still do so after it has ended.
  static Channel &only() {
    static Channel *channel = new Channel;
    return *channel;
  }

  enum Arrival { LINE, NOTHING, CLOSED };

  // Waits for a line, at most so long; forever if negative. The slice is good until the next call.
  Arrival receive(Slice &line, int milliseconds) {
    for (;;) {
      if (cut(line)) return LINE;
      if (closed_) return CLOSED;
      if (readable(milliseconds)) fill();
      else if (milliseconds >= 0) return NOTHING;
    }
  }

  // Sends a line; the text is without its line end.
  void send(const std::string &text) {
    // What the program has printed so far belongs into its log before the next round.
    std::fflush(stdout);
    const std::string line = text + '\n';
    std::size_t sent = 0;
    while (sent < line.size()) {
      const ssize_t written = ::write(out_, line.data() + sent, line.size() - sent);
      if (written > 0) sent += static_cast<std::size_t>(written);
      else if (errno == EAGAIN) wait_writable();
      else if (errno != EINTR) leave("the output is closed", EXIT_FAILURE);
    }
  }

  // Whether somebody started the program by hand.
  bool from_terminal() const { return ::isatty(in_) != 0; }

  // Ends the program if the match speaks another version of the protocol.
  static void expect_protocol(int protocol) {
    if (protocol != PROTOCOL) leave(other_protocol(protocol).c_str(), EXIT_FAILURE);
  }

  // Ends the program with a note in its log.
  __attribute__((noreturn)) static void leave(const char *why, int status) {
    std::fprintf(stderr, "sandtable: %s\n", why);
    std::exit(status);
  }

 private:
  Channel() : begin_(0), searched_(0), closed_(false) {
    in_ = move_away(0);
    out_ = move_away(1);
    replace(0, ::open("/dev/null", O_RDONLY));
    if (::dup2(2, 1) < 0) replace(1, ::open("/dev/null", O_WRONLY));
  }

  Channel(const Channel &);
  Channel &operator=(const Channel &);

  // A copy of a descriptor, away from the numbers that programs expect to get and closed in those they start.
  static int move_away(int descriptor) {
    const int moved = ::fcntl(descriptor, F_DUPFD, 10);
    const int copy = moved >= 0 ? moved : ::dup(descriptor);
    ::fcntl(copy, F_SETFD, FD_CLOEXEC);
    return copy;
  }

  static void replace(int descriptor, int by) {
    if (by < 0 || by == descriptor) return;
    ::dup2(by, descriptor);
    ::close(by);
  }

  // Takes a line from what has been read.
  bool cut(Slice &line) {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end == std::string::npos) {
      searched_ = buffer_.size();
      return false;
    }
    line.begin = buffer_.data() + begin_;
    line.end = buffer_.data() + end;
    begin_ = searched_ = end + 1;
    return true;
  }

  bool readable(int milliseconds) const {
    struct pollfd waiting = {in_, POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
  }

  void wait_writable() const {
    struct pollfd waiting = {out_, POLLOUT, 0};
    ::poll(&waiting, 1, -1);
  }

  void fill() {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    const std::size_t filled = buffer_.size();
    const std::size_t room = 65536;
    buffer_.resize(filled + room);
    const ssize_t got = ::read(in_, &buffer_[filled], room);
    buffer_.resize(filled + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) closed_ = true;
  }

  int in_;
  int out_;
  std::string buffer_;
  std::size_t begin_;
  std::size_t searched_;
  bool closed_;
};

}  // namespace sandtable_sdk_detail

#endif
