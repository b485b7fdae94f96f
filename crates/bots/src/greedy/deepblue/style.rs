//! The numbers behind the rules of thumb, and what a plan may change about them.

use crate::greedy::plan::{self, Points};
use board::Cell;
use deepblue::Kind;

/// How a fleet is built and led. The default is how `greedy` does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// What a fleet is made of: of each kind as many as stand here, for every entry of the list.
    pub(crate) opening: [(Kind, usize); 6],
    /// What is built when the list is done: the kind that there is least of by these weights. None:
    /// carriers and destroyers by turns.
    pub(crate) late: Option<Mix>,
    /// How much further away the other base seems than a fort: forts pay every round.
    pub(crate) base_handicap: u32,
    /// Warships without which no base is besieged; forts are taken with fewer.
    pub(crate) muster: usize,
    /// How near a ship of the other side must be to be gone after, wherever that is; carriers keep
    /// to what the fleet is after.
    pub(crate) chase: i32,
    /// How much nearer what the fleet is after already seems.
    pub(crate) patience: u32,
    /// What the fleet is after, whatever else is near.
    pub(crate) aim: Option<i32>,
    /// How near to the base an enemy must be to be met there.
    pub(crate) home_waters: i32,
    /// Whether the fleet stays where it can defend the base.
    pub(crate) stays: bool,
    /// How close to its target a ship goes, in percent of its range; carriers keep out of range of
    /// what fires back where they can.
    pub(crate) close: i32,
    /// Twelfths of its health below which a ship near the base goes home.
    pub(crate) crippled: i32,
    /// Health that the base must lack to repair itself, where the rules let it; 0 for never.
    pub(crate) mends: i32,
    /// Fuel in the base below which cargo ships bring more.
    pub(crate) low_stock: i32,
}

/// Weights of submarines, destroyers, carriers, cargo ships, fighters and scouts.
pub(crate) type Mix = [u8; 6];

impl Style {
    /// How `greedy` plays.
    pub(crate) const GREEDY: Self = Self {
        opening: [
            (Kind::Cargo, 2),
            (Kind::Carrier, 2),
            (Kind::Destroyer, 1),
            (Kind::Cargo, 3),
            (Kind::Carrier, 4),
            (Kind::Destroyer, 3),
        ],
        late: None,
        base_handicap: 14,
        muster: 0,
        chase: 0,
        patience: 10,
        aim: None,
        home_waters: 12,
        stays: false,
        close: 50,
        crippled: 4,
        mends: 0,
        low_stock: 600,
    };

    /// What won most games against `greedy` alone, of about a hundred styles that were tried:
    /// submarines, and more fuel in the base before it runs dry.
    pub(crate) const ADVANCED: Self = Self { late: Some([4, 0, 0, 1, 1, 0]), low_stock: 800, ..Self::GREEDY };

    /// What won most games of self-play (`cargo xtask long league`): carriers first, which pay for
    /// the rest with the forts they take, then submarines, which few guns reach; more fuel in the
    /// base before it runs dry, and no siege with less than three warships.
    pub(crate) const SEASONED: Self = Self {
        opening: [
            (Kind::Carrier, 2),
            (Kind::Cargo, 1),
            (Kind::Destroyer, 1),
            (Kind::Cargo, 3),
            (Kind::Carrier, 3),
            (Kind::Destroyer, 3),
        ],
        late: Some([4, 0, 1, 1, 1, 0]),
        muster: 3,
        close: 100,
        low_stock: 800,
        ..Self::GREEDY
    };

    /// What won most games against [`SEASONED`](Self::SEASONED) alone: the same without haste.
    pub(crate) const SPOILER: Self = Self {
        opening: [
            (Kind::Cargo, 2),
            (Kind::Carrier, 2),
            (Kind::Destroyer, 1),
            (Kind::Cargo, 3),
            (Kind::Carrier, 4),
            (Kind::Submarine, 3),
        ],
        late: Some([2, 0, 1, 0, 0, 0]),
        close: 75,
        low_stock: 800,
        ..Self::GREEDY
    };
}

/// A way to play: a style, and errands for single units.
pub(crate) type Plan = plan::Plan<Style, Errand>;

/// A unit that is sent somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Errand {
    pub(crate) unit: i32,
    pub(crate) goal: Cell,
    /// The last round in which it goes there.
    pub(crate) until: u32,
}

impl Plan {
    pub(super) fn goal_of(&self, unit: i32, round: u32) -> Option<Cell> {
        let current = self.errands.iter().find(|errand| errand.unit == unit && round <= errand.until);
        current.map(|errand| errand.goal)
    }
}

impl Points for Style {
    fn points(&self) -> Vec<String> {
        let (style, usual) = (self, &Self::GREEDY);
        let mut points = Vec::new();
        if let Some(aim) = style.aim {
            points.push(format!("after number {aim}"));
        }
        if style.stays {
            points.push("stay at home".to_owned());
        }
        if style.base_handicap != usual.base_handicap {
            points.push(if style.base_handicap > 100 { "forts only" } else { "the base first" }.to_owned());
        }
        if style.muster > usual.muster {
            points.push(format!("{} warships before a siege", style.muster));
        }
        if style.chase > usual.chase {
            points.push(format!("after ships within {}", style.chase));
        }
        if style.opening != usual.opening || style.late != usual.late {
            points.push("another fleet".to_owned());
        }
        if style.close != usual.close {
            points.push(format!("{} % of range", style.close));
        }
        points
    }
}
