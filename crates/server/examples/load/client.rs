//! A client that speaks just enough HTTP: one request a connection.

use crate::Wrong;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Whoever asks, perhaps with a token.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    address: String,
    token: Option<String>,
}

/// An answer: its status and its body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Result<Value, Wrong> {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).map_err(|error| format!("{}: {error}: {text}", self.status).into())
    }
}

impl Client {
    pub(crate) fn new(address: String) -> Self {
        Self { address, token: None }
    }

    pub(crate) fn with_token(&self, token: String) -> Self {
        Self { token: Some(token), ..self.clone() }
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer, Wrong> {
        self.ask("GET", path, "", b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Answer, Wrong> {
        self.ask("POST", path, "application/json", body.to_string().as_bytes()).await
    }

    pub(crate) async fn ask(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> Result<Answer, Wrong> {
        let mut stream = self.begin(method, path, kind, body).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").ok_or("no answer")?;
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no status")?;
        let body = bytes.split_off(end + 4);
        let is_chunked = head.contains("transfer-encoding: chunked");
        Ok(Answer { status, body: if is_chunked { unchunked(&body) } else { body } })
    }

    /// Sends a request; what comes back is read by the caller.
    pub(crate) async fn begin(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> Result<TcpStream, Wrong> {
        let mut stream = TcpStream::connect(&self.address).await?;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        head.push_str(&format!("Accept: text/html\r\nContent-Length: {}\r\n", body.len()));
        if !kind.is_empty() {
            head.push_str(&format!("Content-Type: {kind}\r\n"));
        }
        if let Some(token) = &self.token {
            head.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await?;
        stream.write_all(body).await?;
        Ok(stream)
    }
}

/// The body behind its chunks.
fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok().and_then(|hex| usize::from_str_radix(hex, 16).ok());
        let Some(size @ 1..) = size else { break };
        let Some(chunk) = rest.get(end + 2..end + 2 + size) else { break };
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}
