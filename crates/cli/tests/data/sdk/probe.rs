//! A bot that does everything a table offers, and says on standard error what it got.

use sandtable_bot::breach::{self, Breach, Cell, Order, Table, View};
use sandtable_bot::{Answer, Player, Standing};
use std::process::ExitCode;

struct Probe;

impl Player<Breach> for Probe {
    fn turn(&mut self, view: &View, table: &mut Table) -> Vec<Order> {
        assert!(view.turn != 13, "an unlucky turn");
        let order = Order::Move { unit: Cell { row: 1, col: 2 }, to: Cell { row: 3, col: 4 } };
        eprintln!("turn {} with {} ms", table.turn, table.time.turn_ms);
        eprintln!("refused: {:?}", table.answers.iter().filter_map(Answer::refusal).collect::<Vec<_>>());
        eprintln!("first died: {}, events: {}", table.died[0]["event"], table.events.len());
        table.note("a \"note\"\nof two lines");
        table.want_events(true);
        let (answers, now) = table.submit(vec![order]);
        eprintln!("{}; then {} units", answers[0], now.units.len());
        vec![Order::Attack { unit: Cell { row: 3, col: 4 }, target: Cell { row: 5, col: 6 } }]
    }

    fn on_end(&mut self, outcome: &[Standing], table: &Table) {
        eprintln!("seat {} of {}: place {}", table.seat, table.seats, outcome[0].place);
    }
}

fn main() -> ExitCode {
    breach::play(Probe)
}
