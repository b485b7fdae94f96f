//! Verdicts that were found before, kept by what decides them: the program, the case and the
//! limits.

use crate::case::Case;
use crate::grade::Allowance;
use crate::verdict::{CaseVerdict, Judged};
use sandbox::{Cache, Key, KeyMaker};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

/// Where verdicts are kept between runs: a folder beside the cache of compiled programs, a file for
/// each.
#[derive(Clone, Copy, Debug)]
pub struct VerdictStore<'a> {
    cache: &'a Cache,
}

/// More output than this is not worth its room.
const MOST_OUTPUT: usize = 1 << 20;

/// Files are spread over 256 folders; when one has more than this, the older half goes.
const MOST_FILES: usize = 400;

static COUNTER: AtomicU32 = AtomicU32::new(0);

impl<'a> VerdictStore<'a> {
    /// The store that belongs to a cache.
    #[must_use]
    pub const fn new(cache: &'a Cache) -> Self {
        Self { cache }
    }

    /// What became of this trial, if it is known.
    pub(crate) fn get(&self, trial: &Trial<'_>) -> Option<Judged> {
        let kept: Kept<'_> = serde_json::from_slice(&fs::read(self.path(trial.key())).ok()?).ok()?;
        let mut judged = kept.judged.into_owned();
        if kept.printed_what_is_expected {
            judged.output.clone_from(&trial.case.expected);
        }
        Some(judged)
    }

    /// Keeps a verdict that would be the same again. A failure to keep it costs a run, and nothing
    /// else.
    pub(crate) fn put(&self, trial: &Trial<'_>, judged: &Judged) {
        if is_worth_keeping(judged) {
            let _ = self.write(&self.path(trial.key()), &Kept::of(trial.case, judged));
        }
    }

    /// Writes a file whole or not at all.
    fn write(&self, path: &Path, kept: &Kept<'_>) -> io::Result<()> {
        let folder = path.parent().unwrap_or(path);
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        make_room(folder)?;
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let unfinished = folder.join(format!("unfinished-{}-{number}", std::process::id()));
        fs::write(&unfinished, serde_json::to_vec(kept)?)?;
        fs::rename(&unfinished, path)
    }

    fn path(&self, key: Key) -> PathBuf {
        let name = key.to_string();
        let mut folder = self.cache.folder().as_os_str().to_owned();
        folder.push("-verdicts");
        Path::new(&folder).join(&name[..2]).join(&name[2..])
    }
}

/// A verdict as it is kept. The output of a program that does right to the last byte is in the
/// case.
#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    judged: Cow<'a, Judged>,
    printed_what_is_expected: bool,
}

impl<'a> Kept<'a> {
    fn of(case: &Case, judged: &'a Judged) -> Self {
        if judged.output != case.expected {
            return Self { judged: Cow::Borrowed(judged), printed_what_is_expected: false };
        }
        let without_output = Judged { output: Vec::new(), ..judged.clone() };
        Self { judged: Cow::Owned(without_output), printed_what_is_expected: true }
    }
}

/// Removes the older half of a folder that has too many files.
fn make_room(folder: &Path) -> io::Result<()> {
    if fs::read_dir(folder)?.count() <= MOST_FILES {
        return Ok(());
    }
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let written = entry.metadata().and_then(|metadata| metadata.modified());
        files.push((written.unwrap_or(SystemTime::UNIX_EPOCH), entry.path()));
    }
    files.sort();
    files.iter().take(files.len() / 2).for_each(|(_, path)| {
        let _ = fs::remove_file(path);
    });
    Ok(())
}

/// Whether another run would give the same: not where the machine may have been busy.
fn is_worth_keeping(judged: &Judged) -> bool {
    let by_itself = match judged.verdict {
        CaseVerdict::Correct
        | CaseVerdict::WrongAnswer
        | CaseVerdict::RuntimeError { .. }
        | CaseVerdict::Crashed { .. }
        | CaseVerdict::Flooded { .. } => true,
        CaseVerdict::TimedOut { idle, cpu, .. } => !idle && cpu > 0.0,
        CaseVerdict::OutOfMemory | CaseVerdict::Stopped { .. } | CaseVerdict::NotRun { .. } => false,
    };
    by_itself && judged.output.len() <= MOST_OUTPUT
}

/// What decides a verdict.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<'a> {
    /// The program.
    pub(crate) program: Key,
    /// The case it runs on.
    pub(crate) case: &'a Case,
    /// The limits.
    pub(crate) allowance: &'a Allowance,
    /// What it is run for.
    pub(crate) purpose: Purpose,
}

/// What a program is run for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To be graded.
    Grading,
    /// To look more closely at a failure.
    LookingCloser,
    /// To find out more about other failures.
    Probing,
}

impl Trial<'_> {
    fn key(&self) -> Key {
        let Self { program, case, allowance, purpose } = self;
        let mut maker = KeyMaker::default();
        maker.add(b"sandtable verdict 5").add(program.to_string().as_bytes());
        maker
            .add(&[case.stage as u8, case.exit_status])
            .add(format!("{:?} {purpose:?}", case.compare).as_bytes());
        maker.add(&case.input).add(&case.expected);
        let Allowance { cpu, wall, output, memory, .. } = allowance;
        maker.add(format!("{cpu:?} {wall:?} {output} {memory}").as_bytes());
        maker.key()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Exercise;
    use crate::verdict::SanitizerFinding;
    use game::console::Stage;

    #[test]
    fn what_is_kept_is_what_was_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path().join("cache"), 1 << 20).unwrap();
        let store = VerdictStore::new(&cache);
        let exercise = Exercise::find("goblins").unwrap();
        let case = Case::made(exercise, Stage::Four, "one", b"1 1 0 0 0\n".to_vec());
        let mut maker = KeyMaker::default();
        let program = maker.add(b"program").key();
        let allowance = Allowance::default();
        let trial = Trial { program, case: &case, allowance: &allowance, purpose: Purpose::Grading };
        let finding = SanitizerFinding::Nothing;
        for output in [&case.expected[..], b"other", b"\xff\x00", b""] {
            let judged = Judged {
                verdict: CaseVerdict::WrongAnswer,
                output: output.to_vec(),
                errors: b"\xfe".to_vec(),
                sanitizer: finding.clone(),
                ..Judged::not_run(0)
            };
            store.put(&trial, &judged);
            assert_eq!(store.get(&trial), Some(judged));
        }
        let other = Trial { purpose: Purpose::Probing, ..trial };
        assert_eq!(store.get(&other), None);
    }
}
