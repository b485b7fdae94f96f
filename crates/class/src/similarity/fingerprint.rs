//! Fingerprints of a list of tokens, by winnowing: few, but some of any long passage two lists
//! share.

use super::tokens::Token;

/// How many tokens one fingerprint covers. Shorter passages are not looked for: any two programs
/// share some.
pub(crate) const GRAM: usize = 14;

/// Of this many grams in a row at least one is chosen, so no shared passage of `GRAM + WINDOW - 1`
/// tokens is missed.
pub(crate) const WINDOW: usize = 8;

/// A chosen gram: its hash, and the token it begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fingerprint {
    pub(crate) hash: u64,
    pub(crate) at: usize,
}

/// The hash of every gram, by the token it begins with.
pub(crate) fn grams(tokens: &[Token]) -> Vec<u64> {
    tokens.windows(GRAM).map(hash).collect()
}

/// Chooses the smallest hash of every window, the last one where several are equal.
pub(crate) fn winnow(grams: &[u64]) -> Vec<Fingerprint> {
    let mut chosen: Vec<Fingerprint> = Vec::new();
    for (start, window) in grams.windows(WINDOW.min(grams.len().max(1))).enumerate() {
        let Some((at, hash)) = window.iter().enumerate().min_by_key(|(at, hash)| (**hash, usize::MAX - at))
        else {
            continue;
        };
        let fingerprint = Fingerprint { hash: *hash, at: start + at };
        if chosen.last() != Some(&fingerprint) {
            chosen.push(fingerprint);
        }
    }
    chosen
}

/// FNV-1a over the codes, then mixed: its low bits alone are too regular to choose by.
fn hash(gram: &[Token]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for token in gram {
        hash = (hash ^ u64::from(token.code)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(codes: &[u32]) -> Vec<Token> {
        codes.iter().map(|code| Token { code: *code, line: 1 }).collect()
    }

    proptest! {
        /// The promise of winnowing: a shared passage of `GRAM + WINDOW - 1` tokens shares a
        /// fingerprint.
        #[test]
        fn no_long_shared_passage_is_missed(
            shared in proptest::collection::vec(0_u32..4, GRAM + WINDOW - 1..60),
            before in proptest::collection::vec(0_u32..4, 0..40),
            behind in proptest::collection::vec(0_u32..4, 0..40),
        ) {
            let one = list(&[&before[..], &shared, &behind].concat());
            let two = list(&[&behind[..], &shared, &before].concat());
            let hashes = |tokens: &[Token]| -> Vec<u64> {
                winnow(&grams(tokens)).iter().map(|fingerprint| fingerprint.hash).collect()
            };
            let (one, two) = (hashes(&one), hashes(&two));
            prop_assert!(one.iter().any(|hash| two.contains(hash)));
        }
    }
}
