//! The page in a real browser: rendered here, driven by `web/tests/browser.js`.

use crate::matches::{Match, film, large_deepblue};
use game::sentence::EventDrawing;
use page::{Film, Gallery, Packer};
use std::path::{Path, PathBuf};

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
        ("breach-quiet", film(&Match { bots: &["greedy"], ..one })),
        ("breach-push", with_a_push(one)),
    ];
    let mut gallery = Gallery::default();
    for (name, film) in &played {
        write(&folder, &format!("{name}.html"), &page::render(film));
        if film.cast.game == *name {
            gallery.add(film, &format!("{name}.html"));
        }
    }
    gallery.add_broken("cut.jsonl", "it holds <b>no</b> header");
    write(&folder, "gallery.html", &gallery.render());
    let (deepblue, fc18) = (&played[2].1, &played[3].1);
    write_parts(&folder, "deepblue", deepblue);
    write_parts(&folder, "fc18", fc18);
    // What is watched while the rest is still being played.
    write(&folder, "fc18-live.html", &page::render(&beginning(fc18, fc18.frames.len() / PARTS)));
    folder
}

/// The first match in which somebody is shot at, pushed, and lives.
fn with_a_push(one: Match) -> Film {
    let pushes = |film: &Film| {
        film.frames.iter().any(|frame| {
            let traced = |trace| {
                let kinds = &film.cast.events;
                frame.events.iter().filter(move |event| kinds[usize::from(event.kind)].trace == trace)
            };
            let lives = |event: &page::film::Event| {
                frame.placed.iter().any(|placed| i64::from(placed.piece) == i64::from(event.args[0]))
            };
            traced(EventDrawing::Shot).count() > 0 && traced(EventDrawing::Slide).any(lives)
        })
    };
    (0..200)
        .map(|seed| film(&Match { seed, ..one }))
        .find(pushes)
        .expect("somebody is pushed in two hundred matches")
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a page can be written");
}

/// In how many parts films are written.
const PARTS: usize = 7;

/// Writes a film as whoever follows a match gets it: part by part.
fn write_parts(folder: &Path, name: &str, film: &Film) {
    let mut packer = Packer::default();
    let part = |number: usize| {
        if number == PARTS { film.clone() } else { beginning(film, number * film.frames.len() / PARTS) }
    };
    let parts: Vec<String> = (1..=PARTS).map(|number| base64(&packer.pack(&part(number)))).collect();
    write(
        folder,
        &format!("{name}.parts.json"),
        &serde_json::to_string(&parts).expect("texts have a JSON form"),
    );
}

/// A film as it was after so many frames.
fn beginning(film: &Film, frames: usize) -> Film {
    let mut film = film.clone();
    film.frames.truncate(frames);
    let pieces = film.frames.iter().flat_map(|frame| &frame.placed).map(|placed| placed.piece + 1).max();
    film.pieces.truncate(pieces.unwrap_or(0) as usize);
    (film.standings, film.reasons, film.moments) = Default::default();
    film
}

/// The usual base64.
fn base64(bytes: &[u8]) -> String {
    page::base64::encode(bytes)
}
