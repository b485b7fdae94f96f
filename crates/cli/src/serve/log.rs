//! The arena's log, on standard error.

use super::args::LogFormat;
use crate::out;
use std::io::{self, Write};

/// Writes what the arena logs from now on.
pub(crate) fn start(format: LogFormat) {
    let log =
        tracing_subscriber::fmt().with_writer(|| Line(Vec::new())).with_max_level(LEVEL).with_target(false);
    match format {
        LogFormat::Text => log.with_ansi(false).init(),
        LogFormat::Json => log.json().init(),
    }
}

const LEVEL: tracing_subscriber::filter::LevelFilter = tracing_subscriber::filter::LevelFilter::INFO;

/// A line that is printed when it is whole: it may quote what strangers wrote.
struct Line(Vec<u8>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        out::print_error(format_args!("{}", String::from_utf8_lossy(&self.0)));
    }
}
