//! The page, its stylesheet and its scripts. They are part of the program.

const PAGE: &str = include_str!("../assets/play.html");

/// The page. `home` is the address of a page on which something else to play is chosen, where there
/// is one; it is part of the page as it is, so it is one of ours.
#[must_use]
pub fn page(home: Option<&str>) -> String {
    let body = home.map_or_else(|| "<body>".to_owned(), |home| format!("<body data-home=\"{home}\">"));
    PAGE.replacen("<body>", &body, 1)
}

/// Stylesheets and scripts of the page.
const ASSETS: &[(&str, &str)] = &[
    ("play.css", include_str!("../assets/play.css")),
    ("play.js", include_str!("../assets/play.js")),
    ("stage.js", include_str!("../assets/stage.js")),
    ("overlay.js", include_str!("../assets/overlay.js")),
    ("beside.js", include_str!("../assets/beside.js")),
    ("seats.js", include_str!("../assets/seats.js")),
    ("renew.js", include_str!("../assets/renew.js")),
    ("say.js", include_str!("../assets/say.js")),
    ("sounds.js", include_str!("../assets/sounds.js")),
    ("curve.js", include_str!("../assets/curve.js")),
    ("choice.js", include_str!("../assets/choice.js")),
    ("editor.js", include_str!("../assets/editor.js")),
];

/// A stylesheet or script by its name.
#[must_use]
pub fn asset(name: &str) -> Option<&'static str> {
    ASSETS.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}
