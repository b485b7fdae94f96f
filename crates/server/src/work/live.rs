//! Matches while they are played, for whoever watches.
//!
//! The referee's thread only appends the lines of the replay. When the first watcher comes a thread
//! runs them again in front of a camera, for all watchers together, and stops when the last has
//! gone; a match that nobody watches costs nothing.

use super::STANDING_BACK;
use game::replay::{ReplayLine, Rerun};
use page::film::Film;
use page::{Camera, Heading};
use replays::Replay;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Lines beyond this are not kept: such a match is watched when it is over.
const MOST_BYTES: usize = 32 << 20;

/// Frames of one clip at most; of more, the newest are shown.
const MOST_FRAMES: usize = 40;

/// The shortest time between two clips.
const EVERY: Duration = Duration::from_millis(200);

/// A few frames of a match, packed as the replay page reads films.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clip {
    /// Number of the last frame; 0 before there is any.
    pub(crate) frame: usize,
    /// The event that all watchers are sent, made once: its film is in base64.
    pub(crate) event: Arc<[u8]>,
    pub(crate) is_last: bool,
}

/// All matches that are being played.
#[derive(Debug, Default)]
pub(crate) struct LiveMatches(Mutex<BTreeMap<i64, Arc<LiveMatch>>>);

impl LiveMatches {
    pub(crate) fn begin(&self, id: i64) -> Arc<LiveMatch> {
        let live = Arc::new(LiveMatch::default());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&live));
        live
    }

    /// The match of this number, which is made if it is not there, and whether it was made.
    pub(crate) fn begin_once(&self, id: i64) -> (Arc<LiveMatch>, bool) {
        let mut matches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match matches.get(&id) {
            Some(live) => (Arc::clone(live), false),
            None => {
                let live = Arc::new(LiveMatch::default());
                matches.insert(id, Arc::clone(&live));
                (live, true)
            }
        }
    }

    pub(crate) fn get(&self, id: i64) -> Option<Arc<LiveMatch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    pub(crate) fn remove(&self, id: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// A match that is being played.
#[derive(Debug)]
pub(crate) struct LiveMatch {
    text: Mutex<Text>,
    grown: Condvar,
    clips: watch::Sender<Clip>,
    /// Bytes written so far, for whoever reads the lines themselves.
    length: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Text {
    bytes: Vec<u8>,
    /// Bytes that the camera has been given.
    taken: usize,
    is_over: bool,
    is_filmed: bool,
}

impl Default for LiveMatch {
    fn default() -> Self {
        let (clips, length) = (watch::Sender::new(Clip::default()), watch::Sender::new(0));
        Self { text: Mutex::default(), grown: Condvar::new(), clips, length }
    }
}

impl LiveMatch {
    /// Adds a line of the replay.
    pub(crate) fn add(&self, line: &str) {
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        if text.bytes.len() + line.len() < MOST_BYTES {
            text.bytes.extend_from_slice(line.as_bytes());
            text.bytes.push(b'\n');
        } else {
            text.is_over = true;
        }
        let length = text.bytes.len();
        drop(text);
        self.grown.notify_all();
        self.length.send_replace(length);
    }

    /// Bytes written so far.
    pub(crate) fn length(&self) -> usize {
        *self.length.borrow()
    }

    /// Whether anybody follows it.
    pub(crate) fn has_watchers(&self) -> bool {
        self.clips.receiver_count() > 0 || self.length.receiver_count() > 0
    }

    /// Says when there is more to read.
    pub(crate) fn lengths(&self) -> watch::Receiver<usize> {
        self.length.subscribe()
    }

    /// What was written after so many bytes, and whether nothing more will be.
    pub(crate) fn written_after(&self, at: usize) -> (Vec<u8>, bool) {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        (text.bytes[at..].to_vec(), text.is_over)
    }

    pub(crate) fn end(&self) {
        self.text.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.grown.notify_all();
        self.length.send_modify(|_| {});
        self.clips.send_if_modified(|clip| {
            clip.is_last = true;
            true
        });
    }

    /// Follows the match, and has it filmed if nobody has yet.
    pub(crate) fn watch(self: &Arc<Self>) -> watch::Receiver<Clip> {
        let receiver = self.clips.subscribe();
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_filmed {
            let live = Arc::clone(self);
            let started = std::thread::Builder::new().name("camera".into()).spawn(move || live.film());
            text.is_filmed = started.is_ok();
        }
        receiver
    }

    fn film(self: Arc<Self>) {
        // Whoever asks for a page is not kept waiting by it.
        let _ = rustix::process::nice(STANDING_BACK);
        if let Err(why) = self.filmed() {
            tracing::warn!("a live match cannot be shown: {why}");
        }
        self.text.lock().unwrap_or_else(PoisonError::into_inner).is_filmed = false;
    }

    fn filmed(self: &Arc<Self>) -> Result<(), String> {
        let mut replay = Replay::read(Following { live: Arc::clone(self), at: 0 })?;
        let header = replay.header.clone();
        let entry = games::find(&header.game).ok_or("there is no such game")?;
        let mut rerun = Rerun::new(entry, &header)?;
        let names = header.seats.iter().map(|seat| seat.name.clone()).collect();
        let heading =
            Heading { map: header.map_name.clone(), rules: header.rules.clone(), seed: None, names };
        let mut camera = Camera::new(rerun.table(), heading)?;
        let mut shown: Option<(Instant, usize)> = None;
        for line in &mut replay {
            let ReplayLine::Turn(turn) = line else { continue };
            rerun.turn(&turn).map_err(|divergence| divergence.to_string())?;
            camera.take(rerun.table_mut(), &[]);
            if shown.is_none_or(|(when, _)| self.is_due(when)) {
                let from = shown.map_or(0, |(_, frames)| frames);
                self.show(camera.film(), from);
                shown = Some((Instant::now(), camera.film().frames.len()));
            }
            if self.clips.receiver_count() == 0 {
                return Ok(());
            }
        }
        self.show(camera.film(), shown.map_or(0, |(_, frames)| frames));
        Ok(())
    }

    /// Whether to show what there is. Whoever has caught up waits for a moment, and shows it if
    /// nothing more came.
    fn is_due(&self, shown: Instant) -> bool {
        if self.is_caught_up() {
            std::thread::sleep(EVERY.saturating_sub(shown.elapsed()));
            return self.is_caught_up();
        }
        shown.elapsed() >= EVERY
    }

    fn is_caught_up(&self) -> bool {
        let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        text.taken == text.bytes.len()
    }

    /// Shows the frames from here on, with one before them to move from.
    fn show(&self, film: &Film, from: usize) {
        let frames = film.frames.len();
        let first = from.saturating_sub(1).max(frames.saturating_sub(MOST_FRAMES));
        let mut clip = Film::default();
        clip.cast = film.cast.clone();
        clip.pieces = film.pieces.clone();
        clip.frames = film.frames[first..].to_vec();
        let event = format!("event: frames\nid: {frames}\ndata: {}\n\n", page::html::film_data(&clip));
        self.clips.send_modify(|shown| {
            shown.frame = frames;
            shown.event = event.into_bytes().into();
        });
    }
}

/// Reads the lines of a match, and waits for those that are still to come.
struct Following {
    live: Arc<LiveMatch>,
    at: usize,
}

impl Read for Following {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = self.live.text.lock().unwrap_or_else(PoisonError::into_inner);
        let at = self.at;
        let is_waiting = |text: &mut Text| text.bytes.len() == at && !text.is_over;
        let mut text = self.live.grown.wait_while(text, is_waiting).unwrap_or_else(PoisonError::into_inner);
        let rest = &text.bytes[self.at..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        text.taken = self.at;
        Ok(length)
    }
}
