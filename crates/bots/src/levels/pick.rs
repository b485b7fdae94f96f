//! Drawing from lists.

use board::SplitMix64;

/// A number below the bound; 0 if there is none.
pub(super) fn below(chance: &mut SplitMix64, bound: usize) -> usize {
    chance.below(bound.max(1) as u64) as usize
}

/// One of several, each as likely as the others.
pub(super) fn one_of<T: Copy>(chance: &mut SplitMix64, values: &[T]) -> T {
    values[below(chance, values.len())]
}
