//! Mistakes in a mage's command line and steps.

use super::MistakeKind;
use crate::kinds::{Terrain, direction_from_letter};
use crate::order::{Order, Refusal};
use crate::state::StateOf;
use alloc::vec::Vec;
use board::Direction;
use game::mistakes::Adherence;

/// The capital letter for a symbol that should mean nothing, if there is a mistake in that.
pub(crate) fn mistaken_symbol<R: Adherence<MistakeKind>>(rules: R, symbol: u8) -> u8 {
    let counts = rules.errs(MistakeKind::LowerCaseCounts)
        || match symbol {
            b'w' | b'a' | b's' | b'd' => rules.errs(MistakeKind::LowerCaseSteps),
            b'x' | b'y' => rules.errs(MistakeKind::LowerCaseSpells),
            _ => false,
        };
    if counts { symbol.to_ascii_uppercase() } else { symbol }
}

/// Whether the symbols of a line come in another order, which is a mistake.
pub(crate) fn rearranges<R: Adherence<MistakeKind>>(rules: R) -> bool {
    [
        MistakeKind::SpellFirst,
        MistakeKind::SpellAtEnd,
        MistakeKind::BareFireGoesOn,
        MistakeKind::FireSkipsJunk,
    ]
    .into_iter()
    .any(|mistake| rules.errs(mistake))
}

/// The symbols of a line in the order in which they count, if there is a mistake in that.
pub(crate) fn rearranged<R: Adherence<MistakeKind>>(rules: R, symbols: &[u8]) -> Vec<u8> {
    let leads = |symbol: &u8| direction_from_letter(*symbol).is_some();
    let (mut steps, mut spells): (Vec<u8>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let mut line = Vec::new();
    let mut rest = symbols;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first == b'X' && rules.errs(MistakeKind::FireSkipsJunk) {
            let skipped = rest.iter().position(leads).unwrap_or(rest.len());
            rest = &rest[skipped..];
        }
        let direction = rest.first().copied().filter(|symbol| *first == b'X' && leads(symbol));
        if *first == b'X' && direction.is_none() && rules.errs(MistakeKind::BareFireGoesOn) {
            continue;
        }
        let mut part = Vec::from([*first]);
        part.extend(direction);
        rest = &rest[part.len() - 1..];
        line.extend_from_slice(&part);
        if matches!(*first, b'X' | b'Y') {
            spells.push(part);
        } else if spells.is_empty() || rules.errs(MistakeKind::SpellAtEnd) {
            steps.extend(part);
        }
    }
    match () {
        () if rules.errs(MistakeKind::SpellFirst) => {
            [spells.first().cloned().unwrap_or_default(), steps].concat()
        }
        () if rules.errs(MistakeKind::SpellAtEnd) => {
            [steps, spells.last().cloned().unwrap_or_default()].concat()
        }
        () => line,
    }
}

/// Where a letter leads, if there may be a mistake in that.
pub(crate) fn mistaken_direction<R: Adherence<MistakeKind>>(rules: R, direction: Direction) -> Direction {
    let swapped = match direction {
        Direction::Left | Direction::Right => MistakeKind::LeftRightSwapped,
        Direction::Up | Direction::Down => MistakeKind::UpDownSwapped,
    };
    if rules.errs(swapped) { direction.opposite() } else { direction }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether a mage may go on after a spell, which is a mistake.
    pub(crate) fn goes_on_after(&self, spell: Order) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        errs(MistakeKind::StepsAfterSpell)
            || errs(MistakeKind::SpellFirst)
            || errs(MistakeKind::ManySpells)
            || match spell {
                Order::Fireball(_) => errs(MistakeKind::FireGoesOn) || errs(MistakeKind::FireStepsToo),
                Order::Tornado => errs(MistakeKind::TornadoGoesOn),
                Order::Step(_) | Order::Done => false,
            }
    }

    /// Whether further spells of a line count, which is a mistake.
    pub(crate) fn casts_again(&self) -> bool {
        [
            MistakeKind::ManySpells,
            MistakeKind::FireGoesOn,
            MistakeKind::FireStepsToo,
            MistakeKind::TornadoGoesOn,
        ]
        .into_iter()
        .any(|mistake| self.rules.errs(mistake))
    }

    /// A step that is not possible uses up a point, which is a mistake.
    pub(crate) fn pay_for_blocked_step(&mut self, why: Refusal) {
        let costs = match why {
            Refusal::Edge(_) => self.rules.errs(MistakeKind::EdgeStepCosts),
            Refusal::Occupied(_) => self.rules.errs(MistakeKind::UnitStepCosts),
            Refusal::NotPlain(..) => self.rules.errs(MistakeKind::TerrainStepCosts),
            Refusal::NoPointsLeft | Refusal::NobodyToMove => false,
        };
        if costs || self.rules.errs(MistakeKind::BlockedStepCosts) {
            self.points = self.points.saturating_sub(1);
        }
    }

    /// The points of a mage, if there may be a mistake in that.
    pub(crate) fn mistaken_points(rules: R) -> u8 {
        if rules.errs(MistakeKind::OnePoint) {
            1
        } else if rules.errs(MistakeKind::TwoPoints) {
            2
        } else if rules.errs(MistakeKind::FourPoints) {
            4
        } else if rules.errs(MistakeKind::FivePoints) {
            5
        } else if rules.errs(MistakeKind::EndlessPoints) {
            u8::MAX
        } else {
            crate::state::POINTS
        }
    }

    /// Whether a mage can step onto this terrain, if there may be a mistake in that.
    pub(crate) fn carries_mages(&self, terrain: Terrain) -> bool {
        match terrain {
            _ if self.rules.errs(MistakeKind::StepsOnTerrain) => true,
            Terrain::Plain => true,
            Terrain::Water => self.rules.errs(MistakeKind::StepsOnWater),
            Terrain::Mountain => self.rules.errs(MistakeKind::StepsOnMountains),
        }
    }
}
