//! The page in a real browser: rendered here, driven by `web/tests/browser.js`.

use crate::matches::{Match, film, large_deepblue};
use std::path::PathBuf;

#[test]
fn a_browser_shows_and_plays_the_pages() {
    let pages = render_pages();
    testing::browser::run("browser.js", &pages);
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
