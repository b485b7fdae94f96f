// Reading one JSON text from front to back, without building a tree; and writing texts into one.
//
// C++98, because the drivers of the old contests read with it too. What is malformed makes everything after it read as
// empty, so that no loop runs away; `failed` says so.

#ifndef SANDTABLE_READER_H
#define SANDTABLE_READER_H

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace sandtable_sdk_detail {

// A part of a text that somebody else keeps.
struct Slice {
  const char *begin;
  const char *end;

  std::size_t size() const { return static_cast<std::size_t>(end - begin); }

  bool is(const char *word) const {
    return size() == std::strlen(word) && starts_with(word);
  }

  bool starts_with(const char *word) const {
    return size() >= std::strlen(word) && std::memcmp(begin, word, std::strlen(word)) == 0;
  }

  bool ends_with(const char *word) const {
    const std::size_t length = std::strlen(word);
    return size() >= length && std::memcmp(end - length, word, length) == 0;
  }
};

// Walks through a JSON text:
//
//     for (bool more = in.enter('{'); more; more = in.next('}')) {
//       if (in.key("round")) round = in.integer();
//       else in.skip();
//     }
class Json {
 public:
  explicit Json(Slice text) : begin_(text.begin), at_(text.begin), end_(text.end), failed_at_(0) {
    name_.begin = name_.end = text.begin;
  }

  bool failed() const { return failed_at_ != 0; }

  // How many bytes were understood before the first that was not.
  std::size_t understood() const { return static_cast<std::size_t>((failed() ? failed_at_ : at_) - begin_); }

  // Whether nothing but blanks is left.
  bool finished() {
    blanks();
    return at_ == end_;
  }

  // The first character of the value at the cursor, which tells what it is; 0 if there is none.
  char peek() {
    blanks();
    return at_ == end_ ? '\0' : *at_;
  }

  // Steps into an object ('{') or an array ('['); whether there is anything in it.
  bool enter(char open) {
    if (!take(open)) return fail();
    blanks();
    const char close = open == '{' ? '}' : ']';
    if (at_ != end_ && *at_ == close) {
      ++at_;
      return false;
    }
    return open == '[' || read_name();
  }

  // Steps to the next member or item; false, and out of the object or array, after the last.
  bool next(char close) {
    blanks();
    if (failed() || at_ == end_) return fail();
    const char found = *at_++;
    if (found == close) return false;
    if (found != ',') return fail();
    return close == ']' || read_name();
  }

  // The member's name, escapes left as they are.
  Slice name() const { return name_; }

  // Whether the member has this name.
  bool key(const char *name) const { return name_.is(name); }

  // The value at the cursor, if it is null, is passed over.
  bool null() {
    blanks();
    if (end_ - at_ < 4 || std::memcmp(at_, "null", 4) != 0) return false;
    at_ += 4;
    return true;
  }

  // A whole number; null counts as 0.
  int integer() {
    blanks();
    if (at_ != end_ && *at_ == 'n' && null()) return 0;
    const char *start = at_;
    const bool negative = at_ != end_ && *at_ == '-';
    if (negative) ++at_;
    long value = 0;
    const long most = 2147483647L;
    const char *digits = at_;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      const int digit = *at_ - '0';
      value = value > (most - digit) / 10 ? most : value * 10 + digit;
    }
    if (at_ == digits) {
      fail();
      return 0;
    }
    if (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) {
      at_ = start;
      return static_cast<int>(number());
    }
    return static_cast<int>(negative ? -value : value);
  }

  // Any number.
  double number() {
    blanks();
    const char *start = at_;
    while (at_ != end_ && std::strchr("+-.eE0123456789", *at_) != 0 && *at_ != '\0') ++at_;
    if (at_ == start) {
      fail();
      return 0;
    }
    return std::strtod(std::string(start, at_).c_str(), 0);
  }

  // A number, true, false or null, as it stands.
  Slice scalar() {
    blanks();
    Slice found = {at_, at_};
    word();
    found.end = at_;
    return found;
  }

  bool boolean() {
    blanks();
    const bool yes = at_ != end_ && *at_ == 't';
    skip();
    return yes;
  }

  // A text as it stands between its quotes, escapes left as they are.
  Slice text() {
    Slice found = {at_, at_};
    if (!take('"')) {
      fail();
      return found;
    }
    found.begin = at_;
    while (at_ != end_ && *at_ != '"') at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
    found.end = at_;
    if (at_ == end_) {
      fail();
      found.end = found.begin;
      return found;
    }
    ++at_;
    return found;
  }

  // Passes over a value of any kind.
  void skip() {
    int depth = 0;
    do {
      blanks();
      if (failed() || at_ == end_) {
        fail();
        return;
      }
      const char here = *at_;
      if (here == '"') {
        text();
      } else {
        if (here == '{' || here == '[') ++depth;
        if (here == '}' || here == ']') --depth;
        ++at_;
        if (depth == 0 && here != '}' && here != ']') word();
      }
    } while (depth > 0);
  }

  // Declares the text malformed.
  bool fail() {
    if (!failed()) failed_at_ = at_;
    at_ = end_;
    return false;
  }

 private:
  void blanks() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
  }

  // The rest of a number or of true, false, null.
  void word() {
    while (at_ != end_ && (*at_ == '\0' || std::strchr(",]} \t\r\n", *at_) == 0)) ++at_;
  }

  bool take(char wanted) {
    blanks();
    if (failed() || at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  bool read_name() {
    name_ = text();
    return take(':') || fail();
  }

  const char *begin_;
  const char *at_;
  const char *end_;
  Slice name_;
  const char *failed_at_;
};

// A row: an array whose items are known by their places. What stands behind those that are read is passed over.
class Row {
 public:
  explicit Row(Json &in) : in_(in), more_(in.enter('[')), first_(true) {}

  ~Row() {
    for (step(); more_; step()) in_.skip();
  }

  // The text, with the cursor at the next item.
  Json &next() {
    step();
    if (!more_) in_.fail();
    return in_;
  }

 private:
  Row(const Row &);
  Row &operator=(const Row &);

  void step() {
    if (more_ && !first_) more_ = in_.next(']');
    first_ = false;
  }

  Json &in_;
  bool more_;
  bool first_;
};

// How many bytes from `at` are one character in UTF-8; 0 if none starts there.
inline std::size_t utf8_length(const std::string &text, std::size_t at) {
  const unsigned char first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Adds a text to a JSON text, in quotes. What is not UTF-8 becomes question marks.
inline void append_quoted(std::string &out, const std::string &text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const unsigned char first = static_cast<unsigned char>(text[at]);
    if (length == 0) {
      out += '?';
    } else if (first < 0x20 || first == 0x7f) {
      const char *const digits = "0123456789abcdef";
      out += "\\u00";
      out += digits[first >> 4];
      out += digits[first & 15];
    } else {
      if (first == '"' || first == '\\') out += '\\';
      out.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  out += '"';
}

}  // namespace sandtable_sdk_detail

#endif
