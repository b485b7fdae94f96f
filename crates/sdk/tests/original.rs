//! A seat of deepblue taken by a program of the contest, over a real connection.

use deepblue::formats::wire::{RoundInfo, StableInfo, unframed};
use deepblue::{ENTRY, Order, State, View};
use game::{Game, Seat, Session, Silent, Told, Viewer};
use sdk::original::{Door, Original};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// Far more than anything here takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn start() -> State {
    let map = ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap().1;
    let table = ENTRY.start(map.as_bytes(), "final", 1).unwrap();
    table.as_any().downcast_ref::<Session<State>>().unwrap().game().clone()
}

/// The other end: a client as the contest's library had it.
struct Client {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Client {
    fn connect(port: u16, name: &[u8]) -> Self {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(name).unwrap();
        Self { stream, heard: Vec::new() }
    }

    /// Says something to a server that may have closed.
    fn say(&mut self, text: &str) {
        let _ = self.stream.write_all(text.as_bytes());
    }

    /// The next message's payload; none when the server has closed.
    fn message(&mut self) -> Option<Vec<u8>> {
        loop {
            if let Some((payload, rest)) = unframed(&self.heard).unwrap() {
                let (payload, rest) = (payload.to_vec(), rest.to_vec());
                self.heard = rest;
                return Some(payload);
            }
            let mut buffer = [0; 1000];
            let count = self.stream.read(&mut buffer).unwrap();
            if count == 0 {
                return None;
            }
            self.heard.extend_from_slice(&buffer[..count]);
        }
    }
}

#[test]
fn a_client_of_the_contest_plays_a_game() {
    let door = Door::open(0).unwrap();
    let port = door.port().unwrap();
    let client = thread::spawn(move || {
        let mut client = Client::connect(port, b"\xc9\xee\xc0\xb6\n");
        let stable = StableInfo::decode(&client.message().unwrap()).unwrap();
        let mut rounds = Vec::new();
        while let Some(payload) = client.message() {
            let round = RoundInfo::decode(&payload).unwrap().round;
            rounds.push(round);
            // Cut in the middle of an order, with something that is none.
            client.say("pd9,nonsense,cc1");
            client.say(&format!("2,et{round},"));
        }
        (stable, rounds)
    });

    let mut state = start();
    let seat = Seat(1);
    let briefing = state.briefing();
    let mut original = Original::greet(door.wait(PATIENCE).unwrap(), seat, &briefing, PATIENCE).unwrap();
    assert_eq!(original.name(), "深蓝");
    let mut view = View::default();
    while state.turn() < 5 {
        state.view(Viewer::Seat(seat), &mut view);
        original.tell(&view);
        let orders = original.hear(state.turn(), Instant::now() + PATIENCE);
        assert_eq!(orders, [Order::Produce { kind: 9 }, Order::Cancel { unit: 12 }]);
        assert_eq!(original.take_unreadable(), ["nonsense"]);
        for order in orders {
            let _ = state.submit(seat, order, &mut Silent);
        }
        state.end_turn(Seat(0), &mut Silent);
        state.end_turn(seat, &mut Silent);
    }
    state.view(Viewer::Seat(seat), &mut view);
    original.tell(&view);
    original.leave();
    let (stable, rounds) = client.join().unwrap();
    assert_eq!(stable, StableInfo::new(&briefing.chart, seat));
    assert_eq!(rounds, [0, 1, 2, 3, 4, 5]);
    assert!(view.elements.iter().any(|seen| seen.kind == deepblue::Kind::Scout), "something was produced");
}

#[test]
fn without_a_client_the_game_goes_on() {
    let door = Door::open(0).unwrap();
    let mut client = Client::connect(door.port().unwrap(), b"gone\npd4,");
    let state = start();
    let mut original =
        Original::greet(door.wait(PATIENCE).unwrap(), Seat(0), &state.briefing(), PATIENCE).unwrap();
    client.message().unwrap();
    drop(client);
    // What it said before it went still counts.
    assert_eq!(original.hear(0, Instant::now() + PATIENCE), [Order::Produce { kind: 4 }]);
    assert!(!original.is_open());
    let mut view = View::default();
    state.view(Viewer::Seat(Seat(0)), &mut view);
    original.tell(&view);
    assert_eq!(original.hear(1, Instant::now() + PATIENCE), []);
    original.serve();
}

#[test]
fn nobody_waits_for_ever() {
    let door = Door::open(0).unwrap();
    assert_eq!(door.wait(Duration::from_millis(1)).unwrap_err().to_string(), "no program connected in time");
    let _silent = Client::connect(door.port().unwrap(), b"no newline");
    let stream = door.wait(PATIENCE).unwrap();
    let refused =
        Original::greet(stream, Seat(0), &start().briefing(), Duration::from_millis(1)).unwrap_err();
    assert_eq!(refused.to_string(), "the program did not say its name");
}
