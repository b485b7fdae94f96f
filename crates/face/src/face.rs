//! The words of a game.

use crate::draft::MapDrawing;
use crate::film::{Film, Recorder};
use crate::lesson::Lesson;
use crate::maps::MapInfo;
use crate::viewpoint::Viewpoint;
use alloc::string::String;
use core::fmt::{self, Debug};
use game::conform::Folder;
use game::{Seat, Speak, Told, Words};

/// How a game is shown, in both languages: what every face says of it.
///
/// What happens and why orders are refused says itself ([`Speak`]); `Display` is the English of it.
pub trait Face: Told<Event: Speak, Refusal: Speak> {
    /// The game's name.
    const TITLE: Words;
    /// What the help says about the game: its aim, its rules in brief.
    const HELP: &'static [Words];
    /// The bundled maps, in the order in which they are offered.
    const MAPS: &'static [MapInfo];
    /// The bundled puzzles, likewise.
    const PUZZLES: &'static [MapInfo] = &[];
    /// How its maps are drawn; nothing where nobody draws any.
    const DRAWING: Option<&'static dyn MapDrawing> = None;
    /// Guided games, in the order in which they are offered.
    const LESSONS: &'static [Lesson] = &[];

    /// What makes films of it.
    type Recorder: Recorder<Self> + Default;

    /// What a player calls things, where the rules' own numbers mean nothing to people; `()` in
    /// games that need no names.
    type Names: Clone + Default + Debug;

    /// Names what a seat sees for the first time.
    fn learn_names(&self, seat: Seat, names: &mut Self::Names) {
        let _ = (seat, names);
    }

    /// An event as a sentence to a player. It happened between these two states: what it names may
    /// be missing in either.
    fn tell(event: &Self::Event, before: &Self, after: &Self, from: &Viewpoint<'_, Self::Names>) -> String {
        let _ = (before, after);
        event.said_in(from.lang())
    }

    /// Why an order is refused, as a sentence to a player.
    fn refuse(&self, refusal: &Self::Refusal, from: &Viewpoint<'_, Self::Names>) -> String {
        refusal.said_in(from.lang())
    }

    /// The number that players know a turn by.
    #[must_use]
    fn shown_turn(turn: u32) -> u32 {
        turn
    }

    /// Whether an event is worth a line in the log and in previews; the others are bookkeeping.
    fn is_news(event: &Self::Event) -> bool {
        let _ = event;
        true
    }

    /// Whether an event, as the seat was told of it, should stop a fast-forward.
    fn is_alarm(&self, seat: Seat, event: &Self::Event) -> bool {
        let _ = (seat, event);
        false
    }

    /// A film of what other programs wrote down of this game; none if these are not such files.
    fn film_foreign(files: ForeignFiles<'_>) -> Option<Result<Film, String>> {
        let _ = files;
        None
    }

    /// The side whose doing an event is, as far as the player knows, where it is not that of the
    /// seat whose turn it was.
    fn side_of(event: &Self::Event, from: &Viewpoint<'_, Self::Names>) -> Option<u8> {
        let _ = (event, from);
        None
    }

    /// After how many turns, as players count them, the game is over at the latest; nothing if it
    /// goes on until somebody has won.
    fn rounds(&self) -> Option<u32> {
        None
    }

    /// How the game ended for a seat; lost for as long as it has not.
    fn result(&self, seat: Seat) -> GameResult {
        let Some(outcome) = self.outcome() else { return GameResult::Lost };
        let firsts = outcome.standings().iter().filter(|standing| standing.place == 1).count();
        match outcome.of(seat).place {
            1 if firsts > 1 => GameResult::Drawn,
            1 => GameResult::Won,
            _ => GameResult::Lost,
        }
    }
}

/// How a game ended for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// First, and alone.
    Won,
    /// First, with others; or nobody is.
    Drawn,
    /// Not first.
    Lost,
}

/// What another program wrote down of a game.
#[derive(Clone, Copy)]
pub enum ForeignFiles<'a> {
    /// One file.
    File {
        /// Its name.
        name: &'a str,
        /// What is in it.
        bytes: &'a [u8],
    },
    /// A folder.
    Folder {
        /// Its name.
        name: &'a str,
        /// What is in it.
        files: &'a dyn Folder,
    },
}

impl Debug for ForeignFiles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::File { name, .. } | Self::Folder { name, .. }) = self;
        f.debug_tuple("ForeignFiles").field(name).finish()
    }
}
