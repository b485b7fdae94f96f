//! Maps: from plain data to something that can be played.

use crate::actions::{Goals, all_goals};
use crate::chance::Chance;
use crate::kinds::{Kind, Level, Rules, Team};
use crate::place::{Area, Place};
use crate::seas::{MAX_SIDE, Seas};
use crate::state::{MAX_ELEMENTS, State};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt;
use once_cell::race::OnceBox;

/// A map as plain data; anything may be wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Its extent.
    pub size: Size,
    /// For every cell, row by row, whether it is land.
    pub land: Vec<bool>,
    /// Added to all ranges of sight.
    pub weather: i32,
    /// Rounds after which the score decides.
    pub max_round: u32,
    /// Greatest population of a team.
    pub max_population: i32,
    /// Length of a round on a wall clock, in milliseconds; information for faces, not for the
    /// rules.
    pub millis_per_round: u32,
    /// What stands on it.
    pub elements: Vec<Placed>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            size: Size::default(),
            land: Vec::new(),
            weather: 0,
            max_round: 200,
            max_population: 60,
            millis_per_round: 1000,
            elements: Vec::new(),
        }
    }
}

/// An element of a [`Plan`]. What is not said is full; what is said is cut to what the kind can
/// have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Placed {
    pub index: i32,
    pub kind: Kind,
    pub team: Team,
    /// Upper-left cell.
    pub at: Cell,
    pub health: Option<i32>,
    pub fuel: Option<i32>,
    pub ammo: Option<i32>,
    pub metal: Option<i32>,
    /// Where a unit is going; none if it rests.
    pub dest: Option<Cell>,
}

impl Placed {
    /// A full, resting element.
    #[must_use]
    pub const fn new(index: i32, kind: Kind, team: Team, at: Cell) -> Self {
        Self { index, kind, team, at, health: None, fuel: None, ammo: None, metal: None, dest: None }
    }
}

/// Something wrong with a [`Plan`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Index of the element it is about, if it is about one.
    pub element: Option<i32>,
    /// What was found and what was expected, without a full stop.
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.element {
            Some(index) => write!(f, "element {index}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A game in its middle as plain data.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    /// The map with its elements as they are now.
    pub plan: Plan,
    /// Rounds settled so far.
    pub round: u32,
    /// The scores.
    pub scores: [i64; 2],
    /// What the teams are producing: kind and rounds left.
    pub production: [Vec<(Kind, u8)>; 2],
    /// Where chance comes from.
    pub chance: Chance,
}

/// A valid map with its ruleset, ready to be started any number of times.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) start: State,
}

impl Setup {
    /// Makes a map playable.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn new(plan: Plan, rules: Rules) -> Result<Self, Vec<Fault>> {
        let mut faults = plan.faults();
        faults.extend(plan.breaches(&rules));
        if !faults.is_empty() {
            return Err(faults);
        }
        let chance = Chance::Canonical;
        let parts = Parts { plan, round: 0, scores: [0; 2], production: [vec![], vec![]], chance };
        State::from_parts(parts, rules).map(|start| Self { start })
    }

    /// What does not change in a game on this map.
    #[must_use]
    pub fn chart(&self) -> &Chart {
        self.start.chart()
    }
}

impl Plan {
    /// What keeps the plan from being a position at all.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.frame_faults();
        // What stands on a map that is none need not be looked at.
        if faults.is_empty() {
            let mut taken = Vec::new();
            for number in 0..self.elements.len() {
                self.element_faults(number, &mut taken, &mut faults);
            }
        }
        faults
    }

    fn frame_faults(&self) -> Vec<Fault> {
        let Size { rows, cols } = self.size;
        let mut faults = Vec::new();
        let mut fault = |text| faults.push(Fault { element: None, text });
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            fault(format!(
                "the map is {rows} by {cols}; from 1 by 1 to {MAX_SIDE} by {MAX_SIDE} is possible"
            ));
        }
        if self.land.len() != self.size.area() {
            fault(format!("there are {} cells of terrain for {rows} by {cols}", self.land.len()));
        }
        if self.elements.len() > MAX_ELEMENTS {
            fault(format!("there are {} elements; a game holds {MAX_ELEMENTS}", self.elements.len()));
        }
        if self.max_population < 0 {
            fault(format!("the population limit is {}", self.max_population));
        }
        faults
    }

    /// Looks at one element; `taken` holds the places of those before it.
    fn element_faults(&self, number: usize, taken: &mut Vec<(Place, i32)>, faults: &mut Vec<Fault>) {
        let placed = &self.elements[number];
        let mut fault = |text| faults.push(Fault { element: Some(placed.index), text });
        if placed.index < 0 {
            fault(format!("the index is {}; it cannot be negative", placed.index));
        }
        if self.elements[..number].iter().any(|other| other.index == placed.index) {
            fault(String::from("another element has the same index"));
        }
        if placed.kind.is_resource() != (placed.team == Team::Nobody) && placed.kind != Kind::Fort {
            fault(format!("a {} of team {}", placed.kind, placed.team as u8));
        }
        if !self.holds(placed) {
            return fault(format!("a {} at {} is not wholly on the map", placed.kind, placed.at));
        }
        for cell in placed.area().cells() {
            let place = Place::new(cell, placed.kind.level());
            match taken.iter().find(|(other, _)| *other == place) {
                Some((_, other)) => fault(format!("element {other} is at {place} already")),
                None => taken.push((place, placed.index)),
            }
        }
    }

    /// What a position may have and a map may not: elements on the wrong terrain, missing bases,
    /// planes without fuel.
    #[must_use]
    pub fn breaches(&self, rules: &Rules) -> Vec<Fault> {
        let mut found = Vec::new();
        for placed in self.elements.iter().filter(|placed| self.holds(placed)) {
            if let Some(text) = self.terrain_breach(placed) {
                found.push(Fault { element: Some(placed.index), text });
            }
            let tank = rules.of(placed.kind).fuel_max;
            if placed.kind.is_plane() && placed.fuel.unwrap_or(i32::from(tank)) <= 0 {
                found.push(Fault {
                    element: Some(placed.index),
                    text: format!("a {} without fuel", placed.kind),
                });
            }
        }
        for team in Team::BOTH {
            let bases =
                self.elements.iter().filter(|placed| placed.kind == Kind::Base && placed.team == team);
            match bases.count() {
                1 => {}
                0 => found.push(Fault { element: None, text: format!("team {} has no base", team as u8) }),
                n => found.push(Fault { element: None, text: format!("team {} has {n} bases", team as u8) }),
            }
        }
        found
    }

    /// Whether the cell is land. Cells that do not exist are not.
    #[must_use]
    pub fn is_land(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.land.get(self.size.index(cell)).copied().unwrap_or(false)
    }

    /// How many further units could be on the board at once: births wait when it is full.
    #[must_use]
    pub fn most_elements(&self, rules: &Rules) -> usize {
        let least = Kind::UNITS.iter().map(|kind| rules.of(*kind).population).min().unwrap_or(1).max(1);
        let born = (self.max_population / i32::from(least)).max(0) as usize;
        let fixed = self.elements.iter().filter(|placed| !placed.kind.is_unit()).count();
        let units = |team| {
            self.elements
                .iter()
                .filter(|placed| placed.kind.is_unit() && placed.team == team)
                .count()
                .max(born)
        };
        fixed.saturating_add(units(Team::First)).saturating_add(units(Team::Second))
    }

    fn terrain_breach(&self, placed: &Placed) -> Option<String> {
        let on_land = placed.area().cells().filter(|cell| self.is_land(*cell)).count();
        match placed.kind {
            Kind::Fighter | Kind::Scout => None,
            kind if kind.is_unit() => {
                (on_land > 0).then(|| format!("a {kind} at {} stands on land, not on ocean", placed.at))
            }
            kind => {
                let cells = placed.area().cells().count();
                (on_land < cells).then(|| {
                    format!(
                        "a {kind} at {} stands on ocean, not on land ({on_land} of {cells} cells are land)",
                        placed.at
                    )
                })
            }
        }
    }

    fn holds(&self, placed: &Placed) -> bool {
        let more = u16::from(placed.kind.size()) - 1;
        u16::from(placed.at.row) + more < u16::from(self.size.rows)
            && u16::from(placed.at.col) + more < u16::from(self.size.cols)
    }
}

impl Placed {
    /// What it covers. It must lie on a map.
    #[must_use]
    pub const fn area(&self) -> Area {
        Area::of(self.kind, self.at)
    }
}

/// What does not change in a game: terrain, ruleset, limits. Shared by all states of a game.
#[derive(Debug)]
pub struct Chart {
    /// The ruleset.
    pub rules: Rules,
    /// The extent of the map.
    pub size: Size,
    /// Added to all ranges of sight.
    pub weather: i32,
    /// Rounds after which the score decides.
    pub max_round: u32,
    /// Greatest population of a team.
    pub max_population: i32,
    /// Length of a round on a wall clock, in milliseconds.
    pub millis_per_round: u32,
    /// The seas and the ways over them.
    pub seas: Seas,
    /// How far each kind sees on each level in this weather.
    pub(crate) sight: [[i32; 3]; 10],
    /// The kinds by how far they see on each level, the farthest first.
    pub(crate) by_sight: [[Kind; 10]; 3],
    /// Number of the speed group of each kind, in the order in which they move.
    pub(crate) speed_group: [u8; 10],
    /// Where units can be sent from each cell, as numbers of actions have it; made on first use.
    goals: OnceBox<Vec<Goals>>,
    /// What stands for good on the surface of each cell.
    fixed: Box<[Fixed]>,
}

/// What stands for good on or beside a cell.
#[derive(Clone, Copy, Default, Debug)]
struct Fixed {
    covered: bool,
    by_resource: bool,
}

impl Chart {
    pub(crate) fn new(plan: &Plan, rules: Rules) -> Arc<Self> {
        let seas = Seas::new(plan.size, |cell| !plan.is_land(cell));
        let sight = sight(&rules, plan.weather);
        Arc::new(Self {
            rules,
            size: plan.size,
            weather: plan.weather,
            max_round: plan.max_round,
            max_population: plan.max_population,
            millis_per_round: plan.millis_per_round,
            seas,
            sight,
            by_sight: by_sight(&sight),
            speed_group: speed_groups(&rules),
            goals: OnceBox::new(),
            fixed: fixed(plan),
        })
    }

    /// Whether the cell is land.
    #[must_use]
    pub fn is_land(&self, cell: Cell) -> bool {
        !self.seas.is_ocean(cell)
    }

    /// The cells near a cell to which units can be sent from there, as numbers of actions have it.
    #[inline]
    pub(crate) fn goals(&self, from: Cell) -> Option<&Goals> {
        self.goals.get_or_init(|| Box::new(all_goals(self))).get(self.size.index(from))
    }

    /// Whether a building or resource stands on the cell. They never leave.
    #[must_use]
    #[inline]
    pub(crate) fn is_covered(&self, place: Place) -> bool {
        place.level == Level::Surface && self.fixed[self.size.index(place.cell)].covered
    }

    /// Whether a resource stands on the cell or beside it.
    #[must_use]
    #[inline]
    pub(crate) fn is_by_resource(&self, cell: Cell) -> bool {
        self.fixed[self.size.index(cell)].by_resource
    }
}

fn sight(rules: &Rules, weather: i32) -> [[i32; 3]; 10] {
    Kind::ALL.map(|kind| {
        let weather = if kind == Kind::Scout && rules.scouts_ignore_weather { 0 } else { weather };
        rules.of(kind).sight_ranges.map(|range| i32::from(range).saturating_add(weather).max(0))
    })
}

fn by_sight(sight: &[[i32; 3]; 10]) -> [[Kind; 10]; 3] {
    Level::ALL.map(|level| {
        let mut kinds = Kind::ALL;
        kinds.sort_unstable_by_key(|kind| core::cmp::Reverse(sight[*kind as usize][level as usize]));
        kinds
    })
}

fn speed_groups(rules: &Rules) -> [u8; 10] {
    let mut speeds = Kind::UNITS.map(|kind| rules.of(kind).speed);
    speeds.sort_unstable_by_key(|speed| if rules.slow_first { *speed } else { u8::MAX - speed });
    Kind::ALL.map(|kind| {
        let first = speeds.iter().position(|speed| *speed == rules.of(kind).speed);
        first.unwrap_or_default() as u8
    })
}

fn fixed(plan: &Plan) -> Box<[Fixed]> {
    let mut fixed = vec![Fixed::default(); plan.size.area()];
    for placed in plan.elements.iter().filter(|placed| !placed.kind.is_unit()) {
        for cell in placed.area().cells() {
            fixed[plan.size.index(cell)].covered = true;
        }
        if placed.kind.is_resource() {
            for (rows, cols) in [(0, 0), (-1, 0), (0, -1), (0, 1), (1, 0)] {
                if let Some(near) = plan.size.offset(placed.at, rows, cols) {
                    fixed[plan.size.index(near)].by_resource = true;
                }
            }
        }
    }
    fixed.into()
}
