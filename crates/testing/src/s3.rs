//! An S3-compatible store for tests. `cargo xtask test` starts one where it can be had, and says
//! where it is in the variables that everybody reads who uses such a store.

/// The environment variable that holds a bucket: `s3://NAME`.
pub const VARIABLE: &str = "SANDTABLE_TEST_S3";

/// The bucket; none if there is no store for tests.
#[must_use]
pub fn bucket() -> Option<String> {
    std::env::var(VARIABLE).ok()
}
