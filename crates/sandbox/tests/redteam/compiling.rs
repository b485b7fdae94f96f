//! Attacks by sources: what a compiler reads, writes and uses on behalf of a stranger.
//!
//! A folder below `compile/` holds `main` in some language, or `make.sh` where more than one call
//! is needed; `@SECRET@` stands for the path of the secret, and `special.txt` lists what cannot be
//! stored as an ordinary file.

use crate::contained;
use crate::scene::Stage;
use crate::table::{Attack, Watch};
use crate::verdict::{Verdict, result, spoken};
use crate::workshop;
use sandbox::{Bounds, Cache, Caps, CompileError, Ending, Limits, Recipe, Sandbox, Snapshot, Tool, ToolKind};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a careless runner takes for endless.
const LARGE_PRODUCT: u64 = 64 << 20;
const LARGE_OUTPUT: usize = 1 << 20;

/// Why a compiler in root's home folder is no use.
const OUT_OF_REACH: &str = "the compiler is out of reach of the user that contained programs run as";

/// Runs a compiler as a careless runner does: with the runner's rights, environment and patience.
pub(crate) fn carelessly(stage: &Stage, attack: &Attack, mark: &str) -> io::Result<Verdict> {
    let site = match Site::set(stage, attack, mark)? {
        Ok(site) => site,
        Err(lack) => return Ok(Verdict::NotOffered(lack)),
    };
    let mut compiler = CarelessCompiler::start(&site)?;
    let ended = compiler.wait_for(bounds(attack).wall)?;
    let messages = compiler.end()?;
    if !ended {
        return Ok(Verdict::Succeeded("the compiler does not end".into()));
    }
    if messages.len() > LARGE_OUTPUT {
        return Ok(Verdict::Succeeded(format!("{} bytes of messages", messages.len())));
    }
    let spoken = spoken(&String::from_utf8_lossy(&messages));
    Ok(spoken.unwrap_or_else(|| look_at_product(attack, &site.out.join(PRODUCT), &messages, &stage.token)))
}

/// Runs a compiler in the sandbox.
pub(crate) fn in_sandbox(
    sandbox: &Sandbox,
    stage: &Stage,
    attack: &Attack,
    mark: &str,
) -> io::Result<Verdict> {
    let site = match Site::set(stage, attack, mark)? {
        Ok(site) => site,
        Err(lack) => return Ok(Verdict::NotOffered(lack)),
    };
    let cache = Cache::open(site.root.join("cache"), 1 << 30)?;
    let copy =
        Snapshot::of_folder(&site.sources, &Caps::default(), &mut |_| true).map_err(io::Error::other)?;
    let to_copy = |argument: &OsString| match Path::new(argument).strip_prefix(&site.sources) {
        Ok(inside) => copy.folder().join(inside).into_os_string(),
        Err(_) => argument.clone(),
    };
    let arguments = site.arguments.iter().map(to_copy).collect();
    let mut recipe = Recipe::new(site.compiler.clone(), &copy.sources(), arguments, PRODUCT);
    recipe.limits = Limits {
        memory: 1 << 30,
        file_size: LARGE_PRODUCT,
        scratch_bytes: 2 * LARGE_PRODUCT,
        ..Limits::for_compilers()
    };
    recipe.bounds = bounds(attack);
    let verdict = match sandbox.compile(&recipe, &cache) {
        Ok(compiled) => look_at_product(attack, &compiled.entry.folder.join(PRODUCT), b"", &stage.token),
        Err(CompileError::Faulty { messages, .. }) if holds_secret(messages.as_bytes(), &stage.token) => {
            Verdict::Succeeded("the secret came out".into())
        }
        Err(CompileError::Faulty { messages, .. }) if messages.len() > 2 * recipe.bounds.stderr => {
            Verdict::Succeeded(format!("{} bytes of messages", messages.len()))
        }
        // The shell's way to say so.
        Err(CompileError::Faulty { ending: Ending::Exited(126), .. }) => {
            Verdict::NotOffered(OUT_OF_REACH.into())
        }
        Err(CompileError::Faulty { messages, ending }) => {
            spoken(&messages).unwrap_or_else(|| Verdict::Stopped(result(&ending)))
        }
        Err(CompileError::Missing(_)) => Verdict::stopped("no product"),
        Err(CompileError::Files(error)) => Verdict::Stopped(format!("not read: {:?}", error.kind())),
        Err(CompileError::Start(error)) if error.to_string().contains("Permission denied") => {
            Verdict::NotOffered(OUT_OF_REACH.into())
        }
        Err(CompileError::Start(error)) => Verdict::Unclear(error.to_string()),
    };
    Ok(if attack.watch == Watch::Works { contained::works(verdict) } else { verdict })
}

fn bounds(attack: &Attack) -> Bounds {
    let (cpu, wall) = match attack.watch {
        Watch::Turn => (700, 1500),
        _ => (20_000, 40_000),
    };
    Bounds {
        cpu: Duration::from_millis(cpu),
        wall: Duration::from_millis(wall),
        stdout: 64 << 10,
        stderr: 64 << 10,
    }
}

/// Whether something of ours stands in the text, or the first line of the list of users.
fn holds_secret(text: &[u8], token: &str) -> bool {
    let holds = |part: &str| text.windows(part.len()).any(|window| window == part.as_bytes());
    holds(token) || holds("root:x:0:0")
}

fn look_at_product(attack: &Attack, product: &Path, messages: &[u8], token: &str) -> Verdict {
    match fs::metadata(product) {
        _ if holds_secret(messages, token) => Verdict::Succeeded("the secret came out".into()),
        Ok(about) if !about.is_file() => Verdict::Succeeded("the product is no file".into()),
        Ok(about) if about.len() > LARGE_PRODUCT => Verdict::Succeeded(format!("{} MB", about.len() >> 20)),
        Ok(_) if fs::read(product).is_ok_and(|bytes| holds_secret(&bytes, token)) => {
            Verdict::Succeeded("the secret is in the product".into())
        }
        Ok(_) if attack.watch == Watch::Works => Verdict::Succeeded("it compiles".into()),
        Ok(_) => Verdict::stopped("harmless product"),
        Err(_) => Verdict::stopped("exit 1"),
    }
}

/// What every recipe makes.
const PRODUCT: &str = "product";

/// Where a compiler works on hostile sources. Deleted in the end.
struct Site {
    root: PathBuf,
    sources: PathBuf,
    /// Where a careless compiler writes.
    out: PathBuf,
    compiler: Tool,
    arguments: Vec<OsString>,
}

impl Site {
    /// Sets it up; the inner error is what this machine lacks.
    fn set(stage: &Stage, attack: &Attack, mark: &str) -> io::Result<Result<Self, String>> {
        let root = stage.folder.join("compile").join(mark);
        let (sources, out) = (root.join("sources"), root.join("out"));
        fs::create_dir_all(&sources)?;
        fs::create_dir_all(&out)?;
        fs::write(root.join("secret"), format!("{}\n", stage.token))?;
        copy_sources(&workshop::sources().join("compile").join(attack.name), &sources, &root.join("secret"))?;
        Ok(compiler(attack, &sources).map(|(compiler, arguments)| Self {
            root,
            sources,
            out,
            compiler,
            arguments,
        }))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn copy_sources(from: &Path, to: &Path, secret: &Path) -> io::Result<()> {
    let secret = secret.display().to_string();
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let text = fs::read_to_string(entry.path())?.replace("@SECRET@", &secret);
        if entry.file_name() != "special.txt" {
            fs::write(to.join(entry.file_name()), text)?;
            continue;
        }
        let mode = rustix::fs::Mode::from_raw_mode(0o644);
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["link", name, target] => symlink(target, to.join(name))?,
            ["fifo", name] => rustix::fs::mkfifoat(rustix::fs::CWD, to.join(name), mode)?,
            _ => return Err(io::Error::other(format!("{}: nothing special", from.display()))),
        }
    }
    Ok(())
}

/// The compiler for these sources with its arguments, or what is missing.
fn compiler(attack: &Attack, sources: &Path) -> Result<(Tool, Vec<OsString>), String> {
    let find =
        |kind: ToolKind| Tool::find(kind).ok_or_else(|| format!("no compiler for {kind} within reach"));
    let languages = [("main.c", ToolKind::C), ("main.cpp", ToolKind::Cxx), ("main.rs", ToolKind::Rust)];
    let main = languages.into_iter().find(|(main, _)| sources.join(main).exists());
    if let Some((main, kind)) = main.filter(|_| !sources.join("make.sh").exists()) {
        return Ok((find(kind)?, vec!["-o".into(), PRODUCT.into(), sources.join(main).into()]));
    }
    let needed = match attack.name {
        name if name.contains("rust") => Some(find(ToolKind::Rust)?),
        name if name.contains("java") => Some(find(ToolKind::Javac)?),
        "harmless-make" => system_program("make").map(|()| None)?,
        "harmless-cmake" => {
            ["cmake", "ninja"].into_iter().try_for_each(system_program)?;
            None
        }
        "harmless-locks" => system_program("flock").map(|()| None)?,
        _ => None,
    };
    let readable = needed.as_ref().map(|tool| tool.readable.clone()).unwrap_or_default();
    let path = needed.map_or_else(PathBuf::new, |tool| tool.path);
    let shell = Tool { kind: ToolKind::C, path: "/bin/sh".into(), version: "a script".into(), readable };
    Ok((shell, vec![sources.join("make.sh").into(), path.into(), sources.into()]))
}

/// Whether the machine has a program where everybody finds it.
fn system_program(name: &str) -> Result<(), String> {
    let is_there = Path::new("/usr/bin").join(name).exists();
    is_there.then_some(()).ok_or_else(|| format!("{name} is not installed"))
}

/// A compiler that nobody contains, but that cannot take the machine with it.
struct CarelessCompiler {
    process: Child,
    messages: [JoinHandle<Vec<u8>>; 2],
}

impl CarelessCompiler {
    fn start(site: &Site) -> io::Result<Self> {
        // Addresses enough for a Java machine, and files that fit on any disk.
        let bounded = "ulimit -v 20000000; ulimit -f 512000; exec \"$@\"";
        let mut process = Command::new("/bin/sh")
            .args(["-c", bounded, "sh"])
            .arg(&site.compiler.path)
            .args(&site.arguments)
            .current_dir(&site.out)
            .env("TMPDIR", &site.out)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let messages = [collect(process.stdout.take()), collect(process.stderr.take())];
        Ok(Self { process, messages })
    }

    /// Whether it ended within this time.
    fn wait_for(&mut self, patience: Duration) -> io::Result<bool> {
        let begin = Instant::now();
        while begin.elapsed() < patience {
            if self.process.try_wait()?.is_some() {
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(false)
    }

    /// Ends it with all its parts; what it said.
    fn end(mut self) -> io::Result<Vec<u8>> {
        let group = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw);
        // It may have ended by itself.
        let _ = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
        self.process.wait()?;
        Ok(self.messages.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect())
    }
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}
