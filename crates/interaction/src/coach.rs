//! Hints: what the solver says of the positions of a game, found out while the player goes on
//! playing.
//!
//! A position is thought about in a thread of its own, with a greatest number of positions looked
//! at, so the screen never waits. Every drawing looks whether there is an answer.

use crate::history::History;
use crate::interaction::Interaction;
use crate::words;
use game::{DynGame, JsonText, Lang, Session};
use games::HostedGame;
use solver::{Answer, AnyOrder, Limits, Question, Verdict, is_solvable, solve_table};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

/// Positions looked at for one answer, at most.
const NODES: u64 = 4_000_000;

/// Bytes for what is remembered meanwhile.
const MEMORY: usize = 256 << 20;

/// Longer wins are not looked for.
const MOST_TURNS: u32 = 12;

/// Who looks over the player's shoulder.
#[derive(Debug, Default)]
pub(crate) struct Coach {
    /// Whether every move is looked at.
    watches: bool,
    /// The position for which a hint was asked, by its digest.
    asked: Option<u64>,
    now: Option<Seen>,
    /// The position before the last move.
    before: Option<Seen>,
    known: BTreeMap<u64, Insight>,
    thinking: Option<Thinking>,
}

/// A position of the game that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    digest: u64,
    /// Steps played until then.
    played: usize,
    /// Turns ended until then.
    turns: u32,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
struct Insight {
    left: TurnsLeft,
    /// The first order of the best win that is known; none: the turn ends.
    first: Option<JsonText>,
}

/// How many turns a win takes from a position, the one that is being played included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TurnsLeft {
    /// This is proven.
    Exactly(u32),
    /// More than the first number; the second one is enough, if there is one.
    Between(u32, Option<u32>),
    /// The game is over.
    Lost,
}

/// A position that is being thought about.
#[derive(Debug)]
struct Thinking {
    digest: u64,
    answer: Receiver<Insight>,
    stop: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
}

/// Nobody waits for the answer any more.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Coach {
    /// Whether it orders in the player's place while rounds pass.
    pub(crate) const fn plays_along(&self) -> bool {
        self.watches
    }

    /// Takes note of where the game is now.
    fn follow(&mut self, now: Seen) {
        if self.now == Some(now) {
            return;
        }
        self.before = self.now.filter(|before| before.played < now.played);
        self.now = Some(now);
        let wanted = [self.before, self.now].map(|seen| seen.map(|seen| seen.digest));
        self.thinking.take_if(|thinking| !wanted.contains(&Some(thinking.digest)));
    }

    /// Whether an answer about this position is wanted.
    fn wants(&self, seen: Seen) -> bool {
        !self.known.contains_key(&seen.digest) && (self.watches || self.asked == Some(seen.digest))
    }

    fn insight(&self, seen: Option<Seen>) -> Option<&Insight> {
        self.known.get(&seen?.digest)
    }

    /// Takes an answer that has come.
    fn take_answer(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        let insight = match thinking.answer.try_recv() {
            Ok(insight) => insight,
            Err(TryRecvError::Empty) => return,
            // Whatever happened to the thread: nothing is known.
            Err(TryRecvError::Disconnected) => Insight { left: TurnsLeft::Between(0, None), first: None },
        };
        self.known.insert(thinking.digest, insight);
        self.thinking = None;
    }

    /// Waits until nothing is thought about.
    #[cfg(test)]
    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take()
            && let Ok(insight) = thinking.answer.recv()
        {
            self.known.insert(thinking.digest, insight);
        }
    }
}

impl Thinking {
    fn start(digest: u64, table: Box<dyn DynGame>) -> Self {
        let (sender, answer) = channel();
        let (stop, nodes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (stopped, counted) = (Arc::clone(&stop), Arc::clone(&nodes));
        thread::spawn(move || {
            let mut watch = |progress: &solver::Progress| {
                counted.store(progress.nodes, Ordering::Relaxed);
                if stopped.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let question = Question { most_turns: MOST_TURNS, fewest_losses: false };
            let limits = Limits { nodes: NODES, memory: MEMORY };
            if let Some(found) = solve_table(&*table, question, limits, &mut watch) {
                // If nobody listens any more, nobody wants to know.
                let _ = sender.send(Insight::of(&found.answer));
            }
        });
        Self { digest, answer, stop, nodes }
    }
}

impl Insight {
    fn of(answer: &Answer<AnyOrder>) -> Self {
        let left = match answer.verdict() {
            Verdict::Solved(turns) => TurnsLeft::Exactly(turns),
            Verdict::NotWithin(most) => TurnsLeft::Between(most, None),
            Verdict::Between { none_within, known } => TurnsLeft::Between(none_within, known),
        };
        let turn = answer.win.as_ref().and_then(|win| win.turns.first());
        Self { left, first: turn.and_then(|orders| orders.first()).map(|order| order.json.clone()) }
    }
}

impl<G: HostedGame> Interaction<G> {
    /// Asks for the next order of a shortest win.
    pub(crate) fn ask_hint(&mut self) {
        if self.is_coachable() {
            self.coach.asked = Some(self.now().digest());
            self.follow_game();
        }
    }

    /// Has every move looked at, or no more.
    pub(crate) fn toggle_coach(&mut self) {
        if !self.is_solo() {
            return self.toggle_player();
        }
        if self.is_coachable() {
            self.coach.watches = !self.coach.watches;
            let said = if self.coach.watches { words::COACH_WATCHES } else { words::COACH_IS_AWAY };
            self.say(self.look.lang.pick(said).into());
            self.follow_game();
        }
    }

    /// Has a bot order in the player's place while rounds pass, or no more.
    fn toggle_player(&mut self) {
        if self.is_shared {
            return self.warn(self.pick(words::OTHERS_PLAY).into());
        }
        self.coach.watches = !self.coach.watches;
        let said = if self.coach.watches { words::COACH_PLAYS } else { words::COACH_RESTS };
        self.say(self.pick(said).into());
    }

    /// Whether the game can be solved. If not the player is told.
    fn is_coachable(&mut self) -> bool {
        let is_coachable = is_solvable(&Session::new(self.now().clone()));
        if !is_coachable {
            self.warn(self.look.lang.pick(words::NO_HINTS).into());
        }
        is_coachable
    }

    /// Tells the coach where the game is, takes what it has found out, and gives it the next
    /// position to think about.
    pub fn follow_game(&mut self) {
        if !self.is_solo() {
            return;
        }
        if !self.coach.watches && self.coach.asked.is_none() {
            return;
        }
        let now = seen(&self.history);
        self.coach.follow(now);
        self.coach.take_answer();
        if self.is_over() && self.coach.wants(now) {
            let won = self.now().result(self.seat) == face::GameResult::Won;
            let left = if won { TurnsLeft::Exactly(0) } else { TurnsLeft::Lost };
            self.coach.known.insert(now.digest, Insight { left, first: None });
        }
        // A position that was left unanswered is not gone back to: there is no state of it at hand.
        if self.coach.thinking.is_none() && self.coach.wants(now) {
            let table = Box::new(Session::new(self.now().clone()));
            self.coach.thinking = Some(Thinking::start(now.digest, table));
        }
    }

    /// Whether an answer is still to come: [`follow_game`](Self::follow_game) takes it.
    pub const fn is_thinking(&self) -> bool {
        self.coach.thinking.is_some()
    }

    /// What the coach has to say now.
    pub fn coached(&self) -> Vec<String> {
        if !self.is_solo() {
            return self.advice_in_words();
        }
        let coach = &self.coach;
        let Some(now) = coach.now.filter(|now| coach.watches || coach.asked == Some(now.digest)) else {
            return Vec::new();
        };
        let lang = self.look.lang;
        let mut lines = Vec::new();
        if let Some(par) = self.par {
            lines.push(words::par(lang, par));
        }
        match coach.insight(Some(now)) {
            Some(insight) => {
                lines.extend(self.judgement(now, insight, lang));
                lines.push(left_in_words(insight.left, lang));
            }
            None => {
                let nodes =
                    coach.thinking.as_ref().map_or(0, |thinking| thinking.nodes.load(Ordering::Relaxed));
                let dots = self.look.sign("…", "...");
                lines.push(format!("{}{dots} {}k", lang.pick(words::THINKING), nodes / 1000));
            }
        }
        lines.extend(self.hint_in_words(lang));
        lines
    }

    /// What the last move was worth.
    fn judgement(&self, now: Seen, insight: &Insight, lang: Lang) -> Option<String> {
        let before = self.coach.before?;
        let TurnsLeft::Exactly(planned) = self.coach.insight(Some(before))?.left else { return None };
        let planned = before.turns + planned;
        match insight.left {
            TurnsLeft::Exactly(left) if now.turns + left <= planned => {
                Some(lang.pick(words::GOOD_MOVE).into())
            }
            TurnsLeft::Exactly(left) => Some(words::longer(lang, now.turns + left, planned)),
            TurnsLeft::Between(none_within, known) if now.turns + none_within >= planned => {
                let known = known.map(|known| now.turns + known);
                Some(words::win_missed(lang, planned, known))
            }
            TurnsLeft::Between(..) => None,
            TurnsLeft::Lost => Some(lang.pick(words::WIN_IS_GONE).into()),
        }
    }

    /// The order that the player asked for, if it is known.
    pub fn hinted(&self) -> Option<G::Order> {
        if !self.is_solo() {
            return self.advised_next().flatten();
        }
        let now = self.coach.now.filter(|now| self.coach.asked == Some(now.digest))?;
        let order = self.coach.insight(Some(now))?.first.as_ref()?;
        serde_json::from_str(order.get()).ok()
    }

    fn hint_in_words(&self, lang: Lang) -> Option<String> {
        let now = self.coach.now.filter(|now| self.coach.asked == Some(now.digest))?;
        let left = self.coach.insight(Some(now))?.left;
        if !matches!(left, TurnsLeft::Exactly(1..) | TurnsLeft::Between(_, Some(_))) {
            return None;
        }
        let next = lang.pick(words::NEXT);
        let Some(order) = self.hinted() else {
            return Some(format!("{next} {}", lang.pick(words::END_THE_TURN)));
        };
        Some(format!("{next} {}", self.order_in_words(order)))
    }
}

fn seen<G: HostedGame>(history: &History<G>) -> Seen {
    Seen { digest: history.now().digest(), played: history.played(), turns: history.turns_ended() as u32 }
}

fn left_in_words(left: TurnsLeft, lang: Lang) -> String {
    match left {
        TurnsLeft::Exactly(0) => lang.pick(words::WON).into(),
        TurnsLeft::Exactly(turns) => words::shortest(lang, turns),
        TurnsLeft::Between(MOST_TURNS.., None) => words::no_win_within(lang, MOST_TURNS),
        TurnsLeft::Between(_, Some(known)) => words::some_win(lang, known),
        TurnsLeft::Between(_, None) => lang.pick(words::NOT_KNOWN).into(),
        TurnsLeft::Lost => lang.pick(words::LOST).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use face::Look;
    use game::{GameEntry, Seat};

    fn interaction<G: HostedGame>(entry: &dyn GameEntry, map: &str, lang: Lang) -> Interaction<G> {
        let look = Look { lang, ascii: false, colour: true };
        let table = entry.start(map.as_bytes(), entry.profiles()[0], 0).unwrap();
        let state = table.as_any().downcast_ref::<Session<G>>().unwrap().game().clone();
        Interaction::new(History::new(state, Seat(0), look), Seat(0), look, String::new())
    }

    fn press<G: HostedGame>(interaction: &mut Interaction<G>, letter: char) {
        interaction.input(Input::Letter(letter));
        interaction.coach.wait();
        interaction.follow_game();
    }

    /// Following every hint wins in par turns.
    fn hints_win<G: HostedGame>(entry: &dyn GameEntry, name: &str, par: usize) {
        let mut interaction = interaction::<G>(entry, entry.bundled(name).unwrap(), Lang::En);
        while !interaction.is_over() {
            press(&mut interaction, 'H');
            let said = interaction.coached().join("\n");
            assert!(said.contains("next:"), "{name}: {said}");
            match interaction.hinted() {
                Some(order) => interaction.history.play(Seat(0), crate::history::Act::Order(order)),
                None => press(&mut interaction, 'e'),
            }
        }
        assert_eq!(interaction.history.turns_ended(), par, "{name}");
        assert_eq!(interaction.now().result(Seat(0)), face::GameResult::Won);
    }

    #[test]
    fn who_follows_the_hints_wins_in_par() {
        hints_win::<::breach::State>(::breach::ENTRY, "first-contact", 2);
        hints_win::<::goblins::State>(::goblins::ENTRY, "first-spell", 3);
    }

    #[test]
    fn a_turn_that_does_nothing_makes_the_win_longer() {
        for (lang, words) in [(Lang::En, "instead of"), (Lang::Zh, "原本")] {
            let map = ::breach::ENTRY.bundled("first-shot").unwrap();
            let mut interaction = interaction::<::breach::State>(::breach::ENTRY, map, lang);
            press(&mut interaction, 'C');
            assert_eq!(interaction.coached().len(), 1, "{:?}", interaction.coached());
            press(&mut interaction, 'e');
            let said = interaction.coached().join("\n");
            assert!(said.contains(words), "{said}");
            press(&mut interaction, 'C');
            assert!(interaction.coached().is_empty());
        }
    }

    /// In games against others a hint is what a bot would order; asked for again it is done.
    #[test]
    fn advice_is_given_and_done() {
        let map = ::deepblue::ENTRY.maps()[0].1;
        let mut interaction = interaction::<::deepblue::State>(::deepblue::ENTRY, map, Lang::En);
        interaction.input(Input::Letter('H'));
        let said = interaction.coached().join("\n");
        assert!(said.starts_with("next: "), "{said}");
        let (order, before) = (interaction.hinted().unwrap(), interaction.history.played());
        interaction.input(Input::Letter('H'));
        assert_eq!(interaction.draft().last(), Some(&crate::history::Act::Order(order)));
        assert_eq!(interaction.history.played(), before + 1);
        interaction.input(Input::Letter('u'));
        assert!(interaction.coached().is_empty(), "what was advised held for another position");
        interaction.among_people = true;
        interaction.input(Input::Letter('H'));
        assert!(interaction.notice.is_some_and(|notice| notice.warning));
    }
}
