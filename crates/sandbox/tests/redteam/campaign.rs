//! All attacks in one identity: uncontained, then behind each combination of layers.

use crate::identity::Identity;
use crate::scene::{Scene, Stage};
use crate::summary::{Judgement, Row};
use crate::table::{Attack, Expected, Kind, Real, Watch};
use crate::verdict::Verdict;
use crate::victim::{Victim, WeakSpots};
use crate::{compiling, contained, marks, uncontained};
use sandbox::{Layers, Mode, Sandbox, SandboxOptions};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Attacks that are tried at the same time: most of them wait most of the time.
const AT_ONCE: usize = 4;

/// A combination of layers.
struct Combination {
    name: &'static str,
    layers: Layers,
    /// What the table expects behind it; otherwise an attack must only be stopped, whatever stops
    /// it.
    expected: Option<fn(&Attack) -> Expected>,
    /// Whether an attack means anything behind it.
    concerns: fn(&Attack) -> bool,
}

/// What is left without namespaces.
const LAYERS_INSIDE: Layers = Layers { own_namespaces: false, bubblewrap: false, ..Layers::ALL };

const COMBINATIONS: [Combination; 5] = [
    Combination {
        name: "all layers",
        layers: Layers::ALL,
        expected: Some(|attack| attack.full),
        concerns: |_| true,
    },
    Combination {
        name: "bubblewrap",
        layers: Layers { own_namespaces: false, ..Layers::ALL },
        expected: Some(|attack| attack.full),
        concerns: |_| true,
    },
    Combination {
        name: "no namespaces",
        layers: LAYERS_INSIDE,
        expected: Some(|attack| attack.inner),
        concerns: |_| true,
    },
    Combination {
        name: "no Landlock",
        layers: Layers { landlock: false, ..Layers::ALL },
        expected: None,
        concerns: |_| true,
    },
    Combination {
        name: "process clock",
        layers: Layers { perf: false, cgroup: false, ..Layers::ALL },
        expected: Some(|attack| attack.full),
        concerns: |attack| {
            matches!(attack.watch, Watch::Clock | Watch::Freeze | Watch::Survivors)
                || attack.name.starts_with("memory")
        },
    },
];

/// Runs everything and returns a row for each attack and combination.
pub(crate) fn run(stage: &Stage, identity: Identity, attacks: &[Attack]) -> io::Result<Vec<Row>> {
    let mut rows = uncontained_rows(stage, identity, attacks)?;
    for combination in &COMBINATIONS {
        rows.extend(contained_rows(stage, combination, attacks)?);
    }
    Ok(rows)
}

fn uncontained_rows(stage: &Stage, identity: Identity, attacks: &[Attack]) -> io::Result<Vec<Row>> {
    let victim = victim(stage, "uncontained", None)?;
    let scenes = scenes(stage, "uncontained", attacks, &victim.weak_spots)?;
    Ok(each(&scenes, |(attack, scene)| {
        let verdict = match attack.program {
            Kind::Compile => compiling::carelessly(stage, attack, &scene.mark),
            Kind::Hostile | Kind::Python => uncontained::run(scene, attack, &stage.token),
        };
        let verdict = verdict.unwrap_or_else(|error| Verdict::Unclear(error.to_string()));
        let judgement = judge_uncontained(identity, attack.real, &verdict);
        Row::new(attack.name, "uncontained", &verdict, judgement)
    }))
}

fn contained_rows(stage: &Stage, combination: &Combination, attacks: &[Attack]) -> io::Result<Vec<Row>> {
    let launcher = Some(stage.workshop.join("launcher"));
    let setup = SandboxOptions { launcher, layers: combination.layers, ..SandboxOptions::new(Mode::Auto) };
    let sandbox = Sandbox::with(&setup).map_err(io::Error::other)?;
    let attacks: Vec<Attack> =
        attacks.iter().filter(|attack| (combination.concerns)(attack)).cloned().collect();
    if let Some(lack) = lack(&sandbox, combination.layers) {
        let row = |attack: &Attack| Row::not_offered(attack.name, combination.name, lack);
        return Ok(attacks.iter().map(row).collect());
    }
    let may_fork = sandbox.enforced().clock.counts_descendants();
    let user = contained_user(stage, &sandbox)?;
    let mut victim = victim(stage, combination.name, user)?;
    let scenes = scenes(stage, combination.name, &attacks, &victim.weak_spots)?;
    let mut rows = each(&scenes, |(attack, scene)| {
        let verdict = match attack.program {
            Kind::Compile => compiling::in_sandbox(&sandbox, stage, attack, &scene.mark),
            Kind::Hostile | Kind::Python => contained::run(&sandbox, stage, scene, attack),
        };
        let verdict = verdict.unwrap_or_else(|error| Verdict::Unclear(error.to_string()));
        let expected = combination.expected.map(|expected| expected(attack));
        let judgement = judge_contained(expected, may_fork, &verdict);
        Row::new(attack.name, combination.name, &verdict, judgement)
    });
    rows.push(afterwards(combination.name, &mut victim));
    Ok(rows)
}

/// All scenes, set before the first attack: a program that is being copied while another starts
/// cannot be run.
fn scenes(
    stage: &Stage,
    name: &str,
    attacks: &[Attack],
    victim: &WeakSpots,
) -> io::Result<Vec<(Attack, Scene)>> {
    let set = |(number, attack): (usize, &Attack)| {
        Ok((attack.clone(), Scene::set(stage, attack, mark(name, number), victim)?))
    };
    attacks.iter().enumerate().map(set).collect()
}

/// What this machine lacks for a combination, if anything.
fn lack(sandbox: &Sandbox, layers: Layers) -> Option<&'static str> {
    let enforced = sandbox.enforced();
    if layers.namespaces() && !enforced.namespaces {
        return Some("no namespaces: they may not be made here, or bubblewrap is missing");
    }
    if layers.landlock && enforced.landlock.is_none() {
        return Some("the kernel has no Landlock");
    }
    (layers.seccomp && !enforced.seccomp).then_some("the kernel has no seccomp filters")
}

/// The user that contained programs are, if it is not ours: the victim must be one of its
/// processes.
fn contained_user(stage: &Stage, sandbox: &Sandbox) -> io::Result<Option<u32>> {
    let probe = crate::table::attacks().into_iter().find(|attack| attack.name == "sleep-on");
    let probe = probe.ok_or_else(|| io::Error::other("the table lacks sleep-on"))?;
    let victim = victim(stage, "probe", None)?;
    let scene = Scene::set(stage, &probe, mark("probe", 0), &victim.weak_spots)?;
    let user = contained::user(sandbox, stage, &scene).map_err(io::Error::other)?;
    Ok(user.filter(|user| *user != rustix::process::getuid().as_raw()))
}

fn victim(stage: &Stage, name: &str, user: Option<u32>) -> io::Result<Victim> {
    let folder = stage.folder.join(format!("victim-{}", name.replace(' ', "-")));
    if !folder.exists() {
        fs::create_dir(&folder)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o777))?;
        fs::write(folder.join("secret"), &stage.token)?;
    }
    Victim::start(&stage.workshop.join("victim"), &folder, &stage.token, user)
}

fn mark(combination: &str, number: usize) -> String {
    format!("redteam-{}-{}-{number}", std::process::id(), combination.replace(' ', "-"))
}

/// Makes a row of each scene, several at once; the rows are in the order of the scenes.
fn each(scenes: &[(Attack, Scene)], work: impl Fn(&(Attack, Scene)) -> Row + Sync) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let work_on = || {
        let mut rows = Vec::new();
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(scene) = scenes.get(number)
        {
            rows.push((number, work(scene)));
        }
        rows
    };
    let mut rows: Vec<(usize, Row)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work_on)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a panic was printed")).collect()
    });
    rows.sort_by_key(|(number, _)| *number);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn judge_uncontained(identity: Identity, real: Real, verdict: &Verdict) -> Judgement {
    let may_be_refused = match real {
        Real::Always => false,
        Real::ForRoot => identity == Identity::User,
        Real::ForUser => identity == Identity::Root,
        Real::WhereOffered => true,
    };
    match verdict {
        Verdict::Succeeded(_) => Judgement::AsExpected,
        Verdict::Stopped(_) if may_be_refused => Judgement::NotReal,
        Verdict::Stopped(_) => Judgement::Wrong("the attack must succeed where nothing contains it".into()),
        Verdict::NotOffered(_) => Judgement::NotOffered,
        Verdict::Unclear(_) => Judgement::Wrong("nobody can say what happened".into()),
    }
}

/// Where nobody counts the time of processes, an attack that needs them may be refused the first
/// one.
fn judge_contained(expected: Option<Expected>, may_fork: bool, verdict: &Verdict) -> Judgement {
    match (verdict, expected) {
        (Verdict::Succeeded(_), _) => Judgement::Wrong("it was not contained".into()),
        (Verdict::NotOffered(_), _) => Judgement::NotOffered,
        (Verdict::Unclear(_), _) => Judgement::Wrong("nobody can say what happened".into()),
        (Verdict::Stopped(result), _) if !may_fork && result == "EPERM" => Judgement::AsExpected,
        (Verdict::Stopped(result), Some(expected)) if !expected.allows(result) => {
            Judgement::Wrong(format!("the table says: {expected}"))
        }
        (Verdict::Stopped(_), _) => Judgement::AsExpected,
    }
}

/// What must be true when all attacks are over: nothing is left, and nobody was hit.
fn afterwards(combination: &'static str, victim: &mut Victim) -> Row {
    let mut found = victim.noticed();
    found
        .extend(left_behind(&std::env::temp_dir()).map(|path| format!("{} was left behind", path.display())));
    let alive = marks::living_with(&format!("redteam-{}-", std::process::id()));
    found.extend((!alive.is_empty()).then(|| format!("{} processes are left", alive.len())));
    if found.is_empty() {
        return Row::new(
            "afterwards",
            combination,
            &Verdict::stopped("nothing is left, nobody was hit"),
            Judgement::AsExpected,
        );
    }
    let wrong = Judgement::Wrong("something got out".into());
    Row::new("afterwards", combination, &Verdict::Succeeded(found.join("; ")), wrong)
}

/// What lies in the folder for temporary files, which was empty in the beginning.
fn left_behind(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}
