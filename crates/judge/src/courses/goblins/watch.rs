//! Which mechanisms of goblins show in a game.

use super::maps::Sheet;
use crate::case::Case;
use crate::exercise::Exercise;
use crate::generate::{Candidate, Scope};
use crate::handout::Section;
use board::Cell;
use game::console::Stage;
use game::mistakes::MistakeSet;
use game::{Game, Seat};
use goblins::event::{FireballEnd, Halt, Wall};
use goblins::kinds::MAGES_ACT_SINCE;
use goblins::{Event, Kind, Order, State, Terrain};
use std::collections::BTreeSet;

/// The mechanisms that a game tells of while it is played, with the stage in which each can first
/// show.
#[rustfmt::skip]
pub(super) const MECHANISMS: &[(&str, Stage)] = {
    use Stage::{Four, One, Three, Two};
    &[
        ("map_mountain", One), ("map_water", One), ("map_mage", One), ("map_patrol_goblin", One), ("map_wall", One), ("map_single_row", One),
        ("map_higher_than_wide", One), ("map_wider_than_high", One), ("map_two_digit_row", One), ("map_two_digit_column", One), ("map_largest", One),
        ("cmd_blocked_steps_free", Two), ("cmd_fire_friend", Two), ("cmd_fire_mountain", Two), ("cmd_fire_over_water", Two),
        ("cmd_fire_without_direction", Two), ("cmd_lower_case", Two), ("cmd_nul_byte", Two), ("cmd_odd_spaces", Two),
        ("cmd_steps_after_spell", Two), ("cmd_ten_steps_then_fire", Two), ("cmd_two_spells", Two),
        ("eof_after_map", Two), ("eof_after_map_no_newline", Two), ("eof_goblin_wins_silently", Three), ("eof_mage_wins_next_turn", Two),
        ("eof_middle_of_turn", Two), ("eof_one_command", Two), ("eof_one_command_no_newline", Two),
        ("pg_blocks_pg", Three), ("pg_negative_steps", Three), ("pg_steps_zero_strikes", Three), ("pg_strike_on_last_step", Three), ("pg_strikes_many", Three),
        ("tg_longer_path_than_sight", Four), ("tg_negative_sight", Four), ("tg_sight_zero_no_strike", Four), ("tg_strikes_bystanders", Four),
        ("tornado_chain_edge", Two), ("tornado_chain_mountain", Two), ("tornado_chain_water", Two), ("tornado_drowns_mage", Two),
        ("tornado_eight", Two), ("tornado_patrol_keeps_facing", Three), ("win_other_mages_still_asked", Two),
    ]
};

/// Mechanisms that show just where a mistake would: two ways are equally good, or something is in
/// the way.
pub(super) const BY_MISTAKE: &[(&str, &str)] = &[
    ("tg_blocked_by_goblin", "units-do-not-block"),
    ("tg_landing_tie", "landing-ties-last"),
    ("tg_prefers_path_over_line", "nearest-by-line"),
    ("tg_tie_row_then_col", "target-ties-by-column"),
];

/// Adds the mechanisms that only a comparison with mistakes shows.
pub(super) fn compare_with_mistakes(exercise: &Exercise, stage: Stage, candidate: &mut Candidate) {
    let case = Case::made(exercise, stage, "", candidate.input.clone());
    for (name, mistake) in BY_MISTAKE {
        let place = exercise.mistakes_in(stage).find(|(_, known)| known.name == *mistake);
        if place.is_some_and(|(place, _)| case.exposes(exercise, MistakeSet::NONE.with(place))) {
            candidate.shows.push(name);
        }
    }
}

/// Where a mechanism shows.
fn section_of(mechanism: &str) -> Section {
    match mechanism {
        "cmd_nul_byte"
        | "cmd_odd_spaces"
        | "eof_after_map"
        | "eof_after_map_no_newline"
        | "eof_middle_of_turn"
        | "pg_negative_steps"
        | "tg_negative_sight" => Section::Robustness,
        _ => Section::Handout,
    }
}

/// All of these that a stage has. What maps look like is for the stage that only draws them.
pub(super) fn mechanisms(stage: Stage, scope: Scope) -> impl Iterator<Item = &'static str> {
    let told = MECHANISMS
        .iter()
        .filter(move |(_, since)| *since <= stage && (*since >= MAGES_ACT_SINCE || stage < MAGES_ACT_SINCE))
        .map(|(name, _)| *name);
    let told = told.filter(move |name| scope.allows(section_of(name)));
    told.chain(
        BY_MISTAKE
            .iter()
            .filter(move |_| stage == Stage::Four && scope != Scope::Robust)
            .map(|(name, _)| *name),
    )
}

/// Follows a game and takes note of what shows.
#[derive(Debug, Default)]
pub(super) struct MechanismWatch {
    pub(super) seen: BTreeSet<&'static str>,
    /// Steps of the current command: refused, and made after a refused one.
    refused: usize,
    /// Where patrol goblins were blown to this turn.
    blown: Vec<Cell>,
}

impl MechanismWatch {
    /// Takes note of a mechanism, if its name is known.
    pub(super) fn note(&mut self, name: &str) {
        self.seen.extend(MECHANISMS.iter().map(|(known, _)| *known).find(|known| *known == name));
    }

    /// Takes note of what a map looks like when it is drawn.
    pub(super) fn look_at(&mut self, map: &Sheet) {
        let ends = |letter: &str| map.terrain.iter().any(|line| line.ends_with(letter));
        let in_column = |col: usize| {
            map.terrain.iter().filter(|line| line.split(' ').nth(1) == Some(&col.to_string())).count()
        };
        let looks = [
            ("map_mountain", ends(" M")),
            ("map_water", ends(" W")),
            ("map_mage", !map.mages.is_empty()),
            ("map_patrol_goblin", !map.goblins.is_empty()),
            ("map_wall", (0..map.cols).any(|col| in_column(col) >= 3)),
            ("map_single_row", map.rows == 1),
            ("map_higher_than_wide", map.rows > map.cols),
            ("map_wider_than_high", map.cols > map.rows && map.rows > 1),
            ("map_two_digit_row", map.rows > 10),
            ("map_two_digit_column", map.cols > 10),
            ("map_largest", map.rows == 20 || map.cols == 20),
        ];
        looks.into_iter().filter(|(_, shows)| *shows).for_each(|(name, _)| self.note(name));
    }

    /// A mage begins its command.
    pub(super) fn begin_command(&mut self) {
        self.refused = 0;
    }

    /// Gives an order and watches what it does.
    pub(super) fn submit(&mut self, state: &mut State, order: Order) {
        let before = state.clone();
        let mut events = Vec::new();
        let answer = state.submit(Seat::ONLY, order, &mut events);
        if let Order::Step(_) = order {
            self.refused += usize::from(answer.is_err());
            if answer.is_ok() && self.refused > 0 && state.points() == 0 {
                self.note("cmd_blocked_steps_free");
            }
        }
        let casts = matches!(order, Order::Fireball(_) | Order::Tornado);
        if casts
            && state.goblins().is_empty()
            && !before.goblins().is_empty()
            && state.mage_to_move().is_some()
        {
            self.note("win_other_mages_still_asked");
        }
        self.note_spell(&before, &events);
    }

    /// Ends the turn and watches the goblins.
    pub(super) fn end_turn(&mut self, state: &mut State) {
        let before = state.clone();
        let mut events = Vec::new();
        state.end_turn(Seat::ONLY, &mut events);
        self.note_goblins(&before, &events);
        self.blown.clear();
    }

    fn note_spell(&mut self, before: &State, events: &[Event]) {
        let mut ways = BTreeSet::new();
        let mut centre = None;
        for event in events {
            match *event {
                Event::Fireball { from, end, .. } => self.note_fireball(before, from, end),
                Event::Tornado { at } => centre = Some(at),
                Event::Blown { kind, from, to } => {
                    ways.extend(centre.map(|centre| way(centre, from)));
                    if matches!(kind, Kind::Patrol { .. }) {
                        self.blown.push(to);
                    }
                }
                Event::Drowned { kind, from, .. } => {
                    ways.extend(centre.map(|centre| way(centre, from)));
                    if kind == Kind::Mage {
                        self.note("tornado_drowns_mage");
                    }
                    let moves_up = |other: &Event| matches!(other, Event::Blown { to, .. } if *to == from);
                    if events.iter().any(moves_up) {
                        self.note("tornado_chain_water");
                    }
                }
                Event::Held { from, to, wall } => {
                    ways.extend(centre.map(|centre| way(centre, from)));
                    match wall {
                        Wall::Edge if from != to => self.note("tornado_chain_edge"),
                        Wall::Mountain(_) if from != to => self.note("tornado_chain_mountain"),
                        Wall::Edge | Wall::Mountain(_) => {}
                    }
                }
                _ => {}
            }
        }
        if ways.len() == 8 {
            self.note("tornado_eight");
        }
    }

    fn note_fireball(&mut self, before: &State, from: Cell, end: FireballEnd) {
        match end {
            FireballEnd::Mountain { .. } => self.note("cmd_fire_mountain"),
            FireballEnd::Unit { kind, at } => {
                if kind == Kind::Mage {
                    self.note("cmd_fire_friend");
                }
                let between = |cell: &Cell| from.manhattan(*cell) + cell.manhattan(at) == from.manhattan(at);
                let mut flown_over = before.size().cells().filter(between);
                if flown_over.any(|cell| before.terrain(cell) == Terrain::Water) {
                    self.note("cmd_fire_over_water");
                }
            }
            FireballEnd::Edge => {}
        }
    }

    fn note_goblins(&mut self, before: &State, events: &[Event]) {
        let mut slain = 0;
        let mut walked_to = None;
        let mut patrols = true;
        for event in events {
            match *event {
                Event::Patrolled { from, to } => {
                    walked_to = Some(to);
                    if self.blown.contains(&from) {
                        self.note("tornado_patrol_keeps_facing");
                    }
                }
                Event::Struck { .. } => slain = 0,
                Event::Slain { .. } => {
                    slain += 1;
                    if slain == 2 {
                        self.note(if patrols { "pg_strikes_many" } else { "tg_strikes_bystanders" });
                    }
                }
                Event::TurnedRound { at, why, .. } => {
                    self.note_halt(before, at, why, walked_to);
                    walked_to = None;
                }
                Event::Idle { .. } => self.note("pg_negative_steps"),
                Event::SeesNobody { at, sight } => {
                    patrols = false;
                    if sight < 0 {
                        self.note("tg_negative_sight");
                    }
                    if sight == 0 && before.mages().neighbours().has(at) {
                        self.note("tg_sight_zero_no_strike");
                    }
                }
                Event::Chose { goblin, distance, .. } => {
                    patrols = false;
                    if let Some(Kind::Tracker { sight }) = before.kind(goblin)
                        && i64::from(distance) > i64::from(sight)
                    {
                        self.note("tg_longer_path_than_sight");
                    }
                }
                _ => {}
            }
            if matches!(event, Event::TurnedRound { .. } | Event::TurnEnded { .. }) {
                patrols = true;
            }
        }
    }

    fn note_halt(&mut self, before: &State, at: Cell, why: Halt, walked_to: Option<Cell>) {
        match (why, walked_to, before.kind(at)) {
            (Halt::Unit(cell), _, _) if before.goblins().has(cell) => self.note("pg_blocks_pg"),
            (Halt::Struck, None, Some(Kind::Patrol { steps: 0, .. })) => self.note("pg_steps_zero_strikes"),
            (Halt::Struck, Some(_), _) => self.note("pg_strike_on_last_step"),
            _ => {}
        }
    }
}

/// The direction from the centre of a tornado.
fn way(centre: Cell, cell: Cell) -> (i8, i8) {
    let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
    (sign(centre.row, cell.row), sign(centre.col, cell.col))
}
