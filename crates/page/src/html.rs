//! The page itself.

use crate::{base64, bundle, pack};
use face::film::Film;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const SHELL: &str = include_str!("../web/page.html");
const STYLE: &str = include_str!("../web/style.css");

/// A film as a page carries it: packed, compressed, in base64.
///
/// # Panics
/// Never: compressing into memory does not fail.
#[must_use]
pub fn film_data(film: &Film) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&pack::pack(film)).expect("writing to memory does not fail");
    base64::encode(&encoder.finish().expect("writing to memory does not fail"))
}

/// A film as one page that needs nothing else.
#[must_use]
pub fn render(film: &Film) -> String {
    let data = film_data(film);
    let title = format!("{} · Sandtable", film.cast.title.en);
    fill(&[
        ("title", &escape(&title)),
        ("style", STYLE),
        ("film", &data),
        ("script", &bundle::script(&film.cast.game)),
    ])
}

/// The shell with its slots filled.
fn fill(slots: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = SHELL;
    for (name, text) in slots {
        let slot = format!("{{{{{name}}}}}");
        let (before, after) = rest.split_once(&slot).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(text);
        rest = after;
    }
    page.push_str(rest);
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
