//! A seat of deepblue taken by a program of the contest itself, over a connection.
//!
//! The contest's programs know no end of a turn, so a round lasts a time on the wall; they are started by their user, run
//! uncontained, and nobody counts their CPU time. [`Original`] works on anything that can be read and written; [`Door`] waits for a
//! program at a TCP port.

use crate::charset::shown_name;
use deepblue::formats::wire::{Hearing, RoundInfo, Said, StableInfo, framed};
use deepblue::{Briefing, Order, View};
use game::Seat;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Orders of one round that are kept; the game itself reads no more.
const MAX_ORDERS: usize = 512;

/// A program of the contest at the other end of a connection. Once the connection is broken it says nothing more, and the game goes
/// on without it.
#[derive(Debug)]
pub struct Original<S> {
    stream: S,
    seat: Seat,
    hearing: Hearing,
    /// What has been heard and not been taken.
    orders: Vec<Order>,
    /// What could not be read, for the program's log.
    unreadable: Vec<String>,
    done_with: Option<u32>,
    open: bool,
}

/// A connection on which waiting can be limited.
pub trait Patient: Read + Write {
    /// Limits how long the next reads wait.
    ///
    /// # Errors
    /// If the connection cannot do this.
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()>;
}

impl Patient for TcpStream {
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()> {
        // No time at all would mean forever.
        self.set_read_timeout(Some(time.max(Duration::from_millis(1))))
    }
}

impl<S: Patient> Original<S> {
    /// Seats a program: waits for its name and tells it about the map.
    ///
    /// # Errors
    /// If the connection breaks, or no name comes in time.
    pub fn greet(stream: S, seat: Seat, briefing: &Briefing, patience: Duration) -> io::Result<Self> {
        let (orders, unreadable) = (Vec::new(), Vec::new());
        let mut this =
            Self { stream, seat, hearing: Hearing::new(), orders, unreadable, done_with: None, open: true };
        let deadline = Instant::now() + patience;
        while this.hearing.name().is_none() && this.listen_once(deadline) {}
        if this.hearing.name().is_none() {
            return Err(io::Error::new(ErrorKind::TimedOut, "the program did not say its name"));
        }
        this.send(&StableInfo::new(&briefing.chart, seat).encode());
        Ok(this)
    }

    /// The team's name, as it may be shown.
    #[must_use]
    pub fn name(&self) -> String {
        shown_name(self.hearing.name().unwrap_or_default(), self.seat)
    }

    /// Whether the program is still there.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Tells the program about a round; also about the last, after which nothing is heard any more.
    pub fn tell(&mut self, view: &View) {
        self.send(&RoundInfo::new(view, self.seat).encode());
    }

    /// Listens until the round is over: when its time is up, or when the program says that it is done with it, which only programs
    /// built with our own library do. Then gives the orders, in the order in which they came. Later ones belong to the next round.
    pub fn hear(&mut self, round: u32, deadline: Instant) -> Vec<Order> {
        while self.done_with != Some(round) && self.listen_once(deadline) {}
        std::mem::take(&mut self.orders)
    }

    /// What the program sent that is no order.
    pub fn take_unreadable(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unreadable)
    }

    /// Reads what is there, or waits for it; false when the time is up or the program is gone.
    fn listen_once(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        if !self.open || left.is_zero() {
            return false;
        }
        let mut buffer = [0; 4096];
        match self.stream.wait_at_most(left).and_then(|()| self.stream.read(&mut buffer)) {
            Ok(0) => self.open = false,
            Ok(count) => self.take(&buffer[..count]),
            // Time is looked at again before the next read.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                ) => {}
            Err(_) => self.open = false,
        }
        self.open
    }

    fn take(&mut self, bytes: &[u8]) {
        let Self { hearing, orders, unreadable, done_with, .. } = self;
        hearing.take(bytes, |said| match said {
            Said::Order(order) if orders.len() < MAX_ORDERS => orders.push(order),
            Said::Unreadable(text) if unreadable.len() < MAX_ORDERS => unreadable.push(text),
            Said::EndOfTurn(round) => *done_with = Some(round),
            Said::Order(_) | Said::Unreadable(_) => {}
        });
    }

    fn send(&mut self, payload: &[u8]) {
        let sent = self.stream.write_all(&framed(payload)).and_then(|()| self.stream.flush());
        self.open &= sent.is_ok();
    }
}

/// A port at which a program is awaited.
#[derive(Debug)]
pub struct Door(TcpListener);

impl Door {
    /// Opens a port of this machine; 0 takes any that is free.
    ///
    /// # Errors
    /// If the port is taken or forbidden.
    pub fn open(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Self(listener))
    }

    /// The port.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.0.local_addr()?.port())
    }

    /// Waits for a program to connect.
    ///
    /// # Errors
    /// If nobody comes in time.
    pub fn wait(&self, patience: Duration) -> io::Result<TcpStream> {
        let deadline = Instant::now() + patience;
        loop {
            match self.0.accept() {
                Ok((stream, _)) => return ready(stream),
                Err(error) if error.kind() == ErrorKind::WouldBlock && Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Err(io::Error::new(ErrorKind::TimedOut, "no program connected in time"));
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// How long a program may leave its messages unread.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);

fn ready(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_PATIENCE))?;
    Ok(stream)
}

impl Original<TcpStream> {
    /// Ends the conversation, as the contest's server did after the last round.
    pub fn leave(self) {
        // Whoever is gone already needs no farewell.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
