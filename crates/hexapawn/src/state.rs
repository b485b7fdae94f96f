//! The state and the rules.

use crate::event::Reason;
use crate::{Event, Order, Refusal, Setup};
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Digest, Mask8, Size};
use core::ops::ControlFlow;
use game::{Game, Log, Outcome, Receipt, Seat, Seats, Told, Viewer, WithoutFog};
use schemars::JsonSchema;
use serde::Serialize;

/// A game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) size: Size,
    pub(crate) pawns: [Mask8; 2],
    pub(crate) turn: u32,
    pub(crate) mover: Seat,
    pub(crate) has_moved: bool,
    pub(crate) winner: Option<Seat>,
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    /// The board row by row, as in a map: `w` the first seat's pawns, `b` the second's.
    pub rows: Vec<String>,
    /// Whose turn it is.
    pub mover: u8,
}

/// What never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Briefing {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
}

pub(crate) const fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl State {
    /// The pawn's owner, if there is a pawn.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        [Seat(0), Seat(1)].into_iter().find(|seat| self.pawns[seat.index()].has(cell))
    }

    /// The cell so far ahead of a seat's pawn: `side` is -1, 0 or 1.
    pub(crate) fn ahead(&self, seat: Seat, from: Cell, side: i8) -> Option<Cell> {
        self.size.offset(from, if seat == Seat(0) { -1 } else { 1 }, side)
    }

    /// The board as in a map.
    pub(crate) fn rows(&self) -> Vec<String> {
        let letter = |cell| self.owner(cell).map_or('.', |seat| ['w', 'b'][seat.index()]);
        let row = |row| (0..self.size.cols).map(|col| letter(Cell::new(row, col))).collect();
        (0..self.size.rows).map(row).collect()
    }

    /// The seat's moves if it were its turn.
    fn moves(&self, seat: Seat) -> impl Iterator<Item = Order> {
        let pawns = self.pawns[seat.index()].cells();
        let ways = pawns.flat_map(move |from| [-1, 0, 1].map(|side| (from, self.ahead(seat, from, side))));
        ways.filter_map(|(from, to)| Some(Order::Move { from, to: to? }))
            .filter(move |order| self.verdict(seat, *order).is_ok())
    }

    /// What the rules say of a move, whoever's turn it is.
    fn verdict(&self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let Order::Move { from, to } = order;
        if !self.size.contains(from) || self.owner(from) != Some(seat) {
            return Err(Refusal::NoPawn(from));
        }
        match [0, -1, 1].into_iter().find(|side| self.ahead(seat, from, *side) == Some(to)) {
            None => Err(Refusal::NotAhead(to)),
            Some(0) if self.owner(to).is_some() => Err(Refusal::Blocked(to)),
            Some(-1 | 1) if self.owner(to) != Some(other(seat)) => Err(Refusal::NothingToTake(to)),
            Some(_) => Ok(()),
        }
    }

    fn win(&mut self, seat: Seat, why: Reason, log: &mut impl Log<Event>) {
        self.winner = Some(seat);
        log.tell(Event::Won { seat: seat.0, why });
    }
}

impl Game for State {
    const NAME: &'static str = "hexapawn";
    const LEGAL_IS_ALL: bool = true;

    type Setup = Setup;
    type Order = Order;
    type Refusal = Refusal;
    type Event = Event;
    type View = View;
    type OrderCounts = ();

    fn start(setup: &Setup, _: u64) -> Self {
        let Setup { size, pawns } = *setup;
        let mut state = Self { size, pawns, turn: 1, mover: Seat(0), has_moved: false, winner: None };
        if state.moves(Seat(0)).next().is_none() {
            state.winner = Some(Seat(1));
        }
        state
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_move(&self) -> Seats {
        if self.winner.is_some() { Seats::NONE } else { Seats::one(self.mover) }
    }

    fn check(&self, seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        if self.has_moved {
            return Err(Refusal::HasMoved);
        }
        self.verdict(seat, order).map(|()| Receipt::Done)
    }

    fn submit(&mut self, seat: Seat, order: Order, log: &mut impl Log<Event>) -> Result<Receipt, Refusal> {
        let receipt = self.check(seat, order)?;
        let Order::Move { from, to } = order;
        let takes = self.owner(to).is_some();
        self.pawns[other(seat).index()].remove(to);
        self.pawns[seat.index()].relocate(from, to);
        self.has_moved = true;
        log.tell(if takes { Event::Took { from, to } } else { Event::Moved { from, to } });
        Ok(receipt)
    }

    fn end_turn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let far = if seat == Seat(0) { 0 } else { self.size.rows - 1 };
        if !self.has_moved {
            self.win(other(seat), Reason::Passed, log);
        } else if self.pawns[seat.index()].cells().any(|cell| cell.row == far) {
            self.win(seat, Reason::Through, log);
        } else if self.moves(other(seat)).next().is_none() {
            self.win(seat, Reason::Stuck, log);
        }
        self.turn += 1;
        self.mover = other(seat);
        self.has_moved = false;
    }

    fn legal(&self, seat: Seat, each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.has_moved || !self.to_move().has(seat) {
            return ControlFlow::Continue(());
        }
        self.moves(seat).try_for_each(each)
    }

    fn view(&self, _: Viewer, into: &mut View) {
        *into = View { rows: self.rows(), mover: self.mover.0 };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome::won_by(winner, 2))
    }

    /// The key and the turn.
    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        digest.u64(self.key());
        digest.u32(self.turn);
        digest.finish()
    }

    /// Both seats' pawns, who is to move, whether it has moved, who has won.
    fn key(&self) -> u64 {
        let mut digest = Digest::new();
        self.pawns.iter().for_each(|pawns| digest.u64(pawns.0));
        digest.bytes(&[self.mover.0, self.has_moved.into(), self.winner.map_or(2, |seat| seat.0)]);
        digest.finish()
    }
}

impl Told for State {
    type Briefing = Briefing;

    fn briefing(&self) -> Briefing {
        Briefing { rows: self.size.rows, cols: self.size.cols }
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::Took { .. })
    }
}

impl WithoutFog for State {}
