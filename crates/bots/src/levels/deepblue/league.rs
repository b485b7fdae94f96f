//! Styles of *deepblue* by self-play.

use super::variation;
use crate::greedy::deepblue::{Mind, Plan, Style};
use crate::levels::league::{League, Sport, asked};
use crate::levels::pick::{below, one_of};
use crate::levels::scripts;
use crate::{Player, Seated};
use board::SplitMix64;
use deepblue::{Kind, State};
use game::{Bot, DynGame, GameEntry, SeatHandle, Session};

/// Plays in one style.
struct Styled {
    mind: Mind,
    plan: Plan,
}

impl Bot<State> for Styled {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        handle.view(&mut self.mind.view);
        let chart = handle.briefing().chart;
        for order in self.mind.orders(&chart, handle.seat(), &self.plan) {
            handle.submit(order);
        }
    }
}

struct Deepblue;

/// Maps of so many cells take as long as ten others.
const LARGE: usize = 3_000;

impl Sport for Deepblue {
    type Style = Style;

    fn entry(&self) -> &'static dyn GameEntry {
        deepblue::ENTRY
    }

    fn scripts(&self) -> usize {
        scripts::NAMES.len()
    }

    fn is_suitable(&self, table: &dyn DynGame) -> bool {
        let session = table.as_any().downcast_ref::<Session<State>>();
        session.is_some_and(|session| session.game().chart().size.area() < LARGE)
    }

    fn script(&self, number: usize, table: &dyn DynGame) -> Box<dyn Player> {
        scripts::named(scripts::NAMES[number], table).unwrap()
    }

    fn player(&self, style: Style) -> Box<dyn Player> {
        Box::new(Seated::<State, _>::new(Styled { mind: Mind::default(), plan: Plan::of(style) }))
    }

    fn vary(&self, mut style: Style, chance: &mut SplitMix64) -> Style {
        for _ in 0..=below(chance, 3) {
            match below(chance, 3) {
                0 => vary_opening(&mut style, chance),
                1 => vary_late(&mut style, chance),
                _ => variation::vary_number(&mut style, chance),
            }
        }
        style
    }
}

fn vary_opening(style: &mut Style, chance: &mut SplitMix64) {
    let entry = &mut style.opening[below(chance, 6)];
    match below(chance, 3) {
        0 => entry.0 = one_of(chance, &Kind::UNITS),
        1 => entry.1 = (entry.1 + 1).min(12),
        _ => entry.1 = entry.1.saturating_sub(1),
    }
}

fn vary_late(style: &mut Style, chance: &mut SplitMix64) {
    let mut late = style.late.unwrap_or([0, 1, 1, 0, 0, 0]);
    late[below(chance, 6)] = one_of(chance, &[0, 0, 1, 2, 4]);
    style.late = Some(late).filter(|late| late.iter().any(|weight| *weight > 0));
}

#[test]
#[ignore = "league: minutes to hours of self-play"]
fn styles_of_deepblue_by_self_play() {
    let seed = asked("LEAGUE_SEED", 1);
    let mut league = League::new(Deepblue, &variation::STYLES, seed, 8);
    league.run(Style::SEASONED, asked("LEAGUE_ROUNDS", 6), asked("LEAGUE_STEPS", 60), 96);
}
