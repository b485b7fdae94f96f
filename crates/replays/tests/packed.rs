//! Whatever a replay holds, packing loses nothing of it.

use board::SplitMix64;
use game::replay::{Header, Hex, Measured, Move, OrderResult, SeatedBot, Turn, VERSION, Writer};
use game::{GameEntry, JsonText, Outcome, Seat, Seats};
use proptest::prelude::*;
use replays::{map_hash, pack, text_of};
use serde_json::json;
use std::io::{Cursor, Read};

/// What somebody may order that is no order, or one in an odd form.
const ODD: [&str; 6] = [
    "null",
    "\"junk\"",
    "{\"order\":\"dance\"}",
    "[1,2.5,-3e10]",
    "{ \"order\" : \"move\" }",
    "{\"é\":\"\\u00e9\"}",
];

/// A replay of a few turns, written by somebody who does everything that a replay can hold.
fn replay(entry: &dyn GameEntry, seed: u64, turns: usize, canonical: bool) -> String {
    let mut dice = SplitMix64::new(seed);
    let (name, map) = entry.maps()[dice.below(entry.maps().len() as u64) as usize];
    let rules = entry.profiles().iter().find(|rules| entry.open(map.as_bytes(), rules).is_ok()).unwrap();
    let mut table = entry.start(map.as_bytes(), rules, seed).unwrap();
    let seats = (0..table.seats()).map(|seat| SeatedBot { name: format!("bot {seat}"), bot: seat.into() });
    let header = Header {
        replay: if seed.is_multiple_of(3) { 1 } else { VERSION },
        game: entry.name().into(),
        rules: (*rules).into(),
        rules_version: entry.rules_version(),
        map_name: name.into(),
        map_hash: if seed.is_multiple_of(3) { String::new() } else { map_hash(map) },
        map: map.into(),
        seed: Hex(seed),
        seats: seats.collect(),
        clock: "off".into(),
        branched_after: None,
        measured: JsonText::from(json!({"engine": "x"})),
    };
    let (mut writer, first) = Writer::new(&header, canonical);
    let (mut lines, mut out) = (vec![first], Seats::NONE);
    // Games that count settled rounds once called the first turn 0.
    let before_first = u32::from(seed.is_multiple_of(2));
    for _ in 0..turns {
        let (turn, awaited) = (table.turn() - before_first, table.to_move());
        if awaited.is_empty() {
            let outcome = table.outcome().unwrap_or_else(|| Outcome::undecided(table.seats()));
            let out = if header.replay == 1 { Seats::NONE } else { out };
            lines.push(writer.end(&outcome, false, out, JsonText::from(json!({"seats": [1, "x"]}))));
            break;
        }
        let mut moves = Vec::new();
        for seat in awaited.iter() {
            let step = one_move(&mut *table, seat, &mut dice);
            out = if step.out { out.with(seat) } else { out };
            moves.push(step);
        }
        awaited.iter().for_each(|seat| table.end_turn(seat).unwrap());
        let measured =
            moves.iter().map(|_| Measured { cpu_us: dice.below(9), wall_us: dice.below(u64::MAX) });
        let measured = measured.collect();
        lines.push(writer.turn(Turn::new(turn, moves, Hex(table.digest()), measured)));
    }
    lines.join("\n") + "\n"
}

fn one_move(table: &mut dyn game::DynGame, seat: Seat, dice: &mut SplitMix64) -> Move {
    let mut step = Move { seat: seat.0, ..Move::default() };
    for _ in 0..dice.below(6) {
        let legal = table.legal(seat);
        let order = match dice.below(4) {
            0 => serde_json::from_str(ODD[dice.below(ODD.len() as u64) as usize]).unwrap(),
            _ if legal.is_empty() => JsonText::default(),
            _ => JsonText::of(&legal[dice.below(legal.len() as u64) as usize]),
        };
        step.answers.push(OrderResult::from(table.submit(seat, order.get())));
        step.orders.push(order);
    }
    step.note = (dice.below(4) == 0).then(|| "a \u{1b}[2J note, 沙盘 \"quoted\"".into());
    step.faults = vec!["it did not answer in time".into(); dice.below(8).saturating_sub(5) as usize];
    step.out = dice.below(16) == 0;
    step
}

fn unpacked(packed: Vec<u8>) -> Vec<u8> {
    let mut text = Vec::new();
    text_of(Cursor::new(packed)).unwrap().read_to_end(&mut text).unwrap();
    text
}

/// Changes a few bytes, but not the header: what has none is no replay.
fn damaged(text: &str, dice: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let header = text.find('\n').unwrap() + 1;
    for _ in 0..dice.below(4) {
        if bytes.len() > header {
            let at = header + dice.below((bytes.len() - header) as u64) as usize;
            bytes[at] = b"\n0\"x,\xff}"[dice.below(7) as usize];
        }
    }
    if dice.below(3) == 0 {
        bytes.truncate(header + dice.below((bytes.len() - header) as u64 + 1) as usize);
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn packing_loses_nothing(seed: u64, turns in 0_usize..40, canonical: bool) {
        for entry in games::ALL {
            let text = replay(*entry, seed, turns, canonical);
            let packed = pack(Cursor::new(text.clone())).unwrap();
            prop_assert!(unpacked(packed.clone()) == text.as_bytes(), "{}", entry.name());
            // Most of it is computed and not stored.
            prop_assert!(turns < 10 || packed.len() * 2 < text.len(), "{} of {}", packed.len(), text.len());
            prop_assert_eq!(&pack(Cursor::new(packed.clone())).unwrap(), &packed, "what is packed is packed the same");
        }
    }

    #[test]
    fn nothing_of_a_damaged_replay_is_lost(seed: u64, turns in 1_usize..20) {
        let mut dice = SplitMix64::new(seed);
        for entry in games::ALL {
            let bytes = damaged(&replay(*entry, seed, turns, false), &mut dice);
            let packed = pack(Cursor::new(bytes.clone())).unwrap();
            prop_assert!(unpacked(packed) == bytes, "{}", entry.name());
        }
    }

    #[test]
    fn any_bytes_are_read_as_far_as_they_go(seed: u64, at: prop::sample::Index, byte: u8) {
        let text = replay(games::ALL[seed as usize % games::ALL.len()], seed, 8, false);
        let mut packed = pack(Cursor::new(text)).unwrap();
        let at = at.index(packed.len());
        packed[at] = byte;
        if let Ok(mut text) = text_of(Cursor::new(packed)) {
            // Whether it can be read to its end is another matter.
            let _ = text.read_to_end(&mut Vec::new());
        }
    }
}
