//! How much of something is taken.

/// A bot's source, in bytes.
pub(crate) const LARGEST_UPLOAD: usize = 8 << 20;

/// The database of a tournament that was played elsewhere, in bytes.
pub(crate) const LARGEST_CUP: usize = 64 << 20;

/// The body of any request, in bytes: a tournament, and the other fields of its form.
pub(crate) const LARGEST_BODY: u64 = LARGEST_CUP as u64 + (1 << 20);

/// Entrants of a tournament.
pub(crate) const MOST_ENTRANTS: usize = 64;

/// The body of any other request, in bytes.
pub(crate) const LARGEST_FORM: usize = 64 << 10;

/// What is kept of a bot's standard error in a match, in bytes.
pub(crate) const LARGEST_STDERR: u64 = 256 << 10;

/// What is kept of what a bot was sent in a match, in bytes.
pub(crate) const LARGEST_RECORD: u64 = 16 << 20;

/// A replay as it is kept, in bytes.
pub(crate) const LARGEST_REPLAY: u64 = 64 << 20;

/// Uploads of one person within an hour.
pub(crate) const UPLOADS_AN_HOUR: i64 = 30;

/// Matches of one person's challenges that wait at the same time.
pub(crate) const OPEN_CHALLENGE_MATCHES: i64 = 400;

/// Rows of a page.
pub(crate) const PAGE: i64 = 50;

/// People who watch live at the same time.
pub(crate) const WATCHERS: usize = 2000;

/// Replay pages that are made at the same time: each takes a processor for a moment, and memory.
pub(crate) const FILMS: usize = 2;

/// Replay pages that are kept, in bytes: they can be made again.
pub(crate) const REPLAY_PAGES: u64 = 2 << 30;
