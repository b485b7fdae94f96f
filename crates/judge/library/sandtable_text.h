// How collections are written and read as text.
#ifndef SANDTABLE_TEXT_H
#define SANDTABLE_TEXT_H

#include <iostream>
#include <sstream>
#include <string>

namespace sandtable {
template <typename T>
void writeValue(std::ostream& out, const T& value) {
    out << value;
}
inline void writeValue(std::ostream& out, const std::string& value) {
    out << '"';
    for (char letter : value) {
        if (letter == '"' || letter == '\\') out << '\\';
        out << letter;
    }
    out << '"';
}
inline void writeValue(std::ostream& out, const char& value) { out << '\'' << value << '\''; }
inline void writeValue(std::ostream& out, const bool& value) { out << (value ? "true" : "false"); }

template <typename Collection>
void writeAll(std::ostream& out, const Collection& all) {
    out << '{';
    bool first = true;
    for (const auto& value : all) {
        if (!first) out << ", ";
        first = false;
        writeValue(out, value);
    }
    out << '}';
}

template <typename Collection>
std::string textOf(const Collection& all) {
    std::ostringstream out;
    out << all;
    return out.str();
}

inline bool expect(std::istream& in_, char wanted) {
    char found;
    if (in_ >> found && found == wanted) return true;
    in_.setstate(std::ios_base::failbit);
    return false;
}
inline bool readValue(std::istream& in_, std::string& value) {
    char quote;
    if (!(in_ >> quote)) return false;
    value.clear();
    if (quote != '"' && quote != '\'') {
        in_.unget();
        char letter;
        while (in_.get(letter)) {
            if (letter == ',' || letter == '}') {
                in_.unget();
                break;
            }
            value += letter;
        }
        return true;
    }
    char letter;
    while (in_.get(letter) && letter != quote) {
        if (letter == '\\') in_.get(letter);
        value += letter;
    }
    return true;
}
template <typename T>
bool readValue(std::istream& in_, T& value) {
    return static_cast<bool>(in_ >> value);
}

/// Reads `{a, b, c}` and hands each value to `add`.
template <typename T, typename Add>
std::istream& readAll(std::istream& in_, Add add) {
    if (!expect(in_, '{')) return in_;
    char next;
    if (in_ >> next && next == '}') return in_;
    in_.unget();
    for (;;) {
        T value;
        if (!readValue(in_, value)) return in_;
        add(value);
        if (!(in_ >> next) || next == '}') return in_;
    }
}
}  // namespace sandtable

#endif
