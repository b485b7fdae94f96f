//! What happens when the turn ends: the enemy, the forests, the end of the game.

use crate::event::Event;
use crate::kinds::{Side, TURNS_SINCE};
use crate::mistakes::MistakeKind;
use crate::state::{Phase, StateOf};
use board::{Cell, Mask8};
use game::mistakes::Adherence;
use game::{Log, tell};

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Ends the player's turn. Stages without turns have nothing to settle.
    #[inline(never)]
    pub(crate) fn settle<L: Log<Event>>(&mut self, log: &mut L) {
        if self.stage >= TURNS_SINCE {
            let turn = self.turn;
            tell!(log: L, Event::TurnEnded { turn });
            if self.rules.errs(MistakeKind::GrowthFirst) {
                self.grow(log);
                self.enemy_phase(log);
            } else {
                if !self.rules.errs(MistakeKind::EnemiesFirst) {
                    self.enemy_phase(log);
                }
                if !self.leaves_out_growth() {
                    self.grow(log);
                }
            }
            if !self.rules.errs(MistakeKind::StaysTired) && !self.rules.errs(MistakeKind::MovedForGood) {
                self.moved = Mask8::EMPTY;
            }
            if !self.rules.errs(MistakeKind::StaysTired) && !self.rules.errs(MistakeKind::AttackedForGood) {
                self.attacked = Mask8::EMPTY;
            }
        }
        self.turn = self.turn.saturating_add(1);
        self.phase = self.phase_between_turns();
        if self.phase != Phase::Playing {
            let won = self.phase == Phase::Won;
            tell!(log: L, Event::Over { won });
        }
    }

    /// Who has won, seen between two turns. No enemy left means won, even if nobody is left at all.
    pub(crate) fn phase_between_turns(&self) -> Phase {
        if self.stage < TURNS_SINCE {
            Phase::Playing
        } else if self.rules.errs(MistakeKind::LostFirst) && self.side(Side::Player).is_empty() {
            Phase::Lost
        } else if self.side(Side::Enemy).is_empty() {
            Phase::Won
        } else if self.side(Side::Player).is_empty() {
            Phase::Lost
        } else {
            Phase::Playing
        }
    }

    /// Every enemy acts once, in row-major order of the cells they stand on now.
    #[inline(always)]
    pub(crate) fn enemy_phase<L: Log<Event>>(&mut self, log: &mut L) {
        let mut waiting = self.side(Side::Enemy);
        if !R::FAULTLESS {
            return self.mistaken_enemy_phase(waiting, log);
        }
        while let Some(at) = waiting.first() {
            waiting.remove(at);
            // Those who die meanwhile lose their turn; the cell may by then belong to somebody who
            // has acted.
            waiting = waiting - self.enemy_acts(at, log);
        }
    }

    /// One enemy moves and attacks. Returns the cells of those who died.
    #[inline(always)]
    pub(crate) fn enemy_acts<L: Log<Event>>(&mut self, at: Cell, log: &mut L) -> Mask8 {
        let players = self.side(Side::Player);
        let has_nobody_to_chase = players.is_empty() && !self.rules.errs(MistakeKind::EnemiesWander);
        let (Some(kind), false) = (self.kind(at), has_nobody_to_chase) else { return Mask8::EMPTY };
        if self.rules.errs(MistakeKind::EnemyAttacksFirst) {
            return self.attack_then_move(kind, at, log);
        }
        let reach = self.reach_of(kind, at);
        let to = if R::FAULTLESS {
            nearest(reach, players)
        } else {
            self.mistaken_destination(at, reach, players)
        };
        let to = to.unwrap_or(at);
        if to == at {
            tell!(log: L, Event::Stayed { kind, at });
        } else {
            self.walk(kind, at, to, log);
        }
        let prey = if R::FAULTLESS { players } else { self.mistaken_prey(at, to, players) };
        let victims = self.targets_of(kind, to) & prey;
        match if R::FAULTLESS { victims.first() } else { self.mistaken_victim(to, victims) } {
            Some(target) if R::FAULTLESS => self.attack(kind, to, target, log),
            Some(target) => {
                let died = self.attack(kind, to, target, log);
                died | self.attack_others(kind, to, victims - Mask8::of(target), log)
            }
            None => Mask8::EMPTY,
        }
    }

    /// Every forest heals the units within two rows and two columns.
    #[inline(always)]
    pub(crate) fn grow<L: Log<Event>>(&mut self, log: &mut L) {
        if self.forests.is_empty() {
            return;
        }
        for at in self.occupied().cells() {
            let by = self.gain(at);
            if by == 0 {
                continue;
            }
            let hp = self.hp[Mask8::bit(at)].saturating_add(by);
            self.hp[Mask8::bit(at)] = hp;
            if let Some(kind) = self.kind(at) {
                tell!(log: L, Event::Healed { kind, at, by, hp });
            }
        }
    }

    /// The HP that a unit gets from the forests around it.
    #[inline(always)]
    fn gain(&self, at: Cell) -> i32 {
        if R::FAULTLESS {
            (AROUND[Mask8::bit(at)] & self.forests).count() as i32
        } else {
            self.mistaken_gain(at)
        }
    }
}

/// Of these cells the one with the smallest Manhattan distance to one of the goals; among equals
/// the first in row-major order. There are cells and goals, and no cell is a goal.
#[inline]
fn nearest(cells: Mask8, goals: Mask8) -> Option<Cell> {
    let mut ball = goals.neighbours();
    // A ball grows over the whole board in 14 steps.
    for _ in 0..14 {
        let hits = cells & ball;
        if !hits.is_empty() {
            return hits.first();
        }
        ball |= ball.neighbours();
    }
    None
}

/// For each cell the 5 × 5 square around it, as far as it lies on the board.
static AROUND: [Mask8; 64] = {
    let mut squares = [Mask8::EMPTY; 64];
    let mut bit = 0;
    while bit < 64 {
        let centre = Cell::new(bit as u8 / 8, bit as u8 % 8);
        let mut other = 0;
        while other < 64 {
            if centre.chebyshev(Cell::new(other / 8, other % 8)) <= 2 {
                squares[bit].0 |= 1 << other;
            }
            other += 1;
        }
        bit += 1;
    }
    squares
};
