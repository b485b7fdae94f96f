//! Choosing few small cases that show everything.

use super::chance::Chance;
use super::{Candidate, CaseWish, Scope, Source};
use crate::case::Case;
use crate::exercise::Exercise;
use game::mistakes::{Mistake, MistakeSet};
use std::collections::BTreeMap;

/// Cases that were made, and what they are good for.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The cases, in the order in which they were chosen.
    pub cases: Vec<MadeCase>,
    /// Mechanisms of the stage that no case shows.
    pub unseen: Vec<&'static str>,
    /// Mistakes of the stage that every case lets pass.
    pub survivors: Vec<&'static str>,
}

/// A case that was made.
#[derive(Clone, Debug)]
pub struct MadeCase {
    /// The case.
    pub case: Case,
    /// The mechanisms that show in it.
    pub shows: Vec<&'static str>,
    /// The mistakes with which a program fails it.
    pub kills: Vec<&'static str>,
}

/// Candidates drawn to have small ones to choose from.
const DRAWN: usize = 6000;

/// Candidates drawn at most, as long as a mechanism does not show or a mistake is not found out.
const MOST_DRAWN: usize = 200_000;

/// The smallest candidates kept for each mechanism or mistake.
const KEPT: usize = 3;

/// A set that shows everything has at least this many cases.
const FEWEST: usize = 10;

/// Makes cases.
#[must_use]
pub fn generate(exercise: &'static Exercise, wish: CaseWish) -> Generated {
    let mut hunt = Hunt::new(exercise, wish);
    hunt.for_mechanisms();
    hunt.for_mistakes();
    let pool = hunt.into_pool();
    choose(exercise, wish, pool)
}

/// Looks for candidates worth keeping.
struct Hunt {
    exercise: &'static Exercise,
    wish: CaseWish,
    source: Source,
    chance: Chance,
    kept: BTreeMap<&'static str, Vec<Found>>,
}

/// A candidate with its case.
#[derive(Clone)]
struct Found {
    case: Case,
    shows: Vec<&'static str>,
    size: usize,
}

impl Hunt {
    fn new(exercise: &'static Exercise, wish: CaseWish) -> Self {
        let chance = Chance::new(wish.seed ^ (wish.stage as u64) << 56);
        Self { exercise, wish, source: exercise.source, chance, kept: BTreeMap::new() }
    }

    /// A random case that is allowed by the scope.
    fn draw(&mut self) -> Option<Found> {
        let CaseWish { stage, scope, .. } = self.wish;
        let Candidate { input, shows } = (self.source.candidate)(stage, scope, &mut self.chance);
        let case = Case::made(self.exercise, stage, "", input);
        if !scope.allows(case.section) {
            return None;
        }
        let size = case.input.len() * 4 + case.expected.len() / 8;
        Some(Found { case, shows, size })
    }

    /// Keeps a candidate for this purpose if it is among the smallest.
    fn keep(&mut self, purpose: &'static str, found: &Found) {
        let kept = self.kept.entry(purpose).or_default();
        let at = kept.partition_point(|other| other.size <= found.size);
        if at < KEPT && !kept.iter().any(|other| other.case.input == found.case.input) {
            kept.insert(at, found.clone());
            kept.truncate(KEPT);
        }
    }

    fn for_mechanisms(&mut self) {
        let wanted = (self.source.mechanisms)(self.wish.stage, self.wish.scope);
        for drawn in 0..MOST_DRAWN {
            if drawn >= DRAWN && wanted.iter().all(|name| self.kept.contains_key(name)) {
                return;
            }
            let Some(found) = self.draw() else { continue };
            for name in found.shows.iter().filter(|name| wanted.contains(name)) {
                self.keep(name, &found);
            }
        }
    }

    /// Draws on until every mistake is found out, or it seems hopeless.
    fn for_mistakes(&mut self) {
        let mut left: Vec<(usize, &'static str)> = self
            .exercise
            .mistakes_in(self.wish.stage)
            .filter(|(_, mistake)| can_show(self.exercise, mistake, self.wish.scope))
            .map(|(place, mistake)| (place, mistake.name))
            .collect();
        let known: Vec<Found> = self.kept.values().flatten().cloned().collect();
        for found in &known {
            self.try_mistakes(&mut left, found);
        }
        for _ in 0..MOST_DRAWN {
            if left.is_empty() {
                return;
            }
            if let Some(found) = self.draw() {
                self.try_mistakes(&mut left, &found);
            }
        }
    }

    fn try_mistakes(&mut self, left: &mut Vec<(usize, &'static str)>, found: &Found) {
        left.retain(|(place, name)| {
            let exposed = found.case.exposes(self.exercise, MistakeSet::NONE.with(*place));
            if exposed {
                self.keep(name, found);
            }
            !exposed
        });
    }

    /// Everything that was kept, each candidate once, the smallest first.
    fn into_pool(self) -> Vec<Found> {
        let mut pool: Vec<Found> = self.kept.into_values().flatten().collect();
        pool.sort_by(|a, b| (a.size, &a.case.input).cmp(&(b.size, &b.case.input)));
        pool.dedup_by(|a, b| a.case.input == b.case.input);
        pool
    }
}

/// Chooses from the pool: first whatever adds most for its size, then the smallest that are left.
fn choose(exercise: &'static Exercise, wish: CaseWish, pool: Vec<Found>) -> Generated {
    let mechanisms = (exercise.source.mechanisms)(wish.stage, wish.scope);
    let mut unseen = mechanisms.clone();
    let mut survivors: Vec<&'static str> = exercise
        .mistakes_in(wish.stage)
        .filter(|(_, mistake)| can_show(exercise, mistake, wish.scope))
        .map(|(_, mistake)| mistake.name)
        .collect();
    let mut pool: Vec<(usize, MadeCase)> =
        pool.into_iter().map(|found| (found.size, made(exercise, &mechanisms, found))).collect();
    let mut cases = Vec::new();
    let enough = |chosen: usize, unseen: &[&str], survivors: &[&str]| match wish.count {
        Some(count) => chosen >= count,
        None => chosen >= FEWEST && unseen.is_empty() && survivors.is_empty(),
    };
    while !enough(cases.len(), &unseen, &survivors) {
        let news = |made: &MadeCase| {
            let shown = made.shows.iter().filter(|name| unseen.contains(name)).count();
            shown + made.kills.iter().filter(|name| survivors.contains(name)).count()
        };
        let best =
            (0..pool.len()).rev().max_by_key(|at| news(&pool[*at].1) * 1_000_000 / (pool[*at].0 + 400));
        // What nothing in the pool adds will not come by itself.
        let is_wanted = |at: &usize| wish.count.is_some() || cases.len() < FEWEST || news(&pool[*at].1) > 0;
        let Some(best) = best.filter(is_wanted) else { break };
        let (_, mut chosen) = pool.remove(best);
        unseen.retain(|name| !chosen.shows.contains(name));
        survivors.retain(|name| !chosen.kills.contains(name));
        let prefix = if wish.scope == Scope::Robust { "r" } else { "" };
        chosen.case.name = format!("{prefix}{}", cases.len() + 1);
        cases.push(chosen);
    }
    Generated { cases, unseen, survivors }
}

/// Whether a mistake can show in cases of this scope; robustness cases are for those that show
/// nowhere else.
fn can_show(exercise: &Exercise, mistake: &Mistake, scope: Scope) -> bool {
    let beyond = exercise.beyond_handout.contains(&mistake.name);
    match scope {
        Scope::Everything => true,
        Scope::Graded => !beyond,
        Scope::Robust => beyond,
    }
}

fn made(exercise: &'static Exercise, mechanisms: &[&'static str], found: Found) -> MadeCase {
    let Found { case, shows, .. } = found;
    let killed = exercise
        .mistakes_in(case.stage)
        .filter(|(place, _)| case.exposes(exercise, MistakeSet::NONE.with(*place)))
        .map(|(_, mistake)| mistake.name);
    let kills = killed.collect();
    let mut shows: Vec<&'static str> = shows.into_iter().filter(|name| mechanisms.contains(name)).collect();
    shows.sort_unstable();
    shows.dedup();
    MadeCase { case, shows, kills }
}
