//! Styles of *fc18* by self-play.

use super::variation;
use crate::greedy::fc18::{Plan, Style, Tools, play_turn};
use crate::levels::league::{League, Sport, asked};
use crate::levels::pick::below;
use crate::levels::scripts;
use crate::{Player, Seated};
use board::SplitMix64;
use fc18::{Fc18, State};
use game::{Bot, DynGame, GameEntry, SeatHandle, Session};

/// Plays in one style.
struct Styled<const SIDE: usize> {
    plan: Plan,
    tools: Tools<SIDE>,
}

impl<const SIDE: usize> Bot<State<SIDE>> for Styled<SIDE> {
    fn play(&mut self, handle: &mut SeatHandle<'_, State<SIDE>>) {
        let Some(mut state) = handle.state().cloned() else { return };
        let mut orders = Vec::new();
        play_turn(&mut state, handle.seat(), &self.plan, &mut self.tools, Some(&mut orders));
        for order in orders {
            handle.submit(order);
        }
    }
}

struct Towers;

impl Sport for Towers {
    type Style = Style;

    fn entry(&self) -> &'static dyn GameEntry {
        fc18::ENTRY
    }

    fn scripts(&self) -> usize {
        scripts::NAMES.len()
    }

    fn is_suitable(&self, table: &dyn DynGame) -> bool {
        table.as_any().is::<Session<Fc18>>()
    }

    fn script(&self, number: usize, table: &dyn DynGame) -> Box<dyn Player> {
        scripts::named(scripts::NAMES[number], table).unwrap()
    }

    fn player(&self, style: Style) -> Box<dyn Player> {
        Box::new(Seated::<Fc18, _>::new(Styled { plan: Plan::of(style), tools: Tools::default() }))
    }

    fn vary(&self, mut style: Style, chance: &mut SplitMix64) -> Style {
        for _ in 0..=below(chance, 3) {
            variation::vary_number(&mut style, chance);
        }
        style
    }
}

#[test]
#[ignore = "league: minutes to hours of self-play"]
fn styles_of_fc18_by_self_play() {
    let mut league = League::new(Towers, &variation::STYLES, asked("LEAGUE_SEED", 1), 8);
    league.run(Style::GREEDY, asked("LEAGUE_ROUNDS", 6), asked("LEAGUE_STEPS", 60), 96);
}
