//! Matches between bots. An internal crate: it knows no game and prints nothing.
//!
//! A [`Series`] is what is played, by whom, how often; it plays each game with a referee. Reading
//! order: [`protocol`] (what the referee and a program say to each other), [`clock`], `occupant`
//! (whoever sits in a seat), `program` (a program in a seat), `converse` (the conversation with
//! it), `referee` (one game), [`series`] (many), [`standings`] (what they say about the bots),
//! `recorder` (replays written to disk; crate `replays` reads them). [`checkup`] looks at one bot
//! closely, [`ProgramPlayer`] is a program at a table with people, [`feed`] plays what was recorded
//! to a bot again.
//!
//! One thread plays one game: it polls the pipes of all programs in it, so that nobody who is slow,
//! silent or noisy keeps it from looking at the clocks.

mod bad_line;
mod branch;
pub mod check_options;
pub mod checkup;
pub mod clock;
mod converse;
mod cores;
pub mod entrant;
pub mod feed;
pub mod inbox;
mod interpreter;
pub mod ledger;
pub mod manifest;
mod occupant;
mod occupants;
mod outputs;
pub mod parameters;
mod program;
mod program_player;
pub mod protocol;
mod protocol_fault;
pub mod record;
mod recorder;
mod referee;
pub mod results_json;
pub mod schedule;
mod seat_state;
pub mod seeds;
pub mod series;
pub mod standings;
mod stop;
mod taking;
mod watching;

pub use check_options::CheckOptions;
pub use clock::{Clock, Pace};
pub use entrant::{Entrant, EntrantError, Workshop};
pub use ledger::Ledger;
pub use parameters::{Parameter, Parameters};
pub use program_player::ProgramPlayer;
pub use protocol_fault::{PendingOutput, ProtocolFault};
pub use record::MissingRecord;
pub use referee::GameReport;
pub use schedule::{GamePlan, Schedule, SeriesMap};
pub use seat_state::{SeatFault, SeatReport};
pub use seeds::SeriesSeed;
pub use series::{AwaitedProgram, IfUnstartable, Replays, Series, SeriesError, SeriesObserver, Unobserved};
pub use standings::StandingsRow;
pub use stop::Stop;
pub use watching::{ActivityBesideTurns, ActivityInterval};
