//! What the bundled maps are called, and how hard they are.

use crate::lang::{Lang, Words};

/// What is said of a bundled map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapInfo {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    pub(crate) title: Words,
    /// How hard it is and in how many turns our own recorded line wins it; nothing in games against others.
    pub(crate) puzzle: Option<Puzzle>,
}

/// How hard a map is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Puzzle {
    /// From 0, first steps, to 3, hard.
    pub(crate) difficulty: u8,
    /// Turns of the line in `maps/GAME/wins`.
    pub(crate) turns: u8,
}

const fn puzzle(name: &'static str, title: Words, difficulty: u8, turns: u8) -> MapInfo {
    MapInfo { name, title, puzzle: Some(Puzzle { difficulty, turns }) }
}

const fn battle(name: &'static str, title: Words) -> MapInfo {
    MapInfo { name, title, puzzle: None }
}

const BREACH: [MapInfo; 13] = [
    puzzle("first-shot", Words("First Shot", "第一炮"), 0, 1),
    puzzle("overboard", Words("Overboard", "落水"), 0, 2),
    puzzle("first-contact", Words("First Contact", "初次接触"), 1, 2),
    puzzle("stepping-stones", Words("Stepping Stones", "垫脚石"), 1, 2),
    puzzle("landslide", Words("Landslide", "山崩"), 1, 2),
    puzzle("air-drop", Words("Air Drop", "空投"), 1, 2),
    puzzle("narrow-pass", Words("Narrow Pass", "隘口"), 2, 2),
    puzzle("harbour", Words("Harbour", "海港"), 2, 2),
    puzzle("crossfire", Words("Crossfire", "交叉火力"), 2, 3),
    puzzle("sacred-grove", Words("Sacred Grove", "圣林"), 2, 3),
    puzzle("hornets-nest", Words("Hornets' Nest", "马蜂窝"), 3, 2),
    puzzle("last-stand", Words("Last Stand", "背水一战"), 3, 3),
    puzzle("old-forest", Words("Old Forest", "古老森林"), 3, 6),
];

const GOBLINS: [MapInfo; 13] = [
    puzzle("spark", Words("Spark", "火花"), 0, 1),
    puzzle("long-shot", Words("Long Shot", "远射"), 0, 1),
    puzzle("crosswind", Words("Crosswind", "侧风"), 1, 2),
    puzzle("the-bridge", Words("The Bridge", "独木桥"), 1, 2),
    puzzle("night-watch", Words("Night Watch", "守夜人"), 1, 2),
    puzzle("first-spell", Words("First Spell", "初试法术"), 1, 3),
    puzzle("lake", Words("Lake", "湖畔"), 2, 3),
    puzzle("hunt", Words("Hunt", "狩猎"), 2, 3),
    puzzle("waterfront", Words("Waterfront", "水岸"), 2, 3),
    puzzle("maze", Words("Maze", "迷宫"), 3, 5),
    puzzle("wolf-pack", Words("Wolf Pack", "狼群"), 3, 3),
    puzzle("gatehouse", Words("Gatehouse", "门楼"), 3, 5),
    puzzle("citadel", Words("Citadel", "要塞"), 3, 6),
];

const DEEPBLUE: [MapInfo; 9] = [
    battle("training", Words("Training", "演习")),
    battle("duel", Words("Duel", "对决")),
    battle("lagoon", Words("Lagoon", "潟湖")),
    battle("skerries", Words("Skerries", "礁群")),
    battle("twin-coasts", Words("Twin Coasts", "双岸")),
    battle("archipelago", Words("Archipelago", "群岛")),
    battle("fogbank", Words("Fogbank", "雾堤")),
    battle("fleet-action", Words("Fleet Action", "舰队决战")),
    battle("great-ocean", Words("Great Ocean", "大洋")),
];

const FC18: [MapInfo; 9] = [
    battle("campus", Words("Campus", "校园")),
    battle("courtyard", Words("Courtyard", "庭院")),
    battle("open-field", Words("Open Field", "旷野")),
    battle("four-passes", Words("Four Passes", "四隘")),
    battle("gates-and-halls", Words("Gates and Halls", "门与堂")),
    battle("long-road", Words("Long Road", "长路")),
    battle("moor", Words("Moor", "荒原")),
    battle("old-capital", Words("Old Capital", "故都")),
    battle("wide-country", Words("Wide Country", "广野")),
];

/// What is said of the maps of a game.
pub(crate) const fn of_game(game: &str) -> &'static [MapInfo] {
    match game.as_bytes() {
        b"breach" => &BREACH,
        b"goblins" => &GOBLINS,
        b"deepblue" => &DEEPBLUE,
        b"fc18" => &FC18,
        _ => &[],
    }
}

/// The title of a bundled map, or the name of another.
pub(crate) fn title(game: &str, name: &str, lang: Lang) -> String {
    let info = of_game(game).iter().find(|info| info.name == name);
    info.map_or_else(|| name.to_string(), |info| lang.pick(info.title).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::GameEntry;
    use game::console::{Detail, Options, Transcript};

    const GAMES: [&dyn GameEntry; 4] = [::breach::ENTRY, ::goblins::ENTRY, ::deepblue::ENTRY, ::fc18::ENTRY];

    #[test]
    fn every_bundled_map_has_a_title_and_nothing_else_has() {
        for title in GAMES {
            let mut bundled: Vec<_> = title.maps().iter().map(|(name, _)| *name).collect();
            let mut described: Vec<_> = of_game(title.name()).iter().map(|info| info.name).collect();
            bundled.sort_unstable();
            described.sort_unstable();
            assert_eq!(described, bundled);
        }
    }

    /// The numbers of turns are those of the recorded lines.
    #[test]
    fn recorded_lines_take_as_many_turns_as_is_said() {
        for title in &GAMES[..2] {
            for (name, map) in title.maps() {
                let path =
                    format!("{}/../../maps/{}/wins/{name}.in", env!("CARGO_MANIFEST_DIR"), title.name());
                let answers = std::fs::read(path).unwrap();
                let mut port = Transcript::new(&answers);
                let options =
                    Options { map: Some(map.as_bytes()), detail: Detail::Events, ..Options::default() };
                title.console().unwrap().run(&mut port, options);
                let turns = port.remarks.iter().filter(|remark| is_end_of_turn(remark)).count();
                let info = of_game(title.name()).iter().find(|info| info.name == *name).unwrap();
                assert_eq!(usize::from(info.puzzle.unwrap().turns), turns, "{name}");
            }
        }
    }

    fn is_end_of_turn(remark: &str) -> bool {
        remark.ends_with("ends; the enemy acts") || remark.ends_with(": the goblins act")
    }
}
