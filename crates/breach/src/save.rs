//! States as bytes: what the digest covers, in the same order.

use crate::kinds::{Kind, Side, TURNS_SINCE, Terrain};
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{Phase, SIZE, StateOf};
use alloc::vec::Vec;
use board::Mask8;
use game::mistakes::Adherence;
use game::{Save, SavedBytes};

impl<R: Adherence<MistakeKind>> Save for StateOf<R> {
    fn save(&self, into: &mut Vec<u8>) {
        into.push(self.phase as u8);
        into.extend(self.turn.to_le_bytes());
        for set in [self.mountains, self.oceans, self.forests, self.moved, self.attacked] {
            into.extend(set.0.to_le_bytes());
        }
        for cell in self.occupied().cells() {
            into.push(Mask8::bit(cell) as u8);
            into.push(self.kind(cell).map_or(0, |kind| kind as u8));
            into.extend(self.hp[Mask8::bit(cell)].to_le_bytes());
        }
    }

    fn load(setup: &Setup, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let no_units = Setup { units: [Mask8::EMPTY; 5], ..*setup };
        let mut state = Self::new(&no_units);
        state.phase = [Phase::Playing, Phase::Won, Phase::Lost].get(usize::from(saved.u8()?)).copied()?;
        state.turn = saved.u32()?;
        for set in [
            &mut state.mountains,
            &mut state.oceans,
            &mut state.forests,
            &mut state.moved,
            &mut state.attacked,
        ] {
            set.0 = saved.u64()?;
        }
        while !saved.0.is_empty() {
            state.load_unit(&mut saved)?;
        }
        state.is_sound().then_some(state)
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Puts the next unit, which must stand behind all others.
    fn load_unit(&mut self, saved: &mut SavedBytes<'_>) -> Option<()> {
        let cell = SIZE.cells().nth(saved.u8()?.into())?;
        let kind = Kind::ALL.get(usize::from(saved.u8()?)).copied()?;
        let hp = saved.i32()?;
        let is_next = self.occupied().0 >> Mask8::bit(cell) == 0;
        let fits = is_next && hp > 0 && kind.figures().since <= self.stage;
        fits.then(|| self.put(cell, kind, hp))
    }

    /// Whether terrain, marks and phase go with each other and with the units.
    fn is_sound(&self) -> bool {
        let mut lands = [self.mountains, self.oceans, self.forests].into_iter();
        let apart = lands.try_fold(Mask8::EMPTY, |all, land| (all & land).is_empty().then_some(all | land));
        let marked = self.moved | self.attacked;
        apart.is_some()
            && (self.forests.is_empty() || Terrain::Forest.since() <= self.stage)
            && (marked - self.side(Side::Player)).is_empty()
            && (marked.is_empty() || self.stage >= TURNS_SINCE)
            && (self.phase == Phase::Playing || self.phase == self.phase_between_turns())
    }
}
