//! A bot to start from: the files of a new one, with the SDK it needs beside it.

use crate::kit::Kit;
use sandbox::ToolKind;
use thiserror::Error;

/// Every file of `sdk`, by its path there.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// What a bot is written in, and against which interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Modern C++ and the plain protocol.
    Cpp,
    /// C++ and the old contest's own interface.
    ClassicCpp,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// Why there is no such start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// Not every game was a contest.
    #[error("{0} was no contest with an interface of its own: those were {all}", all = Kit::games())]
    NoContest(String),
    /// A game or a language without files.
    #[error("there is no start for {0} in this language")]
    Missing(String),
}

impl Language {
    /// What a match needs to run such a bot.
    #[must_use]
    pub const fn tool(self) -> ToolKind {
        match self {
            Self::Cpp | Self::ClassicCpp => ToolKind::Cxx,
            Self::Python => ToolKind::Python,
            Self::Rust => ToolKind::Rust,
        }
    }

    /// How to test the new bot, from its folder.
    #[must_use]
    pub const fn test(self) -> &'static str {
        match self {
            Self::Cpp => "g++ -std=c++17 -I. test.cpp -o test && ./test",
            Self::ClassicCpp => "sh test.sh",
            Self::Python => "python3 -m unittest",
            Self::Rust => "cargo test",
        }
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Cpp => "starts/cpp",
            Self::ClassicCpp => "starts/classic",
            Self::Python => "starts/python",
            Self::Rust => "starts/rust",
        }
    }

    /// Where in `sdk` the files are that lie beside every bot, and where they go.
    const fn library(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Cpp => Some(("cpp/modern/sandtable/", "sandtable/")),
            Self::ClassicCpp => None,
            Self::Python => Some(("python/sandtable_bot/", "sandtable_bot/")),
            Self::Rust => Some(("rust/", "sandtable-bot/")),
        }
    }
}

/// The files of a new bot: paths in its folder, and contents.
///
/// # Errors
/// If there is no such start.
pub fn start(game: &str, language: Language, name: &str) -> Result<Vec<(String, Vec<u8>)>, StartError> {
    let mut files = below(&format!("{}/{game}/", language.folder()), "");
    if language == Language::ClassicCpp {
        let kit = Kit::of(game).ok_or_else(|| StartError::NoContest(game.to_owned()))?;
        files.extend(classic(kit));
    }
    if files.is_empty() {
        return Err(StartError::Missing(game.to_owned()));
    }
    for (_, contents) in &mut files {
        *contents = String::from_utf8_lossy(contents).replace("{{NAME}}", name).into_bytes();
    }
    if let Some((from, to)) = language.library() {
        files.extend(below(from, to));
    }
    files.sort();
    Ok(files)
}

/// The player of the tutorial, and the contest's headers, for editors.
fn classic(kit: &Kit) -> impl Iterator<Item = (String, Vec<u8>)> {
    let headers = kit.files.iter().filter_map(|(path, text)| {
        let name = path.strip_prefix(kit.headers)?.strip_prefix('/')?;
        (path != &kit.driver).then(|| (name.to_owned(), text.as_bytes().to_vec()))
    });
    headers.chain([("ai.cpp".to_owned(), kit.example.as_bytes().to_vec())])
}

fn below(from: &str, to: &str) -> Vec<(String, Vec<u8>)> {
    let found = FILES.iter().filter_map(|(path, contents)| Some((path.strip_prefix(from)?, contents)));
    found.map(|(path, contents)| (format!("{to}{path}"), contents.to_vec())).collect()
}

/// What the package of the Rust SDK is called: cargo takes no other of that name beside it.
const RUST_LIBRARY: &str = "sandtable-bot";

/// A name that every language takes for a package, made from what somebody called a folder.
#[must_use]
pub fn package_name(folder: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    let name: String = folder.chars().map(plain).collect::<String>().trim_matches('-').to_owned();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && name != RUST_LIBRARY => name,
        Some(_) => format!("bot-{name}"),
        None => "bot".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 4] = ["breach", "goblins", "deepblue", "fc18"];

    #[test]
    fn every_game_has_a_start_in_every_language() {
        for language in [Language::Cpp, Language::Python, Language::Rust, Language::ClassicCpp] {
            let classic = language == Language::ClassicCpp;
            for game in GAMES.iter().filter(|game| !classic || Kit::of(game).is_some()) {
                let files = start(game, language, "my-bot").unwrap();
                let has = |name: &str| files.iter().any(|(path, _)| path == name);
                assert!(has("bot.toml") && has("README.md"), "{game} {language:?}: {files:?}");
                for (path, contents) in files {
                    assert!(
                        !String::from_utf8_lossy(&contents).contains("{{NAME"),
                        "{game} {language:?}: {path}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_contests_have_a_classic_start() {
        assert_eq!(
            start("breach", Language::ClassicCpp, "x"),
            Err(StartError::NoContest("breach".to_owned()))
        );
    }

    #[test]
    fn any_folder_gives_a_package_name() {
        let names = [
            ("my-bot", "my-bot"),
            ("My Bot 2", "My-Bot-2"),
            ("7", "bot-7"),
            ("sandtable-bot", "bot-sandtable-bot"),
            ("沙盘", "bot"),
            ("", "bot"),
        ];
        for (folder, name) in names {
            assert_eq!(package_name(folder), name);
        }
    }
}
