//! Telling the contest's own files from a player's.
//!
//! Folders come as the contest handed them out: its headers and its library lie beside the player's
//! `ai.cpp`. Here the kit has its own of all that. A file is the contest's by what it is called and
//! by what it defines.

use crate::kit::Kit;
use crate::scan;
use crate::source::Sources;
use std::collections::BTreeMap;
use std::fmt;

/// A file that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Its path in the player's folder.
    pub name: String,
    /// Why.
    pub why: Why,
}

/// Why a file was left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// The kit has its own of this name, and it says something else.
    Replaced,
    /// It belongs to the contest's library.
    Library,
    /// It defines `main`, which is the kit's.
    Main,
    /// It is another player.
    AnotherPlayer,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Replaced => "the contest's own file of this name is used",
            Self::Library => "it belongs to the contest's library, which is here already",
            Self::Main => "it defines main, which is here already",
            Self::AnotherPlayer => "it is another player",
        })
    }
}

/// The folder in which the contest put its library.
const INTERNAL: &str = "ai_internal";

/// Takes the contest's files out of a player's.
pub(crate) fn leave_out(kit: &Kit, sources: &mut Sources) {
    let defined: BTreeMap<String, Vec<String>> =
        sources.files.iter().map(|(name, text)| (name.clone(), scan::definitions(text))).collect();
    let player = player(kit, sources, &defined);
    for (name, defines) in &defined {
        let text = &sources.files[name];
        let file = File { kit, name, text, defines };
        let is_unit = sources.units.contains(name);
        if file.is_copy() {
            sources.files.remove(name);
        } else if let Some(why) = file.why(player.as_deref(), is_unit) {
            sources.left_out.push(LeftOut { name: name.clone(), why });
            sources.files.remove(name);
        } else if !is_unit && defines.iter().any(|defined| defined == kit.header_type.0) {
            // Whoever includes it means the kit's.
            let instead = format!("#include \"{}\"\n", kit.header_type.1);
            sources.files.insert(name.clone(), instead.into_bytes());
        } else if file.defines_entry() && file.defines("main") {
            keep_main_apart(name, sources);
        }
    }
    sources.units.retain(|unit| sources.files.contains_key(unit));
}

/// The file that is the player, if there are several: `ai.cpp`, and the one that lies highest.
fn player(kit: &Kit, sources: &Sources, defined: &BTreeMap<String, Vec<String>>) -> Option<String> {
    let entry = kit.entry.last()?;
    let is_player = |name: &&String| defined.get(*name).is_some_and(|all| all.iter().any(|one| one == entry));
    let order = |name: &&String| {
        let file = name.rsplit('/').next().unwrap_or_default();
        (!file.eq_ignore_ascii_case("ai.cpp"), name.matches('/').count(), (*name).clone())
    };
    sources.units.iter().filter(is_player).min_by_key(order).cloned()
}

/// A player's own `main`, with which it was tried, gets out of the way of the driver's. Lines keep
/// their numbers.
fn keep_main_apart(name: &str, sources: &mut Sources) {
    if let Some(text) = sources.files.get_mut(name) {
        let head = format!("#define main sandtable_main_of_the_player\n#line 1 \"{name}\"\n");
        text.splice(..0, head.into_bytes());
    }
}

/// One of the files that came with a player.
struct File<'a> {
    kit: &'a Kit,
    name: &'a str,
    text: &'a [u8],
    defines: &'a [String],
}

impl File<'_> {
    /// Its own name, in small letters.
    fn own_name(&self) -> String {
        self.name.rsplit('/').next().unwrap_or_default().to_lowercase()
    }

    /// Whether it is the kit's file, word by word.
    fn is_copy(&self) -> bool {
        self.kit.own(&self.own_name()).is_some_and(|own| own.as_bytes() == self.text)
    }

    fn why(&self, player: Option<&str>, is_unit: bool) -> Option<Why> {
        if self.kit.own(&self.own_name()).is_some() {
            return Some(Why::Replaced);
        }
        if !is_unit {
            return None;
        }
        if self.defines_entry() {
            let entry = self.kit.entry.last().is_some_and(|entry| self.defines(entry));
            return (entry && player != Some(self.name)).then_some(Why::AnotherPlayer);
        }
        if self.defines_library() || self.is_handed_out() {
            return Some(Why::Library);
        }
        self.defines("main").then_some(Why::Main)
    }

    fn defines(&self, name: &str) -> bool {
        self.defines.iter().any(|defined| defined == name)
    }

    fn defines_entry(&self) -> bool {
        self.kit.entry.iter().any(|entry| self.defines(entry))
    }

    /// Whether it defines what the driver defines, too.
    fn defines_library(&self) -> bool {
        let is_library = |defined: &String| {
            let is = |name: &&&str| {
                if name.ends_with("::") { defined.starts_with(**name) } else { defined == **name }
            };
            self.kit.library.iter().any(|name| is(&name))
        };
        self.defines.iter().any(is_library)
    }

    /// Whether it lies where the contest put its library, or is called like a part of it and is
    /// about the same things.
    fn is_handed_out(&self) -> bool {
        if self.name.split('/').any(|folder| folder.eq_ignore_ascii_case(INTERNAL)) {
            return true;
        }
        let own_name = self.own_name();
        let stem = own_name.rsplit_once('.').map_or(own_name.as_str(), |(stem, _)| stem);
        self.kit.handed_out.contains(&stem) && (self.is_about_plumbing() || self.defines("main"))
    }

    fn is_about_plumbing(&self) -> bool {
        let includes = scan::includes(self.text);
        let in_names = |word: &str| includes.iter().any(|include| include.name.contains(word));
        self.kit.plumbing.iter().any(|word| in_names(word) || scan::mentions(self.text, &[word]))
    }
}
