//! The graded dialogue.
//!
//! It asks, reads command lines and draws. What is allowed and what happens is asked of the [`State`]; no rule stands here.

use crate::kinds::{Kind, MAGES_ACT_SINCE, Stage, direction_from_letter};
use crate::map::Setup;
use crate::order::Order;
use crate::state::{Phase, State};
use alloc::format;
use alloc::vec::Vec;
use board::{Cell, Size};
use game::console::{Detail, Options, Port, Remarks, Talk, is_white};
use game::{Game, Patience, Report, Seat};

/// The dialogue, for the registry and the command line.
#[derive(Clone, Copy, Debug)]
pub struct Console;

impl game::console::Console for Console {
    fn run(&self, port: &mut dyn Port, options: Options<'_>) -> u8 {
        let stage = options.stage;
        let mut talk = Talk::new(port);
        match load(&mut talk, stage, options.map) {
            None => talk.say(b"Failed to load map!\n"),
            Some(setup) => {
                let state = State::new(&setup);
                let canvas = Canvas::new(&state);
                Dialogue { talk, state, canvas, detail: options.detail, input_ended: false }.hold();
            }
        }
        0
    }
}

/// Reads the map from its own file or from the beginning of the input, and says what is wrong with it.
fn load(talk: &mut Talk<'_>, stage: Stage, file: Option<&[u8]>) -> Option<Setup> {
    let mut report = Report::default();
    let setup = if let Some(map) = file {
        let (setup, found) = Setup::inspect(map, stage);
        report = found;
        setup
    } else {
        Setup::read(talk, stage, Patience::FirstProblem, &mut report)
    };
    talk.remark_on_map(&report);
    setup
}

struct Dialogue<'a> {
    talk: Talk<'a>,
    state: State,
    canvas: Canvas,
    detail: Detail,
    /// A read of a line has failed: the turn is played to its end, then the dialogue is over.
    input_ended: bool,
}

impl Dialogue<'_> {
    fn hold(&mut self) {
        if self.state.stage() < MAGES_ACT_SINCE {
            return self.draw();
        }
        while !self.input_ended {
            self.talk.say(format!("Turn {} begins:\n", self.state.turn()).as_bytes());
            self.draw();
            self.figures();
            let result: &[u8] = match self.state.phase() {
                Phase::Won => b"You Win!\n",
                Phase::Lost => b"You Lose!\n",
                Phase::Drawn => b"A Draw!\n",
                Phase::Playing => b"",
            };
            self.talk.say(result);
            if self.state.phase() != Phase::Playing {
                return;
            }
            while let Some(mage) = self.state.mage_to_move() {
                self.mage_turn(mage);
            }
            self.state.end_turn(Seat::ONLY, &mut Remarks { talk: &mut self.talk, detail: self.detail });
        }
    }

    fn mage_turn(&mut self, mage: Cell) {
        let Cell { row, col } = mage;
        self.talk.say(format!("Please move the unit at ({row},{col})\n").as_bytes());
        if self.talk.peek().is_none() {
            self.input_ended = true;
            self.submit(Order::Done);
        } else {
            self.command_line();
        }
        self.draw();
    }

    /// Carries out a line: steps up to the first spell, then that spell, and nothing after it.
    fn command_line(&mut self) {
        while let Some(symbol) = self.symbol() {
            let spell = match symbol {
                b'X' => self.fireball(),
                b'Y' => Order::Tornado,
                _ => {
                    if let Some(direction) = direction_from_letter(symbol) {
                        self.submit(Order::Step(direction));
                    }
                    continue;
                }
            };
            self.submit(spell);
            return self.talk.skip_line();
        }
        self.talk.bump();
        self.submit(Order::Done);
    }

    /// The order after an `X`: without a direction the mage is done.
    fn fireball(&mut self) -> Order {
        if let Some(direction) = self.symbol().and_then(direction_from_letter) {
            return Order::Fireball(direction);
        }
        let mut remarks = Remarks { talk: &mut self.talk, detail: self.detail };
        remarks.line(format_args!("skipped: a fireball needs a direction (W, A, S or D) after the X"));
        Order::Done
    }

    /// The next byte of the line that is not white space; none at its end, where it stays.
    fn symbol(&mut self) -> Option<u8> {
        loop {
            match self.talk.peek()? {
                b'\n' => return None,
                byte => {
                    self.talk.bump();
                    if !is_white(byte) {
                        return Some(byte);
                    }
                }
            }
        }
    }

    /// What is refused is skipped, as the protocol wants it.
    fn submit(&mut self, order: Order) {
        let mut remarks = Remarks { talk: &mut self.talk, detail: self.detail };
        if let Err(refusal) = self.state.submit(Seat::ONLY, order, &mut remarks) {
            remarks.line(format_args!("skipped: {refusal}"));
        }
    }

    fn draw(&mut self) {
        let page = self.canvas.draw(&self.state);
        self.talk.say(page);
    }

    /// What a reader needs to follow the events: every unit with its figures.
    fn figures(&mut self) {
        if self.detail < Detail::Figures {
            return;
        }
        self.talk.remark(format_args!("turn {}:", self.state.turn()));
        for unit in self.state.position().units {
            let (kind, cell) = (unit.kind, unit.cell);
            match kind {
                Kind::Mage => self.talk.remark(format_args!("  {kind} at {cell}")),
                Kind::Patrol { facing, steps } => {
                    let facing = facing.name();
                    self.talk
                        .remark(format_args!("  {kind} at {cell}: facing {facing}, {steps} steps a turn"));
                }
                Kind::Tracker { sight } => {
                    self.talk.remark(format_args!("  {kind} at {cell}: sight {sight}"));
                }
            }
        }
    }
}

/// Draws boards. The terrain never changes, so it is drawn once and the units are set on a copy.
#[derive(Clone, Debug)]
pub struct Canvas {
    size: Size,
    terrain: Vec<u8>,
    page: Vec<u8>,
}

impl Canvas {
    /// Prepares drawings of this game.
    #[must_use]
    pub fn new(state: &State) -> Self {
        let size = state.size();
        let mut terrain = b"  ".to_vec();
        for col in 0..size.cols {
            terrain.extend_from_slice(format!(" {col:2}").as_bytes());
        }
        terrain.push(b'\n');
        let rule = [b"  ".as_slice(), &b"+--".repeat(usize::from(size.cols)), b"+\n"].concat();
        terrain.extend_from_slice(&rule);
        for row in 0..size.rows {
            terrain.extend_from_slice(format!("{row:2}").as_bytes());
            for col in 0..size.cols {
                terrain.push(b'|');
                terrain.extend_from_slice(&state.terrain(Cell::new(row, col)).symbol());
            }
            terrain.extend_from_slice(b"|\n");
            terrain.extend_from_slice(&rule);
        }
        terrain.extend_from_slice(b"\n\n");
        Self { size, page: Vec::with_capacity(terrain.len()), terrain }
    }

    /// The board with everybody on it.
    pub fn draw(&mut self, state: &State) -> &[u8] {
        self.page.clear();
        self.page.extend_from_slice(&self.terrain);
        for id in state.living() {
            let at = self.offset(state.place(id));
            self.page[at..at + 2].copy_from_slice(&state.kind_of(id).symbol());
        }
        &self.page
    }

    /// Where a square's two characters are: below the header and the rule, every row takes two lines.
    fn offset(&self, cell: Cell) -> usize {
        let width = 3 * usize::from(self.size.cols);
        let (header, line) = (width + 3, width + 4);
        header + line + usize::from(cell.row) * 2 * line + 3 + 3 * usize::from(cell.col)
    }
}
