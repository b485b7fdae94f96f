//! The pages. Each is a handler that gathers, and a template that shows.

mod account;
mod accounts;
mod admin;
mod assignments;
mod bots;
mod challenges;
mod chart;
mod courses;
mod csv;
mod desk;
mod form_files;
mod games;
mod home;
mod join;
mod live;
mod machines;
mod matches;
mod notices;
mod play;
mod preferences;
mod sign_in;
mod submissions;
mod tournaments;
mod upload;

use super::Shared;
use super::refusal::Refusal;
use super::text;
use super::viewer::Viewer;
use crate::catalogue::HostedLadder;
use crate::database::matches::Match;
use crate::database::submissions::SubmissionState;
use crate::database::users::User;
use crate::limits::{LARGEST_CUP, LARGEST_UPLOAD};
use askama::Template;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Html;
use axum::routing::{get, post};
use game::{Lang, Words};

/// Room for the other fields of a form with a file.
const FIELDS: usize = 64 << 10;

pub(crate) use crate::why::Why;
pub(crate) use accounts::{
    change_password, data_of, forget, make_account, make_token, may_sign_up, refuse_account, sign_in_as,
};
pub(crate) use admin::{password_link, set_disabled, set_role};
pub(crate) use assignments::{
    WantedAssignment, assignment_for, cases_of, change_assignment, class_of, collection_of, grade_again,
    handout_of, make_assignment, marks_of, taught_assignment,
};
pub(crate) use bots::{choose_version, source_of};
pub(crate) use challenges::{ChallengeResult, Wanted, accept as accept_challenge, challenge_result};
pub(crate) use courses::{
    make_course, member_of, part_student, read_roster, roster_table, set_teacher, student_links,
};
pub(crate) use desk::{make_backup, play_again, set_policy};
pub(crate) use games::{LadderSlice, ladder_slice, start_of};
pub(crate) use join::join_course;
pub(crate) use matches::{MatchFilter, match_page, replay_bytes, replay_of, seat_bytes, why_of};
pub(crate) use notices::{feed_of, sentence};
pub(crate) use submissions::{Line, hand_in, lines_of, submission_for, submitted_source};
pub(crate) use tournaments::{
    ContestView, WantedTournament, begin, contest_view, enter, import, make_tournament, withdraw,
};
pub(crate) use upload::accept as accept_upload;

pub(crate) type Shown = Result<Html<String>, Refusal>;

pub(super) fn router() -> Router<Shared> {
    let uploads = get(upload::form).post(upload::send).layer(DefaultBodyLimit::max(LARGEST_UPLOAD + FIELDS));
    Router::new()
        .route("/", get(home::show))
        .route("/games/{game}", get(games::show))
        .route("/games/{game}/ladder", get(games::ladder))
        .route("/games/{game}/ladder.csv", get(games::ladder_csv))
        .route("/games/{game}/start/{language}", get(games::start))
        .route("/upload", uploads)
        .route("/bots/{bot}", get(bots::show))
        .route("/bots/{bot}/active", post(bots::activate))
        .route("/bots/{bot}/versions/{version}/source", get(bots::source))
        .route("/matches", get(matches::list))
        .route("/matches.csv", get(matches::list_csv))
        .route("/matches/{id}", get(matches::show))
        .route("/matches/{id}/replay", get(matches::replay_page))
        .route("/matches/{id}/replay.jsonl.zst", get(matches::replay_file))
        .route("/matches/{id}/live", get(live::stream))
        .route("/matches/{id}/seats/{seat}/{file}", get(matches::seat_file))
        .route("/challenges", get(challenges::list).post(challenges::send))
        .route("/challenges/{id}", get(challenges::show))
        .merge(play_routes())
        .merge(course_routes())
        .merge(tournament_routes())
        .route("/sign-in", get(sign_in::sign_in_form).post(sign_in::sign_in))
        .route("/sign-up", get(sign_in::sign_up_form).post(sign_in::sign_up))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/welcome/{secret}", get(sign_in::welcome_form).post(sign_in::welcome))
        .route("/password/{secret}", get(sign_in::password_form).post(sign_in::password))
        .route("/account", get(account::show))
        .route("/account/password", post(account::password))
        .route("/account/tokens", post(account::add_token))
        .route("/account/tokens/{id}/revoke", post(account::revoke_token))
        .route("/account/data.json", get(account::data))
        .route("/account/delete", post(account::delete))
        .route("/preferences", post(preferences::set))
        .route("/notices", get(notices::show))
        .route("/notices/seen", post(notices::seen))
        .route("/notices/feed", post(notices::make_feed))
        .route("/feed/{secret}", get(notices::feed))
        .route("/desk", get(desk::show))
        .route("/desk/policy", post(desk::decide))
        .route("/desk/backup", post(desk::backup))
        .route("/matches/{id}/again", post(desk::again))
        .route("/admin", get(admin::show))
        .route("/admin/machines", get(machines::show))
        .route("/admin/users.csv", get(admin::users_csv))
        .route("/admin/audit.csv", get(admin::audit_csv))
        .route("/admin/users/{id}/role", post(admin::role))
        .route("/admin/users/{id}/disabled", post(admin::disabled))
        .route("/admin/users/{id}/link", post(admin::link))
}

/// People play.
fn play_routes() -> Router<Shared> {
    Router::new()
        .route("/play/{game}", get(play::choose).post(play::open))
        .route("/tables/{token}/", get(play::table))
        .route("/tables/{token}/assets/{name}", get(play::asset))
        .route("/tables/{token}/web/{*name}", get(play::module))
        .route("/tables/{token}/socket", get(play::socket))
        .route("/tables/{token}/replay.html", get(play::replay))
}

/// Courses, and what belongs to them.
fn course_routes() -> Router<Shared> {
    let one_file = DefaultBodyLimit::max(LARGEST_UPLOAD + FIELDS);
    let three_files = DefaultBodyLimit::max(3 * LARGEST_UPLOAD + FIELDS);
    Router::new()
        .route("/courses", get(courses::list).post(courses::make))
        .route("/courses/{course}", get(courses::show))
        .route("/courses/{course}/roster", post(courses::set_roster).layer(one_file))
        .route("/courses/{course}/roster.csv", get(courses::roster_csv))
        .route("/courses/{course}/links", post(courses::links))
        .route("/courses/{course}/students/{student}/part", post(courses::unjoin))
        .route("/courses/{course}/teachers", post(courses::add_teacher))
        .route("/courses/{course}/teachers/remove", post(courses::remove_teacher))
        .route("/courses/{course}/assignments", post(assignments::make).layer(three_files))
        .route("/join/{secret}", get(join::form).post(join::join))
        .route("/assignments/{id}", get(assignments::show).post(assignments::change).layer(three_files))
        .route("/assignments/{id}/submissions", post(submissions::send).layer(one_file))
        .route("/assignments/{id}/marks.csv", get(assignments::marks))
        .route("/assignments/{id}/report/{*file}", get(assignments::report))
        .route("/assignments/{id}/class.zip", get(assignments::collection))
        .route("/assignments/{id}/cases.zip", get(assignments::cases))
        .route("/assignments/{id}/handout.zip", get(assignments::handout))
        .route("/assignments/{id}/regrade", post(assignments::regrade))
        .route("/submissions/{id}", get(submissions::show))
        .route("/submissions/{id}/source", get(submissions::source))
}

/// Tournaments.
fn tournament_routes() -> Router<Shared> {
    Router::new()
        .route("/tournaments", get(tournaments::list).post(tournaments::make))
        .route(
            "/tournaments/import",
            post(tournaments::send_import).layer(DefaultBodyLimit::max(LARGEST_CUP + FIELDS)),
        )
        .route("/tournaments/{id}", get(tournaments::show))
        .route("/tournaments/{id}/live", get(tournaments::live))
        .route("/tournaments/{id}/entries", post(tournaments::send_entry))
        .route("/tournaments/{id}/withdraw", post(tournaments::send_withdrawal))
        .route("/tournaments/{id}/start", post(tournaments::start))
}

/// What every page has around it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) lang: Lang,
    pub(crate) theme: &'static str,
    pub(crate) user: Option<User>,
    pub(crate) csrf: String,
    pub(crate) title: String,
    /// News that has not been seen.
    pub(crate) unseen: i64,
}

impl Frame {
    pub(crate) fn new(viewer: &Viewer, title: impl Into<String>) -> Self {
        let (lang, theme, csrf) = (viewer.lang, viewer.theme, viewer.csrf());
        Self { lang, theme, user: viewer.user.clone(), csrf, title: title.into(), unseen: viewer.unseen }
    }

    /// The sentence in the language of the page.
    pub(crate) fn say<'a>(&self, english: &'a str, chinese: &'a str) -> &'a str {
        match self.lang {
            Lang::En => english,
            Lang::Zh => chinese,
        }
    }

    /// The words in the language of the page.
    pub(crate) fn pick(&self, words: &Words) -> &'static str {
        self.lang.pick(*words)
    }

    pub(crate) fn moment(&self, millis: &i64) -> String {
        text::moment(*millis)
    }

    /// A number without its fraction; never `-0`.
    pub(crate) fn rounded(&self, number: &f64) -> i64 {
        number.round() as i64
    }

    /// What the language is called in `lang` attributes.
    pub(crate) fn lang_code(&self) -> &'static str {
        self.say("en", "zh-CN")
    }

    pub(crate) fn is_mine(&self, owner: &Option<i64>) -> bool {
        self.user.as_ref().is_some_and(|user| Some(user.id) == *owner)
    }

    pub(crate) fn is_organiser(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.role >= crate::database::users::Role::Organiser)
    }

    pub(crate) fn is_administrator(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.role == crate::database::users::Role::Administrator)
    }

    /// The state of a submission, in the language of the page.
    pub(crate) fn submission_state(&self, state: &SubmissionState) -> &'static str {
        match state {
            SubmissionState::Failed => {
                self.say("could not be graded: it is not your fault", "未能评测：不是你的问题")
            }
            other => self.state(other.name()),
        }
    }

    /// The state of a match or version, in the language of the page.
    pub(crate) fn state<'a>(&self, state: &'a str) -> &'a str {
        match state {
            "waiting" => self.say("waiting", "等待中"),
            "building" => self.say("being built", "构建中"),
            "grading" => self.say("being graded", "评测中"),
            "graded" => self.say("graded", "已评测"),
            "ready" => self.say("ready", "就绪"),
            "broken" => self.say("broken", "未通过"),
            "running" => self.say("being played", "进行中"),
            "played" | "verifying" | "checked" => self.say("being verified", "验证中"),
            "done" => self.say("done", "已结束"),
            "failed" => self.say("given up", "已放弃"),
            other => other,
        }
    }
}

/// A list of matches, as several pages have it.
#[derive(Debug)]
pub(crate) struct MatchList {
    pub(crate) matches: Vec<Match>,
    /// Where the next page begins.
    pub(crate) next: Option<String>,
    /// What the list is of, as the query of an address.
    pub(crate) filter: String,
}

/// A refusal as a page.
#[derive(Debug, Template)]
#[template(path = "refused.html")]
pub(crate) struct RefusedPage {
    pub(crate) p: Frame,
    pub(crate) status: u16,
    pub(crate) detail: String,
}

/// A template as an answer.
pub(crate) fn shown(template: &impl Template) -> Shown {
    template.render().map(Html).map_err(|error| Refusal::Internal(error.to_string()))
}

/// The game of this name.
pub(crate) fn ladder_of<'a>(arena: &'a Shared, game: &str) -> Result<&'a HostedLadder, Refusal> {
    arena.ladder(game).ok_or(Refusal::NotFound)
}
