//! The graded dialogue.
//!
//! It asks, reads command lines and draws. What is allowed and what happens is asked of the
//! [`State`](crate::State); no rule stands here.

use crate::kinds::{GOBLINS_ACT_SINCE, Kind, MAGES_ACT_SINCE, Stage, direction_from_letter};
use crate::map::Setup;
use crate::mistakes::{MISTAKES, MistakeKind, mistaken_direction, mistaken_symbol, rearranged, rearranges};
use crate::order::Order;
use crate::rulebook;
use crate::state::{Id, Phase, StateOf};
use alloc::format;
use alloc::vec::Vec;
use board::{Cell, Direction, Size};
use game::console::{DialogueIo, DialogueOptions, Port, RemarkDetail, Remarks, TraceNote, is_white};
use game::dialogue_trace::BoardDrawing;
use game::mistakes::{Adherence, AsWritten, Mistake, Rule};
use game::{Diagnostics, Game, ProblemsWanted, Seat};

/// The dialogue, for the registry and the command line.
#[derive(Clone, Copy, Debug)]
pub struct Console;

impl game::console::Console for Console {
    fn run(&self, port: &mut dyn Port, options: DialogueOptions<'_>) -> u8 {
        if options.mistakes.is_empty() {
            Self::run_under(AsWritten, port, options)
        } else {
            Self::run_under(options.mistakes, port, options)
        }
    }

    fn mistakes(&self) -> &'static [Mistake] {
        MISTAKES
    }
}

impl Console {
    fn run_under<R: Adherence<MistakeKind>>(
        rules: R,
        port: &mut dyn Port,
        options: DialogueOptions<'_>,
    ) -> u8 {
        let stage = options.stage;
        let mut talk = DialogueIo::new(port);
        talk.note(|| TraceNote::Topic(&rulebook::MAP));
        match load(rules, &mut talk, stage, options.map) {
            None => talk.say(b"Failed to load map!\n"),
            Some(setup) => {
                let state = StateOf::under(rules, &setup);
                let canvas = Canvas::new(&state);
                Dialogue {
                    talk,
                    state,
                    canvas,
                    detail: options.detail,
                    input_ended: false,
                    symbols_left: usize::MAX,
                    rearranged: None,
                    last_step: None,
                    starts: Vec::new(),
                }
                .hold();
            }
        }
        0
    }
}

/// Reads the map from its own file or from the beginning of the input, and says what is wrong with
/// it.
fn load(
    rules: impl Adherence<MistakeKind>,
    talk: &mut DialogueIo<'_>,
    stage: Stage,
    file: Option<&[u8]>,
) -> Option<Setup> {
    let mut report = Diagnostics::default();
    let setup = if let Some(map) = file {
        let (setup, found) = Setup::inspect(map, stage);
        report = found;
        setup
    } else {
        Setup::read_under(rules, talk, stage, ProblemsWanted::FirstProblem, &mut report)
    };
    talk.remark_on_map(&report);
    setup
}

struct Dialogue<'a, R> {
    talk: DialogueIo<'a>,
    state: StateOf<R>,
    canvas: Canvas,
    detail: RemarkDetail,
    /// A read of a line has failed: the turn is played to its end, then the dialogue is over.
    input_ended: bool,
    /// Symbols of the line that still count: all of them, but for a mistake.
    symbols_left: usize,
    /// The symbols of the line that are left, the next one last, where a mistake puts them in
    /// another order.
    rearranged: Option<Vec<u8>>,
    /// The way of the last step, for a mistake.
    last_step: Option<Direction>,
    /// Where the mages stood when the turn began, for a mistake.
    starts: Vec<(Id, Cell)>,
}

impl<R: Adherence<MistakeKind>> Dialogue<'_, R> {
    fn hold(&mut self) {
        if self.state.stage() < MAGES_ACT_SINCE {
            self.topic(&rulebook::DRAWING);
            return self.draw();
        }
        while !self.input_ended {
            if self.state.rules.errs(MistakeKind::NoEmptyTurn) && self.talk.peek().is_none() {
                return;
            }
            self.begin_turn();
            if self.state.phase() != Phase::Playing {
                return;
            }
            self.state.act_too_early(&mut Remarks { talk: &mut self.talk, detail: self.detail });
            while let Some(mage) = self.state.mage_to_move() {
                self.mage_turn(mage);
                if self.input_ended && self.state.rules.errs(MistakeKind::StopsAtEnd) {
                    return;
                }
                if self.state.is_over_among_mages(false) {
                    return self.tell_result();
                }
                if self.input_ended && self.state.rules.errs(MistakeKind::EndSkipsMages) {
                    break;
                }
            }
            if self.state.is_over_among_mages(true) {
                return self.tell_result();
            }
            if self.state.is_over_too_early() {
                continue;
            }
            self.topic(&rulebook::ORDER);
            self.state.end_turn(Seat::ONLY, &mut Remarks { talk: &mut self.talk, detail: self.detail });
            if self.state.rules.errs(MistakeKind::ResultAtTurnEnd) && self.state.phase() != Phase::Playing {
                return self.tell_result();
            }
            if self.state.rules.errs(MistakeKind::DrawsAfterGoblins)
                && self.state.stage() >= GOBLINS_ACT_SINCE
            {
                self.draw();
            }
        }
        if self.state.rules.errs(MistakeKind::ResultAfterEnd) {
            self.tell_result();
        }
        if self.state.rules.errs(MistakeKind::GoesOnAtEnd) {
            self.begin_turn();
        }
    }

    /// The heading, the drawing and, if the game is over, the result.
    fn begin_turn(&mut self) {
        let turn = self.state.turn();
        self.talk.note(|| TraceNote::Turn(turn));
        self.topic(&rulebook::DRAWING);
        let shown = if self.state.rules.errs(MistakeKind::TurnsNotCounted) {
            1
        } else {
            turn - u32::from(self.state.rules.errs(MistakeKind::TurnsFromZero))
        };
        if self.state.rules.errs(MistakeKind::PromptStale) {
            self.starts = self.state.living().map(|id| (id, self.state.place(id))).collect();
        }
        self.talk.say(format!("Turn {shown} begins:\n").as_bytes());
        self.draw();
        self.topic(&rulebook::RESULT);
        self.figures();
        self.tell_result();
    }

    fn tell_result(&mut self) {
        let result: &[u8] = match self.state.phase() {
            Phase::Won => b"You Win!\n",
            Phase::Lost => b"You Lose!\n",
            Phase::Drawn => b"A Draw!\n",
            Phase::Playing => b"",
        };
        self.talk.say(result);
    }

    fn mage_turn(&mut self, mage: Cell) {
        let stale = self.state.active().and_then(|id| self.starts.iter().find(|(its, _)| *its == id));
        let Cell { mut row, mut col } = stale.map_or(mage, |(_, cell)| *cell);
        if self.state.rules.errs(MistakeKind::PromptSwapped) {
            (row, col) = (col, row);
        }
        self.topic(&rulebook::ORDER);
        self.talk.say(format!("Please move the unit at ({row},{col})\n").as_bytes());
        self.topic(&rulebook::COMMAND);
        if self.state.rules.errs(MistakeKind::WordsAreCommands) {
            self.talk.skip_white();
        } else if self.state.rules.errs(MistakeKind::FirstWordOnly) {
            self.talk.skip_blanks();
        } else if self.state.rules.errs(MistakeKind::EmptyLinesSkipped) {
            while self.talk.peek() == Some(b'\n') {
                self.talk.bump();
            }
        }
        if self.talk.peek().is_none() {
            self.topic(&rulebook::END_OF_INPUT);
            self.input_ended = true;
            if self.state.rules.errs(MistakeKind::StopsAtEnd) {
                return;
            }
            self.submit(Order::Done);
        } else {
            self.command_line();
        }
        self.draw();
    }

    /// What is said from now on follows from this rule.
    fn topic(&mut self, rule: &'static Rule) {
        self.talk.note(|| TraceNote::Topic(rule));
    }

    /// Carries out a line: steps up to the first spell, then that spell, and nothing after it.
    fn command_line(&mut self) {
        let rules = self.state.rules;
        let mut has_cast = false;
        self.symbols_left = if rules.errs(MistakeKind::ThreeSymbols) { 3 } else { usize::MAX };
        self.last_step = None;
        if rearranges(rules) {
            let symbols: Vec<u8> = core::iter::from_fn(|| self.symbol()).collect();
            let mut line = rearranged(rules, &symbols);
            line.reverse();
            self.rearranged = Some(line);
        }
        while let Some(symbol) = self.symbol() {
            let order = match symbol {
                b'X' | b'Y' if has_cast && !self.state.casts_again() => continue,
                b'X' | b'Y' if rules.errs(MistakeKind::SpellNeedsPoint) && self.state.points() == 0 => {
                    Order::Done
                }
                b'X' => self.fireball(),
                b'Y' => Order::Tornado,
                _ => match direction_from_letter(symbol) {
                    Some(direction) => {
                        self.last_step = Some(direction);
                        Order::Step(mistaken_direction(rules, direction))
                    }
                    None if rules.errs(MistakeKind::JunkEndsLine) => break,
                    None if rules.errs(MistakeKind::JunkCosts) => {
                        self.state.points = self.state.points.saturating_sub(1);
                        continue;
                    }
                    None => continue,
                },
            };
            if rules.errs(MistakeKind::SpellIsLast) && !matches!(order, Order::Step(_)) && self.line_goes_on()
            {
                break;
            }
            self.submit(order);
            if matches!(order, Order::Step(_)) {
                continue;
            }
            has_cast = true;
            if order == Order::Done || !self.state.goes_on_after(order) {
                return self.end_command();
            }
            if let (Order::Fireball(direction), true) = (order, rules.errs(MistakeKind::FireStepsToo)) {
                self.submit(Order::Step(direction));
            }
        }
        self.end_command();
        self.submit(Order::Done);
    }

    /// Whether another symbol follows on this line.
    fn line_goes_on(&mut self) -> bool {
        self.talk.skip_blanks();
        self.talk.peek().is_some_and(|byte| byte != b'\n')
    }

    /// Skips what is left of a command.
    fn end_command(&mut self) {
        self.rearranged = None;
        if self.state.rules.errs(MistakeKind::WordsAreCommands) {
            self.talk.word();
        } else {
            self.talk.skip_line();
        }
    }

    /// The order after an `X`: without a direction the mage is done.
    fn fireball(&mut self) -> Order {
        let rules = self.state.rules;
        let is_blank = |byte: u8| byte != b'\n' && is_white(byte);
        let is_bare = rules.errs(MistakeKind::BlankAfterX) && self.talk.peek().is_some_and(is_blank);
        let direction = if is_bare { None } else { self.symbol().and_then(direction_from_letter) };
        let direction = direction.or_else(|| match () {
            () if rules.errs(MistakeKind::BareFireUp) => Some(Direction::Up),
            () if rules.errs(MistakeKind::BareFireAhead) => self.last_step,
            () => None,
        });
        if let Some(direction) = direction {
            return Order::Fireball(mistaken_direction(rules, direction));
        }
        let mut remarks = Remarks { talk: &mut self.talk, detail: self.detail };
        remarks.line(format_args!("skipped: a fireball needs a direction (W, A, S or D) after the X"));
        Order::Done
    }

    /// Whether white space ends a command, which is a mistake.
    fn command_is_a_word(&self) -> bool {
        self.state.rules.errs(MistakeKind::FirstWordOnly)
            || self.state.rules.errs(MistakeKind::WordsAreCommands)
    }

    /// The next byte of the line that is not white space; none at its end, where it stays.
    fn symbol(&mut self) -> Option<u8> {
        if let Some(line) = &mut self.rearranged {
            return line.pop();
        }
        loop {
            match self.talk.peek()? {
                b'\n' => return None,
                byte if is_white(byte) && self.command_is_a_word() => return None,
                byte => {
                    self.talk.bump();
                    if !is_white(byte) && self.symbols_left == 0 {
                        continue;
                    }
                    if !is_white(byte) {
                        self.symbols_left -= 1;
                        return Some(mistaken_symbol(self.state.rules, byte));
                    }
                }
            }
        }
    }

    /// What is refused is skipped, as the protocol wants it.
    fn submit(&mut self, order: Order) {
        let mut remarks = Remarks { talk: &mut self.talk, detail: self.detail };
        let answer = self.state.submit(Seat::ONLY, order, &mut remarks);
        remarks.order(order, "skipped", &answer);
        if let (Err(why), Order::Step(_)) = (answer, order) {
            self.state.pay_for_blocked_step(why);
            if self.state.rules.errs(MistakeKind::BlockedStepEnds) {
                self.state.points = 0;
            }
        }
    }

    fn draw(&mut self) {
        if self.state.rules.errs(MistakeKind::FireFlattens) {
            // Only this mistake changes terrain.
            self.canvas = Canvas::new(&self.state);
        }
        let size = self.state.size();
        self.talk.note(|| TraceNote::Drawing(BoardDrawing { size, top: 2 }));
        let page = self.canvas.draw(&self.state);
        self.talk.say(page);
    }

    /// What a reader needs to follow the events: every unit with its figures.
    fn figures(&mut self) {
        if self.detail < RemarkDetail::Figures {
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
    pub fn new<R: Adherence<MistakeKind>>(state: &StateOf<R>) -> Self {
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
    pub fn draw<R: Adherence<MistakeKind>>(&mut self, state: &StateOf<R>) -> &[u8] {
        self.page.clear();
        self.page.extend_from_slice(&self.terrain);
        for id in state.living() {
            let at = self.offset(state.place(id));
            self.page[at..at + 2].copy_from_slice(&state.kind_of(id).symbol());
        }
        &self.page
    }

    /// Where a square's two characters are: below the header and the rule, every row takes two
    /// lines.
    fn offset(&self, cell: Cell) -> usize {
        let width = 3 * usize::from(self.size.cols);
        let (header, line) = (width + 3, width + 4);
        header + line + usize::from(cell.row) * 2 * line + 3 + 3 * usize::from(cell.col)
    }
}
