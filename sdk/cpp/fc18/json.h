// As much of the JSON library that the FC18 contest handed out as its programs use.
//
// C++11 and plain ASCII, headers only.

#ifndef SANDTABLE_SDK_FC18_JSON_H
#define SANDTABLE_SDK_FC18_JSON_H

#include <cstdio>
#include <cstdlib>
#include <istream>
#include <iterator>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace Json {

enum ValueType { nullValue = 0, intValue, uintValue, realValue, stringValue, booleanValue, arrayValue, objectValue };

typedef int Int;
typedef unsigned int UInt;
typedef unsigned int ArrayIndex;

// A JSON value. What is asked for in vain is null, zero or empty.
class Value {
 public:
  typedef std::vector<std::string> Members;
  typedef std::vector<Value>::iterator iterator;
  typedef std::vector<Value>::const_iterator const_iterator;

  Value(ValueType type = nullValue) : m_type(type), m_number(0) {}
  Value(int number) : m_type(intValue), m_number(number) {}
  Value(unsigned number) : m_type(uintValue), m_number(number) {}
  Value(long number) : m_type(intValue), m_number(static_cast<double>(number)) {}
  Value(long long number) : m_type(intValue), m_number(static_cast<double>(number)) {}
  Value(unsigned long number) : m_type(uintValue), m_number(static_cast<double>(number)) {}
  Value(unsigned long long number) : m_type(uintValue), m_number(static_cast<double>(number)) {}
  Value(double number) : m_type(realValue), m_number(number) {}
  Value(bool truth) : m_type(booleanValue), m_number(truth) {}
  Value(const char *text) : m_type(stringValue), m_number(0), m_text(text) {}
  Value(const std::string &text) : m_type(stringValue), m_number(0), m_text(text) {}

  ValueType type() const { return m_type; }
  bool isNull() const { return m_type == nullValue; }
  bool isBool() const { return m_type == booleanValue; }
  bool isInt() const { return m_type == intValue; }
  bool isUInt() const { return m_type == uintValue || (m_type == intValue && m_number >= 0); }
  bool isIntegral() const { return m_type == intValue || m_type == uintValue; }
  bool isDouble() const { return isNumeric(); }
  bool isNumeric() const { return m_type == intValue || m_type == uintValue || m_type == realValue; }
  bool isString() const { return m_type == stringValue; }
  bool isArray() const { return m_type == arrayValue || isNull(); }
  bool isObject() const { return m_type == objectValue || isNull(); }

  int asInt() const { return static_cast<int>(m_number); }
  unsigned asUInt() const { return static_cast<unsigned>(m_number); }
  long long asInt64() const { return static_cast<long long>(m_number); }
  double asDouble() const { return m_number; }
  float asFloat() const { return static_cast<float>(m_number); }
  bool asBool() const { return m_number != 0 || !m_text.empty() || !m_list.empty(); }
  std::string asString() const { return isString() ? m_text : isNull() ? "" : scalar(); }
  const char *asCString() const { return m_text.c_str(); }

  ArrayIndex size() const { return static_cast<ArrayIndex>(m_list.size()); }
  bool empty() const { return m_list.empty(); }
  bool operator!() const { return isNull(); }
  void clear() {
    m_list.clear();
    m_names.clear();
    m_places.clear();
  }
  void resize(ArrayIndex length) {
    m_type = arrayValue;
    m_list.resize(length);
  }

  Value &append(const Value &value) {
    m_type = arrayValue;
    m_list.push_back(value);
    return m_list.back();
  }

  Value &operator[](ArrayIndex place) {
    if (m_list.size() <= place) resize(place + 1);
    return m_list[place];
  }
  Value &operator[](int place) { return (*this)[static_cast<ArrayIndex>(place)]; }
  const Value &operator[](ArrayIndex place) const { return place < m_list.size() ? m_list[place] : nothing(); }
  const Value &operator[](int place) const { return (*this)[static_cast<ArrayIndex>(place)]; }

  Value &operator[](const std::string &name) {
    const std::map<std::string, ArrayIndex>::const_iterator found = m_places.find(name);
    if (found != m_places.end()) return m_list[found->second];
    m_type = objectValue;
    m_places[name] = size();
    m_names.push_back(name);
    m_list.push_back(Value());
    return m_list.back();
  }
  Value &operator[](const char *name) { return (*this)[std::string(name)]; }
  const Value &operator[](const std::string &name) const {
    const std::map<std::string, ArrayIndex>::const_iterator found = m_places.find(name);
    return found != m_places.end() ? m_list[found->second] : nothing();
  }
  const Value &operator[](const char *name) const { return (*this)[std::string(name)]; }

  Value get(const std::string &name, const Value &otherwise) const { return isMember(name) ? (*this)[name] : otherwise; }
  bool isMember(const std::string &name) const { return m_places.count(name) > 0; }
  Members getMemberNames() const { return m_names; }

  iterator begin() { return m_list.begin(); }
  iterator end() { return m_list.end(); }
  const_iterator begin() const { return m_list.begin(); }
  const_iterator end() const { return m_list.end(); }

  std::string toStyledString() const { return written("   ", 0) + "\n"; }

  // The value as text: on one line if nothing stands in front of its lines.
  std::string written(const std::string &indent, int depth) const {
    if (m_type != arrayValue && m_type != objectValue) return scalar();
    const bool object = m_type == objectValue;
    std::string text = object ? "{" : "[";
    for (std::size_t i = 0; i < m_list.size(); ++i) {
      if (i > 0) text += ',';
      text += line(indent, depth + 1);
      if (object) text += quoted(m_names[i]) + (indent.empty() ? ":" : " : ");
      text += m_list[i].written(indent, depth + 1);
    }
    if (!m_list.empty()) text += line(indent, depth);
    return text + (object ? '}' : ']');
  }

 private:
  static const Value &nothing() {
    static const Value null;
    return null;
  }

  static std::string line(const std::string &indent, int depth) {
    std::string text = indent.empty() ? "" : "\n";
    for (int i = 0; i < depth; ++i) text += indent;
    return text;
  }

  std::string scalar() const {
    char text[40];
    switch (m_type) {
      case stringValue: return quoted(m_text);
      case booleanValue: return m_number != 0 ? "true" : "false";
      case intValue:
      case uintValue: std::snprintf(text, sizeof text, "%.0f", m_number); return text;
      case realValue: std::snprintf(text, sizeof text, "%.17g", m_number); return text;
      default: return "null";
    }
  }

  static std::string quoted(const std::string &plain) {
    std::string text = "\"";
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const unsigned char c = static_cast<unsigned char>(plain[i]);
      char code[8];
      if (c == '"' || c == '\\') text += '\\';
      if (c < 0x20) {
        std::snprintf(code, sizeof code, "\\u%04x", c);
        text += code;
      } else {
        text += plain[i];
      }
    }
    return text + '"';
  }

  ValueType m_type;
  double m_number;
  std::string m_text;
  std::vector<Value> m_list;
  std::vector<std::string> m_names;
  std::map<std::string, ArrayIndex> m_places;
};

// Reads a text; false, with a reason, if it is not JSON.
class Reader {
 public:
  bool parse(const std::string &text, Value &value, bool = true) {
    m_text = text;
    m_at = 0;
    m_depth = 0;
    m_failed = false;
    value = read();
    skip();
    if (m_at < m_text.size()) m_failed = true;
    return !m_failed;
  }
  bool parse(std::istream &in, Value &value, bool = true) {
    return parse(std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()), value);
  }
  bool parse(const char *begin, const char *end, Value &value, bool = true) { return parse(std::string(begin, end), value); }
  std::string getFormattedErrorMessages() const { return m_failed ? "this is not JSON\n" : ""; }
  std::string getFormatedErrorMessages() const { return getFormattedErrorMessages(); }

 private:
  void skip() {
    while (m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) <= ' ') ++m_at;
  }

  bool take(const char *word) {
    skip();
    const std::string wanted = word;
    if (m_text.compare(m_at, wanted.size(), wanted) != 0) return false;
    m_at += wanted.size();
    return true;
  }

  Value read() {
    if (m_failed || m_depth > 200) return fail();
    if (take("null")) return Value();
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("\"")) return text();
    if (take("[")) return list();
    if (take("{")) return object();
    return number();
  }

  Value list() {
    Value value(arrayValue);
    ++m_depth;
    if (!take("]")) {
      do value.append(read());
      while (!m_failed && take(","));
      if (!take("]")) fail();
    }
    --m_depth;
    return value;
  }

  Value object() {
    Value value(objectValue);
    ++m_depth;
    if (!take("}")) {
      do {
        if (!take("\"")) return fail();
        const std::string name = text();
        if (!take(":")) return fail();
        value[name] = read();
      } while (!m_failed && take(","));
      if (!take("}")) fail();
    }
    --m_depth;
    return value;
  }

  std::string text() {
    std::string value;
    while (m_at < m_text.size() && m_text[m_at] != '"') {
      const char c = m_text[m_at++];
      value += c == '\\' && m_at < m_text.size() ? escaped(m_text[m_at++]) : std::string(1, c);
    }
    if (m_at++ >= m_text.size()) fail();
    return value;
  }

  std::string escaped(char c) {
    switch (c) {
      case 'b': return "\b";
      case 'f': return "\f";
      case 'n': return "\n";
      case 'r': return "\r";
      case 't': return "\t";
      case 'u': return character();
      default: return std::string(1, c);
    }
  }

  // A character by its four digits, in UTF-8.
  std::string character() {
    const std::string digits = m_text.substr(m_at, 4);
    const unsigned code = static_cast<unsigned>(std::strtoul(digits.c_str(), NULL, 16));
    m_at += digits.size();
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    std::string bytes;
    if (code >= 0x800) bytes += static_cast<char>(0xE0 | code >> 12);
    bytes += static_cast<char>(code >= 0x800 ? 0x80 | (code >> 6 & 0x3F) : 0xC0 | code >> 6);
    return bytes + static_cast<char>(0x80 | (code & 0x3F));
  }

  Value number() {
    const char *begin = m_text.c_str() + m_at;
    char *end = NULL;
    const double value = std::strtod(begin, &end);
    if (end == begin) return fail();
    const std::string digits(begin, static_cast<const char *>(end));
    m_at += digits.size();
    const bool whole = digits.find_first_not_of("+-0123456789") == std::string::npos;
    return whole ? Value(static_cast<long long>(value)) : Value(value);
  }

  Value fail() {
    m_failed = true;
    return Value();
  }

  std::string m_text;
  std::size_t m_at;
  int m_depth;
  bool m_failed;
};

// On one line, with a line end.
class FastWriter {
 public:
  std::string write(const Value &value) { return value.written("", 0) + "\n"; }
};

class StyledWriter {
 public:
  std::string write(const Value &value) { return value.toStyledString(); }
};

inline std::ostream &operator<<(std::ostream &out, const Value &value) { return out << value.toStyledString(); }

inline std::istream &operator>>(std::istream &in, Value &value) {
  Reader().parse(in, value);
  return in;
}

}  // namespace Json

#endif
