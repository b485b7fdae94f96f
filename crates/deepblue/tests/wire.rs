//! The old protocol: recorded bytes, what the engine says in it, and what players send.
#![cfg(feature = "formats")]

use deepblue::formats::wire::{Element, Hearing, RoundInfo, Said, StableInfo, framed, unframed};
use deepblue::{Order, Rules, State, View};
use game::{Game, Seat, Viewer};
use proptest::prelude::*;
use serde_json::Value;
use testing::OnDisk;

fn number(value: &Value) -> i32 {
    i32::try_from(value.as_i64().unwrap()).unwrap()
}

fn numbers<const N: usize>(value: &Value) -> [i32; N] {
    let list: Vec<i32> = value.as_array().unwrap().iter().map(number).collect();
    list.try_into().unwrap()
}

fn stable_info(line: &Value) -> StableInfo {
    let maybe = |key: &str| line.get(key).map(number);
    StableInfo {
        x_max: number(&line["x_max"]),
        y_max: number(&line["y_max"]),
        terrain: line["terrain"].as_str().unwrap().bytes().map(|digit| i32::from(digit - b'0')).collect(),
        team_num: number(&line["team_num"]),
        weather: maybe("weather"),
        population_limit: maybe("population_limit"),
        round_limit: maybe("round_limit"),
        time_per_round: line.get("time_per_round").map(|seconds| seconds.as_f64().unwrap() as f32),
    }
}

fn round_info(line: &Value) -> RoundInfo {
    RoundInfo {
        round: number(&line["round"]),
        scores: line["score"].as_array().unwrap().iter().map(number).collect(),
        population: line.get("population").map(number),
        elements: line["element"].as_array().unwrap().iter().map(element).collect(),
        production: line["production_list"].as_array().unwrap().iter().map(numbers).collect(),
    }
}

fn element(row: &Value) -> Element {
    let maybe = |key: &str| row.get(key).map(number);
    Element {
        index: number(&row["index"]),
        kind: number(&row["type"]),
        pos: numbers(&row["pos"]),
        size: row.get("size").map(numbers),
        visible: row["visible"].as_bool().unwrap(),
        team: maybe("team"),
        health: maybe("health"),
        fuel: maybe("fuel"),
        ammo: maybe("ammo"),
        metal: maybe("metal"),
        dest: row.get("dest").map(numbers),
    }
}

#[test]
fn recorded_bytes_decode_to_the_decoded_file_and_encode_again() {
    let Some(OnDisk(folder)) = OnDisk::shared("deepblue/wire") else { return };
    for team in ["team0", "team1"] {
        let bytes = std::fs::read(folder.join(format!("{team}_server_bytes.bin"))).unwrap();
        let decoded = std::fs::read_to_string(folder.join(format!("{team}_decoded.jsonl"))).unwrap();
        let mut rest = bytes.as_slice();
        let mut written = Vec::new();
        for line in decoded.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let (payload, after) = unframed(rest).unwrap().expect("a whole message");
            let again = match line["message"].as_str().unwrap() {
                "StableInfo" => {
                    assert_eq!(StableInfo::decode(payload).unwrap(), stable_info(&line));
                    stable_info(&line).encode()
                }
                _ => {
                    assert_eq!(RoundInfo::decode(payload).unwrap(), round_info(&line));
                    round_info(&line).encode()
                }
            };
            written.extend(framed(&again));
            rest = after;
        }
        assert!(rest.is_empty(), "{} bytes are left", rest.len());
        assert!(written == bytes, "{team}: other bytes");
    }
}

/// Every field that a seat is told survives, and nothing else is sent.
#[test]
fn what_a_seat_sees_is_what_is_sent() {
    let map = deepblue::ENTRY.maps().iter().find(|(name, _)| *name == "fleet-action").unwrap().1;
    for rules in [Rules::DOCUMENT, Rules::FINAL] {
        let setup = deepblue::formats::map_file::read(map.as_bytes(), rules).unwrap();
        let state = State::start(&setup, 1);
        for seat in [Seat(0), Seat(1)] {
            let stable = StableInfo::new(setup.chart(), seat);
            assert_eq!(StableInfo::decode(&stable.encode()).unwrap(), stable);
            assert_eq!(stable.terrain.len(), (stable.x_max * stable.y_max) as usize);
            assert_eq!(stable.team_num, i32::from(seat.0));
            let mut view = View::default();
            state.view(Viewer::Seat(seat), &mut view);
            let round = RoundInfo::new(&view, &rules, seat);
            assert_eq!(RoundInfo::decode(&round.encode()).unwrap(), round);
            assert_eq!(round.elements.len(), view.elements.len());
            for (sent, seen) in round.elements.iter().zip(&view.elements) {
                let resource = matches!(sent.kind, 2 | 3);
                assert_eq!(sent.team.is_none(), resource);
                assert_eq!(sent.metal.is_some(), sent.kind != 3);
                assert_eq!(sent.fuel.is_some(), sent.kind != 2);
                assert_eq!(sent.dest.is_some(), sent.kind >= 4);
                assert_eq!(sent.visible, seen.visible);
                // The middle of what it covers, under all rules.
                let (corner, middle) = (seen.corner(&rules), seen.kind.size() / 2);
                let cell = [corner.row + middle, corner.col + middle].map(i32::from);
                assert_eq!(sent.pos[..2], cell, "{:?} under {}", seen.kind, rules.name);
            }
        }
    }
}

fn hear(pieces: &[&[u8]]) -> (Vec<u8>, Vec<Said>) {
    let mut hearing = Hearing::new();
    let mut said = Vec::new();
    for piece in pieces {
        hearing.take(piece, |heard| said.push(heard));
    }
    (hearing.name().unwrap_or_default().to_vec(), said)
}

#[test]
fn names_and_orders_are_read_however_they_are_cut() {
    let all = b" blue fleet \r\npd7,\ncd2031 25 3 1,xx,au1,,et12,et,cc5,au3 ";
    let orders = vec![
        Said::Order(Order::Produce { kind: 7 }),
        Said::Order(Order::ChangeDest { unit: 2031, row: 25, col: 3, level: 1 }),
        Said::Unreadable("xx".into()),
        Said::Unreadable("au1".into()),
        Said::EndOfTurn(12),
        Said::Unreadable("et".into()),
        Said::Order(Order::Cancel { unit: 5 }),
    ];
    for cut in 0..=all.len() {
        let (first, second) = all.split_at(cut);
        assert_eq!(hear(&[first, second]), (b"blue fleet".to_vec(), orders.clone()), "cut at {cut}");
    }
}

#[test]
fn a_name_of_full_length_needs_no_newline() {
    let (name, said) = hear(&[b"0123456789012345678901234567890", b"1", b"\npd4,"]);
    assert_eq!(name, b"01234567890123456789012345678901");
    assert_eq!(said, [Said::Order(Order::Produce { kind: 4 })]);
}

#[test]
fn what_never_ends_is_thrown_away_up_to_its_comma() {
    let endless = vec![b'9'; 1_000_000];
    let (_, said) = hear(&[b"me\npd", &endless, b",pd4,"]);
    assert!(
        matches!(&said[..], [Said::Unreadable(_), Said::Order(Order::Produce { kind: 4 })]),
        "{}",
        said.len()
    );
}

#[test]
fn lengths_beyond_reason_are_refused() {
    assert_eq!(unframed(b"12").unwrap(), None);
    assert_eq!(unframed(b"3\nab").unwrap(), None);
    assert_eq!(unframed(b"2\nabc").unwrap(), Some((&b"ab"[..], &b"c"[..])));
    for bad in [&b"x\n"[..], b"99999999999999999999\n", b"\n", b"-1\n", b"+1\nx", b"99999999\n"] {
        assert!(unframed(bad).is_err(), "{bad:?}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = unframed(&bytes);
        if let Ok(info) = StableInfo::decode(&bytes) {
            // Floats may be not a number, which equals nothing.
            prop_assert_eq!(StableInfo::decode(&info.encode()).unwrap().encode(), info.encode());
        }
        if let Ok(info) = RoundInfo::decode(&bytes) {
            prop_assert_eq!(RoundInfo::decode(&info.encode()).unwrap(), info);
        }
        hear(&[&bytes]);
    }
}
