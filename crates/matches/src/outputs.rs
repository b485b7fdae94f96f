//! What in a bot's folder is no part of the bot: files that we wrote, and what its author says.
//!
//! A bot is not another one, and need not be built again, because somebody watched it play.

use crate::ledger::Ledger;
use crate::record::SeatRecord;
use rustix::fs::OFlags;
use sandbox::Found;
use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Whether something found in a folder is no part of the bot.
pub(crate) fn is_no_part(root: &Path, found: &Found<'_>, ignored: &[String]) -> bool {
    ignored.iter().any(|pattern| is_meant(pattern, found.path, found.is_folder))
        || match found.is_folder {
            true => is_our_folder(found),
            false => is_our_file(&root.join(found.path)),
        }
}

/// Whether a folder holds what we wrote: the replays of a series, or records.
fn is_our_folder(found: &Found<'_>) -> bool {
    const MOST_SEATS: u8 = 4;
    let has_seats = |game: &str| {
        (0..MOST_SEATS).any(|seat| found.holds(&format!("{game}seat-{seat}/{}", SeatRecord::ABOUT)))
    };
    found.begins_with(Ledger::FILE, b"{\n  \"game\": ") || has_seats("") || has_seats("game-00001/")
}

/// How every page of ours says what made it.
const PAGE: &[u8] = b"<meta name=\"generator\" content=\"sandtable\">";

/// Whether a file is a replay, a page, or the input of a record, all of which say so in their first
/// bytes.
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
    let first = |mut file: Box<dyn Read>| {
        let mut bytes = Vec::new();
        // What stands before a damaged place is enough to tell.
        let _ = file.by_ref().take(ENOUGH).read_to_end(&mut bytes);
        bytes
    };
    let bytes = open(path).map(|file| first(Box::new(file))).unwrap_or_default();
    if !bytes.starts_with(ZSTD_MAGIC) {
        return bytes;
    }
    let unpacked = open(path).and_then(|file| zstd::stream::read::Decoder::new(file).ok());
    unpacked.map(|file| first(Box::new(file))).unwrap_or_default()
}

/// Opens an ordinary file. A link may lead anywhere, and a pipe would keep us waiting.
fn open(path: &Path) -> Option<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path).ok()?;
    file.metadata().is_ok_and(|meta| meta.is_file()).then_some(file)
}

/// Whether a pattern of `ignore` means an entry: `*` and `?` stand for letters, a `/` at the end
/// for a folder. Without another `/` it means entries of this name wherever they are.
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
///
/// In steps as many as pattern times text at most, whatever the pattern: it is a stranger's.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    let (mut in_pattern, mut in_text) = (0, 0);
    // Where the last `*` stands, and up to where it reaches.
    let mut star: Option<(usize, usize)> = None;
    loop {
        match (pattern.get(in_pattern), text.get(in_text)) {
            (None, None) => return true,
            (Some(b'*'), _) => {
                star = Some((in_pattern, in_text));
                in_pattern += 1;
            }
            (Some(b'?'), Some(byte)) if *byte != b'/' => {
                (in_pattern, in_text) = (in_pattern + 1, in_text + 1)
            }
            (Some(letter), Some(byte)) if letter == byte => {
                (in_pattern, in_text) = (in_pattern + 1, in_text + 1);
            }
            // An earlier `*` that reached further would help no more than the last one does, up to
            // a `/`.
            _ => match star {
                Some((at, reach)) if text.get(reach).is_some_and(|byte| *byte != b'/') => {
                    star = Some((at, reach + 1));
                    (in_pattern, in_text) = (at + 1, reach + 1);
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandbox::{Caps, Snapshot};
    use std::fs;

    /// What of a folder is taken, without folders.
    fn taken(folder: &Path, ignored: &[&str]) -> Vec<String> {
        let ignored: Vec<String> = ignored.iter().map(|pattern| (*pattern).to_owned()).collect();
        let mut names = Vec::new();
        Snapshot::of_folder(folder, &Caps::default(), &mut |found| {
            let is_part = !is_no_part(folder, found, &ignored);
            if is_part && !found.is_folder {
                names.push(found.path.display().to_string());
            }
            is_part
        })
        .unwrap();
        names.sort();
        names
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
        write("rec/game-00001/seat-1/about.json", b"{}");
        write("replays/series.json", b"{\n  \"game\": \"fc18\"\n}\n");
        write("replays/00001.jsonl.zst", b"");
        write("bot.cpp", b"int main() {}");
        write("book.jsonl", b"{\"opening\":1}\n");
        write("page.html", b"<!doctype html>");
        write("data/weights.bin", b"1");
        write("data/log.txt", b"1");
        let own = ["book.jsonl", "bot.cpp", "data/log.txt", "data/weights.bin", "page.html"];
        assert_eq!(taken(folder.path(), &[]), own);
        let fewer = taken(folder.path(), &["*.txt", "data/w*.bin", "bot.cpp/"]);
        assert_eq!(fewer, ["book.jsonl", "bot.cpp", "page.html"]);
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
        assert!(fits(b"*a*b?*", b"xaxabxbx") && !fits(b"*/b*", b"a/c/b"));
        assert!(!fits(b"a*/b*c", b"ax/bc/c/bc") && fits(b"a*/b*c", b"ax/bbcc"));
        // Tried one by one, the ways to share out the letters would take longer than the world is
        // old.
        assert!(!fits("*a".repeat(60).as_bytes(), "a".repeat(59).as_bytes()));
        assert!(!fits(("*a".repeat(60) + "b").as_bytes(), "a".repeat(250).as_bytes()));
    }
}
