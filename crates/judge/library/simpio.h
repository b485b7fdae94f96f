// Reading answers: a question, then one whole line.
#ifndef SANDTABLE_SIMPIO_H
#define SANDTABLE_SIMPIO_H

#include <iostream>
#include <string>
#include "error.h"
#include "strlib.h"

namespace sandtable {
/// Asks and reads a line; ends the program when there is none.
inline std::string answer(const std::string& prompt, const char* who) {
    std::cout << prompt << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) error(std::string(who) + ": the input has ended");
    if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
    return line;
}
}  // namespace sandtable

inline std::string getLine(const std::string& prompt = "") {
    std::cout << prompt << std::flush;
    std::string line;
    std::getline(std::cin, line);
    if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
    return line;
}
inline void getLine(const std::string& prompt, std::string& line) { line = getLine(prompt); }
inline std::istream& getLine(std::istream& stream, std::string& line) { return std::getline(stream, line); }

inline int getInteger(const std::string& prompt = "", const std::string& again = "Illegal integer format. Try again.") {
    for (;;) {
        std::string line = sandtable::answer(prompt, "getInteger");
        if (stringIsInteger(line)) return stringToInteger(line);
        std::cout << again << std::endl;
    }
}
inline int getIntegerBetween(const std::string& prompt, int low, int high) {
    for (;;) {
        int value = getInteger(prompt);
        if (value >= low && value <= high) return value;
        std::cout << "Please type a value between " << low << " and " << high << "." << std::endl;
    }
}
inline double getReal(const std::string& prompt = "", const std::string& again = "Illegal numeric format. Try again.") {
    for (;;) {
        std::string line = sandtable::answer(prompt, "getReal");
        if (stringIsReal(line)) return stringToReal(line);
        std::cout << again << std::endl;
    }
}
inline double getDouble(const std::string& prompt = "") { return getReal(prompt); }
inline bool getYesOrNo(const std::string& prompt = "",
                       const std::string& again = "Please type a word that starts with 'Y' or 'N'.") {
    for (;;) {
        std::string line = toLowerCase(trim(sandtable::answer(prompt, "getYesOrNo")));
        if (startsWith(line, 'y') || startsWith(line, 'n')) return line[0] == 'y';
        std::cout << again << std::endl;
    }
}
inline char getChar(const std::string& prompt = "") {
    for (;;) {
        std::string line = sandtable::answer(prompt, "getChar");
        if (line.size() == 1) return line[0];
        std::cout << "Please type a single character." << std::endl;
    }
}

#endif
