//! What must hold in every state and for every order.

use board::{Cell, Direction, Mask8};
use breach::kinds::{Domain, Range, TURNS_SINCE};
use breach::{Event, Kind, Order, Position, Refusal, SIZE, Setup, Side, Stage, State, Terrain, Unit};
use game::{Game, Seat, Silent, preview, preview_end_turn};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Any state: terrain and units anywhere, units on terrain they could not enter included.
fn states() -> impl Strategy<Value = State> {
    let terrain = prop_oneof![
        6 => Just(Terrain::Plain),
        1 => Just(Terrain::Mountain),
        1 => Just(Terrain::Ocean),
        1 => Just(Terrain::Forest)
    ];
    let kind = prop::sample::select(Kind::ALL.to_vec());
    let unit = prop::option::weighted(0.15, (kind, 1..12i32, any::<bool>(), any::<bool>()));
    let stage = prop_oneof![1 => Just(Stage::One), 1 => Just(Stage::Two), 1 => Just(Stage::Three), 5 => Just(Stage::Four)];
    (prop::collection::vec((terrain, unit), 64), stage, 1..50u32).prop_map(|(cells, stage, turn)| {
        let mut position = Position { stage, turn, ..Position::default() };
        for (cell, (terrain, unit)) in SIZE.cells().zip(cells) {
            if terrain != Terrain::Plain && terrain.since() <= stage {
                position.terrain.push((cell, terrain));
            }
            let Some((kind, hp, moved, attacked)) = unit else { continue };
            if kind.figures().since <= stage {
                let marks = stage >= TURNS_SINCE && kind.side() == Side::Player;
                position.units.push(Unit {
                    cell,
                    kind,
                    hp,
                    moved: moved && marks,
                    attacked: attacked && marks,
                });
            }
        }
        State::try_from(&position).unwrap()
    })
}

fn every_order() -> impl Iterator<Item = Order> {
    SIZE.cells().flat_map(|unit| {
        SIZE.cells()
            .flat_map(move |other| [Order::Move { unit, to: other }, Order::Attack { unit, target: other }])
    })
}

fn legal(state: &State) -> Vec<Order> {
    let mut orders = Vec::new();
    let _ = state.legal(Seat::ONLY, |order| {
        orders.push(order);
        ControlFlow::Continue(())
    });
    orders
}

/// The text of a map with the terrain and the units of a state.
fn map_of(state: &State) -> String {
    let position = state.position();
    let mut text = format!("{} {}\n", position.terrain.len(), position.units.len());
    for (cell, terrain) in position.terrain {
        text += &format!("{} {} {}\n", cell.row, cell.col, terrain.letter().unwrap() as char);
    }
    for unit in position.units {
        text += &format!("{} {} {}\n", unit.cell.row, unit.cell.col, unit.kind.figures().letter as char);
    }
    text
}

/// A breadth-first search as one would first write it.
fn reach_by_queue(state: &State, unit: Cell) -> Mask8 {
    let figures = state.kind(unit).unwrap().figures();
    let mut steps = BTreeMap::from([(unit, 0)]);
    let mut queue = std::collections::VecDeque::from([unit]);
    while let Some(cell) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|way| SIZE.step(cell, way)) {
            let open = state.kind(next).is_none() && can_stand(figures.domain, state.terrain(next));
            if open && steps[&cell] < figures.movement && !steps.contains_key(&next) {
                steps.insert(next, steps[&cell] + 1);
                queue.push_back(next);
            }
        }
    }
    steps.into_keys().collect()
}

fn targets_by_walking(state: &State, unit: Cell) -> Mask8 {
    let mut targets = Mask8::EMPTY;
    for way in Direction::ALL {
        let mut at = SIZE.step(unit, way);
        match state.kind(unit).unwrap().figures().range {
            Range::Melee => targets.0 |= at.map_or(0, |cell| Mask8::of(cell).0),
            Range::Jump => {
                let there = at.and_then(|cell| SIZE.step(cell, way));
                targets.0 |= there.map_or(0, |cell| Mask8::of(cell).0);
            }
            Range::Line => {
                while let Some(cell) = at {
                    targets.insert(cell);
                    let free = state.kind(cell).is_none() && state.terrain(cell) == Terrain::Plain;
                    at = SIZE.step(cell, way).filter(|_| free);
                }
            }
        }
    }
    targets
}

fn can_stand(domain: Domain, terrain: Terrain) -> bool {
    match domain {
        Domain::Land => matches!(terrain, Terrain::Plain | Terrain::Forest),
        Domain::Air => matches!(terrain, Terrain::Plain | Terrain::Ocean),
    }
}

/// The state is one that plain data can describe: no two units on a cell, nobody dead, no enemy
/// marked.
fn assert_valid(state: &State) {
    assert_eq!(State::try_from(&state.position()).as_ref(), Ok(state));
}

/// Nobody was moved onto terrain it cannot stand on.
fn assert_footing(after: &State, events: &[Event]) {
    for event in events {
        if let Event::Moved { kind, from, to } | Event::Pushed { kind, from, to } = event {
            let fine = from == to || can_stand(kind.figures().domain, after.terrain(*to));
            assert!(fine, "{event}");
        }
    }
}

/// A state with a map that has its units.
fn starts() -> impl Strategy<Value = (Setup, State)> {
    states().prop_map(|state| (Setup::parse(map_of(&state).as_bytes(), state.stage()).unwrap(), state))
}

testing::laws!(starts());

proptest! {
    #[test]
    fn reach_and_targets_are_what_a_walk_finds(state in states()) {
        for unit in state.occupied().cells() {
            prop_assert_eq!(state.reach(unit), reach_by_queue(&state, unit));
            prop_assert_eq!(state.targets(unit), targets_by_walking(&state, unit));
        }
    }

    #[test]
    fn legal_orders_are_accepted_and_no_others(state in states()) {
        let listed = legal(&state);
        for order in every_order() {
            prop_assert_eq!(state.check(Seat::ONLY, order).is_ok(), listed.contains(&order), "{}", order);
        }
        let strange = Order::Move { unit: Cell::new(200, 3), to: Cell::new(0, 0) };
        prop_assert_eq!(state.check(Seat::ONLY, strange), Err(Refusal::OffBoard(Cell::new(200, 3))));
        for unit in state.side(Side::Player).cells() {
            let away = Order::Attack { unit, target: Cell::new(8, 8) };
            prop_assert!(state.check(Seat::ONLY, away).is_err());
        }
    }

    #[test]
    fn no_game_leaves_the_rules(start in states(), choices in prop::collection::vec(any::<u16>(), 1..60)) {
        let mut state = start;
        for choice in choices {
            let orders = legal(&state);
            let mut events = Vec::new();
            match orders.get(usize::from(choice) % (orders.len() + 1)) {
                Some(order) => {
                    let foreseen = preview(&state, Seat::ONLY, *order).unwrap();
                    state.submit(Seat::ONLY, *order, &mut events).unwrap();
                    prop_assert_eq!(&foreseen, &events);
                }
                None => {
                    let (foreseen, foreseen_events) = preview_end_turn(&state, Seat::ONLY);
                    state.end_turn(Seat::ONLY, &mut events);
                    prop_assert_eq!(foreseen, state);
                    prop_assert_eq!(&foreseen_events, &events);
                }
            }
            assert_valid(&state);
            assert_footing(&state, &events);
            if state.outcome().is_some() {
                prop_assert!(legal(&state).is_empty() && state.to_move().is_empty());
                break;
            }
        }
    }

    #[test]
    fn an_enemy_goes_to_the_first_of_the_nearest_cells(state in states()) {
        let mut position = state.position();
        let mut enemies = 0;
        position.units.retain(|unit| unit.kind.side() == Side::Player || { enemies += 1; enemies == 1 });
        let state = State::try_from(&position).unwrap();
        let (Some(at), true) = (state.side(Side::Enemy).first(), state.stage() >= TURNS_SINCE) else { return Ok(()) };
        let players: Vec<Cell> = state.side(Side::Player).cells().collect();
        let away = |cell: Cell| players.iter().map(|player| cell.manhattan(*player)).min();
        let best = reach_by_queue(&state, at).cells().min_by_key(|cell| (away(*cell), *cell)).unwrap();
        let (_, events) = preview_end_turn(&state, Seat::ONLY);
        let went = events.iter().find_map(|event| match event {
            Event::Moved { to, .. } => Some(*to),
            Event::Stayed { at, .. } => Some(*at),
            _ => None,
        });
        prop_assert_eq!(went, (!players.is_empty()).then_some(best));
    }

    #[test]
    fn hashes_see_every_field(state in states()) {
        let position = state.position();
        let later = State::try_from(&Position { turn: position.turn + 1, ..position.clone() }).unwrap();
        prop_assert_eq!(later.key(), state.key(), "the turn is not in the key");
        let mut variants = vec![Position { turn: position.turn + 1, ..position.clone() }];
        for at in 0..position.units.len() {
            let mut vary = |change: fn(&mut Unit)| {
                let mut other = position.clone();
                change(&mut other.units[at]);
                variants.push(other);
            };
            vary(|unit| unit.hp += 1);
            vary(|unit| unit.moved ^= true);
            vary(|unit| unit.attacked ^= true);
            vary(|unit| unit.kind = Kind::ALL[(unit.kind as usize + 1) % 5]);
            vary(|unit| unit.cell = Cell::new((unit.cell.row + 1) % 8, unit.cell.col));
            let mut fewer = position.clone();
            fewer.units.remove(at);
            variants.push(fewer);
        }
        for at in 0..position.terrain.len() {
            for terrain in Terrain::NAMED {
                let mut other = position.clone();
                other.terrain[at].1 = terrain;
                variants.push(other);
            }
        }
        for variant in variants.iter().filter_map(|variant| State::try_from(variant).ok()) {
            prop_assert_eq!(variant.digest() == state.digest(), variant == state);
            let same_but_turn = Position { turn: position.turn, ..variant.position() } == position;
            prop_assert_eq!(variant.key() == state.key(), same_but_turn);
        }
    }

    #[test]
    fn maps_are_read_as_they_are_written(state in states()) {
        let text = map_of(&state);
        let setup = Setup::parse(text.as_bytes(), state.stage()).unwrap();
        prop_assert_eq!(setup.to_text(), text);
    }

    #[test]
    fn no_map_is_too_odd_to_be_judged(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for stage in Stage::ALL {
            let (setup, report) = Setup::inspect(&bytes, stage);
            prop_assert_eq!(setup.is_some(), report.is_usable());
        }
    }
}

#[test]
fn phases_and_stages_are_in_the_digest() {
    let fresh = |map: &[u8], stage| State::new(&Setup::parse(map, stage).unwrap()).digest();
    assert_ne!(fresh(b"0 1 0 0 S", Stage::Three), fresh(b"0 1 0 0 S", Stage::Four));
    let won = State::new(&Setup::parse(b"0 1 0 0 S", Stage::Four).unwrap());
    let on = State::try_from(&Position { phase: breach::Phase::Playing, ..won.position() }).unwrap();
    assert_ne!(won.digest(), on.digest());
}

#[test]
fn states_are_small() {
    assert!(size_of::<State>() <= 512, "{}", size_of::<State>());
}

/// The recorded cases cannot reach numbers like these.
#[test]
fn hp_stays_within_32_bits() {
    let unit = Unit { cell: Cell::new(0, 0), kind: Kind::Tank, hp: i32::MAX, moved: false, attacked: false };
    let bee = Unit { cell: Cell::new(7, 7), kind: Kind::Bee, ..unit };
    let terrain = vec![(Cell::new(0, 1), Terrain::Forest), (Cell::new(7, 6), Terrain::Forest)];
    let position = Position { turn: u32::MAX, terrain, units: vec![unit, bee], ..Position::default() };
    let mut state = State::try_from(&position).unwrap();
    state.end_turn(Seat::ONLY, &mut Silent);
    assert_eq!(state.hp(Cell::new(0, 0)), Some(i32::MAX));
    assert_eq!(state.turn(), u32::MAX);
}
