//! The gallery of a series: one page with a card for every match, which leads to the match's own
//! page.
//!
//! It carries a list in JSON, whose length comes first (four bytes, little-endian), and for each
//! match a packed film of its last frame. `web/gallery.js` draws the boards with the skins of the
//! games.

use crate::{bundle, html, pack};
use face::film::Film;
use serde::Serialize;
use std::collections::BTreeSet;

const SHELL: &str = include_str!("../web/gallery.html");

/// A gallery in the making.
#[derive(Debug, Default)]
pub struct Gallery {
    list: List,
    films: Vec<u8>,
    games: BTreeSet<String>,
}

#[derive(Debug, Default, Serialize)]
struct List {
    matches: Vec<Entry>,
    broken: Vec<Broken>,
}

#[derive(Debug, Serialize)]
struct Entry {
    /// The file name of the match's own page, in the same folder.
    page: String,
    /// How many bytes its film has.
    length: usize,
}

#[derive(Debug, Serialize)]
struct Broken {
    file: String,
    why: String,
}

impl Gallery {
    /// Adds a match. `page` is the file name of its own page, in the folder of the gallery.
    pub fn add(&mut self, film: &Film, page: &str) {
        let still = pack::pack(&film.last_still());
        self.list.matches.push(Entry { page: page.into(), length: still.len() });
        self.films.extend(still);
        self.games.insert(film.cast.game.clone());
    }

    /// Adds a file that has no page, and why.
    pub fn add_broken(&mut self, file: &str, why: &str) {
        self.list.broken.push(Broken { file: file.into(), why: why.into() });
    }

    /// The gallery as one page that needs nothing but the pages it leads to.
    ///
    /// # Panics
    /// Never: a list always has a JSON form.
    #[must_use]
    pub fn render(&self) -> String {
        let list = serde_json::to_vec(&self.list).expect("a list has a JSON form");
        let mut data = (list.len() as u32).to_le_bytes().to_vec();
        data.extend(list);
        data.extend(&self.films);
        let script = bundle::script(self.games.iter().map(String::as_str), bundle::GALLERY);
        html::shell(SHELL, "Replays · Sandtable", "matches", &data, &script)
    }
}
