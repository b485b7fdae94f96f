//! What students handed in, and what it came to. Grading is a job as building is: a row in a
//! waiting state, taken with a new attempt, finished only by the same attempt.

use super::notices::tell_graded;
use super::once::{Asked, Once, answered, asked};
use super::{Database, column, now};
use sqlx::any::AnyRow;

/// After so many failures of ours a submission waits for a teacher.
const MOST_FAILURES: i64 = 3;

/// What was handed in. It decides the ending of the file that is graded; nothing a user types does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HandInKind {
    Zip,
    Cpp,
}

impl HandInKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Cpp => "cpp",
        }
    }

    /// What was uploaded, by the ending of its name and its first bytes.
    pub(crate) fn of_upload(name: &str, bytes: &[u8]) -> Option<Self> {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "cpp" | "cc" | "cxx" | "c++" => Some(Self::Cpp),
            _ if bytes.starts_with(b"PK\x03\x04") => Some(Self::Zip),
            _ => None,
        }
    }
}

/// How far a submission has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SubmissionState {
    Waiting,
    Grading,
    Graded,
    /// It could not be graded, which is not its fault.
    Failed,
}

impl SubmissionState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Grading, Self::Graded, Self::Failed];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Grading => "grading",
            Self::Graded => "graded",
            Self::Failed => "failed",
        }
    }

    /// Whether a worker still has to do something.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Grading)
    }
}

/// Something handed in.
#[derive(Clone, Debug)]
pub(crate) struct Submission {
    pub(crate) id: i64,
    pub(crate) assignment_id: i64,
    pub(crate) student_id: i64,
    /// The student's number and name.
    pub(crate) number: String,
    pub(crate) student: String,
    pub(crate) kind: HandInKind,
    pub(crate) source: Option<String>,
    pub(crate) bytes: i64,
    pub(crate) state: SubmissionState,
    pub(crate) failure: Option<String>,
    pub(crate) created: i64,
    /// What it came to, if it was graded; an earlier grade while it is graded again.
    pub(crate) grade: Option<Grade>,
}

impl Submission {
    /// What the file is called that a teacher gets, and that is graded.
    pub(crate) fn file_name(&self) -> String {
        format!("{}.{}", self.number, self.kind.name())
    }
}

/// A submission to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewSubmission<'a> {
    pub(crate) assignment: i64,
    pub(crate) student: i64,
    pub(crate) kind: HandInKind,
    /// The file.
    pub(crate) source: &'a str,
    pub(crate) bytes: i64,
}

/// Why nothing was taken.
#[derive(Debug)]
pub(crate) enum SubmitRefused {
    /// Something else was sent under the same key.
    KeyUsed,
    Database(sqlx::Error),
}

impl From<sqlx::Error> for SubmitRefused {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// What grading came to: files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Grade {
    pub(crate) results: String,
    pub(crate) sources: Option<String>,
    pub(crate) revision: i64,
}

const SUBMISSION: &str = "SELECT submissions.*, roster.number, roster.name AS student, grades.results, \
    grades.sources, grades.revision AS graded_revision FROM submissions \
    JOIN roster ON roster.id = submissions.student_id \
    LEFT JOIN grades ON grades.submission_id = submissions.id";

fn submission(row: &AnyRow) -> Submission {
    let kind: String = column(row, "kind");
    let state: String = column(row, "state");
    let results: Option<String> = column(row, "results");
    Submission {
        id: column(row, "id"),
        assignment_id: column(row, "assignment_id"),
        student_id: column(row, "student_id"),
        number: column(row, "number"),
        student: column(row, "student"),
        kind: if kind == "zip" { HandInKind::Zip } else { HandInKind::Cpp },
        source: column(row, "source"),
        bytes: column(row, "bytes"),
        state: SubmissionState::ALL
            .into_iter()
            .find(|one| one.name() == state)
            .unwrap_or(SubmissionState::Failed),
        failure: column(row, "failure"),
        created: column(row, "created"),
        grade: results.map(|results| Grade {
            results,
            sources: column(row, "sources"),
            revision: column::<Option<i64>>(row, "graded_revision").unwrap_or_default(),
        }),
    }
}

impl Database {
    /// Takes a submission, unless the same request was taken before. Returns its id.
    pub(crate) async fn add_submission(
        &self,
        new: &NewSubmission<'_>,
        user: i64,
        once: Option<&Once>,
    ) -> Result<i64, SubmitRefused> {
        let mut change = self.change().await?;
        if let Some(once) = once {
            match asked(&mut change, user, once).await? {
                Asked::Never => {}
                Asked::Differently => return Err(SubmitRefused::KeyUsed),
                Asked::Before(answer) => return answer.parse().map_err(|_| SubmitRefused::KeyUsed),
            }
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO submissions (assignment_id, student_id, kind, source, bytes, state, created) \
             VALUES ($1, $2, $3, $4, $5, 'waiting', $6) RETURNING id",
        )
        .bind(new.assignment)
        .bind(new.student)
        .bind(new.kind.name())
        .bind(new.source)
        .bind(new.bytes)
        .bind(now())
        .fetch_one(&mut *change)
        .await?;
        if let Some(once) = once {
            answered(&mut change, user, once, &id.to_string()).await?;
        }
        change.commit().await?;
        Ok(id)
    }

    pub(crate) async fn submission(&self, id: i64) -> Result<Option<Submission>, sqlx::Error> {
        let query = format!("{SUBMISSION} WHERE submissions.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(submission))
    }

    /// What a student handed in, the newest first.
    pub(crate) async fn submissions_of(
        &self,
        assignment: i64,
        student: i64,
    ) -> Result<Vec<Submission>, sqlx::Error> {
        let query = format!(
            "{SUBMISSION} WHERE submissions.assignment_id = $1 AND submissions.student_id = $2 \
             ORDER BY submissions.id DESC LIMIT 200"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(assignment).bind(student);
        Ok(query.fetch_all(&self.pool).await?.iter().map(submission).collect())
    }

    /// Everything that somebody handed in, in whatever course, the oldest first.
    pub(crate) async fn submissions_by(&self, user: i64) -> Result<Vec<Submission>, sqlx::Error> {
        let query = format!("{SUBMISSION} WHERE roster.user_id = $1 ORDER BY submissions.id");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(user).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(submission).collect())
    }

    /// What counts of an assignment: the newest of each student who is in the roster.
    pub(crate) async fn counting_submissions(&self, assignment: i64) -> Result<Vec<Submission>, sqlx::Error> {
        let query = format!(
            "{SUBMISSION} WHERE roster.removed = 0 AND submissions.id IN (SELECT MAX(id) FROM submissions \
             WHERE assignment_id = $1 GROUP BY student_id) ORDER BY roster.place, submissions.id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(assignment).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(submission).collect())
    }

    /// The place of a submission among those that wait, from 1; none if it does not.
    pub(crate) async fn place_in_queue(&self, id: i64) -> Result<Option<i64>, sqlx::Error> {
        let before: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM submissions WHERE state = 'waiting' AND id <= $1 \
             AND EXISTS (SELECT 1 FROM submissions AS mine WHERE mine.id = $1 AND mine.state = 'waiting')",
        )
        .bind(id)
        .fetch_one(&self.pool)
        .await?;
        Ok((before > 0).then_some(before))
    }

    /// How often somebody has handed in since then.
    pub(crate) async fn hand_ins_since(&self, student: i64, since: i64) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT COUNT(*) FROM submissions WHERE student_id = $1 AND created > $2")
            .bind(student)
            .bind(since)
            .fetch_one(&self.pool)
            .await
    }

    /// Takes the submission that has waited longest: its id and the attempt.
    pub(super) async fn take_submission(&self, machine: i64) -> Result<Option<(i64, i64)>, sqlx::Error> {
        let query = format!(
            "UPDATE submissions SET state = 'grading', attempt = attempt + 1, started = $1, machine_id = $2 \
             WHERE state = 'waiting' AND id = (SELECT id FROM submissions WHERE state = 'waiting' \
             ORDER BY id LIMIT 1 {}) RETURNING id, attempt",
            self.engine.skip_locked()
        );
        sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(now()).bind(machine).fetch_optional(&self.pool).await
    }

    /// Writes down what grading came to; says whether it counts.
    pub(crate) async fn finish_grading(
        &self,
        (id, attempt): (i64, i64),
        grade: &Grade,
    ) -> Result<bool, sqlx::Error> {
        let mut change = self.change().await?;
        let done = sqlx::query(
            "UPDATE submissions SET state = 'graded', failures = 0, failure = NULL \
             WHERE id = $1 AND attempt = $2 AND state = 'grading'",
        )
        .bind(id)
        .bind(attempt)
        .execute(&mut *change)
        .await?;
        if done.rows_affected() != 1 {
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO grades (submission_id, results, sources, revision, finished) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (submission_id) DO UPDATE SET results = excluded.results, sources = excluded.sources, \
             revision = excluded.revision, finished = excluded.finished",
        )
        .bind(id)
        .bind(&grade.results)
        .bind(grade.sources.as_deref())
        .bind(grade.revision)
        .bind(now())
        .execute(&mut *change)
        .await?;
        tell_graded(&mut change, id).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Hands a submission back: its grading was stopped, which is nobody's fault.
    pub(crate) async fn hand_back_grading(&self, id: i64, attempt: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE submissions SET state = 'waiting' WHERE id = $1 AND attempt = $2 AND state = 'grading'",
        )
        .bind(id)
        .bind(attempt)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Notes that a submission could not be graded. It is tried again, up to a bound.
    pub(crate) async fn fail_grading(&self, id: i64, attempt: i64, why: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE submissions SET failure = $3, failures = failures + 1, \
             state = CASE WHEN failures + 1 >= $4 THEN 'failed' ELSE 'waiting' END \
             WHERE id = $1 AND attempt = $2 AND state = 'grading'",
        )
        .bind(id)
        .bind(attempt)
        .bind(why)
        .bind(MOST_FAILURES)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Has what counts of an assignment graded again, or one submission of it. Returns how many.
    pub(crate) async fn regrade(&self, assignment: i64, only: Option<i64>) -> Result<u64, sqlx::Error> {
        let done = sqlx::query(
            "UPDATE submissions SET state = 'waiting', failures = 0, failure = NULL \
             WHERE assignment_id = $1 AND state IN ('graded', 'failed') AND source IS NOT NULL \
             AND (id = $2 OR ($2 = 0 AND id IN \
             (SELECT MAX(id) FROM submissions WHERE assignment_id = $1 GROUP BY student_id)))",
        )
        .bind(assignment)
        .bind(only.unwrap_or(0))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected())
    }
}
