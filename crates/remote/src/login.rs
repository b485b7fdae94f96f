//! Who one is at which arena, and where that is kept.

use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// An arena and a token for it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Login {
    /// Where the arena is: `http://` or `https://`, without a slash at the end.
    pub arena: String,
    /// What opens it.
    pub token: String,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Login({})", self.arena)
    }
}

impl Login {
    /// A login as typed.
    ///
    /// # Errors
    /// One sentence, if the address or the token cannot be one.
    pub fn new(arena: &str, token: &str) -> Result<Self, String> {
        let arena = arena.trim().trim_end_matches('/');
        let host = arena.strip_prefix("http://").or_else(|| arena.strip_prefix("https://"));
        if host.is_none_or(|host| {
            host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control())
        }) {
            return Err(format!("`{arena}` is no address: it begins with http:// or https://"));
        }
        let token = token.trim();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err("this is no token: your account's page in the arena makes one".to_owned());
        }
        Ok(Self { arena: arena.to_owned(), token: token.to_owned() })
    }

    /// Whether the token would cross a network that others can read.
    #[must_use]
    pub fn is_in_the_open(&self) -> bool {
        let Some(host) = self.arena.strip_prefix("http://") else { return false };
        let host = host.split('/').next().unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        !matches!(name, "localhost" | "[::1]") && !name.starts_with("127.")
    }
}

/// The file that keeps a login. Only its owner can read it.
#[derive(Clone, Debug)]
pub struct LoginFile(PathBuf);

impl LoginFile {
    /// The file at a place.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self(path)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// What it holds; none if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or holds something else.
    pub fn read(&self) -> Result<Option<Login>, String> {
        let text = match fs::read_to_string(&self.0) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| self.said(&error))?,
        };
        let kept: Login = serde_json::from_str(&text).map_err(|error| {
            format!("{}: {error}; `sandtable remote login` writes it anew", self.0.display())
        })?;
        Login::new(&kept.arena, &kept.token).map(Some).map_err(|why| format!("{}: {why}", self.0.display()))
    }

    /// Keeps a login instead of what was there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, login: &Login) -> Result<(), String> {
        let folder = self.0.parent().unwrap_or(Path::new("."));
        let written = || -> io::Result<()> {
            fs::create_dir_all(folder)?;
            let part = self.0.with_extension("part");
            // A file of its own from the beginning: one that is there may be readable by others, or
            // a link.
            match fs::remove_file(&part) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?;
            file.write_all(serde_json::to_string(login)?.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &self.0)
        };
        written().map_err(|error| self.said(&error))
    }

    /// Forgets the login; says whether there was one.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self) -> Result<bool, String> {
        match fs::remove_file(&self.0) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.said(&error)),
        }
    }

    fn said(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.0.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_its_owner_reads_a_login() {
        let folder = tempfile::tempdir().unwrap();
        let file = LoginFile::at(folder.path().join("deep/arena.json"));
        assert_eq!(file.read(), Ok(None));
        let login = Login::new("https://arena.example/ ", " ab12\n").unwrap();
        file.write(&login).unwrap();
        file.write(&login).unwrap();
        assert_eq!(file.read(), Ok(Some(login)));
        assert_eq!(fs::metadata(file.path()).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(file.path(), "{").unwrap();
        assert!(file.read().unwrap_err().contains("remote login"));
        assert_eq!((file.remove(), file.remove()), (Ok(true), Ok(false)));
    }

    #[test]
    fn addresses_and_tokens_are_looked_at() {
        for arena in ["arena.example", "ftp://x", "http://", "http://a b", ""] {
            assert!(Login::new(arena, "a").is_err(), "{arena}");
        }
        for token in ["", " ", "a b", "a\nb: c"] {
            assert!(Login::new("http://x", token).is_err(), "{token:?}");
        }
        let open = |arena| Login::new(arena, "a").unwrap().is_in_the_open();
        assert!(open("http://arena.example") && open("http://10.0.0.1:80"));
        assert!(
            !open("https://arena.example") && !open("http://127.0.0.1:8080") && !open("http://localhost")
        );
        assert!(!open("http://[::1]:9"));
    }
}
