//! How the game is shown: its words, what keys and clicks mean, its film.

use crate::event::{Noun, Sentence, side_words};
use crate::{Event, Order, State};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::ops::ControlFlow;
use face::film::{
    Cast, Event as FilmEvent, Film, Frame, Kind, Measure, NONE, PieceTracker, Recorder, TrackedPiece,
    event_kinds, text,
};
use face::{
    CellSize, Choice, Controls, Face, Ground, Ink, Look, MapInfo, Mark, Marks, NoStanding, Tile, Viewpoint,
};
use game::{Game, Lang, Seat, Words};

impl Face for State {
    const TITLE: Words = Words("Hexapawn", "六兵棋");
    const HELP: &'static [Words] = &[Words(
        "A pawn goes one cell ahead if that is empty, or takes diagonally ahead. Bring a pawn to the far edge, or leave the other side \
         without a move. Ending a turn without a move loses.",
        "兵向前走一格（须为空格），或斜前方吃子。兵到达对面底线，或使对方无路可走，即获胜。不走子就结束回合即告负。",
    )];
    const MAPS: &'static [MapInfo] = &[
        MapInfo::battle("three", Words("Three by Three", "三乘三")),
        MapInfo::battle("four", Words("Four by Four", "四乘四")),
    ];

    type Recorder = Filming;
    type Names = ();

    fn is_alarm(&self, _: Seat, event: &Event) -> bool {
        matches!(event, Event::Took { .. })
    }
}

impl Controls for State {
    /// The pawn in hand.
    type Hand = Option<Cell>;
    type Standing = NoStanding;

    const CELL_SIZES: &'static [CellSize] = &[CellSize::new(7, 3), CellSize::new(3, 1)];

    fn extent(&self) -> Size {
        self.size
    }

    fn waiting(&self, seat: Seat, _: &[NoStanding]) -> Vec<(Cell, Option<Cell>)> {
        let mut pawns: Vec<_> = self.moves_of(seat).into_iter().map(|(from, _)| (from, Some(from))).collect();
        pawns.dedup();
        pawns
    }

    fn point(&self, viewer: &Viewpoint<'_, ()>, hand: &Option<Cell>, cell: Cell) -> Choice<Self> {
        match *hand {
            _ if self.owner(cell) == Some(viewer.seat) => Choice::Take(Some(cell)),
            Some(from) => Choice::order(self, viewer, Order::Move { from, to: cell }, None),
            None => Choice::Nothing,
        }
    }

    fn keep_in_hand(&self, seat: Seat, hand: &Option<Cell>) -> Option<Cell> {
        hand.filter(|cell| self.moves_of(seat).iter().any(|(from, _)| from == cell))
    }

    fn mark_hand(&self, seat: Seat, hand: &Option<Cell>, _: Cell, marks: &mut Marks) {
        marks.add_all(*hand, Mark::Chosen);
        let goals = self.moves_of(seat).into_iter().filter(|(from, _)| Some(*from) == *hand);
        marks.add_all(goals.map(|(_, to)| to), Mark::Reach);
    }

    fn tiles(&self, seat: Seat, _: &Look) -> impl Fn(Cell) -> Tile {
        move |cell| match self.owner(cell) {
            None => Tile::ground(Ground::Plain, " "),
            Some(owner) if owner == seat => Tile::sign("P", Ground::Plain, Ink::Own),
            Some(_) => Tile::sign("p", Ground::Plain, Ink::Enemy),
        }
    }

    fn facts(&self, from: &Viewpoint<'_, ()>, cell: Cell) -> Vec<String> {
        let owner = self.owner(cell).map_or("", |seat| from.lang().pick(side_words(seat)));
        vec![format!("{cell} {owner}").trim_end().to_string()]
    }

    fn headline(&self, from: &Viewpoint<'_, ()>) -> String {
        let side = from.lang().pick(side_words(from.seat));
        match from.lang() {
            Lang::En => format!("turn {}, you are {side}", self.turn()),
            Lang::Zh => format!("第 {} 回合，你是{side}", self.turn()),
        }
    }

    fn hints(&self, _: Seat, hand: &Option<Cell>) -> Vec<(&'static str, Words)> {
        let enter =
            if hand.is_some() { Words("go there", "走到此处") } else { Words("choose", "选取") };
        vec![("Enter", enter)]
    }
}

impl State {
    fn moves_of(&self, seat: Seat) -> Vec<(Cell, Cell)> {
        let mut moves = Vec::new();
        let _ = self.legal(seat, |Order::Move { from, to }| {
            moves.push((from, to));
            ControlFlow::Continue(())
        });
        moves
    }
}

/// Follows a game: one frame for every turn.
#[derive(Debug, Default)]
pub struct Filming {
    pieces: PieceTracker,
}

impl Recorder<State> for Filming {
    fn cast(&self, state: &State) -> Cast {
        Cast {
            game: State::NAME.into(),
            title: State::TITLE.into(),
            rows: state.size.rows.into(),
            cols: state.size.cols.into(),
            sides: [Seat(0), Seat(1)].map(|seat| side_words(seat).into()).to_vec(),
            seats: 2,
            stamp: text("Turn {a}", "第 {a} 回合"),
            terrains: vec![Kind::new("plain", Words("cell", "格"))],
            kinds: vec![Kind::new("pawn", Words("pawn", "兵"))],
            events: event_kinds(Sentence::TABLE),
            measures: vec![Measure::new(Words("Pawns", "兵"), Words("pawns on the board", "场上的兵"))],
            ..Cast::default()
        }
    }

    fn open(&mut self, state: &State, film: &mut Film) {
        for (side, pawns) in (0..).zip(state.pawns) {
            for cell in pawns.cells() {
                let pawn = TrackedPiece { piece: 0, cell, side, health: NONE, full: NONE, figures: vec![] };
                self.pieces.enter(film, 0, pawn);
            }
        }
        film.frames.push(self.frame(state, 0, None));
    }

    fn follow(&mut self, state: &State, events: &[Event], film: &mut Film) {
        let told = events.iter().map(|event| self.tell(event, state.size)).collect();
        // The turn has ended, and another seat is to move.
        let frame = self.frame(state, state.turn() - 1, Some(1 - state.mover.0));
        film.frames.push(Frame { events: told, ..frame });
    }
}

impl Filming {
    fn frame(&self, state: &State, turn: u32, mover: Option<u8>) -> Frame {
        let mut frame = Frame {
            stamp: [turn, 0],
            mover,
            terrain: vec![0; state.size.area()],
            measures: vec![[0, 1].map(|side| self.pieces.count(side)).to_vec()],
            ..Frame::default()
        };
        self.pieces.place(state.size, &mut frame);
        frame
    }

    /// Puts the event into a sentence, and does to our pieces what it says.
    fn tell(&mut self, event: &Event, size: Size) -> FilmEvent {
        let (sentence, nouns) = event.sentence();
        let arg = |noun: &Noun| match *noun {
            Noun::Pawn(cell) => self.pieces.number(cell),
            Noun::Cell(cell) => size.index(cell) as i32,
            Noun::Side(seat) => seat.0.into(),
        };
        let args: Vec<i32> = nouns.iter().map(arg).collect();
        let mut cells = vec![];
        if let Event::Moved { from, to } | Event::Took { from, to } = *event {
            cells = vec![size.index(from) as u32, size.index(to) as u32];
            self.pieces.remove(to);
            self.pieces.relocate(from, to);
        }
        FilmEvent::new(sentence as u8, &args, &cells)
    }
}
