//! The numbers behind the rules of thumb, and what a plan may change about them.

use crate::greedy::plan::{self, Points};
use board::Cell;
use fc18::{CorpsId, Task, TowerId};
use game::Seat;

/// How a player weighs things. The default is how `greedy` does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// What a tower's shot must be worth to be preferred to a turn's work.
    pub(crate) shot: i32,
    /// Towers that are wanted.
    pub(crate) towers: i32,
    /// Extenders on the way at one time: more would not find land.
    pub(crate) extenders: i32,
    /// The highest level from which a tower makes extenders before anything else.
    pub(crate) extender_level: u8,
    /// Levels of towers that pay for one fighter.
    pub(crate) levels_a_fighter: i32,
    /// Towers before the first fighter.
    pub(crate) army_from: i32,
    /// The lowest level that makes fighters before upgrades.
    pub(crate) fighter_level: u8,
    /// Which fighters are made.
    pub(crate) arms: Arms,
    /// What a move point of the way to a site costs, in cells of new land.
    pub(crate) way: i32,
    /// What it costs to build next to a tower of ours: where towers stand wide apart there is land
    /// for more.
    pub(crate) crowded: i32,
    /// How much the price of an attack counts, in percent.
    pub(crate) caution: i32,
    /// How much gains against towers count, in percent.
    pub(crate) siege: i32,
    /// How much gains against corps count, in percent.
    pub(crate) hunt: i32,
    /// Twelfths of its hit points below which a fighter goes home.
    pub(crate) wounded: u16,
    /// How near to a tower of ours a corps intrudes.
    pub(crate) watch: u32,
    /// Move points that everything but intruders seems further away.
    pub(crate) leash: u16,
    /// The player whose towers and corps seem nearer than the others'.
    pub(crate) victim: Option<Seat>,
}

/// Which fighters are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arms {
    /// What suits the tower.
    Mixed,
    /// One kind only.
    Only(Task),
}

/// How much nearer a victim's towers and corps seem, in move points.
pub(super) const SPITE: u16 = 24;

impl Style {
    /// How `greedy` plays.
    pub(crate) const GREEDY: Self = Self {
        shot: 20,
        towers: 10,
        extenders: 4,
        extender_level: 2,
        levels_a_fighter: 4,
        army_from: 3,
        fighter_level: 3,
        arms: Arms::Mixed,
        way: 2,
        crowded: 6,
        caution: 100,
        siege: 100,
        hunt: 100,
        wounded: 4,
        watch: 3,
        leash: 0,
        victim: None,
    };

    /// What won most games of self-play (`cargo xtask long league`): many archers, who lose nothing
    /// when they attack, after towers above all, and towers that shoot at whatever comes near.
    pub(crate) const SEASONED: Self = Self {
        shot: 1,
        levels_a_fighter: 2,
        arms: Arms::Only(Task::Archer),
        siege: 150,
        wounded: 6,
        watch: 2,
        ..Self::GREEDY
    };
}

/// A way to play: a style, and errands for single towers and corps.
pub(crate) type Plan = plan::Plan<Style, Errand>;

/// Something that one tower or corps is told to do instead of what the style would have it do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Errand {
    pub(crate) what: Deed,
    /// The last round in which it is to be done.
    pub(crate) until: u16,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// The tower works on this.
    Make(TowerId, Task),
    /// The corps goes there, and fights on the way.
    Go(CorpsId, Cell),
}

impl Plan {
    pub(super) fn task_of(&self, tower: TowerId, round: u16) -> Option<Task> {
        self.current(round).find_map(|deed| match deed {
            Deed::Make(who, task) if who == tower => Some(task),
            _ => None,
        })
    }

    pub(super) fn goal_of(&self, corps: CorpsId, round: u16) -> Option<Cell> {
        self.current(round).find_map(|deed| match deed {
            Deed::Go(who, goal) if who == corps => Some(goal),
            _ => None,
        })
    }

    fn current(&self, round: u16) -> impl Iterator<Item = Deed> {
        self.errands.iter().filter(move |errand| round <= errand.until).map(|errand| errand.what)
    }
}

impl Points for Style {
    fn points(&self) -> Vec<String> {
        let (style, usual) = (self, &Self::GREEDY);
        let mut points = Vec::new();
        if style.arms != usual.arms
            && let Arms::Only(task) = style.arms
        {
            points.push(format!("{}s only", task.name()));
        }
        if let Some(victim) = style.victim {
            points.push(format!("against player {}", victim.0 + 1));
        }
        if style.leash > usual.leash {
            points.push("close to home".to_owned());
        }
        let numbers = [
            ("towers", style.towers, usual.towers),
            ("levels a fighter", style.levels_a_fighter, usual.levels_a_fighter),
            ("army from towers", style.army_from, usual.army_from),
            ("caution %", style.caution, usual.caution),
            ("siege %", style.siege, usual.siege),
            ("hunt %", style.hunt, usual.hunt),
        ];
        let changed = numbers.iter().filter(|(_, value, usual)| value != usual);
        points.extend(changed.map(|(name, value, _)| format!("{name} {value}")));
        points
    }
}
