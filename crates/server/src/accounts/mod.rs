//! Names, passwords, secrets, and how often one may try.

pub(crate) mod names;
pub(crate) mod password;
pub(crate) mod rate_limit;
pub(crate) mod secret;
