//! What in a bot's folder is no part of the bot: files that we wrote, what can be made again, and what its author says.
//!
//! A bot is not another one, and need not be built again, because somebody watched it play.

use crate::ledger::Ledger;
use crate::record::SeatRecord;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The entries of a folder, at any depth, that are no part of the bot; what is inside them is not listed.
pub(crate) fn left_out(folder: &Path, ignored: &[String]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    gather(folder, Path::new(""), ignored, &mut found)?;
    found.sort();
    Ok(found)
}

/// How deep folders are looked into; a bot's sources are not further down.
const DEEPEST: usize = 32;

fn gather(root: &Path, inside: &Path, ignored: &[String], found: &mut Vec<PathBuf>) -> io::Result<()> {
    let folder = root.join(inside);
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(&folder).map_err(named)? {
        let entry = entry.map_err(named)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(named)?);
        let inside = inside.join(entry.file_name());
        let is_ignored = ignored.iter().any(|pattern| is_meant(pattern, &inside, kind.is_dir()));
        if is_ignored || kind.is_file() && is_our_file(&path) || kind.is_dir() && is_our_folder(&path) {
            found.push(path);
        } else if kind.is_dir() && inside.components().count() < DEEPEST {
            gather(root, &inside, ignored, found)?;
        }
    }
    Ok(())
}

/// Whether a folder says of itself that it holds nothing but what can be made again, as cargo's `target` does.
///
/// See <https://bford.info/cachedir/>.
fn is_cache(path: &Path) -> bool {
    const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";
    fs::read(path.join("CACHEDIR.TAG")).is_ok_and(|tag| tag.starts_with(SIGNATURE))
}

/// Whether a folder is a cache, or holds what we wrote: the replays of a series, or records.
fn is_our_folder(path: &Path) -> bool {
    is_cache(path) || matches!(Ledger::open(path), Ok(Some(_))) || holds_record(path)
}

fn holds_record(path: &Path) -> bool {
    let folders = |path: &Path, prefix: &'static str| {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(move |path| {
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(prefix.as_bytes()))
        })
    };
    let is_seat =
        |path: PathBuf| path.join(SeatRecord::ABOUT).is_file() && path.join(SeatRecord::INPUT).is_file();
    folders(path, "game-").any(|game| folders(&game, "seat-").any(is_seat))
        || folders(path, "seat-").any(is_seat)
}

/// How every page of ours says what made it.
const PAGE: &[u8] = b"<meta name=\"generator\" content=\"sandtable\">";

/// Whether a file is a replay, a page, or the input of a record, all of which say so in their first bytes.
fn is_our_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.contains(".jsonl") {
        let head = head(path);
        [&b"{\"replay\":"[..], b"{\"type\":\"start\",\"protocol\":"]
            .iter()
            .any(|begin| head.starts_with(begin))
    } else if name.ends_with(".html") {
        head(path).windows(PAGE.len()).any(|part| part == PAGE)
    } else {
        false
    }
}

/// The first bytes of a file, unpacked; none if it cannot be read.
fn head(path: &Path) -> Vec<u8> {
    const ENOUGH: u64 = 1024;
    const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
    let open = || File::open(path).ok();
    let first = |mut file: Box<dyn Read>| {
        let mut bytes = Vec::new();
        // What stands before a damaged place is enough to tell.
        let _ = file.by_ref().take(ENOUGH).read_to_end(&mut bytes);
        bytes
    };
    let bytes = open().map(|file| first(Box::new(file))).unwrap_or_default();
    if !bytes.starts_with(ZSTD_MAGIC) {
        return bytes;
    }
    let unpacked = open().and_then(|file| zstd::stream::read::Decoder::new(file).ok());
    unpacked.map(|file| first(Box::new(file))).unwrap_or_default()
}

/// Whether a pattern of `ignore` means an entry: `*` and `?` stand for letters, a `/` at the end for a folder. Without another `/` it means
/// entries of this name wherever they are.
fn is_meant(pattern: &str, inside: &Path, is_folder: bool) -> bool {
    let (pattern, folders_only) = match pattern.strip_suffix('/') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    if folders_only && !is_folder {
        return false;
    }
    let name = match pattern.contains('/') {
        true => inside.to_string_lossy(),
        false => inside.file_name().unwrap_or_default().to_string_lossy(),
    };
    fits(pattern.trim_start_matches("./").trim_start_matches('/').as_bytes(), name.as_bytes())
}

/// Whether a text fits a pattern with `*` and `?`. Neither stands for a `/`.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern, text) {
        ([], []) => true,
        ([b'*', rest @ ..], _) => {
            let most = text.iter().position(|byte| *byte == b'/').unwrap_or(text.len());
            (0..=most).any(|taken| fits(rest, &text[taken..]))
        }
        ([b'?', rest @ ..], [byte, more @ ..]) => *byte != b'/' && fits(rest, more),
        ([letter, rest @ ..], [byte, more @ ..]) => letter == byte && fits(rest, more),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path, ignored: &[&str]) -> Vec<String> {
        let ignored: Vec<String> = ignored.iter().map(|pattern| (*pattern).to_owned()).collect();
        let found = left_out(folder, &ignored).unwrap();
        found.iter().map(|path| path.strip_prefix(folder).unwrap().display().to_string()).collect()
    }

    #[test]
    fn what_we_wrote_is_no_part_of_a_bot() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let replay = b"{\"replay\":1,\"game\":\"fc18\"}\n";
        write("game.jsonl", replay);
        write("game.jsonl.part", replay);
        write("out/late.jsonl.zst", &zstd::encode_all(&replay[..], 3).unwrap());
        write("input.jsonl", b"{\"type\":\"start\",\"protocol\":1}\n");
        write("game.html", b"<!doctype html>\n<meta name=\"generator\" content=\"sandtable\">");
        write("rec/game-00001/seat-0/about.json", b"{}");
        write("rec/game-00001/seat-0/input.jsonl", b"");
        write("target/CACHEDIR.TAG", b"Signature: 8a477f597d28d172789f06886806bc55\n");
        write("bot.cpp", b"int main() {}");
        write("book.jsonl", b"{\"opening\":1}\n");
        write("page.html", b"<!doctype html>");
        write("data/weights.bin", b"1");
        write("data/log.txt", b"1");
        let ours = [
            "game.html",
            "game.jsonl",
            "game.jsonl.part",
            "input.jsonl",
            "out/late.jsonl.zst",
            "rec",
            "target",
        ];
        assert_eq!(names(folder.path(), &[]), ours);
        let more = names(folder.path(), &["*.txt", "data/w*.bin", "out/", "bot.cpp/"]);
        assert_eq!(
            more,
            [
                "data/log.txt",
                "data/weights.bin",
                "game.html",
                "game.jsonl",
                "game.jsonl.part",
                "input.jsonl",
                "out",
                "rec",
                "target"
            ]
        );
    }

    #[test]
    fn patterns_are_those_of_a_shell() {
        for (pattern, path, is_folder, meant) in [
            ("*.log", "a/b/x.log", false, true),
            ("a/*.log", "a/b/x.log", false, false),
            ("a/*/x.log", "a/b/x.log", false, true),
            ("./out", "out", true, true),
            ("out/", "out", false, false),
            ("?.txt", "ab.txt", false, false),
            ("", "a", false, false),
        ] {
            assert_eq!(is_meant(pattern, Path::new(path), is_folder), meant, "{pattern} {path}");
        }
    }
}
