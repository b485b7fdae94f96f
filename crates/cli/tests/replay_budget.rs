//! Files that are small on disk and huge in memory, in the hands of the real program with little
//! memory.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Address space of the program, in kibibytes: what it takes by itself, and a budget of 64 MiB with
/// some room.
const MEMORY: usize = 190_000;

/// Runs the program with little memory; it must say in one sentence that it does not want the file,
/// and not die.
fn refused(words: &[&str]) -> String {
    let script = format!("ulimit -v {MEMORY} && ulimit -t 60 && exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sandtable")]).args(words).stdin(Stdio::null());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
    assert!(said.len() < 1000, "{words:?}: {} bytes of words", said.len());
    said.into_owned()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("budget-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const HEADER: &str = r#"{"replay":1,"game":"breach","rules":"stage4","map_name":"m","map":"0 2\n3 1 T\n3 6 B\n","seed":"0000000000000000","seats":[{"name":"a","bot":0}],"clock":"off"}"#;

/// A compressed replay of a header and these parts, each so often.
fn bomb(path: &Path, parts: &[(&str, usize)]) -> String {
    let mut encoder = zstd::Encoder::new(fs::File::create(path).unwrap(), 3).unwrap();
    writeln!(encoder, "{HEADER}").unwrap();
    for (part, times) in parts {
        for _ in 0..*times {
            encoder.write_all(part.as_bytes()).unwrap();
        }
    }
    encoder.finish().unwrap();
    path.display().to_string()
}

#[test]
fn a_replay_that_unfolds_to_gigabytes_is_refused() {
    let folder = scratch("replays");
    let many = 400_000_000;
    let blanks = " ".repeat(1000);
    let turn = r#"{"turn":1,"moves":[{"seat":0,"orders":["#;
    let small_orders =
        format!("{turn}{}0],\"answers\":[]}}],\"digest\":\"0000000000000000\"}}\n", "0,".repeat(4000));
    let deep = format!(
        "{turn}[{}0]],\"answers\":[]}}],\"digest\":\"0000000000000000\"}}\n",
        "{\"\":0},".repeat(100_000)
    );
    let notes = format!("{{\"end\":[],\"turns\":1,\"measured\":[{}0]}}\n", "{\"\":0},".repeat(400_000));
    /// A name, what the file repeats how often, and what is said.
    type Bomb<'a> = (&'a str, Vec<(&'a str, usize)>, &'a str);
    let cases: [Bomb<'_>; 6] = [
        ("blanks", vec![(&blanks, many / 1000)], "it is longer than 8 MiB"),
        ("orders", vec![(turn, 1), ("0,", 3_000_000), ("\n", 1)], "at most 4096 entries"),
        (
            "answers",
            vec![(turn, 1), ("0],\"answers\":[", 1), ("\"done\",", 1_000_000), ("\n", 1)],
            "at most 4096 entries",
        ),
        ("turns", vec![(&small_orders, 20_000)], "turn 1, seat 0"),
        ("deep", vec![(&deep, 400)], "turn 1, seat 0"),
        ("measured", vec![(&notes, 1)], "at the end: "),
    ];
    for (name, parts, expected) in cases {
        let file = bomb(&folder.join(format!("{name}.jsonl.zst")), &parts);
        let said = refused(&["replay", "verify", &file]);
        assert!(said.contains(expected), "{name}: {said}");
    }
}

#[test]
fn an_old_replay_that_unfolds_to_gigabytes_is_refused() {
    let folder = scratch("battles");
    let whole = |inside: String| format!("{{\"version\":3,{inside}}}");
    let objects = "{\"\":0},".repeat(6_000_000);
    let states = "[\"{}\",[[],[]]],".repeat(3_000_000);
    let orders = "[[],[]],".repeat(5_000_000);
    let elements = r#"\"1\":{\"a\":[0,0,0,0,0,0,0,0,0,0]},"#.repeat(60_000);
    let endless = "x".repeat(40_000_000);
    let cases = [
        ("names", whole(format!("\"team_names\":[{objects}0]")), "it holds more than any such file does"),
        ("other", whole(format!("\"other\":[{objects}0]")), "there is no text `gamebody`"),
        ("states", whole(format!("\"key_frames\":[{states}0]")), "it holds more than any such file does"),
        (
            "orders",
            whole(format!("\"history\":{{\"command\":[{orders}0]}}")),
            "it holds more than any such file does",
        ),
        (
            "elements",
            whole(format!("\"key_frames\":[[\"{{{elements}}}\"]]")),
            "a text in it is longer than 2 MiB",
        ),
        ("text", whole(format!("\"gamebody\":\"{endless}\"")), "a text in it is longer than 2 MiB"),
    ];
    for (name, text, expected) in cases {
        let path = folder.join(format!("{name}.battle"));
        let mut encoder =
            flate2::write::GzEncoder::new(fs::File::create(&path).unwrap(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap();
        let said = refused(&["replay", "html", &path.display().to_string()]);
        assert!(said.contains(expected), "{name}: {said}");
    }
}

#[test]
fn a_log_without_end_is_refused() {
    let folder = scratch("logs");
    let log = folder.join("everyround_info.txt");
    fs::write(&log, format!("round 0\n#corps\n{}", "1 1 1\n".repeat(2_000_000))).unwrap();
    let said = refused(&["replay", "html", &folder.display().to_string()]);
    assert!(said.contains("a log has at most 260000 rows"), "{said}");
    fs::write(&log, "x".repeat(20 << 20)).unwrap();
    let said = refused(&["replay", "html", &folder.display().to_string()]);
    assert!(said.contains("larger than 16 MiB"), "{said}");
}

#[test]
fn a_map_that_is_huge_in_memory_is_refused() {
    let folder = scratch("maps");
    let objects = folder.join("objects.map");
    fs::write(&objects, format!("[{}0]", "{\"\":0},".repeat(500_000))).unwrap();
    let large = folder.join("large.map");
    fs::write(&large, "0 ".repeat(3 << 20)).unwrap();
    for game in ["deepblue", "fc18", "breach", "goblins"] {
        let said = refused_or_usage(&["map", game, "check", &large.display().to_string()]);
        assert!(said.contains("larger than 4 MiB"), "{game}: {said}");
        refused(&["map", game, "check", &objects.display().to_string()]);
    }
}

/// A file that cannot be read is wrong usage.
fn refused_or_usage(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(words).output().unwrap();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{words:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_vector_that_is_huge_in_memory_is_refused() {
    for (game, expected) in
        [("deepblue", "it holds more than any such file does"), ("fc18", "larger than 2 MiB")]
    {
        let folder = scratch(&format!("vectors-{game}"));
        let mut text = String::from("{\"rounds\":[");
        (0..800_000).for_each(|_| write!(text, "{{\"\":0}},").unwrap());
        fs::write(folder.join("a.json"), text + "0]}").unwrap();
        let said = refused(&["conform", game, &folder.display().to_string()]);
        assert!(said.contains(expected), "{game}: {said}");
    }
}

/// Gives as many orders as it may, every one an object with one field, for as long as it is let.
const GREEDY: &str = r#"
import sys
orders = ",".join(["[" + ",".join(['{"":0}'] * 500) + "]"] * 290)
for line in sys.stdin:
    if '"type":"turn"' in line:
        turn = line.split('"turn":')[1].split(",")[0]
        sys.stdout.write('{"turn":%s,"orders":[%s]}\n' % (turn, orders))
        sys.stdout.flush()
"#;

#[test]
fn what_a_bot_puts_into_a_replay_is_bounded() {
    let folder = scratch("bot");
    let (bot, replay) = (folder.join("greedy.py"), folder.join("r.jsonl.zst"));
    fs::write(&bot, GREEDY).unwrap();
    let (bot, path) = (bot.display().to_string(), replay.display().to_string());
    let words = [
        "match",
        "breach",
        &bot,
        "--rules",
        "stage2",
        "--clock",
        "off",
        "--sandbox",
        "off",
        "--json",
        "--replay",
        &path,
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(words).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        said.contains("its orders in this game, and the answers to them, have more than 16 MiB"),
        "{said}"
    );
    let unpacked = zstd::decode_all(fs::File::open(&replay).unwrap()).unwrap();
    assert!(unpacked.len() < 20 << 20, "{} bytes", unpacked.len());
    let script = format!("ulimit -v {MEMORY} && exec \"$0\" replay verify \"$1\"");
    let verified =
        Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_sandtable"), &path]).output();
    assert!(verified.unwrap().status.success());
}
