//! A seat of deepblue taken by a program of the contest, over a real connection.

use deepblue::formats::wire::{RoundInfo, StableInfo, unframed};
use deepblue::{ENTRY, Order};
use game::{DynGame, JsonText, Seat, Viewer};
use sdk::guest::{Door, Guest};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// Far more than anything here takes: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn start() -> Box<dyn DynGame> {
    let map = ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap().1;
    ENTRY.start(map.as_bytes(), "final", 1).unwrap()
}

/// Seats whoever comes to the door.
fn greet(door: &Door, table: &dyn DynGame, seat: Seat) -> Guest {
    let protocol = ENTRY.guest(table, seat).unwrap();
    Guest::greet(door.wait(PATIENCE).unwrap(), (table, seat), protocol, PATIENCE).unwrap()
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

    let mut table = start();
    let seat = Seat(1);
    let mut guest = greet(&door, &*table, seat);
    assert_eq!(guest.name(), "深蓝");
    while table.turn() < 6 {
        guest.tell(&*table);
        let orders = guest.hear(table.turn() - 1, Instant::now() + PATIENCE);
        let expected = [Order::Produce { kind: 9 }, Order::Cancel { unit: 12 }];
        assert_eq!(orders, expected.map(|order| JsonText::of(&order)));
        assert_eq!(guest.take_unreadable(), ["nonsense"]);
        for order in orders {
            table.submit(seat, order.get());
        }
        [Seat(0), seat].iter().for_each(|seat| table.end_turn(*seat).unwrap());
    }
    guest.tell(&*table);
    guest.leave();
    let (stable, rounds) = client.join().unwrap();
    assert_eq!(stable.team_num, i32::from(seat.0));
    assert_eq!(rounds, [0, 1, 2, 3, 4, 5]);
    let seen = table.view_text(Viewer::Seat(seat));
    assert!(seen.contains("scout"), "something was produced: {seen}");
}

#[test]
fn without_a_client_the_game_goes_on() {
    let door = Door::open(0).unwrap();
    let mut client = Client::connect(door.port().unwrap(), b"gone\npd4,");
    let table = start();
    let mut guest = greet(&door, &*table, Seat(0));
    client.message().unwrap();
    drop(client);
    // What it said before it went still counts.
    assert_eq!(guest.hear(0, Instant::now() + PATIENCE), [JsonText::of(&Order::Produce { kind: 4 })]);
    assert!(!guest.is_open());
    guest.tell(&*table);
    assert_eq!(guest.hear(1, Instant::now() + PATIENCE), []);
    guest.serve();
}

#[test]
fn nobody_waits_for_ever() {
    let door = Door::open(0).unwrap();
    assert_eq!(door.wait(Duration::from_millis(1)).unwrap_err().to_string(), "no program connected in time");
    let _silent = Client::connect(door.port().unwrap(), b"no newline");
    let stream = door.wait(PATIENCE).unwrap();
    let (table, seat) = (start(), Seat(0));
    let protocol = ENTRY.guest(&*table, seat).unwrap();
    let refused = Guest::greet(stream, (&*table, seat), protocol, Duration::from_millis(1)).unwrap_err();
    assert_eq!(refused.to_string(), "the program did not say its name");
}
