//! Which rule is concerned wherever a program goes wrong, when no known mistake accounts for it.
//!
//! In each failed case the first difference leaves a few rules that could be concerned: those of
//! what should have happened on the squares that are wrong, or the one that decides what is written
//! there. What all cases have in common is named; of several the one comes first that is at work in
//! few of the cases that the program gets right.

use super::{Certainty, Diagnosis, Extent, Failed, Misunderstanding, Observations, is_refusal};
use crate::context::concerned;
use crate::exercise::Exercise;
use crate::foreseen::Foreseen;
use crate::handout::Section;
use crate::language::{Language, say};
use crate::wording::rule_in_words;
use game::mistakes::Rule;
use std::cmp::Reverse;

/// More rules than this are not offered.
const MOST: usize = 3;

/// One place in so many may be another matter.
const ODD_ONES: usize = 12;

/// What fewer places have in common could be chance.
const FEWEST_SITES: usize = 2;

/// The rules that could be concerned where a program first goes wrong in a case.
pub(super) struct Site {
    /// Those by which something should have happened there.
    direct: Vec<&'static Rule>,
    /// Those that are related to them.
    related: Vec<&'static Rule>,
}

impl Site {
    /// What could be concerned at this line; nothing if that cannot be told. Why a map is refused
    /// is found out by other means, and what goes beyond the hand-out is no matter of its rules.
    pub(super) fn new(exercise: &Exercise, failed: &Failed<'_>, line: usize) -> Option<Self> {
        if !Self::is_telling(failed) {
            return None;
        }
        let found = concerned(exercise, failed.case, failed.output, line)?;
        let mut direct = found.here;
        if direct.is_empty() {
            direct.extend(found.instead);
            direct.extend(found.topic);
            direct.extend(found.since.iter().filter(|rule| Some(**rule) != found.topic));
        }
        let mut related = Vec::new();
        for relation in exercise.relations.iter().filter(|relation| direct.contains(&relation.rule)) {
            let at_work = relation.if_at_work.iter().filter(|rule| found.since.contains(rule));
            related.extend(at_work.chain(relation.always));
        }
        Some(Self { direct, related })
    }

    /// Whether a case tells of the rules.
    pub(super) fn is_telling(failed: &Failed<'_>) -> bool {
        !is_refusal(failed.output) && failed.case.section == Section::Handout
    }

    fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.direct.iter().chain(&self.related).copied()
    }
}

/// Rules of which one is misunderstood, the likeliest first.
pub(super) struct Concern {
    rules: Vec<&'static Rule>,
    certainty: Certainty,
}

impl Concern {
    /// The rules that all these places have in common.
    pub(super) fn of(exercise: &Exercise, sites: &[Site], seen: &Observations<'_>) -> Option<Self> {
        let count = |rule: &Rule| sites.iter().filter(|site| site.rules().any(|its| its == rule)).count();
        let mut rules: Vec<&'static Rule> = Vec::new();
        for rule in sites.iter().flat_map(Site::rules) {
            if !rules.contains(&rule) && count(rule) + sites.len() / ODD_ONES >= sites.len() {
                rules.push(rule);
            }
        }
        let foreseen: Vec<_> = seen.correct.iter().map(|case| (case, Foreseen::of(exercise, case))).collect();
        let at_work: Vec<&[&'static Rule]> =
            foreseen.iter().map(|(case, foreseen)| foreseen.rules_at_work(exercise, case)).collect();
        let in_vain = |rule: &Rule| at_work.iter().filter(|work| work.contains(&rule)).count();
        let directly = |rule: &Rule| sites.iter().filter(|site| site.direct.contains(&rule)).count();
        rules.sort_by_key(|rule| (Reverse(directly(rule) + count(rule)), in_vain(rule)));
        rules.truncate(MOST);
        // What is only related to what went wrong is no more than a guess, unless it is all that
        // several places have in common.
        let is_likely = rules.first().is_some_and(|rule| directly(rule) * 3 >= sites.len() * 2)
            || rules.len() == 1 && sites.len() > FEWEST_SITES;
        // Sure enough to be named is what went wrong directly in (nearly) every one of several
        // places, or the only rule that they have in common.
        let is_everywhere = |rule: &&Rule| directly(rule) + sites.len() / ODD_ONES >= sites.len();
        let everywhere = rules.iter().copied().filter(is_everywhere).count();
        // Where others could be meant, a rule that the program gets right nearly always is not it.
        let is_known_well = |rule: &Rule| rules.len() > 1 && in_vain(rule) * 4 > at_work.len() * 3;
        let is_first_everywhere =
            rules.first().is_some_and(|rule| is_everywhere(rule) && !is_known_well(rule));
        let is_sure = match sites.len() {
            0..FEWEST_SITES => false,
            FEWEST_SITES => everywhere == 1 && is_first_everywhere,
            _ => is_first_everywhere || rules.len() == 1,
        };
        let certainty = if is_sure { Certainty::Named } else { Certainty::Possible };
        is_likely.then_some(Self { rules, certainty })
    }

    /// The same as no more than a possibility.
    pub(super) fn doubtful(self) -> Self {
        Self { certainty: Certainty::Possible, ..self }
    }

    /// What is said about it.
    pub(super) fn diagnosis(&self, exercise: &Exercise, language: Language) -> Diagnosis {
        let in_words = |rule: &&'static Rule| {
            let words = rule_in_words(exercise, rule, language);
            Misunderstanding {
                name: format!("rule: {}", rule.title),
                behaves_as_if: say!(
                    language,
                    "the rule “{}” were another one",
                    "“{}”这条规则与题目不同",
                    words.title
                ),
                rule: words,
            }
        };
        let mut mistakes: Vec<Misunderstanding> = self.rules.iter().map(in_words).collect();
        let alternatives = mistakes.split_off(1);
        Diagnosis {
            mistakes,
            alternatives,
            extent: Extent::Place,
            certainty: self.certainty,
            unless: Vec::new(),
            unless_probes: 0,
        }
    }
}
