//! Mistakes in the enemy's turn.

use super::MistakeKind;
use crate::event::Event;
use crate::kinds::{Kind, Side};
use crate::state::{SIZE, StateOf};
use board::{Cell, Direction, Mask8};
use game::Log;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The cell an enemy would move to if there is a mistake in that.
    pub(crate) fn mistaken_destination(&self, at: Cell, reach: Mask8, players: Mask8) -> Option<Cell> {
        let errs = |mistake| self.rules.errs(mistake);
        let goals =
            if errs(MistakeKind::EnemyChasesFirst) { players.first().map(Mask8::of)? } else { players };
        let away = |cell: Cell, goal: Cell| {
            if errs(MistakeKind::EnemyByCorners) { cell.chebyshev(goal) } else { cell.manhattan(goal) }
        };
        let distance = |cell: Cell| goals.cells().map(|goal| away(cell, goal)).min();
        let nearest = reach.cells().filter_map(distance).min();
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
        } else {
            equals.next()
        }
    }

    /// Those whom an enemy may attack, if there may be a mistake in that.
    pub(crate) fn mistaken_prey(&self, at: Cell, players: Mask8) -> Mask8 {
        let anyone = self.rules.errs(MistakeKind::EnemyAttacksAnyone);
        if anyone { self.occupied() - Mask8::of(at) } else { players }
    }

    /// The player unit an enemy would attack if there is a mistake in that.
    pub(crate) fn mistaken_victim(&self, at: Cell, victims: Mask8) -> Option<Cell> {
        if self.rules.errs(MistakeKind::EnemyNoAttack) {
            None
        } else if self.rules.errs(MistakeKind::EnemyAttacksWeakest) {
            victims.cells().min_by_key(|cell| self.hp[Mask8::bit(*cell)])
        } else if self.rules.errs(MistakeKind::EnemyAttacksLast) {
            victims.cells().last()
        } else if self.rules.errs(MistakeKind::EnemyAttackOrder) {
            let sides = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
            sides.into_iter().filter_map(|side| SIZE.step(at, side)).find(|cell| victims.has(*cell))
        } else {
            victims.first()
        }
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
        let before = *self;
        let mut fallen = Mask8::EMPTY;
        while let Some(at) = self.mistaken_next(waiting) {
            waiting.remove(at);
            if fallen.has(at) {
                self.dead_enemy_acts(before.kind(at), at, log);
                continue;
            }
            let died = waiting & self.enemy_acts(at, log);
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
