//! A game being played becomes a film, whichever game it is.

use face::Face;
use face::film::{Film, Recording};
use game::{DynGame, Outcome, Session};
use games::{HostedGame, Task};
use std::fmt;

pub use face::film::{Heading, SeatActivity};

/// Follows a table and takes frames.
pub struct Camera {
    recording: Box<dyn AtTable>,
}

impl fmt::Debug for Camera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Camera").field("frames", &self.film().frames.len()).finish_non_exhaustive()
    }
}

impl Camera {
    /// Sets up in front of a table that nobody has played at yet, and takes the first frame.
    ///
    /// # Errors
    /// One sentence, if the game is not one of this build.
    pub fn new(table: &dyn DynGame, heading: Heading) -> Result<Self, String> {
        let recording = games::at_table(table, SetUp(heading));
        let recording = recording.ok_or_else(|| format!("there is no replay page for {}", table.name()))?;
        Ok(Self { recording })
    }

    /// Takes the frames of everything that happened since the last time, and makes the table forget
    /// its events.
    ///
    /// The reports belong to the last of these frames.
    pub fn take(&mut self, table: &mut dyn DynGame, reports: &[SeatActivity]) {
        self.recording.take(table, reports);
        table.forget_events();
    }

    /// The film so far.
    #[must_use]
    pub fn film(&self) -> &Film {
        self.recording.film()
    }

    /// Ends the film with the outcome as it counts, if the game is over.
    #[must_use]
    pub fn finish(self, outcome: Option<&Outcome>) -> Film {
        self.recording.finish(outcome)
    }
}

struct SetUp(Heading);

impl Task for SetUp {
    type Output = Box<dyn AtTable>;

    fn run<G: HostedGame>(self, session: &Session<G>) -> Self::Output {
        Box::new(Filming::<G>(Recording::new(G::Recorder::default(), session.game(), self.0)))
    }
}

/// A recording of a table whose game is not known when the program is compiled.
trait AtTable {
    fn take(&mut self, table: &dyn DynGame, reports: &[SeatActivity]);
    fn film(&self) -> &Film;
    fn finish(self: Box<Self>, outcome: Option<&Outcome>) -> Film;
}

struct Filming<G: Face>(Recording<G::Recorder>);

impl<G: HostedGame> AtTable for Filming<G> {
    fn take(&mut self, table: &dyn DynGame, reports: &[SeatActivity]) {
        if let Some(session) = table.as_any().downcast_ref::<Session<G>>() {
            self.0.take(session.game(), session.events(), reports);
        }
    }

    fn film(&self) -> &Film {
        self.0.film()
    }

    fn finish(self: Box<Self>, outcome: Option<&Outcome>) -> Film {
        self.0.finish(outcome)
    }
}
