//! Styles learnt by self-play: a champion is varied, and whatever scores more against everybody in
//! the league takes its place. Now and then somebody is bred who beats the champion, and joins the
//! league, so that nothing is learnt that only works against a few.
//!
//! `cargo xtask long league` runs it, for minutes or hours; what it prints is committed by hand in
//! `variation` and `style`. `LEAGUE_SEED` and `LEAGUE_STEPS` say with what it begins, and for how
//! long.
#![allow(clippy::print_stdout, reason = "what it finds is for the developer who runs it")]

use crate::{Player, is_sole_first};
use board::SplitMix64;
use game::{DynGame, DynSetup, GameEntry, NewMap, Seat};
use std::fmt::Debug;

/// A game whose styles are learnt.
pub(super) trait Sport {
    type Style: Copy + PartialEq + Debug;

    fn entry(&self) -> &'static dyn GameEntry;

    /// How many scripts there are beside the styles.
    fn scripts(&self) -> usize;

    /// Whether games on this board are quick enough.
    fn is_suitable(&self, table: &dyn DynGame) -> bool;

    /// One of the scripts.
    fn script(&self, number: usize, table: &dyn DynGame) -> Box<dyn Player>;

    /// Somebody who plays like this.
    fn player(&self, style: Self::Style) -> Box<dyn Player>;

    /// A style that differs in a point or two.
    fn vary(&self, style: Self::Style, chance: &mut SplitMix64) -> Self::Style;
}

/// Who is played against.
#[derive(Clone, Copy)]
enum Rival<S> {
    Script(usize),
    Style(S),
}

/// Points of a won game; a shared first place is worth half.
const WIN: i64 = 2;

pub(super) struct League<P: Sport> {
    sport: P,
    rivals: Vec<Rival<P::Style>>,
    setups: Vec<Box<dyn DynSetup>>,
    chance: SplitMix64,
}

impl<P: Sport> League<P> {
    pub(super) fn new(sport: P, styles: &[P::Style], seed: u64, new_maps: u64) -> Self {
        let entry = sport.entry();
        let mut chance = SplitMix64::new(seed);
        let mut maps: Vec<String> = entry.maps().iter().map(|(_, text)| (*text).to_owned()).collect();
        for _ in 0..new_maps {
            let wanted = NewMap { seed: chance.next_u64() >> 40, rows: None, cols: None, style: None };
            maps.extend(entry.new_map(wanted).ok());
        }
        let mut setups = Vec::new();
        for map in &maps {
            setups.extend(entry.profiles().iter().filter_map(|rules| entry.open(map.as_bytes(), rules).ok()));
        }
        setups.retain(|setup| sport.is_suitable(&*setup.start(0)));
        let scripts = (0..sport.scripts()).map(Rival::Script);
        let rivals = scripts.chain(styles.iter().copied().map(Rival::Style)).collect();
        Self { sport, rivals, setups, chance }
    }

    /// Points of a style in one game, against one of these.
    fn points(&self, style: P::Style, rivals: &[Rival<P::Style>], game: u64) -> i64 {
        let mut draw = SplitMix64::new(game);
        let setup = &self.setups[draw.below(self.setups.len() as u64) as usize];
        let mut table = setup.start(game);
        let own = Seat(draw.below(table.seats().into()) as u8);
        let mut players: Vec<Box<dyn Player>> = (0..table.seats())
            .map(|seat| match rivals[draw.below(rivals.len() as u64) as usize] {
                _ if seat == own.0 => self.sport.player(style),
                Rival::Script(number) => self.sport.script(number, &*table),
                Rival::Style(style) => self.sport.player(style),
            })
            .collect();
        table.listen(false);
        while !table.to_move().is_empty() {
            for seat in table.to_move().iter() {
                players[seat.index()].play(&mut *table, seat, None);
                let _ = table.end_turn(seat);
            }
        }
        let Some(outcome) = table.outcome() else { return 0 };
        match is_sole_first(&outcome, own) {
            true => WIN,
            false => i64::from(outcome.of(own).place == 1),
        }
    }

    /// What has become of a style after so many variations: each that scores more in the same games
    /// takes its place.
    fn improved(&mut self, style: P::Style, rivals: &[Rival<P::Style>], steps: u64, games: u64) -> P::Style {
        let first = self.chance.next_u64();
        let number = |game: u64| first.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut best = style;
        let mut known: Vec<i64> = (0..games).map(|game| self.points(best, rivals, number(game))).collect();
        for _ in 0..steps {
            let other = self.sport.vary(best, &mut self.chance);
            if other == best {
                continue;
            }
            let mut gained = 0;
            let mut points = Vec::with_capacity(known.len());
            for game in 0..games {
                points.push(self.points(other, rivals, number(game)));
                gained += points[game as usize] - known[game as usize];
                // What loses ground is not worth more games.
                if gained < -(game as f64).sqrt() as i64 {
                    break;
                }
            }
            if points.len() == known.len() && gained > (games as f64).sqrt() as i64 / 2 {
                (best, known) = (other, points);
            }
        }
        best
    }

    fn share(&self, style: P::Style, rivals: &[Rival<P::Style>], games: u64) -> f64 {
        let points: i64 = (0..games).map(|game| self.points(style, rivals, game * 7_919 + 13)).sum();
        points as f64 / (WIN * games as i64) as f64
    }

    /// Breeds a champion in so many rounds of so many variations, and says what it has become.
    pub(super) fn run(&mut self, mut champion: P::Style, rounds: u64, steps: u64, games: u64) {
        for round in 0..rounds {
            let rivals = self.rivals.clone();
            champion = self.improved(champion, &rivals, steps, games);
            let share = self.share(champion, &rivals, 2 * games);
            println!(
                "round {round}: {:.3} of the points against {} rivals\n{champion:?}",
                share,
                rivals.len()
            );
            let only = [Rival::Style(champion)];
            let start = match self.rivals[self.chance.below(self.rivals.len() as u64) as usize] {
                Rival::Style(style) => style,
                Rival::Script(_) => champion,
            };
            let spoiler = self.improved(start, &only, steps, games / 2);
            let share = self.share(spoiler, &only, games);
            println!("  against it {share:.3} by {spoiler:?}");
            if share > 0.5 {
                self.rivals.push(Rival::Style(spoiler));
            }
            self.rivals.push(Rival::Style(champion));
        }
        for (number, rival) in self.rivals.iter().enumerate() {
            let share = self.share(champion, &[*rival], games);
            println!("rival {number}: {share:.3}");
        }
    }
}

/// A number from the environment.
pub(super) fn asked(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
