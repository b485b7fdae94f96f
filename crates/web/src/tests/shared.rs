//! A table with several people, without a server.

use super::screen;
use crate::host::Room;
use crate::protocol::{Deed, Role, Told};
use crate::shared::{
    Entry, Journal, Links, OpenTable, PersonClock, Sight, Sitter, TableSetup, Watching, built_in_bots, open,
};
use game::{GameEntry, Lang, Seat};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SEATS: [Role; 2] = [Role::Player(Seat(0)), Role::Player(Seat(1))];
const WATCH: Role = Role::Spectator(Lang::En);

/// What was written down, for whoever opens the table again.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<Entry>>>);

impl Journal for Notes {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        self.0.lock().unwrap().push(entry.clone());
        Ok(())
    }
}

fn setup(entry: &dyn GameEntry, map: &str, seats: &[&str]) -> TableSetup {
    TableSetup {
        game: entry.name().into(),
        map_name: map.into(),
        map: entry.bundled(map).unwrap().into(),
        rules: entry.profiles()[0].into(),
        seed: 5,
        seats: seats.iter().map(|who| Sitter::from((*who).to_owned())).collect(),
        clock: None,
        watching: Some(Watching { sight: Sight::Everything, late: 0 }),
        lesson: false,
    }
}

fn sit(entry: &'static dyn GameEntry, setup: &TableSetup, notes: &Notes) -> Box<dyn Room> {
    let entries = notes.0.lock().unwrap().clone();
    let links = Links { seats: vec![Some("a".into()), Some("b".into())], watch: Some("c".into()) };
    let (journal, bots) = (Box::new(notes.clone()), built_in_bots());
    let table = OpenTable { entry, setup: setup.clone(), entries, journal, bots, links, lang: Lang::En };
    let mut room = open(table).unwrap();
    for role in SEATS.into_iter().chain([WATCH]) {
        room.join(role, Instant::now());
    }
    room.take_told();
    room
}

fn deepblue(seats: &[&str]) -> (TableSetup, Notes) {
    (setup(deepblue::ENTRY, "training", seats), Notes::default())
}

/// Does something, has bots think, and says what was told to whom.
fn press(room: &mut dyn Room, role: Role, key: &str) -> Vec<(Role, Told)> {
    room.take(role, &Deed::Key { key: key.into() }, Instant::now());
    let mut told = room.take_told();
    loop {
        let tasks = room.take_tasks();
        if tasks.is_empty() {
            return told;
        }
        tasks.into_iter().for_each(|task| room.take_thought(task.run(), Instant::now()));
        told.extend(room.take_told());
    }
}

/// Ends a turn, whatever is asked.
fn end_turn(room: &mut dyn Room, role: Role) -> Vec<(Role, Told)> {
    let mut told = press(room, role, "e");
    told.extend(press(room, role, "e"));
    told
}

fn headline(room: &dyn Room, role: Role) -> String {
    screen(&room.all(role)).headline.clone()
}

fn clips(told: &[(Role, Told)], to: Role) -> usize {
    told.iter().filter(|(role, told)| *role == to && matches!(told, Told::Clip(_))).count()
}

#[test]
fn a_round_waits_for_both_and_is_shown_to_all() {
    let (setup, notes) = deepblue(&["person", "person"]);
    let mut room = sit(deepblue::ENTRY, &setup, &notes);
    press(&mut *room, SEATS[0], "p");
    press(&mut *room, SEATS[0], "1");
    let told = end_turn(&mut *room, SEATS[0]);
    assert!(told.iter().all(|(role, told)| *role == SEATS[0] || matches!(told, Told::Seats(_))));
    assert!(headline(&*room, SEATS[0]).starts_with("round 1"));
    press(&mut *room, SEATS[1], "p");
    press(&mut *room, SEATS[1], "1");
    let told = end_turn(&mut *room, SEATS[1]);
    for role in SEATS.into_iter().chain([WATCH]) {
        assert!(headline(&*room, role).starts_with("round 2"), "{role:?}");
        assert_eq!(clips(&told, role), 1, "{role:?}");
    }
}

/// Before the round is settled nothing that one player does shows in any message to the other or to
/// spectators.
#[test]
fn what_one_orders_is_not_told_to_the_other() {
    let (setup, _) = deepblue(&["person", "person"]);
    let mut rooms = [(); 2].map(|()| sit(deepblue::ENTRY, &setup, &Notes::default()));
    let text =
        |told: Vec<Told>| told.iter().map(|told| serde_json::to_string(told).unwrap()).collect::<Vec<_>>();
    for key in ["p", "1", "Tab", "p", "2", "u", "L", "Escape"] {
        let told = press(&mut *rooms[0], SEATS[1], key);
        assert!(told.iter().all(|(role, _)| *role == SEATS[1]), "{key}: {told:?}");
        for role in [SEATS[0], WATCH] {
            assert_eq!(text(rooms[0].all(role)), text(rooms[1].all(role)), "after {key}");
        }
    }
}

/// A table that is opened again is where it was: turns, orders of the turn, who sits where.
#[test]
fn a_table_goes_on_where_it_was() {
    let (setup, notes) = deepblue(&["person", "greedy"]);
    let mut room = sit(deepblue::ENTRY, &setup, &notes);
    for _ in 0..3 {
        end_turn(&mut *room, SEATS[0]);
    }
    for key in ["p", "1"] {
        press(&mut *room, SEATS[0], key);
    }
    assert!(headline(&*room, SEATS[0]).starts_with("round 4"));
    let again = sit(deepblue::ENTRY, &setup, &notes);
    for role in [SEATS[0], WATCH] {
        let (before, after) = (room.all(role), again.all(role));
        assert_eq!(before[1], after[1], "the board");
        assert_eq!(screen(&before).log, screen(&after).log);
        assert_eq!(screen(&before).orders, screen(&after).orders);
    }
}

#[test]
fn four_seats_play_in_turn() {
    let setup = setup(fc18::ENTRY, "campus", &["person", "greedy", "person", "idle"]);
    let notes = Notes::default();
    let mut room = sit(fc18::ENTRY, &setup, &notes);
    let second = Role::Player(Seat(2));
    room.join(second, Instant::now());
    press(&mut *room, second, "e");
    assert_eq!(
        screen(&room.all(second)).notice.as_ref().unwrap().text,
        "your turn has ended; the others are still to play"
    );
    let told = end_turn(&mut *room, SEATS[0]);
    assert!(clips(&told, second) > 0, "the others' turns are shown");
    end_turn(&mut *room, second);
    assert!(headline(&*room, SEATS[0]).starts_with("round 2"));
    assert!(headline(&*sit(fc18::ENTRY, &setup, &notes), SEATS[0]).starts_with("round 2"));
}

#[test]
fn a_bot_plays_a_seat_that_was_left_if_the_host_wants_it() {
    let (setup, notes) = deepblue(&["person", "person"]);
    let mut room = sit(deepblue::ENTRY, &setup, &notes);
    let seat = |seat: u8, who: &str| Deed::Seat { seat, who: who.into() };
    room.take(SEATS[1], &seat(0, "greedy"), Instant::now());
    room.take(WATCH, &seat(0, "greedy"), Instant::now());
    room.take(SEATS[0], &seat(1, "no-such-bot"), Instant::now());
    room.take(SEATS[0], &seat(9, "greedy"), Instant::now());
    assert!(notes.0.lock().unwrap().is_empty(), "none of this is allowed");
    room.take(SEATS[0], &seat(1, "greedy"), Instant::now());
    end_turn(&mut *room, SEATS[0]);
    assert!(headline(&*room, SEATS[0]).starts_with("round 2"), "the bot has played");
    press(&mut *room, SEATS[1], "p");
    let notice = screen(&room.all(SEATS[1])).notice.clone().unwrap();
    assert!(notice.text.ends_with("greedy"), "{notice:?}");
    room.take(SEATS[1], &seat(1, "person"), Instant::now());
    end_turn(&mut *room, SEATS[0]);
    assert!(headline(&*room, SEATS[0]).starts_with("round 2"), "the person is waited for again");
    assert!(headline(&*sit(deepblue::ENTRY, &setup, &notes), SEATS[0]).starts_with("round 2"));
    end_turn(&mut *room, SEATS[1]);
    assert!(headline(&*room, SEATS[0]).starts_with("round 3"));
}

#[test]
fn whose_time_is_up_has_ended_the_turn() {
    let (mut setup, notes) = deepblue(&["person", "person"]);
    let second = Duration::from_secs(1);
    setup.clock = Some(PersonClock { turn: 100 * second, bank: 50 * second });
    let mut room = sit(deepblue::ENTRY, &setup, &notes);
    end_turn(&mut *room, SEATS[0]);
    let now = Instant::now();
    let deadline = room.next_tick(now).unwrap();
    assert!(deadline > now + 140 * second && deadline <= now + 150 * second);
    room.tick(deadline - second);
    assert!(headline(&*room, SEATS[0]).starts_with("round 1"));
    room.tick(deadline);
    assert!(headline(&*room, SEATS[0]).starts_with("round 2"));
    // The bank is used up, now and after a new start; nobody's clock runs while nobody is there.
    let mut again = sit(deepblue::ENTRY, &setup, &notes);
    end_turn(&mut *again, SEATS[0]);
    let now = Instant::now();
    assert!(again.next_tick(now).unwrap() <= now + 100 * second);
    SEATS.into_iter().chain([WATCH]).for_each(|role| again.leave(role, now));
    assert_eq!(again.next_tick(now), None);
}

#[test]
fn spectators_are_as_late_and_see_as_much_as_the_table_says() {
    let (mut setup, notes) = deepblue(&["person", "idle"]);
    setup.watching = Some(Watching { sight: Sight::Seat(1), late: 2 });
    let mut room = sit(deepblue::ENTRY, &setup, &notes);
    for _ in 0..4 {
        end_turn(&mut *room, SEATS[0]);
    }
    assert!(headline(&*room, SEATS[0]).starts_with("round 5"));
    assert!(headline(&*room, WATCH).starts_with("round 3"));
    let Told::Hello(hello) = &room.all(WATCH)[0] else { panic!("no hello") };
    assert_eq!((hello.seat, hello.watches), (Some(1), true));
    setup.watching = None;
    assert!(sit(deepblue::ENTRY, &setup, &notes).all(WATCH).is_empty(), "nobody may watch");
}

/// What several machines write down of one table. Whoever does not know all of it cannot write.
#[derive(Clone, Default)]
struct Rows {
    entries: Arc<Mutex<Vec<Entry>>>,
    known: usize,
    is_broken: Arc<AtomicBool>,
}

impl Journal for Rows {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let mut entries = self.entries.lock().unwrap();
        if self.is_broken.load(Ordering::Relaxed) || entries.len() != self.known {
            return Err("it is not kept".to_owned());
        }
        entries.push(entry.clone());
        self.known += 1;
        Ok(())
    }

    fn is_truth(&self) -> bool {
        true
    }

    fn written_elsewhere(&mut self) -> Result<Vec<Entry>, String> {
        let entries = self.entries.lock().unwrap();
        Ok(entries[std::mem::replace(&mut self.known, entries.len())..].to_vec())
    }
}

/// The table as one of several machines has it.
fn sit_elsewhere(setup: &TableSetup, rows: &Rows) -> Box<dyn Room> {
    let entries = rows.entries.lock().unwrap().clone();
    let journal = Box::new(Rows { known: entries.len(), ..rows.clone() });
    let links = Links { seats: vec![Some("a".into()), Some("b".into())], watch: None };
    let (setup, bots, lang) = (setup.clone(), built_in_bots(), Lang::En);
    let mut room =
        open(OpenTable { entry: deepblue::ENTRY, setup, entries, journal, bots, links, lang }).unwrap();
    SEATS.into_iter().for_each(|role| room.join(role, Instant::now()));
    room.take_told();
    room
}

#[test]
fn people_play_at_one_table_on_two_machines() {
    let ((setup, _), rows) = (deepblue(&["person", "person"]), Rows::default());
    let [mut here, mut there] = [sit_elsewhere(&setup, &rows), sit_elsewhere(&setup, &rows)];
    for round in 2..5 {
        press(&mut *here, SEATS[0], "p");
        press(&mut *here, SEATS[0], "1");
        end_turn(&mut *here, SEATS[0]);
        there.catch_up(Instant::now());
        assert!(!there.take_told().is_empty(), "who plays there sees that the turn has ended");
        end_turn(&mut *there, SEATS[1]);
        here.catch_up(Instant::now());
        assert!(clips(&here.take_told(), SEATS[0]) > 0, "the round is shown here, too");
        for role in SEATS {
            let expected = format!("round {round}");
            assert!(headline(&*here, role).starts_with(&expected), "{}", headline(&*here, role));
            assert_eq!(here.all(role)[1], there.all(role)[1], "the board");
        }
    }
    assert_eq!(here.all(SEATS[0])[1], sit_elsewhere(&setup, &rows).all(SEATS[0])[1], "as it is written");
}

/// What two machines write at the same moment one of them has done, and the other knows.
#[test]
fn what_is_not_written_down_has_not_happened() {
    let ((setup, _), rows) = (deepblue(&["person", "person"]), Rows::default());
    let [mut here, mut there] = [sit_elsewhere(&setup, &rows), sit_elsewhere(&setup, &rows)];
    let order = |room: &mut dyn Room, role| {
        press(room, role, "p");
        press(room, role, "1");
    };
    order(&mut *here, SEATS[0]);
    let written = rows.entries.lock().unwrap().len();
    assert!(written > 0);
    order(&mut *there, SEATS[1]);
    assert!(!there.is_lost());
    // The first key was taken back, and it has caught up by it.
    assert_eq!(rows.entries.lock().unwrap().len(), written);
    press(&mut *there, SEATS[1], "Escape");
    order(&mut *there, SEATS[1]);
    assert!(rows.entries.lock().unwrap().len() > written);
    here.catch_up(Instant::now());
    let again = sit_elsewhere(&setup, &rows);
    for role in SEATS {
        for room in [&here, &there] {
            let (one, other) = (room.all(role), again.all(role));
            assert_eq!(one[1], other[1], "{role:?}: the board");
            assert_eq!(screen(&one).log, screen(&other).log, "{role:?}");
        }
    }
    // Where nothing can be written the table ends, and is opened again as it is written.
    let before = sit_elsewhere(&setup, &rows).all(SEATS[0]);
    rows.is_broken.store(true, Ordering::Relaxed);
    end_turn(&mut *here, SEATS[0]);
    assert!(here.is_lost());
    assert_eq!(sit_elsewhere(&setup, &rows).all(SEATS[0])[1], before[1]);
}

#[test]
fn what_breaks_the_rules_is_not_taken_for_a_table() {
    let (setup, notes) = deepblue(&["person", "person"]);
    for text in [
        r#"{"acts":{"seat":7,"kept":0,"acts":["end_turn"]}}"#,
        r#"{"acts":{"seat":0,"kept":0,"acts":[{"order":"nonsense"}]}}"#,
        r#"{"acts":{"seat":0,"kept":0,"acts":[12]}}"#,
    ] {
        *notes.0.lock().unwrap() = vec![serde_json::from_str(text).unwrap()];
        let links = Links { seats: Vec::new(), watch: None };
        let (entries, journal) = (notes.0.lock().unwrap().clone(), Box::new(notes.clone()));
        let (setup, bots, lang) = (setup.clone(), built_in_bots(), Lang::En);
        let table = OpenTable { entry: deepblue::ENTRY, setup, entries, journal, bots, links, lang };
        assert!(open(table).is_err(), "{text}");
    }
}
