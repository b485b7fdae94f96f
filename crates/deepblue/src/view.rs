//! What a seat may see.

use crate::kinds::{Kind, Level, Rules, Team, UNLIMITED};
use crate::place::{Area, Place};
use crate::sight::Lookout;
use crate::state::{Body, State};
use alloc::vec::Vec;
use board::Cell;
use game::Viewer;

/// What a viewer may see of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct View {
    /// Rounds settled so far.
    pub round: u32,
    /// The scores of both teams.
    pub scores: [i64; 2],
    /// What each team has in the making; none for a team the viewer may not look into.
    pub economies: [Option<Economy>; 2],
    /// What the viewer knows of, by ascending index.
    pub elements: Vec<Sighting>,
}

/// What a team has in the making.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Economy {
    /// Sum over its units.
    pub population: i32,
    /// Kind and rounds left of each entry.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::production_rows"))]
    pub production: Vec<(Kind, u8)>,
}

game::row! {
    /// What a viewer knows of an element.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Sighting {
        /// The number that names it in orders and events.
        pub index: i32,
        /// What it is.
        pub kind: Kind,
        /// Whose it is. A fort out of sight counts as nobody's.
        pub team: Team,
        /// Where it is. Of a base the upper-left or the centre cell, as the ruleset says.
        pub place: Place,
        /// Whether it is in sight now.
        pub visible: bool,
        /// Its health; 0 for a fort out of sight.
        pub health: i32,
        /// Its fuel; 0 where the viewer may not know it, and so for ammunition and metal.
        pub fuel: i32,
        /// Its ammunition; -1 is unlimited.
        pub ammo: i32,
        /// Its metal.
        pub metal: i32,
        /// Where a unit is going, as far as the viewer knows; none for what does not move.
        pub dest: Option<Place>,
    }
}

impl Sighting {
    /// The upper-left cell of what it covers: a base may be shown by its centre.
    #[must_use]
    pub const fn corner(&self, rules: &Rules) -> Cell {
        let Cell { row, col } = self.place.cell;
        match self.kind {
            Kind::Base if rules.bases_shown_by_centre => Cell::new(row - 1, col - 1),
            _ => Cell::new(row, col),
        }
    }

    /// What is told of an element to a team that it does not belong to; nothing of units that are
    /// out of sight. `self` is all there is to know of it.
    #[inline]
    pub(crate) fn to_others(self, visible: bool) -> Option<Self> {
        let bare = Self { visible, fuel: 0, ammo: 0, metal: 0, ..self };
        match self.kind {
            Kind::Mine | Kind::Oilfield if visible => Some(self),
            Kind::Mine | Kind::Oilfield | Kind::Base => Some(bare),
            Kind::Fort if visible => Some(bare),
            Kind::Fort => Some(Self { team: Team::Nobody, health: 0, ..bare }),
            _ => visible.then_some(Self { dest: Some(self.place), ..bare }),
        }
    }
}

impl State {
    /// Whether a team sees any cell of an area on a level.
    #[must_use]
    #[inline]
    pub fn sees(&self, team: Team, area: Area, level: Level) -> bool {
        self.elements.bodies().iter().any(|body| body.team == team && self.body_sees(body, area, level))
    }

    /// Whether an element sees any cell of an area on a level.
    #[inline]
    pub(crate) fn body_sees(&self, body: &Body, area: Area, level: Level) -> bool {
        body.area().distance(area) <= self.chart.sight[body.kind as usize][level as usize]
    }

    pub(crate) fn fill_view(&self, who: Viewer, into: &mut View) {
        into.round = self.round;
        into.scores = self.scores;
        for team in Team::BOTH {
            let economy = &mut into.economies[team as usize];
            match who {
                Viewer::Seat(seat) if Team::of(seat) != team => *economy = None,
                _ => self.fill_economy(team, economy.get_or_insert_default()),
            }
        }
        into.elements.clear();
        match who {
            Viewer::Everything => {
                into.elements.extend(self.elements().map(|(index, body)| self.whole(index, body)));
            }
            Viewer::Seat(seat) => {
                let team = Team::of(seat);
                let lookout = Lookout::new(self, team);
                let sighting = |(index, body)| self.sighting(team, &lookout, index, body);
                into.elements.extend(self.elements().filter_map(sighting));
            }
        }
    }

    fn fill_economy(&self, team: Team, into: &mut Economy) {
        into.population = self.populations[team as usize];
        into.production.clear();
        into.production.extend_from_slice(self.production(team));
    }

    /// What a team is told about an element.
    #[inline]
    fn sighting(&self, team: Team, lookout: &Lookout, index: i32, body: &Body) -> Option<Sighting> {
        let whole = self.whole(index, body);
        if body.team == team {
            return Some(whole);
        }
        whole.to_others(lookout.sees(body.area(), body.kind.level()))
    }

    /// All there is to know.
    #[inline]
    pub(crate) fn whole(&self, index: i32, body: &Body) -> Sighting {
        let endless = self.chart.rules.of(body.kind).endless_ammo();
        Sighting {
            index,
            kind: body.kind,
            team: body.team,
            place: self.shown_place(body),
            visible: true,
            health: body.health.into(),
            fuel: body.fuel.into(),
            ammo: if endless { UNLIMITED.into() } else { body.ammo.into() },
            metal: body.metal.into(),
            dest: body.kind.is_unit().then(|| Place::new(body.dest, body.kind.level())),
        }
    }

    fn shown_place(&self, body: &Body) -> Place {
        let Cell { row, col } = body.at;
        match body.kind {
            Kind::Base if self.chart.rules.bases_shown_by_centre => {
                Place::new(Cell::new(row + 1, col + 1), Level::Surface)
            }
            _ => body.place(),
        }
    }
}
