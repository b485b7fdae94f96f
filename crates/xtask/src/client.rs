//! Somebody who asks the servers over HTTP, and asks another one when there is no answer.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whom one asks, and in whose name.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) servers: Vec<u16>,
    pub(super) token: Option<String>,
}

/// A request that may be sent again.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) method: &'static str,
    pub(super) path: String,
    /// What it is known by, if it costs something.
    pub(super) key: Option<String>,
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

impl Request {
    pub(super) fn json(method: &'static str, path: &str, body: &Value) -> Self {
        let body = body.to_string().into_bytes();
        Self { method, path: path.to_owned(), key: None, kind: "application/json", body }
    }

    pub(super) fn bytes(path: &str, key: String, body: Vec<u8>) -> Self {
        Self { method: "POST", path: path.to_owned(), key: Some(key), kind: "application/octet-stream", body }
    }
}

impl Client {
    /// Asks one of the servers, which one by a number.
    pub(super) fn ask(&self, request: &Request, which: usize) -> Option<(u16, Value)> {
        let port = self.servers[which % self.servers.len()];
        let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let mut head = format!(
            "{} /api/v1{} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Content-Type: {}\r\n",
            request.method,
            request.path,
            request.body.len(),
            request.kind
        );
        if let Some(token) = &self.token {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        if let Some(key) = &request.key {
            head.push_str(&format!("Idempotency-Key: {key}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
        stream.write_all(&request.body).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let status = std::str::from_utf8(&answer[..end]).ok()?.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_slice(&answer[end + 4..]).unwrap_or(Value::Null)))
    }

    /// Asks until a server takes it, or says that it never will.
    ///
    /// # Errors
    /// What it says then.
    pub(super) fn insist(&self, request: &Request, tries: usize) -> Result<Value, String> {
        let mut last = "no server answers".to_owned();
        for at in 0..tries {
            match self.ask(request, at) {
                Some((200..=299, answer)) => return Ok(answer),
                Some((status @ 400..=499, answer)) if status != 408 && status != 429 => {
                    return Err(format!("{} {}: {status} {answer}", request.method, request.path));
                }
                Some((status, answer)) => last = format!("{status} {answer}"),
                None => {}
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        Err(format!("{} {}: {last}", request.method, request.path))
    }
}
