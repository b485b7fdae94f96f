// Files and their names.
#ifndef SANDTABLE_FILELIB_H
#define SANDTABLE_FILELIB_H

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include "error.h"
#include "vector.h"

inline bool fileExists(const std::string& filename) { return std::ifstream(filename.c_str()).good(); }
inline bool openFile(std::ifstream& stream, const std::string& filename) {
    stream.clear();
    stream.open(filename.c_str());
    return stream.good();
}
inline bool openFile(std::ofstream& stream, const std::string& filename) {
    stream.clear();
    stream.open(filename.c_str());
    return stream.good();
}
template <typename Stream>
std::string promptUserForFile(Stream& stream, const std::string& prompt = "") {
    std::string filename;
    for (;;) {
        std::cout << prompt << std::flush;
        if (!std::getline(std::cin, filename)) error("promptUserForFile: the input has ended");
        if (openFile(stream, filename)) return filename;
        std::cout << "Unable to open that file.  Try again." << std::endl;
    }
}
inline Vector<std::string> readEntireFile(std::istream& stream) {
    Vector<std::string> lines;
    std::string line;
    while (std::getline(stream, line)) lines.add(line);
    return lines;
}
inline Vector<std::string> readLines(std::istream& stream) { return readEntireFile(stream); }
inline Vector<std::string> readLines(const std::string& filename) {
    std::ifstream stream(filename.c_str());
    if (!stream) error("readLines: the file " + filename + " cannot be read");
    return readEntireFile(stream);
}
inline void readEntireFile(std::istream& stream, Vector<std::string>& lines) { lines = readEntireFile(stream); }
inline std::string readEntireFile(const std::string& filename) {
    std::ifstream stream(filename.c_str());
    if (!stream) error("readEntireFile: the file " + filename + " cannot be read");
    std::ostringstream all;
    all << stream.rdbuf();
    return all.str();
}
inline std::string getTail(const std::string& filename) {
    std::size_t slash = filename.find_last_of("/\\");
    return slash == std::string::npos ? filename : filename.substr(slash + 1);
}
inline std::string getHead(const std::string& filename) {
    std::size_t slash = filename.find_last_of("/\\");
    return slash == std::string::npos ? "" : filename.substr(0, slash);
}
inline std::string getExtension(const std::string& filename) {
    std::string name = getTail(filename);
    std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? "" : name.substr(dot);
}
inline std::string getRoot(const std::string& filename) {
    return filename.substr(0, filename.size() - getExtension(filename).size());
}
inline void deleteFile(const std::string& filename) { std::remove(filename.c_str()); }

#endif
