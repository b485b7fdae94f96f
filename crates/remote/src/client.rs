//! Requests and answers.

use crate::login::Login;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use std::io::Read;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body};

/// The most of an answer that is read, in bytes: lists are short, replays are compressed.
const LARGEST_ANSWER: u64 = 64 << 20;

/// How long a connection may take, and the first byte of an answer.
const CONNECT: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(60);

/// Why a request came to nothing.
#[derive(Debug)]
pub enum RemoteError {
    /// There is no answer.
    Unreachable {
        /// Who was asked.
        arena: String,
        /// What happened.
        why: String,
    },
    /// The arena refused.
    Refused {
        /// The status of the answer.
        status: u16,
        /// What the arena says.
        detail: String,
    },
    /// The answer is not what an arena says.
    Strange(String),
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { arena, why } => write!(f, "{arena} does not answer: {why}"),
            Self::Refused { status: 401, .. } => {
                f.write_str("the arena does not know this token: `sandtable remote login` with a new one")
            }
            Self::Refused { status, detail } => write!(f, "the arena refuses ({status}): {detail}"),
            Self::Strange(what) => write!(f, "this does not look like an arena of this version: {what}"),
        }
    }
}

impl std::error::Error for RemoteError {}

/// Somebody at an arena.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
    login: Login,
}

impl Client {
    /// A client in the name of a login.
    #[must_use]
    pub fn new(login: Login) -> Self {
        let config = Agent::config_builder()
            // Refusals say why in their body, and the token goes to nobody else.
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(ANSWER))
            .user_agent(concat!("sandtable/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), login }
    }

    /// The arena's address.
    #[must_use]
    pub fn arena(&self) -> &str {
        &self.login.arena
    }

    /// Asks for a document.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, path: &str) -> Result<Value, RemoteError> {
        document(&self.ask(path)?)
    }

    /// Asks for bytes.
    ///
    /// # Errors
    /// If there are none.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, RemoteError> {
        self.ask(path)
    }

    /// Asks for bytes that come one after the other, for as long as they come.
    ///
    /// # Errors
    /// If there are none.
    pub fn stream(&self, path: &str) -> Result<impl Read + use<>, RemoteError> {
        let request = self.agent.get(self.address(path)).header("authorization", self.bearer());
        let answer = self.answered(request.call())?;
        Ok(answer.into_body().into_reader())
    }

    /// Sends bytes.
    ///
    /// # Errors
    /// If they are not taken.
    pub fn send_bytes(&self, path: &str, bytes: &[u8]) -> Result<Value, RemoteError> {
        let request = self.agent.post(self.address(path)).header("authorization", self.bearer());
        let answer = self.answered(request.content_type("application/octet-stream").send(bytes))?;
        document(&body(answer)?)
    }

    /// Sends a document.
    ///
    /// # Errors
    /// If it is not taken.
    pub fn send(&self, path: &str, document_sent: &Value) -> Result<Value, RemoteError> {
        let request = self.agent.post(self.address(path)).header("authorization", self.bearer());
        let sent = request.content_type("application/json").send(document_sent.to_string());
        document(&body(self.answered(sent)?)?)
    }

    /// Sends a document to which nothing is answered.
    ///
    /// # Errors
    /// If it is not taken.
    pub fn tell(&self, path: &str, sent: &Value) -> Result<(), RemoteError> {
        let request = self.agent.post(self.address(path)).header("authorization", self.bearer());
        self.answered(request.content_type("application/json").send(sent.to_string())).map(|_| ())
    }

    fn ask(&self, path: &str) -> Result<Vec<u8>, RemoteError> {
        let request = self.agent.get(self.address(path)).header("authorization", self.bearer());
        body(self.answered(request.call())?)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.login.arena)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.login.token)
    }

    /// An answer that is no refusal.
    fn answered(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>, RemoteError> {
        let unreachable = |error: ureq::Error| RemoteError::Unreachable {
            arena: self.login.arena.clone(),
            why: error.to_string(),
        };
        let answer = answer.map_err(unreachable)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        if status.is_redirection() {
            return Err(RemoteError::Strange(format!("it sends us elsewhere ({status})")));
        }
        let said = body(answer).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let detail = said.as_ref().and_then(|said| said.get("detail")?.as_str());
        let detail = detail.or(status.canonical_reason()).unwrap_or("it does not say why").to_owned();
        Err(RemoteError::Refused { status: status.as_u16(), detail })
    }
}

/// A document in the form that is expected here.
///
/// # Errors
/// If it has another one.
pub(crate) fn read<T: DeserializeOwned>(document: &Value) -> Result<T, RemoteError> {
    T::deserialize(document).map_err(|error| RemoteError::Strange(error.to_string()))
}

impl Client {
    /// Asks for a document, as it came and as it is read here.
    ///
    /// # Errors
    /// If there is none, or it has another form.
    pub fn get_as<T: DeserializeOwned>(&self, path: &str) -> Result<(T, Value), RemoteError> {
        let document = self.get(path)?;
        Ok((read(&document)?, document))
    }

    /// Asks for what every arena has that is as new as this program.
    ///
    /// # Errors
    /// If it has none: then it is older.
    pub fn everywhere<T: DeserializeOwned>(&self, path: &str) -> Result<(T, Value), RemoteError> {
        self.get_as(path).map_err(|error| match error {
            RemoteError::Refused { status: 404, .. } => {
                RemoteError::Strange(format!("it has no {path}: it may be older than this program"))
            }
            other => other,
        })
    }

    /// Sends a document and reads the answer.
    ///
    /// # Errors
    /// If it is not taken, or the answer has another form.
    pub fn send_as<T: DeserializeOwned>(&self, path: &str, sent: &Value) -> Result<T, RemoteError> {
        read(&self.send(path, sent)?)
    }

    /// Sends bytes and reads the answer.
    ///
    /// # Errors
    /// If they are not taken, or the answer has another form.
    pub fn send_bytes_as<T: DeserializeOwned>(&self, path: &str, bytes: &[u8]) -> Result<T, RemoteError> {
        read(&self.send_bytes(path, bytes)?)
    }
}

fn body(answer: Response<Body>) -> Result<Vec<u8>, RemoteError> {
    let read = answer.into_body().into_with_config().limit(LARGEST_ANSWER).read_to_vec();
    read.map_err(|error| RemoteError::Strange(error.to_string()))
}

fn document(bytes: &[u8]) -> Result<Value, RemoteError> {
    serde_json::from_slice(bytes).map_err(|error| RemoteError::Strange(error.to_string()))
}
