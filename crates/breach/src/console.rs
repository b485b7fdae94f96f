//! The graded dialogue.
//!
//! It asks, reads answers and draws. What is allowed and what happens is asked of the
//! [`State`](crate::State); no rule stands here.

use crate::kinds::{ATTACKS_SINCE, Range, Side, Stage, TURNS_SINCE};
use crate::map::Setup;
use crate::mistakes::{MISTAKES, MistakeKind};
use crate::order::{Order, Refusal};
use crate::rulebook;
use crate::state::{Phase, SIZE, StateOf};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Mask8};
use game::console::{DialogueIo, DialogueOptions, Port, RemarkDetail, Remarks, TraceNote};
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
        let Some(setup) = load(&mut talk, stage, options.map) else { return EARLY_END };
        let setup = if R::FAULTLESS { setup } else { setup.mistaken(rules) };
        let state = StateOf::under(rules, &setup);
        let mut dialogue = Dialogue {
            talk,
            state,
            detail: options.detail,
            follows_map: options.map.is_none(),
            page: Vec::new(),
        };
        match dialogue.hold() {
            Ok(()) => 0,
            // Without turns there is no other way to end than to stop answering.
            Err(Stop) if stage < TURNS_SINCE => 0,
            Err(Stop) => EARLY_END,
        }
    }
}

/// The exit status when the dialogue cannot go on.
const EARLY_END: u8 = 3;

/// Reads the map from its own file or from the beginning of the input, and says what is wrong with
/// it.
fn load(talk: &mut DialogueIo<'_>, stage: Stage, file: Option<&[u8]>) -> Option<Setup> {
    let mut report = Diagnostics::default();
    let setup = if let Some(map) = file {
        let (setup, found) = Setup::inspect(map, stage);
        report = found;
        setup
    } else {
        let setup = Setup::read(talk, stage, ProblemsWanted::FirstProblem, &mut report);
        // One character ends the last entry; the first answer starts right after it.
        talk.bump();
        setup
    };
    talk.remark_on_map(&report);
    setup
}

/// The input is over or useless: the dialogue ends right here.
struct Stop;

/// An answer that could not be read as what was asked for.
struct Unreadable;

/// What became of asking for a unit.
enum Choice {
    Unit(Cell),
    /// The round starts over.
    Again,
}

/// What a unit can be told to do, as listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Move,
    Attack,
    Skip,
}

/// A question for a cell.
struct Question {
    text: &'static [u8],
    complaint: &'static [u8],
    /// What marks the cells to choose from.
    mark: u8,
    /// The rule that says which they are.
    rule: &'static Rule,
}

const MOVE: Question = Question {
    text: b"Please enter your destination:\n",
    complaint: b"Not a valid destination\n",
    mark: b'.',
    rule: &rulebook::REACH,
};

const ATTACK: Question = Question {
    text: b"Please enter your target:\n",
    complaint: b"Not a valid target\n",
    mark: b'*',
    rule: &rulebook::MELEE,
};

/// A game played with mistakes ends after so many turns at the latest.
const LONGEST_MISTAKEN: u32 = 1000;

struct Dialogue<'a, R> {
    talk: DialogueIo<'a>,
    state: StateOf<R>,
    detail: RemarkDetail,
    /// The next answer comes right after the map.
    follows_map: bool,
    /// The board being drawn; kept for its memory.
    page: Vec<u8>,
}

impl<R: Adherence<MistakeKind>> Dialogue<'_, R> {
    fn hold(&mut self) -> Result<(), Stop> {
        if self.state.stage() >= TURNS_SINCE { self.turns() } else { self.free_play() }
    }

    /// Stages 3 and 4: turn after turn until the game is over.
    fn turns(&mut self) -> Result<(), Stop> {
        loop {
            self.state.grow_at_start(&mut Remarks { talk: &mut self.talk, detail: self.detail });
            self.turn_begins();
            let result: &[u8] = match self.state.phase() {
                Phase::Won => b"Won\n",
                Phase::Lost => b"Failed\n",
                Phase::Playing => b"",
            };
            self.talk.say(result);
            if self.state.phase() != Phase::Playing {
                return Ok(());
            }
            self.state.act_too_early(&mut Remarks { talk: &mut self.talk, detail: self.detail });
            self.player_turn()?;
            if self.state.is_over_before_enemies() {
                continue;
            }
            self.state.end_turn(Seat::ONLY, &mut Remarks { talk: &mut self.talk, detail: self.detail });
            // With some mistakes nobody can act any more, and no answer is read that could be the
            // last.
            if !R::FAULTLESS && self.state.turn() > LONGEST_MISTAKEN {
                return Ok(());
            }
        }
    }

    fn player_turn(&mut self) -> Result<(), Stop> {
        loop {
            self.topic(&rulebook::TURN);
            if self.state.is_over_too_early() {
                return Ok(());
            }
            let marked = if self.state.rules.errs(MistakeKind::MarksAll) {
                self.state.side(Side::Player)
            } else {
                self.state.actable()
            };
            if self.state.actable().is_empty() && !self.state.rules.errs(MistakeKind::NoMoreUnnoticed) {
                if self.state.rules.errs(MistakeKind::BoardBeforeNoMore) {
                    self.draw(b'+', marked);
                }
                self.talk.say(b"No more actable units.\n");
                return Ok(());
            }
            self.draw(b'+', marked);
            if self.turn_is_over()? {
                return Ok(());
            }
            if let Choice::Unit(unit) = self.pick_unit()? {
                self.command(unit)?;
            }
        }
    }

    /// Stages 1 and 2: orders without turns until the input is used up.
    fn free_play(&mut self) -> Result<(), Stop> {
        loop {
            self.turn_begins();
            if let Choice::Unit(unit) = self.pick_unit()? {
                self.command(unit)?;
            }
            self.topic(&rulebook::END_OF_INPUT);
            if self.input_is_used_up() && !self.state.rules.errs(MistakeKind::GoesOnAtEnd) {
                return Ok(());
            }
        }
    }

    /// The board that opens a turn, or a round where there are no turns.
    fn turn_begins(&mut self) {
        if self.state.stage() >= TURNS_SINCE {
            let turn = self.state.turn();
            self.talk.note(|| TraceNote::Turn(turn));
        }
        self.topic(&rulebook::BOARD);
        self.draw(b' ', Mask8::EMPTY);
        self.topic(&rulebook::RESULT);
        self.figures();
    }

    /// What is said from now on follows from this rule.
    fn topic(&mut self, rule: &'static Rule) {
        self.talk.note(|| TraceNote::Topic(rule));
    }

    fn turn_is_over(&mut self) -> Result<bool, Stop> {
        loop {
            self.ask(b"End this turn (y,n)?\n")?;
            let first = core::mem::replace(&mut self.follows_map, false);
            match self.letter() {
                Some(letter @ (b'y' | b'n')) => {
                    return Ok((letter == b'y') != self.state.rules.errs(MistakeKind::YesNoSwapped));
                }
                _ if self.talk.is_terminal() => {
                    self.talk.remark(format_args!("Please answer y or n, and nothing else on the line."));
                }
                _ => {
                    let hint = if first {
                        " (the rest of the map's last line was read as the first answer; the answers start right after \
                         the one character that follows the map)"
                    } else {
                        ""
                    };
                    let line = self.talk.line().saturating_sub(1);
                    self.talk.remark(format_args!(
                        "error: line {line}: expected exactly y or n as the answer to \"End this turn (y,n)?\"{hint}"
                    ));
                    return Err(Stop);
                }
            }
        }
    }

    fn pick_unit(&mut self) -> Result<Choice, Stop> {
        self.topic(&rulebook::PICK);
        loop {
            self.talk.say(b"Please select a unit:\n");
            if self.input_has_ended() {
                if self.state.stage() < TURNS_SINCE {
                    return Err(Stop);
                }
                self.talk.say(b"Read line failed!\n");
                return Ok(Choice::Again);
            }
            let Ok((row, col)) = self.two_numbers(MistakeKind::PickSwapped) else {
                self.talk.say(INCORRECT);
                if self.state.rules.errs(MistakeKind::OutsideAsksAgain) {
                    continue;
                }
                return Ok(Choice::Again);
            };
            let Some(cell) = SIZE.cell(row, col) else {
                self.talk.say(format!("({row}, {col}) is out of bound\n").as_bytes());
                if self.state.rules.errs(MistakeKind::OutsideAsksAgain) {
                    continue;
                }
                return Ok(Choice::Again);
            };
            match self.obstacle_to_commanding(cell) {
                None => return Ok(Choice::Unit(cell)),
                Some(complaint) => self.talk.say(complaint.as_bytes()),
            }
            if self.state.rules.errs(MistakeKind::ComplaintStartsOver) {
                return Ok(Choice::Again);
            }
        }
    }

    /// Why the player cannot command what stands on this cell.
    fn obstacle_to_commanding(&self, cell: Cell) -> Option<String> {
        match self.state.kind(cell).map(|kind| kind.side()) {
            None => Some(format!("No unit at {cell}!\n")),
            Some(Side::Enemy) => Some(format!("Unit at {cell} is an enemy!\n")),
            Some(Side::Player)
                if !self.state.actable().has(cell) && !self.state.rules.errs(MistakeKind::TiredPickable) =>
            {
                Some(format!("Unit at {cell} is not actable!\n"))
            }
            Some(Side::Player) => None,
        }
    }

    fn command(&mut self, unit: Cell) -> Result<(), Stop> {
        match self.pick_action(unit)? {
            Action::Skip => {
                if self.state.rules.errs(MistakeKind::SkipTires) {
                    self.state.tire(unit);
                }
                Ok(())
            }
            Action::Move => self.order(&MOVE, self.state.reach(unit), |to| Order::Move { unit, to }),
            Action::Attack => {
                let range = self.range_rule(unit);
                let question = Question { rule: range, ..ATTACK };
                self.order(&question, self.state.targets(unit), |target| Order::Attack { unit, target })
            }
        }
    }

    fn pick_action(&mut self, unit: Cell) -> Result<Action, Stop> {
        let rules = self.state.rules;
        let mut open = Vec::with_capacity(3);
        if !self.state.has_moved(unit) || rules.errs(MistakeKind::ListsMoved) {
            open.push((Action::Move, "Move"));
        }
        let can_attack = !self.state.has_attacked(unit) || rules.errs(MistakeKind::ListsAttacked);
        if self.state.stage() >= ATTACKS_SINCE && can_attack {
            open.push((Action::Attack, "Attack"));
        }
        if rules.errs(MistakeKind::AttackFirst) {
            open.reverse();
        }
        open.push((Action::Skip, "Skip"));
        let list = (1..).zip(&open).map(|(number, (_, name))| format!("{number}.{name} "));
        let list = list.collect::<String>() + "\n";
        self.topic(&rulebook::ACTIONS);
        self.talk.say(list.as_bytes());
        loop {
            self.ask(b"Select your action:\n")?;
            let number = self.one_number().ok().and_then(|number| usize::try_from(number).ok());
            match number.and_then(|number| open.get(number.wrapping_sub(1))) {
                Some((action, _)) => return Ok(*action),
                None if rules.errs(MistakeKind::WrongNumberSkips) => return Ok(Action::Skip),
                None => self.talk.say(b"Invalid action!\n"),
            }
            if rules.errs(MistakeKind::WrongNumberStartsOver) {
                return Ok(Action::Skip);
            }
            if rules.errs(MistakeKind::ListAgain) {
                self.talk.say(list.as_bytes());
            }
        }
    }

    /// The rule that says what the unit on this cell can attack.
    fn range_rule(&self, unit: Cell) -> &'static Rule {
        match self.state.kind(unit).map(|kind| kind.figures().range) {
            Some(Range::Line) => &rulebook::LINE,
            Some(Range::Jump) => &rulebook::JUMP,
            Some(Range::Melee) | None => &rulebook::MELEE,
        }
    }

    /// Shows the cells to choose from and asks for one until the order that it completes is
    /// accepted.
    fn order(
        &mut self,
        question: &Question,
        choices: Mask8,
        order: impl Fn(Cell) -> Order,
    ) -> Result<(), Stop> {
        self.topic(question.rule);
        self.draw(question.mark, choices);
        loop {
            self.ask(question.text)?;
            let answer = self.two_numbers(MistakeKind::ChoiceSwapped);
            if answer.is_err() {
                self.talk.say(INCORRECT);
            }
            let cell = answer.ok().and_then(|(row, col)| SIZE.cell(row, col));
            if cell.is_some_and(|cell| self.submit(order(cell)).is_ok()) {
                return Ok(());
            }
            self.talk.say(question.complaint);
            self.topic(&rulebook::DESTINATION);
            if self.state.rules.errs(MistakeKind::WrongCellStartsOver) {
                return Ok(());
            }
            if self.state.rules.errs(MistakeKind::BoardAgain) {
                self.draw(question.mark, choices);
            }
        }
    }

    fn submit(&mut self, order: Order) -> Result<(), Refusal> {
        let mut remarks = Remarks { talk: &mut self.talk, detail: self.detail };
        let answer = self.state.submit(Seat::ONLY, order, &mut remarks);
        remarks.order(order, "refused", &answer);
        answer.map(|_| ())
    }

    /// Prints a question to which there must be an answer.
    fn ask(&mut self, question: &[u8]) -> Result<(), Stop> {
        self.talk.say(question);
        if self.input_has_ended() { Err(Stop) } else { Ok(()) }
    }

    /// Whether there is no answer to the question just asked.
    fn input_has_ended(&mut self) -> bool {
        self.talk.peek().is_none() || (self.state.stage() < TURNS_SINCE && self.input_is_used_up())
    }

    /// Whether only white space is left. A person at a terminal is not made to type ahead.
    fn input_is_used_up(&mut self) -> bool {
        !self.talk.is_terminal() && self.talk.only_blanks_left()
    }

    /// Reads a line; its only character if it has just one.
    fn letter(&mut self) -> Option<u8> {
        let first = self.talk.next_byte().filter(|byte| *byte != b'\n')?;
        match self.talk.next_byte() {
            None | Some(b'\n') => Some(first),
            Some(_) => {
                self.talk.skip_line();
                None
            }
        }
    }

    fn one_number(&mut self) -> Result<i32, Unreadable> {
        self.talk.skip_blanks();
        let number = self.talk.integer();
        self.talk.skip_line();
        number.map_err(|_| Unreadable)
    }

    /// Reads a row and a column; what `swapped` says is one mistake that there may be in that.
    fn two_numbers(&mut self, swapped: MistakeKind) -> Result<(i32, i32), Unreadable> {
        let rules = self.state.rules;
        self.talk.skip_blanks();
        let first = self.talk.integer();
        self.talk.skip_blanks();
        let second = self.talk.integer();
        self.talk.skip_line();
        match (first, second) {
            (Ok(first), Ok(second)) if rules.errs(swapped) || rules.errs(MistakeKind::AnswersSwapped) => {
                Ok((second, first))
            }
            (Ok(first), Ok(second)) => Ok((first, second)),
            _ => Err(Unreadable),
        }
    }

    fn draw(&mut self, mark: u8, marked: Mask8) {
        self.page.clear();
        draw(&self.state, mark, marked, &mut self.page);
        self.talk.note(|| TraceNote::Drawing(BoardDrawing { size: SIZE, top: 3 }));
        self.talk.say(&self.page);
    }

    /// What a reader needs to follow the events: every unit with its HP.
    fn figures(&mut self) {
        if self.detail < RemarkDetail::Figures {
            return;
        }
        self.talk.remark(format_args!("turn {}:", self.state.turn()));
        for unit in self.state.position().units {
            self.talk.remark(format_args!("  {} at {}: {} HP", unit.kind, unit.cell, unit.hp));
        }
    }
}

const INCORRECT: &[u8] = b"Incorrect input! \n";

const HEADER: &[u8] = b"\n    0   1   2   3   4   5   6   7 \n";
const RULE: &[u8] = b"  +---+---+---+---+---+---+---+---+\n";

/// Draws the board, with a mark on some cells.
pub fn draw<R: Adherence<MistakeKind>>(state: &StateOf<R>, mark: u8, marked: Mask8, page: &mut Vec<u8>) {
    page.extend_from_slice(HEADER);
    page.extend_from_slice(RULE);
    for row in 0..SIZE.rows {
        page.extend_from_slice(&[b' ', b'0' + row]);
        for cell in (0..SIZE.cols).map(|col| Cell::new(row, col)) {
            page.push(b'|');
            page.push(if marked.has(cell) { mark } else { b' ' });
            draw_cell(state, cell, marked.has(cell), page);
        }
        page.extend_from_slice(b"|\n");
        page.extend_from_slice(RULE);
    }
    page.push(b'\n');
}

/// Draws what is on a cell, right-aligned in two characters after the mark. What needs more room
/// takes the mark's place where there is no mark, and is never cut.
fn draw_cell<R: Adherence<MistakeKind>>(state: &StateOf<R>, cell: Cell, marked: bool, page: &mut Vec<u8>) {
    let Some(unit) = state.unit(cell) else {
        return page.extend_from_slice(symbol_of(state.terrain(cell)));
    };
    let figures = unit.kind.figures();
    let letter = match figures.side {
        Side::Player => figures.letter,
        Side::Enemy => figures.letter.to_ascii_lowercase(),
    };
    if state.stage() == Stage::One {
        page.extend_from_slice(&[b' ', letter]);
    } else if (0..10).contains(&unit.hp) {
        page.extend_from_slice(&[letter, b'0' + unit.hp as u8]);
    } else {
        if !marked {
            page.pop();
        }
        page.push(letter);
        page.extend_from_slice(format!("{}", unit.hp).as_bytes());
    }
}

const fn symbol_of(terrain: crate::Terrain) -> &'static [u8; 2] {
    match terrain {
        crate::Terrain::Plain => b"  ",
        crate::Terrain::Mountain => b"/\\",
        crate::Terrain::Ocean => b"~~",
        crate::Terrain::Forest => b"\\/",
    }
}
