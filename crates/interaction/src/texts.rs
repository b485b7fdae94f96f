//! What is said beside the board.

use crate::history::HistoryStep;
use crate::interaction::{Foresight, Interaction};
use crate::words::{self, KeyHint};
use face::{Choice, GameResult, Mark};
use game::Words;
use games::HostedGame;

/// Lines under a heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The heading.
    pub heading: Words,
    /// The lines.
    pub lines: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// For the player.
    pub result: GameResult,
    /// In one word.
    pub title: Words,
    /// Turns, par, scores.
    pub lines: Vec<String>,
}

impl<G: HostedGame> Interaction<G> {
    /// What is in hand, in a few words; nothing if that goes without saying.
    pub fn in_hand(&self) -> Option<String> {
        let name = self.now().hand_name(&self.viewpoint(), &self.hand)?;
        Some(format!("{} {name}", self.pick(words::IN_HAND)))
    }

    /// What concerns the cursor and what is in hand: facts, the coach, what would follow. Sections
    /// without lines are left out.
    pub fn sections(&self) -> Vec<Section> {
        let mut facts = self.now().facts(&self.viewpoint(), self.cursor);
        let standing = self.standing_at(self.cursor);
        facts.extend(standing.into_iter().map(|(_, facts)| format!("{}: {}", facts.whose, facts.what)));
        let sections =
            [(words::HERE, facts), (words::COACH, self.coached()), (words::IF_DONE, self.considered())];
        let section = |(heading, lines)| Section { heading, lines };
        sections.into_iter().map(section).filter(|section| !section.lines.is_empty()).collect()
    }

    /// What the order under the cursor would cause.
    pub fn considered(&self) -> Vec<String> {
        let mut lines = self.now().advice(&self.viewpoint(), &self.hand, self.cursor);
        match self.choice_at(self.cursor) {
            Choice::Give { orders, .. } => lines.extend(self.told(&self.preview(&orders))),
            Choice::Refuse(why) if self.hand != G::Hand::default() => lines.push(why),
            _ => {}
        }
        lines
    }

    /// What ending the turn would cause; nothing where others play, or all is over.
    pub fn foretold(&self) -> Option<Section> {
        if !self.is_solo() || self.is_over() {
            return None;
        }
        Some(Section { heading: words::IF_ENDED, lines: self.foretold_lines() })
    }

    /// The same as lines, whenever they are asked for.
    pub fn foretold_lines(&self) -> Vec<String> {
        let mut lines = self.told(&self.foresight);
        if lines.is_empty() {
            lines.push(self.pick(words::NOTHING_WILL_HAPPEN).into());
        }
        lines
    }

    /// What is foreseen, in words.
    fn told(&self, foresight: &Foresight<G>) -> Vec<String> {
        let from = self.viewpoint();
        let after = foresight.after.as_ref().unwrap_or(self.now());
        let news = foresight.events.iter().filter(|event| G::is_news(event));
        news.map(|event| G::tell(event, self.now(), after, &from)).collect()
    }

    /// What happened so far, with the turns in which it did.
    pub fn logged(&self) -> impl DoubleEndedIterator<Item = (u32, &str)> {
        self.logged_by_side().map(|(turn, _, said)| (turn, said))
    }

    /// The same with the side whose doing it is, if that is known.
    pub fn logged_by_side(&self) -> impl DoubleEndedIterator<Item = (u32, Option<u8>, &str)> {
        let turn = |entry: &HistoryStep<G::Event>| G::shown_turn(entry.turn);
        let told = move |entry| Some((turn(entry), entry.side, entry.said.as_deref()?));
        self.history.log().iter().filter_map(told)
    }

    /// What can be done when the game is over.
    pub fn after_end(&self) -> &'static [KeyHint] {
        if self.is_shared {
            return &words::AFTER_SHARED;
        }
        if self.is_solo() { &words::AFTER_SOLO } else { &words::AFTER_BATTLE }
    }

    /// What can be done now. The end of the turn is always at the same place.
    pub fn key_hints(&self) -> Vec<KeyHint> {
        if self.is_over() {
            return self.after_end().to_vec();
        }
        let last: &[KeyHint] = if self.is_solo() { &words::SOLO_HINTS } else { &words::BATTLE_HINTS };
        [&[words::END_TURN], &*self.now().hints(self.seat, &self.hand), last].concat()
    }

    /// The keys of all games that deserve a button; the first ends the turn.
    pub fn tools(&self) -> Vec<KeyHint> {
        let own: &[KeyHint] = if self.is_solo() { &words::SOLO_TOOLS } else { &words::BATTLE_TOOLS };
        let mut tools = [&[words::END_TURN], &words::TOOLS[..], own, &words::LAST_TOOLS].concat();
        if self.is_shared {
            tools.retain(|(key, _)| !words::NOT_SHARED.contains(key));
        }
        tools
    }

    /// All keys, for the help.
    pub fn help_keys(&self) -> Vec<KeyHint> {
        let keys: &[KeyHint] = if self.is_solo() { &words::SOLO_KEYS } else { &words::BATTLE_KEYS };
        let last =
            words::LAST_KEYS.iter().filter(|(key, _)| !G::KEYS.iter().any(|(own, _)| own.contains(key)));
        let all = G::KEYS.iter().chain(&words::COMMON_KEYS).chain(keys).chain(last);
        all.filter(|(key, _)| !self.is_shared || !words::NOT_SHARED.contains(key)).copied().collect()
    }

    /// What the marks on the board mean, for the help.
    pub fn help_marks(&self) -> Vec<(Mark, Words)> {
        let own: &[_] = if self.is_solo() { &words::SOLO_SIGNS } else { &words::BATTLE_SIGNS };
        words::SIGNS.iter().chain(own).copied().collect()
    }

    /// How the game ended.
    pub fn ending(&self) -> Ending {
        let lang = self.look.lang;
        let result = self.now().result(self.seat);
        let title = match result {
            GameResult::Won => words::WON,
            GameResult::Drawn => words::DRAWN,
            GameResult::Lost => words::LOST,
        };
        let mut lines = Vec::new();
        let turns = self.history.turns_ended();
        if self.is_solo() && result == GameResult::Won {
            lines.push(format!("{} {turns}", lang.pick(words::WON_IN)));
            lines.extend(self.par.map(|par| words::par(lang, par)));
            if let Some(best) = self.best {
                let new = if turns as u32 <= best { lang.pick(words::NEW_BEST) } else { "" };
                lines.push(format!("{} {best}  {new}", lang.pick(words::BEST_SO_FAR)));
            }
        }
        lines.extend(self.now().scores(&self.viewpoint()).into_iter().map(|(_, line)| line));
        Ending { result, title, lines }
    }
}
