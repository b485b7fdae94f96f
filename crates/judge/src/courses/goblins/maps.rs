//! Maps of goblins, whole and damaged.

use crate::generate::{Chance, Scope};
use crate::handout::Section;
use game::console::Stage;
use goblins::kinds::{GOBLINS_ACT_SINCE, MAGES_ACT_SINCE};

/// A map as its lines.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) terrain: Vec<String>,
    pub(super) mages: Vec<String>,
    pub(super) goblins: Vec<String>,
    /// What stands instead of the header that follows from the rest.
    header: Option<String>,
    /// What stands before everything else.
    prefix: &'static str,
    line_end: &'static str,
}

impl Sheet {
    /// A random small map.
    pub(super) fn random(stage: Stage, scope: Scope, chance: &mut Chance) -> Self {
        let largest = if stage < MAGES_ACT_SINCE && chance.percent(20) { 20 } else { 6 };
        let (rows, cols) = (chance.between(1, largest), chance.between(2, largest + 1).min(20));
        let mut squares: Vec<(usize, usize)> = (0..rows * cols).map(|n| (n / cols, n % cols)).collect();
        chance.shuffle(&mut squares);
        if chance.percent(35) {
            huddle(&mut squares);
        }
        let room = squares.len();
        let mut mages = chance.between(1, 3).min(room - 1);
        let mut goblins = chance.between(1, 5).min(room - mages);
        if room > 9 && chance.percent(5) {
            // A mage with goblins all around it.
            huddle(&mut squares);
            (mages, goblins) = (1, 8);
        }
        let rough = chance.below(1 + (room - mages - goblins).min(8));
        let mut units = squares.drain(..mages + goblins).collect::<Vec<_>>();
        let goblins = units.split_off(mages).into_iter().map(|at| goblin(at, stage, scope, chance)).collect();
        let terrain = squares
            .iter()
            .take(rough)
            .map(|(row, col)| format!("{row} {col} {}", chance.one(&["W", "M", "M", "W"])));
        let terrain = terrain.collect();
        let mages = units.iter().map(|(row, col)| format!("{row} {col}")).collect();
        Self { rows, cols, terrain, mages, goblins, header: None, prefix: "", line_end: "\n" }
    }

    /// The map as text, up to and including the end of its last line.
    pub(super) fn to_text(&self) -> String {
        let header = self.header.clone().unwrap_or_else(|| {
            let (terrain, mages, goblins) = (self.terrain.len(), self.mages.len(), self.goblins.len());
            format!("{} {} {terrain} {mages} {goblins}", self.rows, self.cols)
        });
        let lines = std::iter::once(&header).chain(&self.terrain).chain(&self.mages).chain(&self.goblins);
        let lines: String = lines.map(|line| format!("{line}{}", self.line_end)).collect();
        format!("{}{lines}", self.prefix)
    }

    fn header_with(&mut self, change: impl FnOnce(&mut Vec<String>)) {
        let counts = [self.rows, self.cols, self.terrain.len(), self.mages.len(), self.goblins.len()];
        let mut words = counts.map(|count| count.to_string()).to_vec();
        change(&mut words);
        self.header = Some(words.join(" "));
    }

    /// A square that no line names.
    fn free_square(&self) -> Option<(usize, usize)> {
        let lines = || self.terrain.iter().chain(&self.mages).chain(&self.goblins);
        let taken = |row: usize, col: usize| lines().any(|line| line.starts_with(&format!("{row} {col}")));
        (0..self.rows * self.cols)
            .map(|n| (n / self.cols, n % self.cols))
            .find(|(row, col)| !taken(*row, *col))
    }

    fn put_terrain_under(&mut self, unit: &str, letter: &str) {
        let square: Vec<&str> = unit.split(' ').take(2).collect();
        self.terrain.push(format!("{} {letter}", square.join(" ")));
    }
}

/// Brings the squares nearest to the first to the front.
fn huddle(squares: &mut [(usize, usize)]) {
    let (row, col) = squares[0];
    squares.sort_by_key(|(r, c)| r.abs_diff(row).max(c.abs_diff(col)));
}

fn goblin((row, col): (usize, usize), stage: Stage, scope: Scope, chance: &mut Chance) -> String {
    // A number below 0 is not what the hand-out calls a sight or a number of steps.
    let plain = usize::from(scope == Scope::Graded);
    if stage == Stage::Four && chance.percent(50) {
        let sight = chance.one(&[0, 1, 2, 3, 3, 4, 5, 6, 8, 20, -1][..11 - plain]);
        return format!("{row} {col} TG {sight}");
    }
    if stage < GOBLINS_ACT_SINCE {
        return format!("{row} {col} PG");
    }
    let facing = chance.one(&["W", "A", "S", "D"]);
    let steps = chance.one(&[0, 1, 1, 2, 2, 3, 4, 5, -1][..9 - plain]);
    format!("{row} {col} PG {facing} {steps}")
}

/// A way to write a map down, named for what is special about it.
pub(super) struct Recipe {
    pub(super) name: &'static str,
    pub(super) since: Stage,
    /// Whether the course could grade it.
    pub(super) section: Section,
    /// Whether the map then fails to load.
    pub(super) fails: bool,
    pub(super) change: fn(&mut Sheet, &mut Chance),
}

/// All recipes.
#[rustfmt::skip]
pub(super) const RECIPES: &[Recipe] = {
    use Section::{Handout, Robustness};
    use Stage::{Four, One, Three};
    &[
        Recipe { name: "load_all_units_on_terrain_draw", section: Handout, since: One, fails: false, change: |map, _| {
            map.terrain.clear();
            for unit in [map.mages.clone(), map.goblins.clone()].concat() { map.put_terrain_under(&unit, "W"); }
        } },
        Recipe { name: "load_blank_first_line", section: Robustness, since: One, fails: true, change: |map, _| map.prefix = "\n" },
        Recipe { name: "load_blank_line_inside", section: Robustness, since: One, fails: true, change: |map, _| map.mages.insert(0, String::new()) },
        Recipe { name: "load_bom", section: Robustness, since: One, fails: true, change: |map, _| map.prefix = "\u{feff}" },
        Recipe { name: "load_crlf", section: Robustness, since: One, fails: false, change: |map, _| map.line_end = "\r\n" },
        Recipe { name: "load_empty_input", section: Robustness, since: One, fails: true, change: |map, _| {
            map.line_end = ""; map.header = Some(String::new());
            for lines in [&mut map.terrain, &mut map.mages, &mut map.goblins] { lines.clear(); }
        } },
        Recipe { name: "load_goblin_on_mountain", section: Handout, since: One, fails: false, change: |map, _| { let unit = map.goblins[0].clone(); map.put_terrain_under(&unit, "M"); } },
        Recipe { name: "load_header_float", section: Robustness, since: One, fails: true, change: |map, _| map.header_with(|words| words[0].push_str(".5")) },
        Recipe { name: "load_header_trailing_junk", section: Robustness, since: One, fails: false, change: |map, _| map.header_with(|words| words[4].push_str("x and more")) },
        Recipe { name: "load_hex_row", section: Robustness, since: One, fails: true, change: |map, _| map.mages[0].insert_str(0, "0x") },
        Recipe { name: "load_leading_zeros", section: Robustness, since: One, fails: false, change: |map, _| map.mages[0].insert_str(0, "00") },
        Recipe { name: "load_letter_for_number", section: Handout, since: One, fails: true, change: |map, _| map.mages[0] = "x 0".into() },
        Recipe { name: "load_lone_minus", section: Robustness, since: One, fails: true, change: |map, _| map.mages[0] = "- 0".into() },
        Recipe { name: "load_lower_terrain", section: Robustness, since: One, fails: true, change: |map, _| map.terrain.push("0 0 w".into()) },
        Recipe { name: "load_mage_extra_word", section: Robustness, since: One, fails: false, change: |map, _| map.mages[0].push_str(" Merlin") },
        Recipe { name: "load_mage_missing_column", section: Handout, since: One, fails: true, change: |map, _| map.mages[0] = "0".into() },
        Recipe { name: "load_mage_on_water", section: Handout, since: One, fails: false, change: |map, _| { let unit = map.mages[0].clone(); map.put_terrain_under(&unit, "W"); } },
        Recipe { name: "load_max_steps", section: Robustness, since: Three, fails: false, change: |map, chance| {
            let square: Vec<&str> = map.goblins[0].split(' ').take(2).collect();
            map.goblins[0] = format!("{} PG {} 2147483647", square.join(" "), chance.one(&["W", "A", "S", "D"]));
        } },
        Recipe { name: "load_missing_goblin_line", section: Handout, since: One, fails: true, change: |map, _| map.header_with(|words| words[4] = (words[4].parse().unwrap_or(0) + 9).to_string()) },
        Recipe { name: "load_negative_counts", section: Robustness, since: One, fails: false, change: |map, _| {
            map.header_with(|words| words[2..].iter_mut().for_each(|word| *word = "-1".into()));
            for lines in [&mut map.terrain, &mut map.mages, &mut map.goblins] { lines.clear(); }
        } },
        Recipe { name: "load_no_goblin_win", section: Handout, since: One, fails: false, change: |map, _| map.goblins.clear() },
        Recipe { name: "load_no_mage_lose", section: Handout, since: One, fails: false, change: |map, _| map.mages.clear() },
        Recipe { name: "load_no_units_draw", section: Handout, since: One, fails: false, change: |map, _| { map.mages.clear(); map.goblins.clear(); } },
        Recipe { name: "load_overflow", section: Robustness, since: One, fails: true, change: |map, _| map.header_with(|words| words[4] = "99999999999".into()) },
        Recipe { name: "load_pg_bare", section: Handout, since: Three, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "PG") },
        Recipe { name: "load_pg_glued", section: Robustness, since: Three, fails: false, change: |map, _| map.goblins[0] = special_goblin(map, "PG W1") },
        Recipe { name: "load_pg_kind_glued_to_dir", section: Robustness, since: One, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "PGW 1") },
        Recipe { name: "load_pg_no_steps", section: Handout, since: Three, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "PG W") },
        Recipe { name: "load_plain_terrain", section: Robustness, since: One, fails: false, change: |map, _| {
            if let Some((row, col)) = map.free_square() { map.terrain.push(format!("{row} {col} P")); } else { map.terrain.push("0 0 P".into()); }
        } },
        Recipe { name: "load_plus_signs", section: Robustness, since: One, fails: false, change: |map, _| map.mages[0].insert(0, '+') },
        Recipe { name: "load_short_header", section: Handout, since: One, fails: true, change: |map, _| map.header_with(|words| { words.pop(); }) },
        Recipe { name: "load_sight_fraction", section: Robustness, since: Four, fails: false, change: |map, _| map.goblins[0] = special_goblin(map, "TG 4.7") },
        Recipe { name: "load_steps_overflow", section: Robustness, since: Three, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "PG W 3000000000") },
        Recipe { name: "load_terrain_long_word", section: Robustness, since: One, fails: true, change: |map, _| map.terrain.push("0 0 Wx".into()) },
        Recipe { name: "load_terrain_twice", section: Robustness, since: One, fails: false, change: |map, _| {
            let (row, col) = map.free_square().unwrap_or((0, 0));
            map.terrain.push(format!("{row} {col} W"));
            map.terrain.push(format!("{row} {col} M"));
        } },
        Recipe { name: "load_tg_no_sight", section: Handout, since: Four, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "TG") },
        Recipe { name: "load_unknown_goblin", section: Handout, since: One, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "XG W 1") },
        Recipe { name: "load_unknown_goblin_number", section: Handout, since: One, fails: true, change: |map, _| map.goblins[0] = special_goblin(map, "XG 2") },
        Recipe { name: "load_unknown_terrain", section: Handout, since: One, fails: true, change: |map, _| map.terrain.push("0 0 F".into()) },
    ]
};

/// The first goblin with another description.
fn special_goblin(map: &Sheet, description: &str) -> String {
    let square: Vec<&str> = map.goblins[0].split(' ').take(2).collect();
    format!("{} {description}", square.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goblins::Setup;

    #[test]
    fn recipes_do_what_their_names_say() {
        for recipe in RECIPES {
            let mut chance = Chance::new(3);
            for _ in 0..50 {
                let mut map = Sheet::random(Stage::Four, Scope::Everything, &mut chance);
                (recipe.change)(&mut map, &mut chance);
                let text = map.to_text();
                let loads = Setup::parse(text.as_bytes(), Stage::Four).is_ok();
                assert_eq!(loads, !recipe.fails, "{}:\n{text}", recipe.name);
            }
        }
    }
}
