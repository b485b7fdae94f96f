//! Grading every submission of a class, several at a time, keeping what is done.

use crate::collect::HandIn;
use crate::results::Results;
use crate::similarity::SourceFile;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Judges one submission. What does the real work stands behind this, so that the bookkeeping can
/// be tested without compilers.
pub trait SubmissionGrader: Sync {
    /// A private copy of a submission.
    type Snapshot;

    /// Copies a submission to a safe place.
    ///
    /// # Errors
    /// Why it is nothing that could be graded: it is the student's to mend, and the class goes on.
    fn open(&self, entry: &HandIn) -> Result<OpenedSubmission<Self::Snapshot>, String>;

    /// Builds it and runs it on all cases.
    ///
    /// # Errors
    /// Why this machine cannot: the class cannot go on.
    fn grade(&self, snapshot: &Self::Snapshot) -> Result<Results, String>;
}

/// A submission that was copied to a safe place.
#[derive(Debug)]
pub struct OpenedSubmission<S> {
    /// The copy.
    pub snapshot: S,
    /// A hash of everything that its results depend on.
    pub key: String,
    /// What its author wrote, to be compared with others.
    pub sources: Vec<SourceFile>,
}

/// What became of a class.
#[derive(Debug)]
pub struct GradedClass {
    /// The results of every entry.
    pub results: Vec<Results>,
    /// What their authors wrote.
    pub sources: Vec<Vec<SourceFile>>,
    /// How many did not have to be graded again.
    pub kept: usize,
}

/// Where results are kept from run to run: one file a submission, written whole or not at all.
#[derive(Clone, Debug)]
pub struct KeptResults {
    folder: PathBuf,
}

/// A file of kept results.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    results: Results,
}

impl KeptResults {
    /// Keeps results in this folder.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_path_buf() })
    }

    /// The results of this key, if they are here. A damaged file counts as none.
    fn find(&self, slug: &str, key: &str) -> Option<Results> {
        let text = fs::read(self.path(slug)).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.key == key).then_some(kept.results)
    }

    fn keep(&self, slug: &str, key: &str, results: &Results) -> io::Result<()> {
        let kept = Kept { key: key.to_string(), results: results.clone() };
        write_whole(&self.path(slug), &serde_json::to_vec(&kept)?)
    }

    fn path(&self, slug: &str) -> PathBuf {
        self.folder.join(format!("{slug}.json"))
    }
}

/// Writes a file whole or not at all, also if the machine stops meanwhile.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    sandbox::write_whole(path, bytes)
}

/// Why a class was not graded to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It was stopped; what is done is kept.
    Stopped,
    /// This machine cannot go on, for this reason.
    Failed(String),
}

/// Grades all entries, `jobs` at a time; `done` hears of each.
///
/// # Errors
/// Why it did not come to the end.
pub fn grade_class<G: SubmissionGrader>(
    entries: &[HandIn],
    grader: &G,
    kept: &KeptResults,
    jobs: usize,
    stop: &AtomicBool,
    done: &(dyn Fn(&HandIn, &Results) + Sync),
) -> Result<GradedClass, Unfinished> {
    let work =
        Work { entries, grader, kept, stop, done, reused: AtomicUsize::new(0), next: AtomicUsize::new(0) };
    let slots: Vec<Mutex<Option<Slot>>> = entries.iter().map(|_| Mutex::new(None)).collect();
    let failure: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, entries.len().max(1)) {
            scope.spawn(|| work.run(&slots, &failure));
        }
    });
    if let Some(why) = failure.into_inner().unwrap_or_default() {
        return Err(Unfinished::Failed(why));
    }
    let all: Option<Vec<Slot>> = slots.into_iter().map(|slot| slot.into_inner().ok().flatten()).collect();
    let (results, sources) = all.ok_or(Unfinished::Stopped)?.into_iter().unzip();
    Ok(GradedClass { results, sources, kept: work.reused.into_inner() })
}

/// What is known of an entry when it is done.
type Slot = (Results, Vec<SourceFile>);

struct Work<'a, G> {
    entries: &'a [HandIn],
    grader: &'a G,
    kept: &'a KeptResults,
    stop: &'a AtomicBool,
    done: &'a (dyn Fn(&HandIn, &Results) + Sync),
    reused: AtomicUsize,
    next: AtomicUsize,
}

impl<G: SubmissionGrader> Work<'_, G> {
    /// Takes one entry after the other until there are none, or it is to stop.
    fn run(&self, slots: &[Mutex<Option<Slot>>], failure: &Mutex<Option<String>>) {
        while !self.stop.load(Ordering::Relaxed) {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let (Some(entry), Some(slot)) = (self.entries.get(at), slots.get(at)) else { return };
            match self.one(entry) {
                Ok(graded) => {
                    (self.done)(entry, &graded.0);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(graded);
                    }
                }
                Err(why) => {
                    self.stop.store(true, Ordering::Relaxed);
                    if let Ok(mut failure) = failure.lock() {
                        failure.get_or_insert(why);
                    }
                }
            }
        }
    }

    fn one(&self, entry: &HandIn) -> Result<Slot, String> {
        let graded = grade_entry(self.grader, entry, &|key| self.kept.find(&entry.slug, key))?;
        match &graded.origin {
            Origin::Kept => _ = self.reused.fetch_add(1, Ordering::Relaxed),
            Origin::Graded(key) => self
                .kept
                .keep(&entry.slug, key, &graded.results)
                .map_err(|error| format!("the results of {} cannot be kept: {error}", entry.name))?,
            Origin::Unusable => {}
        }
        Ok((graded.results, graded.sources))
    }
}

/// An entry that was graded.
#[derive(Debug)]
pub struct GradedEntry {
    /// What it came to.
    pub results: Results,
    /// What its author wrote.
    pub sources: Vec<SourceFile>,
    /// Where the results come from.
    pub origin: Origin,
}

/// Where results come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was nothing that could be graded.
    Unusable,
    /// They were known before.
    Kept,
    /// It was graded; they belong to this key.
    Graded(String),
}

/// Grades one entry, unless `known` finds the results of its key.
///
/// # Errors
/// Why this machine cannot.
pub fn grade_entry<G: SubmissionGrader>(
    grader: &G,
    entry: &HandIn,
    known: &dyn Fn(&str) -> Option<Results>,
) -> Result<GradedEntry, String> {
    let OpenedSubmission { snapshot, key, sources } = match grader.open(entry) {
        Ok(opened) => opened,
        Err(why) => {
            let results = Results { unusable: Some(why), stages: Vec::new() };
            return Ok(GradedEntry { results, sources: Vec::new(), origin: Origin::Unusable });
        }
    };
    if let Some(results) = known(&key) {
        return Ok(GradedEntry { results, sources, origin: Origin::Kept });
    }
    let results = grader.grade(&snapshot)?;
    Ok(GradedEntry { results, sources, origin: Origin::Graded(key) })
}
