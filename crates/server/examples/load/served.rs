//! An arena in a process of its own.

use crate::Wrong;
use crate::client::Client;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running arena; it is stopped when this goes.
#[derive(Debug)]
pub(crate) struct Served {
    child: Child,
    pub(crate) address: String,
}

impl Served {
    pub(crate) async fn start(sandtable: &str, data: &str) -> Result<Self, Wrong> {
        let mut command = Command::new(sandtable);
        command.args(["serve", "--listen", "127.0.0.1:0", "--jobs", "2", "--grace", "1", "--data", data]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut said = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut said)?;
        let address = said.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        let address = address.ok_or_else(|| format!("it did not start: {said}"))?.0.to_owned();
        let served = Self { child, address };
        let client = Client::new(served.address.clone());
        for _ in 0..600 {
            if client.get("/readyz").await.is_ok_and(|answer| answer.status == 200) {
                return Ok(served);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        Err("it is not ready after a minute".into())
    }

    /// CPU time that its own threads have used, in seconds.
    pub(crate) fn cpu(&self) -> f64 {
        /// Clock ticks in a second, on every Linux we know.
        const TICKS: f64 = 100.0;
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
        ticks.sum::<f64>() / TICKS
    }

    /// Memory that it holds, in megabytes.
    pub(crate) fn memory_mb(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.unwrap_or_default() / 1000
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
