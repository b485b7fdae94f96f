// What strings can do beside the standard.
#ifndef SANDTABLE_STRLIB_H
#define SANDTABLE_STRLIB_H

#include <cctype>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>
#include "error.h"
#include "vector.h"

inline std::string trimStart(const std::string& text) {
    std::size_t first = 0;
    while (first < text.size() && std::isspace((unsigned char)text[first])) first++;
    return text.substr(first);
}
inline std::string trimEnd(const std::string& text) {
    std::size_t end = text.size();
    while (end > 0 && std::isspace((unsigned char)text[end - 1])) end--;
    return text.substr(0, end);
}
inline std::string trim(const std::string& text) { return trimStart(trimEnd(text)); }
inline void trimInPlace(std::string& text) { text = trim(text); }

inline std::string toUpperCase(std::string text) {
    for (char& letter : text) letter = (char)std::toupper((unsigned char)letter);
    return text;
}
inline std::string toLowerCase(std::string text) {
    for (char& letter : text) letter = (char)std::tolower((unsigned char)letter);
    return text;
}
inline char toUpperCase(char letter) { return (char)std::toupper((unsigned char)letter); }
inline char toLowerCase(char letter) { return (char)std::tolower((unsigned char)letter); }
inline bool equalsIgnoreCase(const std::string& a, const std::string& b) { return toLowerCase(a) == toLowerCase(b); }

inline bool startsWith(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}
inline bool startsWith(const std::string& text, char prefix) { return !text.empty() && text[0] == prefix; }
inline bool endsWith(const std::string& text, const std::string& suffix) {
    return text.size() >= suffix.size() && text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}
inline bool endsWith(const std::string& text, char suffix) { return !text.empty() && text[text.size() - 1] == suffix; }

namespace sandtable {
template <typename T>
bool readWhole(const std::string& text, T& value) {
    std::istringstream stream(trim(text));
    return (stream >> value) && stream.peek() == std::istringstream::traits_type::eof();
}
}  // namespace sandtable

inline std::string integerToString(int value) { return std::to_string(value); }
inline std::string integerToString(int value, int radix) {
    if (radix == 10) return std::to_string(value);
    std::string digits;
    long rest = value < 0 ? -(long)value : value;
    do {
        digits.insert(digits.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[rest % radix]);
        rest /= radix;
    } while (rest > 0);
    return value < 0 ? "-" + digits : digits;
}
inline std::string longToString(long value) { return std::to_string(value); }
inline bool stringIsInteger(const std::string& text, int radix = 10) {
    std::string word = trim(text);
    if (word.empty()) return false;
    std::size_t used = 0;
    try {
        std::stoi(word, &used, radix);
    } catch (const std::exception&) {
        return false;
    }
    return used == word.size();
}
inline int stringToInteger(const std::string& text, int radix = 10) {
    if (!stringIsInteger(text, radix)) error("stringToInteger: \"" + text + "\" is no integer");
    return std::stoi(trim(text), 0, radix);
}
inline long stringToLong(const std::string& text) {
    long value = 0;
    if (!sandtable::readWhole(text, value)) error("stringToLong: \"" + text + "\" is no integer");
    return value;
}
inline std::string realToString(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}
inline std::string doubleToString(double value) { return realToString(value); }
inline bool stringIsReal(const std::string& text) {
    double value;
    return sandtable::readWhole(text, value);
}
inline bool stringIsDouble(const std::string& text) { return stringIsReal(text); }
inline double stringToReal(const std::string& text) {
    double value = 0;
    if (!sandtable::readWhole(text, value)) error("stringToReal: \"" + text + "\" is no number");
    return value;
}
inline double stringToDouble(const std::string& text) { return stringToReal(text); }
inline std::string boolToString(bool value) { return value ? "true" : "false"; }
inline bool stringIsBool(const std::string& text) { return trim(text) == "true" || trim(text) == "false"; }
inline bool stringToBool(const std::string& text) {
    if (!stringIsBool(text)) error("stringToBool: \"" + text + "\" is neither true nor false");
    return trim(text) == "true";
}
inline std::string charToString(char value) { return std::string(1, value); }
inline char stringToChar(const std::string& text) {
    if (text.size() != 1) error("stringToChar: \"" + text + "\" is not one character");
    return text[0];
}

inline bool stringContains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}
inline bool stringContains(const std::string& text, char part) { return text.find(part) != std::string::npos; }
inline int stringIndexOf(const std::string& text, const std::string& part, int start = 0) {
    std::size_t at = text.find(part, (std::size_t)start);
    return at == std::string::npos ? -1 : (int)at;
}
inline int stringIndexOf(const std::string& text, char part, int start = 0) {
    return stringIndexOf(text, std::string(1, part), start);
}
inline int stringLastIndexOf(const std::string& text, const std::string& part) {
    std::size_t at = text.rfind(part);
    return at == std::string::npos ? -1 : (int)at;
}
inline std::string stringReplace(const std::string& text, const std::string& old, const std::string& fresh,
                                 int limit = -1) {
    std::string result;
    std::size_t from = 0;
    while (!old.empty() && limit != 0) {
        std::size_t at = text.find(old, from);
        if (at == std::string::npos) break;
        result += text.substr(from, at - from) + fresh;
        from = at + old.size();
        limit--;
    }
    return result + text.substr(from);
}
inline Vector<std::string> stringSplit(const std::string& text, const std::string& delimiter) {
    Vector<std::string> parts;
    std::size_t from = 0;
    for (;;) {
        std::size_t at = delimiter.empty() ? std::string::npos : text.find(delimiter, from);
        if (at == std::string::npos) break;
        parts.add(text.substr(from, at - from));
        from = at + delimiter.size();
    }
    if (from < text.size()) parts.add(text.substr(from));
    return parts;
}
inline Vector<std::string> stringSplit(const std::string& text, char delimiter) {
    return stringSplit(text, std::string(1, delimiter));
}
inline std::string stringJoin(const Vector<std::string>& parts, const std::string& delimiter = "\n") {
    std::string text;
    for (int i = 0; i < parts.size(); i++) {
        if (i > 0) text += delimiter;
        text += parts[i];
    }
    return text;
}
inline std::string padLeft(const std::string& text, int length, char fill = ' ') {
    int missing = length - (int)text.size();
    return missing > 0 ? std::string((std::size_t)missing, fill) + text : text;
}
inline std::string padRight(const std::string& text, int length, char fill = ' ') {
    int missing = length - (int)text.size();
    return missing > 0 ? text + std::string((std::size_t)missing, fill) : text;
}

#endif
