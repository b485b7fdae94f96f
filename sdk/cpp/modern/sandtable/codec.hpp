// JSON to typed values and back, and what typed values have in common: comparing, printing, the text of a word.
//
// A type says what it is made of in a static member: `fields` of an object, `columns` of a row (an array with a meaning
// for each place). An enumeration has a function `words_of`, with texts in the order of its enumerators after `unknown`.

#ifndef SANDTABLE_CODEC_HPP
#define SANDTABLE_CODEC_HPP

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "json.hpp"

namespace sandtable {

/// A part of a type: what it is called in JSON, and where it is kept.
template <class Owner, class T>
struct Part {
  std::string_view name;
  T Owner::*place;
};

template <class Owner, class T>
constexpr Part<Owner, T> part(std::string_view name, T Owner::*place) {
  return {name, place};
}

/// The text of a word as the protocol has it.
template <class Word, std::enable_if_t<std::is_enum_v<Word>, int> = 0>
constexpr std::string_view to_text(Word word) {
  const auto words = words_of(word);
  const std::size_t place = static_cast<std::size_t>(word);
  return place == 0 || place > words.size() ? std::string_view("unknown") : words[place - 1];
}

/// The word with this text; `unknown` if this version of the SDK does not know it.
template <class Word, std::enable_if_t<std::is_enum_v<Word>, int> = 0>
constexpr Word from_text(std::string_view text) {
  const auto words = words_of(Word{});
  for (std::size_t place = 0; place < words.size(); ++place) {
    if (words[place] == text) return static_cast<Word>(place + 1);
  }
  return Word::unknown;
}

namespace detail {

/// A value in a message, with the way to it.
class Node {
 public:
  explicit Node(const Json& json) : json_(&json) {}

  Node member(std::string_view name) const { return Node((*json_)[name], *this, name, 0); }
  /// An item of an array, which has a name if the array is a row.
  Node item(std::size_t place, std::string_view name = {}) const { return Node((*json_)[place], *this, name, place); }

  const Json& json() const { return *json_; }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string way = path();
    throw Problem(way.empty() ? what : way + ": " + what);
  }

  [[noreturn]] void fail_for(const char* wanted) const {
    fail(json_->is_null() ? std::string("missing; ") + wanted + " was expected"
                          : std::string(wanted) + " was expected, not " + std::string(json_->kind()));
  }

 private:
  Node(const Json& json, const Node& parent, std::string_view name, std::size_t place)
      : json_(&json), parent_(&parent), name_(name), place_(place) {}

  std::string path() const {
    if (parent_ == nullptr) return "";
    const std::string before = parent_->path();
    if (name_.empty()) return before + "[" + std::to_string(place_) + "]";
    return (before.empty() ? before : before + ".") + std::string(name_);
  }

  const Json* json_;
  const Node* parent_ = nullptr;
  std::string_view name_;
  std::size_t place_ = 0;
};

/// How a type is read and written.
template <class T, class = void>
struct Codec;

template <class T>
void read(const Node& from, T& to) {
  Codec<T>::read(from, to);
}

template <class T>
void write(std::string& out, const T& value) {
  Codec<T>::write(out, value);
}

/// Writes the items of a list, with commas between them.
class Items {
 public:
  Items(std::string& out, char open, char close) : out_(out), close_(close) { out_ += open; }
  ~Items() { out_ += close_; }
  Items(const Items&) = delete;
  Items& operator=(const Items&) = delete;

  template <class T>
  void add(const T& value) {
    separate();
    write(out_, value);
  }

  template <class T>
  void add(std::string_view name, const T& value) {
    separate();
    sandtable_sdk_detail::append_quoted(out_, std::string(name));
    out_ += ':';
    write(out_, value);
  }

 private:
  void separate() {
    if (!std::exchange(first_, false)) out_ += ',';
  }

  std::string& out_;
  char close_;
  bool first_ = true;
};

template <>
struct Codec<Json> {
  static void read(const Node& from, Json& to) { to = from.json(); }
  static void write(std::string& out, const Json& value) { out += value.written(); }
};

template <>
struct Codec<bool> {
  static void read(const Node& from, bool& to) {
    if (!from.json().is_boolean()) from.fail_for("true or false");
    to = from.json().boolean();
  }
  static void write(std::string& out, bool value) { out += value ? "true" : "false"; }
};

template <class T>
struct Codec<T, std::enable_if_t<std::is_integral_v<T>>> {
  static void read(const Node& from, T& to) {
    if (!from.json().is_integer()) from.fail_for("a whole number");
    const long long number = from.json().integer();
    using Limits = std::numeric_limits<T>;
    if (number < Limits::min() || number > Limits::max()) from.fail("a number too large");
    to = static_cast<T>(number);
  }
  static void write(std::string& out, T value) { out += std::to_string(value); }
};

template <>
struct Codec<double> {
  static void read(const Node& from, double& to) {
    if (!from.json().is_number()) from.fail_for("a number");
    to = from.json().number();
  }
};

template <class T>
struct Codec<std::map<std::string, T>> {
  static void read(const Node& from, std::map<std::string, T>& to) {
    if (!from.json().is_object()) from.fail_for("an object");
    to.clear();
    for (const auto& [name, value] : from.json().object()) detail::read(from.member(name), to[name]);
  }
};

template <>
struct Codec<std::string> {
  static void read(const Node& from, std::string& to) {
    if (!from.json().is_text()) from.fail_for("a text");
    to = from.json().text();
  }
  static void write(std::string& out, const std::string& value) { sandtable_sdk_detail::append_quoted(out, value); }
};

template <class T>
struct Codec<T, std::enable_if_t<std::is_enum_v<T>>> {
  static void read(const Node& from, T& to) {
    if (!from.json().is_text()) from.fail_for("a text");
    to = from_text<T>(from.json().text());
  }
  static void write(std::string& out, T value) { detail::write(out, std::string(to_text(value))); }
};

template <class T>
struct Codec<std::optional<T>> {
  static void read(const Node& from, std::optional<T>& to) {
    to.reset();
    if (!from.json().is_null()) detail::read(from, to.emplace());
  }
  static void write(std::string& out, const std::optional<T>& value) {
    if (value) detail::write(out, *value);
    else out += "null";
  }
};

template <class T>
struct Codec<std::vector<T>> {
  static void read(const Node& from, std::vector<T>& to) {
    if (!from.json().is_array()) from.fail_for("an array");
    to.clear();
    to.reserve(from.json().size());
    for (std::size_t place = 0; place < from.json().size(); ++place) {
      // Not emplaced first and read in place: vector<bool> has no elements to refer to.
      T item{};
      detail::read(from.item(place), item);
      to.push_back(std::move(item));
    }
  }
  static void write(std::string& out, const std::vector<T>& value) {
    Items items(out, '[', ']');
    for (const T& item : value) items.add(item);
  }
};

template <class T, std::size_t N>
struct Codec<std::array<T, N>> {
  static void read(const Node& from, std::array<T, N>& to) {
    if (!from.json().is_array()) from.fail_for("an array");
    if (from.json().size() != N) from.fail("an array of " + std::to_string(N) + " was expected");
    for (std::size_t place = 0; place < N; ++place) detail::read(from.item(place), to[place]);
  }
  static void write(std::string& out, const std::array<T, N>& value) {
    Items items(out, '[', ']');
    for (const T& item : value) items.add(item);
  }
};

template <class T, class = void>
inline constexpr bool is_record = false;
template <class T>
inline constexpr bool is_record<T, std::void_t<decltype(T::fields())>> = true;

template <class T, class = void>
inline constexpr bool is_row = false;
template <class T>
inline constexpr bool is_row<T, std::void_t<decltype(T::columns())>> = true;

/// Whether a row's columns depend on the word in one of them.
template <class T, class = void>
inline constexpr bool is_of_several_kinds = false;
template <class T>
inline constexpr bool is_of_several_kinds<T, std::void_t<decltype(T::kind_column)>> = true;

/// Whether an object is told apart from others by a word under `order`.
template <class T, class = void>
inline constexpr bool is_order = false;
template <class T>
inline constexpr bool is_order<T, std::void_t<decltype(T::order)>> = true;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// An object. What may be left out is left out if there is nothing to say, and may be missing.
template <class T>
struct Codec<T, std::enable_if_t<is_record<T>>> {
  static void read(const Node& from, T& to) {
    if (!from.json().is_object()) from.fail_for("an object");
    std::apply([&](auto... field) { (detail::read(from.member(field.name), to.*field.place), ...); }, T::fields());
  }

  static void write(std::string& out, const T& value) {
    Items items(out, '{', '}');
    if constexpr (is_order<T>) items.add("order", std::string(T::order));
    std::apply([&](auto... field) { (write_field(items, field.name, value.*field.place), ...); }, T::fields());
  }

 private:
  template <class F>
  static void write_field(Items& items, std::string_view name, const F& value) {
    if constexpr (is_optional<F>) {
      if (!value) return;
    }
    items.add(name, value);
  }
};

/// A row. Later versions may add columns: what stands behind the known ones is passed over.
template <class T>
struct Codec<T, std::enable_if_t<is_row<T>>> {
  static void read(const Node& from, T& to) {
    if (!from.json().is_array()) from.fail_for("an array");
    const auto read_all = [&](auto... column) {
      if (from.json().size() < sizeof...(column)) {
        const std::string wanted = std::to_string(sizeof...(column));
        from.fail(wanted + " columns were expected, not " + std::to_string(from.json().size()));
      }
      std::size_t place = 0;
      (detail::read(from.item(place++, column.name), to.*column.place), ...);
    };
    if constexpr (is_of_several_kinds<T>) {
      decltype(to.kind) kind{};
      detail::read(from.item(T::kind_column, "kind"), kind);
      T::columns_of(kind, read_all);
    } else {
      std::apply(read_all, T::columns());
    }
  }

  static void write(std::string& out, const T& value) {
    Items items(out, '[', ']');
    const auto write_all = [&](auto... column) { (items.add(value.*column.place), ...); };
    if constexpr (is_of_several_kinds<T>) T::columns_of(value.kind, write_all);
    else std::apply(write_all, T::columns());
  }
};

template <class... T>
struct Codec<std::variant<T...>> {
  static void write(std::string& out, const std::variant<T...>& value) {
    std::visit([&](const auto& kind) { detail::write(out, kind); }, value);
  }
};

template <class T>
constexpr auto parts_of() {
  if constexpr (is_row<T>) return T::columns();
  else return T::fields();
}

/// All parts of a value, to be compared.
template <class T>
auto tied(const T& value) {
  return std::apply([&](auto... part) { return std::tie(value.*part.place...); }, parts_of<T>());
}

template <class T>
using if_has_parts = std::enable_if_t<is_record<T> || is_row<T>, int>;

template <class T>
using if_printable = std::enable_if_t<is_record<T> || is_row<T> || std::is_enum_v<T>, int>;

}  // namespace detail

template <class T, detail::if_has_parts<T> = 0>
bool operator==(const T& one, const T& other) {
  return detail::tied(one) == detail::tied(other);
}

template <class T, detail::if_has_parts<T> = 0>
bool operator!=(const T& one, const T& other) {
  return !(one == other);
}

/// Compares part by part, so that values can be sorted and be keys of a `std::map`.
template <class T, detail::if_has_parts<T> = 0>
bool operator<(const T& one, const T& other) {
  return detail::tied(one) < detail::tied(other);
}

/// Prints a value as JSON: `std::cerr << unit`.
template <class T, detail::if_printable<T> = 0>
std::ostream& operator<<(std::ostream& out, const T& value) {
  std::string text;
  detail::write(text, value);
  return out << text;
}

}  // namespace sandtable

#endif
