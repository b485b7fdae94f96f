//! The search that both games share: plans are tried by playing them forward, and the best is
//! varied further.

use super::level::Effort;

/// Something to be decided: which plan to follow.
pub(super) trait Question {
    /// What is chosen among.
    type Plan: Clone + PartialEq;

    /// By how much a plan must be better than another to replace it.
    const MARGIN: i64;

    /// How many worlds there are to try a plan in.
    fn worlds(&self) -> usize;

    /// What a plan leads to in one of the worlds.
    fn judge(&mut self, plan: &Self::Plan, world: usize) -> Judgement;

    /// Another plan to try, not far from the best so far.
    fn vary(&mut self, best: &Self::Plan) -> Self::Plan;

    /// Turns that were simulated so far.
    fn nodes(&self) -> u64;
}

/// What a plan leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Judgement {
    /// More is better.
    pub(super) worth: i64,
    /// Points of the score by which it would then be ahead.
    pub(super) lead: i64,
}

/// The sum of several, for an average over worlds.
impl std::iter::Sum for Judgement {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, next| Self {
            worth: sum.worth + next.worth,
            lead: sum.lead + next.lead,
        })
    }
}

impl std::ops::Div<i64> for Judgement {
    type Output = Self;

    fn div(self, count: i64) -> Self {
        Self { worth: self.worth / count, lead: self.lead / count }
    }
}

/// The best plan that was found.
#[derive(Clone, Debug)]
pub(super) struct Found<P> {
    pub(super) plan: P,
    /// What it was judged to lead to.
    pub(super) judgement: Judgement,
    /// How many plans were tried.
    pub(super) tried: u32,
    /// Turns that were simulated.
    pub(super) nodes: u64,
}

/// Tries the first plan, then the others, then variations of the best, until so many turns have
/// been simulated.
///
/// A plan must be better by a margin to replace an earlier one: who changes plans for nothing
/// carries out none.
pub(super) fn climb<Q: Question>(
    question: &mut Q,
    first: Q::Plan,
    others: impl IntoIterator<Item = Q::Plan>,
    budget: u64,
) -> Found<Q::Plan> {
    let worlds = question.worlds().max(1);
    let mut known: Vec<Judgement> = (0..worlds).map(|world| question.judge(&first, world)).collect();
    let mut best = Found { plan: first, judgement: mean(&known), tried: 1, nodes: 0 };
    let mut others = others.into_iter();
    while question.nodes() < budget {
        let plan = others.next().unwrap_or_else(|| question.vary(&best.plan));
        best.tried += 1;
        if let Some(judged) = race(question, &plan, &known) {
            best = Found { plan, judgement: mean(&judged), ..best };
            known = judged;
        }
    }
    best.nodes = question.nodes();
    best
}

/// What a plan leads to in every world, if it is better than the best so far.
///
/// It is given up in the first world after which it is not: most plans are not worth a second look.
fn race<Q: Question>(question: &mut Q, plan: &Q::Plan, best: &[Judgement]) -> Option<Vec<Judgement>> {
    let mut judged = Vec::with_capacity(best.len());
    let mut ahead = 0;
    for (world, best) in best.iter().enumerate() {
        let judgement = question.judge(plan, world);
        ahead += judgement.worth - best.worth - Q::MARGIN;
        if ahead <= 0 {
            return None;
        }
        judged.push(judgement);
    }
    Some(judged)
}

fn mean(judged: &[Judgement]) -> Judgement {
    judged.iter().copied().sum::<Judgement>() / judged.len().max(1) as i64
}

impl<P> Found<P> {
    /// What a bot says about its turn: how it decided, and what it hopes for.
    pub(super) fn note(&self, plan: &str, effort: Effort) -> String {
        let Self { judgement: Judgement { lead, .. }, tried, nodes, .. } = self;
        let plans = if *tried == 1 { "plan" } else { "plans" };
        let Effort { nodes: budget, rounds } = effort;
        format!(
            "{plan}; expects {lead:+} points in {rounds} rounds ({tried} {plans} tried in {nodes} simulated turns of {budget})"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks for the number that is nearest to 40, going up in steps of one. The second world knows
    /// better than the first.
    struct Nearest {
        nodes: u64,
        worlds: usize,
    }

    impl Question for Nearest {
        type Plan = i64;

        const MARGIN: i64 = 0;

        fn worlds(&self) -> usize {
            self.worlds
        }

        fn judge(&mut self, plan: &i64, world: usize) -> Judgement {
            self.nodes += 10;
            let aim = if world == 0 { 40 } else { 30 };
            Judgement { worth: -(plan - aim).abs(), lead: 0 }
        }

        fn vary(&mut self, best: &i64) -> i64 {
            best + 1
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }
    }

    #[test]
    fn climbing_stops_when_the_budget_is_spent() {
        let found = climb(&mut Nearest { nodes: 0, worlds: 1 }, 30, [10, 35], 60);
        assert_eq!((found.plan, found.judgement.worth, found.tried, found.nodes), (38, -2, 6, 60));
    }

    #[test]
    fn the_first_plan_is_judged_whatever_the_budget() {
        let found = climb(&mut Nearest { nodes: 0, worlds: 1 }, 30, [35], 0);
        assert_eq!((found.plan, found.tried), (30, 1));
    }

    #[test]
    fn a_plan_must_be_better_in_all_worlds_together() {
        let found = climb(&mut Nearest { nodes: 0, worlds: 2 }, 30, [20, 35], 50);
        // The first costs both worlds, 20 is given up after one, 35 gains in the first what it
        // loses in the second.
        assert_eq!((found.plan, found.tried, found.nodes), (30, 3, 50));
    }
}
