//! Passwords, kept as argon2id hashes.

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};

/// The fewest and the most bytes of a password. The most bounds what hashing reads.
pub(crate) const SHORTEST: usize = 8;
pub(crate) const LONGEST: usize = 256;

/// A hash that no password is known for: it is tried where there is no account, so that this takes
/// as long.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FuZHRhYmxlLWFyZW5h$2ZTS0oXQ0p2YyF1xG1i2m8aF1jDN0k3tFq7dS5h0m3E";

/// Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane.
fn argon() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

/// The hash of a new password. Takes tens of milliseconds: never on a thread that serves others.
pub(crate) fn hash(password: &str) -> Option<String> {
    let salt = SaltString::encode_b64(&super::secret::random::<16>()).ok()?;
    argon().hash_password(password.as_bytes(), &salt).ok().map(|hash| hash.to_string())
}

/// Whether a password is the right one. Without a hash it takes as long, and is never right.
pub(crate) fn is_right(password: &str, hash: Option<&str>) -> bool {
    let parsed = PasswordHash::new(hash.unwrap_or(NOBODY));
    let fits = parsed.is_ok_and(|parsed| argon().verify_password(password.as_bytes(), &parsed).is_ok());
    fits && hash.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_fits() {
        let kept = hash("correct horse").unwrap();
        assert!(kept.starts_with("$argon2id$") && kept != hash("correct horse").unwrap());
        assert!(is_right("correct horse", Some(&kept)));
        assert!(!is_right("correct horsE", Some(&kept)));
        assert!(!is_right("", None) && !is_right("", Some("")));
        assert!(PasswordHash::new(NOBODY).is_ok(), "else names that nobody has are answered sooner");
    }
}
