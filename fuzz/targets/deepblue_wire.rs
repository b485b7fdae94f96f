//! Any bytes as either end of the old contest's protocol: reading never fails hard, what is read
//! survives being written and read again, and a player is heard alike however its bytes are cut.
#![no_main]

use deepblue::formats::wire::{Hearing, RoundInfo, Said, StableInfo, unframed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let payload = match unframed(bytes) {
        Ok(Some((payload, _))) => payload,
        _ => bytes,
    };
    if let Ok(info) = StableInfo::decode(payload) {
        // A float may be not a number, which equals nothing: bytes are compared.
        assert_eq!(StableInfo::decode(&info.encode()).map(|again| again.encode()), Ok(info.encode()));
    }
    if let Ok(info) = RoundInfo::decode(payload) {
        assert_eq!(RoundInfo::decode(&info.encode()), Ok(info));
    }
    let (first, second) = bytes.split_at(bytes.len() / 2);
    assert_eq!(heard(&[bytes]), heard(&[first, second]));
});

fn heard(pieces: &[&[u8]]) -> (Hearing, Vec<Said>) {
    let mut hearing = Hearing::new();
    let mut said = Vec::new();
    pieces.iter().for_each(|piece| hearing.take(piece, |something| said.push(something)));
    (hearing, said)
}
