//! Files of the old contests become films.

use deepblue::face::old_replay;
use deepblue::formats::battle::Battle;
use fc18::face::old_logs;
use fc18::formats::Recorder;
use fc18::{CONTEST_SIZE, Rules, Setup};
use game::sentence::Weight;
use game::{Game, Seat, Silent};
use page::film::Film;
use std::path::{Path, PathBuf};

/// The contests' own files, which are not part of this repository.
fn contest_files(game: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases").join(game);
    if !folder.exists() {
        println!("skipped: there is no {}", folder.display());
    }
    folder.exists().then_some(folder)
}

fn has_event(film: &Film, mark: Weight) -> bool {
    let mut events = film.frames.iter().flat_map(|frame| &frame.events);
    events.any(|event| film.cast.events[usize::from(event.kind)].mark == mark)
}

/// A few rounds of deepblue on a bundled map, recorded as the old contest did.
fn battle() -> Battle {
    let (_, map) = deepblue::ENTRY.maps()[0];
    let setup =
        deepblue::formats::map_file::read(map.as_bytes(), deepblue::Rules::FINAL).expect("a bundled map");
    let mut state = deepblue::State::start(&setup, 7);
    let mut random = board::SplitMix64::new(7);
    let mut battle = Battle::begin([Some("north".into()), None], &state);
    for _ in 0..30 {
        for seat in [Seat(0), Seat(1)] {
            for _ in 0..8 {
                if let Some(order) = state.pick(seat, &mut |below| random.below(below.into()) as u32) {
                    let _ = state.submit(seat, order, &mut Silent);
                }
            }
        }
        let before = state.clone();
        let mut events = Vec::new();
        state.settle(&mut events);
        battle.record(&before, &events, &state);
    }
    battle
}

#[test]
fn a_battle_file_shows_its_states_with_fog() {
    let written = battle().write();
    let battle = Battle::read(written.as_bytes()).expect("what was written can be read");
    let film = old_replay::film(&battle, "north").expect("there is something to film");
    assert_eq!(film.frames.len(), 31);
    assert_eq!(film.cast.sides[0].en, "north");
    assert!(film.cast.fog, "the rules say what could be seen");
    for (frame, recorded) in film.frames.iter().zip(&battle.frames) {
        assert_eq!(frame.placed.len(), recorded.elements.len());
        assert_eq!(frame.measures[0], recorded.scores);
    }
    assert!(has_event(&film, Weight::News), "something was built");
}

#[test]
fn an_old_base_of_one_cell_is_shown_without_fog() {
    let mut battle = battle();
    for figure in battle.frames.iter_mut().flat_map(|frame| &mut frame.elements) {
        figure.to = figure.from;
    }
    let film = old_replay::film(&battle, "old").expect("there is something to film");
    assert!(!film.cast.fog);
    assert!(film.frames.iter().all(|frame| frame.seen.is_empty()));
}

#[test]
fn a_battle_without_frames_is_refused_with_a_sentence() {
    let empty = Battle { frames: Vec::new(), ..battle() };
    let refusal = old_replay::film(&empty, "empty").unwrap_err();
    assert_eq!(refusal, "the replay holds no frames, or a map without cells");
}

#[test]
fn a_battle_full_of_nonsense_is_shown_somehow() {
    let mut battle = battle();
    for (number, frame) in battle.frames.iter_mut().enumerate() {
        frame.scores = if number % 2 == 0 { [i64::MIN, i64::MAX] } else { [i64::MAX, 0] };
        for figure in &mut frame.elements {
            (figure.from, figure.to) = (board::Cell::new(250, 250), board::Cell::new(0, 0));
            (figure.health, figure.fuel) = (i32::MIN, i32::MAX);
        }
    }
    let film = old_replay::film(&battle, "nonsense").expect("there is something to film");
    let area = u32::from(film.cast.rows) * u32::from(film.cast.cols);
    assert!(film.frames.iter().flat_map(|frame| &frame.placed).all(|placed| placed.cell < area));
    assert!(!page::render(&film).is_empty());
}

/// A few turns of fc18, recorded as the old contest did.
fn logs() -> fc18::formats::OldLogs {
    let map = fc18::generate::fair(CONTEST_SIZE, 3).expect("a map can be made");
    let setup: Setup<16> = Setup::new(map, Rules::JUDGE).expect("it fits");
    let mut recorder = Recorder::new(&setup, ["a", "b", "c", "d"], 0);
    let mut random = board::SplitMix64::new(1);
    for _ in 0..200 {
        for _ in 0..12 {
            let state = recorder.state();
            if let Some(order) = state.pick(state.on_turn(), &mut |below| random.below(below.into()) as u32) {
                let _ = recorder.submit(order);
            }
        }
        recorder.end_turn();
    }
    recorder.finish()
}

#[test]
fn both_fc18_logs_are_run_again_and_one_is_shown_as_it_is() {
    let logs = logs();
    let both =
        old_logs::film(logs.states.as_bytes(), Some(logs.orders.as_bytes()), "logs").expect("good logs");
    let states = old_logs::film(logs.states.as_bytes(), None, "logs").expect("a good log");
    assert!(
        both.cast.facts.iter().any(|(_, value)| value == "judge"),
        "the profile was found: {:?}",
        both.cast.facts
    );
    assert!(has_event(&both, Weight::Battle), "a game that is run again tells everything");
    assert!(
        !has_event(&states, Weight::Battle) && has_event(&states, Weight::News),
        "states alone tell less"
    );
    assert_eq!(both.frames.len(), states.frames.len());
    for (one, other) in both.frames.iter().zip(&states.frames) {
        assert_eq!((one.stamp, one.mover, &one.owners), (other.stamp, other.mover, &other.owners));
        let cells = |frame: &page::film::Frame| {
            let mut cells: Vec<_> = frame.placed.iter().map(|placed| (placed.cell, placed.side)).collect();
            cells.sort_unstable();
            cells
        };
        assert_eq!(cells(one), cells(other), "turn {}", one.stamp[1]);
    }
}

#[test]
fn orders_that_do_not_fit_leave_the_recorded_states() {
    let logs = logs();
    let other = logs.orders.replacen("#command\n1 10 0", "#command\n1 10 7", 1);
    assert_ne!(other, logs.orders);
    let film = old_logs::film(logs.states.as_bytes(), Some(other.as_bytes()), "logs").expect("good logs");
    assert!(!has_event(&film, Weight::Battle));
}

#[test]
fn the_contests_own_files_can_be_shown() {
    if let Some(folder) = contest_files("deepblue") {
        for file in std::fs::read_dir(folder.join("replays")).expect("the folder can be read").flatten() {
            let bytes = std::fs::read(file.path()).expect("the file can be read");
            let battle = Battle::read(&bytes).expect("a genuine replay");
            let film = old_replay::film(&battle, "old").expect("there is something to film");
            assert_eq!(film.frames.len(), battle.frames.len(), "{}", file.path().display());
            assert!(page::render(&film).len() < 2_000_000);
        }
    }
    if let Some(folder) = contest_files("fc18") {
        let read = |name: &str| std::fs::read(folder.join("logs").join(name)).expect("the file can be read");
        let (states, orders) =
            (read("contest_2021_final/everyround_info.txt"), read("contest_2021_final/log_info.txt"));
        let film = old_logs::film(&states, Some(&orders), "final").expect("genuine logs");
        assert_eq!(film.frames.len(), 1201);
        assert!(film.cast.facts.iter().any(|(_, value)| value == "final2021"), "{:?}", film.cast.facts);
        assert!(page::render(&film).len() < 1_000_000);
        let part = old_logs::film(&read("judge_2021_03/everyround_info_first400.txt"), None, "part");
        assert!(part.expect("a genuine log").frames.len() >= 400);
    }
}
