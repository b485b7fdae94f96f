//! Which submissions are alike: a hint for a person who then reads both, not a verdict.
//!
//! Sources become [`tokens`] in which names, values, comments and layout do not matter. Passages
//! that two lists of tokens share are found by their fingerprints and followed as far as they go,
//! in whatever order they stand. What the handout brought along counts for nothing, nor does what a
//! large part of the class wrote in the same way.

mod fingerprint;
pub mod tokens;

use fingerprint::{Fingerprint, GRAM, grams, winnow};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use tokens::Token;

/// A source file: its name in the submission, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Two submissions that share passages.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SimilarPair {
    /// The places of the two in the list that was compared, ascending.
    pub pair: (usize, usize),
    /// The part of both programs that the passages make up, from 0 to 1.
    pub similarity: f64,
    /// The part of the shorter program that is found in the other, from 0 to 1.
    pub contained: f64,
    /// What they share, the longest first.
    pub passages: Vec<Passage>,
}

/// A passage that stands in two submissions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Passage {
    /// Its length in tokens.
    pub tokens: usize,
    /// Where it stands in the first.
    pub first: Place,
    /// Where it stands in the second.
    pub second: Place,
}

/// Lines of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The number of the file in its submission.
    pub file: usize,
    /// The first line, from 1.
    pub from: u32,
    /// The last line.
    pub to: u32,
}

/// Pairs below this are what independent programs for one exercise come to.
pub const WORTH_A_LOOK: f64 = 0.25;

/// Compares every two submissions; the most alike come first.
///
/// Pairs that share next to nothing are left out.
#[must_use]
pub fn similar_pairs(submissions: &[Vec<SourceFile>], handout: &[SourceFile]) -> Vec<SimilarPair> {
    let known: HashSet<u64> = handout.iter().flat_map(|file| grams(&tokens::tokens(&file.text))).collect();
    let programs: Vec<Program> = submissions.iter().map(|files| Program::new(files, &known)).collect();
    let common = common_hashes(&programs);
    let mut pairs: Vec<SimilarPair> = shared(&programs, &common)
        .into_iter()
        .filter_map(|((first, second), anchors)| {
            let passages = follow(&programs[first], &programs[second], anchors);
            rate((first, second), &programs, passages)
        })
        .collect();
    pairs.sort_by(|one, two| two.similarity.total_cmp(&one.similarity).then(one.pair.cmp(&two.pair)));
    pairs
}

/// A submission ready to be compared: the tokens of all its files, one after the other.
struct Program {
    tokens: Vec<Token>,
    /// The file of each token, as the token it begins with.
    files: Vec<usize>,
    /// Whether a token belongs to what the handout brought along.
    given: Vec<bool>,
    fingerprints: Vec<Fingerprint>,
}

impl Program {
    fn new(files: &[SourceFile], known: &HashSet<u64>) -> Self {
        let mut program =
            Self { tokens: Vec::new(), files: Vec::new(), given: Vec::new(), fingerprints: Vec::new() };
        for file in files {
            program.add(&file.text, known);
        }
        program
    }

    /// Adds a file. Fingerprints never reach from one file into the next.
    fn add(&mut self, text: &str, known: &HashSet<u64>) {
        let begin = self.tokens.len();
        self.files.push(begin);
        let tokens = tokens::tokens(text);
        let grams = grams(&tokens);
        let mut given = vec![false; tokens.len()];
        for (at, _) in grams.iter().enumerate().filter(|(_, hash)| known.contains(hash)) {
            given[at..at + GRAM].fill(true);
        }
        let own = |print: &Fingerprint| !known.contains(&print.hash);
        let moved = |print: Fingerprint| Fingerprint { at: begin + print.at, ..print };
        self.fingerprints.extend(winnow(&grams).into_iter().filter(own).map(moved));
        self.tokens.extend(tokens);
        self.given.extend(given);
    }

    /// How many tokens are the author's own.
    fn own_tokens(&self) -> usize {
        self.given.iter().filter(|given| !**given).count()
    }

    /// The number of the file that a token stands in.
    fn file_of(&self, token: usize) -> usize {
        self.files.partition_point(|begin| *begin <= token) - 1
    }

    /// Where the file of a token ends.
    fn file_end(&self, token: usize) -> usize {
        self.files.get(self.file_of(token) + 1).copied().unwrap_or(self.tokens.len())
    }

    fn place(&self, from: usize, length: usize) -> Place {
        let last = from + length - 1;
        Place { file: self.file_of(from), from: self.tokens[from].line, to: self.tokens[last].line }
    }
}

/// Hashes that so many have that they say nothing about any two of them.
fn common_hashes(programs: &[Program]) -> HashSet<u64> {
    let most = (programs.len() / 5).max(4);
    let mut owners: HashMap<u64, usize> = HashMap::new();
    for program in programs {
        let its: HashSet<u64> = program.fingerprints.iter().map(|print| print.hash).collect();
        for hash in its {
            *owners.entry(hash).or_default() += 1;
        }
    }
    owners.into_iter().filter(|(_, count)| *count > most).map(|(hash, _)| hash).collect()
}

/// For every pair that shares fingerprints, where they stand in the two.
fn shared(programs: &[Program], common: &HashSet<u64>) -> BTreeMap<(usize, usize), Vec<(usize, usize)>> {
    /// A program that repeats one line a thousand times must not cost a million comparisons.
    const MOST_REPEATS: usize = 16;
    let mut index: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
    for (number, program) in programs.iter().enumerate() {
        for print in program.fingerprints.iter().filter(|print| !common.contains(&print.hash)) {
            let places = index.entry(print.hash).or_default();
            if places.iter().filter(|(owner, _)| *owner == number).count() < MOST_REPEATS {
                places.push((number, print.at));
            }
        }
    }
    let mut pairs: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for places in index.into_values() {
        for (nth, (first, at)) in places.iter().enumerate() {
            for (second, other) in places[nth + 1..].iter().filter(|(second, _)| second != first) {
                pairs.entry((*first, *second)).or_default().push((*at, *other));
            }
        }
    }
    pairs
}

/// A run of equal tokens.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    second: usize,
    length: usize,
}

/// Follows every anchor as far as the two agree, and keeps the longest runs that do not overlap.
fn follow(one: &Program, two: &Program, mut anchors: Vec<(usize, usize)>) -> Vec<Passage> {
    anchors.sort_unstable();
    let mut runs: Vec<Run> = Vec::new();
    // For each distance between the two places, how far its last run reaches: anchors inside it are
    // that run again.
    let mut reached: HashMap<isize, usize> = HashMap::new();
    for (first, second) in anchors {
        let end = reached.entry(first as isize - second as isize).or_default();
        if first >= *end {
            let run = widen(one, two, (first, second));
            *end = run.first + run.length;
            runs.push(run);
        }
    }
    runs.sort_by_key(|run| (usize::MAX - run.length, run.first, run.second));
    let (mut used_one, mut used_two) = (one.given.clone(), two.given.clone());
    let mut passages = Vec::new();
    for run in runs {
        let Some(run) = free_part(run, &used_one, &used_two) else { continue };
        used_one[run.first..run.first + run.length].fill(true);
        used_two[run.second..run.second + run.length].fill(true);
        passages.push(Passage {
            tokens: run.length,
            first: one.place(run.first, run.length),
            second: two.place(run.second, run.length),
        });
    }
    passages.sort_by_key(|passage| usize::MAX - passage.tokens);
    passages
}

/// The longest run of equal tokens around an anchor, within one file of each.
fn widen(one: &Program, two: &Program, (first, second): (usize, usize)) -> Run {
    let room_before = (first - one.files[one.file_of(first)]).min(second - two.files[two.file_of(second)]);
    let equal = |back: &usize| one.tokens[first - back].code == two.tokens[second - back].code;
    let before = (1..=room_before).take_while(equal).count();
    let room_behind = (one.file_end(first) - first).min(two.file_end(second) - second);
    let behind =
        (0..room_behind).take_while(|on| one.tokens[first + on].code == two.tokens[second + on].code);
    Run { first: first - before, second: second - before, length: before + behind.count() }
}

/// The longest stretch of a run that is free on both sides, if it is long enough to say anything.
fn free_part(run: Run, used_one: &[bool], used_two: &[bool]) -> Option<Run> {
    let (mut best, mut begin) = (0..0, 0);
    for at in 0..=run.length {
        let taken = at == run.length || used_one[run.first + at] || used_two[run.second + at];
        if taken {
            if at - begin > best.len() {
                best = begin..at;
            }
            begin = at + 1;
        }
    }
    (best.len() >= GRAM).then(|| Run {
        first: run.first + best.start,
        second: run.second + best.start,
        length: best.len(),
    })
}

fn rate(pair: (usize, usize), programs: &[Program], passages: Vec<Passage>) -> Option<SimilarPair> {
    /// Less than this is chance.
    const LEAST: usize = 40;
    let matched: usize = passages.iter().map(|passage| passage.tokens).sum();
    let (one, two) = (programs[pair.0].own_tokens(), programs[pair.1].own_tokens());
    (matched >= LEAST).then(|| SimilarPair {
        pair,
        similarity: (2 * matched) as f64 / (one + two) as f64,
        contained: (matched as f64 / one.min(two) as f64).min(1.0),
        passages,
    })
}
