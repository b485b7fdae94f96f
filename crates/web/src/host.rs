//! A table in a thread of its own, and the tabs that show it.
//!
//! Bots think for as long as they need, and whoever is connected is answered nevertheless.

use crate::protocol::{Deed, Role, Told, language};
use crate::shared::{self, OpenTable, Thinking, Thought};
use interaction::OpenError;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;
use tokio::sync::mpsc::Sender as TabSender;
use tokio::sync::oneshot;

/// Messages that a tab may be behind; one that does not read is cut off, and shown everything when
/// it comes back.
pub(crate) const MOST_WAITING: usize = 64;

/// What is run by a host: a table, of whichever kind.
///
/// It says nothing by itself: what is to be told to whom is taken from it after each call.
pub(crate) trait Room: Debug {
    /// Somebody has come. They are shown [`all`](Self::all) of it.
    fn join(&mut self, role: Role, now: Instant);

    /// Somebody has gone.
    fn leave(&mut self, role: Role, now: Instant);

    /// Everything that a page has to know that has just been opened.
    fn all(&self, role: Role) -> Vec<Told>;

    /// Does what somebody asked for.
    fn take(&mut self, role: Role, deed: &Deed, now: Instant);

    /// When [`tick`](Self::tick) is to be called, if something runs without input.
    fn next_tick(&self, now: Instant) -> Option<Instant>;

    /// Advances what runs without input.
    fn tick(&mut self, now: Instant);

    /// The bots that are to think.
    fn take_tasks(&mut self) -> Vec<Thinking> {
        Vec::new()
    }

    /// A bot has thought.
    fn take_thought(&mut self, _thought: Thought, _now: Instant) {}

    /// What is to be told, and to whom.
    fn take_told(&mut self) -> Vec<(Role, Told)>;

    /// The whole game as a page of its own, as soon as somebody in this role may see all of it.
    fn replay(&self, _role: Role) -> Option<String> {
        None
    }

    /// Writes down what must not be lost.
    fn keep(&mut self);

    /// Takes in what was done at this table on other machines.
    fn catch_up(&mut self, _now: Instant) {}

    /// Whether what is here is not what is written down. The table ends then, and goes on from what
    /// is written when somebody comes back.
    fn is_lost(&self) -> bool {
        false
    }
}

/// The way to a table.
#[derive(Clone, Debug)]
pub struct Host {
    requests: Sender<Request>,
    tabs: Arc<AtomicU64>,
    is_over: Arc<AtomicBool>,
}

/// A tab, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TabId(u64);

#[derive(Debug)]
enum Request {
    Join(Tab),
    Leave(TabId),
    Do(TabId, Deed),
    Think(Thought),
    Replay(Role, oneshot::Sender<Option<String>>),
    CatchUp,
    End,
}

#[derive(Debug)]
struct Tab {
    id: TabId,
    role: Role,
    to: TabSender<Arc<str>>,
    /// How many of its deeds have been dealt with.
    heard: u64,
}

impl Host {
    /// Runs a table with several people in a thread of its own.
    ///
    /// # Errors
    /// If the table cannot be opened.
    pub fn of_table(table: OpenTable) -> Result<(Self, JoinHandle<()>), OpenError> {
        Self::start(move || shared::open(table))
    }

    /// Runs a table in a thread of its own, which it never leaves.
    ///
    /// # Errors
    /// If the table cannot be opened.
    pub(crate) fn start(
        open: impl FnOnce() -> Result<Box<dyn Room>, OpenError> + Send + 'static,
    ) -> Result<(Self, JoinHandle<()>), OpenError> {
        let (requests, waiting) = channel();
        let (opened, is_open) = channel();
        let answers = requests.clone();
        let is_over = Arc::<AtomicBool>::default();
        let over = Arc::clone(&is_over);
        let run = move || match open() {
            Ok(room) => {
                let _ = opened.send(Ok(()));
                Running { room, tabs: Vec::new(), answers }.run(&waiting);
                over.store(true, Ordering::Relaxed);
            }
            Err(problem) => {
                let _ = opened.send(Err(problem));
            }
        };
        let failed = |why: String| OpenError::File(format!("the game cannot be started: {why}"));
        let thread = thread::Builder::new().name("table".into()).spawn(run);
        let thread = thread.map_err(|error| failed(error.to_string()))?;
        is_open.recv().map_err(|error| failed(error.to_string()))??;
        Ok((Self { requests, tabs: Arc::default(), is_over }, thread))
    }

    /// Tells a tab everything, and all that changes from now on.
    pub(crate) fn join(&self, role: Role, to: TabSender<Arc<str>>) -> TabId {
        let id = TabId(self.tabs.fetch_add(1, Ordering::Relaxed));
        let _ = self.requests.send(Request::Join(Tab { id, role, to, heard: 0 }));
        id
    }

    /// A tab was closed.
    pub(crate) fn leave(&self, tab: TabId) {
        let _ = self.requests.send(Request::Leave(tab));
    }

    /// Does what somebody asked for.
    pub(crate) fn take(&self, tab: TabId, deed: Deed) {
        let _ = self.requests.send(Request::Do(tab, deed));
    }

    /// The whole game as a page of its own, if somebody in this role may see all of it.
    pub async fn replay(&self, role: Role) -> Option<String> {
        let (to, page) = oneshot::channel();
        self.requests.send(Request::Replay(role, to)).ok()?;
        page.await.ok().flatten()
    }

    /// Has the table take in what was done at it on other machines.
    pub fn catch_up(&self) {
        let _ = self.requests.send(Request::CatchUp);
    }

    /// Whether the table is no longer run: it has to be opened again.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Writes the game down and ends the thread.
    pub fn end(&self) {
        let _ = self.requests.send(Request::End);
    }
}

struct Running {
    room: Box<dyn Room>,
    tabs: Vec<Tab>,
    /// Where bots answer.
    answers: Sender<Request>,
}

impl Running {
    fn run(mut self, waiting: &Receiver<Request>) {
        self.after();
        loop {
            let now = Instant::now();
            let first = match self.room.next_tick(now) {
                Some(then) => waiting.recv_timeout(then.saturating_duration_since(now)),
                None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match first {
                Ok(first) => {
                    let requests: Vec<Request> = std::iter::once(first).chain(waiting.try_iter()).collect();
                    if !self.answer(requests) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.room.tick(Instant::now());
                    self.after();
                    if self.room.is_lost() {
                        break;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.room.keep();
    }

    /// Answers requests in their order. False if it is to end.
    fn answer(&mut self, requests: Vec<Request>) -> bool {
        let mut requests = requests.into_iter().peekable();
        while let Some(request) = requests.next() {
            match request {
                // A pointer that moves on is not followed over every cell.
                Request::Do(tab, Deed::Hover { .. }) if matches!(requests.peek(), Some(Request::Do(next, _)) if *next == tab) => {
                    self.count(tab)
                }
                Request::Do(tab, deed) => {
                    self.take(tab, &deed);
                    self.after();
                    self.count(tab);
                    self.say_heard(tab);
                }
                Request::Join(tab) => {
                    let id = tab.id;
                    self.join(tab);
                    self.after();
                    self.say_heard(id);
                }
                Request::Leave(tab) => self.leave(|other| other.id == tab),
                Request::Think(thought) => self.room.take_thought(thought, Instant::now()),
                Request::Replay(role, to) => {
                    let _ = to.send(self.room.replay(role));
                    continue;
                }
                Request::CatchUp => self.room.catch_up(Instant::now()),
                Request::End => return false,
            }
            self.after();
            if self.room.is_lost() {
                return false;
            }
        }
        true
    }

    fn take(&mut self, id: TabId, deed: &Deed) {
        let Some(tab) = self.tabs.iter_mut().find(|tab| tab.id == id) else { return };
        // Spectators share what they are told with all who speak their language.
        if let (Role::Spectator(_), Deed::Speak { lang }) = (tab.role, deed) {
            tab.role = Role::Spectator(language(lang));
            let told = self.room.all(tab.role);
            let _ = told.iter().all(|told| tab.to.try_send(text(told)).is_ok());
            return;
        }
        self.room.take(tab.role, deed, Instant::now());
    }

    /// A deed of this tab has been dealt with.
    fn count(&mut self, id: TabId) {
        if let Some(tab) = self.tabs.iter_mut().find(|tab| tab.id == id) {
            tab.heard += 1;
        }
    }

    /// Tells a tab how many of its deeds have been dealt with. If it does not read, it is cut off
    /// when there is more to say.
    fn say_heard(&self, id: TabId) {
        if let Some(tab) = self.tabs.iter().find(|tab| tab.id == id) {
            let _ = tab.to.try_send(text(&Told::Heard { heard: tab.heard }));
        }
    }

    fn join(&mut self, tab: Tab) {
        let told = self.room.all(tab.role);
        if told.iter().all(|told| tab.to.try_send(text(told)).is_ok()) {
            let role = tab.role;
            self.tabs.push(tab);
            self.room.join(role, Instant::now());
        }
    }

    fn leave(&mut self, is_gone: impl Fn(&Tab) -> bool) {
        let gone: Vec<Tab> = self.tabs.extract_if(.., |tab| is_gone(tab)).collect();
        gone.iter().for_each(|tab| self.room.leave(tab.role, Instant::now()));
    }

    /// Carries out what the table wants after it was asked something.
    fn after(&mut self) {
        for thinking in self.room.take_tasks() {
            let answers = self.answers.clone();
            let think = move || {
                let _ = answers.send(Request::Think(thinking.run()));
            };
            // Without a thread there is no bot; the table waits for it, and the host may replace
            // it.
            let _ = thread::Builder::new().name("bot".into()).spawn(think);
        }
        loop {
            let told = self.room.take_told();
            if told.is_empty() {
                return;
            }
            for (role, told) in &told {
                self.tell(*role, told);
            }
            self.leave(|tab| tab.to.is_closed());
        }
    }

    fn tell(&mut self, role: Role, told: &Told) {
        let mut tabs = self.tabs.iter_mut().filter(|tab| tab.role == role).peekable();
        if tabs.peek().is_none() {
            return;
        }
        let message = text(told);
        for tab in tabs {
            if tab.to.try_send(Arc::clone(&message)).is_err() {
                // It does not read: a closed channel makes the connection end.
                tab.to = tokio::sync::mpsc::channel(1).0;
            }
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
