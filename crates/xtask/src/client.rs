//! Somebody who asks the servers over HTTP, and asks another one when there is no answer.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whom one asks, and in whose name.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) servers: Vec<u16>,
    pub(crate) token: Option<String>,
}

/// A request that may be sent again.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    /// What it is known by, if it costs something.
    pub(crate) key: Option<String>,
    pub(crate) kind: &'static str,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn json(method: &'static str, path: &str, body: &Value) -> Self {
        let body = body.to_string().into_bytes();
        Self { method, path: path.to_owned(), key: None, kind: "application/json", body }
    }

    pub(crate) fn bytes(path: &str, key: String, body: Vec<u8>) -> Self {
        Self { method: "POST", path: path.to_owned(), key: Some(key), kind: "application/octet-stream", body }
    }
}

impl Client {
    /// The owner of a new account.
    ///
    /// # Errors
    /// What the servers say.
    pub(crate) fn sign_up(servers: &[u16], name: &str, tries: usize) -> Result<Self, String> {
        let nobody = Self { servers: servers.to_vec(), token: None };
        let body = json!({ "name": name, "password": "correct horse battery" });
        let made = nobody.insist(&Request::json("POST", "/accounts", &body), tries);
        // Where the answer was lost the account is there: this name is nobody's but ours.
        let again = |_| nobody.insist(&Request::json("POST", "/sign-in", &body), tries);
        let answer = made.or_else(again)?;
        Ok(Self { token: answer["token"].as_str().map(str::to_owned), ..nobody })
    }

    /// Asks one of the servers, which one by a number.
    pub(crate) fn ask(&self, request: &Request, which: usize) -> Option<(u16, Value)> {
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
    pub(crate) fn insist(&self, request: &Request, tries: usize) -> Result<Value, String> {
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
