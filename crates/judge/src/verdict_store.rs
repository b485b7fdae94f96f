//! Verdicts that were found before, kept by what decides them: the program, the case and the limits.

use crate::case::Case;
use crate::grade::Allowance;
use crate::verdict::{Judged, Verdict};
use sandbox::{Cache, Key, KeyMaker};
use std::fs;
use std::io;

/// Where verdicts are kept between runs.
#[derive(Clone, Copy, Debug)]
pub struct VerdictStore<'a> {
    cache: &'a Cache,
}

/// What the files of an entry are called.
const FILE: &str = "judged.json";

/// More output than this is not worth its room.
const MOST_OUTPUT: usize = 1 << 20;

impl<'a> VerdictStore<'a> {
    /// A store inside a cache.
    #[must_use]
    pub const fn new(cache: &'a Cache) -> Self {
        Self { cache }
    }

    /// What became of this program on this case, if it is known.
    pub(crate) fn get(&self, program: Key, case: &Case, allowance: &Allowance) -> Option<Judged> {
        let entry = self.cache.get(key(program, case, allowance)).ok()??;
        serde_json::from_slice(&fs::read(entry.folder.join(FILE)).ok()?).ok()
    }

    /// Keeps a verdict that would be the same again. A failure to keep it costs a run, and nothing else.
    pub(crate) fn put(&self, program: Key, case: &Case, allowance: &Allowance, judged: &Judged) {
        if !is_worth_keeping(judged) {
            return;
        }
        let Ok(text) = serde_json::to_vec(judged) else { return };
        let _ = self.cache.get_or_make(key(program, case, allowance), |folder| {
            fs::write(folder.join(FILE), &text).map_err(io::Error::from)
        });
    }
}

/// Whether another run would give the same: not where the machine may have been busy.
fn is_worth_keeping(judged: &Judged) -> bool {
    let by_itself = match judged.verdict {
        Verdict::Correct
        | Verdict::WrongAnswer
        | Verdict::RuntimeError { .. }
        | Verdict::Crashed { .. }
        | Verdict::Flooded { .. } => true,
        Verdict::TimedOut { idle, cpu, .. } => !idle && cpu > 0.0,
        Verdict::OutOfMemory | Verdict::Stopped { .. } => false,
    };
    by_itself && judged.output.len() <= MOST_OUTPUT
}

fn key(program: Key, case: &Case, allowance: &Allowance) -> Key {
    let mut maker = KeyMaker::default();
    maker.add(b"sandtable verdict 1").add(program.to_string().as_bytes());
    maker.add(&[case.stage as u8, case.exit_status]).add(format!("{:?}", case.compare).as_bytes());
    maker.add(&case.input).add(&case.expected);
    let Allowance { cpu, wall, output, memory, .. } = allowance;
    maker.add(format!("{cpu:?} {wall:?} {output} {memory}").as_bytes());
    maker.key()
}
