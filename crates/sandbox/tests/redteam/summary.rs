//! What was run and what came of it: the rows, and the table that is printed.

use crate::identity::Identity;
use crate::verdict::Verdict;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// One attack behind one combination of layers.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    attack: String,
    combination: String,
    observed: String,
    judgement: Judgement,
}

/// Whether a row is as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    AsExpected,
    /// The machine itself refuses the attack, uncontained as it is.
    NotReal,
    /// The machine does not offer this combination of layers.
    NotOffered,
    /// It is not, for this reason.
    Wrong(String),
}

impl Judgement {
    fn to_word(&self) -> String {
        match self {
            Self::AsExpected => "as expected".into(),
            Self::NotReal => "not real".into(),
            Self::NotOffered => "not offered".into(),
            Self::Wrong(why) => format!("wrong: {why}"),
        }
    }

    fn from_word(word: &str) -> Self {
        match word {
            "as expected" => Self::AsExpected,
            "not real" => Self::NotReal,
            "not offered" => Self::NotOffered,
            other => Self::Wrong(other.trim_start_matches("wrong: ").into()),
        }
    }
}

impl Row {
    pub(crate) fn new(attack: &str, combination: &str, verdict: &Verdict, judgement: Judgement) -> Self {
        Self {
            attack: attack.into(),
            combination: combination.into(),
            observed: verdict.to_string(),
            judgement,
        }
    }

    pub(crate) fn not_offered(attack: &str, combination: &str, why: &str) -> Self {
        let observed = why.to_owned();
        Self {
            attack: attack.into(),
            combination: combination.into(),
            observed,
            judgement: Judgement::NotOffered,
        }
    }

    pub(crate) fn to_line(&self) -> String {
        let observed = self.observed.replace(['\t', '\n'], " ");
        [&self.attack, &self.combination, &observed, &self.judgement.to_word()].map(String::as_str).join("\t")
    }

    pub(crate) fn from_line(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [attack, combination, observed, judgement] = fields[..] else { return None };
        Some(Self {
            attack: attack.into(),
            combination: combination.into(),
            observed: observed.into(),
            judgement: Judgement::from_word(judgement),
        })
    }
}

/// Prints everything that was run, then the counts, then what is wrong.
pub(crate) fn print(identities: &[(Identity, Vec<Row>)]) -> ExitCode {
    print_rows(identities);
    for (identity, rows) in identities {
        print_counts(*identity, rows);
    }
    let wrong = print_wrong(identities);
    if wrong == 0 && !identities.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One line an attack: what was observed behind each combination, once where the identities agree.
fn print_rows(identities: &[(Identity, Vec<Row>)]) {
    let mut observed: BTreeMap<(&str, &str), Vec<(Identity, &str)>> = BTreeMap::new();
    let (mut attacks, mut combinations) = (Vec::new(), Vec::new());
    for (identity, rows) in identities {
        for row in rows {
            observed.entry((&row.attack, &row.combination)).or_default().push((*identity, &row.observed));
            if !attacks.contains(&row.attack) {
                attacks.push(row.attack.clone());
            }
            if !combinations.contains(&row.combination) {
                combinations.push(row.combination.clone());
            }
        }
    }
    for attack in &attacks {
        println!("{attack}");
        for combination in &combinations {
            let Some(found) = observed.get(&(attack.as_str(), combination.as_str())) else { continue };
            println!("    {combination:<14} {}", in_one_line(found));
        }
    }
}

fn in_one_line(found: &[(Identity, &str)]) -> String {
    match found {
        [(_, first), rest @ ..] if rest.iter().all(|(_, other)| other == first) => (*first).to_owned(),
        _ => found
            .iter()
            .map(|(identity, observed)| format!("{}: {observed}", identity.name()))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

fn print_counts(identity: Identity, rows: &[Row]) {
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for row in rows {
        let place = match row.judgement {
            Judgement::AsExpected => 0,
            Judgement::NotReal => 1,
            Judgement::NotOffered => 2,
            Judgement::Wrong(_) => 3,
        };
        counts.entry(&row.combination).or_default()[place] += 1;
    }
    for (combination, [expected, not_real, not_offered, wrong]) in counts {
        println!(
            "as {}, {combination}: {expected} as expected, {not_real} refused by the machine itself, {not_offered} not offered here, {wrong} wrong",
            identity.name()
        );
    }
}

fn print_wrong(identities: &[(Identity, Vec<Row>)]) -> usize {
    let mut wrong = 0;
    for (identity, rows) in identities {
        for row in rows {
            if let Judgement::Wrong(why) = &row.judgement {
                wrong += 1;
                println!(
                    "WRONG as {}, {}: {}: {}: {why}",
                    identity.name(),
                    row.combination,
                    row.attack,
                    row.observed
                );
            }
        }
    }
    wrong
}
