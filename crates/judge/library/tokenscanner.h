// Taking a text apart into words, numbers and signs.
#ifndef SANDTABLE_TOKENSCANNER_H
#define SANDTABLE_TOKENSCANNER_H

#include <cctype>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>
#include "error.h"

class TokenScanner {
public:
    enum TokenType { EOF_TYPE = -1, SEPARATOR, WORD, NUMBER, STRING, OPERATOR };

    TokenScanner() { reset(""); }
    explicit TokenScanner(const std::string& text) { reset(text); }
    explicit TokenScanner(std::istream& stream) { setInput(stream); }

    void setInput(const std::string& text) { reset(text); }
    void setInput(std::istream& stream) {
        reset(std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()));
    }
    bool hasMoreTokens() {
        std::string token = nextToken();
        saveToken(token);
        return !token.empty();
    }
    std::string nextToken() {
        if (!saved.empty()) {
            std::string token = saved.back();
            saved.pop_back();
            return token;
        }
        if (blanksIgnored) skip();
        if (at >= text.size()) return "";
        std::size_t start = at;
        if (numbersScanned && std::isdigit((unsigned char)text[at])) {
            while (at < text.size() && (std::isdigit((unsigned char)text[at]) || text[at] == '.')) at++;
        } else if (isWordCharacter(text[at])) {
            while (at < text.size() && isWordCharacter(text[at])) at++;
        } else if (stringsScanned && (text[at] == '"' || text[at] == '\'')) {
            char quote = text[at++];
            while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
            at = at < text.size() ? at + 1 : text.size();
        } else {
            at++;
            for (const std::string& sign : operators) {
                if (text.compare(start, sign.size(), sign) == 0 && sign.size() > at - start) at = start + sign.size();
            }
        }
        return text.substr(start, at - start);
    }
    void saveToken(const std::string& token) { saved.push_back(token); }
    void ungetToken(const std::string& token) { saveToken(token); }
    void verifyToken(const std::string& expected) {
        std::string token = nextToken();
        if (token != expected) error("TokenScanner::verifyToken: found \"" + token + "\", expected \"" + expected + "\"");
    }
    void ignoreWhitespace() { blanksIgnored = true; }
    void ignoreComments() {}
    void scanNumbers() { numbersScanned = true; }
    void scanStrings() { stringsScanned = true; }
    void addWordCharacters(const std::string& letters) { extra += letters; }
    void addOperator(const std::string& sign) { operators.push_back(sign); }
    bool isWordCharacter(char letter) const {
        return std::isalnum((unsigned char)letter) || extra.find(letter) != std::string::npos;
    }
    int getPosition() const { return (int)at; }
    TokenType getTokenType(const std::string& token) const {
        if (token.empty()) return EOF_TYPE;
        if (std::isspace((unsigned char)token[0])) return SEPARATOR;
        if (token[0] == '"' || token[0] == '\'') return STRING;
        if (std::isdigit((unsigned char)token[0])) return NUMBER;
        return isWordCharacter(token[0]) ? WORD : OPERATOR;
    }
    std::string getStringValue(const std::string& token) const {
        return token.size() >= 2 && getTokenType(token) == STRING ? token.substr(1, token.size() - 2) : token;
    }
    int getChar() { return at < text.size() ? (unsigned char)text[at++] : -1; }

private:
    void reset(const std::string& fresh) {
        text = fresh;
        at = 0;
        saved.clear();
    }
    void skip() {
        while (at < text.size() && std::isspace((unsigned char)text[at])) at++;
    }

    std::string text;
    std::size_t at = 0;
    bool blanksIgnored = false;
    bool numbersScanned = false;
    bool stringsScanned = false;
    std::string extra;
    std::vector<std::string> operators;
    std::vector<std::string> saved;
};

#endif
