//! What a seat may not know is in no message to it.

#[path = "../../../deepblue/tests/common/mod.rs"]
mod common;

use crate::changes;
use crate::protocol::{Deed, Told};
use board::SplitMix64;
use common::World;
use common::hidden::{other_fleet, other_forts, other_resources, other_stores};
use deepblue::{Kind, Parts, State, Team};
use face::Look;
use game::{Game, Lang, Seat};
use games::HostedGame;
use interaction::{History, Interaction};

const ME: Seat = Seat(0);
const WORLDS: u64 = 40;

fn world(seed: u64) -> (World, Parts, State) {
    let world = World { canonical: true, ..World::new(seed) };
    let parts = world.parts();
    let state = State::from_parts(parts.clone(), world.rules).unwrap();
    (world, parts, state)
}

/// A game from this state on, against somebody who does nothing.
fn sit<G: HostedGame>(state: G) -> Interaction<G> {
    let look = Look { lang: Lang::En, ascii: false, colour: true };
    let mut game = Interaction::new(History::new(state, ME, look), ME, look, "somewhere".into());
    game.history.take_unseen();
    game
}

fn text(told: &[Told]) -> Vec<String> {
    told.iter().map(|told| serde_json::to_string(told).unwrap()).collect()
}

/// Does the same in two games, and compares everything that is told.
fn same(games: &mut [Interaction<State>; 2], deed: &Deed) {
    let told = games.each_mut().map(|game| {
        let size = deepblue_extent(game);
        let input = deed.input(size);
        input.map(|input| game.input(input));
        text(&changes::since(game, &mut 0))
    });
    assert!(told[0] == told[1], "{deed:?}\n{:?}\n{:?}", told[0].last(), told[1].last());
}

fn deepblue_extent(game: &Interaction<State>) -> board::Size {
    face::Controls::extent(game.now())
}

/// Whatever the player looks at, takes in hand and orders: messages are functions of what their
/// seat sees, byte for byte.
#[test]
fn nothing_hidden_is_in_a_message() {
    for seed in 0..WORLDS {
        let (world, parts, state) = world(seed);
        let mut random = SplitMix64::new(seed);
        let mut changed = parts.clone();
        other_stores(&mut changed, &state, &world.rules, &mut random);
        other_resources(&mut changed, &state, &mut random);
        other_forts(&mut changed, &state, &mut random);
        other_fleet(&mut changed, &state, &mut random);
        let other = State::from_parts(changed, world.rules).unwrap();
        let own: Vec<usize> = state
            .elements()
            .filter(|(_, body)| body.team == Team::First)
            .map(|(_, body)| state.chart().size.index(body.at))
            .collect();
        let area = state.chart().size.area() as u64;
        let mut games = [sit(state), sit(other)];
        assert_eq!(text(&changes::all(&games[0])), text(&changes::all(&games[1])), "world {seed}");
        for _ in 0..60 {
            let cell = random.below(area) as usize;
            let letters =
                ["f", "a", "s", "x", "z", "p", ".", "c", "u", "r", "Tab", "Escape", "L", "?", "H", "C"];
            same(
                &mut games,
                &match random.below(8) {
                    0 | 1 => Deed::Hover { cell },
                    2 | 3 => Deed::Click { cell },
                    4 => Deed::Click { cell: own[random.below(own.len() as u64) as usize] },
                    5 => Deed::Entry { number: random.below(7) as usize },
                    _ => Deed::Key { key: letters[random.below(letters.len() as u64) as usize].into() },
                },
            );
        }
    }
}

/// What happens in a round is told by what is seen: stores and healths out of sight leave no trace
/// on the film.
#[test]
fn a_round_shows_nothing_hidden() {
    for seed in 0..WORLDS {
        let (world, mut parts, _) = world(seed);
        // How much a cargo in sight collects says how full it was.
        parts.plan.elements.retain(|placed| placed.kind != Kind::Cargo || placed.team == Team::First);
        let state = State::from_parts(parts.clone(), world.rules).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut variant = || {
            let mut changed = parts.clone();
            other_stores(&mut changed, &state, &world.rules, &mut random);
            sit(State::from_parts(changed, world.rules).unwrap())
        };
        let mut games = [variant(), variant()];
        // The first time the player may be asked about what waits for orders. Later rounds are
        // another matter: who ran dry is seen then.
        while Game::turn(games[0].now()) == 1 {
            same(&mut games, &Deed::Key { key: "e".into() });
        }
    }
}
