//! Masks of bits as masks of bytes.

/// Bits as bytes of 0 or 1; only where they are others than before, if that is known.
#[inline]
pub(crate) fn spread(bits: &[u64], before: Option<&[u64]>, bytes: &mut [u8]) {
    let (whole, rest) = bytes.as_chunks_mut();
    match before {
        None => bits.iter().zip(whole).for_each(|(word, bytes)| spread_word(*word, bytes)),
        Some(before) => {
            for ((word, before), bytes) in bits.iter().zip(before).zip(whole) {
                if word != before {
                    spread_word(*word, bytes);
                }
            }
        }
    }
    if let Some(word) = bits.last() {
        rest.iter_mut().enumerate().for_each(|(at, byte)| *byte = (word >> at & 1) as u8);
    }
}

#[inline]
fn spread_word(word: u64, bytes: &mut [u8; 64]) {
    for (eight, byte) in bytes.as_chunks_mut().0.iter_mut().zip(word.to_le_bytes()) {
        *eight = SPREAD[usize::from(byte)];
    }
}

/// Every byte as eight of 0 or 1, the lowest bit first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};
