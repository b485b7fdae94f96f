//! How commands fail.

use matches::EntrantError;
use std::fmt::Display;
use std::process::ExitCode;

/// A message for the user and the exit status that goes with it.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    status: u8,
}

impl Failure {
    /// What was asked about failed, or could not be done.
    pub(crate) fn failed(message: impl Display) -> Self {
        Self { message: message.to_string(), status: 1 }
    }

    /// The command line makes no sense, or names what cannot be read.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self { message: message.to_string(), status: 2 }
    }

    /// The same as wrong usage, for commands whose status 1 means something else.
    pub(crate) fn into_usage(self) -> Self {
        Self::usage(self.message)
    }

    /// The message.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Prints the message and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        // Messages quote what was read. Whoever quotes what may hold a newline sees to that.
        errln!("error: {}", self.message);
        ExitCode::from(self.status)
    }
}

impl From<EntrantError> for Failure {
    fn from(error: EntrantError) -> Self {
        match error {
            EntrantError::Unusable(_) => Self::usage(error),
            EntrantError::DoesNotCompile(_) | EntrantError::NotReady(_) => Self::failed(error),
        }
    }
}
