//! What the sources of a contest are compiled against: the files of `sdk/cpp`, and what is to be known about them.

/// The interface of one contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kit {
    /// The game's name.
    pub game: &'static str,
    /// Path and text of every file, as in `sdk/cpp`.
    pub files: &'static [(&'static str, &'static str)],
    /// A player to start from: the one of the contest's tutorial.
    pub example: &'static str,
    /// The folder of the headers.
    pub headers: &'static str,
    /// The one file that is compiled together with a player's.
    pub driver: &'static str,
    /// Standards that are tried until one compiles the player's sources. Those in front forgive more of what was usual when the
    /// contest was held.
    pub standards: &'static [&'static str],
    /// Rule profiles, by the beginning of their names, with the macro that gives their tables.
    pub tables: &'static [(&'static str, &'static str)],
    /// A macro that leaves out names which only some versions of the headers had, tried if all else fails.
    pub without_leftovers: Option<&'static str>,
    /// Whether texts in a GBK source must keep their bytes.
    pub keeps_gbk_texts: bool,
    /// What the driver is told for a player whose Up is y - 1.
    pub legacy_directions: Option<&'static str>,
}

macro_rules! files {
    ($($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../../sdk/cpp/", $path)))),+]
    };
}

/// All contests whose sources can be compiled.
pub const KITS: [Kit; 2] = [
    Kit {
        game: "deepblue",
        files: files![
            "modern/sandtable/reader.h",
            "modern/sandtable/channel.h",
            "common/takeover.h",
            "deepblue/basic.h",
            "deepblue/driver.cpp",
        ],
        example: include_str!("../../../sdk/cpp/deepblue/example/ai.cpp"),
        headers: "deepblue",
        driver: "deepblue/driver.cpp",
        standards: &["gnu++14", "gnu++98", "gnu++17", "gnu++20"],
        tables: &[("final", "SANDTABLE_RULES_FINAL")],
        without_leftovers: None,
        keeps_gbk_texts: false,
        legacy_directions: None,
    },
    Kit {
        game: "fc18",
        files: files![
            "modern/sandtable/reader.h",
            "modern/sandtable/channel.h",
            "common/takeover.h",
            "fc18/ai.h",
            "fc18/definition.h",
            "fc18/user_toolbox.h",
            "fc18/driver.cpp",
        ],
        example: include_str!("../../../sdk/cpp/fc18/example/ai.cpp"),
        headers: "fc18",
        driver: "fc18/driver.cpp",
        standards: &["gnu++14", "gnu++17", "gnu++20"],
        tables: &[("final2021", "SANDTABLE_RULES_FINAL2021")],
        without_leftovers: Some("SANDTABLE_FC18_WITHOUT_LEFTOVERS"),
        keeps_gbk_texts: true,
        legacy_directions: Some("--legacy-directions"),
    },
];

impl Kit {
    /// The kit of a game, if it was a contest.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static Self> {
        KITS.iter().find(|kit| kit.game == game)
    }

    /// The macro that makes the tables those of a rule profile; none for the default.
    #[must_use]
    pub fn table_macro(&self, rules: &str) -> Option<&'static str> {
        let wanted = self.tables.iter().find(|(profile, _)| rules.starts_with(profile));
        wanted.map(|(_, name)| *name)
    }

    /// The text of the file of this name that the kit brings itself.
    #[must_use]
    pub fn own(&self, name: &str) -> Option<&'static str> {
        let named = |path: &str| {
            path.strip_prefix(self.headers).and_then(|rest| rest.strip_prefix('/')) == Some(name)
        };
        self.files.iter().find(|(path, _)| named(path)).map(|(_, text)| *text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_plain_ascii() {
        // A GBK source is compiled with an option that holds for all files, where a player compiles by hand.
        for kit in &KITS {
            assert!(kit.files.iter().all(|(_, text)| text.is_ascii()), "{}", kit.game);
        }
    }

    #[test]
    fn tables_follow_the_rules() {
        let kit = Kit::of("deepblue").unwrap();
        assert_eq!(kit.table_macro("document-large"), None);
        assert_eq!(kit.table_macro("final-large"), Some("SANDTABLE_RULES_FINAL"));
        let kit = Kit::of("fc18").unwrap();
        assert_eq!(kit.table_macro("judge"), None);
        assert_eq!(kit.table_macro("final2021-legacy"), Some("SANDTABLE_RULES_FINAL2021"));
    }

    #[test]
    fn headers_are_known_by_name() {
        let kit = Kit::of("fc18").unwrap();
        assert!(kit.own("ai.h").is_some() && kit.own("driver.cpp").is_some());
        assert!(kit.own("reader.h").is_none() && kit.own("ai.cpp").is_none());
    }
}
