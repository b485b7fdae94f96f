//! Names of games stand in their own crates, in the list of games, and in few other places.

use std::fs;
use std::path::{Path, PathBuf};

/// Where a game may be named, besides its own crate, and why.
const ALLOWED: [(&str, &str); 13] = [
    ("crates/games/src/lib.rs", "the list of games"),
    ("crates/bots/src/greedy", "how a game is played well is the bot's own"),
    ("crates/bots/src/levels", "likewise"),
    ("crates/bots/src/strong.rs", "likewise"),
    ("crates/bots/src/loads.rs", "benchmark loads are named after what they play"),
    ("crates/solver/src/games", "how a game is solved is the solver's own"),
    ("crates/sdk/src/kit.rs", "the old contests' interfaces"),
    ("crates/page/web/skins", "a game's skin"),
    ("crates/page/web/tests", "tests"),
    ("crates/judge/src/courses", "what the course of each graded game asks for"),
    ("crates/xtask/src/pictures", "what the readme's pictures show"),
    ("crates/xtask/src/chaos", "what is played and handed in while machines fail"),
    ("crates/xtask/src/throughput.rs", "what is played where nothing else is asked for"),
];

/// Files that hold what `--help` prints: examples name games.
const HELP: &str = "args.rs";

#[test]
fn names_of_games_stand_where_they_belong() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let (games, mut misplaced) = (games(), Vec::new());
    for path in sources(&root.join("crates")) {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        let is_help = name.ends_with(HELP) && name.starts_with("crates/cli/src");
        if is_help || ALLOWED.iter().any(|(place, _)| name.starts_with(place)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(without_tests(&text)) {
            let named = games
                .iter()
                .find(|game| mentions(line, game) && !name.starts_with(&format!("crates/{game}/")));
            misplaced.extend(named.map(|game| format!("{name}:{number}: {game}: {}", line.trim())));
        }
    }
    assert!(
        misplaced.is_empty(),
        "names of games where all games are treated alike:\n{}",
        misplaced.join("\n")
    );
}

/// All games, those of other builds, too: a game is a crate with a face.
fn games() -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
    let with_face =
        folders.filter(|folder| folder.join("src/face").is_dir() || folder.join("src/face.rs").is_file());
    let names = with_face.map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned());
    let found: Vec<String> = names.filter(|name| name != "face").collect();
    assert!(
        found.len() > games::ALL.len() - 1
            && games::ALL.iter().all(|game| found.contains(&game.name().into()))
    );
    found
}

/// The lines before a file's own tests, which stand at its end.
fn without_tests(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| *line != "#[cfg(test)]")
}

/// Whether a line has the name as a word of its own, in code, text or comment.
fn mentions(line: &str, game: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(game).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + game.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Sources of programs: Rust in `src`, scripts in `web`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let skip =
                ["tests", "examples", "cases", "target", "node_modules", "benches"].contains(&name.as_str());
            if !skip {
                found.extend(sources(&path));
            }
        } else if [".rs", ".js"].iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}
