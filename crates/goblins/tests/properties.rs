//! What must hold in every state and for every order.

use board::{Cell, Direction, Size};
use game::{Game, Seat, Silent, preview, preview_end_turn};
use goblins::{Kind, Order, Phase, Position, Setup, Stage, State, Terrain, Unit};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Any state at the beginning of a mage's turn: all sizes, terrain and units anywhere.
fn states() -> impl Strategy<Value = State> {
    let terrain =
        prop_oneof![6 => Just(Terrain::Plain), 1 => Just(Terrain::Water), 1 => Just(Terrain::Mountain)];
    let facing = prop::sample::select(Direction::ALL.to_vec());
    let goblin = prop_oneof![
        (facing, -1..6i32).prop_map(|(facing, steps)| Kind::Patrol { facing, steps }),
        prop_oneof![-1..12i32, Just(i32::MAX)].prop_map(|sight| Kind::Tracker { sight }),
    ];
    let unit = prop::option::weighted(0.1, prop_oneof![Just(Kind::Mage), goblin]);
    let stage = prop_oneof![1 => Just(Stage::Two), 4 => Just(Stage::Four)];
    let cells = prop::collection::vec((terrain, unit), 400);
    (1..=20u8, 1..=20u8, stage, cells, any::<u16>(), 0..=3u8, 1..50u32).prop_map(
        |(rows, cols, stage, cells, active, points, turn)| {
            let mut position = Position { stage, rows, cols, turn, ..Position::default() };
            let mut goblins = Vec::new();
            for (cell, (terrain, unit)) in Size::new(rows, cols).cells().zip(cells) {
                match (terrain, unit) {
                    (Terrain::Plain, None) => {}
                    (Terrain::Plain, Some(Kind::Mage)) => {
                        position.units.push(Unit { cell, kind: Kind::Mage })
                    }
                    (Terrain::Plain, Some(kind)) => goblins.push(Unit { cell, kind }),
                    (terrain, _) => position.terrain.push((cell, terrain)),
                }
            }
            let mages = position.units.len();
            if mages > 0 {
                position.to_move = Some(position.units[usize::from(active) % mages].cell);
                position.points = points;
            }
            position.units.extend(goblins);
            State::try_from(&position).unwrap()
        },
    )
}

fn legal(state: &State) -> Vec<Order> {
    let mut orders = Vec::new();
    let _ = state.legal(Seat::ONLY, |order| {
        orders.push(order);
        ControlFlow::Continue(())
    });
    orders
}

/// The state is one that plain data can describe: no two units on a square, everybody on plain.
fn assert_valid(state: &State) {
    assert_eq!(State::try_from(&state.position()).as_ref(), Ok(state));
}

testing::laws!(states().prop_map(|state| (state.setup(), state)));

proptest! {
    #[test]
    fn legal_orders_are_accepted_and_no_others(state in states()) {
        let listed = legal(&state);
        for order in Order::ALL {
            prop_assert_eq!(state.check(Seat::ONLY, order).is_ok(), listed.contains(&order), "{}", order);
        }
    }

    #[test]
    fn reach_is_where_steps_lead(state in states()) {
        let Some(start) = state.mage_to_move() else { return Ok(()) };
        let mut found = std::collections::BTreeSet::from([start]);
        let mut front = vec![state.clone()];
        while let Some(next) = front.pop() {
            for order in Direction::ALL.map(Order::Step) {
                let mut after = next.clone();
                if after.submit(Seat::ONLY, order, &mut Silent).is_ok() {
                    found.extend(after.mage_to_move());
                    front.push(after);
                }
            }
        }
        prop_assert!(state.reach().cells().eq(found));
    }

    #[test]
    fn no_game_leaves_the_rules(start in states(), choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let mut state = start;
        for choice in choices {
            let orders = legal(&state);
            let (mages, goblins) = (state.mages().cells().count(), state.goblins().cells().count());
            match orders.get(usize::from(choice) % (orders.len() + 1)) {
                Some(order) => {
                    let mut events = Vec::new();
                    let foreseen = preview(&state, Seat::ONLY, *order).unwrap();
                    state.submit(Seat::ONLY, *order, &mut events).unwrap();
                    prop_assert_eq!(foreseen, events);
                }
                None => {
                    let mut events = Vec::new();
                    let (foreseen, foreseen_events) = preview_end_turn(&state, Seat::ONLY);
                    state.end_turn(Seat::ONLY, &mut events);
                    prop_assert_eq!(&foreseen, &state);
                    prop_assert_eq!(foreseen_events, events);
                    prop_assert_eq!(state.goblins().cells().count(), goblins, "no goblin dies in the goblins' phase");
                }
            }
            prop_assert!(state.mages().cells().count() <= mages, "nobody comes back to life");
            assert_valid(&state);
            if state.outcome().is_some() {
                prop_assert!(legal(&state).is_empty() && state.to_move().is_empty());
                break;
            }
        }
    }

    #[test]
    fn hashes_see_every_field(state in states()) {
        let position = state.position();
        let later = State::try_from(&Position { turn: position.turn + 1, ..position.clone() }).unwrap();
        prop_assert_eq!(later.key(), state.key(), "the turn is not in the key");
        let mut variants = vec![
            Position { turn: position.turn + 1, ..position.clone() },
            Position { points: position.points ^ 1, ..position.clone() },
            Position { to_move: None, points: 0, ..position.clone() },
            Position { stage: Stage::Three, ..position.clone() },
            Position { rows: position.rows + 1, ..position.clone() },
            Position { cols: position.cols + 1, ..position.clone() },
        ];
        for at in 0..position.units.len() {
            for kind in others(position.units[at].kind) {
                let mut other = position.clone();
                other.units[at].kind = kind;
                variants.push(other);
            }
            let mut moved = position.clone();
            moved.units[at].cell.row = (moved.units[at].cell.row + 1) % position.rows;
            variants.push(moved);
            let mut fewer = position.clone();
            fewer.units.remove(at);
            variants.push(fewer);
            let mut swapped = position.clone();
            swapped.units.swap(at, 0);
            variants.push(swapped);
        }
        for at in 0..position.terrain.len() {
            let mut other = position.clone();
            other.terrain.remove(at);
            variants.push(other);
        }
        for variant in variants.iter().filter_map(|variant| State::try_from(variant).ok()) {
            prop_assert_eq!(variant.digest() == state.digest(), variant == state);
            prop_assert_eq!(variant.key() == state.key(), play(&variant.position()) == play(&position));
        }
    }

    #[test]
    fn maps_are_read_as_they_are_written(state in states()) {
        let position = state.position();
        let goblins = position.units.iter().filter(|unit| unit.kind != Kind::Mage).count();
        let mages = position.units.len() - goblins;
        let (rows, cols, rough) = (position.rows, position.cols, position.terrain.len());
        let mut text = format!("{rows} {cols} {rough} {mages} {goblins}\n");
        for (cell, terrain) in &position.terrain {
            text += &format!("{} {} {}\n", cell.row, cell.col, terrain.letter() as char);
        }
        for Unit { cell: Cell { row, col }, kind } in &position.units {
            text += &match kind {
                Kind::Mage => format!("{row} {col}\n"),
                Kind::Patrol { facing, steps } => {
                    format!("{row} {col} PG {} {steps}\n", goblins::kinds::letter_of(*facing) as char)
                }
                Kind::Tracker { sight } => format!("{row} {col} TG {sight}\n"),
            };
        }
        prop_assert_eq!(Setup::parse(text.as_bytes(), Stage::Four).unwrap().to_text(), text);
    }

    #[test]
    fn no_map_is_too_odd_to_be_judged(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for stage in Stage::ALL {
            let (setup, report) = Setup::inspect(&bytes, stage);
            prop_assert_eq!(setup.is_some(), report.is_usable());
        }
    }
}

/// What changes in play, without the number of the turn.
fn play(position: &Position) -> impl PartialEq {
    (position.phase, position.to_move, position.points, position.units.clone())
}

fn others(kind: Kind) -> Vec<Kind> {
    match kind {
        Kind::Mage => vec![],
        Kind::Patrol { facing, steps } => vec![
            Kind::Patrol { facing: facing.opposite(), steps },
            Kind::Patrol { facing, steps: steps + 1 },
            Kind::Tracker { sight: steps },
        ],
        Kind::Tracker { sight } => vec![Kind::Tracker { sight: sight ^ 1 }],
    }
}

#[test]
fn phases_are_in_the_digest() {
    let won = State::new(&Setup::parse(b"1 2 0 1 0\n0 0\n", Stage::Four).unwrap());
    assert_eq!(won.phase(), Phase::Won);
    let on = State::try_from(&Position { phase: Phase::Playing, ..won.position() }).unwrap();
    assert_ne!(won.digest(), on.digest());
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 2048, "{}", size_of::<State>());
}
