//! The C++ files of a submission, made fit for this machine.
//!
//! Programs come from Windows: includes are written in any case and with backslashes, files are in
//! GBK or UTF-16, and headers of the Stanford library are expected to be there. The copy of the
//! sources is changed so that includes name files that exist; lines stay where they are.

use crate::library;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// What a compiler is to be given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sources {
    /// The files to compile, in the order of their names.
    pub(crate) files: Vec<PathBuf>,
    /// The folder of our library, if a source asks for it.
    pub(crate) library: Option<PathBuf>,
    /// What `main` is called, if it is called something else.
    pub(crate) main: Option<&'static str>,
    /// The first include of something that is not here and never will be.
    pub(crate) unavailable: Option<Unavailable>,
}

/// A header that needs what the judge does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unavailable {
    /// The file that includes it.
    pub file: String,
    /// What it includes.
    pub include: String,
    /// What is missing.
    pub what: &'static str,
}

/// Where our library is put, inside the copy of the sources.
const LIBRARY: &str = ".sandtable-library";

/// Folders that hold no sources of the student's own: build products, and copies of the real
/// library.
const LEFT_OUT: &[&str] = &[
    "build",
    "debug",
    "release",
    "x64",
    "lib",
    "libs",
    "stanfordcpplib",
    "stanford",
    "cpplib",
    "__macosx",
    "test",
    "tests",
];

/// Names that the library or a habit gives to `main`.
const OTHER_MAINS: &[&str] = &["Main", "qMain", "studentMain", "_main", "_tmain"];

impl Sources {
    /// Finds the sources of a folder and prepares what they include.
    pub(crate) fn find(folder: &Path) -> io::Result<Self> {
        let tree = Tree::read(folder)?;
        let files = tree.to_compile();
        let mut sources = Self { files, ..Self::default() };
        for file in &tree.files {
            repair(file)?;
        }
        sources.resolve_includes(folder, &tree)?;
        sources.main = other_main(&sources.files);
        if sources.library.is_some() {
            tree.files.iter().try_for_each(|file| modernise_loops(file))?;
        }
        Ok(sources)
    }

    /// Rewrites every include that would not be found as it is written.
    fn resolve_includes(&mut self, folder: &Path, tree: &Tree) -> io::Result<()> {
        for file in tree.reachable(&self.files) {
            let text = fs::read(&file)?;
            let lines = text.split_inclusive(|byte| *byte == b'\n');
            let lines: Vec<Vec<u8>> = lines.map(|line| self.resolved(folder, tree, &file, line)).collect();
            let resolved = lines.concat();
            if resolved != text {
                replace(&file, &resolved)?;
            }
        }
        match &self.library {
            Some(at) => library::write(at),
            None => Ok(()),
        }
    }

    /// A line of a file, with its include changed to what is meant.
    fn resolved(&mut self, folder: &Path, tree: &Tree, file: &Path, line: &[u8]) -> Vec<u8> {
        let home = file.parent().unwrap_or(folder);
        let Some(Include { name, quoted }) = include(line) else { return line.to_vec() };
        if quoted && home.join(&name).is_file() {
            return line.to_vec();
        }
        if let Some(header) = tree.header(&name, home) {
            return format!("#include \"{}\"\n", relative(home, &header).display()).into_bytes();
        }
        if library::has(&name) {
            self.library = Some(folder.join(LIBRARY));
            return format!("#include <{}>\n", library::file_name(&name)).into_bytes();
        }
        self.note_unavailable(folder, file, &name);
        line.to_vec()
    }

    fn note_unavailable(&mut self, folder: &Path, file: &Path, include: &str) {
        let Some(what) = library::unavailable(include) else { return };
        self.unavailable.get_or_insert_with(|| Unavailable {
            file: file.strip_prefix(folder).unwrap_or(file).display().to_string(),
            include: include.to_string(),
            what,
        });
    }
}

/// The source files of a folder and the folders in it.
struct Tree {
    files: Vec<PathBuf>,
    root: PathBuf,
}

impl Tree {
    fn read(root: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        walk(root, &mut files)?;
        files.sort();
        Ok(Self { files, root: root.to_path_buf() })
    }

    /// The files to compile: all, but where several have a `main` only those around the uppermost.
    fn to_compile(&self) -> Vec<PathBuf> {
        let all: Vec<PathBuf> =
            self.files.iter().filter(|file| crate::submission::is_source(file)).cloned().collect();
        let folder_of = |file: &PathBuf| file.parent().unwrap_or(&self.root).to_path_buf();
        let direct: Vec<PathBuf> = all.iter().filter(|file| folder_of(file) == self.root).cloned().collect();
        let with_main: Vec<&PathBuf> = all.iter().filter(|file| has_main(file)).collect();
        let mains: BTreeSet<PathBuf> = with_main.iter().map(|file| folder_of(file)).collect();
        if direct.iter().any(has_main) && mains.len() > 1 || mains.is_empty() && !direct.is_empty() {
            return direct;
        }
        let Some(chosen) = mains.iter().min_by_key(|folder| folder.components().count()) else { return all };
        let elsewhere = |file: &PathBuf| mains.contains(&folder_of(file)) && folder_of(file) != *chosen;
        all.into_iter().filter(|file| !elsewhere(file)).collect()
    }

    /// The files that are compiled, and all headers: what they include is looked at.
    fn reachable(&self, compiled: &[PathBuf]) -> Vec<PathBuf> {
        let is_header = |file: &&PathBuf| !crate::submission::is_source(file);
        compiled.iter().chain(self.files.iter().filter(is_header)).cloned().collect()
    }

    /// The file that an include means, in whatever case it is written: beside the file that
    /// includes it, or anywhere.
    fn header(&self, include: &str, home: &Path) -> Option<PathBuf> {
        let wanted = plain(&include.replace('\\', "/"));
        let same = |file: &PathBuf, folder: &Path| {
            file.strip_prefix(folder).is_ok_and(|path| path.to_string_lossy().eq_ignore_ascii_case(&wanted))
        };
        let name = wanted.rsplit('/').next().unwrap_or(&wanted).to_string();
        let is_named = |file: &&PathBuf| {
            file.file_name().is_some_and(|its| its.to_string_lossy().eq_ignore_ascii_case(&name))
        };
        let find = |folder: &Path| self.files.iter().find(|file| same(file, folder));
        // `<map>` is the standard's, whatever a student's own files are called.
        let is_standard = !name.contains('.');
        let anywhere = || self.files.iter().filter(is_named).min_by_key(|file| file.components().count());
        let found = find(home).or_else(|| find(&self.root));
        if is_standard { None } else { found.or_else(anywhere).cloned() }
    }
}

/// A path without `.` and `..`, which say where a header was on another machine.
fn plain(path: &str) -> String {
    let parts = Path::new(path).components().filter_map(|part| match part {
        Component::Normal(name) => name.to_str(),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind, name) = (entry.path(), entry.file_type()?, entry.file_name());
        let name = name.to_string_lossy().to_ascii_lowercase();
        if kind.is_dir() {
            if !name.starts_with('.') && !name.starts_with("build-") && !LEFT_OUT.contains(&name.as_str()) {
                walk(&path, files)?;
            }
        } else if kind.is_file() && is_code(&name) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_code(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or("");
    name.contains('.')
        && ["cpp", "cc", "cxx", "c++", "h", "hpp", "hh", "hxx", "inl", "ipp", "tpp"].contains(&extension)
}

/// An include as it is written.
struct Include {
    name: String,
    quoted: bool,
}

/// The include on a line.
fn include(line: &[u8]) -> Option<Include> {
    let rest = line.trim_ascii().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?;
    let rest = rest.trim_ascii_start();
    let (quoted, close) = match rest.first()? {
        b'"' => (true, b'"'),
        b'<' => (false, b'>'),
        _ => return None,
    };
    let end = rest[1..].iter().position(|byte| *byte == close)?;
    let name = String::from_utf8(rest[1..=end].to_vec()).ok()?;
    (!name.is_empty() && !name.starts_with('/') && !name.contains('\0')).then_some(Include { name, quoted })
}

/// What a source includes first, if that is a header of the system.
pub(crate) fn first_include(text: &[u8]) -> Option<String> {
    let first = text.split(|byte| *byte == b'\n').find_map(include)?;
    (!first.quoted).then_some(first.name)
}

/// The way from a folder to a file.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(to.components().skip(shared)).collect()
}

fn has_main(file: &PathBuf) -> bool {
    let mains: Vec<&str> = std::iter::once("main").chain(OTHER_MAINS.iter().copied()).collect();
    fs::read(file).is_ok_and(|text| mains.iter().any(|name| defines(&text, name)))
}

/// The name under which `main` is defined, if there is no `main`.
fn other_main(files: &[PathBuf]) -> Option<&'static str> {
    let texts: Vec<Vec<u8>> = files.iter().filter_map(|file| fs::read(file).ok()).collect();
    let defined = |name: &str| texts.iter().any(|text| defines(text, name));
    OTHER_MAINS.iter().copied().find(|name| !defined("main") && defined(name))
}

/// Rewrites the loop of the library's first versions, `foreach (T x in all)`, as a loop of the
/// language. As a macro it would take the word `in` from everybody else.
fn modernise_loops(file: &Path) -> io::Result<()> {
    let text = fs::read(file)?;
    let lines =
        text.split_inclusive(|byte| *byte == b'\n').map(|line| modern_loop(line).unwrap_or(line.to_vec()));
    let modern = lines.collect::<Vec<_>>().concat();
    if modern == text { Ok(()) } else { replace(file, &modern) }
}

fn modern_loop(line: &[u8]) -> Option<Vec<u8>> {
    let at = find(line, b"foreach")?;
    let is_word = at == 0 || !(line[at - 1].is_ascii_alphanumeric() || b"_#\"".contains(&line[at - 1]));
    let rest = &line[at + b"foreach".len()..];
    let inside = rest.trim_ascii_start().strip_prefix(b"(").filter(|_| is_word)?;
    let middle = find(inside, b" in ")?;
    let (variable, collection) = (&inside[..middle], &inside[middle + b" in ".len()..]);
    Some([&line[..at], b"for (", variable, b" : ", collection].concat())
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}

/// A text without its comments.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut bare = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.first() {
        let length = match (*first, rest.get(1).copied()) {
            (b'/', Some(b'/')) => find(rest, b"\n").unwrap_or(rest.len()),
            (b'/', Some(b'*')) => find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4),
            (quote @ (b'"' | b'\''), _) => {
                let length = length_of_quoted(rest, quote);
                bare.extend_from_slice(&rest[..length]);
                length
            }
            _ => {
                bare.push(*first);
                1
            }
        };
        rest = &rest[length..];
    }
    bare
}

/// How long a text or character in quotes is, these included; it ends with its line at the latest.
fn length_of_quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => break,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

/// Whether a text seems to define a function of this name that gives an `int`.
fn defines(text: &[u8], name: &str) -> bool {
    let text = without_comments(text);
    let text = String::from_utf8_lossy(&text);
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let typed = before.trim_end();
        typed.len() < before.len()
            && (typed.ends_with("int") || typed.ends_with("void"))
            && after.trim_start().starts_with('(')
    })
}

/// Puts right what another system's editor has left in a file.
fn repair(file: &Path) -> io::Result<()> {
    let text = fs::read(file)?;
    let repaired = match text.get(..2) {
        Some([0xff, 0xfe]) => Some(from_utf16(&text[2..], u16::from_le_bytes)),
        Some([0xfe, 0xff]) => Some(from_utf16(&text[2..], u16::from_be_bytes)),
        // Visual Studio begins its files so; an include on the first line is to be seen as one.
        Some([0xef, 0xbb]) => text.strip_prefix(b"\xef\xbb\xbf").map(<[u8]>::to_vec),
        _ if std::str::from_utf8(&text).is_err() => without_swallowed_lines(&text),
        _ => None,
    };
    match repaired {
        Some(repaired) => replace(file, &repaired),
        None => Ok(()),
    }
}

/// Writes a file of the copy anew: the copy itself may not be written to.
fn replace(file: &Path, text: &[u8]) -> io::Result<()> {
    fs::remove_file(file)?;
    fs::write(file, text)
}

fn from_utf16(text: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = text.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect::<String>()
        .into_bytes()
}

/// In GBK the second byte of a character may be a backslash, which would join the next line to a
/// comment that ends with it.
fn without_swallowed_lines(text: &[u8]) -> Option<Vec<u8>> {
    let mut repaired = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let bare = line.trim_ascii_end();
        let swallows = bare.last() == Some(&b'\\') && ends_within_character(bare);
        repaired.extend_from_slice(if swallows { bare } else { line });
        if swallows {
            repaired.extend_from_slice(b" .\n");
        }
    }
    (repaired != text).then_some(repaired)
}

/// Whether the last byte of a line in GBK is the second of a character.
fn ends_within_character(line: &[u8]) -> bool {
    let mut at = 0;
    while at < line.len() {
        let wide = line[at] >= 0x81 && at + 1 < line.len();
        if wide && at + 2 == line.len() {
            return true;
        }
        at += if wide { 2 } else { 1 };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn names(sources: &Sources, folder: &tempfile::TempDir) -> Vec<String> {
        let short = |file: &PathBuf| file.strip_prefix(folder.path()).unwrap().display().to_string();
        sources.files.iter().map(short).collect()
    }

    #[test]
    fn includes_are_found_in_any_case() {
        let files: &[(&str, &[u8])] = &[
            (
                "main.cpp",
                b"#include \"Unit.H\"\r\n#include <Vector.h>\n#include \"..\\src\\Field.h\"\nint main() {}\n",
            ),
            ("unit.h", b""),
            ("src/field.h", b"#include \"../UNIT.h\"\n"),
        ];
        let at = folder(files);
        let sources = Sources::find(at.path()).unwrap();
        let lines = "#include \"unit.h\"\n#include <vector.h>\n#include \"src/field.h\"\nint main() {}\n";
        assert_eq!(fs::read_to_string(at.path().join("main.cpp")).unwrap(), lines);
        assert_eq!(fs::read_to_string(at.path().join("src/field.h")).unwrap(), "#include \"../unit.h\"\n");
        assert!(sources.library.is_some_and(|at| at.join("vector.h").is_file()));
    }

    #[test]
    fn the_first_include_may_be_one_of_the_system() {
        let first = |text: &str| first_include(text.as_bytes());
        assert_eq!(first("// x\n # include <iostream> // y\n#include <map>\n").as_deref(), Some("iostream"));
        assert_eq!(first("#include \"unit.h\"\n#include <map>\n"), None);
        assert_eq!(first("int main() {}\n"), None);
    }

    #[test]
    fn a_students_own_header_comes_before_the_librarys() {
        let at = folder(&[
            ("main.cpp", b"#include <Grid.h>\n#include <map>\nint main() {}\n"),
            ("Grid.h", b""),
            ("map", b""),
        ]);
        let sources = Sources::find(at.path()).unwrap();
        assert_eq!(sources.library, None);
    }

    #[test]
    fn projects_are_folders_of_sources() {
        let at = folder(&[
            ("game.pro", b"SOURCES += src/main.cpp"),
            ("src/main.cpp", b"int main() {}"),
            ("src/field.cpp", b""),
            ("lib/StanfordCPPLib/console.cpp", b"int main() {}"),
            ("build-debug/moc.cpp", b""),
        ]);
        assert_eq!(names(&Sources::find(at.path()).unwrap(), &at), ["src/field.cpp", "src/main.cpp"]);
        let at =
            folder(&[("Game.sln", b""), ("Game/Game.vcxproj", b""), ("Game/main.cpp", b"int Main() {}")]);
        let sources = Sources::find(at.path()).unwrap();
        assert_eq!((names(&sources, &at), sources.main), (vec!["Game/main.cpp".to_string()], Some("Main")));
    }

    #[test]
    fn the_uppermost_main_counts() {
        let at =
            folder(&[("main.cpp", b"int main() {}"), ("unit.cpp", b""), ("old/main.cpp", b"int main() {}")]);
        assert_eq!(names(&Sources::find(at.path()).unwrap(), &at), ["main.cpp", "unit.cpp"]);
    }

    #[test]
    fn a_main_in_a_comment_is_none() {
        let tried = b"char c = '\"'; // \"\nint f() { return 0; }\n/* int main() {} */\n// int main() {}\n";
        let at = folder(&[("main.cpp", b"int main() {}"), ("src/unit.cpp", tried)]);
        assert_eq!(names(&Sources::find(at.path()).unwrap(), &at), ["main.cpp", "src/unit.cpp"]);
        assert_eq!(without_comments(b"a /* b */ \"/*\" '\\'' // c\nd /"), b"a  \"/*\" '\\'' \nd /");
    }

    #[test]
    fn other_encodings_are_put_right() {
        let wide: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("int main() {}\n".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        // The second byte of the last character of the comment is a backslash.
        let gbk = b"// \xb3\x5c\r\nint main() {}\n";
        let marked = b"\xef\xbb\xbf#include \"Unit.h\"\n";
        let at = folder(&[("wide.cpp", &wide), ("gbk.cpp", gbk), ("marked.cpp", marked), ("unit.h", b"")]);
        Sources::find(at.path()).unwrap();
        assert_eq!(fs::read(at.path().join("wide.cpp")).unwrap(), b"int main() {}\n");
        assert_eq!(fs::read(at.path().join("gbk.cpp")).unwrap(), b"// \xb3\x5c .\nint main() {}\n");
        assert_eq!(fs::read(at.path().join("marked.cpp")).unwrap(), b"#include \"unit.h\"\n");
    }

    #[test]
    fn old_loops_become_new_ones() {
        let loops = |line: &str| modern_loop(line.as_bytes()).map(|line| String::from_utf8(line).unwrap());
        let new = loops("  foreach (string word in words) {\n");
        assert_eq!(new.as_deref(), Some("  for (string word : words) {\n"));
        assert_eq!(loops("my_foreach(x in y)"), None);
        assert_eq!(loops("foreach(all)"), None);
    }

    #[test]
    fn what_needs_qt_is_named() {
        let at = folder(&[("main.cpp", b"#include <QApplication>\nint main() {}\n")]);
        let missing = Sources::find(at.path()).unwrap().unavailable.unwrap();
        assert_eq!((missing.file.as_str(), missing.include.as_str()), ("main.cpp", "QApplication"));
    }
}
