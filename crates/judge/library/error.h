// Errors: what is wrong is said in one line, and the program ends.
#ifndef SANDTABLE_ERROR_H
#define SANDTABLE_ERROR_H

#include <exception>
#include <iostream>
#include <string>

class ErrorException : public std::exception {
public:
    explicit ErrorException(const std::string& message) : message(message), line("*** Error: " + message) {}
    virtual ~ErrorException() throw() {}
    virtual std::string getMessage() const { return message; }
    virtual const char* what() const throw() { return line.c_str(); }

private:
    std::string message;
    std::string line;
};

inline void error(const std::string& message) {
    std::cout.flush();
    throw ErrorException(message);
}

namespace sandtable {
inline std::string number(long value) { return std::to_string(value); }

/// Ends the program unless the index is within `[low, high)`.
inline void checkIndex(long index, long low, long high, const char* who) {
    if (index >= low && index < high) return;
    if (low == high) error(std::string(who) + ": index " + number(index) + " of an empty collection");
    error(std::string(who) + ": index " + number(index) + " is outside the valid range [" + number(low) + ".." +
          number(high - 1) + "]");
}

/// Ends the program if a collection is empty.
inline void checkNotEmpty(bool empty, const char* who) {
    if (empty) error(std::string(who) + ": the collection is empty");
}
}  // namespace sandtable

#endif
