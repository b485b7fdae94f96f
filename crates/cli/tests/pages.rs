//! Replays as web pages, made by the real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// An empty folder of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Plays a match and returns its replay.
fn play(folder: &Path, words: &[&str]) -> PathBuf {
    let replay = folder.join(format!("{}.jsonl", words[0]));
    let mut arguments = vec!["match"];
    arguments.extend(words);
    let path = text(&replay);
    arguments.extend(["--seed", "5", "--clock", "off", "--replay", &path]);
    let output = run(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    replay
}

fn is_page(path: &Path) -> bool {
    let page = fs::read_to_string(path).unwrap_or_default();
    page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>")
}

#[test]
fn a_replay_of_every_game_becomes_a_page_beside_it() {
    let folder = scratch("pages-games");
    let games: [&[&str]; 4] = [
        &["breach", "random", "--map", "harbour"],
        &["goblins", "random", "--map", "hunt"],
        &["deepblue", "random", "idle", "--map", "duel"],
        &["fc18", "idle", "random", "idle", "idle"],
    ];
    for words in games {
        let replay = play(&folder, words);
        let output = run(&["replay", "html", &text(&replay)]);
        assert!(output.status.success(), "{}", stderr(&output));
        let page = replay.with_extension("html");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), text(&page));
        assert!(is_page(&page), "{}", page.display());
    }
}

#[test]
fn files_of_the_old_contests_become_pages_where_they_are_told_to_go() {
    let folder = scratch("pages-old");
    let old = [("deepblue", "battle", "old.battle"), ("fc18", "fc18-log", "old-logs")];
    for (game, format, name) in old {
        let bots: &[&str] =
            if game == "fc18" { &["random", "idle", "idle", "idle"] } else { &["random", "idle"] };
        let replay = play(&folder, &[&[game], bots].concat());
        let (exported, page) = (folder.join(name), folder.join(format!("{game}-old.html")));
        let output = run(&["replay", "export", &text(&replay), "--format", format, "-o", &text(&exported)]);
        assert!(output.status.success(), "{}", stderr(&output));
        let output = run(&["replay", "html", &text(&exported), "-o", &text(&page)]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(is_page(&page));
    }
}

#[test]
fn what_cannot_be_shown_is_refused_with_a_sentence() {
    let folder = scratch("pages-wrong");
    let cases = [
        ("missing.jsonl", None, "missing.jsonl"),
        ("empty.jsonl", Some(""), "empty.jsonl"),
        ("nonsense.battle", Some("{}"), "`version` is not 3"),
    ];
    for (name, content, complaint) in cases {
        let path = folder.join(name);
        if let Some(content) = content {
            fs::write(&path, content).unwrap();
        }
        let output = run(&["replay", "html", &text(&path)]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(
            stderr(&output).starts_with("error: ") && stderr(&output).contains(complaint),
            "{}",
            stderr(&output)
        );
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
        assert!(!folder.join(name).with_extension("html").exists());
    }
    let empty = scratch("pages-empty");
    let output = run(&["replay", "html", &text(&empty), "-o", &text(&folder.join("gallery"))]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("there are no replays")
            && stderr(&output).contains("no logs of an old contest"),
        "{}",
        stderr(&output)
    );
    assert!(!folder.join("gallery").exists());
}

#[test]
fn a_folder_of_replays_becomes_a_gallery() {
    let folder = scratch("pages-series");
    let breach = play(&folder, &["breach", "random", "--map", "harbour"]);
    play(&folder, &["goblins", "random", "--map", "hunt"]);
    fs::copy(&breach, folder.join("index.jsonl")).unwrap();
    assert!(run(&["replay", "pack", &text(&breach)]).status.success());
    let gallery = folder.join("pages/of/it");
    let output = run(&["replay", "html", &text(&folder)]);
    assert_eq!(output.status.code(), Some(2), "where it goes must be said");
    assert!(stderr(&output).contains("-o gallery/"), "{}", stderr(&output));
    let output = run(&["replay", "html", &text(&folder), "-o", &text(&gallery)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let index = gallery.join("index.html");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), text(&index));
    // One ends otherwise than another of its name, and one is called like the gallery.
    for name in ["breach.html", "breach-2.html", "goblins.html", "index-2.html", "index.html"] {
        assert!(is_page(&gallery.join(name)), "{name}");
    }
    assert_eq!(fs::read_dir(&gallery).unwrap().count(), 5);
}

#[test]
fn a_gallery_names_what_it_cannot_show() {
    let folder = scratch("pages-series-wrong");
    let whole = play(&folder, &["goblins", "random", "--map", "hunt"]);
    let lines = fs::read_to_string(&whole).unwrap();
    fs::write(folder.join("cut.jsonl"), &lines[..lines.len() * 2 / 3]).unwrap();
    fs::write(folder.join("nonsense.jsonl"), "{}").unwrap();
    let gallery = folder.join("gallery");
    let output = run(&["replay", "html", &text(&folder), "-o", &text(&gallery)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).lines().count(), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("cut.jsonl") && stderr(&output).contains("nonsense.jsonl"));
    for (name, there) in [("index", true), ("goblins", true), ("cut", true), ("nonsense", false)] {
        assert_eq!(is_page(&gallery.join(format!("{name}.html"))), there, "{name}");
    }
    let file = folder.join("file");
    fs::write(&file, "").unwrap();
    let output = run(&["replay", "html", &text(&folder), "-o", &text(&file)]);
    assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(1), 1), "{}", stderr(&output));
}

#[test]
fn a_damaged_replay_is_shown_as_far_as_it_goes() {
    let folder = scratch("pages-damaged");
    let replay = play(&folder, &["fc18", "idle", "random", "idle", "idle"]);
    let whole = fs::read_to_string(&replay).unwrap();
    let lines: Vec<&str> = whole.lines().take(30).collect();
    fs::write(&replay, format!("{}\n{{\"turn\":", lines.join("\n"))).unwrap();
    let output = run(&["replay", "html", &text(&replay)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the page shows what was before it"), "{}", stderr(&output));
    assert!(is_page(&replay.with_extension("html")));
}

#[test]
fn a_replay_that_does_not_verify_is_shown_as_the_rules_say() {
    let folder = scratch("pages-changed");
    let replay = play(&folder, &["breach", "random", "--map", "first-contact"]);
    let changed = fs::read_to_string(&replay).unwrap().replacen("\"digest\":\"", "\"digest\":\"0", 1);
    let at = changed.find("\"digest\":\"").unwrap() + 10;
    // One digit more and one less: still sixteen.
    let changed = format!("{}{}", &changed[..at + 16], &changed[at + 17..]);
    fs::write(&replay, changed).unwrap();
    let output = run(&["replay", "html", &text(&replay)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("does not verify"), "{}", stderr(&output));
    assert!(is_page(&replay.with_extension("html")));
}
