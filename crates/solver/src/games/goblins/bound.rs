//! What mages can do to goblins, at most.
//!
//! A fireball burns one goblin. A tornado blows units one square away, and drowns the last of a row
//! that is blown into water: several goblins at once, but only near water, and only those that
//! stand in rows from the mage.

use crate::puzzle::Puzzle;
use board::{Cell, Compass, Direction};
use goblins::state::{POINTS, Squares};
use goblins::{Kind, State, Terrain};

/// False only if the goblins certainly cannot be beaten within so many turns.
pub(super) fn may_win(state: &State, turns: u32) -> bool {
    match turns {
        1 => may_win_now(state),
        _ => may_win_later(state, turns),
    }
}

/// In several turns: each goblin that stays away from water takes a spell of its own, and if there
/// are others one more is needed.
fn may_win_later(state: &State, turns: u32) -> bool {
    let spells = state.mages_to_act().count() as u32 + (turns - 1) * state.own();
    let foes = state.foes();
    if foes <= spells {
        return true;
    }
    let drown =
        state.goblins().cells().filter(|cell| may_get_to_water(state, *cell, turns, spells)).count() as u32;
    drown > 0 && foes - drown + drown.div_ceil(MOST_DROWNED) <= spells
}

/// A tornado blows in so many directions, and at most the last unit of a row drowns.
const MOST_DROWNED: u32 = 8;

/// False if the goblin cannot get to water within so many turns: a tornado blows it one square at a
/// time, and a patrol walks along its line. A tracker may get anywhere.
fn may_get_to_water(state: &State, goblin: Cell, turns: u32, spells: u32) -> bool {
    let Some(Kind::Patrol { facing, steps }) = state.kind(goblin) else { return true };
    let walked = (turns - 1).saturating_mul(steps.max(0) as u32).saturating_add(spells);
    match facing {
        Direction::Up | Direction::Down => is_near_water(state, goblin, walked, spells),
        Direction::Left | Direction::Right => is_near_water(state, goblin, spells, walked),
    }
}

/// Whether there is water within so many rows and columns.
fn is_near_water(state: &State, at: Cell, rows: u32, cols: u32) -> bool {
    let water = state.land(Terrain::Water);
    let (row, col) = (u32::from(at.row), u32::from(at.col));
    let left = col.saturating_sub(cols);
    let right = col.saturating_add(cols).min(31);
    let columns = (!0_u32 >> (31 - right)) & (!0_u32 << left);
    let top = row.saturating_sub(rows) as usize;
    let bottom = row.saturating_add(rows).min(water.0.len() as u32 - 1) as usize;
    water.0[top..=bottom].iter().any(|line| line & columns != 0)
}

/// In what is left of this turn: each mage burns one goblin or blows a tornado.
fn may_win_now(state: &State) -> bool {
    let foes = state.foes() as usize;
    let mages: Vec<Cell> = state.mages_to_act().collect();
    if mages.len() > MOST_MAGES {
        return may_win_later(state, 1);
    }
    let scene = Scene { state, foes, links: state.own() as usize - 1 };
    scene.most_killed(&mages, 0) >= foes && (foes < mages.len() || scene.may_burn_or_drown(&mages))
}

/// With more mages the bound would cost more than it saves.
const MOST_MAGES: usize = 6;

struct Scene<'a> {
    state: &'a State,
    foes: usize,
    /// Mages that may stand in a row between another mage and a goblin.
    links: usize,
}

impl Scene<'_> {
    /// The most goblins that these mages can kill, after so many tornadoes.
    fn most_killed(&self, mages: &[Cell], tornadoes: u32) -> usize {
        let Some((mage, rest)) = mages.split_first() else { return 0 };
        let by_fire = 1 + self.most_killed(rest, tornadoes);
        if by_fire >= self.foes {
            return by_fire;
        }
        // A tornado that drowns nobody is of use only if a later one drowns somebody.
        let drowned = self.most_drowned(*mage, tornadoes);
        by_fire.max(drowned + self.most_killed(rest, tornadoes + 1))
    }

    /// The most goblins that one tornado of this mage can drown, after so many others have blown
    /// everybody about.
    fn most_drowned(&self, mage: Cell, tornadoes: u32) -> usize {
        let reach = (u32::from(POINTS) + tornadoes) as u8;
        let goblins = blurred(self.state.goblins(), tornadoes);
        // Those at the water's edge, whoever may be blown there.
        let edge = goblins & blurred(self.state.land(Terrain::Water), 1);
        let most = edge.0.iter().map(|row| row.count_ones()).sum::<u32>() as usize;
        if most <= 1 {
            return most;
        }
        let centres = self.state.size().around(mage, reach).filter(|centre| {
            // Steps go along rows and columns, tornadoes blow across.
            mage.manhattan(*centre) <= u32::from(POINTS) + 2 * tornadoes
        });
        let drowned = centres.map(|centre| self.drowned_around(centre, &goblins));
        drowned.max().unwrap_or(0).min(self.foes)
    }

    /// Of the rows around this square, how many can be blown into water with a goblin at the end.
    fn drowned_around(&self, centre: Cell, goblins: &Squares) -> usize {
        let mut gaps = [usize::MAX; 8];
        for (gap, direction) in gaps.iter_mut().zip(Compass::ALL) {
            *gap = self.gaps(centre, direction, goblins).unwrap_or(usize::MAX);
        }
        gaps.sort_unstable();
        let mut links = self.links;
        let filled = gaps.iter().take_while(|gap| {
            let left = links.checked_sub(**gap);
            links = left.unwrap_or(0);
            left.is_some()
        });
        filled.count()
    }

    /// How many squares between the centre and the water are not a goblin's; none if no goblin can
    /// drown in this direction.
    fn gaps(&self, centre: Cell, direction: Compass, goblins: &Squares) -> Option<usize> {
        let size = self.state.size();
        let (mut gaps, mut is_last_goblin, mut at) = (0, false, centre);
        loop {
            at = size.step8(at, direction)?;
            match self.state.terrain(at) {
                Terrain::Mountain => return None,
                Terrain::Water => return is_last_goblin.then_some(gaps),
                Terrain::Plain => {}
            }
            is_last_goblin = goblins.has(at);
            gaps += usize::from(!is_last_goblin);
            if gaps > self.links {
                return None;
            }
        }
    }

    /// False if some goblin is out of reach of every fireball and every tornado.
    fn may_burn_or_drown(&self, mages: &[Cell]) -> bool {
        let most = mages.len() as u32 - u32::from(!mages.is_empty());
        let reach = u32::from(POINTS) + 2 * most;
        let is_lost = |goblin: Cell| {
            let can_burn = mages.iter().any(|mage| {
                u32::from(mage.row.abs_diff(goblin.row)) <= reach
                    || u32::from(mage.col.abs_diff(goblin.col)) <= reach
            });
            !can_burn && !is_near_water(self.state, goblin, 1 + most, 1 + most)
        };
        !self.state.goblins().cells().any(is_lost)
    }
}

/// These squares and all within so many rows and columns of one.
fn blurred(squares: &Squares, by: u32) -> Squares {
    let mut blurred = *squares;
    for _ in 0..by {
        let mut wide = blurred;
        wide.0.iter_mut().for_each(|row| *row |= *row << 1 | *row >> 1);
        blurred = wide;
        for row in 0..wide.0.len() {
            let above = if row > 0 { wide.0[row - 1] } else { 0 };
            blurred.0[row] |= above | wide.0.get(row + 1).copied().unwrap_or(0);
        }
    }
    blurred
}
