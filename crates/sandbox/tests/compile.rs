//! Compilers: contained, cached, in parallel.

mod common;

use common::{Folder, contained, run};
use sandbox::{Cache, CompileError, KeyMaker, Program, Recipe, Tool, ToolKind};
use std::ffi::OsString;
use std::fs;
use std::io;
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

/// A recipe for a program in C, if there is a compiler.
#[allow(clippy::print_stdout, reason = "a skipped test says why")]
fn recipe(folder: &Folder) -> Option<Recipe> {
    let Some(compiler) = Tool::find(ToolKind::C) else {
        println!("skipped: there is no C compiler");
        return None;
    };
    let source = folder.0.join("bot.c").into_os_string();
    let arguments = vec![OsString::from("-O1"), source, "-o".into(), "bot".into()];
    Some(Recipe::new(compiler, &folder.0, arguments, "bot"))
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n";

#[test]
fn a_program_is_compiled_once_and_runs() {
    for (name, sandbox) in contained() {
        let folder = Folder::new(&[("bot.c", HELLO)]);
        let (_keep, cache) = cache();
        let Some(recipe) = recipe(&folder) else { return };
        let compiled = sandbox.compile(&recipe, &cache).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!compiled.was_cached, "{name}");
        let finished = run(&sandbox, &Program::new(&compiled.entry.folder, ["./bot"]));
        assert_eq!(finished.stdout, b"hello\n", "{name}: {:?}", finished.ending);
        assert!(sandbox.compile(&recipe, &cache).unwrap().was_cached, "{name}");
        fs::write(folder.0.join("bot.c"), HELLO.replace("hello", "hullo")).unwrap();
        assert!(!sandbox.compile(&recipe, &cache).unwrap().was_cached, "{name}");
    }
}

#[test]
fn what_is_left_out_does_not_count_and_the_environment_does() {
    let folder = Folder::new(&[("bot.c", "int main(void) { return ANSWER; }\n")]);
    fs::create_dir(folder.0.join("made")).unwrap();
    let (_keep, cache) = cache();
    let Some(mut recipe) = recipe(&folder) else { return };
    recipe.env = vec![("CPATH".into(), folder.0.clone().into())];
    recipe.arguments.push("-DANSWER=0".into());
    recipe.left_out = vec![folder.0.join("made")];
    let Some((name, sandbox)) = contained().into_iter().next() else { return };
    let compiles_anew = |recipe: &Recipe| {
        let compiled = sandbox.compile(recipe, &cache).unwrap_or_else(|error| panic!("{name}: {error}"));
        !compiled.was_cached
    };
    assert!(compiles_anew(&recipe));
    fs::write(folder.0.join("made/bot"), "made by somebody").unwrap();
    assert!(!compiles_anew(&recipe));
    recipe.env.clear();
    assert!(compiles_anew(&recipe));
}

#[test]
fn what_was_compiled_runs_from_a_home_that_others_cannot_enter() {
    let sources = Folder::new(&[("bot.c", HELLO), ("weights", "1 2 3\n")]);
    let home = Folder::new(&[]);
    home.set_mode(0o700);
    let cache = Cache::open(home.0.join("cache"), 1 << 20).unwrap();
    let Some(recipe) = recipe(&sources) else { return };
    for (name, sandbox) in contained() {
        let compiled = sandbox.compile(&recipe, &cache).unwrap_or_else(|error| panic!("{name}: {error}"));
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
    let Some(recipe) = recipe(&folder) else { return };
    for (name, sandbox) in contained() {
        let Err(CompileError::Faulty { messages, .. }) = sandbox.compile(&recipe, &cache) else {
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
        let Some(recipe) = recipe(&folder) else { return };
        for (name, sandbox) in contained() {
            let Err(CompileError::Faulty { messages, .. }) = sandbox.compile(&recipe, &cache) else {
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
    cache.get_or_make(key(50), make).unwrap();
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
