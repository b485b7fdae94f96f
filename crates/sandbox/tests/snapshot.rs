//! Attacks on the copying of what strangers hand over.

mod common;

use common::Folder;
use rustix::fs::{CWD, FileType, Mode, mkfifoat, mknodat};
use sandbox::{Caps, Snapshot, SnapshotError, StrangersFolder};
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

const SECRET: &str = "the secret";

fn copy_of(folder: &Folder) -> Result<Snapshot, SnapshotError> {
    Snapshot::of_folder(&folder.0, &Caps::default(), &mut |_| true)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn links_pipes_and_devices_are_left_out() {
    let secret = Folder::new(&[("secret", SECRET)]);
    let bot = Folder::new(&[("bot.py", "print()")]);
    symlink(secret.0.join("secret"), bot.0.join("link")).unwrap();
    symlink(&secret.0, bot.0.join("folder")).unwrap();
    symlink("/dev/zero", bot.0.join("endless")).unwrap();
    symlink(".", bot.0.join("itself")).unwrap();
    mkfifoat(CWD, bot.0.join("pipe"), Mode::RWXU).unwrap();
    if rustix::process::geteuid().is_root() {
        let null = rustix::fs::makedev(1, 5);
        let _ = mknodat(CWD, bot.0.join("zero"), FileType::CharacterDevice, Mode::RWXU, null);
    }
    let copy = copy_of(&bot).unwrap();
    assert_eq!(names(copy.folder()), ["bot.py"]);
    assert!(copy.left_out().len() >= 5, "{:?}", copy.left_out());
}

#[test]
fn what_was_named_is_no_link() {
    let bot = Folder::new(&[("bot.py", SECRET)]);
    let other = Folder::new(&[]);
    symlink(bot.0.join("bot.py"), other.0.join("bot.py")).unwrap();
    symlink(&bot.0, other.0.join("bot")).unwrap();
    let file = Snapshot::of_file(&other.0.join("bot.py"), &Caps::default());
    assert!(matches!(file, Err(SnapshotError::Link(_))), "{file:?}");
    for name in ["bot", "bot/", "bot/."] {
        let folder = Snapshot::of_folder(&other.0.join(name), &Caps::default(), &mut |_| true);
        assert!(matches!(folder, Err(SnapshotError::Link(_))), "{name}: {folder:?}");
    }
    let strange = StrangersFolder::open(&other.0).unwrap();
    for path in ["bot.py", "bot/bot.py", "bot/../bot.py", "../x", "/etc/passwd"] {
        assert!(strange.read(Path::new(path), 100).is_err(), "{path}");
    }
}

#[test]
fn there_are_caps() {
    let small = Caps { entries: 10, bytes: 4 << 20, depth: 4, path: 100, time: Duration::from_secs(20) };
    let copy = |folder: &Folder| Snapshot::of_folder(&folder.0, &small, &mut |_| true);
    let sparse = Folder::new(&[]);
    File::create(sparse.0.join("sparse")).unwrap().set_len(1 << 40).unwrap();
    assert!(matches!(copy(&sparse), Err(SnapshotError::TooLarge { .. })));

    let allocated = Folder::new(&[]);
    let file = File::create(allocated.0.join("allocated")).unwrap();
    let kept = rustix::fs::FallocateFlags::KEEP_SIZE;
    if rustix::fs::fallocate(&file, kept, 0, 8 << 20).is_ok() {
        assert!(matches!(copy(&allocated), Err(SnapshotError::TooLarge { .. })), "it says 0 and takes 8 MiB");
    }

    let many = Folder::new(&[]);
    (0..11).for_each(|number| fs::write(many.0.join(number.to_string()), "").unwrap());
    assert!(matches!(copy(&many), Err(SnapshotError::TooMany { .. })));

    let deep = Folder::new(&[]);
    fs::create_dir_all(deep.0.join("a/b/c/d/e")).unwrap();
    assert!(matches!(copy(&deep), Err(SnapshotError::TooDeep { .. })));

    let long = Folder::new(&[(&"x".repeat(101), "")]);
    assert!(copy(&long).is_err());
    for name in ["two\nlines", "\u{1b}[2J", "tab\t"] {
        let named = Folder::new(&[(name, "")]);
        assert!(matches!(copy(&named), Err(SnapshotError::Name(_))), "{name:?}");
    }

    let slow = Caps { time: Duration::ZERO, ..small };
    let folder = Folder::new(&[("file", "")]);
    let copied = Snapshot::of_folder(&folder.0, &slow, &mut |_| true);
    assert!(matches!(copied, Err(SnapshotError::TooSlow { .. })), "{copied:?}");
}

#[test]
fn a_sparse_file_stays_sparse() {
    let folder = Folder::new(&[]);
    File::create(folder.0.join("sparse")).unwrap().set_len(64 << 20).unwrap();
    let copy = copy_of(&folder).unwrap();
    let meta = fs::metadata(copy.folder().join("sparse")).unwrap();
    assert_eq!(meta.len(), 64 << 20);
    assert!(meta.blocks() * 512 < 1 << 20, "{} blocks", meta.blocks());
}

#[test]
fn copies_are_private_and_carry_no_privilege() {
    let folder = Folder::new(&[("program", "#!/bin/sh"), ("text", "")]);
    folder.set_mode_of("program", 0o6755);
    let copy = copy_of(&folder).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(&copy.folder().join("program")), 0o755);
    assert_eq!(mode(&copy.folder().join("text")), 0o644);
    assert_eq!(mode(copy.folder().parent().unwrap()), 0o700, "nobody else gets to them");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    if rustix::process::geteuid().is_root() {
        return;
    }
    let folder = Folder::new(&[("unreadable", "")]);
    folder.set_mode_of("unreadable", 0o111);
    let message = copy_of(&folder).unwrap_err().to_string();
    assert!(message.contains("unreadable") && message.contains("denied"), "{message}");
}

/// What somebody does again and again while a folder is copied.
fn while_somebody(does: impl Fn() + Sync, copies: impl FnOnce()) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                does();
            }
        });
        copies();
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn swapping_a_file_for_a_link_gives_nothing_away() {
    let secret = Folder::new(&[("secret", SECRET)]);
    let bot = Folder::new(&[("bot.py", "mine")]);
    fs::create_dir(bot.0.join("data")).unwrap();
    fs::write(bot.0.join("data/secret"), "mine").unwrap();
    symlink(secret.0.join("secret"), bot.0.join("link")).unwrap();
    symlink(&secret.0, bot.0.join("other")).unwrap();
    let swap = |one: &str, two: &str| {
        let flags = rustix::fs::RenameFlags::EXCHANGE;
        let _ = rustix::fs::renameat_with(CWD, bot.0.join(one), CWD, bot.0.join(two), flags);
    };
    while_somebody(
        || {
            swap("bot.py", "link");
            swap("data", "other");
        },
        || {
            for _ in 0..500 {
                let Ok(copy) = copy_of(&bot) else { continue };
                for file in ["bot.py", "link", "data/secret", "other/secret"] {
                    let held = fs::read_to_string(copy.folder().join(file)).unwrap_or_default();
                    assert!(held != SECRET, "{file}");
                }
            }
        },
    );
}

#[test]
fn a_file_that_changes_is_copied_whole_or_not_at_all() {
    let bot = Folder::new(&[]);
    let path = bot.0.join("bot.py");
    fs::write(&path, [b'a'; 1 << 16]).unwrap();
    while_somebody(
        || {
            for letter in [b'a', b'b'] {
                let _ = fs::write(&path, vec![letter; if letter == b'a' { 1 << 16 } else { 1 << 17 }]);
            }
        },
        || {
            for _ in 0..300 {
                let Ok(copy) = copy_of(&bot) else { continue };
                let held = fs::read(copy.folder().join("bot.py")).unwrap();
                // A file that was empty for a moment may be copied as empty.
                let sound = held.is_empty() || [1 << 16, 1 << 17].contains(&held.len());
                assert!(sound, "{} bytes", held.len());
            }
        },
    );
}

#[test]
fn a_file_that_grows_while_it_is_copied_does_not_fill_the_disk() {
    let bot = Folder::new(&[("log", "x")]);
    let growing = File::options().append(true).open(bot.0.join("log")).unwrap();
    while_somebody(
        || {
            use std::io::Write;
            if growing.metadata().unwrap().len() < 64 << 20 {
                let _ = (&growing).write_all(&[b'x'; 1 << 12]);
            }
        },
        || {
            for _ in 0..50 {
                if let Ok(copy) = copy_of(&bot) {
                    assert!(fs::metadata(copy.folder().join("log")).unwrap().len() <= 65 << 20);
                }
            }
        },
    );
}

#[test]
fn a_second_name_of_anothers_file_is_left_out() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let bot = Folder::new(&[("own", "mine")]);
    let secret = Folder::new(&[("secret", SECRET)]);
    std::os::unix::fs::chown(&bot.0, Some(12_345), None).unwrap();
    fs::hard_link(secret.0.join("secret"), bot.0.join("second")).unwrap();
    let copy = copy_of(&bot).unwrap();
    assert_eq!(names(copy.folder()), ["own"]);
}

#[test]
fn another_file_system_is_not_entered() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let bot = Folder::new(&[("own", "mine")]);
    fs::create_dir(bot.0.join("mounted")).unwrap();
    let flags = rustix::mount::MountFlags::empty();
    if rustix::mount::mount("none", bot.0.join("mounted"), "tmpfs", flags, None).is_err() {
        println!("skipped: nothing can be mounted here");
        return;
    }
    fs::write(bot.0.join("mounted/file"), "").unwrap();
    let copy = copy_of(&bot);
    rustix::mount::unmount(bot.0.join("mounted"), rustix::mount::UnmountFlags::DETACH).unwrap();
    assert_eq!(names(copy.unwrap().folder()), ["own"]);
}
