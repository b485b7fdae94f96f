//! Courses: who teaches, who attends, what is to be handed in.

use super::{Change, Database, column, now};
use sqlx::any::AnyRow;

/// A course.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) created: i64,
}

/// What somebody is in a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Member {
    Teacher,
    /// A student, by the id in the roster.
    Student(i64),
}

/// A student of a course.
#[derive(Clone, Debug)]
pub(crate) struct RosterRow {
    pub(crate) id: i64,
    pub(crate) course_id: i64,
    pub(crate) number: String,
    pub(crate) name: String,
    pub(crate) user_id: Option<i64>,
    /// The name of the account; none before the student joined.
    pub(crate) account: Option<String>,
}

/// A line of a roster that is being read in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewStudent {
    pub(crate) number: String,
    pub(crate) name: String,
}

/// What is to be handed in.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) id: i64,
    pub(crate) course_id: i64,
    pub(crate) course: String,
    pub(crate) title: String,
    pub(crate) game: String,
    pub(crate) stage: Option<i64>,
    /// Zip files of cases.
    pub(crate) cases: Option<String>,
    pub(crate) hidden: Option<String>,
    pub(crate) handout: Option<Handout>,
    pub(crate) policy: String,
    pub(crate) deadline: Option<i64>,
    pub(crate) language: String,
    pub(crate) revision: i64,
}

/// What was handed out with an assignment: files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Handout {
    pub(crate) zip: String,
    /// The sources in it.
    pub(crate) sources: String,
}

impl Handout {
    fn of(row: &AnyRow) -> Option<Self> {
        let zip: Option<String> = column(row, "handout");
        let sources: Option<String> = column(row, "handout_sources");
        zip.zip(sources).map(|(zip, sources)| Self { zip, sources })
    }
}

/// An assignment to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewAssignment<'a> {
    pub(crate) title: &'a str,
    pub(crate) game: &'a str,
    pub(crate) stage: Option<i64>,
    pub(crate) cases: Option<&'a str>,
    pub(crate) hidden: Option<&'a str>,
    pub(crate) handout: Option<&'a Handout>,
    pub(crate) policy: &'a str,
    pub(crate) deadline: Option<i64>,
    pub(crate) language: &'a str,
}

fn course(row: &AnyRow) -> Course {
    Course { id: column(row, "id"), name: column(row, "name"), created: column(row, "created") }
}

fn roster_row(row: &AnyRow) -> RosterRow {
    RosterRow {
        id: column(row, "id"),
        course_id: column(row, "course_id"),
        number: column(row, "number"),
        name: column(row, "name"),
        user_id: column(row, "user_id"),
        account: column(row, "account"),
    }
}

fn assignment(row: &AnyRow) -> Assignment {
    Assignment {
        id: column(row, "id"),
        course_id: column(row, "course_id"),
        course: column(row, "course"),
        title: column(row, "title"),
        game: column(row, "game"),
        stage: column(row, "stage"),
        cases: column(row, "cases"),
        hidden: column(row, "hidden"),
        handout: Handout::of(row),
        policy: column(row, "policy"),
        deadline: column(row, "deadline"),
        language: column(row, "language"),
        revision: column(row, "revision"),
    }
}

const ROSTER: &str = "SELECT roster.id, roster.course_id, roster.number, roster.name, roster.user_id, \
    users.name AS account FROM roster LEFT JOIN users ON users.id = roster.user_id";

const ASSIGNMENT: &str = "SELECT assignments.*, courses.name AS course FROM assignments \
    JOIN courses ON courses.id = assignments.course_id";

impl Database {
    /// Makes a course with its first teacher.
    pub(crate) async fn add_course(&self, name: &str, teacher: i64) -> Result<i64, sqlx::Error> {
        let mut change = self.change().await?;
        let id: i64 = sqlx::query_scalar("INSERT INTO courses (name, created) VALUES ($1, $2) RETURNING id")
            .bind(name)
            .bind(now())
            .fetch_one(&mut *change)
            .await?;
        add_teacher(&mut change, id, teacher).await?;
        change.commit().await?;
        Ok(id)
    }

    pub(crate) async fn course(&self, id: i64) -> Result<Option<Course>, sqlx::Error> {
        let row =
            sqlx::query("SELECT * FROM courses WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(course))
    }

    /// The courses that somebody teaches or attends, the newest first.
    pub(crate) async fn courses_of(&self, user: i64) -> Result<Vec<Course>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT * FROM courses WHERE id IN (SELECT course_id FROM teachers WHERE user_id = $1) \
             OR id IN (SELECT course_id FROM roster WHERE user_id = $1 AND removed = 0) \
             ORDER BY id DESC LIMIT 200",
        )
        .bind(user)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(course).collect())
    }

    /// What somebody is in a course; none if nothing. Who teaches and attends teaches.
    pub(crate) async fn member(&self, course: i64, user: i64) -> Result<Option<Member>, sqlx::Error> {
        let teaches: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM teachers WHERE course_id = $1 AND user_id = $2")
                .bind(course)
                .bind(user)
                .fetch_one(&self.pool)
                .await?;
        if teaches > 0 {
            return Ok(Some(Member::Teacher));
        }
        let student: Option<i64> = sqlx::query_scalar(
            "SELECT id FROM roster WHERE course_id = $1 AND user_id = $2 AND removed = 0 ORDER BY id LIMIT 1",
        )
        .bind(course)
        .bind(user)
        .fetch_optional(&self.pool)
        .await?;
        Ok(student.map(Member::Student))
    }

    /// Ids and names of who teaches a course.
    pub(crate) async fn teachers(&self, course: i64) -> Result<Vec<(i64, String)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT users.id, users.name FROM teachers JOIN users ON users.id = teachers.user_id \
             WHERE course_id = $1 ORDER BY users.id",
        )
        .bind(course)
        .fetch_all(&self.pool)
        .await
    }

    pub(crate) async fn add_teacher(&self, course: i64, user: i64) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        add_teacher(&mut change, course, user).await?;
        change.commit().await
    }

    /// Somebody no longer teaches a course; false if that would leave it without a teacher.
    pub(crate) async fn remove_teacher(&self, course: i64, user: i64) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "DELETE FROM teachers WHERE course_id = $1 AND user_id = $2 AND \
             EXISTS (SELECT 1 FROM teachers AS others WHERE others.course_id = $1 AND others.user_id <> $2)",
        )
        .bind(course)
        .bind(user)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// The students of a course, in the order of its file.
    pub(crate) async fn roster(&self, course: i64) -> Result<Vec<RosterRow>, sqlx::Error> {
        let query = format!(
            "{ROSTER} WHERE roster.course_id = $1 AND roster.removed = 0 ORDER BY roster.place, roster.id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(course).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(roster_row).collect())
    }

    /// Makes these the students of a course. Who is not among them is removed, and stays with what
    /// was handed in.
    pub(crate) async fn set_roster(&self, course: i64, students: &[NewStudent]) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE roster SET removed = 1 WHERE course_id = $1")
            .bind(course)
            .execute(&mut *change)
            .await?;
        for (place, student) in students.iter().enumerate() {
            sqlx::query(
                "INSERT INTO roster (course_id, place, number, name) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (course_id, number) DO UPDATE SET place = excluded.place, \
                 name = excluded.name, removed = 0",
            )
            .bind(course)
            .bind(place as i64)
            .bind(&student.number)
            .bind(&student.name)
            .execute(&mut *change)
            .await?;
        }
        change.commit().await
    }

    /// Gives a student a new link; an older one no longer works.
    pub(crate) async fn set_student_link(&self, student: i64, hash: &str) -> Result<(), sqlx::Error> {
        let set = sqlx::query("UPDATE roster SET link = $2 WHERE id = $1 AND user_id IS NULL");
        set.bind(student).bind(hash).execute(&self.pool).await.map(|_| ())
    }

    /// The student whose link this is, and the course's name.
    pub(crate) async fn student_of_link(
        &self,
        hash: &str,
    ) -> Result<Option<(RosterRow, String)>, sqlx::Error> {
        let query = format!("{ROSTER} WHERE roster.link = $1 AND roster.removed = 0");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(hash).fetch_optional(&self.pool).await?;
        let Some(student) = row.as_ref().map(roster_row) else { return Ok(None) };
        let course = self.course(student.course_id).await?;
        Ok(course.map(|course| (student, course.name)))
    }

    /// Makes an account the student of a link, which is used up; false if it was used meanwhile.
    pub(crate) async fn join(&self, hash: &str, user: i64) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "UPDATE roster SET user_id = $2, link = NULL WHERE link = $1 AND user_id IS NULL AND removed = 0",
        )
        .bind(hash)
        .bind(user)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Takes a student's account away, so that another can join in its place.
    pub(crate) async fn unjoin(&self, course: i64, student: i64) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("UPDATE roster SET user_id = NULL WHERE id = $2 AND course_id = $1")
            .bind(course)
            .bind(student)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    pub(crate) async fn add_assignment(
        &self,
        course: i64,
        new: &NewAssignment<'_>,
    ) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar(
            "INSERT INTO assignments (course_id, title, game, stage, cases, hidden, policy, deadline, language, \
             created, handout, handout_sources) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             RETURNING id",
        )
        .bind(course)
        .bind(new.title)
        .bind(new.game)
        .bind(new.stage)
        .bind(new.cases)
        .bind(new.hidden)
        .bind(new.policy)
        .bind(new.deadline)
        .bind(new.language)
        .bind(now())
        .bind(new.handout.map(|handout| handout.zip.as_str()))
        .bind(new.handout.map(|handout| handout.sources.as_str()))
        .fetch_one(&self.pool)
        .await
    }

    /// Changes an assignment. What was graded before belongs to the revision before.
    pub(crate) async fn change_assignment(&self, changed: &Assignment) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE assignments SET title = $2, cases = $3, hidden = $4, policy = $5, deadline = $6, \
             revision = $7, handout = $8, handout_sources = $9 WHERE id = $1",
        )
        .bind(changed.id)
        .bind(&changed.title)
        .bind(changed.cases.as_deref())
        .bind(changed.hidden.as_deref())
        .bind(&changed.policy)
        .bind(changed.deadline)
        .bind(changed.revision)
        .bind(changed.handout.as_ref().map(|handout| handout.zip.as_str()))
        .bind(changed.handout.as_ref().map(|handout| handout.sources.as_str()))
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    pub(crate) async fn assignment(&self, id: i64) -> Result<Option<Assignment>, sqlx::Error> {
        let query = format!("{ASSIGNMENT} WHERE assignments.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(assignment))
    }

    pub(crate) async fn assignments(&self, course: i64) -> Result<Vec<Assignment>, sqlx::Error> {
        let query =
            format!("{ASSIGNMENT} WHERE assignments.course_id = $1 ORDER BY assignments.id LIMIT 200");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(course).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(assignment).collect())
    }
}

async fn add_teacher(change: &mut Change, course: i64, user: i64) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO teachers (course_id, user_id) VALUES ($1, $2) ON CONFLICT (course_id, user_id) DO NOTHING")
        .bind(course)
        .bind(user)
        .execute(&mut **change)
        .await
        .map(|_| ())
}
