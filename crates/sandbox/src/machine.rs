//! What this machine offers, found out by trying.

use crate::copier::Copier;
use crate::ending::Ending;
use crate::enforced::{ClockSource, Enforced};
use crate::layers::cgroup::Delegated;
use crate::layers::{bubblewrap, files};
use crate::mode::Mode;
use crate::program::{Limits, Processes, Program};
use crate::sandbox::Layers;
use crate::start::{Means, Namespaces};
use crate::sys;
use serde::Serialize;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A layer of containment, or a source of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// A user that owns nothing, where the runner is root.
    User,
    /// Files, network and processes of its own.
    Namespaces,
    /// Rules for files.
    Landlock,
    /// A list of system calls.
    Seccomp,
    /// Control groups.
    Cgroup,
    /// An inherited CPU counter.
    Perf,
}

impl Layer {
    /// All layers, from the outside in, then the clocks.
    pub const ALL: [Self; 6] =
        [Self::User, Self::Namespaces, Self::Landlock, Self::Seccomp, Self::Cgroup, Self::Perf];

    /// What it is good for.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        match self {
            Self::User => "programs run as a user that owns nothing",
            Self::Namespaces => "files, network and processes of their own",
            Self::Landlock => "the kernel's own rules about files",
            Self::Seccomp => "a list of system calls that are allowed",
            Self::Cgroup => "CPU time, memory and processes of a whole program",
            Self::Perf => "CPU time of a whole program",
        }
    }

    /// What to do where it is missing.
    #[must_use]
    pub fn remedy(self) -> &'static str {
        match self {
            Self::User => "start sandtable as an ordinary user, or with the capabilities SETUID and SETGID",
            Self::Namespaces => {
                "allow user namespaces (sysctl user.max_user_namespaces=10000, kernel.unprivileged_userns_clone=1, \
                 kernel.apparmor_restrict_unprivileged_userns=0), or install bubblewrap where it may make them (package `bubblewrap`); \
                 in Docker: --security-opt seccomp=unconfined --cap-add SYS_ADMIN --security-opt systempaths=unconfined"
            }
            Self::Landlock => "Linux 6.2 or newer with `landlock` in the boot parameter lsm=",
            Self::Seccomp => "a kernel with CONFIG_SECCOMP_FILTER",
            Self::Cgroup => {
                "start sandtable in a delegated group: systemd-run --user --scope -p Delegate=yes sandtable ..."
            }
            Self::Perf => "sysctl kernel.perf_event_paranoid=2; in Docker: --security-opt seccomp=unconfined",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "user",
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Cgroup => "cgroup",
            Self::Perf => "perf",
        })
    }
}

/// What trying one layer showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The layer.
    pub layer: Layer,
    /// Whether it works.
    pub works: bool,
    /// What was found, or why it does not work.
    pub detail: String,
}

impl Finding {
    fn new(layer: Layer, result: Result<String, String>) -> Self {
        let works = result.is_ok();
        Self { layer, works, detail: result.unwrap_or_else(|why| why) }
    }
}

/// What this machine offers.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) means: Means,
    pub(crate) findings: Vec<Finding>,
}

impl Machine {
    /// Tries the layers: all at once, and one by one if that fails.
    pub(crate) fn explore(launcher: &Path, layers: Layers, mode: Mode) -> Self {
        let (mut candidates, mut findings) = candidates(launcher, layers, mode);
        if try_out(&candidates).is_ok() {
            return Self { means: candidates.with_one_clock(), findings };
        }
        choose_namespaces(&mut candidates, &mut findings, layers);
        Self::one_by_one(&candidates, findings)
    }

    fn one_by_one(candidates: &Means, findings: Vec<Finding>) -> Self {
        let mut means = candidates.bare();
        let mut tried = Vec::new();
        for finding in findings {
            let more = means.with(finding.layer, candidates);
            let result = if finding.works { try_out(&more) } else { Err(finding.detail.clone()) };
            if result.is_ok() {
                means = more;
            }
            tried.push(Finding::new(finding.layer, result.map(|()| finding.detail)));
        }
        Self { means: means.with_one_clock(), findings: tried }
    }

    /// What is missing of what containment is made of, in one line.
    pub(crate) fn missing(&self) -> Option<String> {
        let is_clock = |layer| matches!(layer, Layer::Cgroup | Layer::Perf);
        let missing = self.findings.iter().filter(|finding| !finding.works && !is_clock(finding.layer));
        let mut missing: Vec<String> = missing.map(|finding| self.reason(finding.layer)).collect();
        if self.means.clock() == ClockSource::Process {
            missing.push("CPU time of child processes (neither cgroup nor perf works)".into());
        }
        (!missing.is_empty()).then(|| missing.join(", "))
    }

    /// What keeps a promise about strangers' programs from being kept. Without namespaces they
    /// would see the machine's other processes.
    ///
    /// Landlock says again what the file system of the namespaces says already, and is not needed
    /// for it.
    pub(crate) fn lacks(&self) -> Option<String> {
        let means = &self.means;
        let lacking = [
            (Layer::User, !self.works(Layer::User)),
            (Layer::Namespaces, means.namespaces.is_none()),
            (Layer::Seccomp, !means.seccomp),
        ];
        let lacking = lacking.into_iter().filter(|(_, lacking)| *lacking);
        let lacking: Vec<String> = lacking.map(|(layer, _)| self.reason(layer)).collect();
        (!lacking.is_empty()).then(|| lacking.join(", "))
    }

    fn works(&self, layer: Layer) -> bool {
        self.findings.iter().find(|finding| finding.layer == layer).is_none_or(|finding| finding.works)
    }

    /// A layer with the reason why it does not work.
    fn reason(&self, layer: Layer) -> String {
        let finding = self.findings.iter().find(|finding| finding.layer == layer);
        format!("{layer} ({})", finding.map_or("left out", |finding| &finding.detail))
    }

    pub(crate) fn enforced(&self) -> Enforced {
        let means = &self.means;
        Enforced {
            namespaces: means.namespaces.is_some(),
            landlock: means.landlock,
            seccomp: means.seccomp,
            rlimits: means.rlimits,
            own_user: means.as_nobody,
            cgroup_limits: means.cgroup_limits(),
            clock: means.clock(),
        }
    }
}

/// What looks as if it worked, with what was seen of each layer.
fn candidates(launcher: &Path, layers: Layers, mode: Mode) -> (Means, Vec<Finding>) {
    let contained = mode != Mode::Off;
    let mut findings = Vec::new();
    let mut look = |layer, wanted: bool, result: &dyn Fn() -> Result<String, String>| {
        if !wanted {
            return;
        }
        findings.push(Finding::new(layer, result()));
    };
    let root = rustix::process::geteuid().is_root();
    look(Layer::User, contained && root, &|| Ok("started as root".into()));
    let namespaces = makers(layers).into_iter().next();
    look(Layer::Namespaces, contained && layers.namespaces(), &|| {
        namespaces.as_ref().map(maker_name).ok_or_else(|| NO_BUBBLEWRAP.into())
    });
    look(Layer::Landlock, contained && layers.landlock, &landlock);
    look(Layer::Seccomp, contained && layers.seccomp, &|| Ok("two filters".into()));
    let cgroup = if layers.cgroup { Delegated::find() } else { Err(String::new()) };
    look(Layer::Cgroup, layers.cgroup, &|| {
        cgroup
            .clone()
            .map(|found| if found.limits { "cpu.stat, memory and processes" } else { "cpu.stat only" }.into())
    });
    look(Layer::Perf, layers.perf, &|| Ok("task-clock".into()));
    let works = |layer| findings.iter().any(|finding| finding.layer == layer && finding.works);
    let means = Means {
        launcher: launcher.to_path_buf(),
        copier: Arc::new(Copier::of(launcher)),
        namespaces: namespaces.filter(|_| works(Layer::Namespaces)),
        landlock: works(Layer::Landlock).then(|| sys::landlock_version().ok()).flatten(),
        seccomp: works(Layer::Seccomp),
        rlimits: contained,
        as_nobody: works(Layer::User),
        cgroup: cgroup.ok(),
        perf: works(Layer::Perf),
        idle_counter: layers.perf.then(|| sys::idle_task_clock().ok().map(Arc::new)).flatten(),
    };
    (means, findings)
}

/// Who may make namespaces here: the launcher first, which needs nothing else.
fn makers(layers: Layers) -> Vec<Namespaces> {
    let own = layers.own_namespaces.then_some(Namespaces::Own);
    let other = layers.bubblewrap.then(bubblewrap::find).flatten().map(Namespaces::Bubblewrap);
    own.into_iter().chain(other).collect()
}

fn maker_name(maker: &Namespaces) -> String {
    match maker {
        Namespaces::Own => "made by sandtable itself".into(),
        Namespaces::Bubblewrap(path) => format!("made by {}", path.display()),
    }
}

const NO_BUBBLEWRAP: &str = "bwrap is not installed";

/// Tries who can make namespaces, with nothing else around a program but what makes that possible.
fn choose_namespaces(candidates: &mut Means, findings: &mut [Finding], layers: Layers) {
    let Some(finding) = findings.iter_mut().find(|finding| finding.layer == Layer::Namespaces) else {
        return;
    };
    let bare = candidates.bare().with(Layer::User, candidates);
    let mut reasons = Vec::new();
    for maker in makers(layers) {
        let name = maker_name(&maker);
        let tried = Means { namespaces: Some(maker), ..bare.clone() };
        match try_out(&tried) {
            Ok(()) => {
                candidates.namespaces = tried.namespaces;
                *finding = Finding::new(Layer::Namespaces, Ok(name));
                return;
            }
            Err(why) => reasons.push(format!("{name}: {why}")),
        }
    }
    if layers.bubblewrap && bubblewrap::find().is_none() {
        reasons.push(NO_BUBBLEWRAP.into());
    }
    candidates.namespaces = None;
    *finding = Finding::new(Layer::Namespaces, Err(reasons.join("; ")));
}

fn landlock() -> Result<String, String> {
    match sys::landlock_version() {
        Ok(version) if version >= files::OLDEST_USEFUL => Ok(format!("version {version}")),
        Ok(version) => Err(format!("version {version} does not cover truncation")),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs something that does nothing.
fn try_out(means: &Means) -> Result<(), String> {
    let program = Program { processes: Processes::Forbidden, ..Program::new("/usr", ["/bin/sh", "-c", ":"]) };
    let process = means.start(&program, &Limits::default(), &[]).map_err(|error| error.to_string())?;
    match process.wait().ending {
        Ending::Exited(0) => Ok(()),
        ending => Err(format!("an empty program does not run: {ending}")),
    }
}
