//! Challenges: my version against another, on the ladder's maps, with the statistics of `compare`.

use super::{Frame, MatchList, Shown, shown};
use crate::accounts::secret;
use crate::database::bots::VersionState;
use crate::database::challenges::{Challenge, add_challenge};
use crate::database::matches::{NewBlock, Which, add_block};
use crate::database::ratings::Finished;
use crate::database::users::User;
use crate::limits::{OPEN_CHALLENGE_MATCHES, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::work::ladder::seatings;
use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::response::Redirect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Blocks of one challenge.
const MOST_BLOCKS: i64 = 50;

#[derive(Debug, Template)]
#[template(path = "challenges.html")]
struct ChallengesPage {
    p: Frame,
    challenges: Vec<Challenge>,
    /// Version, bot and game of what may challenge, and of what may be challenged.
    mine: Vec<(i64, String, String)>,
    theirs: Vec<(i64, String, String)>,
}

pub(super) async fn list(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    let user = viewer.user()?;
    let challenges = arena.database.challenges_of(user.id).await?;
    let bots = arena.database.bots_of(user.id).await?;
    let mine = bots.into_iter().filter_map(|bot| Some((bot.active_version?, bot.name, bot.game))).collect();
    let mut theirs = Vec::new();
    for ladder in &arena.ladders {
        let active = arena.database.active_versions(ladder.name()).await?;
        theirs.extend(active.into_iter().map(|(version, _, name)| (version, name, ladder.name().to_owned())));
    }
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Challenges", "挑战").to_owned(), ..p };
    shown(&ChallengesPage { p, challenges, mine, theirs })
}

#[derive(Debug, Deserialize)]
pub(super) struct NewChallenge {
    csrf: String,
    version: i64,
    opponent: i64,
    blocks: i64,
}

pub(super) async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<NewChallenge>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    let id = accept(&arena, user, (form.version, form.opponent), form.blocks).await?;
    Ok(Redirect::to(&format!("/challenges/{id}")))
}

/// Plans a challenge: the same for pages and the API.
pub(crate) async fn accept(
    arena: &Shared,
    user: &User,
    (mine, theirs): (i64, i64),
    blocks: i64,
) -> Result<i64, Refusal> {
    if !(1..=MOST_BLOCKS).contains(&blocks) {
        return Err(Refusal::Bad(format!("a challenge has 1 to {MOST_BLOCKS} blocks")));
    }
    if mine == theirs {
        return Err(Refusal::Bad("a version does not challenge itself".into()));
    }
    let (game, owner) = playing(arena, mine).await?;
    if owner != Some(user.id) {
        return Err(Refusal::Forbidden("you challenge with a version of your own"));
    }
    if playing(arena, theirs).await?.0 != game {
        return Err(Refusal::Bad("the two play different games".into()));
    }
    let ladder = arena.ladder(&game).ok_or(Refusal::NotFound)?;
    let seatings = seatings(ladder.seats, &[mine, theirs]);
    let open = arena.database.open_challenge_matches(user.id).await?;
    if open + blocks * seatings.len() as i64 > OPEN_CHALLENGE_MATCHES {
        let why = format!("{open} matches of your challenges still wait: let them be played first");
        return Err(Refusal::Conflict(why));
    }
    let clock = ladder.clock.to_string();
    let mut change = arena.database.change().await?;
    let id = add_challenge(&mut change, user.id, &game, (mine, theirs), blocks).await?;
    for number in 0..blocks as usize {
        let map = &ladder.maps[number % ladder.maps.len()].name;
        let seed = u64::from_le_bytes(secret::random());
        let (rules, challenge) = (ladder.rules, Some(id));
        let seatings = seatings.clone();
        let block = NewBlock { game: &game, map, rules, clock: &clock, seed, challenge, seatings };
        add_block(&mut change, &block).await?;
    }
    change.commit().await?;
    arena.bell.notify_waiters();
    Ok(id)
}

/// The game and the owner of a version that can play.
async fn playing(arena: &Shared, version: i64) -> Result<(String, Option<i64>), Refusal> {
    let version = arena.database.version(version).await?.filter(|row| row.state == VersionState::Ready);
    let version = version.ok_or_else(|| Refusal::Bad("there is no such version that is ready".into()))?;
    let bot = arena.database.bot(version.bot_id).await?.ok_or(Refusal::NotFound)?;
    Ok((bot.game, bot.owner_id))
}

/// How a challenge stands: what `compare` would say of its blocks.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct ChallengeResult {
    /// Blocks that are finished and count.
    pub(crate) blocks: usize,
    /// Blocks that were the same games again and count for nothing.
    pub(crate) repeated: usize,
    /// The challenger's share of the points, in per cent; none before a block is finished.
    pub(crate) score: Option<f64>,
    /// The difference in Elo, and how far it may be off (95 %).
    pub(crate) elo: Option<f64>,
    pub(crate) elo_error: Option<f64>,
    /// The chance that the challenger is the better one, in per cent.
    pub(crate) superiority: Option<f64>,
}

impl ChallengeResult {
    pub(crate) fn of(finished: &Finished, challenge: &Challenge) -> Self {
        let place = |version| finished.versions.iter().position(|known| *known == version);
        let (mut scores, mut seen, mut repeated) = (None, BTreeSet::new(), 0);
        if let (Some(mine), Some(theirs)) = (place(challenge.version_id), place(challenge.opponent_id)) {
            for block in &finished.blocks {
                match seen.insert(block.signature()) {
                    true => block.add_to(&mut scores, mine, theirs),
                    false => repeated += 1,
                }
            }
        }
        let estimate = scores.as_ref().and_then(tournament::comparison::BlockScores::estimate);
        Self {
            blocks: seen.len(),
            repeated,
            score: estimate.as_ref().map(|estimate| 100.0 * estimate.score),
            elo: estimate.as_ref().map(|estimate| estimate.elo),
            elo_error: estimate.as_ref().map(|estimate| estimate.elo_error),
            superiority: estimate.as_ref().map(|estimate| 100.0 * estimate.superiority),
        }
    }
}

#[derive(Debug, Template)]
#[template(path = "challenge.html")]
struct ChallengePage {
    p: Frame,
    challenge: Challenge,
    result: ChallengeResult,
    list: MatchList,
    is_open: bool,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let challenge = arena.database.challenge(id).await?.ok_or(Refusal::NotFound)?;
    let result = ChallengeResult::of(&arena.database.challenge_blocks(id).await?, &challenge);
    let matches = arena.database.matches(Which::OfChallenge(id), i64::MAX, PAGE).await?;
    let is_open = ((result.blocks + result.repeated) as i64) < challenge.blocks;
    let p = Frame::new(&viewer, format!("{} – {}", challenge.bot, challenge.opponent));
    shown(&ChallengePage { p, challenge, result, list: MatchList { matches, next: None }, is_open })
}
