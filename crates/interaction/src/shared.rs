//! A game at a table with several people: what a player does is handed to the table, and the table
//! says when the game goes on.
//!
//! Between two settlements a player's own game runs ahead of the table's: it holds what the player
//! has ordered, and nothing of what the others have. Orders wait or belong to one seat at a time,
//! so that makes no difference to the player.

use crate::history::Act;
use crate::interaction::Interaction;
use crate::overlay::Overlay;
use crate::words;
use game::Seat;
use games::HostedGame;

/// What a seat did: an order, or the end of its turn.
pub type SeatAct<O> = (Seat, Act<O>);

impl<G: HostedGame> Interaction<G> {
    /// The player sits at a table: who has ended a turn waits for the others, and nothing is let
    /// pass.
    pub fn share(&mut self, among_people: bool) {
        self.is_shared = true;
        self.is_kept = true;
        self.among_people = among_people;
    }

    /// What the player has done since the table last settled. In a game for one that is everything.
    pub fn draft(&self) -> Vec<Act<G::Order>> {
        self.history.unsettled().iter().map(|step| step.act).collect()
    }

    /// Does again what the player had done since the table last settled.
    ///
    /// # Errors
    /// Why the rules refuse something of it.
    pub fn recall_draft(&mut self, draft: &[Act<G::Order>]) -> Result<(), String> {
        for act in draft {
            self.history.play_saved(self.seat, *act)?;
        }
        self.recall_standing();
        self.hand = G::Hand::default();
        self.refresh();
        self.look_at_end();
        Ok(())
    }

    /// All turns that were awaited have ended: takes what everybody did, in the table's order.
    pub fn settle(&mut self, done: &[SeatAct<G::Order>]) {
        self.history.settle(done);
        self.standing.seal();
        let reading = matches!(self.overlay, Overlay::Help(_) | Overlay::Log(_));
        let overlay = std::mem::replace(&mut self.overlay, Overlay::None);
        self.notice = None;
        self.refresh();
        if reading {
            self.overlay = overlay;
        }
        self.look_at_end();
    }

    /// The player's time is up: the turn ends with what is ordered so far.
    pub fn run_out_of_time(&mut self) {
        if !self.is_over() && self.now().to_move().has(self.seat) {
            self.carry_all_on();
            self.finish_turn();
            self.warn(self.pick(words::TIME_IS_UP).into());
        }
    }

    /// Whether the player waits for others at the table.
    pub fn waits_for_others(&self) -> bool {
        self.is_shared && !self.is_over() && !self.now().to_move().has(self.seat)
    }

    /// The player's turn is over; what comes of it the table will say.
    pub(crate) fn hand_over(&mut self) {
        self.hand = G::Hand::default();
        self.refresh();
        if self.waits_for_others() {
            self.say(self.pick(words::WAITING_FOR_OTHERS).into());
        }
        self.look_at_end();
    }

    fn look_at_end(&mut self) {
        if self.is_over() {
            self.overlay = Overlay::Over;
        }
    }

    /// Whether the player may order something now; if not, says why.
    pub(crate) fn may_order(&mut self) -> bool {
        let why = match (self.is_over(), self.waits_for_others()) {
            (true, _) => words::GAME_IS_OVER,
            (false, true) => words::WAITING_FOR_OTHERS,
            (false, false) => return true,
        };
        self.warn(self.pick(why).into());
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::History;
    use crate::input::Input;
    use ::deepblue::State;
    use face::Look;
    use game::{Game, Lang, Session};

    const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

    /// Two people at one table.
    fn two() -> [Interaction<State>; 2] {
        let entry = ::deepblue::ENTRY;
        let table =
            entry.start(entry.bundled("training").unwrap().as_bytes(), entry.profiles()[0], 3).unwrap();
        let state = table.as_any().downcast_ref::<Session<State>>().unwrap().game().clone();
        let look = Look { lang: Lang::En, ascii: false, colour: true };
        SEATS.map(|seat| {
            let mut one =
                Interaction::new(History::new(state.clone(), seat, look), seat, look, "training".into());
            one.share(true);
            one
        })
    }

    fn press(one: &mut Interaction<State>, letters: &str) {
        letters.chars().for_each(|letter| {
            one.input(Input::Letter(letter));
        });
    }

    fn together(both: &[Interaction<State>; 2]) -> Vec<SeatAct<<State as Game>::Order>> {
        SEATS
            .iter()
            .zip(both)
            .flat_map(|(seat, one)| one.draft().into_iter().map(|act| (*seat, act)))
            .collect()
    }

    #[test]
    fn two_people_come_to_the_same_state() {
        let mut both = two();
        for _ in 0..3 {
            for one in &mut both {
                press(one, "p1");
                while !one.waits_for_others() {
                    press(one, "e");
                }
                press(one, "u");
                assert!(one.waits_for_others(), "a turn that was handed over is not taken back");
            }
            let done = together(&both);
            assert!(done.len() > 2, "something was ordered");
            both.iter_mut().for_each(|one| one.settle(&done));
            assert_eq!(both[0].now().digest(), both[1].now().digest());
            assert!(both.iter().all(|one| one.draft().is_empty() && !one.waits_for_others()));
        }
        assert_eq!(Game::turn(both[0].now()), 4);
    }

    #[test]
    fn a_draft_comes_back() {
        let mut both = two();
        press(&mut both[1], "p1");
        let draft = both[1].draft();
        assert_eq!(draft.len(), 1);
        let mut again = two();
        again[1].recall_draft(&draft).unwrap();
        assert_eq!(again[1].draft(), draft);
        press(&mut again[1], "u");
        assert!(again[1].draft().is_empty());
    }

    #[test]
    fn whose_time_is_up_keeps_what_was_ordered() {
        let mut both = two();
        press(&mut both[0], "p1");
        let ordered = both[0].draft();
        both[0].run_out_of_time();
        let draft = both[0].draft();
        assert_eq!((&draft[..1], draft.last()), (&ordered[..], Some(&Act::EndTurn)));
    }
}
