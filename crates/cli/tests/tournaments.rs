//! Comparisons, ratings and tournaments, played by the real program.

mod common;

use common::{folder, json, run, sandtable, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Writes a cup between random bots, and gives the paths of the file and of the tournament's
/// folder.
fn cup(name: &str, settings: &str, entrants: &[(&str, &str)]) -> (String, String) {
    let folder = folder(name);
    let listed: Vec<String> = entrants.iter().map(|(name, bot)| format!("{name} = \"{bot}\"\n")).collect();
    let file = folder.join("CUP.toml");
    fs::write(&file, format!("{settings}\n[entrants]\n{}", listed.concat())).unwrap();
    (file.display().to_string(), folder.join("cup").display().to_string())
}

const FOUR: [(&str, &str); 4] = [("ann", "random"), ("bob", "idle"), ("cid", "random"), ("dee", "idle")];

/// What a report says, less what is measured.
fn standings(cup: &str) -> Value {
    let mut document: Value =
        serde_json::from_slice(&fs::read(Path::new(cup).join("site/standings.json")).unwrap()).unwrap();
    for row in document["standings"].as_array_mut().unwrap() {
        for measured in ["cpu", "longest_cpu"] {
            row["tally"][measured] = Value::Null;
        }
    }
    document
}

#[test]
fn a_better_bot_is_accepted_and_a_worse_one_rejected() {
    let compared = |new: &str, old: &str, more: &[&str]| {
        let words = [
            "compare", "deepblue", new, old, "--maps", "training", "--seed", "4", "--sprt", "0,100", "--json",
        ];
        run(&[&words[..], more].concat())
    };
    let better = compared("new=random", "old=idle", &[]);
    assert_eq!(better.status.code(), Some(0), "{}", text(&better.stdout));
    assert_eq!(
        (&json(&better)["verdict"], &json(&better)["entrants"][0]["name"]),
        (&"accepted".into(), &"new".into())
    );
    let worse = compared("idle", "random", &[]);
    assert_eq!((worse.status.code(), &json(&worse)["verdict"]), (Some(1), &"rejected".into()));
    let unclear = compared("random", "idle", &["--games", "4"]);
    assert_eq!((unclear.status.code(), &json(&unclear)["verdict"]), (Some(3), &"undecided".into()));
    assert_eq!(json(&unclear)["games"], 4);
    let again = compared("random", "idle", &["--games", "4", "--jobs", "1"]);
    assert_eq!(json(&again)["scores"], json(&unclear)["scores"], "the number of jobs changes nothing");
}

#[test]
fn games_that_repeat_each_other_are_not_played_for_ever() {
    let same = run(&["compare", "breach", "random", "idle", "--maps", "first-shot,overboard"]);
    assert_eq!(same.status.code(), Some(3));
    let same = run(&["compare", "fc18", "idle", "old=idle", "--maps", "campus,moor", "--json"]);
    assert_eq!((same.status.code(), &json(&same)["verdict"]), (Some(3), &"exhausted".into()));
    assert_eq!((json(&same)["blocks"].as_u64(), json(&same)["block_games"].as_u64()), (Some(2), Some(6)));
}

#[test]
fn what_cannot_be_compared_is_said() {
    for (words, said) in [
        (&["random", "nosuch"][..], "there is no bot `nosuch`"),
        (&["random", "idle", "--sprt", "10,0"], "is not two claims"),
        (&["random", "idle", "--maps", "nosuch"], "cannot read the map nosuch"),
        (&["random", "tcp:4000"], "not compared"),
    ] {
        let output = run(&[&["compare", "deepblue"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(said), "{words:?}: {}", text(&output.stderr));
    }
}

#[test]
fn any_folder_of_replays_is_rated() {
    let folder = folder("rate");
    let replays = folder.join("replays").display().to_string();
    let words = ["match", "deepblue", "ann=random", "dee=idle", "--map", "training", "--seed", "3"];
    assert!(run(&[&words[..], &["--games", "8", "--replay", &replays]].concat()).status.success());
    fs::write(folder.join("replays/broken.jsonl"), "nonsense").unwrap();
    let rated = run(&["rate", &replays, "--json"]);
    let document = json(&rated);
    let bots = document["games"][0]["bots"].as_array().unwrap();
    assert_eq!((bots.len(), &bots[0]["name"], bots[0]["games"].as_u64()), (2, &"ann".into(), Some(8)));
    assert_eq!(document["unusable"].as_array().unwrap().len(), 1);
    let told = run(&["rate", &replays]);
    assert!(text(&told.stdout).contains("deepblue: 8 games in 8 blocks"), "{}", text(&told.stdout));
    let empty = folder.join("empty");
    fs::create_dir(&empty).unwrap();
    assert_eq!(run(&["rate", &empty.display().to_string()]).status.code(), Some(1));
    assert_eq!(run(&["rate", "/no/such/folder"]).status.code(), Some(2));
}

#[test]
fn a_tournament_is_played_reported_and_joined() {
    let settings = "game = \"deepblue\"\nmaps = [\"training\"]\nblocks = 2\nseed = 5";
    // Games of bots that do nothing have short replays, which are quickly packed.
    let entrants =
        [("ann", "idle"), ("bob", "idle"), ("cid", "idle"), ("broken", "./no-such-bot"), ("\"<b>\"", "idle")];
    let (file, cup) = cup("whole", settings, &entrants);
    let played = run(&["tournament", "run", &file, "-o", &cup]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert!(text(&played.stdout).contains("40 of 40 games in 20 blocks"), "{}", text(&played.stdout));
    assert!(
        text(&played.stdout).contains("broken forfeited its games: there is no bot"),
        "{}",
        text(&played.stdout)
    );
    let table = standings(&cup);
    let last = table["standings"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["name"], &last["tally"]["firsts"]), (&"broken".into(), &0.into()));
    let page = fs::read_to_string(Path::new(&cup).join("site/index.html")).unwrap();
    assert!(page.contains("&#60;b&#62;") && !page.contains("<b></a>"), "names are no HTML");
    assert!(fs::read_to_string(Path::new(&cup).join("site/index.zh.html")).unwrap().contains("排名"));
    let again = run(&["tournament", "run", &file, "-o", &cup]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(standings(&cup), table, "nothing is played twice");

    let joined = run(&["tournament", "add", &cup, "late=idle"]);
    assert!(joined.status.success(), "{}", text(&joined.stderr));
    assert_eq!(run(&["tournament", "add", &cup, "late=idle"]).status.code(), Some(2), "names are unique");
    assert!(run(&["tournament", "resume", &cup]).status.success());
    let status = json(&run(&["tournament", "status", &cup, "--json"]));
    assert_eq!((status["totals"]["games_finished"].as_u64(), &status["complete"]), (Some(60), &true.into()));

    let replay = Path::new(&cup).join("one.replay").display().to_string();
    assert!(run(&["tournament", "replay", &cup, "7", "-o", &replay]).status.success());
    let verified = run(&["replay", "verify", &replay]);
    assert!(verified.status.success(), "{}", text(&verified.stderr));
    assert_eq!(run(&["tournament", "replay", &cup, "999", "-o", &replay]).status.code(), Some(1));
    let other = fs::read_to_string(&file).unwrap().replace("blocks = 2", "blocks = 3");
    fs::write(&file, other).unwrap();
    let other = run(&["tournament", "run", &file, "-o", &cup]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("its blocks: 2, now 3"), "{}", text(&other.stderr));
}

#[test]
fn every_format_is_played_to_its_end() {
    for (format, more) in [
        ("gauntlet", ""),
        ("swiss", "rounds = 2"),
        ("single-elimination", ""),
        ("double-elimination", ""),
        ("ladder", ""),
        ("groups", ""),
    ] {
        let settings = format!(
            "game = \"deepblue\"\nmaps = [\"training\"]\nblocks = {}\nseed = 5\nreplays = false\nformat = \"{format}\"\n{more}",
            if format == "ladder" { 20 } else { 1 }
        );
        let (file, cup) = cup(format, &settings, &FOUR);
        let played = run(&["tournament", "run", &file, "-o", &cup]);
        assert!(played.status.success(), "{format}: {}", text(&played.stderr));
        let status = json(&run(&["tournament", "status", &cup, "--json"]));
        assert_eq!(status["complete"], true, "{format}: {status}");
        let has_rounds =
            fs::read_to_string(Path::new(&cup).join("site/index.html")).unwrap().contains("Round 1");
        assert_eq!(has_rounds, format == "swiss" || format.ends_with("elimination"), "{format}");
        assert_eq!(text(&played.stdout).contains("winner: "), format.ends_with("elimination"), "{format}");
    }
}

/// Plays a cup, killing it again and again: after each so many games that it has written.
fn play_with_kills(file: &str, cup: &str, kills: u32) -> u32 {
    let database = Path::new(cup).join("cup.sqlite-wal");
    let mut killed = 0;
    loop {
        let mut playing = sandtable()
            .args(["tournament", "run", file, "-o", cup])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let before = fs::metadata(&database).map_or(0, |meta| meta.len());
        // Until it has written something, or ended by itself.
        let mut looks: u64 = 0;
        let ended = loop {
            if let Some(status) = playing.try_wait().unwrap() {
                break Some(status);
            }
            let now = fs::metadata(&database).map_or(0, |meta| meta.len());
            looks += 1;
            if killed < kills && now != before && looks.is_multiple_of(1 + u64::from(killed % 7)) {
                playing.kill().unwrap();
                playing.wait().unwrap();
                killed += 1;
                break None;
            }
            std::thread::yield_now();
        };
        if let Some(status) = ended {
            assert!(status.success());
            return killed;
        }
    }
}

/// Plays a tournament with and without kills, and compares the tables; returns how often it was
/// killed.
fn survives_kills(name: &str, blocks: u32, kills: u32) -> u32 {
    let settings = format!(
        "game = \"deepblue\"\nmaps = [\"training\"]\nblocks = {blocks}\nseed = 11\nformat = \"swiss\"\njobs = 2\nreplays = false"
    );
    let (file, whole) = cup(&format!("{name}-whole"), &settings, &FOUR);
    assert!(run(&["tournament", "run", &file, "-o", &whole]).status.success());
    let (file, broken) = cup(&format!("{name}-killed"), &settings, &FOUR);
    let killed = play_with_kills(&file, &broken, kills);
    assert_eq!(standings(&broken), standings(&whole), "after {killed} kills");
    killed
}

#[test]
fn a_killed_tournament_goes_on_as_if_nothing_had_been() {
    assert!(survives_kills("kill", 4, 4) > 0, "it was over before it could be killed");
}

#[test]
#[ignore = "long: kills a tournament a hundred times"]
fn a_hundred_kills_change_nothing() {
    assert_eq!(survives_kills("chaos", 60, 100), 100);
}

#[test]
fn two_runs_exclude_each_other() {
    let settings = "game = \"deepblue\"\nformat = \"ladder\"\nmaps = [\"training\"]\nblocks = 0\nseed = 5\nreplays = false";
    let (file, cup) = cup("lock", settings, &FOUR);
    let mut first = sandtable()
        .args(["tournament", "run", &file, "-o", &cup])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(&cup).join("cup.sqlite").exists() {
        assert!(first.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    let second = run(&["tournament", "resume", &cup]);
    assert_eq!(second.status.code(), Some(1));
    assert!(
        text(&second.stderr).contains("another run is playing this tournament"),
        "{}",
        text(&second.stderr)
    );
    assert!(run(&["tournament", "status", &cup]).status.success(), "looking is allowed");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn wrong_cups_are_refused_with_their_line() {
    let (file, cup) = cup("wrong", "game = \"deepblue\"\nblocs = 2", &FOUR);
    let refused = run(&["tournament", "run", &file, "-o", &cup]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("CUP.toml: line 2: unknown field `blocs`"),
        "{}",
        text(&refused.stderr)
    );
    assert!(!Path::new(&cup).exists(), "nothing is left behind");
    for words in [
        &["tournament", "status", &cup][..],
        &["tournament", "resume", &cup],
        &["tournament", "report", &cup],
    ] {
        let none = run(words);
        assert_eq!(none.status.code(), Some(2), "{words:?}");
        assert!(text(&none.stderr).contains("no tournament here"), "{}", text(&none.stderr));
    }
    let written = run(&["tournament", "new", "fc18"]);
    assert!(text(&written.stdout).contains("game = \"fc18\""));
}

#[test]
fn a_folder_of_zip_files_takes_part() {
    let folder = folder("zips");
    let bots = folder.join("bots");
    fs::create_dir(&bots).unwrap();
    let script = "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'turn':\n        print(json.dumps({'turn': message['turn']}), flush=True)\n";
    for name in ["ann", "bob"] {
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (file, content) in [("bot/bot.toml", "run = 'python3 -u bot.py'"), ("bot/bot.py", script)] {
            archive.start_file(file, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut archive, content.as_bytes()).unwrap();
        }
        fs::write(bots.join(format!("{name}.zip")), archive.finish().unwrap().into_inner()).unwrap();
    }
    fs::write(bots.join("cid.zip"), "PK\x03\x04 and nothing more").unwrap();
    let file = folder.join("CUP.toml");
    let settings = "game = \"breach\"\nmaps = [\"first-shot\"]\nblocks = 1\nseed = 5\nfolder = \"bots\"\n";
    fs::write(&file, settings).unwrap();
    let (file, cup) = (file.display().to_string(), folder.join("cup").display().to_string());
    let played = run(&["tournament", "run", &file, "-o", &cup]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let said = text(&played.stdout);
    assert!(said.contains("ann") && said.contains("bob"), "{said}");
    assert!(said.contains("cid forfeited its games: "), "{said}");
    let entrants = json(&run(&["tournament", "status", &cup, "--json"]))["entrants"].clone();
    let ann = entrants.as_array().unwrap().iter().find(|entrant| entrant["name"] == "ann").unwrap();
    assert!(ann["hash"].is_string() && ann["tally"]["faults"] == 0, "{ann}");
}

#[test]
fn a_ladder_shows_ratings_between_two_fits() {
    let settings = "game = \"deepblue\"\nformat = \"ladder\"\nmaps = [\"training\"]\nblocks = 6\nseed = 5";
    let (file, cup) = cup("online", settings, &[("ann", "random"), ("bob", "idle"), ("cid", "idle")]);
    let played = run(&["tournament", "run", &file, "-o", &cup]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let status = run(&["tournament", "status", &cup]);
    assert!(
        text(&status.stdout).contains("now: moved by every block since then, 6 blocks in all"),
        "{}",
        text(&status.stdout)
    );
    let document = json(&run(&["tournament", "status", &cup, "--json"]));
    let first = &document["entrants"][0];
    assert_eq!((&first["name"], &first["online"]["blocks"]), (&"ann".into(), &6.into()));
    // Nothing was played since the last fit.
    assert_eq!(first["online"]["elo"], first["rating"]["elo"]);
}
