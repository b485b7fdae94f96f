//! What the sources of a contest are compiled against: the files of `sdk/cpp`, and what is to be
//! known about them.

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
    /// Standards that are tried until one compiles the player's sources. Those in front forgive
    /// more of what was usual when the contest was held.
    pub standards: &'static [&'static str],
    /// Rule profiles, by the beginning of their names, with the macro that gives their tables.
    pub tables: &'static [(&'static str, &'static str)],
    /// Words in a player's code, mark by mark, with the macro that gives the part of the interface
    /// they belong to.
    pub parts: &'static [(&'static [&'static str], &'static str)],
    /// Tables of texts of which several forms went round: a player who brings the headers gets
    /// those in them.
    pub text_tables: &'static [&'static str],
    /// A macro that leaves out names which only some versions of the headers had, tried if all else
    /// fails.
    pub without_leftovers: Option<&'static str>,
    /// Whether texts in a GBK source must keep their bytes.
    pub keeps_gbk_texts: bool,
    /// The functions that a player defines.
    pub entry: &'static [&'static str],
    /// What only the contest's own files define: full names, or classes and namespaces with `::`
    /// behind them.
    pub library: &'static [&'static str],
    /// A type that only the contest's own headers define; a header with it under another name
    /// stands for this one.
    pub header_type: (&'static str, &'static str),
    /// What files were called that the contest handed out with its headers, without their endings.
    pub handed_out: &'static [&'static str],
    /// What such a file is about, in its `#include` lines or in its code.
    pub plumbing: &'static [&'static str],
    /// Words of the interfaces of other years' contests, mark by mark.
    pub other_years: &'static [&'static [&'static str]],
    /// What the driver is told for a player whose Up is y - 1.
    pub legacy_directions: Option<&'static str>,
    /// What the driver is told for a player to whom the `pos` of a base is its upper-left cell.
    pub base_corner: Option<&'static str>,
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
        parts: &[],
        text_tables: &[],
        without_leftovers: None,
        keeps_gbk_texts: true,
        entry: &["GetTeamName", "AIMain"],
        library: &[
            "teamstyle16::Info",
            "teamstyle16::Map",
            "teamstyle16::GetState",
            "teamstyle16::Update",
            "teamstyle16::TryUpdate",
            "teamstyle16::AttackPos",
            "teamstyle16::AttackUnit",
            "teamstyle16::ChangeDest",
            "teamstyle16::Fix",
            "teamstyle16::Produce",
            "teamstyle16::Supply",
            "teamstyle16::Cancel",
            "teamstyle16::GetProperty",
            "teamstyle16::kProperty",
            "teamstyle16::communicate::",
        ],
        header_type: ("teamstyle16::GameInfo", "basic.h"),
        handed_out: &[
            "basic",
            "main",
            "proxy",
            "communicate",
            "communicate.pb",
            "game_info",
            "client",
            "connection",
        ],
        plumbing: &["boost", "google", "protobuf", "communicate", "socket", "asio"],
        other_years: &[&["teamstyle14"], &["teamstyle15"], &["teamstyle17"], &["teamstyle18"]],
        legacy_directions: None,
        base_corner: Some("--base-corner"),
    },
    Kit {
        game: "fc18",
        files: files![
            "modern/sandtable/reader.h",
            "modern/sandtable/channel.h",
            "common/takeover.h",
            "fc18/ai.h",
            "fc18/definition.h",
            "fc18/json.h",
            "fc18/json_forms.h",
            "fc18/user_toolbox.h",
            "fc18/driver.cpp",
        ],
        example: include_str!("../../../sdk/cpp/fc18/example/ai.cpp"),
        headers: "fc18",
        driver: "fc18/driver.cpp",
        standards: &["gnu++14", "gnu++17", "gnu++20"],
        tables: &[("final2021", "SANDTABLE_RULES_FINAL2021")],
        parts: &[(&["Json", "::"], "SANDTABLE_FC18_JSON"), (&["asJson"], "SANDTABLE_FC18_JSON")],
        text_tables: &[
            "CorpsCmd",
            "TowerCmd",
            "ProductCmd",
            "Direction",
            "Terrain",
            "BattleName",
            "ConstructName",
        ],
        without_leftovers: Some("SANDTABLE_FC18_WITHOUT_LEFTOVERS"),
        keeps_gbk_texts: true,
        entry: &["player_ai"],
        library: &[
            "getDist",
            "generateRanInt",
            "CommandList::",
            "Command::",
            "Info::",
            "TPoint::",
            "TowerInfo::",
            "CorpsInfo::",
            "PlayerInfo::",
            "mapBlock::",
            "mapBlockInfo::",
            "BaseMap::",
            "Json::",
        ],
        header_type: ("CommandList", "definition.h"),
        handed_out: &[
            "main",
            "definition",
            "json",
            "jsoncpp",
            "json_value",
            "json_reader",
            "json_writer",
            "user_toolbox",
        ],
        plumbing: &["json", "Json", "player_ai", "getDistance", "operator"],
        other_years: &[&[".", "round"], &["-", ">", "round"], &["lineInfo"]],
        legacy_directions: Some("--legacy-directions"),
        base_corner: None,
    },
];

impl Kit {
    /// The kit of a game, if it was a contest.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static Self> {
        KITS.iter().find(|kit| kit.game == game)
    }

    /// The games that were contests, for sentences.
    pub(crate) fn games() -> String {
        KITS.map(|kit| kit.game).join(" and ")
    }

    /// The macro that makes the tables those of a rule profile; none for the default.
    #[must_use]
    pub fn table_macro(&self, rules: &str) -> Option<&'static str> {
        let wanted = self.tables.iter().find(|(profile, _)| rules.starts_with(profile));
        wanted.map(|(_, name)| *name)
    }

    /// The text of the file of this name that the kit brings itself, in whatever letters it is
    /// written.
    #[must_use]
    pub fn own(&self, name: &str) -> Option<&'static str> {
        self.own_files().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, text)| text)
    }

    /// The header of this name that the kit brings itself, as it is written.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&'static str> {
        let header = self.own_files().map(|(own, _)| own).find(|own| own.eq_ignore_ascii_case(name));
        header.filter(|own| !self.driver.ends_with(own))
    }

    /// The files beside the headers, by name.
    fn own_files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let folder = self.headers;
        let beside =
            move |path: &'static str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        self.files.iter().filter_map(move |(path, text)| Some((beside(path)?, *text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_plain_ascii() {
        // A GBK source is compiled with an option that holds for all files, where a player compiles
        // by hand.
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
