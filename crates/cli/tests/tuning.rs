//! Tuning, by the real program with a real bot.

mod common;

use common::{expect, folder, json, run, text};
use std::fs;
use std::path::Path;

/// A bot for breach that leaves at once if it does not care enough, and lets the turns go by
/// otherwise. What it does depends on one of its two parameters.
fn careful_bot(folder: &Path) -> String {
    let bot = folder.join("careful");
    fs::create_dir(&bot).unwrap();
    let manifest = "run = 'python3 -u bot.py'\n[parameters]\n\
                    care = { default = 0.5, min = 0.0, max = 1.0, step = 0.2 }\n\
                    luck = { default = 5, min = 1, max = 9, step = 2 }\n";
    fs::write(bot.join("bot.toml"), manifest).unwrap();
    let script = "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'start':\n        numbers = message['parameters']\n        assert type(numbers['luck']) is int and type(numbers['care']) is float, numbers\n        if numbers['care'] < 0.45:\n            sys.exit()\n    if message['type'] == 'turn':\n        print(json.dumps({'turn': message['turn']}), flush=True)\n";
    fs::write(bot.join("bot.py"), script).unwrap();
    bot.display().to_string()
}

fn tune<'a>(bot: &'a str, output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = ["tune", "breach", bot, "--maps", "first-shot", "--seed", "5", "-o", output];
    [&words[..], more].concat()
}

#[test]
fn what_matters_is_learnt_and_a_broken_run_goes_on() {
    let folder = folder("learns");
    let bot = careful_bot(&folder);
    let (whole, broken) = (folder.join("whole"), folder.join("broken"));
    let (whole_path, broken_path) = (whole.display().to_string(), broken.display().to_string());
    // It moves little, so that the edge stays between both sides.
    let many = ["--iterations", "12", "--rate", "0.02", "--json"];
    let first = run(&tune(&bot, &whole_path, &many));
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let document = json(&first);
    assert_eq!(
        (&document["learnt"], &document["iterations"], &document["games"]),
        (&true.into(), &12.into(), &24.into())
    );
    let care = &document["parameters"][0];
    assert_eq!(care["name"], "care");
    assert!(care["found"].as_f64() > Some(0.5) && care["drift"].as_f64() > Some(2.5), "{care}");

    // As if it had been killed while it wrote: the last line is not whole.
    fs::create_dir(&broken).unwrap();
    let lines = fs::read_to_string(whole.join("iterations.jsonl")).unwrap();
    let cut = lines.match_indices('\n').nth(4).unwrap().0 + 20;
    fs::write(broken.join("iterations.jsonl"), &lines[..cut]).unwrap();
    fs::copy(whole.join("tuning.json"), broken.join("tuning.json")).unwrap();
    let (said, _) = expect(0, &tune(&bot, &broken_path, &["--iterations", "12", "--rate", "0.02"]));
    assert!(said.contains("5 iterations were played before") && said.contains("learnt: care"), "{said}");
    for file in ["iterations.jsonl", "found.toml", "index.html", "index.zh.html"] {
        let read = |folder: &Path| fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(read(&whole), read(&broken), "{file}");
    }
    let found = fs::read_to_string(whole.join("found.toml")).unwrap();
    assert!(found.starts_with("[parameters]\ncare = { default = 0."), "{found}");
    assert!(found.contains("luck = { default = ") && found.contains("min = 1, max = 9, step = 2"), "{found}");
    // What was found is a declaration again.
    fs::write(Path::new(&bot).join("bot.toml"), format!("run = 'python3 -u bot.py'\n{found}")).unwrap();
    let other = run(&tune(&bot, &whole_path, &many));
    assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
    assert!(text(&other.stderr).contains("holds another tuning: `bot` was"), "{}", text(&other.stderr));
}

#[test]
fn where_nothing_can_be_learnt_it_is_said() {
    let folder = folder("nothing");
    let bot = careful_bot(&folder);
    // Nobody who leaves and nobody who idles is as good as greedy: all scores are the same.
    let output = folder.join("tune").display().to_string();
    let (said, _) = expect(3, &tune(&bot, &output, &["--iterations", "3", "--against", "greedy"]));
    assert!(said.contains("nothing was learnt: both sides of every iteration scored the same"), "{said}");
    assert!(said.contains("3 of 3 iterations, 9 games"), "{said}");
    assert!(said.contains("the bot had faults in "), "{said}");
    let found = fs::read_to_string(folder.join("tune/found.toml")).unwrap();
    assert!(found.starts_with("# Nothing was learnt"), "{found}");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let folder = folder("refused");
    let bot = careful_bot(&folder);
    let output = folder.join("tune").display().to_string();
    let plain = folder.join("plain");
    fs::create_dir(&plain).unwrap();
    fs::write(plain.join("bot.toml"), "run = 'python3 bot.py'").unwrap();
    fs::write(plain.join("bot.py"), "").unwrap();
    let plain = plain.display().to_string();
    for (bot, more, said) in [
        ("greedy", &[][..], "it declares nothing to tune"),
        (&plain, &[], "it declares nothing to tune"),
        (&bot, &["--rate", "0"], "is not a number of steps"),
        (&bot, &["--against", "nosuch"], "there is no bot `nosuch`"),
        (&bot, &["--iterations", "0"], "0 is not in 1..=1000000"),
    ] {
        let (_, complaints) = expect(2, &tune(bot, &output, more));
        assert!(complaints.contains(said), "{more:?}: {complaints}");
    }
    fs::write(
        Path::new(&bot).join("bot.toml"),
        "run = 'x'\n[parameters]\na = { default = 1, min = 2, max = 3, step = 1 }",
    )
    .unwrap();
    let (_, complaints) = expect(2, &tune(&bot, &output, &[]));
    assert!(complaints.contains("bot.toml") && complaints.contains("line 3"), "{complaints}");
}
