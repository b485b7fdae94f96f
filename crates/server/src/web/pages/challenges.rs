//! Challenges: my version against others, on these maps, with the statistics of `compare`.

use super::matches::next_page;
use super::{Frame, MatchList, Shown, shown};
use crate::accounts::secret;
use crate::catalogue::HostedLadder;
use crate::database::bots::VersionState;
use crate::database::challenges::{Challenge, NewChallenge, Sent, add_challenge};
use crate::database::finished::Finished;
use crate::database::matches::{BlockOf, NewBlock, Which, add_block};
use crate::database::once::Once;
use crate::database::users::User;
use crate::limits::{OPEN_CHALLENGE_MATCHES, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::work::ladder::seatings;
use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Blocks of one challenge against each opponent.
const MOST_BLOCKS: i64 = 50;

/// Opponents of one challenge.
const MOST_OPPONENTS: usize = 10;

#[derive(Debug, Template)]
#[template(path = "challenges.html")]
struct ChallengesPage {
    p: Frame,
    challenges: Vec<Challenge>,
    /// Version, bot and game of what may challenge, and of what may be challenged.
    mine: Vec<(i64, String, String)>,
    theirs: Vec<(i64, String, String)>,
    /// Game, name and title of every map.
    maps: Vec<(&'static str, String, String)>,
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
    let title = |ladder: &HostedLadder, name: &str| {
        ladder.map_title(name).map_or(name.to_owned(), |words| viewer.lang.pick(words).to_owned())
    };
    let of_ladder = |ladder: &HostedLadder| {
        let map = |map: &matches::SeriesMap| (ladder.name(), map.name.clone(), title(ladder, &map.name));
        ladder.maps.iter().map(map).collect::<Vec<_>>()
    };
    let maps = arena.ladders.iter().flat_map(of_ladder).collect();
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Challenges", "挑战").to_owned(), ..p };
    shown(&ChallengesPage { p, challenges, mine, theirs, maps })
}

/// A challenge as it was sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) version: i64,
    pub(crate) opponents: Vec<i64>,
    /// Names of maps, played in turn; all of the ladder if there are none.
    pub(crate) maps: Vec<String>,
    /// Blocks against each opponent.
    pub(crate) blocks: i64,
}

/// Reads a form in which opponents and maps come several times.
fn read_form(fields: Vec<(String, String)>) -> Result<(String, Wanted), Refusal> {
    let number =
        |text: &str| text.trim().parse::<i64>().map_err(|_| Refusal::Bad(format!("`{text}` is no number")));
    let (mut csrf, mut wanted) = (String::new(), Wanted::default());
    for (name, value) in fields {
        match name.as_str() {
            "csrf" => csrf = value,
            "version" => wanted.version = number(&value)?,
            "opponent" => wanted.opponents.push(number(&value)?),
            "map" => wanted.maps.push(value),
            "blocks" => wanted.blocks = number(&value)?,
            _ => {}
        }
    }
    Ok((csrf, wanted))
}

pub(super) async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Redirect, Refusal> {
    viewer.user()?;
    let (csrf, mut wanted) = read_form(fields)?;
    let user = viewer.sent(&csrf)?;
    // The form offers the maps of all games, each with its game before it.
    let (game, _) = playing(&arena, wanted.version).await?;
    let of_game = format!("{game}/");
    wanted.maps =
        wanted.maps.iter().filter_map(|map| map.strip_prefix(&of_game)).map(str::to_owned).collect();
    let id = accept(&arena, user, &wanted, None).await?;
    Ok(Redirect::to(&format!("/challenges/{id}")))
}

/// Plans a challenge: the same for pages and the API.
pub(crate) async fn accept(
    arena: &Shared,
    user: &User,
    wanted: &Wanted,
    once: Option<&Once>,
) -> Result<i64, Refusal> {
    let Wanted { version, blocks, .. } = *wanted;
    let opponents = checked_opponents(arena, user, wanted).await?;
    let (game, _) = playing(arena, version).await?;
    let ladder = arena.ladder(&game).ok_or(Refusal::NotFound)?;
    let maps = chosen_maps(ladder, &wanted.maps)?;
    let clock = ladder.clock.to_string();
    let mut change = arena.database.change().await?;
    let new = NewChallenge { owner: user.id, game: &game, version, opponents: &opponents, blocks };
    let id = match add_challenge(&mut change, &new, once).await? {
        Sent::New(id) => id,
        Sent::Before(id) => return Ok(id),
        Sent::Differently => {
            return Err(Refusal::Conflict("another request had this Idempotency-Key".into()));
        }
    };
    let open = arena.database.open_challenge_matches(user.id).await?;
    let mut planned = 0;
    // Block by block against everybody, so that a challenge that has begun says something about
    // all.
    let turns: Vec<(usize, i64)> =
        (0..blocks as usize).flat_map(|number| opponents.iter().map(move |one| (number, *one))).collect();
    for (number, opponent) in turns {
        let map = maps[number % maps.len()].as_str();
        let seed = u64::from_le_bytes(secret::random());
        let (rules, of) = (ladder.rules, BlockOf::Challenge(id));
        let seatings = seatings(ladder.seats, &[version, opponent]);
        planned += seatings.len() as i64;
        if open + planned > OPEN_CHALLENGE_MATCHES {
            let why = format!(
                "{open} matches of your challenges still wait, and at most {OPEN_CHALLENGE_MATCHES} may: \
                 ask for fewer, or let them be played first"
            );
            return Err(Refusal::Conflict(why));
        }
        let block = NewBlock { game: &game, map, rules, clock: &clock, seed, of, seatings };
        add_block(&mut change, &block).await?;
    }
    change.commit().await?;
    arena.bell.notify_waiters();
    Ok(id)
}

/// The opponents, each once, if all of it makes sense.
async fn checked_opponents(arena: &Shared, user: &User, wanted: &Wanted) -> Result<Vec<i64>, Refusal> {
    if !(1..=MOST_BLOCKS).contains(&wanted.blocks) {
        return Err(Refusal::Bad(format!("a challenge has 1 to {MOST_BLOCKS} blocks")));
    }
    let opponents: BTreeSet<i64> = wanted.opponents.iter().copied().collect();
    if !(1..=MOST_OPPONENTS).contains(&opponents.len()) {
        return Err(Refusal::Bad(format!("a challenge has 1 to {MOST_OPPONENTS} opponents")));
    }
    if opponents.contains(&wanted.version) {
        return Err(Refusal::Bad("a version does not challenge itself".into()));
    }
    let (game, owner) = playing(arena, wanted.version).await?;
    if owner != Some(user.id) {
        return Err(Refusal::Forbidden("you challenge with a version of your own"));
    }
    for opponent in &opponents {
        if playing(arena, *opponent).await?.0 != game {
            return Err(Refusal::Bad("the two play different games".into()));
        }
    }
    Ok(opponents.into_iter().collect())
}

/// The maps that were named, or all of the ladder.
fn chosen_maps(ladder: &HostedLadder, named: &[String]) -> Result<Vec<String>, Refusal> {
    if let Some(unknown) = named.iter().find(|name| ladder.map(name).is_none()) {
        let shown: String = unknown.chars().take(64).collect();
        return Err(Refusal::Bad(format!("`{shown}` is no map of this ladder")));
    }
    let all = || ladder.maps.iter().map(|map| map.name.clone()).collect();
    Ok(if named.is_empty() { all() } else { named.to_vec() })
}

/// The game and the owner of a version that can play.
async fn playing(arena: &Shared, version: i64) -> Result<(String, Option<i64>), Refusal> {
    let version = arena.database.version(version).await?.filter(|row| row.state == VersionState::Ready);
    let version = version.ok_or_else(|| Refusal::Bad("there is no such version that is ready".into()))?;
    let bot = arena.database.bot(version.bot_id).await?.ok_or(Refusal::NotFound)?;
    Ok((bot.game, bot.owner_id))
}

/// How a challenge stands.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct ChallengeResult {
    /// The challenge's id.
    pub(crate) id: i64,
    /// The game.
    pub(crate) game: String,
    /// The id of the version that challenges, and its bot's name.
    pub(crate) version: i64,
    pub(crate) bot: String,
    /// Blocks that are played against each opponent.
    pub(crate) blocks: i64,
    /// How it stands against each.
    pub(crate) opponents: Vec<OpponentResult>,
}

/// How a challenge stands against one opponent: what `compare` would say of its blocks.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct OpponentResult {
    /// The id of the version that is challenged, and its bot's name.
    pub(crate) version: i64,
    pub(crate) bot: String,
    /// Blocks that are finished and count.
    pub(crate) blocks: usize,
    /// Blocks that were the same games again and count for nothing.
    pub(crate) repeated: usize,
    /// The challenger's share of the points, in per cent; none before a block is finished.
    pub(crate) score: Option<f64>,
    /// The difference in Elo, and how far it may be off (95 %); none where it has no bound.
    pub(crate) elo: Option<f64>,
    pub(crate) elo_error: Option<f64>,
    /// The chance that the challenger is the better one, in per cent.
    pub(crate) superiority: Option<f64>,
}

/// How a challenge stands: the same for pages and the API.
pub(crate) async fn challenge_result(
    arena: &Shared,
    challenge: &Challenge,
) -> Result<ChallengeResult, Refusal> {
    let finished = arena.database.challenge_blocks(challenge.id).await?;
    let against =
        |(version, bot): &(i64, String)| OpponentResult::of(&finished, challenge.version_id, *version, bot);
    Ok(ChallengeResult {
        id: challenge.id,
        game: challenge.game.clone(),
        version: challenge.version_id,
        bot: challenge.bot.clone(),
        blocks: challenge.blocks,
        opponents: challenge.opponents.iter().map(against).collect(),
    })
}

impl OpponentResult {
    fn of(finished: &Finished, mine: i64, theirs: i64, bot: &str) -> Self {
        let place = |version| finished.versions.iter().position(|known| *known == version);
        let (mut scores, mut seen, mut repeated) = (None, BTreeSet::new(), 0);
        if let (Some(mine), Some(theirs)) = (place(mine), place(theirs)) {
            for block in finished.blocks.iter().filter(|block| block.members.contains(&theirs)) {
                match seen.insert(block.signature()) {
                    true => block.add_to(&mut scores, mine, theirs),
                    false => repeated += 1,
                }
            }
        }
        let estimate = scores.as_ref().and_then(tournament::comparison::BlockScores::estimate);
        let finite = |number: f64| number.is_finite().then_some(number);
        Self {
            version: theirs,
            bot: bot.to_owned(),
            blocks: seen.len(),
            repeated,
            score: estimate.as_ref().map(|estimate| 100.0 * estimate.score),
            elo: estimate.as_ref().and_then(|estimate| finite(estimate.elo)),
            elo_error: estimate.as_ref().and_then(|estimate| finite(estimate.elo_error)),
            superiority: estimate.as_ref().map(|estimate| 100.0 * estimate.superiority),
        }
    }

    /// Blocks that were played.
    fn played(&self) -> usize {
        self.blocks + self.repeated
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

#[derive(Debug, Deserialize)]
pub(super) struct Before {
    before: Option<i64>,
}

pub(super) async fn show(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Query(Before { before }): Query<Before>,
) -> Shown {
    let challenge = arena.database.challenge(id).await?.ok_or(Refusal::NotFound)?;
    let result = challenge_result(&arena, &challenge).await?;
    let matches = arena.database.matches(Which::OfChallenge(id), before.unwrap_or(i64::MAX), PAGE).await?;
    let is_open = result.opponents.iter().any(|one| (one.played() as i64) < challenge.blocks);
    let p = Frame::new(&viewer, challenge.title());
    let next = next_page(&matches).map(|before| format!("/challenges/{id}?before={before}"));
    let list = MatchList { matches, next, filter: format!("challenge={id}") };
    shown(&ChallengePage { p, challenge, result, list, is_open })
}
