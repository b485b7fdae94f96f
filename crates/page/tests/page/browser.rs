//! The page in a real browser: rendered here, driven by `web/tests/browser.js`.

use crate::matches::{Match, film, large_deepblue};
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

/// One page a game, and a large one.
fn render_pages() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let dice = &["dice"];
    let one =
        Match { entry: breach::ENTRY, map: "harbour", rules: "stage4", bots: dice, most_turns: 12, seed: 4 };
    let played = [
        ("breach", film(&one)),
        ("goblins", film(&Match { entry: goblins::ENTRY, map: "hunt", ..one })),
        (
            "deepblue",
            film(&Match { entry: deepblue::ENTRY, map: "duel", rules: "final", most_turns: 30, ..one }),
        ),
        (
            "fc18",
            film(&Match { entry: fc18::ENTRY, map: "campus", rules: "manual", most_turns: 1200, ..one }),
        ),
        ("deepblue-large", large_deepblue()),
    ];
    for (name, film) in played {
        std::fs::write(folder.join(format!("{name}.html")), page::render(&film))
            .expect("a page can be written");
    }
    folder
}
