//! A game as a person plays it: what they have in hand, look at and ask for.

use crate::adviser::Advice;
use crate::coach::Coach;
use crate::history::History;
use crate::input::{Arrow, Input, Pointed};
use crate::opponents::{Forward, Opponents};
use crate::overlay::Overlay;
use crate::settings::Settings;
use crate::standing::StandingOrders;
use crate::words;
use board::Cell;
use face::film::Film;
use face::{Lesson, Look, Viewpoint};
use game::{Lang, Seat, Words, preview_end_turn};
use games::HostedGame;
use std::cell::OnceCell;

/// A game as a person plays it.
#[derive(Debug)]
pub struct Interaction<G: HostedGame> {
    /// What has been played.
    pub history: History<G>,
    /// The person's seat.
    pub seat: Seat,
    /// Language and signs.
    pub look: Look,
    /// What the map is called.
    pub map_title: String,
    /// The cell that is looked at.
    pub cursor: Cell,
    /// What is in hand.
    pub hand: G::Hand,
    /// A line to the player.
    pub notice: Option<Notice>,
    /// What covers the board.
    pub overlay: Overlay<G>,
    /// What ending the turn now would cause, in games against fixed rules.
    pub foresight: Foresight<G>,
    pub(crate) standing: StandingOrders<G>,
    pub(crate) settings: Settings,
    /// A key that must be pressed again, because the player was asked whether it is meant.
    pub(crate) asked: Option<char>,
    /// Whether others decide when the game goes on: the player sits at a table.
    pub(crate) is_shared: bool,
    /// Whether other people play, too: then nobody gets advice.
    pub(crate) among_people: bool,
    /// Whether leaving keeps the game.
    pub(crate) is_kept: bool,
    /// The best number of turns in which this map was won before.
    pub(crate) best: Option<u32>,
    /// The fewest turns in which this map can be won, if that is known.
    pub(crate) par: Option<u32>,
    pub(crate) coach: Coach,
    pub(crate) advice: Option<Advice<G::Order>>,
    pub(crate) lesson: Option<&'static Lesson>,
    /// The game as a film, made when it is over and somebody asks.
    review: OnceCell<Film>,
    pub(crate) opponents: Opponents,
    pub(crate) forward: Option<Forward>,
    /// What waited for orders already when a fast-forward began.
    pub(crate) left_waiting: Vec<G::Hand>,
}

/// What some orders, or the end of the turn, would cause.
#[derive(Clone, Debug)]
pub struct Foresight<G: HostedGame> {
    /// What would happen, as far as the player would be told.
    pub events: Vec<G::Event>,
    /// The state then; none if nothing is foreseen.
    pub after: Option<G>,
}

impl<G: HostedGame> Foresight<G> {
    pub(crate) const NOTHING: Self = Self { events: Vec::new(), after: None };
}

/// A line to the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// Whether something is wrong, or asked.
    pub warning: bool,
}

/// Cells that the cursor leaps at once.
const LEAP: i32 = 5;

/// What is to be done after an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Nothing.
    Stay,
    /// A turn has ended: a good moment to save.
    Save,
    /// The player wants a replay page.
    WritePage,
    /// A setting has changed.
    KeepSettings,
    /// The player wants to choose another map.
    ToMaps,
    /// The player wants to play the next map that is not solved.
    ToNext,
    /// The player leaves.
    Quit,
}

impl<G: HostedGame> Interaction<G> {
    /// A game in which the player has nothing in hand yet.
    pub fn new(history: History<G>, seat: Seat, look: Look, map_title: String) -> Self {
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
            standing: StandingOrders::default(),
            settings: Settings::default(),
            asked: None,
            is_shared: false,
            among_people: false,
            is_kept: false,
            best: None,
            par: None,
            coach: Coach::default(),
            advice: None,
            lesson: None,
            review: OnceCell::new(),
            opponents: Opponents::default(),
            forward: None,
            left_waiting: Vec::new(),
        };
        interaction.refresh();
        interaction
    }

    /// The state now.
    pub const fn now(&self) -> &G {
        self.history.now()
    }

    /// From where the game is looked at.
    pub const fn viewpoint(&self) -> Viewpoint<'_, G::Names> {
        self.history.viewpoint()
    }

    /// Whether this is a game for one against fixed rules.
    pub fn is_solo(&self) -> bool {
        self.now().seats() == 1
    }

    /// Whether the player sits at a table, which says when the game goes on.
    pub const fn is_shared(&self) -> bool {
        self.is_shared
    }

    pub fn is_over(&self) -> bool {
        self.now().to_move().is_empty()
    }

    /// Does what the player asked for.
    pub fn input(&mut self, input: Input) -> Flow {
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

    fn on_board(&mut self, input: Input, asked: Option<char>) -> Flow {
        match input {
            Input::Arrow(arrow) => self.arrow(arrow),
            Input::Leap(arrow) => self.move_cursor(arrow, LEAP),
            Input::Enter => self.point(self.cursor),
            Input::Click(at) => {
                self.look_at(at);
                if let Pointed::Cell(cell) = at {
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
            'H' if self.is_solo() => self.ask_hint(),
            'H' => return self.ask_advice(),
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
    pub(crate) fn is_sure(
        &mut self,
        letter: char,
        asked: Option<char>,
        question: impl FnOnce(&Self) -> String,
    ) -> bool {
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
            Input::Letter('n') if self.is_solo() && !self.is_shared => Flow::ToNext,
            Input::Enter | Input::Click(_) | Input::Letter('M') => Flow::ToMaps,
            Input::Back => {
                self.overlay = Overlay::None;
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    /// Brings everything that depends on the state up to date.
    pub(crate) fn refresh(&mut self) {
        self.hand = self.now().keep_in_hand(self.seat, &self.hand);
        self.overlay = Overlay::None;
        self.foresight = Foresight::NOTHING;
        self.review.take();
        if self.is_solo() && !self.is_over() {
            let (after, events) = preview_end_turn(self.now(), self.seat);
            self.foresight = Foresight { events, after: Some(after) };
        }
        self.follow_game();
    }

    /// The whole game as a film, if it is over.
    pub fn review(&self) -> Option<&Film> {
        self.is_over().then(|| self.review.get_or_init(|| self.film()))
    }

    /// Says everything in another language from now on, what has happened so far included.
    pub fn speak(&mut self, lang: Lang) {
        self.look.lang = lang;
        self.history.retell(self.look);
        self.notice = None;
        self.refresh();
    }

    /// Words in the player's language.
    pub const fn pick(&self, words: Words) -> &'static str {
        self.look.lang.pick(words)
    }

    pub fn say(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: false });
    }

    pub fn warn(&mut self, text: String) {
        self.notice = Some(Notice { text, warning: true });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use face::Choice;
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
