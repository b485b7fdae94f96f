//! What strangers hand over: each test is an attack on the runner's own files, time or terminal.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SECRET: &str = "open sesame 4711";

/// A place for one test: a home, a temporary folder, a secret, and what a stranger hands over.
struct Site {
    folder: tempfile::TempDir,
}

/// Nobody in particular.
const USER: u32 = 12_345;

impl Site {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("handed-over-").tempdir().unwrap();
        let site = Self { folder };
        for name in ["home", "tmp", "bot"] {
            fs::create_dir(site.at(name)).unwrap();
        }
        fs::write(site.at("secret"), format!("{SECRET}\n")).unwrap();
        site
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        // The same attacks can be shown to work against another build.
        let program = std::env::var_os("SANDTABLE_UNDER_ATTACK");
        let mut command = Command::new(program.unwrap_or_else(|| env!("CARGO_BIN_EXE_sandtable").into()));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("HOME", self.at("home")).env("TMPDIR", self.at("tmp")).env_remove("XDG_CACHE_HOME");
        command
    }

    /// Runs the program; nothing may take it longer than this.
    fn run(&self, arguments: &[&str]) -> (i32, String) {
        self.finish(self.command(arguments))
    }

    fn finish(&self, mut command: Command) -> (i32, String) {
        let begin = Instant::now();
        let child = command.spawn().unwrap();
        let id = child.id();
        let (sender, waits) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let output = child.wait_with_output().unwrap();
            let _ = sender.send(());
            output
        });
        if waits.recv_timeout(Duration::from_secs(120)).is_err() {
            let _ = rustix::process::kill_process(
                rustix::process::Pid::from_raw(id.cast_signed()).unwrap(),
                rustix::process::Signal::KILL,
            );
            panic!("it hangs: {:?}", begin.elapsed());
        }
        let Output { status, stdout, stderr } = reader.join().unwrap();
        let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
        (status.code().unwrap_or(-1), said)
    }

    /// A match of the bot in the site, whose log and replies are kept.
    fn play(&self, bot: &str) -> (i32, String) {
        let record = self.at("record").display().to_string();
        let _ = fs::remove_dir_all(&record);
        let arguments =
            ["match", "breach", bot, "--map", "narrow-pass", "--record", &record, "--sandbox", "auto"];
        let (status, mut said) = self.run(&arguments);
        for file in ["stderr.txt", "output.jsonl"] {
            let kept = fs::read(Path::new(&record).join("game-00001/seat-0").join(file)).unwrap_or_default();
            said += &String::from_utf8_lossy(&kept);
        }
        (status, said)
    }

    /// What is left in the temporary folder.
    fn left(&self) -> usize {
        fs::read_dir(self.at("tmp")).unwrap().count()
    }
}

/// A bot that tells what it can read, then ends its turns.
fn nosy(what: &str) -> String {
    format!(
        "import sys, json, os\ntry:\n    print({what}, file=sys.stderr, flush=True)\nexcept Exception as e:\n    print('no:', type(e).__name__, file=sys.stderr, flush=True)\n\
         for line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'turn': print(json.dumps({{'turn': m['turn'], 'orders': []}}), flush=True)\n"
    )
}

#[test]
fn a_link_beside_a_python_file_shows_nothing() {
    let site = Site::new();
    let bot = site.write("bot/bot.py", &nosy("open('peek.py').read()"));
    symlink(site.at("secret"), site.at("bot/peek.py")).unwrap();
    let (_, said) = site.play(&bot);
    assert!(!said.contains(SECRET), "{said}");
    assert!(said.contains("peek.py was left out: it is a symbolic link"), "{said}");
}

#[test]
fn a_link_in_a_bots_folder_shows_nothing() {
    let site = Site::new();
    site.write("bot/bot.py", &nosy("open('peek').read(), open('folder/secret').read()"));
    site.write("bot/bot.toml", "run = 'python3 bot.py'\n");
    symlink(site.at("secret"), site.at("bot/peek")).unwrap();
    symlink(site.folder.path(), site.at("bot/folder")).unwrap();
    let (_, said) = site.play(&site.at("bot").display().to_string());
    assert!(!said.contains(SECRET) && said.contains("no: FileNotFoundError"), "{said}");
}

#[test]
fn a_link_as_bot_toml_prints_nothing_of_what_it_points_to() {
    let site = Site::new();
    symlink(site.at("secret"), site.at("bot/bot.toml")).unwrap();
    let (status, said) = site.play(&site.at("bot").display().to_string());
    assert_eq!(status, 2, "{said}");
    assert!(!said.contains("sesame") && said.contains("bot.toml is a symbolic link"), "{said}");
}

#[test]
fn a_link_as_the_bot_itself_is_refused() {
    let site = Site::new();
    symlink(site.at("secret"), site.at("bot/bot.py")).unwrap();
    let (status, said) = site.play(&site.at("bot/bot.py").display().to_string());
    assert!(status == 2 && !said.contains(SECRET) && said.contains("is a symbolic link"), "{said}");
}

#[test]
fn old_sources_include_no_links() {
    let site = Site::new();
    for include in ["link.h", "lnk/../secret", "folder/secret", "../secret"] {
        let source = site.write("bot/ai.cpp", &format!("#include \"{include}\"\n"));
        for (name, target) in [("link.h", site.at("secret")), ("folder", site.folder.path().into())] {
            let _ = fs::remove_file(site.at("bot").join(name));
            symlink(target, site.at("bot").join(name)).unwrap();
        }
        let _ = fs::create_dir(site.at("elsewhere"));
        let _ = fs::remove_file(site.at("bot/lnk"));
        symlink(site.at("elsewhere"), site.at("bot/lnk")).unwrap();
        let (status, said) = site.run(&["match", "deepblue", &source, "greedy", "--sandbox", "auto"]);
        assert!(status != 0 && !said.contains("sesame"), "{include}: {said}");
    }
}

#[test]
fn what_never_ends_is_not_waited_for() {
    let site = Site::new();
    site.write("bot/bot.toml", "run = 'python3 bot.py'\n");
    site.write("bot/bot.py", &nosy("'here'"));
    symlink("/dev/zero", site.at("bot/endless")).unwrap();
    symlink("/", site.at("bot/everything")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, site.at("bot/pipe"), rustix::fs::Mode::RWXU).unwrap();
    let (status, said) = site.play(&site.at("bot").display().to_string());
    assert!(status == 0 && said.contains("here"), "{said}");
    for name in ["ai.cpp", "bot.py", "bot.toml"] {
        let folder = site.at(&format!("fifo-{name}"));
        fs::create_dir(&folder).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.join(name), rustix::fs::Mode::RWXU).unwrap();
        let bot = if name == "bot.toml" { folder } else { folder.join(name) };
        let (status, said) = site.play(&bot.display().to_string());
        assert_eq!(status, 2, "{name}: {said}");
    }
}

#[test]
fn what_is_huge_is_refused_and_takes_no_room() {
    let site = Site::new();
    site.write("bot/bot.toml", "run = 'python3 bot.py'\n");
    site.write("bot/bot.py", "");
    File::create(site.at("bot/sparse")).unwrap().set_len(1 << 40).unwrap();
    let (status, said) = site.play(&site.at("bot").display().to_string());
    assert!(status == 2 && said.contains("more than 256 MiB"), "{said}");
    let (status, said) =
        site.run(&["judge", "goblins", &site.at("bot").display().to_string(), "--run", "true"]);
    assert!(status == 2 && said.contains("more than 256 MiB"), "{said}");
    fs::remove_file(site.at("bot/sparse")).unwrap();
    fs::create_dir_all(site.at("bot/a/".to_owned().as_str()).join("b/".repeat(40))).unwrap();
    let (status, said) = site.play(&site.at("bot").display().to_string());
    assert!(status == 2 && said.contains("nested more than"), "{said}");
    assert_eq!(site.left(), 0);
}

#[test]
fn a_bot_that_changes_its_folder_between_games_stays_what_it_was() {
    let site = Site::new();
    site.write("bot/bot.toml", "run = 'python3 bot.py'\n");
    site.write("bot/bot.py", &nosy("open('version').read()"));
    site.write("bot/version", "the first");
    let record = site.at("record").display().to_string();
    let bot = site.at("bot").display().to_string();
    let mut command = site.command(&[
        "match",
        "breach",
        &bot,
        "--map",
        "narrow-pass",
        "--games",
        "6",
        "--jobs",
        "1",
        "--record",
        &record,
        "--sandbox",
        "auto",
    ]);
    let mut child = command.spawn().unwrap();
    // As soon as the first game has begun.
    while !site.at("record/game-00001/seat-0/input.jsonl").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it began");
        std::thread::yield_now();
    }
    fs::write(site.at("bot/version"), "the second").unwrap();
    assert!(child.wait().unwrap().success());
    for game in 1..=6 {
        let log = fs::read_to_string(site.at(&format!("record/game-0000{game}/seat-0/stderr.txt"))).unwrap();
        assert!(log.contains("the first"), "game {game}: {log}");
    }
}

#[test]
fn a_build_is_another_if_what_can_be_run_changes() {
    let site = Site::new();
    site.write("bot/bot.toml", "build = 'test -x tool && echo yes > answer || echo no > answer; cp bot.py made.py'\nproducts = ['answer', 'made.py']\nrun = 'python3 made.py'\n");
    site.write("bot/bot.py", &nosy("open(os.path.join(os.path.dirname(sys.argv[0]), 'answer')).read()"));
    site.write("bot/tool", "");
    let bot = site.at("bot").display().to_string();
    let (status, said) = site.play(&bot);
    assert!(status == 0 && said.contains("no\n"), "{said}");
    fs::set_permissions(site.at("bot/tool"), fs::Permissions::from_mode(0o755)).unwrap();
    let (status, said) = site.play(&bot);
    assert!(status == 0 && said.contains("yes\n"), "{said}");
}

#[test]
fn a_build_that_makes_a_quarter_of_a_million_files_makes_none_here() {
    let site = Site::new();
    site.write(
        "bot/forge.py",
        "import os, tarfile, io\n\
        t = tarfile.open('../built.tar', 'w')\n\
        for i in range(250000):\n    t.addfile(tarfile.TarInfo(f'{i}'))\n\
        t.close()\nos._exit(0)\n",
    );
    site.write("bot/many.py", "for i in range(30000): open(f'{i}', 'w').close()\n");
    for (name, script) in [("forged", "python3 forge.py; exit 0"), ("many", "python3 many.py; exit 0")] {
        let source = site.at("bot").display().to_string();
        let files = |folder: &str| walk(&site.at(folder));
        let (_, said) = site.run(&[
            "judge",
            "goblins",
            &source,
            "--stage",
            "1",
            "--build",
            script,
            "--run",
            "true",
            "--sandbox",
            "auto",
        ]);
        assert!(files("tmp") + files("home") < 11_000, "{name}: {} {}", files("tmp"), said);
        assert_eq!(site.left(), 0, "{name}");
    }
}

/// How many files and folders there are.
fn walk(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| 1 + if entry.path().is_dir() { walk(&entry.path()) } else { 0 }).sum()
}

#[test]
fn a_folder_that_may_not_be_written_is_removed_also_by_an_ordinary_user() {
    let site = Site::new();
    site.write("bot/locked/file", "x");
    fs::set_permissions(site.at("bot/locked"), fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        for path in ["", "home", "tmp"] {
            std::os::unix::fs::chown(site.at(path), Some(USER), Some(USER)).unwrap();
        }
    }
    let source = site.at("bot").display().to_string();
    for build in ["true", "mkdir made && touch made/x && chmod 555 made"] {
        let mut command = site.command(&[
            "judge",
            "goblins",
            &source,
            "--stage",
            "1",
            "--build",
            build,
            "--run",
            "true",
            "--sandbox",
            "auto",
        ]);
        if is_root {
            command.uid(USER).gid(USER);
        }
        let (_, said) = site.finish(command);
        assert_eq!(site.left(), 0, "{build}: {said}");
    }
    fs::set_permissions(site.at("bot/locked"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn copies_are_private_and_gone_after_a_kill() {
    let site = Site::new();
    site.write("bot/bot.toml", "run = 'python3 bot.py'\n");
    site.write("bot/bot.py", "import sys, time\nprint('begun', file=sys.stderr, flush=True)\nfor line in sys.stdin: time.sleep(1000)\n");
    fs::create_dir(site.at("bot/locked")).unwrap();
    fs::write(site.at("bot/locked/x"), "").unwrap();
    let bot = site.at("bot").display().to_string();
    let record = site.at("record").display().to_string();
    let arguments = [
        "match",
        "breach",
        &bot,
        "--map",
        "narrow-pass",
        "--clock",
        "off",
        "--record",
        &record,
        "--sandbox",
        "auto",
    ];
    let mut child = site.command(&arguments).spawn().unwrap();
    let log = site.at("record/game-00001/seat-0/stderr.txt");
    while !fs::read_to_string(&log).unwrap_or_default().contains("begun") {
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        std::thread::yield_now();
    }
    for entry in fs::read_dir(site.at("tmp")).unwrap().flatten() {
        assert_eq!(entry.metadata().unwrap().mode() & 0o007, 0, "{entry:?} is for its owner alone");
        let _ = fs::set_permissions(entry.path().join("files/locked"), fs::Permissions::from_mode(0o555));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(site.left() > 0, "a killed runner cannot clean up");
    // The launcher ends a moment after its runner.
    for _ in 0..20 {
        let bot = site.write("other/bot.py", &nosy("'fine'"));
        let (status, said) = site.play(&bot);
        assert_eq!(status, 0, "{said}");
        if site.left() == 0 {
            return;
        }
    }
    panic!("{} folders are left", site.left());
}

#[test]
fn a_toolchain_file_runs_nothing() {
    let site = Site::new();
    let proof = site.at("proof");
    // Like rustup's stand-in, which runs what the folder it stands in says.
    let stand_in = site.write(
        "bin/rustc",
        "#!/bin/sh\nif [ -x ./toolchain/bin/rustc ]; then exec ./toolchain/bin/rustc \"$@\"; fi\necho 'rustc 1.0.0'\n",
    );
    site.write("bot/toolchain/bin/rustc", &format!("#!/bin/sh\ntouch {}\necho evil\n", proof.display()));
    for path in [PathBuf::from(stand_in), site.at("bot/toolchain/bin/rustc")] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    site.write("bot/bot.toml", "build = 'true'\nproducts = ['bot.py']\nrun = 'python3 bot.py'\n");
    site.write("bot/bot.py", "");
    let path = format!("{}:{}", site.at("bin").display(), std::env::var("PATH").unwrap());
    for arguments in [&["doctor"][..], &["check-bot", "breach", ".", "--sandbox", "auto"]] {
        for path in [path.clone(), format!("toolchain/bin:.:{path}")] {
            let mut command = site.command(arguments);
            command.current_dir(site.at("bot")).env("PATH", path);
            let (_, said) = site.finish(command);
            assert!(!proof.exists(), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn a_tool_in_a_home_does_not_show_the_home() {
    let site = Site::new();
    // A Python that stands in the home's own `bin`.
    fs::create_dir(site.at("home/bin")).unwrap();
    let python = site.write("home/bin/python3", "#!/bin/sh\ncase \"$1\" in --version) echo Python 3.0;; -c) echo \"$0\";; *) exec /usr/bin/python3 \"$@\";; esac\n");
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(site.at("home/diary"), SECRET).unwrap();
    let what = format!("open({:?}).read()", site.at("home/diary").display().to_string());
    let bot = site.write("bot/bot.py", &nosy(&what));
    let mut command = site.command(&["match", "breach", &bot, "--map", "narrow-pass", "--record"]);
    command.arg(site.at("record")).args(["--sandbox", "auto"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", site.at("home/bin").display()));
    let (_, said) = site.finish(command);
    let log = fs::read_to_string(site.at("record/game-00001/seat-0/stderr.txt")).unwrap_or_default();
    assert!(!log.contains(SECRET) && log.contains("no: "), "{log} {said}");
}

#[test]
fn nothing_of_a_stranger_reaches_the_terminal_raw() {
    let site = Site::new();
    let escape = "\u{1b}]0;owned\u{7}\u{1b}[2J";
    let harmless = |said: &str, what: &str| {
        let raw = said.chars().find(|letter| letter.is_control() && *letter != '\n');
        assert!(raw.is_none(), "{what}: {raw:?} in {said:?}");
    };
    let source = site.write("task/main.cpp", &format!("#error \"{escape}\"\n"));
    harmless(&site.run(&["judge", "goblins", &source, "--stage", "1", "--sandbox", "auto"]).1, "judge");
    site.write(
        "bot/bot.toml",
        &format!("build = \"printf '{}' >&2; false\"\nrun = './x'\n", escape.escape_debug()),
    );
    let bot = site.at("bot").display().to_string();
    harmless(&site.run(&["check-bot", "breach", &bot, "--sandbox", "auto"]).1, "check-bot");
    harmless(&site.play(&bot).1, "match");
    let named = site.at(&format!("{escape}.map"));
    fs::write(&named, "nonsense \u{1b}[31m\n").unwrap();
    let named = named.display().to_string();
    for arguments in [&["map", "breach", "check", &named][..], &["map", "breach", "show", &named]] {
        harmless(&site.run(arguments).1, "map");
    }
    let cases = site.at("cases");
    fs::create_dir(&cases).unwrap();
    for end in ["in", "out"] {
        fs::write(cases.join(format!("{escape}.{end}")), "1\n").unwrap();
    }
    let program = site.write("program", "#!/bin/sh\nprintf '\\033[2J'\n");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let cases = cases.display().to_string();
    harmless(
        &site.run(&["judge", "goblins", &program, "--stage", "1", "--cases", &cases, "--sandbox", "auto"]).1,
        "cases",
    );
    harmless(&site.run(&["conform", "goblins", &cases]).1, "conform");
    harmless(&site.run(&["replay", "show", &program]).1, "replay");
}

/// What is done to a tournament that somebody handed over touches nothing of the user's.
#[test]
fn links_in_a_tournaments_folder_are_not_followed() {
    let site = Site::new();
    let cup = site.write(
        "CUP.toml",
        "game = 'deepblue'\nmaps = ['training']\nclock = 'off'\nblocks = 1\n[entrants]\n'=a' = 'random'\n' ＝b\u{9b}' = 'idle'\n",
    );
    let folder = site.at("cup").display().to_string();
    let (status, said) = site.run(&["tournament", "run", &cup, "-o", &folder]);
    assert_eq!(status, 0, "{said}");
    let table = fs::read_to_string(site.at("cup/site/standings.csv")).unwrap();
    assert!(table.contains(",'=a,") && table.contains(",' ＝b\u{fffd},"), "{table}");
    let report = |link: &str, target: &str| {
        let _ = fs::remove_file(site.at(link));
        let _ = fs::remove_dir_all(site.at(link));
        symlink(site.at(target), site.at(link)).unwrap();
        site.run(&["tournament", "report", &folder])
    };
    let (status, said) = report("cup/site/index.html", "secret");
    assert!(status == 0 && site.at("cup/site/index.html").symlink_metadata().unwrap().is_file(), "{said}");
    // The folders of a report are emptied first: those of the user's are not.
    site.write("home/games/save", "precious");
    let (status, said) = report("cup/site", "home");
    assert!(status == 1 && said.contains("symbolic link") && site.at("home/games/save").exists(), "{said}");
    let (status, said) = {
        fs::remove_file(site.at("cup/lock")).unwrap();
        symlink(site.at("secret"), site.at("cup/lock")).unwrap();
        site.run(&["tournament", "add", &folder, "c=idle"])
    };
    assert_eq!(status, 1, "{said}");
    assert_eq!(fs::read_to_string(site.at("secret")).unwrap(), format!("{SECRET}\n"));
}

#[test]
fn what_is_written_beside_a_strangers_file_follows_no_link() {
    let site = Site::new();
    let replay = site.at("bot/game.jsonl").display().to_string();
    let (status, said) = site.run(&["match", "breach", "idle", "--map", "narrow-pass", "--replay", &replay]);
    assert_eq!(status, 0, "{said}");
    for (ending, command) in [("html", "html"), ("replay", "pack")] {
        symlink(site.at("secret"), site.at("bot/game").with_extension(ending)).unwrap();
        let (status, said) = site.run(&["replay", command, &replay]);
        assert_eq!(status, 0, "{said}");
        assert_eq!(fs::read_to_string(site.at("secret")).unwrap(), format!("{SECRET}\n"), "{command}");
    }
    // A match writes under a name of its own first.
    symlink(site.at("secret"), site.at("bot/next.jsonl.part")).unwrap();
    let next = site.at("bot/next.jsonl").display().to_string();
    let (status, said) = site.run(&["match", "breach", "idle", "--map", "narrow-pass", "--replay", &next]);
    assert!(status != 0 && said.contains("next.jsonl"), "{said}");
    assert_eq!(fs::read_to_string(site.at("secret")).unwrap(), format!("{SECRET}\n"));
    // In a folder of replays, a pipe would be waited for and a link would be read.
    rustix::fs::mkfifoat(rustix::fs::CWD, site.at("bot/pipe.jsonl"), rustix::fs::Mode::RWXU).unwrap();
    symlink(site.at("secret"), site.at("bot/link.jsonl")).unwrap();
    let (status, said) = site.run(&["replay", "verify", &site.at("bot").display().to_string()]);
    assert!(status == 0 && !said.contains("link.jsonl") && !said.contains("pipe.jsonl"), "{said}");
}

#[test]
fn a_record_is_read_no_further_than_its_own_files() {
    let site = Site::new();
    let seat = site.at("record/game-00001/seat-0");
    fs::create_dir_all(&seat).unwrap();
    let record = site.at("record").display().to_string();
    fs::write(seat.join("output.jsonl"), "").unwrap();
    symlink("/dev/zero", seat.join("input.jsonl")).unwrap();
    let (status, said) = site.run(&["feed", &record, "0", "--", "true"]);
    assert!(status == 2 && said.contains("symbolic link"), "{said}");
    fs::remove_file(seat.join("input.jsonl")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, seat.join("input.jsonl"), rustix::fs::Mode::RWXU).unwrap();
    let (status, said) = site.run(&["feed", &record, "0", "--", "true"]);
    assert!(status == 2 && said.contains("neither a file nor a folder"), "{said}");
}

#[test]
fn an_archive_that_leads_out_or_explodes_is_refused() {
    let site = Site::new();
    let judge = |name: &str| {
        let path = site.at(name).display().to_string();
        site.run(&["judge", "goblins", &path, "--stage", "1", "--sandbox", "auto"])
    };
    for (name, entry) in [("slip.zip", "../../evil"), ("root.zip", "/tmp/evil")] {
        fs::write(site.at(name), stored_zip(&[(entry, b"x")])).unwrap();
        let (status, said) = judge(name);
        assert!(status == 2 && said.contains("leads out of its folder"), "{name}: {said}");
    }
    let many: Vec<String> = (0..10_001).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    fs::write(site.at("many.zip"), stored_zip(&many)).unwrap();
    let (status, said) = judge("many.zip");
    assert!(status == 2 && said.contains("more than 10000 files"), "{said}");
    fs::write(site.at("twice.zip"), stored_zip(&[("d/a.cpp", b"1"), ("d\\a.cpp", b"2")])).unwrap();
    assert_eq!(judge("twice.zip").0, 2);
    symlink(site.at("secret"), site.at("link.zip")).unwrap();
    let (status, said) = judge("link.zip");
    assert!(status == 2 && said.contains("symbolic link"), "{said}");
    fs::write(site.at("good.zip"), stored_zip(&[("main.cpp", b"int main() { return 3; }\n")])).unwrap();
    let (_, said) = judge("good.zip");
    assert!(!said.contains("cannot be unpacked"), "{said}");
    assert_eq!(site.left(), 0);
}

#[test]
fn a_bot_may_come_in_an_archive_and_an_archive_that_leads_out_is_none() {
    let site = Site::new();
    let plays = |game: &str, name: &str, files: &[(&str, &[u8])]| {
        let path = site.at(name);
        fs::write(&path, stored_zip(files)).unwrap();
        let opponents = if game == "deepblue" { &["idle"][..] } else { &[] };
        let bot = path.display().to_string();
        let limits = ["--sandbox", "auto"];
        site.run(&[&["match", game, &bot], opponents, &limits].concat())
    };
    let player = b"import sys\nfor line in sys.stdin:\n    if '\"turn\"' in line: print('{\"orders\":[]}', flush=True)\n";
    let (status, said) = plays(
        "breach",
        "team.zip",
        &[("team/bot.toml", b"run = \"python3 bot.py\"\n"), ("team\\bot.py", player), ("__MACOSX/x", b"")],
    );
    assert!(status == 0 && said.contains("team"), "{said}");
    let old: &[u8] = b"#include \"basic.h\"\nconst char *GetTeamName() { return \"t\"; }\nvoid AIMain() {}\n";
    let (status, said) = plays("deepblue", "old.zip", &[("代码/ai.cpp", old), ("代码/notes.pdf", b"%PDF")]);
    assert!(status == 0 || said.contains("no C++ compiler"), "{said}");
    let (status, said) = plays("deepblue", "slip.zip", &[("ai.cpp", old), ("../evil", b"x")]);
    assert!(status == 2 && said.contains("slip.zip") && said.contains("leads out of its folder"), "{said}");
    // One whose names cannot be shown is its author's fault, and no reason to stop a tournament.
    for name in ["\u{1b}[2J", "line\nbreak", &("d/".repeat(40) + "x")] {
        let (status, said) = plays("breach", "odd.zip", &[("bot.toml", b"run = \"./x\"\n"), (name, b"x")]);
        assert!(status == 2 && said.contains("odd.zip") && said.contains("it holds"), "{name:?}: {said}");
    }
    let (status, said) = plays("breach", "empty.zip", &[("readme.txt", b"hello")]);
    assert!(status == 2 && said.contains("empty.zip/bot.toml"), "{said}");
    fs::write(site.at("broken.zip"), b"PK\x03\x04 and nothing").unwrap();
    let broken = site.at("broken.zip").display().to_string();
    let (status, said) = site.run(&["match", "breach", &broken, "--sandbox", "auto"]);
    assert!(status == 2 && said.contains("no readable zip file"), "{said}");
    assert_eq!(site.left(), 0);
}

/// A zip file whose entries are not compressed.
fn stored_zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let at = zip.len() as u32;
        let mut crc = u32::MAX;
        for byte in *contents {
            crc ^= u32::from(*byte);
            (0..8).for_each(|_| crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 });
        }
        let (length, names) = (contents.len() as u32, name.len() as u16);
        let mut common = Vec::new();
        common.write_all(&[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x50]).unwrap();
        for number in [!crc, length, length] {
            common.write_all(&number.to_le_bytes()).unwrap();
        }
        common.write_all(&names.to_le_bytes()).unwrap();
        common.write_all(&[0, 0]).unwrap();
        zip.extend([b"PK\x03\x04", &common[..], name.as_bytes(), contents].concat());
        let tail = [&[0; 6][..], &[0; 4], &at.to_le_bytes()].concat();
        directory.extend([b"PK\x01\x02", &[20, 0][..], &common, &tail, name.as_bytes()].concat());
    }
    let (count, size, at) = (files.len() as u16, directory.len() as u32, zip.len() as u32);
    zip.extend(directory);
    zip.extend([&b"PK\x05\x06\0\0\0\0"[..], &count.to_le_bytes(), &count.to_le_bytes()].concat());
    zip.extend([&size.to_le_bytes()[..], &at.to_le_bytes(), &[0, 0]].concat());
    zip
}
