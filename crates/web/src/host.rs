//! A table in a thread of its own, and the tabs that show it.
//!
//! Bots think for as long as they need, and whoever is connected is answered nevertheless.

use crate::protocol::{Deed, Told};
use crate::table::Table;
use interaction::{OpenError, Options};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::sync::mpsc::Sender as TabSender;

/// Messages that a tab may be behind; one that does not read is cut off, and shown everything when it comes back.
pub(crate) const MOST_WAITING: usize = 64;

/// The time between two steps of what runs without input.
const STEP: Duration = Duration::from_millis(120);

/// The way to a table.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    requests: Sender<Request>,
}

#[derive(Debug)]
enum Request {
    Join(TabSender<Arc<str>>),
    Do(Deed),
    End,
}

impl Host {
    /// Runs a table in a thread of its own, which it never leaves.
    ///
    /// # Errors
    /// What of the options makes no sense.
    pub(crate) fn start(options: Options) -> Result<(Self, JoinHandle<()>), OpenError> {
        let (requests, waiting) = channel();
        let (opened, is_open) = channel();
        let run = move || match Table::new(options) {
            Ok(table) => {
                let _ = opened.send(Ok(()));
                Running { table, tabs: Vec::new() }.run(&waiting);
            }
            Err(problem) => {
                let _ = opened.send(Err(problem));
            }
        };
        let failed = |why: String| OpenError::File(format!("the game cannot be started: {why}"));
        let thread = thread::Builder::new().name("table".into()).spawn(run);
        let thread = thread.map_err(|error| failed(error.to_string()))?;
        is_open.recv().map_err(|error| failed(error.to_string()))??;
        Ok((Self { requests }, thread))
    }

    /// Tells a tab everything, and all that changes from now on.
    pub(crate) fn join(&self, tab: TabSender<Arc<str>>) {
        let _ = self.requests.send(Request::Join(tab));
    }

    /// Has the player do something.
    pub(crate) fn take(&self, deed: Deed) {
        let _ = self.requests.send(Request::Do(deed));
    }

    /// Writes the game down and ends the thread.
    pub(crate) fn end(&self) {
        let _ = self.requests.send(Request::End);
    }
}

struct Running {
    table: Table,
    tabs: Vec<TabSender<Arc<str>>>,
}

impl Running {
    fn run(mut self, waiting: &Receiver<Request>) {
        loop {
            let first = match self.table.is_busy() {
                true => waiting.recv_timeout(STEP),
                false => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match first {
                Ok(first) => {
                    let requests: Vec<Request> = std::iter::once(first).chain(waiting.try_iter()).collect();
                    if !self.answer(requests) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let told = self.table.tick();
                    self.tell(&told);
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.table.keep();
    }

    /// Answers requests in their order. False if it is to end.
    fn answer(&mut self, requests: Vec<Request>) -> bool {
        let mut requests = requests.into_iter().peekable();
        while let Some(request) = requests.next() {
            match request {
                // A pointer that moves on is not followed over every cell.
                Request::Do(Deed::Hover { .. }) if matches!(requests.peek(), Some(Request::Do(_))) => {}
                Request::Do(deed) => {
                    let told = self.table.take(&deed);
                    self.tell(&told);
                }
                Request::Join(tab) => {
                    let is_told = self.table.all().iter().all(|told| tab.try_send(text(told)).is_ok());
                    self.tabs.extend(Some(tab).filter(|_| is_told));
                }
                Request::End => return false,
            }
        }
        true
    }

    fn tell(&mut self, told: &[Told]) {
        for message in told.iter().map(text) {
            self.tabs.retain(|tab| tab.try_send(Arc::clone(&message)).is_ok());
        }
    }
}

/// A message as it is sent.
///
/// # Panics
/// Never: every message has a JSON form.
fn text(told: &Told) -> Arc<str> {
    serde_json::to_string(told).expect("a message has a JSON form").into()
}
