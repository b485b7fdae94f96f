// A list of words, in lower case and in order.
#ifndef SANDTABLE_LEXICON_H
#define SANDTABLE_LEXICON_H

#include <cctype>
#include <fstream>
#include <set>
#include <string>
#include "error.h"
#include "sandtable_text.h"

class Lexicon {
public:
    typedef std::set<std::string>::const_iterator const_iterator;
    typedef const_iterator iterator;
    Lexicon() {}
    explicit Lexicon(const std::string& filename) { addWordsFromFile(filename); }
    void add(const std::string& word) { words.insert(lower(word)); }
    void addWordsFromFile(const std::string& filename) {
        std::ifstream file(filename.c_str());
        if (!file) error("Lexicon::addWordsFromFile: the file " + filename + " cannot be read");
        std::string word;
        while (file >> word) add(word);
    }
    bool contains(const std::string& word) const { return words.count(lower(word)) > 0; }
    bool containsPrefix(const std::string& prefix) const {
        std::string start = lower(prefix);
        auto at = words.lower_bound(start);
        return at != words.end() && at->compare(0, start.size(), start) == 0;
    }
    bool remove(const std::string& word) { return words.erase(lower(word)) > 0; }
    int size() const { return (int)words.size(); }
    bool isEmpty() const { return words.empty(); }
    void clear() { words.clear(); }
    bool operator==(const Lexicon& other) const { return words == other.words; }
    bool operator!=(const Lexicon& other) const { return words != other.words; }
    std::string toString() const {
        std::ostringstream out;
        sandtable::writeAll(out, words);
        return out.str();
    }
    const_iterator begin() const { return words.begin(); }
    const_iterator end() const { return words.end(); }

private:
    static std::string lower(std::string word) {
        for (char& letter : word) letter = (char)std::tolower((unsigned char)letter);
        return word;
    }
    std::set<std::string> words;
};

inline std::ostream& operator<<(std::ostream& out, const Lexicon& words) { return out << words.toString(); }

#endif
