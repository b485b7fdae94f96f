//! Where an attack takes place: a folder with the program, and around it what it must not touch.

use crate::table::{Attack, Kind};
use crate::victim::WeakSpots;
use crate::workshop;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// What all scenes of one identity share.
#[derive(Debug)]
pub(crate) struct Stage {
    /// Where everything was built.
    pub(crate) workshop: PathBuf,
    /// A folder of this identity's own.
    pub(crate) folder: PathBuf,
    /// What stands in every secret.
    pub(crate) token: String,
    /// The home folder of this identity.
    pub(crate) home: PathBuf,
}

/// The place of one attack.
#[derive(Debug)]
pub(crate) struct Scene {
    root: PathBuf,
    /// Distinguishes this run from all others: it stands among the arguments, and in names of what
    /// is left behind.
    pub(crate) mark: String,
    pub(crate) argv: Vec<OsString>,
}

impl Scene {
    pub(crate) fn set(stage: &Stage, attack: &Attack, mark: String, victim: &WeakSpots) -> io::Result<Self> {
        let root = stage.folder.join("scenes").join(&mark);
        fs::create_dir_all(&root)?;
        let mut scene = Self { root, mark, argv: Vec::new() };
        scene.build(stage, attack)?;
        scene.argv = scene.arguments(stage, attack, victim);
        Ok(scene)
    }

    fn build(&self, stage: &Stage, attack: &Attack) -> io::Result<()> {
        for name in ["program", "outside", "expected", "scratch"] {
            fs::create_dir(self.root.join(name))?;
        }
        for name in ["hostile", "preload.so"] {
            fs::copy(stage.workshop.join(name), self.program().join(name))?;
        }
        let unreadable = self.program().join("unreadable");
        fs::copy(stage.workshop.join("hostile"), &unreadable)?;
        fs::set_permissions(&unreadable, Permissions::from_mode(0o111))?;
        if attack.program == Kind::Python {
            for name in [format!("{}.py", attack.name), "attack.py".into()] {
                fs::copy(workshop::sources().join("python").join(&name), self.program().join(&name))?;
            }
        }
        fs::write(self.secret(), &stage.token)?;
        fs::write(self.root.join("expected/1.out"), &stage.token)?;
        fs::write(self.outside().join("file"), "a file of others\n")?;
        // Open to everybody: nothing but the sandbox stands between the attack and these.
        for name in ["outside", "outside/file", "scratch"] {
            fs::set_permissions(self.root.join(name), Permissions::from_mode(0o777))?;
        }
        Ok(())
    }

    fn arguments(&self, stage: &Stage, attack: &Attack, victim: &WeakSpots) -> Vec<OsString> {
        let mut words: Vec<OsString> = match attack.program {
            Kind::Hostile | Kind::Compile => vec!["./hostile".into(), attack.name.into()],
            Kind::Python => vec!["/usr/bin/python3".into(), format!("{}.py", attack.name).into()],
        };
        let paths = [
            ("secret", self.secret()),
            ("outside", self.outside()),
            ("victims", victim.folder.clone()),
            ("home", stage.home.clone()),
            ("setuid", stage.workshop.join("setuid/hostile")),
            ("disk", first_existing(&["/dev/vda", "/dev/sda", "/dev/nvme0n1", "/dev/loop0"])),
            (
                "cgroup",
                first_existing(&["/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs"]),
            ),
        ];
        for (key, path) in paths {
            let mut word = OsString::from(format!("{key}="));
            word.push(path);
            words.push(word);
        }
        words.extend([format!("token={}", stage.token), format!("run={}", self.mark)].map(OsString::from));
        words.extend(victim.targets.iter().map(OsString::from));
        words
    }

    /// The program's own folder.
    pub(crate) fn program(&self) -> PathBuf {
        self.root.join("program")
    }

    /// Where it may write if nobody contains it.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.root.join("scratch")
    }

    fn outside(&self) -> PathBuf {
        self.root.join("outside")
    }

    fn secret(&self) -> PathBuf {
        self.root.join("secret")
    }

    /// Everything that a contained program must leave as it is.
    pub(crate) fn snapshot(&self) -> io::Result<Snapshot> {
        let mut snapshot = Snapshot::default();
        for name in ["secret", "program", "outside", "expected"] {
            snapshot.add(&self.root.join(name))?;
        }
        Ok(snapshot)
    }

    /// What it left in the places that everybody may write to; deletes it.
    pub(crate) fn left_for_others(&self) -> Vec<PathBuf> {
        let places = ["/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/run/shm", "/dev/mqueue"];
        let left: Vec<PathBuf> = places
            .iter()
            .map(|place| Path::new(place).join(&self.mark))
            .filter(|path| path.exists())
            .collect();
        for path in &left {
            let _ = fs::remove_file(path);
        }
        left
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // Uncontained attacks leave folders that resist; the workshop goes in the end.
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn first_existing(paths: &[&str]) -> PathBuf {
    paths.iter().copied().find(|path| Path::new(path).exists()).unwrap_or("/nonexistent").into()
}

/// Files with all that can be changed in them.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct Snapshot(BTreeMap<PathBuf, String>);

impl Snapshot {
    fn add(&mut self, path: &Path) -> io::Result<()> {
        let about = fs::symlink_metadata(path)?;
        // The number of a file tells whether it was replaced; dates of folders tell whether
        // anything came and went.
        let summary = format!(
            "mode {:o}, owner {}, inode {}, {} links, {} bytes, changed at {}.{}",
            about.mode(),
            about.uid(),
            about.ino(),
            about.nlink(),
            about.size(),
            about.ctime(),
            about.ctime_nsec(),
        );
        self.0.insert(path.to_owned(), summary);
        if about.is_dir() {
            for entry in fs::read_dir(path)? {
                self.add(&entry?.path())?;
            }
        }
        Ok(())
    }

    /// The first path in which the two differ.
    pub(crate) fn difference(&self, other: &Self) -> Option<PathBuf> {
        let all = self.0.keys().chain(other.0.keys());
        all.into_iter().find(|path| self.0.get(*path) != other.0.get(*path)).cloned()
    }
}
