//! A bot at a table, whichever game it is.

use game::{Answer, Bot, DynGame, GivenCount, JsonGame, JsonText, Seat, SeatHandle, Session};

/// A bot at a table, whichever game it is.
pub trait Player: Send {
    /// Gives the orders of one turn, and says how many they were; the caller ends the turn.
    ///
    /// With a script, the orders and their answers are written down in it. Without one nothing is
    /// recorded and nothing becomes JSON. At a table of another game than the one it was made for,
    /// the bot gives no orders.
    fn play(&mut self, table: &mut dyn DynGame, seat: Seat, script: Option<&mut Script>) -> GivenCount;

    /// Hears what happened in the turn that has just ended, before the table forgets it.
    fn hear(&mut self, table: &dyn DynGame, seat: Seat) {
        let _ = (table, seat);
    }

    /// What went wrong with it, if something did.
    fn trouble(&self) -> Option<String> {
        None
    }
}

/// Orders with their answers, as a replay writes them down.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Script {
    /// In the order in which they were given.
    pub lines: Vec<(JsonText, Answer<String>)>,
    /// What the bot had to say about the turn.
    pub note: Option<String>,
}

/// A bot that knows its game, as a [`Player`].
#[derive(Debug)]
pub struct Seated<G: JsonGame, B> {
    bot: B,
    /// Kept between turns for its memory; empty between them.
    given: Vec<game::GivenOrder<G>>,
}

impl<G: JsonGame, B: Bot<G>> Seated<G, B> {
    /// The bot, ready to play.
    #[must_use]
    pub const fn new(bot: B) -> Self {
        Self { bot, given: Vec::new() }
    }
}

impl<G, B> Player for Seated<G, B>
where
    G: JsonGame<Refusal: Send>,
    B: Bot<G>,
{
    fn play(&mut self, table: &mut dyn DynGame, seat: Seat, script: Option<&mut Script>) -> GivenCount {
        let Some(session) = table.as_any_mut().downcast_mut::<Session<G>>() else {
            return GivenCount::default();
        };
        let written = script.is_some().then_some(&mut self.given);
        let mut handle = SeatHandle::new(session, seat, written);
        self.bot.play(&mut handle);
        let count = handle.count();
        if let Some(script) = script {
            let lines = self.given.drain(..);
            let in_words = |answer: Answer<G::Refusal>| answer.map(|refusal| refusal.to_string());
            script.lines.extend(lines.map(|(order, answer)| (JsonText::of(&order), in_words(answer))));
            script.note = self.bot.note();
        }
        count
    }
}
