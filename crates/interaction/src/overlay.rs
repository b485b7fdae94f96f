//! What covers the board: texts, lists to choose from, the end of the game.

use crate::input::{Arrow, Input, Pointed};
use crate::interaction::{Flow, Interaction};
use crate::settings::Setting;
use crate::words;
use face::{Choice, Offer, StandingFacts};
use game::Words;
use games::HostedGame;

/// What covers the board.
#[derive(Clone, Debug)]
pub enum Overlay<G: HostedGame> {
    /// Nothing.
    None,
    /// The help, and how far it is scrolled.
    Help(u16),
    /// All that happened, likewise.
    Log(u16),
    /// All that ending the turn would cause, likewise.
    Foresight(u16),
    /// A list to choose from.
    List {
        /// What is chosen.
        title: String,
        /// The list.
        entries: Vec<Entry<G>>,
        /// The entry that is marked.
        marked: usize,
        /// What the keys do.
        hint: Words,
    },
    /// The end of the game.
    Over,
}

/// An entry of a list to choose from.
#[derive(Clone, Debug)]
pub struct Entry<G: HostedGame> {
    /// What it says.
    pub label: String,
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

impl<G: HostedGame> Entry<G> {
    pub(crate) fn of_offer(offer: Offer<G>) -> Self {
        let Offer { label, order, refused } = offer;
        match refused {
            Some(why) => Self { label: format!("{label}  ({why})"), deed: Deed::Refuse(why) },
            None => Self { label, deed: Deed::Give(order) },
        }
    }
}

impl<G: HostedGame> Interaction<G> {
    pub(crate) fn in_text(&mut self, input: Input) {
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

    pub(crate) fn in_list(&mut self, input: Input) -> Flow {
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
            Input::Click(Pointed::Entry(chosen)) => return self.take_entry(chosen),
            Input::Click(_) => self.close(),
            Input::Letter(digit @ '1'..='9') => return self.take_entry(digit as usize - '1' as usize),
            Input::Back | Input::Letter('q') => self.close(),
            _ => {}
        }
        Flow::Stay
    }

    pub(crate) fn take_entry(&mut self, number: usize) -> Flow {
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
    pub(crate) fn list_standing(&mut self, marked: usize) {
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
    pub(crate) fn close(&mut self) {
        self.overlay = if self.is_over() { Overlay::Over } else { Overlay::None };
    }
}
