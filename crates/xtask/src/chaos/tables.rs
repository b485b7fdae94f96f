//! Two people at a table, each at another server.

use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long anything may take that the page waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The largest message that is read.
const LARGEST: u64 = 16 << 20;

/// A table that a server has opened.
#[derive(Clone, Debug)]
pub(super) struct PlayedTable {
    /// The secret part of the host's link.
    pub(super) link: String,
    /// The furthest round that somebody was shown.
    pub(super) round: u64,
}

/// A tab of a browser at a table.
#[derive(Debug)]
pub(super) struct Tab {
    stream: TcpStream,
    sent: u64,
    heard: u64,
    /// The round that was shown last.
    pub(super) round: u64,
    /// The secret part of the link for the other seat, which the host is told.
    pub(super) other: Option<String>,
}

/// Opens a table for two; returns the secret part of the host's link.
pub(super) fn open_table(port: u16) -> io::Result<String> {
    let form = "map=training&seat1=you&seat2=person";
    let head = format!(
        "POST /play/deepblue HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n{form}",
        form.len()
    );
    let mut stream = connected(port)?;
    stream.write_all(head.as_bytes())?;
    let answer = head_of(&mut stream)?;
    let link = answer.split_once("/tables/").and_then(|(_, rest)| rest.split('/').next());
    link.map(str::to_owned).ok_or_else(|| io::Error::other(answer))
}

impl Tab {
    /// Comes to a table, and reads what it is shown at first.
    pub(super) fn open(port: u16, link: &str) -> io::Result<Self> {
        let mut stream = connected(port)?;
        // The key is that of the standard's example: nobody else's answer is to be mistaken here.
        let ask = format!(
            "GET /tables/{link}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Language: en\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(ask.as_bytes())?;
        let answer = head_of(&mut stream)?;
        if !answer.starts_with("HTTP/1.1 101") {
            return Err(io::Error::other(answer));
        }
        let mut tab = Self { stream, sent: 0, heard: 0, round: 0, other: None };
        while tab.round == 0 {
            tab.read()?;
        }
        Ok(tab)
    }

    /// Presses a key, and waits until the table has dealt with it.
    pub(super) fn press(&mut self, key: &str) -> io::Result<()> {
        let deed = json!({ "do": "key", "key": key }).to_string();
        // A frame of text, whole, whose mask is zero.
        let mut frame = vec![0x81, 0x80 | deed.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(deed.as_bytes());
        self.stream.write_all(&frame)?;
        self.sent += 1;
        while self.heard < self.sent {
            self.read()?;
        }
        Ok(())
    }

    /// Waits until this round is shown.
    pub(super) fn until(&mut self, round: u64) -> io::Result<()> {
        while self.round < round {
            self.read()?;
        }
        Ok(())
    }

    /// Reads one message.
    fn read(&mut self) -> io::Result<()> {
        let mut two = [0; 2];
        self.stream.read_exact(&mut two)?;
        let length = match two[1] & 0x7F {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes)?;
                u64::from(u16::from_be_bytes(bytes))
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes)?;
                u64::from_be_bytes(bytes)
            }
            short => u64::from(short),
        };
        let mut text = Vec::new();
        (&mut self.stream).take(length.min(LARGEST)).read_to_end(&mut text)?;
        match two[0] & 0x0F {
            1 => self.take(&serde_json::from_slice(&text)?),
            8 => return Err(io::ErrorKind::ConnectionReset.into()),
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, told: &Value) {
        match told["is"].as_str() {
            Some("heard") => self.heard = told["heard"].as_u64().unwrap_or(0),
            Some("screen") => {
                let headline = told["headline"].as_str().unwrap_or_default();
                self.round = round_in(headline).unwrap_or(self.round);
            }
            Some("seats") => {
                let link = told["seats"][1]["link"].as_str().map(str::to_owned);
                self.other = link.or(self.other.take());
            }
            _ => {}
        }
    }
}

/// The number after the word.
fn round_in(headline: &str) -> Option<u64> {
    let (_, rest) = headline.split_once("round ")?;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

fn connected(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// The head of an answer, and nothing of what follows.
fn head_of(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

#[cfg(test)]
mod tests {
    use super::round_in;

    #[test]
    fn a_headline_says_the_round() {
        assert_eq!(round_in("round 12 of 200 · your turn"), Some(12));
        assert_eq!(round_in("the game is over"), None);
    }
}
