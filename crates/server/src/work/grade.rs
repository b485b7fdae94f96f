//! A submission is graded, as `sandtable class` does it.

use super::{Trouble, Unfinished, Worker, unbroken};
use crate::arena::Arena;
use crate::case_files::case_set;
use crate::database::courses::Assignment;
use crate::database::submissions::{Grade, Submission};
use crate::limits::LARGEST_UPLOAD;
use class::Policy;
use class::collect::HandIn;
use class::judging::{Judging, grading_options};
use class::run::{GradedEntry, grade_entry};
use game::console::Stage;
use judge::{Exercise, GradingWorkshop, Language, VerdictStore};
use sandbox::{Cache, PrivateFolder};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often it is asked whether somebody wants us to stop.
const LOOK_UP: Duration = Duration::from_millis(200);

impl Worker {
    pub(super) fn grade(&self, id: i64, attempt: i64) -> Result<(), Trouble> {
        let database = &self.arena.database;
        let Some(submission) = self.wait(database.submission(id))? else { return Ok(()) };
        let Some(assignment) = self.wait(database.assignment(submission.assignment_id))? else {
            return Ok(());
        };
        tracing::info!("grading submission {id}");
        match unbroken(|| self.graded(submission, assignment, attempt)) {
            Ok(grade) => {
                self.wait(database.finish_grading((id, attempt), &grade))?;
                self.arena.bell.notify_waiters();
            }
            Err(Unfinished::Stopped) => self.wait(database.hand_back_grading(id, attempt))?,
            Err(Unfinished::Unable(why)) => {
                self.wait(database.hand_back_grading(id, attempt))?;
                return Err(Trouble::Here(format!("submission {id} cannot be graded here now: {why}")));
            }
            Err(Unfinished::Failed(why)) => {
                tracing::error!("submission {id} could not be graded: {why}");
                self.wait(database.fail_grading(id, attempt, &why))?;
            }
        }
        Ok(())
    }

    /// Grades in a thread of its own, which is left alone if somebody wants us to stop: what it
    /// runs ends with us.
    fn graded(
        &self,
        submission: Submission,
        assignment: Assignment,
        attempt: i64,
    ) -> Result<Grade, Unfinished> {
        let (sender, receiver) = mpsc::channel();
        let arena = Arc::clone(&self.arena);
        let work = move || {
            let graded = graded(&arena, &submission, &assignment, attempt == 1);
            // Whoever waited may be gone.
            let _ = sender.send(graded);
        };
        std::thread::Builder::new().name("grader".to_owned()).spawn(work)?;
        loop {
            match receiver.recv_timeout(LOOK_UP) {
                Ok(graded) => return graded,
                Err(RecvTimeoutError::Timeout) if self.arena.stop.is_wanted() => {
                    return Err(Unfinished::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Unfinished::Failed("the grader broke off".to_owned()));
                }
            }
        }
    }
}

/// What a submission comes to, kept as files. `may_reuse` verdicts that are known of the same
/// program; who asks for a second grading wants every case run again.
fn graded(
    arena: &Arena,
    submission: &Submission,
    assignment: &Assignment,
    may_reuse: bool,
) -> Result<Grade, Unfinished> {
    let sandbox = arena.sandbox.as_ref().map_err(|why| Unfinished::Failed(why.clone()))?;
    let exercise = Exercise::find(&assignment.game)
        .ok_or_else(|| Unfinished::Failed(format!("{} has no graded dialogue", assignment.game)))?;
    let deleted = || Unfinished::Failed("its author deleted it".to_owned());
    let source = submission.source.as_deref().ok_or_else(deleted)?;
    let policy = Policy::parse(&assignment.policy).map_err(Unfinished::Failed)?;
    let cases =
        case_set(arena, sandbox, exercise, (assignment.cases.as_deref(), assignment.hidden.as_deref()))
            .map_err(Unfinished::Failed)?;
    let stage = assignment.stage.and_then(|number| Stage::from_number(u8::try_from(number).ok()?));
    let options = grading_options(exercise, stage, cases, &policy, Language::of_locale(&assignment.language));
    let cache = Cache::of_user()?;
    let verdicts = may_reuse.then(|| VerdictStore::new(&cache));
    let workshop = GradingWorkshop { sandbox, cache: &cache, verdicts };
    let judging = Judging { exercise, workshop, options: &options };
    let folder = PrivateFolder::new()?;
    let name = submission.file_name();
    let path = folder.path().join(&name);
    let bytes = arena.files.read(source, LARGEST_UPLOAD as u64)?;
    std::fs::write(&path, bytes)?;
    let slug = submission.number.clone();
    let entry = HandIn { name, path, slug, owner: None, changed: None };
    let mut graded = grade_entry(&judging, &entry, &|_| None).map_err(Unfinished::Failed)?;
    // Its author knows the file, not where we laid it.
    let laid = format!("{}/", folder.path().display());
    graded.results.unusable = graded.results.unusable.map(|why| why.replace(&laid, ""));
    Ok(kept(arena, &graded, assignment.revision)?)
}

fn kept(arena: &Arena, graded: &GradedEntry, revision: i64) -> std::io::Result<Grade> {
    let results = arena.files.keep(&serde_json::to_vec(&graded.results)?)?;
    let sources: Vec<(&str, &str)> =
        graded.sources.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    let sources = arena.files.keep(&serde_json::to_vec(&sources)?)?;
    Ok(Grade { results, sources: Some(sources), revision })
}
