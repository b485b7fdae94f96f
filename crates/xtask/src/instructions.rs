//! `cargo xtask instructions`: whether the rules have become slower, in instructions.

use crate::bench::{self, Load};
use crate::callgrind;
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Count the instructions of every benchmark load, and compare them with the figures that are kept
///
/// Fails if a load needs more than 1 % more than it did. Unlike times, counts repeat on a busy
/// machine. Needs valgrind, and takes some minutes.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Only the loads of this game
    game: Option<String>,
    /// Only this load
    #[arg(long, value_name = "NAME")]
    load: Option<String>,
    /// Keep the figures of loads that have none yet
    #[arg(long)]
    write: bool,
}

/// A load may need this much more than the kept figure, as a share of it.
const TOLERANCE: f64 = 0.01;

/// What is said at the head of the kept figures.
const HEAD: &str = "\
# Instructions for one unit of work of each benchmark load, as they were when they were first counted: at commit 5c372cd, or
# when the load was written. `cargo xtask instructions` compares with them, and adds new loads with `--write`.
";

/// The kept figures, by load.
type Figures = BTreeMap<String, f64>;

pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    if let Err(Stop::Skipped(why)) = callgrind::is_installed() {
        println!("skipped: {why}");
        return Ok(());
    }
    let sandtable = bench::build(workspace)?;
    // As short here as anywhere: what a program is called shifts its stack, and so its counts, a
    // little.
    let sandtable = sandtable.strip_prefix(&workspace.root).unwrap_or(&sandtable);
    let mut loads = bench::loads(workspace, sandtable, options.game.as_deref())?;
    loads.retain(|load| options.load.as_ref().is_none_or(|name| *name == load.name));
    if loads.is_empty() {
        return Err(Stop::Failed("there is no such load; `sandtable bench` lists them".into()));
    }
    let path = workspace.root.join("crates/xtask/instructions.tsv");
    let kept = read(&path)?;
    let counted = count(workspace, sandtable, &loads, &kept)?;
    if options.write {
        write(&path, &kept, &counted)?;
    }
    verdict(&kept, &counted)
}

/// Counts and prints one load after the other.
fn count(workspace: &Workspace, sandtable: &Path, loads: &[Load], kept: &Figures) -> Result<Figures, Stop> {
    println!("{:24} {:>14} {:>14}", "", "kept", "now");
    let mut counted = Figures::new();
    for load in loads {
        let now = callgrind::count(workspace, sandtable, load)?;
        match kept.get(&load.name) {
            Some(before) => {
                let percent = 100.0 * (now / before - 1.0);
                println!("{:24} {before:>14.1} {now:>14.1} {percent:>+7.2} %", load.name);
            }
            None => println!("{:24} {:>14} {now:>14.1}", load.name, "none"),
        }
        counted.insert(load.name.clone(), now);
    }
    Ok(counted)
}

/// Fails where more instructions are needed than were.
fn verdict(kept: &Figures, counted: &Figures) -> Result<(), Stop> {
    let is_slower = |(name, now): &(&String, &f64)| {
        kept.get(*name).is_some_and(|before| **now > before * (1.0 + TOLERANCE))
    };
    let slower: Vec<&str> = counted.iter().filter(is_slower).map(|(name, _)| name.as_str()).collect();
    if slower.is_empty() {
        println!("no load needs {} % more instructions than it did", 100.0 * TOLERANCE);
        return Ok(());
    }
    Err(Stop::Failed(format!("more than {} % slower than it was: {}", 100.0 * TOLERANCE, slower.join(", "))))
}

fn read(path: &PathBuf) -> Result<Figures, Stop> {
    let text = fs::read_to_string(path).map_err(|error| failed(path, &error))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let figures = lines.map(|(number, line)| {
        let figure =
            line.split_once('\t').and_then(|(name, figure)| Some((name.into(), figure.parse().ok()?)));
        figure.ok_or_else(|| failed(path, &format!("line {number}: expected a load, a tab and a number")))
    });
    figures.collect()
}

/// Writes the kept figures, and those that are new.
fn write(path: &PathBuf, kept: &Figures, counted: &Figures) -> Result<(), Stop> {
    let mut all = counted.clone();
    all.extend(kept.clone());
    let text = all.iter().fold(HEAD.to_owned(), |mut text, (name, figure)| {
        let _ = writeln!(text, "{name}\t{figure:.1}");
        text
    });
    fs::write(path, text).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, what: &dyn std::fmt::Display) -> Stop {
    Stop::Failed(format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(figures: &[(&str, f64)]) -> Figures {
        figures.iter().map(|(name, figure)| ((*name).into(), *figure)).collect()
    }

    #[test]
    fn one_percent_more_is_too_much() {
        let kept = figures(&[("a", 100.0), ("b", 100.0), ("gone", 1.0)]);
        assert!(verdict(&kept, &figures(&[("a", 100.9), ("b", 50.0), ("new", 9.0)])).is_ok());
        let Err(Stop::Failed(why)) = verdict(&kept, &figures(&[("a", 101.1), ("b", 99.0)])) else { panic!() };
        assert_eq!(why, "more than 1 % slower than it was: a");
    }

    #[test]
    fn kept_figures_stay() {
        let folder = std::env::temp_dir().join(format!("sandtable-instructions-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("figures.tsv");
        write(&path, &figures(&[("a", 1.5)]), &figures(&[("a", 2.0), ("b", 3.0)])).unwrap();
        assert_eq!(read(&path).unwrap(), figures(&[("a", 1.5), ("b", 3.0)]));
        fs::write(&path, "a\t1.5\nb three\n").unwrap();
        assert!(matches!(read(&path), Err(Stop::Failed(why)) if why.contains("line 2")));
        fs::remove_dir_all(folder).unwrap();
    }
}
