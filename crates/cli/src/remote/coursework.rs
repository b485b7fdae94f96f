//! `sandtable remote submit` and `marks`.

use super::args::{Marks, Submit};
use super::wait;
use crate::failure::Failure;
use crate::out::print_json;
use ::remote::{Client, Course, Feedback, Made, RemoteError, Submission, encoded, packed};
use serde_json::Value;
use std::process::ExitCode;

/// Hands in and, unless told otherwise, waits for what it comes to.
pub(super) fn submit(client: &Client, options: &Submit) -> Result<ExitCode, Failure> {
    let package = packed(&options.path).map_err(Failure::usage)?;
    let path = format!("/assignments/{}/submissions?file={}", options.assignment, encoded(&package.name));
    let sent: Made = client.send_bytes_as(&path, &package.bytes).map_err(|error| match error {
        RemoteError::Refused { status: 404, .. } => Failure::failed(format!(
            "there is no assignment {} in a course of yours: `sandtable remote marks` lists them",
            options.assignment
        )),
        other => other.into(),
    })?;
    let path = format!("/submissions/{}", sent.id);
    let address = format!("{}{path}", client.arena());
    if options.no_wait {
        match options.json {
            true => print_json(&client.get(&path)?),
            false => outln!("handed in; {address} shows what becomes of it"),
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (submission, document) = wait::until(|| {
        let (submission, document) = client.get_as::<Submission>(&path)?;
        Ok(match submission.is_done() {
            true => Ok((submission, document)),
            false => Err(waiting(&submission)),
        })
    })?;
    if options.json {
        print_json(&document);
    } else {
        print_submission(&submission);
        outln!("{address}");
    }
    let was_run = submission.feedback.as_ref().is_some_and(Feedback::was_run);
    Ok(ExitCode::from(u8::from(submission.state == "failed" || !was_run)))
}

fn waiting(submission: &Submission) -> String {
    match submission.place {
        Some(place) => format!("place {place} in the queue"),
        None => "being graded".to_owned(),
    }
}

fn print_submission(submission: &Submission) {
    let Some(feedback) = &submission.feedback else {
        outln!("it could not be graded, which is not your fault: ask your teacher");
        return;
    };
    if let Some(why) = &feedback.unusable {
        outln!("it cannot be opened: {why}");
    }
    for stage in &feedback.stages {
        let summary = stage.summary.as_ref().map_or_else(String::new, |summary| format!(", {summary}"));
        outln!("{}: {} of {} points{summary}", stage.name, stage.points, stage.out_of);
        if let Some(why) = &stage.not_built {
            outln!("it could not be built:\n{why}");
        }
        for group in stage.groups.iter().filter(|group| !group.correct) {
            outln!("  {}: {}", group.verdict, group.names);
            for line in group.detail.iter().flat_map(|detail| detail.lines()) {
                outln!("    {line}");
            }
        }
    }
    outln!("{}", points(feedback));
}

fn points(feedback: &Feedback) -> String {
    let late = if feedback.late { ", late" } else { "" };
    format!("{} of {} points{late}", feedback.points, feedback.out_of)
}

/// Prints one's own marks; for a teacher those of a class, as CSV.
pub(super) fn marks(client: &Client, options: &Marks) -> Result<(), Failure> {
    let (courses, document) = client.everywhere::<Vec<Course>>("/courses")?;
    let Some(id) = options.assignment else {
        return list(client, &courses, &document, options.json);
    };
    let wanted = i64::from(id);
    let course = courses.iter().find(|course| course.assignments.iter().any(|one| one.id == wanted));
    let course = course
        .ok_or_else(|| Failure::usage(format!("you teach and attend no course with assignment {id}")))?;
    if course.is_taught() && !options.json {
        out!("{}", String::from_utf8_lossy(&client.bytes(&format!("/assignments/{id}/marks"))?));
        return Ok(());
    }
    let (submissions, document) =
        client.get_as::<Vec<Submission>>(&format!("/assignments/{id}/submissions"))?;
    if options.json {
        print_json(&document);
        return Ok(());
    }
    match submissions.first() {
        None => outln!("nothing handed in so far: `sandtable remote submit {id} FILE` does"),
        Some(newest) if newest.is_done() => print_submission(newest),
        Some(newest) => outln!("{}", waiting(newest)),
    }
    Ok(())
}

/// All courses and assignments, with one's own points.
fn list(client: &Client, courses: &[Course], document: &Value, json: bool) -> Result<(), Failure> {
    if json {
        print_json(document);
        return Ok(());
    }
    if courses.is_empty() {
        outln!("you teach and attend no course: your teacher has a link for you");
    }
    for course in courses {
        outln!("{} ({})", course.name, course.role);
        for one in &course.assignments {
            let stage = one.stage.map_or_else(String::new, |stage| format!(" stage {stage}"));
            let own = match course.is_taught() {
                true => String::new(),
                false => format!(": {}", standing(client, one.id)?),
            };
            outln!("  {} {} ({}{stage}){own}", one.id, one.title, one.game);
        }
    }
    Ok(())
}

/// How one's newest submission stands.
fn standing(client: &Client, assignment: i64) -> Result<String, Failure> {
    let (submissions, _) =
        client.get_as::<Vec<Submission>>(&format!("/assignments/{assignment}/submissions"))?;
    let Some(newest) = submissions.first() else { return Ok("nothing handed in".to_owned()) };
    Ok(match &newest.feedback {
        Some(feedback) => points(feedback),
        None => waiting(newest),
    })
}
