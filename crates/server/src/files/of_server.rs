//! Files that a worker asks of a server. It gets those of its jobs and no others, and hands over
//! what comes of them.

use crate::accounts::secret::Secret;
use std::io;
use std::time::Duration;
use ureq::http::StatusCode;

/// The way to files, for workers.
pub(crate) const WAY: &str = "/work/files";

/// The header that says which machine asks; its secret stands in `Authorization`.
pub(crate) const MACHINE_HEADER: &str = "x-sandtable-machine";

/// How long a connection may take, and a whole request.
const CONNECT: Duration = Duration::from_secs(10);
const ANSWER: Duration = Duration::from_secs(60);

/// The files of a server, for one machine.
#[derive(Clone, Debug)]
pub(super) struct FilesOfServer {
    agent: ureq::Agent,
    address: String,
    machine: i64,
    secret: Secret,
}

impl FilesOfServer {
    pub(super) fn new(address: &str, machine: i64, secret: Secret) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // The secret goes to nobody else.
            .max_redirects(0)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(ANSWER))
            .user_agent(concat!("sandtable/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), address: address.to_owned(), machine, secret }
    }

    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let request = self.agent.put(self.address_of(name)).header(MACHINE_HEADER, self.machine.to_string());
        let answer = request.header("authorization", self.bearer()).send(bytes).map_err(io::Error::other)?;
        self.taken(answer.status())
    }

    pub(super) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let request = self.agent.get(self.address_of(name)).header(MACHINE_HEADER, self.machine.to_string());
        let answer = request.header("authorization", self.bearer()).call().map_err(io::Error::other)?;
        self.taken(answer.status())?;
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(answer.into_body().into_reader(), most), &mut bytes)?;
        Ok(bytes)
    }

    fn taken(&self, status: StatusCode) -> io::Result<()> {
        let address = &self.address;
        match status {
            _ if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
            _ => Err(io::Error::other(format!("{address} refuses a file ({status})"))),
        }
    }

    fn address_of(&self, name: &str) -> String {
        format!("{}{WAY}/{name}", self.address)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.secret.text())
    }
}
