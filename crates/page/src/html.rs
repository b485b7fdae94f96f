//! The page of one match.

use crate::{base64, bundle, pack};
use face::film::Film;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const SHELL: &str = include_str!("../web/page.html");
/// The colours of all pages.
pub const TOKENS: &str = include_str!("../web/tokens.css");
const STYLE: &str = concat!(include_str!("../web/tokens.css"), include_str!("../web/style.css"));

/// A film as one page that needs nothing else.
#[must_use]
pub fn render(film: &Film) -> String {
    let title = format!("{} · Sandtable", film.cast.title.en);
    let script = bundle::script([&*film.cast.game], bundle::MATCH);
    shell(SHELL, &title, "film", &pack::pack(film), &script)
}

/// A film as a page carries it: packed, compressed, in base64.
#[must_use]
pub fn film_data(film: &Film) -> String {
    compressed(&pack::pack(film))
}

/// A page with its title, its data under this name, compressed, and its script.
pub(crate) fn shell(shell: &str, title: &str, name: &str, data: &[u8], script: &str) -> String {
    let data = compressed(data);
    fill(shell, &[("title", &escape(title)), ("style", STYLE), (name, &data), ("script", script)])
}

/// Data as a page carries it.
///
/// # Panics
/// Never: compressing into memory does not fail.
fn compressed(data: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("writing to memory does not fail");
    base64::encode(&encoder.finish().expect("writing to memory does not fail"))
}

/// The shell with its slots filled.
fn fill(shell: &str, slots: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = shell;
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
