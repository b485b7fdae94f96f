//! What a search remembers: a table of 128-bit keys.

use crate::meter::{Halt, Meter};

/// A set of keys, each with a small number. Open addressing: a key lies in the first free slot from
/// its own on.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Zero is an empty slot. The lowest bits hold the number, the others the key.
    slots: Vec<u128>,
    used: usize,
}

/// The bits of the number.
const NUMBER: u128 = 0xff;

/// Slots of the smallest table.
const SMALLEST: usize = 64;

impl Table {
    /// Enters the key with this number. Returns false, and changes nothing, if it is there with
    /// this number or a greater one.
    pub(crate) fn raise(&mut self, key: u128, number: u8, meter: &mut Meter<'_>) -> Result<bool, Halt> {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow(meter)?;
        }
        let at = self.slot(key);
        let old = self.slots[at];
        if old != 0 && old & NUMBER >= u128::from(number) {
            return Ok(false);
        }
        self.used += usize::from(old == 0);
        self.slots[at] = key & !NUMBER | u128::from(number);
        Ok(true)
    }

    /// The number of the key; zero if it is not there.
    pub(crate) fn number(&self, key: u128) -> u8 {
        if self.slots.is_empty() { 0 } else { (self.slots[self.slot(key)] & NUMBER) as u8 }
    }

    /// Forgets everything. A small table keeps its slots.
    pub(crate) fn clear(&mut self, meter: &mut Meter<'_>) {
        if self.slots.len() > SMALLEST {
            self.release(meter);
        } else if self.used > 0 {
            self.slots.fill(0);
            self.used = 0;
        }
    }

    /// Gives all its memory back.
    pub(crate) fn release(&mut self, meter: &mut Meter<'_>) {
        meter.give_back(self.slots.len() * size_of::<u128>());
        *self = Self::default();
    }

    /// Where the key is, or would be. There is always an empty slot.
    #[inline]
    fn slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (key >> 64) as usize & mask;
        while self.slots[at] != 0 && (self.slots[at] ^ key) & !NUMBER != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let slots = (self.slots.len() * 2).max(SMALLEST);
        meter.take(slots * size_of::<u128>())?;
        let old = std::mem::replace(&mut self.slots, vec![0; slots]);
        for entry in old.iter().filter(|entry| **entry != 0) {
            let at = self.slot(*entry);
            self.slots[at] = *entry;
        }
        meter.give_back(old.len() * size_of::<u128>());
        Ok(())
    }
}
