//! States as bytes: turn, phase, the mage to move with its points, then all units of the map in the
//! order of acting.

use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{Id, NOBODY, NOWHERE, POINTS, Phase, StateOf};
use alloc::vec::Vec;
use board::Cell;
use game::mistakes::Adherence;
use game::{Save, SavedBytes};

impl<R: Adherence<MistakeKind>> Save for StateOf<R> {
    fn save(&self, into: &mut Vec<u8>) {
        into.extend(self.turn.to_le_bytes());
        into.extend([self.phase as u8, self.points]);
        into.extend(self.active().map_or(NOBODY, |id| id.0).to_le_bytes());
        let units = self.map.units.len();
        into.extend(self.places()[..units].iter().flat_map(|cell| [cell.row, cell.col]));
        into.extend(self.turned()[..units.div_ceil(64)].iter().flat_map(|bits| bits.to_le_bytes()));
    }

    fn load(setup: &Setup, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let mut state = Self::new(setup);
        state.turn = saved.u32()?;
        let phases = [Phase::Playing, Phase::Won, Phase::Lost, Phase::Drawn];
        let phase = phases.get(usize::from(saved.u8()?)).copied()?;
        let points = saved.u8()?;
        let active = Some(saved.u16()?).filter(|id| *id != NOBODY).map(Id);
        state.load_units(&mut saved)?;
        state.begin_turn();
        if phase != Phase::Playing && phase != state.phase {
            return None;
        }
        state.phase = phase;
        let may_act =
            active.is_none_or(|id| id.0 < state.map.mages && state.is_alive(id) && phase == Phase::Playing);
        let most = if active.is_some() { POINTS } else { 0 };
        (may_act && points <= most && saved.0.is_empty()).then(|| {
            state.set_active(active);
            state.points = points;
            state
        })
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Puts everybody where the bytes say; nobody comes back to life, since all are alive at the
    /// start.
    fn load_units(&mut self, saved: &mut SavedBytes<'_>) -> Option<()> {
        let count = self.map.units.len();
        self.living().collect::<Vec<_>>().into_iter().for_each(|id| self.kill(id));
        for id in (0..count as u16).map(Id) {
            let [row, col] = saved.bytes()?;
            let cell = Cell::new(row, col);
            if cell != NOWHERE {
                let is_free = self.size().contains(cell) && self.map.plain.has(cell) && !self.is_held(cell);
                is_free.then(|| self.put(id, cell))?;
            }
        }
        for word in 0..count.div_ceil(64) {
            let turned = saved.u64()?;
            let known = count - word * 64;
            (known >= 64 || turned >> known == 0).then(|| self.set_turned(word, turned))?;
        }
        Some(())
    }
}
