//! Replays of all formats: old ones, other rules, forfeits, packed ones.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs the program and expects this exit status; returns what it wrote to both outputs.
fn expect(status: i32, words: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    let output = command.args(words).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{words:?}\n{out}{err}");
    (out, err)
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("formats-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Replays that the program wrote before there was a second format.
fn first_format() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays-v1");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 6);
    files
}

#[test]
fn replays_of_the_first_format_are_read_by_every_command() {
    let folder = scratch("first");
    for path in first_format() {
        let file = &shown(&path)[..];
        expect(0, &["replay", "verify", file]);
        expect(0, &["replay", "show", file, "--brief"]);
        expect(0, &["replay", "html", file, "-o", &shown(&folder.join("p.html"))]);
        let (canonical, _) = expect(0, &["replay", "show", file, "--canonical"]);
        assert!(canonical.starts_with("{\"replay\":1,"));
        let again = shown(&folder.join("canonical.jsonl"));
        fs::write(&again, canonical).unwrap();
        expect(0, &["replay", "verify", &again]);
    }
}

#[test]
fn a_replay_of_other_rules_is_refused_and_not_called_different() {
    let folder = scratch("rules");
    let path = folder.join("r.jsonl");
    let file = &shown(&path)[..];
    expect(0, &["match", "breach", "greedy", "--replay", file]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("{\"replay\":2,") && text.contains("\"rules_version\":1,"), "{text}");
    fs::write(&path, text.replacen("\"rules_version\":1", "\"rules_version\":9", 1)).unwrap();
    let page = shown(&folder.join("p.html"));
    let commands: [&[&str]; 4] = [
        &["verify", file],
        &["show", file],
        &["html", file, "-o", &page],
        &["branch", file, "--at", "1", "idle"],
    ];
    for words in commands {
        let (out, err) = expect(1, &[&["replay"], words].concat());
        let said = out + &err;
        assert!(said.contains("the replay was played by version 9 of the rules of breach"), "{said}");
        assert!(!said.contains("DIFFERENT") && !said.contains("digest"), "{said}");
    }
    fs::write(&path, text.replacen("\"map_hash\":\"", "\"map_hash\":\"0", 1)).unwrap();
    let (said, _) = expect(1, &["replay", "verify", file]);
    assert!(said.contains("its map is not the one whose hash the header names"), "{said}");
}

/// Plays nothing, and leaves in its third turn.
const LEAVES: &str = r#"
import sys
turns = 0
for line in sys.stdin:
    if '"type":"turn"' in line:
        turns += 1
        if turns == 3:
            sys.exit(3)
        sys.stdout.write('{"turn":%s,"note":"turn %d, \u00e9"}\n' % (line.split('"turn":')[1].split(",")[0], turns))
        sys.stdout.flush()
"#;

#[test]
fn who_is_out_is_not_first() {
    let folder = scratch("out");
    let (bot, file, page) = (folder.join("leaves.py"), folder.join("r.jsonl"), folder.join("p.html"));
    fs::write(&bot, LEAVES).unwrap();
    let (bot, file, page) = (&shown(&bot)[..], &shown(&file)[..], &shown(&page)[..]);
    // By the rules the two share the first place: neither does anything.
    let words = ["deepblue", bot, "idle", "--sandbox", "off", "--replay", file];
    let (table, _) = expect(0, &[&["match"], &words[..]].concat());
    let rows: Vec<Vec<&str>> =
        table.lines().skip(2).take(2).map(|row| row.split_whitespace().collect()).collect();
    assert_eq!((rows[0][0], rows[0][2], rows[1][0], rows[1][2]), ("1", "idle", "2", "leaves.py"), "{table}");
    let (result, _) = expect(0, &[&["match"], &words[..], &["--json"]].concat());
    let result: Value = serde_json::from_str(&result).unwrap();
    assert_eq!((&result["bots"][0]["wins"], &result["bots"][1]["wins"]), (&0.into(), &1.into()), "{result}");
    assert_eq!(result["games"][0]["outcome"][0]["place"], 2);
    expect(0, &["replay", "verify", file]);
    let (told, _) = expect(0, &["replay", "show", file, "--brief"]);
    assert!(told.contains("leaves.py: place 2, score 0, out\n") && told.contains("idle: place 1"), "{told}");
    expect(0, &["replay", "html", file, "-o", page]);

    let text = fs::read_to_string(file).unwrap();
    let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((&end["forfeits"], &end["by_rules"][0]["place"]), (&serde_json::json!([0]), &1.into()));
    for (from, to) in [("\"forfeits\":[0]", "\"forfeits\":[1]"), ("\"forfeits\":[0],", "")] {
        fs::write(file, text.replacen(from, to, 1)).unwrap();
        let (said, _) = expect(1, &["replay", "verify", file]);
        assert!(said.contains("at the end: the seats that are out are [0]"), "{said}");
    }

    // In a game for one nobody else is first.
    let (alone, _) = expect(0, &["match", "breach", bot, "--rules", "stage2", "--sandbox", "off", "--json"]);
    let alone: Value = serde_json::from_str(&alone).unwrap();
    assert_eq!(
        (&alone["games"][0]["outcome"][0]["place"], &alone["bots"][0]["wins"]),
        (&2.into(), &0.into())
    );
}

#[test]
fn packed_replays_are_read_by_every_command_and_unpack_to_the_same_bytes() {
    let folder = scratch("packed");
    for path in first_format() {
        let name = path.file_name().unwrap().to_str().unwrap().split('.').next().unwrap().to_owned();
        let (plain, packed, again) = (
            folder.join(format!("{name}.jsonl")),
            folder.join(format!("{name}.replay")),
            folder.join("again.jsonl"),
        );
        expect(0, &["replay", "unpack", &shown(&path), "-o", &shown(&plain)]);
        expect(0, &["replay", "pack", &shown(&plain)]);
        expect(0, &["replay", "verify", &shown(&packed)]);
        expect(0, &["replay", "unpack", &shown(&packed), "-o", &shown(&again)]);
        assert_eq!(fs::read(&plain).unwrap(), fs::read(&again).unwrap(), "{name}");
        let (one, _) = expect(0, &["replay", "show", &shown(&plain)]);
        let (other, _) = expect(0, &["replay", "show", &shown(&packed)]);
        assert_eq!(one, other, "{name}");
        expect(0, &["replay", "html", &shown(&packed)]);
        assert!(folder.join(format!("{name}.html")).exists());
        let size = |path: &Path| fs::metadata(path).unwrap().len();
        let after = size(&packed);
        // Turns that the first format writes in other words are kept as they are, and only
        // compressed.
        let before = if name.starts_with("deepblue") { size(&plain) / 4 } else { size(&path) };
        assert!(after < before, "{name}: {before} -> {after}");
    }
    // Cut, changed or of another game: it is said, and nothing else happens.
    let packed = fs::read(folder.join("fc18.replay")).unwrap();
    let file = folder.join("cut.replay");
    for length in [7, 8, 9, 13, 14, 40, packed.len() / 2, packed.len() - 1] {
        fs::write(&file, &packed[..length]).unwrap();
        expect(1, &["replay", "verify", &shown(&file)]);
        expect(1, &["replay", "unpack", &shown(&file), "-o", &shown(&folder.join("cut.jsonl"))]);
    }
    let (_, said) = expect(2, &["replay", "pack", &shown(&folder), "-o", &shown(&file)]);
    assert!(said.contains("-o names one file"), "{said}");
}
