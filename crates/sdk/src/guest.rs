//! A seat taken by a program of an old contest itself, over a connection.
//!
//! The contest's programs know no end of a turn, so a round lasts a time on the wall; they are
//! started by their user, run uncontained, and nobody counts their CPU time. What is said is the
//! game's own business ([`GuestProtocol`]). [`Guest`] works on anything that can be read and
//! written; [`Door`] waits for a program at a TCP port.

use crate::charset::shown_name;
use game::{DynGame, GameEntry, GuestProtocol, JsonText, Seat};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// A program of an old contest at the other end of a connection. Once the connection is broken it
/// says nothing more, and the game goes on without it.
#[derive(Debug)]
pub struct Guest<S = TcpStream> {
    stream: S,
    seat: Seat,
    protocol: Box<dyn GuestProtocol>,
    open: bool,
}

/// A connection on which waiting can be limited.
pub trait Patient: Read + Write {
    /// Limits how long the next reads wait; no time at all means that they do not wait.
    ///
    /// # Errors
    /// If the connection cannot do this.
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()>;
}

impl Patient for TcpStream {
    fn wait_at_most(&mut self, time: Duration) -> io::Result<()> {
        self.set_nonblocking(time.is_zero())?;
        // To the system no time at all means forever.
        self.set_read_timeout((!time.is_zero()).then(|| time.max(Duration::from_millis(1))))
    }
}

impl Guest {
    /// Waits at a port until a program takes the seat, or somebody does not want to wait any more.
    ///
    /// # Errors
    /// If the port cannot be had, nobody comes in time, or the game knows no such programs.
    pub fn await_at(
        port: u16,
        entry: &dyn GameEntry,
        (table, seat): (&dyn DynGame, Seat),
        patience: Duration,
        given_up: &dyn Fn() -> bool,
    ) -> io::Result<Self> {
        let protocol = entry.guest(table, seat).ok_or_else(|| {
            io::Error::other(format!("{} has no programs that come over TCP", entry.name()))
        })?;
        let stream = Door::open(port)?.wait_unless(patience, given_up)?;
        Self::greet(stream, (table, seat), protocol, patience)
    }

    /// Ends the conversation, as the contest's server did after the last round.
    ///
    /// What the program still says is read and thrown away: closing a connection with unread bytes
    /// in it could cost the program the last message.
    pub fn leave(mut self) {
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            let deadline = Instant::now() + FAREWELL;
            while self.listen_until(deadline) {}
        }
    }
}

impl<S: Patient> Guest<S> {
    /// Seats a program: waits for its name and tells it about the map.
    ///
    /// # Errors
    /// If the connection breaks, or no name comes in time.
    pub fn greet(
        stream: S,
        (table, seat): (&dyn DynGame, Seat),
        protocol: Box<dyn GuestProtocol>,
        patience: Duration,
    ) -> io::Result<Self> {
        let mut this = Self { stream, seat, protocol, open: true };
        let deadline = Instant::now() + patience;
        while this.protocol.name().is_none() && this.listen_until(deadline) {}
        if this.protocol.name().is_none() {
            return Err(io::Error::new(ErrorKind::TimedOut, "the program did not say its name"));
        }
        let greeting = this.protocol.greeting(table);
        this.send(&greeting);
        Ok(this)
    }

    /// The team's name, as it may be shown.
    #[must_use]
    pub fn name(&self) -> String {
        shown_name(self.protocol.name().unwrap_or_default(), self.seat)
    }

    /// Whether the program is still there.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Tells the program how things stand; also at the end, after which nothing is heard any more.
    pub fn tell(&mut self, table: &dyn DynGame) {
        let news = self.protocol.news(table);
        self.send(&news);
    }

    /// Listens until the round is over: when its time is up, or when the program is done with it.
    /// Then gives its orders.
    pub fn hear(&mut self, round: u32, deadline: Instant) -> Vec<JsonText> {
        while self.open && !self.protocol.is_done_with(round) && self.listen_until(deadline) {}
        self.take_orders()
    }

    /// Takes what has arrived and does not wait for more; for callers who wait for several seats at
    /// once.
    pub fn serve(&mut self) {
        while self.listen(Duration::ZERO) {}
    }

    /// The orders so far, in the order in which they came. Later ones belong to the next round.
    pub fn take_orders(&mut self) -> Vec<JsonText> {
        self.protocol.take_orders()
    }

    /// What the program sent that is no order.
    pub fn take_unreadable(&mut self) -> Vec<String> {
        self.protocol.take_unreadable()
    }

    /// Reads once; false when the time is up or the program is gone.
    fn listen_until(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        !left.is_zero() && self.listen(left)
    }

    /// Reads once, after waiting so long at most; false if nothing came or the program is gone.
    fn listen(&mut self, patience: Duration) -> bool {
        if !self.open {
            return false;
        }
        let mut buffer = [0; 4096];
        match self.stream.wait_at_most(patience).and_then(|()| self.stream.read(&mut buffer)) {
            Ok(0) => self.open = false,
            Ok(count) => self.protocol.take(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return false;
            }
            Err(_) => self.open = false,
        }
        self.open
    }

    /// Sends a message. A program that does not read is given up when the connection's own patience
    /// ends.
    fn send(&mut self, message: &[u8]) {
        // Whatever the last read left behind, writing is to wait.
        let waits = self.stream.wait_at_most(Duration::from_secs(1));
        let sent = waits.and_then(|()| self.stream.write_all(message)).and_then(|()| self.stream.flush());
        self.open &= sent.is_ok();
    }
}

/// How long a program may take to take its leave.
const FAREWELL: Duration = Duration::from_millis(300);

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
        self.wait_unless(patience, &|| false)
    }

    /// Waits for a program to connect, or until somebody does not want to wait any more.
    ///
    /// # Errors
    /// If nobody comes in time.
    pub fn wait_unless(&self, patience: Duration, given_up: &dyn Fn() -> bool) -> io::Result<TcpStream> {
        let deadline = Instant::now() + patience;
        loop {
            match self.0.accept() {
                Ok((stream, _)) => return ready(stream),
                Err(_) if given_up() => {
                    return Err(io::Error::new(ErrorKind::Interrupted, "nobody waits for it any more"));
                }
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
