//! A game on the screen: what the player has in hand, looks at and asks for. No terminal is needed to use it.

use crate::coach::Coach;
use crate::grid::Grid;
use crate::history::{Act, History};
use crate::input::{Arrow, Input};
use crate::key_hints::Buttons;
use crate::opponents::{Forward, Opponents};
use crate::panel::ListPlace;
use crate::settings::{Setting, Settings};
use crate::standing::StandingOrders;
use crate::words;
use board::{Cell, Direction};
use face::{Choice, Look, Mark, Marks, Offer, Progress, StandingFacts, Viewpoint};
use game::{Seat, Words, preview_end_turn};
use games::HostedGame;
use ratatui::layout::Position;

/// A game on the screen.
#[derive(Debug)]
pub(crate) struct Interaction<G: HostedGame> {
    pub(crate) history: History<G>,
    pub(crate) seat: Seat,
    pub(crate) look: Look,
    /// What the map is called.
    pub(crate) map_title: String,
    pub(crate) cursor: Cell,
    pub(crate) hand: G::Hand,
    pub(crate) notice: Option<Notice>,
    pub(crate) overlay: Overlay<G>,
    /// What ending the turn now would cause, in games against fixed rules.
    pub(crate) foresight: Foresight<G>,
    /// What was drawn where: what the mouse points at.
    pub(crate) places: Places,
    pub(crate) standing: StandingOrders<G>,
    pub(crate) settings: Settings,
    /// A key that must be pressed again, because the player was asked whether it is meant.
    asked: Option<char>,
    /// Whether leaving keeps the game.
    pub(crate) is_kept: bool,
    /// The best number of turns in which this map was won before.
    pub(crate) best: Option<u32>,
    /// The fewest turns in which this map can be won, if that is known.
    pub(crate) par: Option<u32>,
    pub(crate) coach: Coach,
    pub(crate) opponents: Opponents,
    pub(crate) forward: Option<Forward>,
    /// What waited for orders already when a fast-forward began.
    left_waiting: Vec<G::Hand>,
}

/// What was drawn where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The board.
    pub(crate) grid: Option<Grid>,
    /// A list to choose from.
    pub(crate) listed: Option<ListPlace>,
    /// Hints that can be clicked.
    pub(crate) buttons: Buttons,
}

/// What some orders, or the end of the turn, would cause.
#[derive(Clone, Debug)]
pub(crate) struct Foresight<G: HostedGame> {
    pub(crate) events: Vec<G::Event>,
    /// The state then; none if nothing is foreseen.
    pub(crate) after: Option<G>,
}

impl<G: HostedGame> Foresight<G> {
    const NOTHING: Self = Self { events: Vec::new(), after: None };
}

/// A line to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) warning: bool,
}

/// What covers the board.
#[derive(Clone, Debug)]
pub(crate) enum Overlay<G: HostedGame> {
    None,
    /// Text that can be scrolled, and how far it is.
    Help(u16),
    Log(u16),
    Foresight(u16),
    /// A list to choose from, and the entry that is marked.
    List {
        title: String,
        entries: Vec<Entry<G>>,
        marked: usize,
        hint: Words,
    },
    /// The end of the game.
    Over,
}

/// An entry of a list to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Entry<G: HostedGame> {
    pub(crate) label: String,
    pub(crate) deed: Deed<G>,
}

/// What choosing an entry does.
#[derive(Clone, Debug)]
pub(crate) enum Deed<G: HostedGame> {
    Give(G::Order),
    Refuse(String),
    Set(Setting),
    Drop(G::Standing),
}

/// What becomes of the screen after an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Stay,
    /// A turn has ended: a good moment to save.
    Save,
    /// The player wants a replay page.
    WritePage,
    /// A setting has changed.
    KeepSettings,
    ToMaps,
    Quit,
}

/// Units that are named where all would be too many.
const SOME: usize = 5;

/// Cells that the cursor leaps at once.
const LEAP: i32 = 5;

impl<G: HostedGame> Interaction<G> {
    pub(crate) fn new(history: History<G>, seat: Seat, look: Look, map_title: String) -> Self {
        let cursor = history.now().first_cursor(seat);
        let mut interaction = Self {
            history,
            seat,
            look,
            map_title,
            cursor,
            hand: G::Hand::default(),
            notice: None,
            overlay: Overlay::None,
            foresight: Foresight::NOTHING,
            places: Places::default(),
            standing: StandingOrders::default(),
            settings: Settings::default(),
            asked: None,
            is_kept: false,
            best: None,
            par: None,
            coach: Coach::default(),
            opponents: Opponents::default(),
            forward: None,
            left_waiting: Vec::new(),
        };
        interaction.refresh();
        interaction
    }

    /// The state now.
    pub(crate) const fn now(&self) -> &G {
        self.history.now()
    }

    /// From where the game is looked at.
    pub(crate) const fn viewpoint(&self) -> Viewpoint<'_, G::Names> {
        self.history.viewpoint()
    }

    /// Whether this is a game for one against fixed rules.
    pub(crate) fn is_solo(&self) -> bool {
        self.now().seats() == 1
    }

    pub(crate) fn is_over(&self) -> bool {
        self.now().to_move().is_empty()
    }

    /// Does what the player asked for.
    pub(crate) fn input(&mut self, input: Input) -> Flow {
        if input == Input::Leave {
            return Flow::Quit;
        }
        if let Input::Hover(at) = input {
            self.look_at(at);
            return Flow::Stay;
        }
        if self.forward.take().is_some() {
            return Flow::Stay;
        }
        self.notice = None;
        let asked = self.asked.take();
        let input = self.button(input);
        match self.overlay {
            Overlay::None => self.on_board(input, asked),
            Overlay::List { .. } => self.in_list(input),
            Overlay::Over => self.at_the_end(input),
            Overlay::Help(_) | Overlay::Log(_) | Overlay::Foresight(_) => {
                self.in_text(input);
                Flow::Stay
            }
        }
    }

    /// A click on a hint is the key that it names.
    fn button(&self, input: Input) -> Input {
        match (input, &self.overlay) {
            (Input::Click(at), Overlay::None | Overlay::Over) => self.places.buttons.at(at).unwrap_or(input),
            _ => input,
        }
    }

    fn on_board(&mut self, input: Input, asked: Option<char>) -> Flow {
        match input {
            Input::Arrow(arrow) => self.arrow(arrow),
            Input::Leap(arrow) => self.move_cursor(arrow, LEAP),
            Input::Enter => self.point(self.cursor),
            Input::Click(at) => {
                if let Some(cell) = self.look_at(at) {
                    self.point(cell);
                }
            }
            Input::Back => self.hand = self.now().keep_in_hand(self.seat, &G::Hand::default()),
            Input::Next => self.visit(1),
            Input::Previous => self.visit(-1),
            Input::Letter(letter) => return self.letter(letter, asked),
            Input::Hover(_) | Input::Leave => {}
        }
        Flow::Stay
    }

    fn letter(&mut self, letter: char, asked: Option<char>) -> Flow {
        let own = self.now().letter(&self.viewpoint(), &self.hand, self.cursor, letter);
        if let Some(choice) = own {
            self.choose(choice);
            return Flow::Stay;
        }
        match letter {
            'h' => self.move_cursor(Arrow::Left, 1),
            'j' => self.move_cursor(Arrow::Down, 1),
            'k' => self.move_cursor(Arrow::Up, 1),
            'l' => self.move_cursor(Arrow::Right, 1),
            'u' => self.undo(),
            'r' => self.redo(),
            'H' => self.ask_hint(),
            'C' => self.toggle_coach(),
            '?' => self.overlay = Overlay::Help(0),
            'L' => self.overlay = Overlay::Log(u16::MAX),
            'e' => return self.end_turn(asked),
            'w' => return self.ask_for_page(asked),
            'M' | 'q' => return self.leave(letter, asked),
            _ if self.is_solo() => self.solo_letter(letter),
            _ => self.battle_letter(letter, asked),
        }
        Flow::Stay
    }

    /// Keys of games in which turns can be taken back and foreseen.
    fn solo_letter(&mut self, letter: char) {
        match letter {
            'R' => self.restart(),
            'v' => self.overlay = Overlay::Foresight(0),
            _ => {}
        }
    }

    /// Keys of games against others.
    fn battle_letter(&mut self, letter: char, asked: Option<char>) {
        match letter {
            'o' => self.list_standing(0),
            'c' => self.drop_standing_here(),
            '>' => self.start_forward(Forward::few(), '>', asked),
            'G' => self.start_forward(Forward::to_the_end(), 'G', asked),
            _ => {}
        }
    }

    /// Whether the player means it: a key that was pressed before and asked about is.
    fn is_sure(&mut self, letter: char, asked: Option<char>, question: impl FnOnce(&Self) -> String) -> bool {
        if asked == Some(letter) {
            return true;
        }
        self.asked = Some(letter);
        self.warn(question(self));
        false
    }

    fn leave(&mut self, letter: char, asked: Option<char>) -> Flow {
        let is_lost = !self.is_kept && !self.is_over() && self.history.played() > 0;
        if is_lost && !self.is_sure(letter, asked, |this| this.pick(words::NOT_KEPT).into()) {
            return Flow::Stay;
        }
        if letter == 'M' { Flow::ToMaps } else { Flow::Quit }
    }

    /// A page shows everything: before the end that is asked about where others play.
    fn ask_for_page(&mut self, asked: Option<char>) -> Flow {
        let is_open = !self.is_solo() && !self.is_over();
        if is_open && !self.is_sure('w', asked, |this| this.pick(words::PAGE_SHOWS_ALL).into()) {
            return Flow::Stay;
        }
        Flow::WritePage
    }

    fn at_the_end(&mut self, input: Input) -> Flow {
        match input {
            Input::Letter('u' | 'r' | 'R' | 'L' | '?') => {
                self.overlay = Overlay::None;
                self.on_board(input, None)
            }
            Input::Letter('q') => Flow::Quit,
            Input::Letter('w') => Flow::WritePage,
            Input::Enter | Input::Click(_) | Input::Letter('M') => Flow::ToMaps,
            Input::Back => {
                self.overlay = Overlay::None;
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    fn in_text(&mut self, input: Input) {
        let (Overlay::Help(at) | Overlay::Log(at) | Overlay::Foresight(at)) = &mut self.overlay else {
            return;
        };
        match input {
            Input::Arrow(Arrow::Down) | Input::Letter('j') => *at = at.saturating_add(1),
            Input::Arrow(Arrow::Up) | Input::Letter('k') => *at = at.saturating_sub(1),
            Input::Leap(Arrow::Down) => *at = at.saturating_add(10),
            Input::Leap(Arrow::Up) => *at = at.saturating_sub(10),
            Input::Back | Input::Enter | Input::Click(_) | Input::Letter(_) => self.close(),
            _ => {}
        }
    }

    fn in_list(&mut self, input: Input) -> Flow {
        let Overlay::List { entries, marked, .. } = &mut self.overlay else { return Flow::Stay };
        let last = entries.len().saturating_sub(1);
        match input {
            Input::Arrow(Arrow::Down) | Input::Letter('j') | Input::Next => *marked = (*marked + 1).min(last),
            Input::Arrow(Arrow::Up) | Input::Letter('k') | Input::Previous => {
                *marked = marked.saturating_sub(1)
            }
            Input::Enter => {
                let chosen = *marked;
                return self.take_entry(chosen);
            }
            Input::Click(at) => match self.places.listed.and_then(|listed| listed.entry_at(at)) {
                Some(chosen) => return self.take_entry(chosen),
                None => self.close(),
            },
            Input::Letter(digit @ '1'..='9') => return self.take_entry(digit as usize - '1' as usize),
            Input::Back | Input::Letter('q') => self.close(),
            _ => {}
        }
        Flow::Stay
    }

    fn take_entry(&mut self, number: usize) -> Flow {
        let Overlay::List { entries, .. } = &self.overlay else { return Flow::Stay };
        let Some(Entry { deed, .. }) = entries.get(number).cloned() else { return Flow::Stay };
        match deed {
            Deed::Give(order) => {
                self.close();
                self.choose(Choice::Give { orders: vec![order], then: self.hand.clone() });
            }
            Deed::Refuse(why) => {
                self.close();
                self.warn(why);
            }
            Deed::Set(setting) => {
                let value = self.settings.get(setting);
                *value = !*value;
                self.list_standing(number);
                return Flow::KeepSettings;
            }
            Deed::Drop(standing) => {
                self.standing.drop_one(&standing);
                self.list_standing(number);
            }
        }
        Flow::Stay
    }

    /// Opens the list of settings and standing orders, or brings it up to date.
    fn list_standing(&mut self, marked: usize) {
        let mut settings = self.settings;
        let set = Setting::ALL.map(|setting| {
            let sign = if *settings.get(setting) { "[x]" } else { "[ ]" };
            let label = format!("{sign} {}", self.pick(setting.words()));
            Entry { label, deed: Deed::Set(setting) }
        });
        let drop = |standing: &G::Standing| {
            let StandingFacts { at, whose, what } = self.now().standing_facts(&self.viewpoint(), standing)?;
            Some(Entry { label: format!("{whose} {at}: {what}"), deed: Deed::Drop(standing.clone()) })
        };
        let entries: Vec<Entry<G>> =
            set.into_iter().chain(self.standing.list().iter().filter_map(drop)).collect();
        let marked = marked.min(entries.len() - 1);
        let title = self.pick(words::STANDING_TITLE).into();
        self.overlay = Overlay::List { title, entries, marked, hint: words::STANDING_HINT };
    }

    /// Closes what covers the board; the end of the game comes back.
    fn close(&mut self) {
        self.overlay = if self.is_over() { Overlay::Over } else { Overlay::None };
    }

    fn arrow(&mut self, arrow: Arrow) {
        let direction = match arrow {
            Arrow::Up => Direction::Up,
            Arrow::Down => Direction::Down,
            Arrow::Left => Direction::Left,
            Arrow::Right => Direction::Right,
        };
        match self.now().arrow(&self.hand, direction) {
            Some(choice) => self.choose(choice),
            None => self.move_cursor(arrow, 1),
        }
    }

    fn move_cursor(&mut self, arrow: Arrow, by: i32) {
        let size = self.now().extent();
        let (rows, cols) = arrow.delta();
        let step =
            |from: u8, delta: i32, all: u8| (i32::from(from) + delta * by).clamp(0, i32::from(all) - 1) as u8;
        self.cursor =
            Cell::new(step(self.cursor.row, rows, size.rows), step(self.cursor.col, cols, size.cols));
    }

    /// The mouse points at a cell or at an entry of a list: the cursor or the mark follows.
    fn look_at(&mut self, at: Position) -> Option<Cell> {
        if let Overlay::List { marked, entries, .. } = &mut self.overlay
            && let Some(entry) = self.places.listed.and_then(|listed| listed.entry_at(at))
        {
            *marked = entry.min(entries.len().saturating_sub(1));
        }
        let cell = self.places.grid.and_then(|grid| grid.cell_at(at))?;
        if matches!(self.overlay, Overlay::None) {
            self.cursor = cell;
        }
        Some(cell)
    }

    /// What waits for orders now, and where.
    pub(crate) fn waiting(&self) -> Vec<(Cell, G::Hand)> {
        match self.now().to_move().has(self.seat) {
            true => self.now().waiting(self.seat, self.standing.list()),
            false => Vec::new(),
        }
    }

    /// Goes to the next unit that waits for orders, and takes it.
    fn visit(&mut self, by: isize) {
        let mut waiting = self.waiting();
        if waiting.is_empty() {
            return self.say(self.pick(words::NOTHING_WAITS).into());
        }
        waiting.sort_by_key(|(place, _)| *place);
        let in_hand = waiting.iter().position(|(_, hand)| *hand == self.hand);
        let from_here = waiting.partition_point(|(place, _)| *place < self.cursor) as isize;
        let next = match in_hand {
            Some(at) => at as isize + by,
            // From anywhere else to the first one at the cursor or behind it, or to the last one before.
            None => from_here + by.min(0),
        };
        let next = next.rem_euclid(waiting.len() as isize) as usize;
        (self.cursor, self.hand) = waiting[next].clone();
    }

    /// What a click or enter on a cell would mean now.
    pub(crate) fn choice_at(&self, cell: Cell) -> Choice<G> {
        self.now().point(&self.viewpoint(), &self.hand, cell)
    }

    fn point(&mut self, cell: Cell) {
        let choice = self.choice_at(cell);
        self.choose(choice);
    }

    fn choose(&mut self, choice: Choice<G>) {
        match choice {
            Choice::Give { orders, then } => self.give(&orders, then),
            Choice::Take(hand) => self.hand = hand,
            Choice::Stand { standing, then } => self.stand(standing, then),
            Choice::Ask { title, offers } => {
                let entries = offers.into_iter().map(Entry::of_offer).collect();
                self.overlay = Overlay::List { title, entries, marked: 0, hint: words::CHOOSE_HINT };
            }
            Choice::Refuse(why) => self.warn(why),
            Choice::Nothing => {}
        }
    }

    fn give(&mut self, orders: &[G::Order], then: G::Hand) {
        if self.is_over() {
            return self.warn(self.pick(words::GAME_IS_OVER).into());
        }
        for order in orders {
            if let Err(refusal) = self.now().check(self.seat, *order) {
                self.warn(self.now().refuse(&refusal, &self.viewpoint()));
                break;
            }
            self.note_order(*order);
            self.history.play(self.seat, Act::Order(*order));
        }
        self.hand = then;
        self.refresh();
    }

    /// An order that the player gives, or gives again, changes what goes on by itself.
    fn note_order(&mut self, order: G::Order) {
        let (played, repeat) = (self.history.played(), self.settings.repeat_work);
        self.standing.note_order(self.history.now(), order, played, repeat);
    }

    /// Takes note of all that the player has ordered so far, in a game that is gone on with.
    pub(crate) fn recall_standing(&mut self) {
        let steps = &self.history.steps()[..self.history.played()];
        let own = steps.iter().filter(|step| step.seat == self.seat.0);
        let orders: Vec<G::Order> = own.filter_map(|step| step.act.order()).collect();
        orders.into_iter().for_each(|order| self.note_order(order));
        self.standing.seal();
    }

    fn stand(&mut self, standing: G::Standing, then: G::Hand) {
        if self.is_over() {
            return self.warn(self.pick(words::GAME_IS_OVER).into());
        }
        let added = self.standing.toggle(standing.clone());
        let facts = self.now().standing_facts(&self.viewpoint(), &standing);
        let said = self.pick(if added { words::STANDING_ADDED } else { words::STANDING_DROPPED });
        if let Some(StandingFacts { whose, what, .. }) = facts {
            self.say(format!("{said} {whose}: {what}"));
        }
        if added && let Some(why) = self.carry_on(&standing) {
            self.warn(why);
        }
        self.hand = then;
        self.refresh();
    }

    fn drop_standing_here(&mut self) {
        let here = self.standing_at(self.cursor);
        let Some((_, facts)) = here.first() else {
            return self.warn(self.pick(words::NO_STANDING_HERE).into());
        };
        self.say(format!("{} {}", self.pick(words::STANDING_DROPPED), facts.what));
        here.iter().for_each(|(standing, _)| self.standing.drop_one(standing));
    }

    /// The standing orders of what is on a cell.
    pub(crate) fn standing_at(&self, cell: Cell) -> Vec<(G::Standing, StandingFacts)> {
        let from = self.viewpoint();
        let here = |standing: &G::Standing| {
            let facts = self.now().standing_facts(&from, standing)?;
            (facts.at == cell).then(|| (standing.clone(), facts))
        };
        self.standing.list().iter().filter_map(here).collect()
    }

    /// Carries a standing order out, as far as it goes this turn. Returns why it cannot go on, if so.
    fn carry_on(&mut self, standing: &G::Standing) -> Option<String> {
        match self.now().carry_on(&self.viewpoint(), standing) {
            Progress::Orders(orders) => {
                for order in orders {
                    if self.now().check(self.seat, order).is_err() {
                        break;
                    }
                    self.history.play(self.seat, Act::Order(order));
                }
                return None;
            }
            Progress::Over => self.standing.drop_one(standing),
            Progress::Stuck(why) => {
                self.standing.drop_one(standing);
                return Some(why);
            }
        }
        None
    }

    /// Carries all standing orders out, for those who have done nothing else. Returns why one cannot go on, if so.
    fn carry_all_on(&mut self) -> Option<String> {
        if !self.now().to_move().has(self.seat) {
            return None;
        }
        let all = self.standing.list().to_vec();
        let stuck: Vec<String> = all.iter().filter_map(|standing| self.carry_on(standing)).collect();
        stuck.into_iter().next()
    }

    /// What orders would cause, up to the first that would be refused.
    pub(crate) fn preview(&self, orders: &[G::Order]) -> Foresight<G> {
        let mut after = self.now().clone();
        let mut events = Vec::new();
        for order in orders {
            if after.submit(self.seat, *order, &mut events).is_err() {
                break;
            }
        }
        let events = events.iter().filter_map(|event| G::redact_for(event, self.seat)).collect();
        Foresight { events, after: Some(after) }
    }

    fn end_turn(&mut self, asked: Option<char>) -> Flow {
        if self.is_over() {
            self.warn(self.pick(words::GAME_IS_OVER).into());
            return Flow::Stay;
        }
        let stuck = self.carry_all_on();
        self.refresh();
        if self.needs_asking(stuck.is_some())
            && !self.is_sure('e', asked, |this| this.question('e', stuck.as_deref()))
        {
            return Flow::Stay;
        }
        self.finish_turn();
        Flow::Save
    }

    /// Whether ending the turn may be a mistake, and cannot be taken back.
    fn needs_asking(&self, is_stuck: bool) -> bool {
        let may_be_meant = is_stuck || !self.waiting().is_empty();
        !self.is_solo() && self.settings.warn_of_waiting && may_be_meant
    }

    /// What is asked before a turn ends that may not be meant to end.
    fn question(&self, letter: char, stuck: Option<&str>) -> String {
        let from = self.viewpoint();
        let waiting = self.waiting();
        let names: Vec<String> =
            waiting.iter().filter_map(|(_, hand)| self.now().hand_name(&from, hand)).collect();
        let mut said = format!("{letter} {}", self.pick(words::AGAIN_ENDS_TURN));
        if let Some(why) = stuck {
            said += &format!("; {why}");
        }
        if !names.is_empty() {
            let (count, some) = (names.len(), names.len().min(SOME));
            let more = if some < count { ", ..." } else { "" };
            let waits = self.pick(words::WAITING);
            said += &format!("; {count} {waits} {}{more}", names[..some].join(", "));
        }
        said
    }

    /// Ends the player's turn, and lets everybody else play until it is the player's turn again or the game is over.
    fn finish_turn(&mut self) {
        if self.now().to_move().has(self.seat) {
            self.history.play(self.seat, Act::EndTurn);
        }
        self.let_others_play();
        self.hand = G::Hand::default();
        self.refresh();
        if self.is_over() {
            self.overlay = Overlay::Over;
        } else if !self.now().to_move().has(self.seat) {
            // The player is out; the others play on.
            self.forward = Some(Forward::to_the_end());
        }
    }

    /// Lets everybody else play until the player is awaited. What they have done cannot be taken back.
    pub(crate) fn let_others_play(&mut self) {
        if !self.is_solo() {
            self.opponents.play(&mut self.history, self.seat);
            self.history.seal();
            self.standing.seal();
        }
    }

    fn start_forward(&mut self, forward: Forward, letter: char, asked: Option<char>) {
        if self.is_over() {
            return self.warn(self.pick(words::GAME_IS_OVER).into());
        }
        let sure = if forward.stops_for_alarms() {
            let stuck = self.carry_all_on();
            self.refresh();
            !self.needs_asking(stuck.is_some())
                || self.is_sure(letter, asked, |this| this.question(letter, stuck.as_deref()))
        } else {
            self.is_sure(letter, asked, |this| this.pick(words::RUN_TO_THE_END).into())
        };
        if sure {
            self.left_waiting = self.waiting().into_iter().map(|(_, hand)| hand).collect();
            self.forward = Some(forward);
        }
    }

    /// Whether the game goes on without the player's doing.
    pub(crate) const fn is_busy(&self) -> bool {
        self.forward.is_some()
    }

    /// One turn of a fast-forward.
    pub(crate) fn tick(&mut self) -> Flow {
        let Some(mut forward) = self.forward.take() else { return Flow::Stay };
        let seen = self.history.log().len();
        let stuck = self.carry_all_on();
        self.finish_turn();
        if self.is_over() {
            return Flow::Save;
        }
        let why = stuck.or_else(|| self.alarm(seen)).or_else(|| self.newly_waiting());
        if let Some(why) = why.filter(|_| forward.stops_for_alarms()) {
            self.warn(format!("{} {why}", self.pick(words::STOPPED_BY)));
            self.forward = None;
            return Flow::Save;
        }
        if forward.count_down() {
            self.forward = Some(forward);
            return Flow::Stay;
        }
        Flow::Save
    }

    /// What happened since so many entries of the log that should stop a fast-forward.
    fn alarm(&self, seen: usize) -> Option<String> {
        let mut news = self.history.log()[seen..].iter();
        let alarm = news.find(|entry| self.now().is_alarm(self.seat, &entry.event))?;
        alarm.said.clone()
    }

    /// What waits for orders that did not when the fast-forward began.
    fn newly_waiting(&self) -> Option<String> {
        let waiting = self.waiting();
        let (_, hand) = waiting.iter().find(|(_, hand)| !self.left_waiting.contains(hand))?;
        let name = self.now().hand_name(&self.viewpoint(), hand)?;
        Some(format!("{} {name}", self.pick(words::WAITS)))
    }

    fn undo(&mut self) {
        let done = self.history.undo();
        let refused = if self.is_solo() { words::NOTHING_TO_UNDO } else { words::NOTHING_TO_UNDO_THIS_TURN };
        self.after_travel(done, words::UNDONE, refused);
    }

    fn redo(&mut self) {
        let step = self.history.steps().get(self.history.played());
        if let Some(order) = step.filter(|step| step.seat == self.seat.0).and_then(|step| step.act.order()) {
            self.note_order(order);
        }
        let done = self.history.redo();
        self.after_travel(done, words::REDONE, words::NOTHING_TO_REDO);
    }

    fn restart(&mut self) {
        let done = self.history.undo_all();
        self.after_travel(done, words::RESTARTED, words::NOTHING_TO_UNDO);
    }

    fn after_travel(&mut self, done: bool, said: Words, refused: Words) {
        self.standing.taken_back(self.history.played());
        if done {
            self.hand = self.now().keep_in_hand(self.seat, &self.hand.clone());
            self.refresh();
            self.say(self.look.lang.pick(said).into());
        } else {
            self.warn(self.look.lang.pick(refused).into());
        }
    }

    /// Brings everything that depends on the state up to date.
    fn refresh(&mut self) {
        self.hand = self.now().keep_in_hand(self.seat, &self.hand);
        self.overlay = Overlay::None;
        self.foresight = Foresight::NOTHING;
        if self.is_solo() && !self.is_over() {
            let (after, events) = preview_end_turn(self.now(), self.seat);
            self.foresight = Foresight { events, after: Some(after) };
        }
        self.follow_game();
    }

    /// Marks for everything under consideration.
    pub(crate) fn marks(&self) -> Marks {
        let mut marks = Marks::new(self.now().extent());
        if !self.is_solo() && !self.is_busy() {
            marks.add_all(self.waiting().into_iter().map(|(cell, _)| cell), Mark::Waiting);
        }
        for event in &self.foresight.events {
            self.now().mark_foresight(event, &mut marks);
        }
        self.now().mark_hand(self.seat, &self.hand, self.cursor, &mut marks);
        for event in self.hinted().iter().flat_map(|order| self.preview(&[*order]).events) {
            G::mark_preview(&event, &mut marks);
        }
        if let Choice::Give { orders, .. } = self.choice_at(self.cursor) {
            for event in self.preview(&orders).events {
                G::mark_preview(&event, &mut marks);
            }
        }
        marks
    }

    /// Words in the player's language.
    pub(crate) const fn pick(&self, words: Words) -> &'static str {
        self.look.lang.pick(words)
    }

    pub(crate) fn say(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: false });
    }

    pub(crate) fn warn(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: true });
    }
}

impl<G: HostedGame> Entry<G> {
    fn of_offer(offer: Offer<G>) -> Self {
        let Offer { label, order, refused } = offer;
        match refused {
            Some(why) => Self { label: format!("{label}  ({why})"), deed: Deed::Refuse(why) },
            None => Self { label, deed: Deed::Give(order) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Lang;
    use game::{GameEntry, Session};
    use std::fmt::Debug;

    fn interaction<G: HostedGame>(entry: &dyn GameEntry, (name, map): (&str, &str)) -> Interaction<G> {
        let look = Look { lang: Lang::En, ascii: false, colour: true };
        let table = entry.start(map.as_bytes(), entry.profiles()[0], 0).unwrap();
        let state = table.as_any().downcast_ref::<Session<G>>().unwrap().game().clone();
        Interaction::new(History::new(state, Seat::ONLY, look), Seat::ONLY, look, name.into())
    }

    fn interactions<G: HostedGame>(entry: &dyn GameEntry) -> impl Iterator<Item = Interaction<G>> {
        entry.maps().iter().map(|map| interaction(entry, *map))
    }

    /// What is said of the end of the turn is what happens then, turn after turn.
    fn comes_true<G: HostedGame<Event: PartialEq + Debug>>(entry: &dyn GameEntry) {
        for mut interaction in interactions::<G>(entry) {
            for _ in 0..6 {
                let (foretold, before) =
                    (interaction.foresight.events.clone(), interaction.history.log().len());
                interaction.input(Input::Letter('e'));
                let happened: Vec<_> =
                    interaction.history.log()[before..].iter().map(|entry| entry.event.clone()).collect();
                assert_eq!(foretold, happened, "{}", interaction.map_title);
            }
        }
    }

    #[test]
    fn the_other_side_does_what_was_said() {
        comes_true::<::breach::State>(::breach::ENTRY);
        comes_true::<::goblins::State>(::goblins::ENTRY);
    }

    /// What is said of an order is what it does; and what is marked as possible is accepted.
    fn previews_come_true<G: HostedGame<Event: PartialEq + Debug>>(entry: &dyn GameEntry) {
        for mut interaction in interactions::<G>(entry) {
            for (place, _) in interaction.now().waiting(Seat::ONLY, &[]) {
                let size = interaction.now().extent();
                for cell in size.cells() {
                    interaction.hand = G::Hand::default();
                    interaction.point(place);
                    let Choice::Give { orders, .. } = interaction.choice_at(cell) else { continue };
                    let (said, before) =
                        (interaction.preview(&orders).events, interaction.history.log().len());
                    interaction.point(cell);
                    let done: Vec<_> =
                        interaction.history.log()[before..].iter().map(|entry| entry.event.clone()).collect();
                    assert_eq!(said, done, "{}: {place} to {cell}", interaction.map_title);
                    assert!(interaction.notice.is_none());
                    for _ in &orders {
                        interaction.history.undo();
                    }
                }
            }
        }
    }

    #[test]
    fn orders_do_what_was_said() {
        previews_come_true::<::breach::State>(::breach::ENTRY);
        previews_come_true::<::goblins::State>(::goblins::ENTRY);
    }

    /// Whatever is pressed, nothing panics, and the board can still be drawn upon.
    #[test]
    fn any_keys_will_do() {
        fn mash<G: HostedGame>(entry: &dyn GameEntry) {
            let mut chance = board::SplitMix64::new(7);
            let interaction = &mut interaction::<G>(entry, entry.maps()[0]);
            let arrows = [Arrow::Up, Arrow::Down, Arrow::Left, Arrow::Right];
            for _ in 0..3000 {
                let input = match chance.below(8) {
                    0..2 => Input::Arrow(arrows[chance.below(4) as usize]),
                    2 => Input::Enter,
                    3 => Input::Next,
                    4 => Input::Back,
                    _ => Input::Letter(char::from(b' ' + chance.below(95) as u8)),
                };
                interaction.input(input);
                interaction.forward = None;
                let _ = interaction.marks();
            }
        }
        mash::<::breach::State>(::breach::ENTRY);
        mash::<::goblins::State>(::goblins::ENTRY);
        mash::<::deepblue::State>(::deepblue::ENTRY);
        mash::<::fc18::Fc18>(::fc18::ENTRY);
    }
}
