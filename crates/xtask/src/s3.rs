//! An S3-compatible store of our own for a while: moto, from PyPI.

use crate::postgres::free_port;
use crate::process::program;
use crate::python;
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// What answers as a store does.
const SERVER: &str = "moto[server]>=5,<6";

/// The bucket of the tests.
const BUCKET: &str = "sandtable-test";

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running store with an empty bucket; it ends when this goes.
#[derive(Debug)]
pub(crate) struct Store {
    child: Child,
    port: u16,
}

impl Store {
    /// Starts it.
    ///
    /// # Errors
    /// Skipped, if it cannot be had.
    pub(crate) fn start(workspace: &Workspace) -> Result<Self, Stop> {
        let python = python::environment(workspace, "moto")?;
        python::fetch(workspace, &python, &[SERVER])?;
        let failed = |error: std::io::Error| Stop::Failed(error.to_string());
        let port = free_port().map_err(failed)?;
        let mut server = program(workspace, python.with_file_name("moto_server"));
        server.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let store = Self { child: server.spawn().map_err(failed)?, port };
        let deadline = Instant::now() + PATIENCE;
        while !store.makes_bucket() {
            if Instant::now() > deadline {
                return Err(Stop::Failed("the store of the tests does not start".into()));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(store)
    }

    fn makes_bucket(&self) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let request = format!(
            "PUT /{BUCKET} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.port
        );
        let mut answer = String::new();
        stream.write_all(request.as_bytes()).is_ok()
            && stream.read_to_string(&mut answer).is_ok()
            && answer.starts_with("HTTP/1.1 200")
    }

    /// What tests and programs read to know where it is.
    pub(crate) fn variables(&self) -> [(&'static str, String); 5] {
        [
            ("SANDTABLE_TEST_S3", format!("s3://{BUCKET}")),
            ("AWS_ACCESS_KEY_ID", "test".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "test".to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{}", self.port)),
        ]
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
