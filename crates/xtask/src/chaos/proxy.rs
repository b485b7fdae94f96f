//! A line between a machine and the database that can be cut.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

/// How often a quiet connection looks whether the line is still there.
const LOOK: Duration = Duration::from_millis(50);

/// What becomes of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// They arrive.
    Open,
    /// Connections are broken, and none is made.
    Cut,
    /// They stay where they are until the line is open again, and nobody is told.
    Stalled,
}

/// A port that leads to another one.
#[derive(Debug)]
pub(super) struct Proxy {
    pub(super) port: u16,
    line: Arc<AtomicU8>,
}

impl Proxy {
    pub(super) fn to(target: u16) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let line = Arc::new(AtomicU8::new(Line::Open as u8));
        let state = Arc::clone(&line);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if state.load(Ordering::Relaxed) == Line::Cut as u8 {
                    continue;
                }
                if let Ok(server) = TcpStream::connect(("127.0.0.1", target)) {
                    join(&client, &server, &state);
                    join(&server, &client, &state);
                }
            }
        });
        Ok(Self { port, line })
    }

    pub(super) fn set(&self, line: Line) {
        self.line.store(line as u8, Ordering::Relaxed);
    }
}

/// Carries bytes one way until either end is closed or the line is cut.
fn join(from: &TcpStream, to: &TcpStream, line: &Arc<AtomicU8>) {
    let (Ok(mut from), Ok(mut to)) = (from.try_clone(), to.try_clone()) else { return };
    let line = Arc::clone(line);
    let _ = from.set_nodelay(true);
    let _ = from.set_read_timeout(Some(LOOK));
    thread::spawn(move || {
        let mut bytes = vec![0; 1 << 16];
        loop {
            let now = line.load(Ordering::Relaxed);
            if now == Line::Cut as u8 {
                break;
            }
            if now == Line::Stalled as u8 {
                thread::sleep(LOOK);
                continue;
            }
            match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(read) if to.write_all(&bytes[..read]).is_err() => break,
                Ok(_) => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => break,
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    });
}
