//! Mistakes in the enemy's turn.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::{Domain, Kind, Side};
use crate::state::{SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use core::cmp::Reverse;
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The cell an enemy would move to if there is a mistake in that.
    pub(crate) fn mistaken_destination(&self, at: Cell, reach: Mask8, players: Mask8) -> Option<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let reach = if errs(MistakeKind::EnemyMustMove) && reach != Mask8::of(at) {
            reach - Mask8::of(at)
        } else {
            reach
        };
        let goals = self.mistaken_goals(players);
        let flies = self.kind(at).is_some_and(|kind| self.mistaken_domain(kind) == Domain::Air);
        let closed = self.mountains | if flies { self.forests } else { self.oceans };
        let open = Mask8::of(at) | !(self.occupied() | closed);
        let distance = |cell: Cell| self.mistaken_distance(cell, goals, open);
        let nearest = reach.cells().map(distance).min()?;
        let mut equals = reach.cells().filter(|cell| distance(*cell) == nearest);
        let is_beside = players.cells().any(|player| player.manhattan(at) == 1);
        let stays = errs(MistakeKind::EnemyStays)
            || (errs(MistakeKind::EnemyStaysBeside) && is_beside)
            || (errs(MistakeKind::EnemyStaysOnTie) && distance(at) == nearest);
        if stays {
            Some(at)
        } else if errs(MistakeKind::EnemyTiesByColumn) {
            equals.min_by_key(|cell| (cell.col, cell.row))
        } else if errs(MistakeKind::EnemyTiesLast) {
            equals.last()
        } else if errs(MistakeKind::EnemyTiesRight) {
            equals.min_by_key(|cell| (cell.row, Reverse(cell.col)))
        } else if errs(MistakeKind::EnemyTiesBottom) {
            equals.min_by_key(|cell| (Reverse(cell.row), cell.col))
        } else if errs(MistakeKind::EnemyTiesShortest) {
            equals.min_by_key(|cell| (steps_between(at, Mask8::of(*cell), reach), cell.row, cell.col))
        } else {
            equals.next()
        }
    }

    /// The player units that an enemy goes for, if there may be a mistake in that.
    fn mistaken_goals(&self, players: Mask8) -> Mask8 {
        let one = |cell: Option<Cell>| cell.map_or(Mask8::EMPTY, Mask8::of);
        if self.rules.errs(MistakeKind::EnemyChasesFirst) {
            one(players.first())
        } else if self.rules.errs(MistakeKind::EnemyChasesLast) {
            one(players.cells().last())
        } else if self.rules.errs(MistakeKind::EnemyChasesWeakest) {
            one(players.cells().min_by_key(|cell| self.hp[Mask8::bit(*cell)]))
        } else {
            players
        }
    }

    /// How far a cell is from these goals, if there may be a mistake in that; `open` are the cells
    /// that a way may lead through.
    fn mistaken_distance(&self, cell: Cell, goals: Mask8, open: Mask8) -> u32 {
        let errs = |mistake| self.rules.errs(mistake);
        let away = |goal: Cell| match () {
            () if errs(MistakeKind::EnemyByCorners) => cell.chebyshev(goal),
            () if errs(MistakeKind::EnemyByLine) => {
                u32::from(cell.row.abs_diff(goal.row)).pow(2) + u32::from(cell.col.abs_diff(goal.col)).pow(2)
            }
            () if errs(MistakeKind::EnemyByPath) => steps_between(cell, Mask8::of(goal), open),
            () => cell.manhattan(goal),
        };
        let distances = goals.cells().map(away);
        match () {
            () if errs(MistakeKind::EnemyBySum) => distances.sum(),
            () if errs(MistakeKind::EnemyFlees) => FARTHEST - distances.min().unwrap_or(FARTHEST),
            () => distances.min().unwrap_or(FARTHEST),
        }
    }

    /// An enemy attacks from where it stands and moves then, which is a mistake.
    pub(crate) fn attack_then_move<L: Log<Event>>(&mut self, kind: Kind, at: Cell, log: &mut L) -> Mask8 {
        let players = self.side(Side::Player);
        let victim = (self.targets_of(kind, at) & players).first();
        let died = victim.map_or(Mask8::EMPTY, |victim| self.attack(kind, at, victim, log));
        let players = self.side(Side::Player);
        if self.kind(at) == Some(kind) && !players.is_empty() {
            let to = self.mistaken_destination(at, self.reach_of(kind, at), players).unwrap_or(at);
            self.walk(kind, at, to, log);
        }
        died
    }

    /// Those whom an enemy may attack, if there may be a mistake in that.
    pub(crate) fn mistaken_prey(&self, from: Cell, at: Cell, players: Mask8) -> Mask8 {
        if self.rules.errs(MistakeKind::EnemyAttacksAnyone) {
            self.occupied() - Mask8::of(at)
        } else if self.rules.errs(MistakeKind::EnemyMovesOrAttacks) && from != at {
            Mask8::EMPTY
        } else {
            players
        }
    }

    /// The player unit an enemy would attack if there is a mistake in that.
    pub(crate) fn mistaken_victim(&self, at: Cell, victims: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemyNoAttack) {
            None
        } else if self.rules.errs(MistakeKind::EnemyAttacksWeakest) {
            victims.cells().min_by_key(|cell| self.hp[Mask8::bit(*cell)])
        } else if self.rules.errs(MistakeKind::EnemyAttacksLast) {
            victims.cells().last()
        } else if self.rules.errs(MistakeKind::EnemyAttacksStrongest) {
            victims.cells().min_by_key(|cell| Reverse(self.hp[Mask8::bit(*cell)]))
        } else if let Some(sides) = self.mistaken_sides() {
            sides.into_iter().filter_map(|side| SIZE.step(at, side)).find(|cell| victims.has(*cell))
        } else {
            victims.first()
        }
    }

    /// The order in which an enemy looks around, if there is a mistake in that.
    fn mistaken_sides(&self) -> Option<[Direction; 4]> {
        use Direction::{Down, Left, Right, Up};
        let orders = [
            (MistakeKind::EnemyAttackOrder, [Up, Down, Left, Right]),
            (MistakeKind::EnemyAttacksSidesFirst, [Left, Right, Up, Down]),
            (MistakeKind::EnemyAttacksRound, [Up, Right, Down, Left]),
        ];
        orders.into_iter().find(|(mistake, _)| self.rules.errs(*mistake)).map(|(_, order)| order)
    }

    /// Attacks everybody else in range, too, which is a mistake.
    pub(crate) fn attack_others<L: Log<Event>>(
        &mut self,
        kind: Kind,
        at: Cell,
        victims: Mask8,
        log: &mut L,
    ) -> Mask8 {
        let mut died = Mask8::EMPTY;
        if self.rules.errs(MistakeKind::EnemyAttacksAll) {
            for victim in victims.cells() {
                if self.kind(at) == Some(kind) && self.kind(victim).is_some() {
                    died |= self.attack(kind, at, victim, log);
                }
            }
        }
        died
    }

    /// The enemy's turn if there is a mistake in who acts when.
    pub(crate) fn mistaken_enemy_phase<L: Log<Event>>(&mut self, mut waiting: Mask8, log: &mut L) {
        if self.rules.errs(MistakeKind::EnemiesActAgain) {
            return SIZE.cells().for_each(|at| {
                if self.side(Side::Enemy).has(at) {
                    self.enemy_acts(at, log);
                }
            });
        }
        if self.rules.errs(MistakeKind::EnemiesIdle) {
            return;
        }
        let before = *self;
        let mut fallen = Mask8::EMPTY;
        while let Some(at) = self.mistaken_next(waiting) {
            waiting.remove(at);
            if fallen.has(at) {
                self.dead_enemy_acts(before.kind(at), at, log);
                continue;
            }
            let died = waiting & self.enemy_acts(at, log);
            if self.rules.errs(MistakeKind::OneEnemyActs) {
                return;
            }
            fallen |= died;
            if !self.rules.errs(MistakeKind::DeadEnemyActs) {
                waiting = waiting - died;
            }
        }
    }

    fn mistaken_next(&self, waiting: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemiesByColumn) {
            waiting.cells().min_by_key(|cell| (cell.col, cell.row))
        } else if self.rules.errs(MistakeKind::EnemiesReversed) {
            waiting.cells().last()
        } else if self.rules.errs(MistakeKind::EnemiesByKind) {
            waiting.cells().min_by_key(|cell| self.kind(*cell).map(|kind| kind as u8))
        } else {
            waiting.first()
        }
    }

    /// An enemy that has left the board goes to where it would have gone and attacks from there.
    fn dead_enemy_acts<L: Log<Event>>(&mut self, kind: Option<Kind>, at: Cell, log: &mut L) {
        let players = self.side(Side::Player);
        let Some(kind) = kind.filter(|_| !players.is_empty()) else { return };
        let to = self.mistaken_destination(at, self.reach_of(kind, at), players).unwrap_or(at);
        if let Some(target) = self.mistaken_victim(to, self.targets_of(kind, to) & players) {
            self.attack(kind, to, target, log);
        }
    }
}

/// More than any distance on the board.
const FARTHEST: u32 = 1000;

/// The steps of a shortest way from a cell to one of the goals, through open cells.
fn steps_between(from: Cell, goals: Mask8, open: Mask8) -> u32 {
    let mut reached = Mask8::of(from);
    for steps in 0..u32::from(SIZE.rows) * u32::from(SIZE.cols) {
        if !(reached & goals).is_empty() {
            return steps;
        }
        reached |= reached.neighbours() & (open | goals);
    }
    FARTHEST
}
