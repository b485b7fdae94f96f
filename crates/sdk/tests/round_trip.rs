//! What a turn costs a program of the contests besides its own thinking, on a board as full as
//! boards get.
//!
//! `cargo test -p sandtable-sdk --test round_trip -- --ignored --nocapture`

mod common;

use board::{Cell, Size};
use common::{Compiled, Player, compilers, folder, start_message, turn_message};
use deepblue::{Kind, Placed, Plan, Rules, Setup, State, Team};
use game::{DynGame, Game, Seat, Session};
use sdk::Options;
use std::fs;

const TURNS: usize = 2000;

/// Looks at everything and gives an order to each of its units.
const PLAYER: &str = "#include \"basic.h\"
using namespace teamstyle16;
const char * GetTeamName() { return \"round trip\"; }
void AIMain() {
  for (int i = 0; i < Info()->element_num; ++i) {
    const State *state = Info()->elements[i];
    if (state->team == Info()->team_num && GetState(state->index) == state) ChangeDest(state->index, state->destination);
  }
}
";

/// The largest map of a contest match with two hundred elements, all of them in sight.
fn full_table() -> Session<State> {
    let size = Size::new(80, 80);
    let mut plan = Plan { size, land: vec![false; size.area()], ..Plan::default() };
    for (team, corner) in [(Team::First, 0), (Team::Second, 77)] {
        let base = Placed::new(i32::from(corner), Kind::Base, team, Cell::new(corner, corner));
        base.area().cells().for_each(|cell| plan.land[size.index(cell)] = true);
        plan.elements.push(base);
    }
    for number in 0..198_u8 {
        let team = if number % 2 == 0 { Team::First } else { Team::Second };
        let at = Cell::new(20 + number / 20, 30 + number % 20);
        plan.elements.push(Placed::new(1000 + i32::from(number), Kind::Destroyer, team, at));
    }
    Session::new(State::start(&Setup::new(plan, Rules::DOCUMENT).unwrap(), 1))
}

/// CPU time that a process has used, in nanoseconds.
fn cpu_time(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap();
    text.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
#[ignore = "a measurement"]
#[allow(clippy::print_stdout, reason = "a measurement prints what it found")]
fn a_turn_on_a_full_board() {
    let path = folder("round-trip").join("ai.cpp");
    fs::write(&path, PLAYER).unwrap();
    let table = full_table();
    for compiler in compilers() {
        let compiled: Compiled =
            common::compile_fast(*compiler, "deepblue", "document", &path, &Options::default());
        let mut player = Player::start(&compiled.program(), &[]);
        player.send(&start_message(&table, "document", Seat(0)));
        let message = turn_message(&table, Seat(0));
        let begin = cpu_time(player.id());
        for _ in 0..TURNS {
            player.send(&message);
            assert_eq!(player.reply().unwrap()["orders"].as_array().unwrap().len(), 100);
        }
        let micros = (cpu_time(player.id()) - begin) as f64 / 1000.0 / TURNS as f64;
        println!(
            "{}: {micros:.0} microseconds of CPU time a turn, view of {} bytes",
            compiler.1,
            message.len()
        );
        player.end_game();
    }
    assert_eq!(table.view(game::Viewer::Seat(Seat(0)))["elements"].as_array().unwrap().len(), 200);
}
