//! What holds in every game, whatever is ordered.

mod common;

use board::SplitMix64;
use common::{World, random_order};
use deepblue::kinds::UNLIMITED;
use deepblue::{Body, Event, Fact, Kind, Place, Setup, State, Stores, Team, View};
use game::{Game, Receipt, Seat, Silent, Viewer};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn settings(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// One round of random orders.
fn play_round(state: &mut State, random: &mut SplitMix64, log: &mut Vec<Event>) {
    for seat in SEATS {
        for _ in 0..random.below(30) {
            let order = random_order(state, random);
            let _ = state.submit(seat, order, &mut Silent);
        }
    }
    SEATS.into_iter().for_each(|seat| state.end_turn(seat, log));
}

/// A game on a random world, after some rounds.
fn starts() -> impl Strategy<Value = (Setup, State)> {
    (any::<u64>(), 0..12u32).prop_map(|(seed, rounds)| {
        let world = World::new(seed);
        let setup = Setup::new(world.parts().plan, world.rules).expect("a valid map");
        let mut state = world.state();
        let mut random = SplitMix64::new(seed);
        for _ in 0..rounds {
            if !state.to_move().is_empty() {
                play_round(&mut state, &mut random, &mut Vec::new());
            }
        }
        (setup, state)
    })
}

// Much can be ordered here, and all of it is looked at.
testing::laws!(starts(), 24);

proptest! {
    #![proptest_config(settings(60))]

    #[test]
    fn hundreds_of_rounds(seed: u64) {
        let mut state = World::new(seed).state();
        let mut random = SplitMix64::new(seed);
        for _ in 0..300 {
            if state.to_move().is_empty() {
                // A base has fallen: on with another world.
                state = World::new(random.next_u64()).state();
            }
            let before = Ledger::new(&state);
            let scores = state.scores();
            let mut events = Vec::new();
            play_round(&mut state, &mut random, &mut events);
            check_board(&state);
            assert!(scores.iter().zip(state.scores()).all(|(before, after)| *before <= after));
            assert_eq!(before.after(&state, &events), Ledger::new(&state));
        }
    }

    #[test]
    fn what_is_refused_is_refused_in_truth(seed: u64) {
        let mut state = World::new(seed).state();
        let mut random = SplitMix64::new(seed);
        for _ in 0..200 {
            let order = random_order(&state, &mut random);
            let seat = SEATS[random.below(2) as usize];
            let truth = state.clone().accept(seat, order);
            match state.check(seat, order) {
                Ok(Receipt::Done) => assert_eq!(truth, Ok(())),
                Ok(Receipt::Taken) => {}
                Err(refusal) => assert_eq!(truth, Err(refusal)),
            }
            if random.below(20) == 0 {
                play_round(&mut state, &mut random, &mut Vec::new());
            }
        }
    }

    #[test]
    fn views_hold_what_they_may(seed: u64) {
        let mut state = World::new(seed).state();
        let mut random = SplitMix64::new(seed);
        for _ in 0..5 {
            play_round(&mut state, &mut random, &mut Vec::new());
            SEATS.into_iter().for_each(|seat| check_view(&state, seat));
        }
    }
}

/// Nobody stands on another, nothing is beyond its bounds, the population is the sum.
fn check_board(state: &State) {
    let mut places = BTreeSet::new();
    let mut populations = [0; 2];
    for (index, body) in state.elements() {
        for cell in body.area().cells() {
            assert!(places.insert(Place::new(cell, body.kind.level())), "{index} is not alone at {cell}");
            assert!(state.chart().size.contains(cell));
        }
        let most = state.chart().rules.of(body.kind);
        let stores = [
            (body.health, most.health_max),
            (body.fuel, most.fuel_max),
            (body.ammo, most.ammo_max.max(0)),
            (body.metal, most.metal_max),
        ];
        assert!(stores.iter().all(|(has, most)| (0..=*most).contains(has)), "{index}: {body:?}");
        if body.kind.is_unit() {
            populations[body.team as usize] += i32::from(most.population);
        }
        if body.kind.is_unit() && !body.kind.is_plane() {
            assert!(!state.chart().is_land(body.at));
        }
    }
    assert_eq!(state.populations(), populations);
}

/// What everybody has, as far as events tell.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ledger(BTreeMap<i32, Body>);

impl Ledger {
    fn new(state: &State) -> Self {
        // Destinations are the one thing that events do not tell in full.
        Self(state.elements().map(|(index, body)| (index, Body { dest: body.at, ..*body })).collect())
    }

    fn of(&mut self, index: i32) -> &mut Body {
        self.0.get_mut(&index).expect("an element that an event names")
    }

    /// What must have become of it if these events happened: metal and fuel are conserved, but for
    /// what events say.
    fn after(mut self, state: &State, events: &[Event]) -> Self {
        let rules = &state.chart().rules;
        let mut steps: BTreeMap<i32, i16> = BTreeMap::new();
        let mut born = BTreeSet::new();
        for event in events {
            match &event.fact {
                Fact::AddProductionEntry { team, kind } => {
                    let base = self.0.values_mut().find(|body| body.kind == Kind::Base && body.team == *team);
                    base.unwrap().metal -= rules.of(*kind).cost;
                }
                Fact::AttackUnit { attacker, target, damage } => {
                    self.spend(attacker.unwrap(), state);
                    self.of(target.unwrap()).health -= damage.unwrap() as i16;
                }
                Fact::AttackMiss { attacker, .. } => self.spend(*attacker, state),
                Fact::Capture { fort, team } => {
                    let fort = self.of(*fort);
                    assert_eq!(fort.health, 0);
                    fort.team = *team;
                    fort.health = rules.of(Kind::Fort).health_max;
                }
                Fact::Destroy { unit } => {
                    if self.of(*unit).kind != Kind::Base {
                        self.0.remove(unit);
                    }
                }
                Fact::Supply { giver, receiver, stores: Some(stores) } => {
                    self.hand(*giver, *receiver, *stores, state)
                }
                Fact::Supply { stores: None, .. } => panic!("the truth is whole"),
                Fact::Fix { base, target, metal, health } => {
                    self.of(*base).metal -= metal.unwrap() as i16;
                    self.of(*target).health += *health as i16;
                }
                Fact::ChangeDest { .. } => {}
                Fact::Move { unit, way } => {
                    let to = way[way.len() - 1].cell;
                    assert!(way.windows(2).all(|pair| pair[0].cell.manhattan(pair[1].cell) == 1));
                    assert_eq!(self.of(*unit).at, way[0].cell);
                    let body = self.of(*unit);
                    (body.at, body.dest) = (to, to);
                    steps.insert(*unit, way.len() as i16 - 1);
                }
                Fact::Collect { cargo, resource, fuel, metal } => {
                    self.of(*resource).fuel -= *fuel as i16;
                    self.of(*resource).metal -= *metal as i16;
                    self.of(*cargo).fuel += *fuel as i16;
                    self.of(*cargo).metal += *metal as i16;
                }
                Fact::Create { unit, kind, at } => {
                    let full = rules.of(*kind);
                    let team = if event.is_of(Seat(0)) { Team::First } else { Team::Second };
                    let body = Body {
                        kind: *kind,
                        team,
                        at: at.cell,
                        dest: at.cell,
                        health: full.health_max,
                        fuel: kind.is_plane().into(),
                        ammo: full.ammo_max,
                        metal: 0,
                    };
                    assert!(self.0.insert(*unit, body).is_none());
                    born.insert(*unit);
                }
            }
        }
        for (index, body) in
            self.0.iter_mut().filter(|(index, body)| body.kind.is_unit() && !born.contains(index))
        {
            let steps = steps.get(index).copied().unwrap_or(0);
            let hangs = body.fuel == 0 && rules.dry_planes_hang;
            body.fuel -= if body.kind.is_plane() && !hangs { steps.max(1) } else { steps };
        }
        self
    }

    fn spend(&mut self, attacker: i32, state: &State) {
        let body = self.of(attacker);
        let figures = state.chart().rules.of(body.kind);
        if figures.ammo_max != UNLIMITED {
            body.ammo -= figures.ammo_once;
        }
    }

    fn hand(&mut self, giver: i32, receiver: i32, stores: Stores, state: &State) {
        if giver == receiver {
            return;
        }
        let endless = state.chart().rules.of(self.of(giver).kind).ammo_max == UNLIMITED;
        let from = self.of(giver);
        from.fuel -= stores.fuel as i16;
        from.ammo -= if endless { 0 } else { stores.ammo as i16 };
        from.metal -= stores.metal as i16;
        let to = self.of(receiver);
        to.fuel += stores.fuel as i16;
        to.ammo += stores.ammo as i16;
        to.metal += stores.metal as i16;
    }
}

/// The table of what a team is told about each element, written down once more, plainly.
fn check_view(state: &State, seat: Seat) {
    let mut view = View::default();
    state.view(Viewer::Seat(seat), &mut view);
    let mut rows = view.elements.iter();
    for (index, body) in state.elements() {
        let own = body.team as u8 == seat.0;
        let seen = body.area().cells().any(|cell| {
            state.elements().any(|(_, other)| {
                let rules = &state.chart().rules;
                let exempt = rules.scouts_ignore_weather && other.kind == Kind::Scout;
                let weather = if exempt { 0 } else { state.chart().weather };
                let range =
                    i32::from(rules.of(other.kind).sight_ranges[body.kind.level() as usize]) + weather;
                other.team as u8 == seat.0
                    && other.area().cells().any(|from| from.manhattan(cell) as i32 <= range.max(0))
            })
        });
        if body.kind.is_unit() && !own && !seen {
            continue;
        }
        let row = rows.next().expect("a row for each element that is listed");
        assert_eq!((row.index, row.kind, row.visible), (index, body.kind, seen));
        let resource = body.kind.is_resource();
        let knows_stores = own || resource && seen;
        assert_eq!(row.fuel, if knows_stores { body.fuel.into() } else { 0 });
        assert_eq!(row.metal, if knows_stores { body.metal.into() } else { 0 });
        let ammo = if own && body.kind == Kind::Base {
            -1
        } else if own {
            body.ammo.into()
        } else {
            0
        };
        assert_eq!(row.ammo, ammo);
        let knows_fort = body.kind != Kind::Fort || seen;
        assert_eq!(row.team as u8, if knows_fort { body.team as u8 } else { 2 });
        assert_eq!(row.health, if knows_fort { body.health.into() } else { 0 });
        let dest = if own { body.dest } else { body.at };
        assert_eq!(row.dest, body.kind.is_unit().then(|| Place::new(dest, body.kind.level())));
    }
    assert_eq!(rows.next(), None);
}
