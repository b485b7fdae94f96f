//! C++ sources as tokens in which names, values, comments and layout make no difference.

/// One token, and the line it stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is: equal codes look alike to the comparison.
    pub code: u32,
    /// Its line, from 1.
    pub line: u32,
}

/// Any name that is not a keyword.
const NAME: u32 = 1;
/// Any number, character or string.
const VALUE: u32 = 2;
/// Any of the built-in types: a copy that counts with `long` is still a copy.
const TYPE: u32 = 3;
/// The codes of signs begin here, those of keywords behind them.
const SIGNS_FROM: u32 = 16;
const KEYWORDS_FROM: u32 = SIGNS_FROM + 256 * 256;

/// Words of the language that say what a program does.
const KEYWORDS: [&str; 27] = [
    "break", "case", "catch", "class", "continue", "default", "delete", "do", "else", "enum", "false", "for",
    "goto", "if", "new", "operator", "return", "sizeof", "struct", "switch", "template", "throw", "true",
    "try", "union", "using", "while",
];

/// Built-in types and their like.
const TYPES: [&str; 16] = [
    "auto", "bool", "char", "double", "float", "int", "int32_t", "int64_t", "long", "short", "signed",
    "size_t", "string", "uint32_t", "unsigned", "void",
];

/// Words that can be put in or left out without changing the program.
const PADDING: [&str; 14] = [
    "const",
    "constexpr",
    "explicit",
    "extern",
    "final",
    "inline",
    "namespace",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "static",
    "std",
];

/// Splits a source into tokens. Any text has some: what is no C++ is read as far as it looks like
/// it.
#[must_use]
pub fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader { rest: source, line: 1, tokens: Vec::new() };
    while reader.step() {}
    reader.tokens
}

struct Reader<'a> {
    rest: &'a str,
    line: u32,
    tokens: Vec<Token>,
}

impl<'a> Reader<'a> {
    /// Reads the next token, comment or blank; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if self.rest.starts_with("//") {
            self.skip(line_length(self.rest));
        } else if self.rest.starts_with("/*") {
            let end = self.rest[2..].find("*/").map_or(self.rest.len(), |at| at + 4);
            self.skip(end);
        } else if first == '#' {
            self.directive();
        } else if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else if first == '"' || first == '\'' {
            self.quoted(first);
        } else if self.rest.starts_with("R\"") {
            self.raw_string();
        } else if first.is_ascii_digit() {
            let length = word_length(self.rest, |sign| is_word(sign) || sign == '.' || sign == '\'');
            self.push(VALUE, length);
        } else if is_word(first) {
            let word = self.take_word();
            self.word(word);
        } else {
            self.sign(first);
        }
        true
    }

    /// Drops includes, pragmas and the like; what a macro stands for counts.
    fn directive(&mut self) {
        let body = self.rest[1..].trim_start_matches([' ', '\t']);
        if body.starts_with("define") {
            self.skip(self.rest.len() - body.len() + "define".len());
        } else {
            self.skip(line_length(self.rest));
        }
    }

    fn quoted(&mut self, quote: char) {
        let mut escaped = false;
        let end = self.rest[1..].char_indices().find(|(_, sign)| {
            let closes = !escaped && (*sign == quote || *sign == '\n');
            escaped = !escaped && *sign == '\\';
            closes
        });
        self.push(VALUE, end.map_or(self.rest.len(), |(at, sign)| 1 + at + sign.len_utf8()));
    }

    /// `R"tag(…)tag"`.
    fn raw_string(&mut self) {
        let Some(open) = self.rest.find('(').filter(|open| *open <= 18) else {
            self.push(NAME, 1);
            return;
        };
        let closing = format!("){}\"", &self.rest[2..open]);
        let end = self.rest[open..].find(&closing).map_or(self.rest.len(), |at| open + at + closing.len());
        self.push(VALUE, end);
    }

    fn take_word(&mut self) -> &'a str {
        let length = word_length(self.rest, is_word);
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    fn word(&mut self, word: &str) {
        if PADDING.contains(&word) {
            // `std::` goes whole.
            self.rest = self.rest.strip_prefix("::").filter(|_| word == "std").unwrap_or(self.rest);
        } else if word == "this" {
            self.rest = self.rest.strip_prefix("->").unwrap_or(self.rest);
        } else if TYPES.contains(&word) {
            // `unsigned long long` is one type.
            if self.tokens.last().is_none_or(|last| last.code != TYPE) {
                self.push(TYPE, 0);
            }
        } else if let Some(at) = KEYWORDS.iter().position(|known| *known == word) {
            self.push(KEYWORDS_FROM + at as u32, 0);
        } else {
            self.push(NAME, 0);
        }
    }

    /// One or two signs. Braces go: they can be put around any single statement. So do `++` and
    /// `--`, which mostly can stand before or behind what they change.
    fn sign(&mut self, first: char) {
        const PAIRS: [&str; 17] = [
            "->", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "|=",
            "&=",
        ];
        if self.rest.starts_with("++") || self.rest.starts_with("--") {
            self.skip(2);
        } else if let Some(pair) = PAIRS.iter().find(|pair| self.rest.starts_with(**pair)) {
            let code = pair.bytes().fold(0, |code, byte| code * 256 + u32::from(byte));
            self.push(SIGNS_FROM + code, 2);
        } else if first == '{' || first == '}' || !first.is_ascii() {
            self.skip(first.len_utf8());
        } else {
            self.push(SIGNS_FROM + first as u32, 1);
        }
    }

    /// Adds a token and goes past this many bytes.
    fn push(&mut self, code: u32, length: usize) {
        self.tokens.push(Token { code, line: self.line });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = rest;
    }
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

fn word_length(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|sign| !belongs(sign)).unwrap_or(text.len())
}

/// The length of a line; a backslash at its end makes the next one part of it.
fn line_length(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
            break;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn codes(source: &str) -> Vec<u32> {
        tokens(source).iter().map(|token| token.code).collect()
    }

    #[test]
    fn names_values_layout_and_comments_make_no_difference() {
        let one = "int count = 0; // how many\nfor (int i = 0; i < 8; i++) { count += 'x'; }";
        let two = "long\n sum=17;for(size_t k=1;k<99;++k)/* add */ sum += \"text\";";
        assert_eq!(codes(one), codes(two));
        assert_eq!(codes("std::cout << x;"), codes("cout << y;"));
        assert_eq!(codes("this->hp = 3;"), codes("health = 4;"));
        assert_ne!(codes("a = b + c;"), codes("a = b - c;"));
        assert_ne!(codes("if (a) b();"), codes("while (a) b();"));
    }

    #[test]
    fn lines_are_those_of_the_source() {
        let lines: Vec<u32> = tokens("#include <x>\n\nint a;\n/* 4\n 5 */ b;\nR\"(7\n8)\" c;")
            .iter()
            .map(|token| token.line)
            .collect();
        assert_eq!(lines, [3, 3, 3, 5, 5, 6, 7, 7]);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens(source in "(?s).{0,200}") {
            let _ = tokens(&source);
        }

        #[test]
        fn any_program_like_text_has_tokens(parts in proptest::collection::vec(
            prop_oneof![Just("\""), Just("'"), Just("\\"), Just("\n"), Just("R\"("), Just(")\""), Just("#define"),
                Just("//"), Just("/*"), Just("*/"), Just("a1"), Just("9."), Just("é"), Just("std"), Just("::")], 0..40))
        {
            let source = parts.concat();
            let last = tokens(&source).last().map_or(0, |token| token.line);
            prop_assert!(last as usize <= source.matches('\n').count() + 1);
        }
    }
}
