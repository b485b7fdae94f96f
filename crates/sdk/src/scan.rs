//! A glance at a C++ source: what it includes, and what it defines outside of functions and
//! classes.
//!
//! No compiler: macros are not followed, and what looks odd is passed over. It is enough to tell a
//! player's file from the contest's.

/// An `#include` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Include {
    /// Where the name stands in the text, without its quotes or brackets.
    pub(crate) at: std::ops::Range<usize>,
    /// The name, with `/` between folders.
    pub(crate) name: String,
    /// Whether it stands in quotes.
    pub(crate) quoted: bool,
}

/// What a source includes.
pub(crate) fn includes(text: &[u8]) -> Vec<Include> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        found.extend(include_in(line, start));
        start += line.len();
    }
    found
}

fn include_in(line: &[u8], start: usize) -> Option<Include> {
    // A byte order mark may stand in front of the first line.
    let mark = b"\xef\xbb\xbf";
    let begin = if line.starts_with(mark) { mark.len() } else { 0 };
    let open = behind_blanks(line, behind(line, behind(line, begin, b"#")?, b"include")?);
    let (quoted, close) = match line.get(open)? {
        b'"' => (true, b'"'),
        b'<' => (false, b'>'),
        _ => return None,
    };
    let name = &line[open + 1..];
    let name = &name[..name.iter().position(|byte| *byte == close)?];
    let at = start + open + 1..start + open + 1 + name.len();
    let name = String::from_utf8(name.to_vec()).ok()?.trim().replace('\\', "/");
    Some(Include { at, name, quoted })
}

/// The place behind a word, in front of which there may be blanks.
fn behind(line: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    let at = behind_blanks(line, from);
    line[at..].starts_with(word).then_some(at + word.len())
}

fn behind_blanks(line: &[u8], from: usize) -> usize {
    from + line[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The functions, variables and types that a source defines, with the namespaces and classes they
/// belong to.
pub(crate) fn definitions(text: &[u8]) -> Vec<String> {
    let tokens = tokens(&without_remarks(text));
    let mut walk = Walk::default();
    for token in &tokens {
        walk.take(token);
    }
    walk.found
}

/// Whether a word stands in the code of a source, not in its comments and texts.
pub(crate) fn mentions(text: &[u8], words: &[&str]) -> bool {
    let tokens = tokens(&without_remarks(text));
    tokens.windows(words.len()).any(|window| window == words)
}

/// The lists of texts of these names that a header defines, each as it stands in its braces.
pub(crate) fn text_tables(text: &[u8], names: &[&'static str]) -> Vec<(&'static str, String)> {
    let text = String::from_utf8_lossy(text);
    let found = names.iter().filter_map(|name| Some((*name, text_table(&text, name)?)));
    found.collect()
}

/// What stands in the braces of `string NAME[…] = {…}`: texts and commas, and nothing else.
fn text_table(text: &str, name: &str) -> Option<String> {
    text.match_indices(name).find_map(|(at, _)| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        if line.contains("//") || !text[..at].trim_end().ends_with("string") {
            return None;
        }
        let sizes = text[at + name.len()..].trim_start().strip_prefix('[')?;
        let list = sizes.split_once(']')?.1.trim_start().strip_prefix('=')?.trim_start().strip_prefix('{')?;
        only_texts(list)
    })
}

fn only_texts(list: &str) -> Option<String> {
    let mut found: Vec<&str> = Vec::new();
    let mut rest = list;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if rest.starts_with('}') {
            return (!found.is_empty()).then(|| found.join(", "));
        }
        if rest.starts_with("//") {
            rest = &rest[line_end(rest.as_bytes())..];
            continue;
        }
        let end = quoted_end(rest.as_bytes());
        let one =
            rest.strip_prefix('"').and(rest.get(..end)).filter(|one| one.len() >= 2 && one.ends_with('"'))?;
        found.push(one);
        rest = &rest[end..];
    }
}

/// What stands between the last `;`, `{` or `}` and here, outside of functions and classes.
#[derive(Default)]
struct Walk<'a> {
    found: Vec<String>,
    namespaces: Vec<Option<&'a str>>,
    /// Braces that are open inside of a function, a class or a list of values.
    inside: usize,
    statement: Vec<&'a str>,
}

impl<'a> Walk<'a> {
    fn take(&mut self, token: &'a str) {
        match (token, self.inside) {
            ("{", 0) => self.open(),
            ("{", _) => self.inside += 1,
            ("}", 0) => {
                self.namespaces.pop();
                self.statement.clear();
            }
            ("}", 1) => {
                self.inside = 0;
                self.statement.clear();
            }
            ("}", _) => self.inside -= 1,
            (";", 0) => self.statement.clear(),
            (word, 0) => self.statement.push(word),
            _ => {}
        }
    }

    fn open(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        match statement.as_slice() {
            ["namespace", rest @ ..] | ["inline", "namespace", rest @ ..] => {
                self.namespaces.push(rest.last().copied());
            }
            ["extern"] => self.namespaces.push(None),
            _ => {
                self.inside = 1;
                let name = defined(&statement);
                let spaces = self.namespaces.iter().flatten().map(|name| (*name).to_owned());
                self.found.extend(name.map(|name| spaces.chain([name]).collect::<Vec<_>>().join("::")));
            }
        }
    }
}

/// What a statement defines that ends in an open brace.
fn defined(statement: &[&str]) -> Option<String> {
    let is_word = |token: &str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let call = statement.iter().position(|token| *token == "(");
    let value = statement.iter().position(|token| *token == "=");
    let end = match (call, value) {
        (Some(call), value) if value.is_none_or(|value| call < value) => match statement[..call] {
            [.., "operator"] => call,
            _ => statement[..call].iter().position(|token| *token == "operator").map_or(call, |at| at + 1),
        },
        // A table: its name stands before the sizes.
        (_, Some(value)) => statement[..value].iter().position(|token| *token == "[").unwrap_or(value),
        (_, None) => {
            let key =
                statement.iter().position(|token| matches!(*token, "class" | "struct" | "union" | "enum"))?;
            let name = statement[key + 1..].iter().position(|token| is_word(token) && *token != "class")?;
            return Some(statement[key + 1 + name].to_owned());
        }
    };
    let mut begin = end.checked_sub(1).filter(|at| is_word(statement[*at]))?;
    while begin >= 2 && statement[begin - 1] == "::" && is_word(statement[begin - 2]) {
        begin -= 2;
    }
    Some(statement[begin..end].concat())
}

/// The text with blanks instead of comments, texts, characters and preprocessor lines.
fn without_remarks(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut line_is_blank = true;
    while let Some(byte) = rest.first() {
        let skipped = match byte {
            b'#' if line_is_blank => line_end(rest),
            b'/' if rest.starts_with(b"//") => line_end(rest),
            b'/' if rest.starts_with(b"/*") => find(&rest[2..], b"*/").map_or(rest.len(), |at| at + 4),
            b'"' | b'\'' => quoted_end(rest),
            _ => 0,
        };
        if skipped == 0 {
            line_is_blank = *byte == b'\n' || line_is_blank && byte.is_ascii_whitespace();
            out.push(*byte);
            rest = &rest[1..];
        } else {
            out.push(b' ');
            rest = &rest[skipped..];
        }
    }
    out
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// Where a line ends that a backslash may continue.
fn line_end(text: &[u8]) -> usize {
    let mut end = 0;
    loop {
        let Some(at) = text[end..].iter().position(|byte| *byte == b'\n') else { return text.len() };
        let line = text[end..end + at].trim_ascii_end();
        end += at;
        if !line.ends_with(b"\\") {
            return end;
        }
        end += 1;
    }
}

/// Where a text or a character ends, its closing quote included; at the latest where the line does.
fn quoted_end(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == text[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Words and marks; `::` is one.
fn tokens(text: &[u8]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(byte) = rest.first() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let length = match byte {
            _ if is_word(byte) => rest.iter().take_while(|byte| is_word(byte)).count(),
            b':' if rest.starts_with(b"::") => 2,
            _ => 1,
        };
        if !byte.is_ascii_whitespace() {
            found.push(String::from_utf8_lossy(&rest[..length]).into_owned());
        }
        rest = &rest[length..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_have_names_and_places() {
        let text = b"\xef\xbb\xbf#include \"Basic.h\"\r\n # include <ai_internal\\x.h> // \n//#include \"no.h\"\n#included \"no\"\n#include X\n";
        let found = includes(text);
        let shown: Vec<_> = found.iter().map(|i| (i.name.as_str(), i.quoted, &text[i.at.clone()])).collect();
        assert_eq!(
            shown,
            [("Basic.h", true, &b"Basic.h"[..]), ("ai_internal/x.h", false, b"ai_internal\\x.h")]
        );
    }

    #[test]
    fn definitions_have_their_full_names() {
        let text = br#"
            // int no() {
            #define BODY int never() { \
                return 1; }
            extern "C" void player_ai(Info &info) { if (info.x) { helper(); } }
            extern "C" { int inside(void) { return '{'; } }
            namespace a { namespace { int b() { return 0; } } struct S; struct T : U { int m() { return 1; } }; }
            int declared(int);
            const Property a::kTable[3] = {{1}, {2}};
            Info::Info(const Json::Value &v) : x(v["{"].asInt()), y{1} { }
            TPoint operator-(const TPoint &a, const TPoint &b) { return a; }
            Command &CommandList::operator[](int n) { return m[n]; }
            int main(int argc, char **argv) { return 0; }
            enum class E { A }; static int counter = 3;
        "#;
        assert_eq!(
            definitions(text),
            [
                "player_ai",
                "inside",
                "a::b",
                "a::T",
                "a::kTable",
                "Info::Info",
                "operator",
                "CommandList::operator",
                "main",
                "E",
            ]
        );
    }

    #[test]
    fn tables_of_texts_are_taken_as_they_stand() {
        let text = "// const string Terrain[1] = {\"no\"};\nconst std::string Terrain[TERRAIN_TYPE_NUM] = {\r\n \"平原\", // 1\n \"a,}\\\"\",\n};\nstring Direction[2]={f(), \"x\"};\nint CorpsCmd[1] = {0};";
        let tables = text_tables(text.as_bytes(), &["Terrain", "Direction", "CorpsCmd", "BattleName"]);
        assert_eq!(tables, [("Terrain", "\"平原\", \"a,}\\\"\"".to_owned())]);
    }

    #[test]
    fn nothing_makes_it_stumble() {
        for text in [
            "}}}{{{",
            "\"",
            "'\\",
            "/*",
            "#",
            "#\\\n",
            "= {",
            "( {",
            "operator {",
            "struct {",
            "::(",
            "class class {",
        ] {
            definitions(text.as_bytes());
            includes(text.as_bytes());
            text_tables(format!("string T[{text}").as_bytes(), &["T"]);
            text_tables(format!("string T[]={{{text}").as_bytes(), &["T"]);
        }
    }

    #[test]
    fn words_count_in_code_only() {
        let text = b"int a = info.lineInfo; // info.round\n\"info.round\"";
        assert!(mentions(text, &["info", ".", "lineInfo"]));
        assert!(!mentions(text, &["info", ".", "round"]));
    }
}
