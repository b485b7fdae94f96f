//! Compilers: contained, cached, in parallel.

mod common;

use common::{Folder, contained, run};
use sandbox::{
    Cache, Caps, CompileError, Compiled, KeyMaker, Program, Recipe, Sandbox, Snapshot, Tool, ToolKind,
};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

fn cache() -> (Folder, Cache) {
    let folder = Folder::new(&[]);
    folder.set_mode(0o755);
    let cache = Cache::open(folder.0.join("cache"), 1 << 20).unwrap();
    (folder, cache)
}

/// A C compiler, if there is one.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn compiler() -> Option<Tool> {
    let compiler = Tool::find(ToolKind::C);
    if compiler.is_none() {
        println!("skipped: there is no C compiler");
    }
    compiler
}

/// Compiles what is in a folder now, as every caller does: from a snapshot.
fn compile(folder: &Folder, tool: &Tool, sandbox: &Sandbox, cache: &Cache) -> Result<Compiled, CompileError> {
    compile_with(folder, tool, sandbox, cache, |_| {})
}

fn compile_with(
    folder: &Folder,
    tool: &Tool,
    sandbox: &Sandbox,
    cache: &Cache,
    change: impl FnOnce(&mut Recipe),
) -> Result<Compiled, CompileError> {
    let copy = Snapshot::of_folder(&folder.0, &Caps::default(), &mut |_| true).unwrap();
    let source = copy.folder().join("bot.c").into_os_string();
    let arguments = vec![OsString::from("-O1"), source, "-o".into(), "bot".into()];
    let mut recipe = Recipe::new(tool.clone(), &copy.sources(), arguments, "bot");
    change(&mut recipe);
    sandbox.compile(&recipe, cache)
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

#[test]
fn a_program_is_compiled_once_and_runs() {
    for (name, sandbox) in contained() {
        let folder = Folder::new(&[("bot.c", HELLO)]);
        let (_keep, cache) = cache();
        let Some(tool) = compiler() else { return };
        let compile = || compile(&folder, &tool, &sandbox, &cache);
        let compiled = compile().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!compiled.was_cached, "{name}");
        let finished = run(&sandbox, &Program::new(&compiled.entry.folder, ["./bot"]));
        assert_eq!(finished.stdout, b"hello\n", "{name}: {:?}", finished.ending);
        assert!(compile().unwrap().was_cached, "{name}");
        fs::write(folder.0.join("bot.c"), HELLO.replace("hello", "hullo")).unwrap();
        assert!(!compile().unwrap().was_cached, "{name}");
        folder.set_mode_of("bot.c", 0o755);
        assert!(!compile().unwrap().was_cached, "{name}: what can be run counts");
    }
}

#[test]
fn the_environment_counts() {
    let folder = Folder::new(&[("bot.c", "int main(void) { return 0; }\n")]);
    let (_keep, cache) = cache();
    let Some(tool) = compiler() else { return };
    let Some((name, sandbox)) = contained().into_iter().next() else { return };
    let compiles_anew = |env: &[(&str, &str)]| {
        let env = env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let compiled = compile_with(&folder, &tool, &sandbox, &cache, |recipe| recipe.env = env);
        !compiled.unwrap_or_else(|error| panic!("{name}: {error}")).was_cached
    };
    assert!(compiles_anew(&[("CPATH", "/usr/include")]));
    assert!(!compiles_anew(&[("CPATH", "/usr/include")]));
    assert!(compiles_anew(&[]));
}

#[test]
fn an_entry_that_is_not_what_was_made_is_made_again() {
    let folder = Folder::new(&[("bot.c", HELLO)]);
    let (_keep, cache) = cache();
    let Some(tool) = compiler() else { return };
    let Some((_, sandbox)) = contained().into_iter().next() else { return };
    let compile = || compile(&folder, &tool, &sandbox, &cache).unwrap();
    let spoil: [&dyn Fn(&Path); 4] = [
        &|files| {
            fs::remove_file(files.join("bot")).unwrap();
            fs::write(files.join("bot"), "#!/bin/sh\necho another\n").unwrap();
        },
        &|files| fs::write(files.join("more"), "").unwrap(),
        &|files| fs::set_permissions(files.join("bot"), fs::Permissions::from_mode(0o444)).unwrap(),
        &|files| {
            fs::remove_file(files.join("bot")).unwrap();
            std::os::unix::fs::symlink("/bin/true", files.join("bot")).unwrap();
        },
    ];
    let first = compile().entry;
    let files = fs::read_dir(&first.folder).unwrap().count();
    let whole = first.digest.clone();
    drop(first);
    for spoil in spoil {
        spoil(&compile().entry.folder);
        let again = compile();
        assert!(!again.was_cached);
        assert_eq!(again.entry.digest, whole);
        let entries = fs::read_dir(&again.entry.folder).unwrap().count();
        assert_eq!(entries, files, "what was added is gone");
    }
}

#[test]
fn nobody_else_can_enter_the_cache() {
    let folder = Folder::new(&[]);
    folder.set_mode(0o755);
    fs::create_dir(folder.0.join("cache")).unwrap();
    Cache::open(folder.0.join("cache"), 1 << 20).unwrap();
    let mode = fs::metadata(folder.0.join("cache")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_folder_comes_out_of_the_sandbox() {
    for (name, sandbox) in contained() {
        let (_keep, cache) = cache();
        let sources = Snapshot::of_contents([("build.sh", SCRIPT.as_bytes())]).unwrap();
        let shell =
            Tool { kind: ToolKind::C, path: "/bin/sh".into(), version: String::new(), readable: Vec::new() };
        let script = sources.folder().join("build.sh").into_os_string();
        let recipe = Recipe::new(shell, &sources.sources(), vec![script], "work/");
        let built = sandbox.compile(&recipe, &cache).unwrap_or_else(|error| panic!("{name}: {error}"));
        let at = |path: &str| built.entry.folder.join("work").join(path);
        assert_eq!(fs::read(at("deep/er/file")).unwrap(), b"text\n", "{name}");
        assert_eq!(
            fs::symlink_metadata(at("program")).unwrap().permissions().mode() & 0o7777,
            0o555,
            "{name}"
        );
        assert!(fs::symlink_metadata(at("passwd")).is_err() && !at("pipe").exists(), "{name}");
    }
}

const SCRIPT: &str = "mkdir -p work/deep/er && cd work && echo text > deep/er/file && cp /bin/true program && \
    { ln -s /etc/passwd passwd; mkfifo pipe; chmod 500 deep; true; }";

#[test]
fn what_was_compiled_runs_from_a_home_that_others_cannot_enter() {
    let sources = Folder::new(&[("bot.c", HELLO), ("weights", "1 2 3\n")]);
    let home = Folder::new(&[]);
    home.set_mode(0o700);
    let cache = Cache::open(home.0.join("cache"), 1 << 20).unwrap();
    let Some(tool) = compiler() else { return };
    for (name, sandbox) in contained() {
        let compiled =
            compile(&sources, &tool, &sandbox, &cache).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut program = Program::new(&sources.0, [compiled.entry.folder.join("bot")]);
        program.readable = vec![compiled.entry.folder.clone()];
        let finished = run(&sandbox, &program);
        assert_eq!(finished.stdout, b"hello\n", "{name}: {:?} {}", finished.ending, common::said(&finished));
    }
}

#[test]
fn faults_are_told_and_not_kept() {
    let folder = Folder::new(&[("bot.c", "int main(void) { return x; }\n")]);
    let (_keep, cache) = cache();
    let Some(tool) = compiler() else { return };
    for (name, sandbox) in contained() {
        let Err(CompileError::Faulty { messages, .. }) = compile(&folder, &tool, &sandbox, &cache) else {
            panic!("{name}: it compiled");
        };
        assert!(
            messages.starts_with("bot.c: In function") && messages.contains("undeclared"),
            "{name}: {messages}"
        );
    }
}

#[test]
fn a_compiler_cannot_read_what_is_not_its_own() {
    let other = Folder::new(&[("secret.h", "#define SECRET 1\n")]);
    for path in ["/etc/passwd".into(), "/proc/1/environ".into(), other.0.join("secret.h")] {
        let line = format!("#include \"{}\"\nint main(void) {{ return 0; }}\n", path.display());
        let folder = Folder::new(&[("bot.c", &line)]);
        let (_keep, cache) = cache();
        let Some(tool) = compiler() else { return };
        for (name, sandbox) in contained() {
            let Err(CompileError::Faulty { messages, .. }) = compile(&folder, &tool, &sandbox, &cache) else {
                panic!("{name}: it compiled");
            };
            let refused = ["No such file", "Permission denied"].iter().any(|why| messages.contains(why));
            assert!(refused, "{name}: {messages}");
        }
    }
}

#[test]
fn in_parallel_everything_is_made_once() {
    let (_keep, cache) = cache();
    let made = AtomicU32::new(0);
    let make = |folder: &Path| -> io::Result<()> {
        made.fetch_add(1, Ordering::Relaxed);
        fs::write(folder.join("thing"), "thing")
    };
    std::thread::scope(|scope| {
        for worker in 0..16_u8 {
            let (cache, make) = (&cache, &make);
            scope.spawn(move || {
                for round in 0..20_u8 {
                    let key = KeyMaker::default().add(&[(round + worker) % 4]).key();
                    let entry = cache.get_or_make(key, make).unwrap();
                    assert_eq!(fs::read(entry.folder.join("thing")).unwrap(), b"thing");
                }
            });
        }
    });
    assert_eq!(made.into_inner(), 4);
}

#[test]
fn a_cache_that_is_too_small_keeps_what_is_in_use() {
    let folder = Folder::new(&[]);
    folder.set_mode(0o755);
    let cache = Cache::open(folder.0.join("cache"), 2500).unwrap();
    let key = |number: u8| KeyMaker::default().add(&[number]).key();
    let make = |folder: &Path| fs::write(folder.join("thing"), [0; 1000]);
    let in_use = cache.get_or_make(key(0), make).unwrap();
    for number in 1..50 {
        let entry = cache.get_or_make(key(number), make).unwrap();
        assert!(entry.folder.join("thing").exists());
    }
    assert!(in_use.folder.join("thing").exists());
    let folders =
        fs::read_dir(folder.0.join("cache")).unwrap().flatten().filter(|entry| entry.path().is_dir());
    assert_eq!(folders.count(), 2, "the one in use and the newest");
    drop(in_use);
    drop(cache.get_or_make(key(50), make).unwrap());
    assert!(cache.get(key(0)).unwrap().is_none());
}

#[test]
fn many_threads_in_a_cache_that_is_too_small() {
    let folder = Folder::new(&[]);
    folder.set_mode(0o755);
    let cache = Cache::open(folder.0.join("cache"), 3000).unwrap();
    let make = |folder: &Path| fs::write(folder.join("thing"), [7; 1000]);
    std::thread::scope(|scope| {
        for worker in 0..8_u8 {
            let cache = &cache;
            scope.spawn(move || {
                for round in 0..50_u8 {
                    let key = KeyMaker::default().add(&[round.wrapping_mul(worker) % 10]).key();
                    let entry = cache.get_or_make(key, make).unwrap();
                    assert_eq!(fs::read(entry.folder.join("thing")).unwrap().len(), 1000);
                }
            });
        }
    });
}

#[test]
fn a_failed_making_leaves_nothing() {
    let (_keep, cache) = cache();
    let key = KeyMaker::default().add(b"never").key();
    let failure = cache.get_or_make(key, |_| Err(io::Error::other("no")));
    assert_eq!(failure.unwrap_err().to_string(), "no");
    assert!(cache.get(key).unwrap().is_none());
}

#[test]
fn a_cache_that_others_can_write_is_refused() {
    let folder = Folder::new(&[]);
    folder.set_mode(0o777);
    let error = Cache::open(&folder.0, 1).unwrap_err();
    assert!(error.to_string().ends_with("can be written by others: it is no cache to trust"), "{error}");
}

#[test]
fn interpreters_run_contained() {
    for (kind, name, text) in [
        (ToolKind::Python, "bot.py", "import json, sys; print(json.dumps(len(sys.argv)))"),
        (ToolKind::Node, "bot.js", "console.log(process.argv.length - 1)"),
    ] {
        let Some(tool) = Tool::find(kind) else {
            println!("skipped: there is no {kind}");
            continue;
        };
        let folder = Folder::new(&[(name, text)]);
        for (combination, sandbox) in contained() {
            let mut program = Program::new(&folder.0, [tool.path.clone().into_os_string(), name.into()]);
            program.readable.clone_from(&tool.readable);
            let finished = run(&sandbox, &program);
            assert_eq!(
                finished.stdout,
                b"1\n",
                "{combination}: {kind}: {} {:?}",
                common::said(&finished),
                finished.ending
            );
        }
    }
}
