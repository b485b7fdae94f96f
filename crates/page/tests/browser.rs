//! The page in a real browser: rendered here, driven by `web/tests/browser.js`.

mod common;

use common::{Match, film, film_on};
use game::NewMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web");

#[test]
fn a_browser_shows_and_plays_the_pages() {
    let pages = render_pages();
    if let Err(why) = has_browser() {
        println!("skipped: {why}");
        return;
    }
    let node = Command::new("node")
        .arg(Path::new(WEB).join("tests/browser.js"))
        .arg(&pages)
        .status()
        .expect("node was found a moment ago");
    assert!(node.success(), "the browser test failed; its screenshots are in {}", pages.display());
}

/// What is missing for driving a browser.
fn has_browser() -> Result<(), String> {
    let runs = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|made| made.status.success())
    };
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    if !runs("node") {
        return Err("node is not installed".into());
    }
    if !runs(&chromium) {
        return Err(format!("{chromium} is not installed (the variable CHROMIUM names another)"));
    }
    if !Path::new(WEB).join("node_modules/playwright-core").exists() {
        return Err("playwright-core is not installed; `npm ci` in crates/page/web installs it".into());
    }
    Ok(())
}

/// One page a game, and the two large ones whose speed is measured.
fn render_pages() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let greedy = &["greedy"];
    let duel = &["greedy", "random"];
    let four = &["greedy", "random", "greedy", "random"];
    let wanted = NewMap { seed: 5, rows: Some(60), cols: Some(60), style: None };
    let large = deepblue::TITLE.new_map(wanted).expect("a map of this size can be made");
    let played = [
        (
            "breach",
            film(&Match {
                title: breach::TITLE,
                map: "harbour",
                rules: "stage4",
                bots: greedy,
                most_turns: 20,
                seed: 1,
            }),
        ),
        (
            "goblins",
            film(&Match {
                title: goblins::TITLE,
                map: "hunt",
                rules: "stage4",
                bots: greedy,
                most_turns: 20,
                seed: 1,
            }),
        ),
        (
            "deepblue",
            film(&Match {
                title: deepblue::TITLE,
                map: "lagoon",
                rules: "document",
                bots: duel,
                most_turns: 60,
                seed: 2,
            }),
        ),
        (
            "deepblue-large",
            film_on(
                &Match {
                    title: deepblue::TITLE,
                    map: "60 x 60",
                    rules: "document",
                    bots: duel,
                    most_turns: 200,
                    seed: 3,
                },
                &large,
            ),
        ),
        (
            "fc18",
            film(&Match {
                title: fc18::TITLE,
                map: "campus",
                rules: "manual",
                bots: four,
                most_turns: 1200,
                seed: 1,
            }),
        ),
    ];
    for (name, film) in played {
        std::fs::write(folder.join(format!("{name}.html")), page::render(&film))
            .expect("a page can be written");
    }
    folder
}
