//! What the API takes and answers of courses.

use super::courses::is_teacher;
use crate::database::courses::{Assignment, Course, Member};
use crate::web::pages::{Line, WantedAssignment};
use class::report::feedback::Feedback;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A course to be made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CourseBody {
    /// Its name.
    pub(crate) name: String,
}

/// A link to a place in a course.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct JoinBody {
    /// The link, or what comes last in it.
    pub(crate) link: String,
}

/// Something that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MadeAnswer {
    /// Its id.
    pub(crate) id: i64,
}

/// A student's link.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LinkRow {
    /// The student number.
    pub(crate) number: String,
    /// The name.
    pub(crate) name: String,
    /// The way to the page that makes an account this student; it works once.
    pub(crate) link: String,
}

/// A course.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CourseAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// What whoever asks is in it: teacher or student.
    pub(crate) role: &'static str,
    /// Its assignments.
    pub(crate) assignments: Vec<AssignmentAnswer>,
}

impl CourseAnswer {
    pub(super) fn of(course: Course, member: Member, assignments: Vec<Assignment>) -> Self {
        let assignments = assignments.into_iter().map(|one| AssignmentAnswer::of(one, member)).collect();
        let role = if is_teacher(member) { "teacher" } else { "student" };
        Self { id: course.id, name: course.name, role, assignments }
    }
}

/// An assignment.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AssignmentAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// The course's id.
    pub(crate) course: i64,
    /// Its title.
    pub(crate) title: String,
    /// The game.
    pub(crate) game: String,
    /// The stage; null for all that are handed in.
    pub(crate) stage: Option<i64>,
    /// The deadline, in milliseconds since 1970; null if there is none.
    pub(crate) deadline: Option<i64>,
    /// Whether the public cases are the teacher's own.
    pub(crate) has_cases: bool,
    /// Whether there is a handout.
    pub(crate) has_handout: bool,
    /// The policy as TOML, for teachers.
    pub(crate) policy: Option<String>,
    /// Whether there are hidden cases, for teachers.
    pub(crate) has_hidden_cases: Option<bool>,
}

impl AssignmentAnswer {
    pub(super) fn of(assignment: Assignment, member: Member) -> Self {
        let teaches = is_teacher(member);
        Self {
            id: assignment.id,
            course: assignment.course_id,
            title: assignment.title,
            game: assignment.game,
            stage: assignment.stage,
            deadline: assignment.deadline,
            has_cases: assignment.cases.is_some(),
            has_handout: assignment.handout.is_some(),
            policy: Some(assignment.policy).filter(|_| teaches),
            has_hidden_cases: Some(assignment.hidden.is_some()).filter(|_| teaches),
        }
    }
}

/// An assignment to be made or changed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AssignmentBody {
    /// Its title.
    pub(crate) title: String,
    /// The game; it cannot be changed.
    #[serde(default)]
    pub(crate) game: String,
    /// The stage; none for all that are handed in. It cannot be changed.
    #[serde(default)]
    pub(crate) stage: Option<i64>,
    /// The policy, as for `sandtable class --policy`; its deadline is the assignment's.
    #[serde(default)]
    pub(crate) policy: String,
    /// The language of explanations: en or zh. It cannot be changed.
    #[serde(default)]
    pub(crate) language: String,
}

impl AssignmentBody {
    pub(super) fn wanted(self) -> WantedAssignment {
        let Self { title, game, stage, policy, language } = self;
        WantedAssignment { title, game, stage, policy, language, ..WantedAssignment::default() }
    }
}

/// A submission.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SubmissionAnswer {
    /// Its id.
    pub(crate) id: i64,
    /// The assignment's id.
    pub(crate) assignment: i64,
    /// The student's number.
    pub(crate) number: String,
    /// When it was handed in, in milliseconds since 1970.
    pub(crate) created: i64,
    /// waiting, grading, graded or failed.
    pub(crate) state: &'static str,
    /// The place in the queue, from 1, while it waits.
    pub(crate) place: Option<i64>,
    /// What it came to, as far as whoever asks may see it.
    pub(crate) feedback: Option<Feedback>,
}

impl SubmissionAnswer {
    pub(super) fn of(line: Line) -> Self {
        let Line { submission, place, feedback } = line;
        Self {
            id: submission.id,
            assignment: submission.assignment_id,
            number: submission.number,
            created: submission.created,
            state: submission.state.name(),
            place,
            feedback,
        }
    }
}

/// Which submissions are graded again.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct RegradeBody {
    /// Only this one; none for all that count.
    #[serde(default)]
    pub(crate) submission: Option<i64>,
}

/// How many are graded again.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RegradeAnswer {
    /// The number of submissions.
    pub(crate) submissions: u64,
}

/// Two submissions that are alike.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PairAnswer {
    /// The students.
    pub(crate) first: String,
    pub(crate) second: String,
    /// The part of both programs that they share, from 0 to 1.
    pub(crate) similarity: f64,
    /// The part of the shorter one that is found in the other, from 0 to 1.
    pub(crate) contained: f64,
}
