//! Attacks by sources: what a compiler reads, writes and uses on behalf of a stranger.
use crate::scene::Stage;
use crate::table::Attack;
use crate::verdict::Verdict;
use sandbox::Sandbox;
use std::io;

pub(crate) fn uncontained(_stage: &Stage, _attack: &Attack) -> io::Result<Verdict> {
    Ok(Verdict::Unclear("not yet".into()))
}
pub(crate) fn contained(_sandbox: &Sandbox, _stage: &Stage, _attack: &Attack) -> io::Result<Verdict> {
    Ok(Verdict::Unclear("not yet".into()))
}
