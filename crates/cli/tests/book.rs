//! Every command that the book and the readme show is run, and what they show of its output is
//! compared.
//!
//! The commands of a page run one after the other in a folder of the page's own. Blocks are marked
//! by what stands behind their fence:
//!
//! - `sh` holds commands, which must succeed.
//! - `console` holds commands behind `$ `, each with what it prints, on either output. A line `...`
//!   stands for any number of lines, `…` within a line for any letters. Seeds, times and fractions
//!   are not compared, nor how many blanks there are.
//!
//! Comments of the page say what readers need not see, right before a block:
//! `<!-- run: COMMAND -->` prepares something, `<!-- file: NAME -->` puts the block into a file,
//! `<!-- status: N -->` expects another exit status, `<!-- needs: PROGRAM -->` leaves the block out
//! where that is missing, `<!-- skip: REASON -->` leaves it out everywhere.
//!
//! `UPDATE_BOOK=1 cargo test -p sandtable --test book` writes what is printed now into the pages;
//! read the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A block of a page.
#[derive(Clone, Debug)]
struct Block {
    /// What stands behind its fence.
    kind: String,
    /// The line of its fence, from 1.
    line: usize,
    /// The comments right before it: what is asked for, and its argument.
    asked: Vec<(String, String)>,
    lines: Vec<String>,
}

impl Block {
    fn asked(&self, what: &str) -> Option<&str> {
        self.asked.iter().find(|(name, _)| name == what).map(|(_, argument)| argument.as_str())
    }
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut asked, mut open): (Vec<Block>, Vec<(String, String)>, Option<Block>) =
        Default::default();
    for (line, number) in page.lines().zip(1..) {
        if let Some(block) = &mut open {
            match line.trim_start().starts_with("```") {
                true => found.extend(open.take()),
                false => block.lines.push(line.to_owned()),
            }
        } else if let Some(kind) = line.trim_start().strip_prefix("```") {
            let (kind, asked) = (kind.to_owned(), std::mem::take(&mut asked));
            open = Some(Block { kind, line: number, asked, lines: Vec::new() });
        } else if let Some(comment) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) {
            asked.extend(comment.split_once(": ").map(|(what, rest)| (what.to_owned(), rest.to_owned())));
        } else if !line.is_empty() {
            asked.clear();
        }
    }
    found
}

/// A command with what is shown of its output.
struct Shown {
    /// The line of the command in the page, from 1, and the lines of its output.
    line: usize,
    command: String,
    output: Vec<String>,
}

fn commands(block: &Block) -> Vec<Shown> {
    if block.kind == "sh" {
        return vec![Shown { line: block.line + 1, command: block.lines.join("\n"), output: Vec::new() }];
    }
    let mut found: Vec<Shown> = Vec::new();
    for (line, number) in block.lines.iter().zip(block.line + 1..) {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                found.push(Shown { line: number, command: command.to_owned(), output: Vec::new() });
            }
            (None, Some(last)) => last.output.push(line.clone()),
            (None, None) => panic!("line {number}: a block `console` begins with a command"),
        }
    }
    found
}

/// The folder in which a page's commands are run.
struct Desk {
    folder: PathBuf,
    path: std::ffi::OsString,
}

impl Desk {
    fn new(page: &Path) -> Self {
        let name: String = page.to_string_lossy().replace(['/', '.'], "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("work")).unwrap();
        fs::create_dir_all(folder.join("bin")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_sandtable"), folder.join("bin/sandtable")).unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder.join("bin")).chain(std::env::split_paths(&path));
        Self { path: std::env::join_paths(folders).unwrap(), folder }
    }

    /// Runs a command; returns its exit status and what it printed.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let output = Command::new("sh")
            .args(["-c", &format!("set -e; exec 2>&1\n{command}")])
            .current_dir(self.folder.join("work"))
            .env("PATH", &self.path)
            .env("REPO", root())
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-cache"))
            .env("XDG_DATA_HOME", self.folder.join("data"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// A line without what differs from run to run.
fn normalised(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let unit = |at: usize| {
        words
            .get(at + 1)
            .is_some_and(|word| matches!(word.trim_end_matches([',', ';', '.', ')']), "ms" | "s" | "%"))
    };
    let normal = |(at, word): (usize, &&str)| {
        let core = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let is_seed = core.len() == 16 && core.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_number = core.starts_with(|letter: char| letter.is_ascii_digit());
        let is_measured = is_number && (unit(at) || core.contains('.') && core.parse::<f64>().is_ok());
        match is_seed || is_measured {
            true => word.replace(core, "#"),
            false => (*word).to_owned(),
        }
    };
    words.iter().enumerate().map(normal).collect::<Vec<_>>().join(" ")
}

/// Whether a line fits one in which `…` stands for any letters.
fn fits(shown: &str, got: &str) -> bool {
    let parts: Vec<&str> = shown.split('…').map(str::trim).collect();
    let [first, between @ .., last] = &parts[..] else { return shown == got };
    let Some(mut rest) = got.strip_prefix(first) else { return false };
    for part in between {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// Whether lines fit those that are shown, among which `...` stands for any number.
fn all_fit(shown: &[String], got: &[String]) -> bool {
    match shown {
        [] => got.is_empty(),
        [first, rest @ ..] if first.trim() == "..." => {
            (0..=got.len()).any(|skipped| all_fit(rest, &got[skipped..]))
        }
        [first, rest @ ..] => {
            let fits_first = |line: &String| fits(&normalised(first), &normalised(line));
            got.first().is_some_and(fits_first) && all_fit(rest, &got[1..])
        }
    }
}

fn pages() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match entry.is_dir() {
                true => below(&entry, found),
                false => {
                    found.extend(entry.extension().is_some_and(|end| end == "md").then_some(entry.clone()))
                }
            }
        }
    }
    let mut found = vec![root().join("README.md")];
    below(&root().join("docs/src"), &mut found);
    found.sort();
    found
}

/// Runs the commands of a page; returns what is not as shown, and the page as it should be.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn check(path: &Path, text: &str) -> (Vec<String>, String) {
    let name = path.strip_prefix(root()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut wrong, mut moved) = (Vec::new(), 0_isize);
    let desk = Desk::new(name);
    for block in blocks(text) {
        if let Some(file) = block.asked("file") {
            fs::write(desk.folder.join("work").join(file), block.lines.join("\n") + "\n").unwrap();
        }
        if !matches!(block.kind.as_str(), "sh" | "console") {
            continue;
        }
        let missing =
            block.asked("needs").filter(|tool| desk.run(&format!("command -v {tool}")).0 != Some(0));
        let missing = missing.map(|tool| format!("there is no {tool} here"));
        if let Some(why) = block.asked("skip").map(str::to_owned).or(missing) {
            println!("skipped: {}:{}: {why}", name.display(), block.line);
            continue;
        }
        for (_, command) in block.asked.iter().filter(|(what, _)| what == "run") {
            let (status, said) = desk.run(command);
            assert_eq!(status, Some(0), "{}:{}: {command}\n{said}", name.display(), block.line);
        }
        let wanted: i32 = block.asked("status").map_or(0, |status| status.parse().unwrap());
        let shown = commands(&block);
        let count = shown.len();
        for (at, Shown { line, command, output }) in shown.into_iter().enumerate() {
            let (status, said) = desk.run(&command);
            let place = format!("{}:{line}: {command}", name.display());
            let expected = if at + 1 == count { wanted } else { 0 };
            if status != Some(expected) {
                wrong.push(format!("{place}\nended with {status:?} instead of {expected}:\n{said}"));
                continue;
            }
            let got: Vec<String> = said.lines().map(|line| line.trim_end().to_owned()).collect();
            if block.kind == "console" && !all_fit(&output, &got) {
                wrong.push(format!("{place}\nshown:\n{}\nprinted:\n{}", output.join("\n"), got.join("\n")));
                let begin = (line as isize + moved) as usize;
                moved += got.len() as isize - output.len() as isize;
                lines.splice(begin..begin + output.len(), got);
            }
        }
    }
    (wrong, lines.join("\n") + "\n")
}

/// Runs the commands of the page at this path below the repository's root.
fn check_page(path: &str) {
    let path = root().join(path);
    let text = fs::read_to_string(&path).unwrap();
    let (wrong, now) = check(&path, &text);
    if std::env::var_os("UPDATE_BOOK").is_some() && now != text {
        fs::write(&path, now).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
}

/// Makes a test of each page that has commands, so that pages run side by side and a slow one
/// shows.
macro_rules! pages_that_run {
    ($($test:ident: $path:literal),* $(,)?) => {
        const RUN: &[&str] = &[$($path),*];
        $(#[test]
        fn $test() {
            check_page($path);
        })*
    };
}

pages_that_run! {
    readme: "README.md",
    add_a_game: "docs/src/add-a-game.md",
    arena: "docs/src/arena.md",
    beginners: "docs/src/beginners.md",
    check_bot: "docs/src/check-bot.md",
    class: "docs/src/class.md",
    compare: "docs/src/compare.md",
    judge: "docs/src/judge.md",
    many_machines: "docs/src/many-machines.md",
    matches: "docs/src/matches.md",
    playing: "docs/src/playing.md",
    protocol: "docs/src/protocol.md",
    puzzles: "docs/src/puzzles.md",
    python: "docs/src/python.md",
    remote: "docs/src/remote.md",
    replay_page: "docs/src/replay-page.md",
    replays: "docs/src/replays.md",
    sdk_classic: "docs/src/sdk/classic.md",
    sdk_cpp: "docs/src/sdk/cpp.md",
    sdk_python: "docs/src/sdk/python.md",
    sdk_rust: "docs/src/sdk/rust.md",
    solve: "docs/src/solve.md",
    tutorial_deepblue: "docs/src/tutorial-deepblue.md",
    tutorial_fc18: "docs/src/tutorial-fc18.md",
    tournaments: "docs/src/tournaments.md",
}

#[test]
fn every_page_with_commands_is_run() {
    let has_commands = |path: &PathBuf| {
        let blocks = blocks(&fs::read_to_string(path).unwrap());
        blocks.iter().any(|block| matches!(block.kind.as_str(), "sh" | "console"))
    };
    let with_commands: Vec<PathBuf> = pages().into_iter().filter(has_commands).collect();
    let mut run: Vec<PathBuf> = RUN.iter().map(|path| root().join(path)).collect();
    run.sort();
    assert_eq!(run, with_commands);
}

/// The commands in running text, as far as they can be checked without running them.
fn named_in_prose(text: &str) -> BTreeSet<String> {
    let mut in_code = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        if !is_fence && !in_code {
            let spans = line.split('`').skip(1).step_by(2);
            found.extend(spans.filter(|span| span.starts_with("sandtable ")).map(str::to_owned));
        }
    }
    found
}

#[test]
fn commands_in_running_text_exist_with_their_options() {
    let help = |words: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_sandtable")).args(words).arg("--help").output().unwrap();
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut wrong = Vec::new();
    for path in pages() {
        for command in named_in_prose(&fs::read_to_string(&path).unwrap()) {
            let words: Vec<&str> =
                command.split_whitespace().skip(1).take_while(|word| *word != "--").collect();
            let Some(first) =
                words.first().filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()))
            else {
                continue;
            };
            let nested: &[&str] = match (words.get(1), *first) {
                (Some(second), "replay" | "judge") if help(&[first, second]).is_some() => &words[..2],
                _ => &words[..1],
            };
            let Some(page) = help(nested) else {
                wrong.push(format!("{}: `{command}`: there is no such command", path.display()));
                continue;
            };
            let options = words.iter().filter_map(|word| word.strip_prefix("--")?.split(['=', ',']).next());
            let unknown = options.filter(|name| !name.is_empty() && !page.contains(&format!("--{name}")));
            wrong
                .extend(unknown.map(|name| format!("{}: `{command}`: there is no --{name}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_command_hides_in_a_block_that_is_not_run() {
    let mut hidden = Vec::new();
    for path in pages() {
        for block in blocks(&fs::read_to_string(&path).unwrap()) {
            let is_run = matches!(block.kind.as_str(), "sh" | "console");
            let command =
                block.lines.iter().find(|line| line.starts_with("sandtable ") || line.starts_with("$ "));
            if let Some(command) = command.filter(|_| !is_run) {
                hidden.push(format!("{}:{}: {command}", path.display(), block.line));
            }
        }
    }
    assert!(hidden.is_empty(), "mark these blocks `sh` or `console`:\n{}", hidden.join("\n"));
}

/// The pages of the book in Chinese show what the English ones show, which is run.
#[test]
fn the_chinese_book_shows_the_same_blocks() {
    /// Made from the table of attacks, which is in English.
    const ENGLISH_ONLY: &str = "sandbox-redteam.md";
    let (english, chinese) = (root().join("docs/src"), root().join("docs/zh-CN/src"));
    for page in pages().iter().filter_map(|page| page.strip_prefix(&english).ok()) {
        if page == Path::new(ENGLISH_ONLY) || page == Path::new("SUMMARY.md") {
            continue;
        }
        let blocks_of = |book: &Path| {
            let text =
                fs::read_to_string(book.join(page)).unwrap_or_else(|error| panic!("{page:?}: {error}"));
            blocks(&text).into_iter().map(|block| (block.kind, block.asked, block.lines)).collect::<Vec<_>>()
        };
        let (ours, theirs) = (blocks_of(&english), blocks_of(&chinese));
        for (number, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{page:?}, block {}", number + 1);
        }
        assert_eq!(ours.len(), theirs.len(), "{page:?}: number of blocks");
    }
}

#[test]
fn wildcards_stand_for_what_they_should() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let shown = lines("seed 00c5ffee00c5ffee, 1 game played\n...\n3 turns in 0.28 s\nend … here");
    let got = lines("seed 1234567890abcdef, 1 game  played\na\nb\n3 turns in 12.00 s\nend is here");
    assert!(all_fit(&shown, &got));
    assert!(!all_fit(&shown, &got[..3]));
    assert!(!all_fit(&lines("4 turns in 1.00 s"), &lines("3 turns in 1.00 s")));
}
