//! Films show what the rules say.

use crate::matches::{Match, film};
use game::{DynGame, Game, GameEntry, Session};
use page::film::{Film, Text};
use page::{Camera, Heading};
use std::collections::BTreeSet;

/// A match of every game, short enough to be played in a moment.
fn matches() -> [Match; 4] {
    let one = Match {
        entry: breach::ENTRY,
        map: "first-contact",
        rules: "stage4",
        bots: &["greedy"],
        most_turns: 12,
        seed: 1,
    };
    [
        one,
        Match { entry: goblins::ENTRY, map: "first-spell", ..one },
        Match {
            entry: deepblue::ENTRY,
            map: "duel",
            rules: "final",
            bots: &["random"],
            most_turns: 40,
            seed: 2,
        },
        Match {
            entry: fc18::ENTRY,
            map: "open-field",
            rules: "judge",
            bots: &["random"],
            most_turns: 200,
            seed: 3,
        },
    ]
}

/// Plays at random, and hands over the film and the table after every turn.
fn watch(entry: &dyn GameEntry, map: &str, seed: u64, mut each: impl FnMut(&Film, &dyn DynGame)) {
    let mut table =
        entry.start(map.as_bytes(), entry.profiles()[0], seed).expect("bundled maps can be played");
    let mut bot = bots::built_in("random", &*table, seed).expect("there is a random bot");
    let mut camera = Camera::new(&*table, Heading::default()).expect("every game has an adapter");
    for _ in 0..25 {
        for seat in table.to_move().iter() {
            bot.play(&mut *table, seat, None);
            table.end_turn(seat).expect("the seat is to move");
        }
        camera.take(&mut *table, &[]);
        each(camera.film(), &*table);
    }
}

fn state<G: Game + 'static>(table: &dyn DynGame) -> &G {
    table.as_any().downcast_ref::<Session<G>>().expect("the table plays this game").game()
}

/// Cell, kind, side and health of every piece of the last frame.
fn last_frame(film: &Film) -> BTreeSet<(u32, u8, u8, i32)> {
    let frame = film.frames.last().expect("a film has frames");
    let row = |placed: &page::film::Placed| {
        (placed.cell, film.pieces[placed.piece as usize].kind, placed.side, placed.health)
    };
    frame.placed.iter().map(row).collect()
}

#[test]
fn events_of_breach_lead_to_the_states_of_the_rules() {
    for (name, map) in breach::ENTRY.maps() {
        for seed in 0..8 {
            watch(breach::ENTRY, map, seed, |film, table| {
                let position = state::<breach::State>(table).position();
                let unit = |unit: &breach::Unit| {
                    let side = u8::from(unit.kind.side() == breach::Side::Enemy);
                    (breach::SIZE.index(unit.cell) as u32, unit.kind as u8, side, unit.hp)
                };
                let truth: BTreeSet<_> = position.units.iter().map(unit).collect();
                assert_eq!(last_frame(film), truth, "{name}, seed {seed}, turn {}", table.turn());
                let mountains = |terrain: &&u8| **terrain == breach::Terrain::Mountain as u8;
                let shown = film.frames.last().unwrap().terrain.iter().filter(mountains).count();
                let real =
                    position.terrain.iter().filter(|(_, terrain)| *terrain == breach::Terrain::Mountain);
                assert_eq!(shown, real.count(), "{name}, seed {seed}: mountains");
            });
        }
    }
}

#[test]
fn events_of_goblins_lead_to_the_states_of_the_rules() {
    for (name, map) in goblins::ENTRY.maps() {
        for seed in 0..8 {
            watch(goblins::ENTRY, map, seed, |film, table| {
                let state = state::<goblins::State>(table);
                let shown: BTreeSet<u32> = last_frame(film).iter().map(|(cell, ..)| *cell).collect();
                let cells =
                    state.position().units.into_iter().map(|unit| state.size().index(unit.cell) as u32);
                assert_eq!(shown, cells.collect(), "{name}, seed {seed}, turn {}", table.turn());
            });
        }
    }
}

#[test]
fn every_sentence_finds_what_it_names_in_both_languages() {
    for wanted in matches() {
        let film = film(&wanted);
        assert!(film.frames.len() > 5, "{}: {} frames", wanted.map, film.frames.len());
        for event in film.frames.iter().flat_map(|frame| &frame.events) {
            let kind = &film.cast.events[usize::from(event.kind)];
            let slots = slots(&kind.text.en);
            assert_eq!(slots, self::slots(&kind.text.zh), "{}", kind.text.en);
            for (place, form) in slots {
                let value = event.args[place];
                let limit = match form {
                    'p' => film.pieces.len(),
                    's' => film.cast.sides.len() + 1,
                    'c' => usize::from(film.cast.rows) * usize::from(film.cast.cols),
                    'k' => film.cast.kinds.len(),
                    't' => film.cast.terrains.len(),
                    'w' => film.cast.words.len(),
                    _ => continue,
                };
                let found = usize::try_from(value).is_ok_and(|value| value < limit);
                assert!(found, "`{}` names {value}, and there are {limit}", kind.text.en);
            }
        }
    }
}

/// The places and forms of the arguments that a sentence names.
fn slots(sentence: &str) -> BTreeSet<(usize, char)> {
    let parts = sentence.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts
        .map(|(slot, _)| {
            let (place, form) = slot.split_at(1);
            (place.parse().expect("a digit"), form.chars().next().expect("a letter"))
        })
        .collect()
}

#[test]
fn everything_has_a_name_in_both_languages_and_a_drawing() {
    for wanted in matches() {
        let film = film(&wanted);
        let skin = format!("{}/web/skins/{}.js", env!("CARGO_MANIFEST_DIR"), film.cast.game);
        let skin = std::fs::read_to_string(&skin).expect("every game has a skin");
        for kind in film.cast.kinds.iter().chain(&film.cast.terrains) {
            let drawn = [format!("    {}(", kind.key), format!("    {}:", kind.key)];
            assert!(
                drawn.iter().any(|drawn| skin.contains(drawn.as_str())),
                "{}: {}",
                film.cast.game,
                kind.key
            );
        }
        let names = film.cast.kinds.iter().chain(&film.cast.terrains).map(|kind| &kind.name);
        let figures = film.cast.figures.iter().map(|figure| &figure.name);
        let measures = film.cast.measures.iter().flat_map(|measure| [&measure.name, &measure.about]);
        for Text { en, zh } in names.chain(figures).chain(measures) {
            assert!(en.is_ascii() && !en.is_empty() && !zh.is_ascii(), "`{en}`, `{zh}`");
        }
    }
}

#[test]
fn a_finished_game_ends_with_who_won_and_why() {
    for wanted in matches() {
        // Matches for one are won in a few turns; those of fc18 are decided by 1200.
        let film = film(&Match { most_turns: 1200, ..wanted });
        let last = film.frames.last().and_then(|frame| frame.events.last()).expect("something happened");
        let mark = film.cast.events[usize::from(last.kind)].mark;
        assert_eq!(mark, game::sentence::Weight::Decision, "{}", wanted.map);
        assert_eq!(film.standings.len(), usize::from(film.cast.seats));
    }
}

#[test]
fn the_parts_of_a_score_are_the_score() {
    let [_, _, deepblue, fc18] = matches();
    let cells = Match { rules: "final2021", ..fc18 };
    for wanted in
        [deepblue, Match { rules: "document", map: "lagoon", bots: &["greedy"], ..deepblue }, fc18, cells]
    {
        let film = film(&wanted);
        assert!(!film.cast.sources.is_empty());
        for frame in &film.frames {
            let scores = &frame.measures[0];
            let sum = |seat: usize| frame.sources.iter().map(|source| source[seat]).sum::<i64>();
            let sums: Vec<i64> = (0..scores.len()).map(sum).collect();
            assert_eq!(&sums, scores, "{} {}, frame {:?}", wanted.map, wanted.rules, frame.stamp);
        }
        assert!(film.reasons.len() >= usize::from(film.cast.seats), "{:?}", film.reasons);
    }
}

/// No event tells of the pay for forts: it is what is left. Here it is counted.
#[test]
fn what_is_left_of_a_score_of_deepblue_is_the_pay_for_forts() {
    let film = film(&Match { map: "lagoon", rules: "document", bots: &["greedy"], ..matches()[2] });
    let (forts, held) = (3, 2);
    assert_eq!(
        (&*film.cast.measures[forts].name.en, &*film.cast.sources[held].name.en),
        ("Forts", "forts held")
    );
    let mut paid = [0; 2];
    for frame in &film.frames[1..] {
        for (seat, paid) in paid.iter_mut().enumerate() {
            *paid += 10 * frame.measures[forts][seat];
            assert_eq!(frame.sources[held][seat], *paid, "round {}, seat {seat}", frame.stamp[0]);
        }
    }
    assert!(paid[0] > 0, "somebody held a fort");
}

#[test]
fn key_moments_are_few_and_end_with_the_decision() {
    for wanted in matches() {
        let film = film(&Match { most_turns: 1200, ..wanted });
        let moments = &film.moments;
        assert!(!moments.is_empty() && moments.len() <= page::film::MOST_MOMENTS, "{}", moments.len());
        assert!(moments.is_sorted_by_key(|moment| moment.frame), "{}", wanted.map);
        assert_eq!(moments.last().unwrap().kind, page::film::MomentKind::Decision, "{}", wanted.map);
    }
}

/// In breach a shell flies, then lands; who is hit is pushed, and dies last, in the ocean if it
/// drowns.
#[test]
fn the_events_of_an_attack_are_played_in_their_order() {
    let mut pushed = 0;
    for (_, map) in breach::ENTRY.maps() {
        watch(breach::ENTRY, map, 3, |film, _| {
            for frame in &film.frames {
                let is = |event: &page::film::Event, words: &str| {
                    film.cast.events[usize::from(event.kind)].text.en.contains(words)
                };
                let Some(shot) = frame.events.iter().find(|event| is(event, "attacks")) else { continue };
                assert_eq!(shot.step, 0);
                for slide in frame.events.iter().filter(|event| is(event, "pushed to")) {
                    pushed += 1;
                    let before = frame.events.iter().filter(|event| {
                        event.args.first() == slide.args.first()
                            && is(event, "loses")
                            && event.cells[0] == slide.cells[0]
                    });
                    assert!(slide.step > 0 && before.clone().all(|hurt| hurt.step < slide.step));
                }
                for death in frame.events.iter().filter(|event| is(event, "dies")) {
                    let own = frame.events.iter().filter(|event| event.args.first() == death.args.first());
                    let own: Vec<_> = own.filter(|event| !is(event, "dies")).collect();
                    assert!(own.iter().all(|event| event.step < death.step));
                    let rest = own.iter().rev().find(|event| is(event, "pushed") && event.cells.len() == 2);
                    if let Some(slide) = rest {
                        assert_eq!(slide.cells[1], death.cells[0], "it dies where it was pushed to");
                    }
                }
            }
        });
    }
    assert!(pushed > 20, "{pushed} pushes were seen");
}

#[test]
fn a_seat_in_the_fog_knows_less_than_everybody() {
    let film = film(&matches()[2]);
    assert!(film.cast.fog);
    let frame = film.frames.last().expect("a film has frames");
    for seat in 0..2 {
        assert!(frame.seen[seat].iter().any(|seen| *seen) && frame.seen[seat].iter().any(|seen| !seen));
        let hidden = frame.placed.iter().filter(|placed| placed.known[seat] == page::film::Known::Hidden);
        assert!(hidden.clone().all(|placed| usize::from(placed.side) != seat), "a seat sees its own");
    }
}
