//! Any bytes as what a bot writes, in pieces of any size: lines come out whole, every line is a
//! reply or a sentence, and what a reply orders can be read again from a replay.
#![no_main]

use game::JsonText;
use game::replay::{Header, Hex, Move, ReplayLine, Turn, VERSION};
use libfuzzer_sys::fuzz_target;
use matches::inbox::Inbox;
use matches::protocol::{LONGEST_NOTE, MOST_ORDERS, Reply};

fuzz_target!(|input: &[u8]| {
    let Some((step, bytes)) = input.split_first() else { return };
    let mut inbox = Inbox::default();
    let mut lines = Vec::new();
    for part in bytes.chunks(usize::from(*step).max(1)) {
        inbox.take(part);
        while let Ok(Some(line)) = inbox.line() {
            lines.push(line);
        }
    }
    let expected = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let expected: Vec<&[u8]> = expected.map(<[u8]>::trim_ascii_end).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, expected);
    for line in lines {
        match Reply::read(&line) {
            Ok(reply) => {
                assert!(reply.orders.len() <= MOST_ORDERS);
                assert!(reply.note.as_ref().is_none_or(|note| note.len() <= LONGEST_NOTE));
                let again = serde_json::to_vec(&reply).unwrap();
                assert_eq!(Reply::read(&again).as_ref(), Ok(&reply));
                can_be_replayed(reply);
            }
            Err(what) => assert!(!what.is_empty()),
        }
    }
});

fn can_be_replayed(reply: Reply) {
    let step = Move { orders: reply.orders, note: reply.note, ..Move::default() };
    let turn = Turn::new(reply.turn, vec![step], Hex(0), Vec::new());
    let line = serde_json::to_string(&turn).unwrap();
    assert_eq!(ReplayLine::read(None, &header(), &line), Ok(ReplayLine::Turn(turn)));
}

/// The first line of a replay of today's format, whatever was played.
fn header() -> Header {
    Header {
        replay: VERSION,
        game: String::new(),
        rules: String::new(),
        rules_version: 1,
        map_name: String::new(),
        map_hash: String::new(),
        map: String::new(),
        seed: Hex(0),
        seats: Vec::new(),
        clock: String::new(),
        branched_after: None,
        measured: JsonText::default(),
    }
}
