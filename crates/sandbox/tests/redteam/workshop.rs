//! Building the hostile programs, once, where every identity can reach them.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The sources, beside this file.
pub(crate) fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/redteam")
}

/// Where everything that was built lies. Deleted in the end.
#[derive(Debug)]
pub(crate) struct Workshop {
    pub(crate) folder: PathBuf,
}

impl Workshop {
    /// Compiles the C programs, and copies the launcher and this program beside them: their own
    /// folders may be closed to others.
    pub(crate) fn build() -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("sandtable-redteam-{}", std::process::id()));
        fs::create_dir(&folder)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o755))?;
        let workshop = Self { folder };
        workshop.compile("hostile", &hostile_sources()?, &["-pthread"])?;
        workshop.compile("victim", &[source("victim.c")], &[])?;
        workshop.compile("preload.so", &[source("preload.c")], &["-shared", "-fPIC"])?;
        fs::copy(env!("CARGO_BIN_EXE_sandtable-launcher"), workshop.folder.join("launcher"))?;
        fs::copy(std::env::current_exe()?, workshop.folder.join("redteam"))?;
        Ok(workshop)
    }

    /// The names of all attacks there are programs or sources for.
    pub(crate) fn inventory(&self) -> io::Result<BTreeSet<String>> {
        let list = Command::new(self.folder.join("hostile")).arg("list").output()?;
        let mut names: BTreeSet<String> =
            String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect();
        for folder in ["python", "compile"] {
            for entry in fs::read_dir(sources().join(folder))? {
                let path = entry?.path();
                names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        // What the Python programs share.
        names.remove("attack");
        names.remove("__pycache__");
        Ok(names)
    }

    fn compile(&self, name: &str, sources: &[PathBuf], options: &[&str]) -> io::Result<()> {
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let output = Command::new(&compiler)
            .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"])
            .args(options)
            .args(sources)
            .arg("-o")
            .arg(self.folder.join(name))
            .output()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", compiler.display())))?;
        if output.status.success() {
            return Ok(());
        }
        Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // Uncontained attacks leave folders that are locked, and deeper than a process has
        // descriptors.
        for words in [["chmod", "-R", "u+rwX"], ["rm", "-r", "-f"]] {
            let _ = Command::new(words[0]).args(&words[1..]).arg(&self.folder).stderr(Stdio::null()).status();
        }
    }
}

fn source(name: &str) -> PathBuf {
    sources().join("hostile").join(name)
}

/// All sources but those of programs of their own.
fn hostile_sources() -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(sources().join("hostile"))? {
        let path = entry?.path();
        let own_program = path.ends_with("victim.c") || path.ends_with("preload.c");
        if path.extension().is_some_and(|extension| extension == "c") && !own_program {
            found.push(path);
        }
    }
    Ok(found)
}
