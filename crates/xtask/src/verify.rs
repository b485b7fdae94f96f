//! `cargo xtask verify`: matches of built-in bots over everything there is, whose replays must
//! verify.

use crate::bench::build;
use crate::process::{output, program, stdout, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Play matches of built-in bots over all games, bundled maps and rule profiles, and verify every
/// replay.
///
/// Line-ups of idle, random and greedy and the seeds change from game to game. A failure names what
/// is needed to repeat it.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Only this game
    game: Option<String>,
    /// How many matches, spread evenly over games, maps and profiles
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    /// The seed of the first match; each other has the next
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many are played at the same time; one a core if not given
    #[arg(long, value_name = "J")]
    jobs: Option<usize>,
}

const BOTS: [&str; 3] = ["idle", "random", "greedy"];

/// Where matches are played: a row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Setting {
    game: String,
    seats: usize,
    map: String,
    rules: String,
}

/// Plays and verifies.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = build(workspace)?;
    let start = Instant::now();
    let settings = settings(options, workspace, &sandtable)?;
    let folder = Scratch::new()?;
    let hall = Hall { workspace, sandtable: &sandtable, folder: &folder.0, options, settings: &settings };
    let jobs = options.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    println!("{:9} {:16} {:18} {:>6} {:>9} {:>8}", "game", "map", "rules", "games", "verified", "turns");
    let (mut all, mut rows) = (Tally::default(), 0);
    hall.work_off(jobs, |setting, tally| {
        let Setting { game, map, rules, .. } = setting;
        let Tally { played, verified, turns, complaints } = &tally;
        println!("{game:9} {map:16} {rules:18} {played:>6} {verified:>9} {turns:>8}");
        complaints.iter().for_each(|complaint| println!("    {complaint}"));
        rows += 1;
        all.add(tally);
    });
    let Tally { played, verified, turns, .. } = all;
    let seconds = start.elapsed().as_secs();
    println!("{verified} of {played} games verified: {rows} settings, {turns} turns, {seconds} s");
    if verified == played {
        Ok(())
    } else {
        Err(Stop::Failed(format!("{} games do not verify", played - verified)))
    }
}

/// What came of matches.
#[derive(Clone, Default, Debug)]
struct Tally {
    played: usize,
    verified: usize,
    turns: u64,
    complaints: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.played += other.played;
        self.verified += other.verified;
        self.turns += other.turns;
        self.complaints.extend(other.complaints);
    }
}

/// All maps with the profiles they are valid for.
fn settings(options: &Options, workspace: &Workspace, sandtable: &Path) -> Result<Vec<Setting>, Stop> {
    let said = stdout(program(workspace, sandtable).args(["games", "--json"]))?;
    let all = read_settings(&said)
        .ok_or_else(|| Stop::Failed(format!("`sandtable games --json` printed something else:\n{said}")))?;
    let fits = |Setting { game, map, rules, .. }: &Setting| {
        options.game.as_ref().is_none_or(|wanted| wanted == game)
            && succeeds(program(workspace, sandtable).args(["map", game, "check", map, "--rules", rules]))
    };
    let settings: Vec<_> = all.into_iter().filter(fits).collect();
    if settings.is_empty() {
        let wanted = options.game.as_deref().unwrap_or_default();
        return Err(Stop::Failed(format!("there is no game `{wanted}`")));
    }
    Ok(settings)
}

fn read_settings(said: &str) -> Option<Vec<Setting>> {
    let games: Vec<Value> = serde_json::from_str(said).ok()?;
    let mut settings = Vec::new();
    for game in &games {
        let name = game.get("name")?.as_str()?;
        let seats = usize::try_from(game.get("seats")?.as_u64()?).ok()?;
        for rules in game.get("profiles")?.as_array()? {
            for map in game.get("maps")?.as_array()? {
                let (map, rules) = (map.as_str()?.to_owned(), rules.as_str()?.to_owned());
                settings.push(Setting { game: name.to_owned(), seats, map, rules });
            }
        }
    }
    Some(settings)
}

/// Who sits where in a setting's match of this number: all mixtures, then each bot against itself.
fn line_up(number: usize, seats: usize) -> impl Iterator<Item = &'static str> {
    let step = 1 + number / BOTS.len();
    (0..seats).map(move |seat| BOTS[(number + seat * step) % BOTS.len()])
}

/// Where everything is played.
struct Hall<'a> {
    workspace: &'a Workspace,
    sandtable: &'a Path,
    folder: &'a Path,
    options: &'a Options,
    settings: &'a [Setting],
}

impl Hall<'_> {
    /// Works the settings off with several threads and reports them in their order.
    fn work_off(&self, jobs: usize, report: impl FnMut(&Setting, Tally) + Send) {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((0, vec![None; self.settings.len()], report));
        thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(setting) = self.settings.get(number) else { return };
                        let tally = self.play_and_verify(number, setting);
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        let (reported, finished, report) = &mut *done;
                        finished[number] = Some(tally);
                        while let Some(tally) = finished.get_mut(*reported).and_then(Option::take) {
                            report(&self.settings[*reported], tally);
                            *reported += 1;
                        }
                    }
                });
            }
        });
    }

    /// The matches of a setting: from this one to before that one of all.
    fn share(&self, number: usize) -> std::ops::Range<usize> {
        let first = |number: usize| number * self.options.games / self.settings.len();
        first(number)..first(number + 1)
    }

    fn play_and_verify(&self, number: usize, setting: &Setting) -> Tally {
        let mut tally = Tally::default();
        for (game, of_all) in self.share(number).enumerate() {
            let bots: Vec<_> = line_up(game, setting.seats).collect();
            let seed = self.options.seed.wrapping_add(of_all as u64).to_string();
            let path = self.folder.join(format!("{of_all}.jsonl.zst"));
            tally.played += 1;
            match self.play(setting, &bots, &seed, &path).and_then(|()| self.verify(&path)) {
                Ok(turns) => {
                    tally.verified += 1;
                    tally.turns += turns;
                }
                Err(why) => tally.complaints.push(format!("{} with seed {seed}: {why}", bots.join(" "))),
            }
            // If it stays, it goes with the folder.
            let _ = fs::remove_file(&path);
        }
        tally
    }

    fn play(&self, setting: &Setting, bots: &[&str], seed: &str, path: &Path) -> Result<(), String> {
        let Setting { game, map, rules, .. } = setting;
        let mut command = program(self.workspace, self.sandtable);
        command.args(["match", game]).args(bots).args(["--map", map, "--rules", rules, "--seed", seed]);
        stdout(command.arg("--replay").arg(path)).map(|_| ()).map_err(reason)
    }

    /// Runs a replay again; returns its number of turns.
    fn verify(&self, path: &Path) -> Result<u64, String> {
        let mut command = program(self.workspace, self.sandtable);
        let said = output(command.args(["replay", "verify", "--json"]).arg(path));
        let said = said.map_err(reason)?;
        let line: Value = serde_json::from_slice(&said.stdout).unwrap_or_default();
        match (said.status.success(), line["verified"].as_bool(), line["turns"].as_u64()) {
            (true, Some(true), Some(turns)) => Ok(turns),
            _ => {
                let complaint = String::from_utf8_lossy(&said.stderr);
                Err(line["difference"].as_str().map_or_else(|| complaint.trim_end().to_owned(), Into::into))
            }
        }
    }
}

fn reason(stop: Stop) -> String {
    match stop {
        Stop::Failed(why) | Stop::Skipped(why) => why,
    }
}

/// A folder that goes when it is no longer needed.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, Stop> {
        let path = std::env::temp_dir().join(format!("sandtable-verify-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Self(path)),
            Err(error) => Err(Stop::Failed(format!("{}: {error}", path.display()))),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that stays among the temporary ones does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_all_maps_with_all_profiles() {
        let said = r#"[{"name":"g","about":"..","seats":2,"profiles":["p","q"],"maps":["m","n"]}]"#;
        let settings = read_settings(said).unwrap_or_default();
        let shown: Vec<_> =
            settings.iter().map(|setting| format!("{} {}", setting.map, setting.rules)).collect();
        assert_eq!(shown, ["m p", "n p", "m q", "n q"]);
        assert_eq!(read_settings(r#"[{"name":"g"}]"#), None);
    }

    #[test]
    fn line_ups_change() {
        let of = |number| line_up(number, 2).collect::<Vec<_>>().join(" ");
        let all: Vec<_> = (0..9).map(of).collect();
        let expected = [
            "idle random",
            "random greedy",
            "greedy idle",
            "idle greedy",
            "random idle",
            "greedy random",
            "idle idle",
            "random random",
            "greedy greedy",
        ];
        assert_eq!(all, expected);
    }
}
