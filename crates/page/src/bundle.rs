//! The page's scripts as one script.
//!
//! The modules in `web/` are plain ES modules, so that editors and the type checker understand
//! them. A page opened from disk may load no other file, so they are joined here: each module in an
//! order in which everything is defined before it is used, without its `import` lines and without
//! the word `export`. Top-level names must therefore be unique among all modules; a test says so.

/// The skins by file name; each comes after [`BEFORE_SKINS`], and a page has only that of its own
/// game.
const SKINS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The last module that skins import.
const BEFORE_SKINS: &str = "skins.js";

/// The modules that draw, each after those it imports.
const DRAWING: &[(&str, &str)] = &[
    ("words.js", include_str!("../web/words.js")),
    ("film.js", include_str!("../web/film.js")),
    ("sentence.js", include_str!("../web/sentence.js")),
    ("brush.js", include_str!("../web/brush.js")),
    ("dom.js", include_str!("../web/dom.js")),
    ("skins.js", include_str!("../web/skins.js")),
    ("sequence.js", include_str!("../web/sequence.js")),
    ("layout.js", include_str!("../web/layout.js")),
    ("effects.js", include_str!("../web/effects.js")),
    ("scene.js", include_str!("../web/scene.js")),
];

/// The modules of the page of one match.
pub(crate) const MATCH: &[(&str, &str)] = &[
    ("gestures.js", include_str!("../web/gestures.js")),
    ("camera.js", include_str!("../web/camera.js")),
    ("minimap.js", include_str!("../web/minimap.js")),
    ("board.js", include_str!("../web/board.js")),
    ("charts.js", include_str!("../web/charts.js")),
    ("sources.js", include_str!("../web/sources.js")),
    ("timeline.js", include_str!("../web/timeline.js")),
    ("events.js", include_str!("../web/events.js")),
    ("panels.js", include_str!("../web/panels.js")),
    ("player.js", include_str!("../web/player.js")),
    ("gif.js", include_str!("../web/gif.js")),
    ("share.js", include_str!("../web/share.js")),
    ("main.js", include_str!("../web/main.js")),
];

/// The module of the gallery of a series.
pub(crate) const GALLERY: &[(&str, &str)] = &[("gallery.js", include_str!("../web/gallery.js"))];

/// A module by its name, such as `board.js` or `skins/NAME.js`, for pages that may load other
/// files.
#[must_use]
pub fn module(name: &str) -> Option<&'static str> {
    let skins = SKINS.iter().filter_map(|(file, text)| Some((*file, std::str::from_utf8(text).ok()?)));
    let modules = DRAWING.iter().chain(MATCH).copied();
    modules.chain(skins).find(|(file, _)| *file == name).map(|(_, text)| text)
}

/// What draws, with the skins of these games, and the modules of a page, as one; a test says that
/// every game has a skin.
pub(crate) fn script<'a>(games: impl IntoIterator<Item = &'a str>, page: &[(&str, &str)]) -> String {
    let mut skins: String = games.into_iter().filter_map(skin).map(joinable).collect();
    let mut script = String::new();
    for (name, module) in DRAWING.iter().chain(page) {
        script.push_str(&format!("// {name}\n"));
        script.push_str(&joinable(module));
        if *name == BEFORE_SKINS {
            script.push_str(&std::mem::take(&mut skins));
        }
    }
    script
}

/// The skin of a game.
fn skin(game: &str) -> Option<&'static str> {
    let file = format!("skins/{game}.js");
    let found = SKINS.iter().find(|(name, _)| *name == file);
    found.and_then(|(_, text)| std::str::from_utf8(text).ok())
}

/// A module without its `import` lines and without the word `export`.
fn joinable(module: &str) -> String {
    let mut text = String::new();
    let mut inside_import = false;
    for line in module.lines() {
        inside_import |= line.starts_with("import ");
        if inside_import {
            inside_import = !line.trim_end().ends_with(';');
            continue;
        }
        text.push_str(line.strip_prefix("export ").unwrap_or(line));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// All modules of a page, with all skins where some of them stand in it.
    fn all(page: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
        let place = DRAWING.iter().position(|(name, _)| *name == BEFORE_SKINS).unwrap() + 1;
        let skins = SKINS.iter().map(|(name, text)| (*name, std::str::from_utf8(text).unwrap()));
        let before = DRAWING[..place].iter().copied().chain(skins);
        before.chain(DRAWING[place..].iter().copied()).chain(page.iter().copied()).collect()
    }

    #[test]
    fn imports_and_exports_are_gone() {
        let module =
            "import { a } from './a.js';\nimport {\n  b,\n} from './b.js';\nexport const c = a + b;\n";
        assert_eq!(joinable(module), "const c = a + b;\n");
    }

    #[test]
    fn no_name_is_used_twice_at_the_top() {
        for page in [MATCH, GALLERY] {
            names_are_unique(&all(page));
        }
    }

    fn names_are_unique(modules: &[(&str, &str)]) {
        let mut seen = BTreeMap::new();
        for (module, text) in modules {
            for line in joinable(text).lines() {
                let words: Vec<&str> = line.split([' ', '(', '=', ';', '{']).collect();
                let name = match words[..] {
                    ["async", "function", name, ..] => name,
                    ["function" | "const" | "let" | "class", name, ..] => name,
                    _ => continue,
                };
                if let Some(other) = seen.insert(name.to_string(), module) {
                    panic!("`{name}` is at the top of {other} and of {module}");
                }
            }
        }
    }

    #[test]
    fn every_module_imports_only_what_comes_before_it() {
        for page in [MATCH, GALLERY] {
            imports_come_before(&all(page));
        }
    }

    fn imports_come_before(modules: &[(&str, &str)]) {
        for (at, (module, text)) in modules.iter().enumerate() {
            for import in text.lines().filter_map(|line| line.split(" from '").nth(1)) {
                let file = import.trim_end_matches(['\'', ';']).trim_start_matches(['.', '/']);
                let known = modules[..at]
                    .iter()
                    .any(|(name, _)| *name == file || name.ends_with(&format!("/{file}")));
                assert!(known, "{module} imports {file}, which does not come before it");
            }
        }
    }

    #[test]
    fn nothing_ends_the_script_early() {
        for (name, _) in SKINS {
            assert!(!script([], GALLERY).contains("</script"));
            let game = name.trim_start_matches("skins/").trim_end_matches(".js");
            assert!(!script([game], MATCH).contains("</script"));
        }
    }

    #[test]
    fn every_game_has_a_skin() {
        for entry in games::ALL {
            let skin = skin(entry.name()).unwrap_or_else(|| panic!("{} has no skin", entry.name()));
            assert!(skin.contains(&format!("SKINS.{} = {{", entry.name())), "{}", entry.name());
        }
    }
}
