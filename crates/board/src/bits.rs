//! The bits of a word.

/// The numbers of the bits that are set, the lowest first.
///
/// ```
/// assert!(board::bits(0b1010_0001).eq([0, 5, 7]));
/// ```
#[inline]
pub fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    core::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(bit)
    })
}
