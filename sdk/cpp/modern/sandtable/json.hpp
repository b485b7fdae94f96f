// A JSON value as a tree: what events are given as, and what typed values are read from.
//
//     for (const Json& event : table.died) {
//       if (event["event"] == "corps_gone") lost.push_back(event["corps"].integer());
//     }

#ifndef SANDTABLE_JSON_HPP
#define SANDTABLE_JSON_HPP

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "reader.h"

namespace sandtable {

/// What is wrong with a message, in one sentence.
class Problem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Any JSON value.
class Json {
 public:
  /// Name and value.
  using Member = std::pair<std::string, Json>;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  Json() = default;

  /// Reads a text that is one JSON value.
  ///
  /// Throws `Problem` if it is not.
  static Json parse(std::string_view text);

  bool is_null() const { return holds<std::nullptr_t>(); }
  bool is_boolean() const { return holds<bool>(); }
  /// Whether it is a whole number of at most 64 bits.
  bool is_integer() const { return holds<long long>(); }
  bool is_number() const { return is_integer() || holds<double>(); }
  bool is_text() const { return holds<std::string>(); }
  bool is_array() const { return holds<Array>(); }
  bool is_object() const { return holds<Object>(); }

  // What it holds. Each throws `Problem` if it is something else.
  bool boolean() const { return get<bool>("true or false"); }
  long long integer() const { return get<long long>("a whole number"); }
  double number() const { return is_integer() ? static_cast<double>(integer()) : get<double>("a number"); }
  const std::string& text() const { return get<std::string>("a text"); }
  const Array& array() const { return get<Array>("an array"); }
  const Object& object() const { return get<Object>("an object"); }

  /// A member of an object; null if there is none of this name.
  const Json& operator[](std::string_view name) const;
  /// An item of an array; null behind its end.
  const Json& operator[](std::size_t place) const;
  const Json& operator[](const char* name) const { return (*this)[std::string_view(name)]; }
  const Json& operator[](int place) const { return (*this)[static_cast<std::size_t>(place)]; }

  /// The number of items or members; 0 for anything else.
  std::size_t size() const;

  // The items of an array, for loops; anything else has none.
  Array::const_iterator begin() const { return is_array() ? array().begin() : none().begin(); }
  Array::const_iterator end() const { return is_array() ? array().end() : none().end(); }

  /// Its kind in words.
  std::string_view kind() const;

  friend bool operator==(const Json& json, std::string_view text) { return json.is_text() && json.text() == text; }
  friend bool operator!=(const Json& json, std::string_view text) { return !(json == text); }

  /// Writes it down in one line.
  friend std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.written(); }
  std::string written() const;

 private:
  using Walk = sandtable_sdk_detail::Json;
  using Value = std::variant<std::nullptr_t, bool, long long, double, std::string, Array, Object>;

  template <class T>
  explicit Json(T value) : value_(std::move(value)) {}

  template <class T>
  bool holds() const {
    return std::holds_alternative<T>(value_);
  }

  template <class T>
  const T& get(const char* wanted) const {
    if (const T* found = std::get_if<T>(&value_)) return *found;
    throw Problem(std::string(wanted) + " was expected, not " + std::string(kind()));
  }

  static const Array& none() {
    static const Array empty;
    return empty;
  }

  static Json read(Walk& in, int depth);
  static Json read_array(Walk& in, int depth);
  static Json read_object(Walk& in, int depth);
  static Json read_scalar(Walk& in);
  static std::string unescaped(std::string_view raw);
  static bool append_unescaped(std::string& out, std::string_view raw, std::size_t& at);
  static long code_unit(std::string_view raw, std::size_t at);
  static void append_utf8(std::string& out, long code);
  void write(std::string& out) const;

  Value value_ = nullptr;
};

inline const Json& Json::operator[](std::string_view name) const {
  static const Json null;
  if (!is_object()) return null;
  for (const auto& [own, value] : object()) {
    if (own == name) return value;
  }
  return null;
}

inline const Json& Json::operator[](std::size_t place) const {
  static const Json null;
  return is_array() && place < array().size() ? array()[place] : null;
}

inline std::size_t Json::size() const { return is_array() ? array().size() : is_object() ? object().size() : 0; }

inline std::string_view Json::kind() const {
  constexpr std::string_view kinds[] = {"null",   "true or false", "a whole number", "a number",
                                        "a text", "an array",      "an object"};
  return kinds[value_.index()];
}

inline Json Json::parse(std::string_view text) {
  Walk in(sandtable_sdk_detail::Slice{text.data(), text.data() + text.size()});
  Json value = read(in, 0);
  if (!in.failed() && !in.finished()) in.fail();
  if (in.failed()) throw Problem("not JSON after byte " + std::to_string(in.understood()));
  return value;
}

inline Json Json::read(Walk& in, int depth) {
  // Nothing that a match sends is nested so deeply, and whoever reads on runs out of stack some time.
  constexpr int deepest = 100;
  if (depth > deepest) in.fail();
  switch (in.peek()) {
    case '[': return read_array(in, depth);
    case '{': return read_object(in, depth);
    case '"': {
      const sandtable_sdk_detail::Slice raw = in.text();
      return Json(unescaped({raw.begin, raw.size()}));
    }
    default: return read_scalar(in);
  }
}

inline Json Json::read_array(Walk& in, int depth) {
  Array items;
  for (bool more = in.enter('['); more; more = in.next(']')) items.push_back(read(in, depth + 1));
  return Json(std::move(items));
}

inline Json Json::read_object(Walk& in, int depth) {
  Object members;
  for (bool more = in.enter('{'); more; more = in.next('}')) {
    const sandtable_sdk_detail::Slice name = in.name();
    members.emplace_back(unescaped({name.begin, name.size()}), read(in, depth + 1));
  }
  return Json(std::move(members));
}

inline Json Json::read_scalar(Walk& in) {
  const sandtable_sdk_detail::Slice raw = in.scalar();
  if (raw.is("null")) return Json();
  if (raw.is("true")) return Json(true);
  if (raw.is("false")) return Json(false);
  const bool number = raw.size() > 0 && (*raw.begin == '-' || (*raw.begin >= '0' && *raw.begin <= '9'));
  long long whole = 0;
  const auto [end, error] = std::from_chars(raw.begin, raw.end, whole);
  if (number && error == std::errc() && end == raw.end) return Json(whole);
  const std::string digits(raw.begin, raw.end);
  char* rest = nullptr;
  const double broken = std::strtod(digits.c_str(), &rest);
  const bool plain = digits.find_first_not_of("+-.eE0123456789") == std::string::npos;
  if (!number || !plain || rest != digits.c_str() + digits.size()) in.fail();
  return Json(broken);
}

inline std::string Json::unescaped(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    if (raw[at] == '\\') {
      if (!append_unescaped(text, raw, at)) throw Problem("not JSON: an escape in a text that does not exist");
    } else {
      text += raw[at++];
    }
  }
  return text;
}

inline bool Json::append_unescaped(std::string& out, std::string_view raw, std::size_t& at) {
  constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
  const char letter = at + 1 < raw.size() ? raw[at + 1] : '\0';
  if (letter == 'u') {
    long code = code_unit(raw, at);
    if (code < 0) return false;
    at += 6;
    const long low = code >= 0xd800 && code < 0xdc00 ? code_unit(raw, at) : -1;
    if (low >= 0xdc00 && low < 0xe000) {
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      at += 6;
    }
    append_utf8(out, code);
    return true;
  }
  const std::size_t found = letters.find(letter);
  if (letter == '\0' || found == std::string_view::npos) return false;
  out += meanings[found];
  at += 2;
  return true;
}

// The number of a \uXXXX that begins there; -1 if none does.
inline long Json::code_unit(std::string_view raw, std::size_t at) {
  if (at + 6 > raw.size() || raw[at] != '\\' || raw[at + 1] != 'u') return -1;
  unsigned code = 0;
  const char* const end = raw.data() + at + 6;
  const auto [rest, error] = std::from_chars(raw.data() + at + 2, end, code, 16);
  return error == std::errc() && rest == end ? static_cast<long>(code) : -1;
}

inline void Json::append_utf8(std::string& out, long code) {
  // Half of a pair has no meaning of its own.
  if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
  const auto byte = [&](long bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0 | (code >> 6));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3f));
  } else {
    byte(0xf0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3f));
    byte(0x80 | ((code >> 6) & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

inline std::string Json::written() const {
  std::string out;
  write(out);
  return out;
}

inline void Json::write(std::string& out) const {
  auto separate = [&, first = true]() mutable {
    if (!std::exchange(first, false)) out += ',';
  };
  if (is_null()) {
    out += "null";
  } else if (is_boolean()) {
    out += boolean() ? "true" : "false";
  } else if (is_integer()) {
    out += std::to_string(integer());
  } else if (is_number()) {
    out += std::to_string(number());
  } else if (is_text()) {
    sandtable_sdk_detail::append_quoted(out, text());
  } else if (is_array()) {
    out += '[';
    for (const Json& item : array()) {
      separate();
      item.write(out);
    }
    out += ']';
  } else {
    out += '{';
    for (const auto& [name, value] : object()) {
      separate();
      sandtable_sdk_detail::append_quoted(out, name);
      out += ':';
      value.write(out);
    }
    out += '}';
  }
}

}  // namespace sandtable

#endif
