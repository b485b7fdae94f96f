//! PostgreSQL for tests. `cargo xtask test` starts one and says where it is; tests make databases
//! of their own in it.

use std::process::Command;

/// The environment variable that holds the address of a PostgreSQL, without a database:
/// `postgres://USER@HOST:PORT`.
pub const VARIABLE: &str = "SANDTABLE_TEST_POSTGRES";

/// The address of a new and empty database of this name; none if there is no PostgreSQL for tests.
///
/// # Panics
/// If PostgreSQL refuses, or `psql` cannot be started.
#[must_use]
pub fn new_database(name: &str) -> Option<String> {
    let server = std::env::var(VARIABLE).ok()?;
    let name = format!("test_{name}_{}", std::process::id());
    query(&format!("{server}/postgres"), &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    query(&format!("{server}/postgres"), &format!("CREATE DATABASE {name} TEMPLATE template0"));
    Some(format!("{server}/{name}"))
}

/// What a query says, one line a row.
///
/// # Panics
/// If PostgreSQL refuses it.
pub fn query(address: &str, query: &str) -> String {
    try_query(address, query).unwrap_or_else(|said| panic!("{query}: {said}"))
}

/// What a query says, or why it is refused.
///
/// # Errors
/// What `psql` says.
///
/// # Panics
/// If `psql` cannot be started.
pub fn try_query(address: &str, query: &str) -> Result<String, String> {
    let mut psql = Command::new("psql");
    psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", query, address]);
    let output = psql.output().unwrap_or_else(|error| panic!("psql: {error}"));
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}
