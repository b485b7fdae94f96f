//! Sitting down at a game: a new one or a saved one.

use crate::history::History;
use crate::interaction::Interaction;
use crate::opponents::Opponents;
use crate::save::{Found, SavedSetup, glance, load};
use crate::sitting::{SaveFile, Sitting};
use crate::store::Store;
use crate::{shown, words};
use face::{Lesson, Look};
use game::{Diagnostics, GameEntry, Seat, Session, SetupError};
use games::{HostedGame, Task};
use std::fmt;
use std::path::PathBuf;

/// What is to be played, and where it is kept.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) table: SavedSetup,
    pub(crate) file: Option<SaveFile>,
    /// Whether a saved game is not to be gone on with.
    pub(crate) anew: bool,
    pub(crate) store: Store,
    pub(crate) look: Look,
    /// What is taught meanwhile.
    pub lesson: Option<&'static Lesson>,
    /// Where replay pages go.
    pub(crate) pages: PathBuf,
}

/// What a screen does with a game, whichever game it is.
pub trait Seated {
    /// What comes of it.
    type Output;

    /// Takes the game.
    fn seated<G: HostedGame>(self, sitting: Sitting<G>) -> Self::Output;
}

/// Why a game cannot be played.
#[derive(Clone, Debug)]
pub enum OpenError {
    /// The map is wrong.
    Map {
        /// Its name.
        name: String,
        /// All that is wrong with it.
        report: Diagnostics,
    },
    /// Something the player named does not exist, or does not go together.
    Usage(String),
    /// A file cannot be read.
    File(String),
}

/// Sits down at a game, and hands it to the screen.
///
/// # Errors
/// If the map, the seat, an opponent or the saved game cannot be used.
pub fn open<S: Seated>(request: OpenRequest, screen: S) -> Result<S::Output, OpenError> {
    // The map decides which game it is: large boards are games of their own.
    let saved =
        request.file.as_ref().filter(|_| !request.anew).and_then(|file| saved_table(request.entry, file));
    let SavedSetup { map, map_name, rules, .. } = saved.as_ref().unwrap_or(&request.table);
    let table = request.entry.start(map.as_bytes(), rules, 0);
    let table = table.map_err(|wrong| OpenError::setup(map_name, wrong))?;
    games::at_table(&*table, Sit { request, screen })
        .unwrap_or_else(|| Err(OpenError::Usage("this game cannot be played by a person".into())))
}

/// Sits down at a game of the kind that is on a table.
struct Sit<S> {
    request: OpenRequest,
    screen: S,
}

impl<S: Seated> Task for Sit<S> {
    type Output = Result<S::Output, OpenError>;

    fn run<G: HostedGame>(self, _: &Session<G>) -> Self::Output {
        sit::<G>(self.request).map(|sitting| self.screen.seated(sitting))
    }
}

fn sit<G: HostedGame>(mut request: OpenRequest) -> Result<Sitting<G>, OpenError> {
    let (history, warning) = recall::<G>(&mut request)?;
    let OpenRequest { entry, table, file, store, look, pages, lesson, .. } = request;
    let seat = Seat(table.seat);
    if seat.0 >= history.now().seats() {
        let last = history.now().seats() - 1;
        return Err(OpenError::Usage(format!(
            "{} has no seat {}: the seats are 0 to {last}",
            G::NAME,
            seat.0
        )));
    }
    let opponents = Opponents::seat(history.now(), seat, &table.opponents, table.seed).map_err(|name| {
        OpenError::Usage(format!(
            "there is no built-in bot `{name}`; there are: {}",
            bots::names().join(", ")
        ))
    })?;
    let mut interaction =
        Interaction::new(history, seat, look, shown::map_title(G::NAME, &table.map_name, look.lang));
    interaction.opponents = opponents;
    if let Some(lesson) = lesson {
        interaction.teach(lesson);
    }
    interaction.settings = store.settings();
    interaction.is_kept = file.is_some();
    interaction.recall_standing();
    interaction.let_others_play();
    interaction.best = store.best(G::NAME, &table.map_name);
    interaction.par = shown::par(&table, entry);
    if let Some(warning) = warning {
        interaction.warn(warning);
    }
    let counts = shown::is_bundled(&table, entry);
    Ok(Sitting { interaction, table, file, store, entry, pages, counts })
}

/// The saved game, or a new one; and what there is to say about a save file that could not be used.
fn recall<G: HostedGame>(request: &mut OpenRequest) -> Result<(History<G>, Option<String>), OpenError> {
    let mut warning = None;
    let path = match &request.file {
        Some(SaveFile::Own(path) | SaveFile::Named(path)) if !request.anew => Some(path),
        _ => None,
    };
    if let Some(path) = path {
        let entry = request.entry;
        let found = load(path, request.look, |table| {
            start::<G>(entry, table).map_err(|wrong| format!("its map: {wrong}"))
        });
        match found.map_err(|error| OpenError::File(format!("cannot read {}: {error}", path.display())))? {
            Found::Nothing => {}
            Found::Game((table, history)) => {
                request.table = table;
                return Ok((history, None));
            }
            Found::Damaged { kept, why } => {
                let said = request.look.lang.pick(words::DAMAGED_SAVE);
                warning = Some(format!("{said}: {} ({why})", kept.display()));
            }
        }
    }
    let table = &request.table;
    let state = start::<G>(request.entry, table).map_err(|wrong| OpenError::setup(&table.map_name, wrong))?;
    Ok((History::new(state, Seat(table.seat), request.look), warning))
}

/// The state before the first turn.
fn start<G: HostedGame>(entry: &dyn GameEntry, table: &SavedSetup) -> Result<G, SetupError> {
    let opened = entry.start(table.map.as_bytes(), &table.rules, table.seed)?;
    let session = opened.as_any().downcast_ref::<Session<G>>();
    session.map(|session| session.game().clone()).ok_or_else(|| {
        let mut report = Diagnostics::default();
        report.problem(1, "this is a map of another game");
        report.into()
    })
}

fn first(report: &Diagnostics) -> String {
    report.problems.first().map_or_else(String::new, |problem| problem.text.clone())
}

/// The table of the game saved in a file, if it is one of this game's and can be read.
pub(crate) fn saved_table(entry: &dyn GameEntry, file: &SaveFile) -> Option<SavedSetup> {
    let (SaveFile::Own(path) | SaveFile::Named(path)) = file;
    glance(path).filter(|table| table.game == entry.name())
}

impl OpenError {
    /// A map or a rule profile that cannot be used.
    #[must_use]
    pub fn setup(map: &str, wrong: SetupError) -> Self {
        match wrong {
            SetupError::Profile(unknown) => Self::Usage(unknown.to_string()),
            SetupError::Map(report) => Self::Map { name: map.into(), report },
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map { name, report } => write!(f, "the map {name} cannot be used: {}", first(report)),
            Self::Usage(text) | Self::File(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for OpenError {}
