//! A game on the screen: what the player has in hand, looks at and asks for. No terminal is needed to use it.

use crate::coach::Coach;
use crate::grid::Grid;
use crate::history::{Act, History};
use crate::input::{Arrow, Input};
use crate::opponents::{Forward, Opponents};
use crate::panel::ListPlace;
use crate::words;
use board::{Cell, Direction};
use face::Look;
use face::{Choice, Marks, Offer};
use game::{Seat, Speak, preview_end_turn};
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
    pub(crate) foresight: Vec<G::Event>,
    /// The board as it was last drawn: what the mouse points at.
    pub(crate) grid: Option<Grid>,
    /// A list to choose from, as it was last drawn.
    pub(crate) listed: Option<ListPlace>,
    /// The best number of turns in which this map was won before.
    pub(crate) best: Option<u32>,
    /// The fewest turns in which this map can be won, if that is known.
    pub(crate) par: Option<u32>,
    pub(crate) coach: Coach,
    pub(crate) opponents: Opponents,
    pub(crate) forward: Option<Forward>,
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
    Offers {
        title: String,
        offers: Vec<Offer<G>>,
        marked: usize,
    },
    /// The end of the game.
    Over,
}

/// What becomes of the screen after an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Stay,
    /// A turn has ended: a good moment to save.
    Save,
    ToMaps,
    Quit,
}

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
            foresight: Vec::new(),
            grid: None,
            listed: None,
            best: None,
            par: None,
            coach: Coach::default(),
            opponents: Opponents::default(),
            forward: None,
        };
        interaction.refresh();
        interaction
    }

    /// The state now.
    pub(crate) const fn now(&self) -> &G {
        self.history.now()
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
        match self.overlay {
            Overlay::None => self.on_board(input),
            Overlay::Offers { .. } => self.in_list(input),
            Overlay::Over => self.at_the_end(input),
            Overlay::Help(_) | Overlay::Log(_) | Overlay::Foresight(_) => {
                self.in_text(input);
                Flow::Stay
            }
        }
    }

    fn on_board(&mut self, input: Input) -> Flow {
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
            Input::Letter(letter) => return self.letter(letter),
            Input::Hover(_) | Input::Leave => {}
        }
        Flow::Stay
    }

    fn letter(&mut self, letter: char) -> Flow {
        let own = self.now().letter(self.seat, &self.hand, self.cursor, letter, self.look.lang);
        if let Some(choice) = own {
            self.choose(choice);
            return Flow::Stay;
        }
        match letter {
            'h' => self.move_cursor(Arrow::Left, 1),
            'j' => self.move_cursor(Arrow::Down, 1),
            'k' => self.move_cursor(Arrow::Up, 1),
            'l' => self.move_cursor(Arrow::Right, 1),
            'e' => return self.end_turn(),
            'u' => self.undo(),
            'r' => self.redo(),
            'R' => self.restart(),
            'H' => self.ask_hint(),
            'C' => self.toggle_coach(),
            '?' => self.overlay = Overlay::Help(0),
            'L' => self.overlay = Overlay::Log(u16::MAX),
            'v' if self.is_solo() => self.overlay = Overlay::Foresight(0),
            '>' if !self.is_solo() => self.start_forward(Forward::few()),
            'G' if !self.is_solo() => self.start_forward(Forward::to_the_end()),
            'M' => return Flow::ToMaps,
            'q' => return Flow::Quit,
            _ => {}
        }
        Flow::Stay
    }

    fn at_the_end(&mut self, input: Input) -> Flow {
        match input {
            Input::Letter('u' | 'r' | 'R' | 'L' | '?') => {
                self.overlay = Overlay::None;
                self.on_board(input)
            }
            Input::Letter('q') => Flow::Quit,
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
        let Overlay::Offers { offers, marked, .. } = &mut self.overlay else { return Flow::Stay };
        let last = offers.len().saturating_sub(1);
        match input {
            Input::Arrow(Arrow::Down) | Input::Letter('j') | Input::Next => *marked = (*marked + 1).min(last),
            Input::Arrow(Arrow::Up) | Input::Letter('k') | Input::Previous => {
                *marked = marked.saturating_sub(1)
            }
            Input::Enter => {
                let chosen = *marked;
                self.take_offer(chosen);
            }
            Input::Click(at) => match self.listed.and_then(|listed| listed.entry_at(at)) {
                Some(chosen) => self.take_offer(chosen),
                None => self.close(),
            },
            Input::Letter(digit @ '1'..='9') => self.take_offer(digit as usize - '1' as usize),
            Input::Back | Input::Letter('q') => self.close(),
            _ => {}
        }
        Flow::Stay
    }

    fn take_offer(&mut self, number: usize) {
        let Overlay::Offers { offers, .. } = &self.overlay else { return };
        let Some(Offer { order, refused, .. }) = offers.get(number) else { return };
        let choice = match refused {
            Some(why) => Choice::Refuse(why.clone()),
            None => Choice::Give { orders: vec![*order], then: self.hand.clone() },
        };
        self.close();
        self.choose(choice);
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
        if let Overlay::Offers { marked, offers, .. } = &mut self.overlay
            && let Some(entry) = self.listed.and_then(|listed| listed.entry_at(at))
        {
            *marked = entry.min(offers.len().saturating_sub(1));
        }
        let cell = self.grid.and_then(|grid| grid.cell_at(at))?;
        if matches!(self.overlay, Overlay::None) {
            self.cursor = cell;
        }
        Some(cell)
    }

    /// Goes to the next unit that can act, and takes it.
    fn visit(&mut self, by: isize) {
        let places = self.now().movable(self.seat);
        if places.is_empty() {
            return;
        }
        let here = places.iter().position(|place| *place == self.cursor);
        let next = match here {
            Some(at) => (at as isize + by).rem_euclid(places.len() as isize) as usize,
            None => 0,
        };
        self.cursor = places[next];
        self.hand = self.now().keep_in_hand(self.seat, &G::Hand::default());
        if let Choice::Take(hand) = self.now().point(self.seat, &self.hand, self.cursor, self.look.lang) {
            self.hand = hand;
        }
    }

    /// What a click or enter on a cell would mean now.
    pub(crate) fn choice_at(&self, cell: Cell) -> Choice<G> {
        self.now().point(self.seat, &self.hand, cell, self.look.lang)
    }

    fn point(&mut self, cell: Cell) {
        let choice = self.choice_at(cell);
        self.choose(choice);
    }

    fn choose(&mut self, choice: Choice<G>) {
        match choice {
            Choice::Give { orders, then } => self.give(&orders, then),
            Choice::Take(hand) => self.hand = hand,
            Choice::Ask { title, offers } => self.overlay = Overlay::Offers { title, offers, marked: 0 },
            Choice::Refuse(why) => self.warn(why),
            Choice::Nothing => {}
        }
    }

    fn give(&mut self, orders: &[G::Order], then: G::Hand) {
        if self.is_over() {
            return self.warn(self.look.lang.pick(words::GAME_IS_OVER).into());
        }
        for order in orders {
            match self.now().check(self.seat, *order) {
                Ok(_) => self.history.play(self.seat, Act::Order(*order)),
                Err(refusal) => {
                    self.warn(refusal.said_in(self.look.lang));
                    break;
                }
            }
        }
        self.hand = then;
        self.refresh();
    }

    /// The events that orders would cause, up to the first that would be refused.
    pub(crate) fn preview(&self, orders: &[G::Order]) -> Vec<G::Event> {
        let mut after = self.now().clone();
        let mut events = Vec::new();
        for order in orders {
            if after.submit(self.seat, *order, &mut events).is_err() {
                break;
            }
        }
        events.iter().filter_map(|event| G::redact_for(event, self.seat)).collect()
    }

    fn end_turn(&mut self) -> Flow {
        if self.is_over() {
            self.warn(self.look.lang.pick(words::GAME_IS_OVER).into());
            return Flow::Stay;
        }
        self.finish_turn();
        Flow::Save
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
        }
    }

    fn start_forward(&mut self, forward: Forward) {
        if self.is_over() {
            return self.warn(self.look.lang.pick(words::GAME_IS_OVER).into());
        }
        self.forward = Some(forward);
    }

    /// Whether the game goes on without the player's doing.
    pub(crate) const fn is_busy(&self) -> bool {
        self.forward.is_some()
    }

    /// One turn of a fast-forward.
    pub(crate) fn tick(&mut self) -> Flow {
        let Some(mut forward) = self.forward.take() else { return Flow::Stay };
        let seen = self.history.log().len();
        self.finish_turn();
        if self.is_over() {
            return Flow::Save;
        }
        let mut news = self.history.log()[seen..].iter().map(|entry| &entry.event);
        let alarm = news.find(|event| self.now().is_alarm(self.seat, event));
        if let Some(event) = alarm.filter(|_| forward.stops_for_alarms()) {
            let why = self.look.lang.pick(words::STOPPED_BY);
            self.warn(format!("{why} {}", self.now().tell(event, self.look.lang)));
            return Flow::Save;
        }
        if forward.count_down() {
            self.forward = Some(forward);
            return Flow::Stay;
        }
        Flow::Save
    }

    fn undo(&mut self) {
        let done = self.history.undo();
        self.after_travel(done, words::UNDONE, words::NOTHING_TO_UNDO);
    }

    fn redo(&mut self) {
        let done = self.history.redo();
        self.after_travel(done, words::REDONE, words::NOTHING_TO_REDO);
    }

    fn restart(&mut self) {
        let done = self.history.undo_all();
        self.after_travel(done, words::RESTARTED, words::NOTHING_TO_UNDO);
    }

    fn after_travel(&mut self, done: bool, said: crate::Words, refused: crate::Words) {
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
        self.foresight.clear();
        if self.is_solo() && !self.is_over() {
            self.foresight = preview_end_turn(self.now(), self.seat).1;
        }
        self.follow_game();
    }

    /// Marks for everything under consideration.
    pub(crate) fn marks(&self) -> Marks {
        let mut marks = Marks::new(self.now().extent());
        for event in &self.foresight {
            self.now().mark_foresight(event, &mut marks);
        }
        self.now().mark_hand(self.seat, &self.hand, self.cursor, &mut marks);
        for event in self.hinted().iter().flat_map(|order| self.preview(&[*order])) {
            G::mark_preview(&event, &mut marks);
        }
        if let Choice::Give { orders, .. } = self.choice_at(self.cursor) {
            for event in self.preview(&orders) {
                G::mark_preview(&event, &mut marks);
            }
        }
        marks
    }

    pub(crate) fn say(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: false });
    }

    pub(crate) fn warn(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: true });
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
        Interaction::new(History::new(state, Seat::ONLY), Seat::ONLY, look, name.into())
    }

    fn interactions<G: HostedGame>(entry: &dyn GameEntry) -> impl Iterator<Item = Interaction<G>> {
        entry.maps().iter().map(|map| interaction(entry, *map))
    }

    /// What is said of the end of the turn is what happens then, turn after turn.
    fn comes_true<G: HostedGame<Event: PartialEq + Debug>>(entry: &dyn GameEntry) {
        for mut interaction in interactions::<G>(entry) {
            for _ in 0..6 {
                let (foretold, before) = (interaction.foresight.clone(), interaction.history.log().len());
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
            for place in interaction.now().movable(Seat::ONLY) {
                let size = interaction.now().extent();
                for cell in size.cells() {
                    interaction.hand = G::Hand::default();
                    interaction.point(place);
                    let Choice::Give { orders, .. } = interaction.choice_at(cell) else { continue };
                    let (said, before) = (interaction.preview(&orders), interaction.history.log().len());
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
