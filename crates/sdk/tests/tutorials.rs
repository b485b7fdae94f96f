//! The players that the tutorials end with play as the tutorials say.

mod common;

use common::{Player, compile, orders, start_message, turn_message};
use game::{Answer, DynGame, GameEntry, Seat};
use sdk::Options;
use serde_json::Value;
use std::path::Path;

/// Who sits where: `None` is the tutorial's player, the others are built in.
type Seating<'a> = &'a [Option<&'a str>];

/// Plays a whole game; none where there is no compiler.
fn play(title: &dyn GameEntry, seating: Seating<'_>, seed: u64) -> Option<Box<dyn DynGame>> {
    let path = format!("../../sdk/cpp/{}/example/ai.cpp", title.name());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let rules = title.profiles()[0];
    let compiled = compile(title.name(), rules, &path, &Options::default())?;
    let mut table = title.start(title.maps()[0].1.as_bytes(), rules, seed).unwrap();
    let own = Seat(seating.iter().position(Option::is_none).unwrap() as u8);
    let mut player = Player::start(&compiled.program(), &[]);
    player.send(&start_message(&*table, rules, own));
    let mut others: Vec<_> = seating.iter().map(|name| bots::built_in((*name)?, &*table, seed)).collect();
    let mut died = Vec::new();
    while !table.to_move().is_empty() {
        let awaited = table.to_move();
        for seat in awaited.iter() {
            match &mut others[seat.index()] {
                Some(other) => {
                    other.play(&mut *table, seat, None);
                }
                None => take_turn(&mut player, &mut *table, seat, &mut died),
            }
        }
        for seat in awaited.iter() {
            table.end_turn(seat).unwrap();
        }
        died.extend(table.losses(own));
        table.forget_events();
    }
    player.end_game();
    Some(table)
}

fn take_turn(player: &mut Player, table: &mut dyn DynGame, seat: Seat, died: &mut Vec<Value>) {
    let mut message: Value = serde_json::from_str(&turn_message(table, seat)).unwrap();
    message["died"] = std::mem::take(died).into();
    player.send(&message.to_string());
    for order in orders(&player.reply().unwrap(), table.turn()) {
        let answer = table.submit(seat, &order.to_string());
        let Answer::Refused(why) = answer else { continue };
        assert!(!why.to_string().contains("not an order of this game"), "{order}: {why}");
    }
}

/// Whether the tutorial's player came in before everybody else.
fn wins(table: &dyn DynGame, seating: Seating<'_>) -> bool {
    let own = seating.iter().position(Option::is_none).unwrap();
    let outcome = table.outcome().unwrap();
    let places: Vec<u8> = outcome.standings().iter().map(|standing| standing.place).collect();
    places.iter().enumerate().all(|(seat, place)| seat == own || *place > places[own])
}

#[test]
fn the_deepblue_player_beats_greedy() {
    let seatings: [Seating<'_>; 2] = [&[None, Some("greedy")], &[Some("greedy"), None]];
    let mut won = 0;
    for (seed, seating) in (1..=6).zip(seatings.into_iter().cycle()) {
        let Some(table) = play(deepblue::ENTRY, seating, seed) else { return };
        won += u32::from(wins(&*table, seating));
    }
    assert!(won > 3, "it won {won} of 6 games");
}

#[test]
fn the_fc18_player_beats_greedy() {
    let seating: Seating<'_> = &[None, Some("greedy"), Some("idle"), Some("idle")];
    let Some(table) = play(fc18::ENTRY, seating, 1) else { return };
    assert!(wins(&*table, seating), "{:?}", table.outcome());
}
