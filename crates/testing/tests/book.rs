//! What the book shows is so: examples are valid, and the first bot plays.

use game::{Answer, GameEntry, Seat, Viewer};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code blocks of a page: what they are said to be, and what they hold.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

fn check_examples(entry: &dyn GameEntry) {
    let text = page(&format!("games/{}.md", entry.name()));
    let mut checked = Vec::new();
    for (what, example) in blocks(&text) {
        let Some(name) = what.strip_prefix("json,") else { continue };
        let schemas = entry.schemas();
        let piece = schemas.iter().find(|piece| piece.name == name).unwrap();
        let value: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
        let validator: Validator = jsonschema::draft202012::new(&piece.schema).unwrap();
        if let Err(error) = validator.validate(&value) {
            panic!("{} {name}: {error} at {}\n{example}", entry.name(), error.instance_path());
        }
        checked.push(name);
    }
    for name in ["order", "view", "event"] {
        assert!(checked.contains(&name), "the page of {} shows no {name}", entry.name());
    }
}

#[test]
fn examples_are_valid() {
    games::ALL.iter().for_each(|entry| check_examples(*entry));
}

#[test]
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn the_first_bot_plays() {
    let text = page("protocol.md");
    let (_, bot) = blocks(&text).into_iter().find(|(what, _)| *what == "python").unwrap();
    assert!(bot.lines().count() <= 15, "the book promises a short one");
    // The same draws in every run.
    let bot = format!("import random\nrandom.seed(18)\n{bot}");
    let python =
        Command::new("python3").args(["-c", &bot]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = python else {
        return println!("skipped: there is no python3 here");
    };
    let (mut to, mut from) = (python.stdin.take().unwrap(), BufReader::new(python.stdout.take().unwrap()));

    let (_, map) = fc18::ENTRY.maps()[0];
    let mut table = fc18::ENTRY.start(map.as_bytes(), "manual", 0).unwrap();
    let me = Seat(0);
    writeln!(to, "{}", json!({"type": "start", "seat": me.0, "briefing": table.briefing()})).unwrap();
    let mut done = 0;
    for turn in 1..=100 {
        let seat = table.to_move().iter().next().unwrap();
        if seat == me {
            writeln!(to, r#"{{"type":"turn","turn":{turn},"view":{}}}"#, table.view_text(Viewer::Seat(me)))
                .unwrap();
            let mut line = String::new();
            from.read_line(&mut line).unwrap();
            let reply: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(reply["turn"], turn);
            let orders = reply["orders"].as_array().unwrap();
            done +=
                orders.iter().filter(|order| table.submit(me, &order.to_string()) == Answer::Done).count();
        }
        table.end_turn(seat).unwrap();
    }
    drop(to);
    assert!(python.wait().unwrap().success());
    assert!(done > 50, "{done} orders were accepted");
    let towers = table.view(Viewer::Everything)["players"][0][8].as_u64().unwrap();
    assert!(towers > 1, "it has founded no tower");
}
