//! The contest's practice levels: the same rules, another judge. The player is the first seat, the
//! opponent idle.

use crate::event::{Event, Fact};
use crate::kinds::Team;
use crate::state::{State, Winner};
use game::Seat;

/// What a practice level asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lesson {
    /// Level 1: produce a unit.
    Produce,
    /// Level 2: collect from a resource.
    Collect,
    /// Level 3: capture a fort.
    Capture,
    /// Level 4: destroy an enemy unit without losing one.
    Destroy,
    /// Level 5: a normal game.
    Game,
}

impl Lesson {
    /// The lesson of a level, 1 to 5.
    #[must_use]
    pub const fn of_level(level: u8) -> Option<Self> {
        match level {
            1 => Some(Self::Produce),
            2 => Some(Self::Collect),
            3 => Some(Self::Capture),
            4 => Some(Self::Destroy),
            5 => Some(Self::Game),
            _ => None,
        }
    }

    /// How the lesson stands after a round that brought these events, in truth; none while it goes
    /// on.
    ///
    /// The first event that decides does so. At the round limit levels 2 and 3 are a tie, the
    /// others go by the score.
    #[must_use]
    pub fn judge(self, state: &State, events: &[Event]) -> Option<Winner> {
        if let Some(team) = events.iter().find_map(|event| self.decides(event)) {
            return Some(Winner::Team(team));
        }
        match self {
            Self::Collect | Self::Capture if state.round >= state.chart.max_round => Some(Winner::Tie),
            _ => state.result(),
        }
    }

    fn decides(self, event: &Event) -> Option<Team> {
        let mine = event.is_of(Seat(0));
        match (self, &event.fact) {
            (Self::Produce, Fact::Create { .. }) | (Self::Collect, Fact::Collect { .. }) if mine => {
                Some(Team::First)
            }
            (Self::Capture, Fact::Capture { team: Team::First, .. }) => Some(Team::First),
            (Self::Destroy, Fact::Destroy { .. }) => Some(if mine { Team::Second } else { Team::First }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Order, Placed, Plan, Rules, Setup};
    use alloc::vec;
    use alloc::vec::Vec;
    use board::{Cell, Size};
    use game::Game;

    /// Two bases, a mine with a cargo beside it, and a weak fort and a dying scout within reach of
    /// a destroyer.
    fn start() -> State {
        let size = Size::new(16, 16);
        let mut plan = Plan { size, land: vec![false; size.area()], max_round: 4, ..Plan::default() };
        let mut put = |placed: Placed| {
            if !placed.kind.is_unit() {
                placed.area().cells().for_each(|cell| plan.land[size.index(cell)] = true);
            }
            plan.elements.push(placed);
        };
        put(Placed::new(1, Kind::Base, Team::First, Cell::new(1, 1)));
        put(Placed::new(2, Kind::Base, Team::Second, Cell::new(12, 12)));
        put(Placed::new(3, Kind::Mine, Team::Nobody, Cell::new(1, 8)));
        put(Placed { metal: Some(0), ..Placed::new(4, Kind::Cargo, Team::First, Cell::new(1, 11)) });
        put(Placed { health: Some(1), ..Placed::new(5, Kind::Fort, Team::Nobody, Cell::new(6, 6)) });
        put(Placed::new(6, Kind::Destroyer, Team::First, Cell::new(6, 8)));
        put(Placed { health: Some(1), ..Placed::new(7, Kind::Scout, Team::Second, Cell::new(8, 8)) });
        State::start(&Setup::new(plan, Rules::DOCUMENT).unwrap(), 1)
    }

    /// The verdict, and the round in which it fell.
    fn play(lesson: Lesson, orders: &[Order]) -> (Option<Winner>, u32) {
        let mut state = start();
        let mut verdict = None;
        while verdict.is_none() && state.round < 10 {
            for order in orders {
                let _ = state.submit(Seat(0), *order, &mut game::Silent);
            }
            let mut events = Vec::new();
            state.settle(&mut events);
            verdict = lesson.judge(&state, &events);
        }
        (verdict, state.round)
    }

    #[test]
    fn each_lesson_has_its_deed() {
        let won = |round| (Some(Winner::Team(Team::First)), round);
        assert_eq!(play(Lesson::Produce, &[Order::Produce { kind: 4 }]), won(2));
        assert_eq!(play(Lesson::Collect, &[Order::ChangeDest { unit: 4, row: 1, col: 9, level: 1 }]), won(1));
        assert_eq!(play(Lesson::Capture, &[Order::AttackUnit { unit: 6, target: 5 }]), won(1));
        assert_eq!(play(Lesson::Destroy, &[Order::AttackUnit { unit: 6, target: 7 }]), won(1));
        for lesson in [Lesson::Collect, Lesson::Capture, Lesson::Game] {
            assert_eq!(play(lesson, &[]), (Some(Winner::Tie), 4));
        }
    }
}
