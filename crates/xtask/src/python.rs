//! The Python package: built as a wheel, installed into virtual environments, and its tests.

use crate::bench;
use crate::process::{cargo, program, run, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// What the package is built and tested with.
const TOOLS: [&str; 5] = ["maturin>=1.7,<2", "numpy", "gymnasium", "pettingzoo", "mypy"];

/// What RLlib asks for, as of Ray 2.60: of PettingZoo any version.
const RLLIB: [&str; 3] = ["numpy", "gymnasium==1.2.2", "pettingzoo==1.25.0"];

/// The last versions of the training library that take Debian's torch, and what they need; that
/// torch is called a preview of the version that they ask for, so pip must not look at what they
/// need itself.
const TRAINER: [&str; 2] = ["stable-baselines3==2.4.1", "sb3-contrib==2.4.0"];
const TRAINER_NEEDS: [&str; 4] = ["numpy<2", "gymnasium==1.0.0", "pandas", "matplotlib"];

const PIP: [&str; 5] = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"];

/// Builds the wheel, installs it and runs the tests in `python/tests`.
///
/// # Errors
/// Skipped, if there is no Python that makes virtual environments, or pip cannot fetch the tools.
pub(crate) fn package(workspace: &Workspace) -> Result<(), Stop> {
    let python = environment(workspace, "python")?;
    fetch(workspace, &python, &TOOLS)?;
    let wheel = build_wheel(workspace, &python)?;
    install_wheel(workspace, &python, &wheel)?;
    sources_are_complete(workspace, &python)?;
    test(workspace, &python, "test_*.py")
}

/// Tests the environments with the versions that RLlib asks for. The wheel was built before.
///
/// # Errors
/// Skipped, as [`package`].
pub(crate) fn rllib(workspace: &Workspace) -> Result<(), Stop> {
    let wheel = wheel(workspace)?;
    let python = environment(workspace, "python-rllib")?;
    fetch(workspace, &python, &RLLIB)?;
    install_wheel(workspace, &python, &wheel)?;
    test(workspace, &python, "test_envs.py")
}

/// Tests the training example, shortened. The wheel was built before.
///
/// # Errors
/// Skipped, if no Python here has torch, or as [`package`]. The torch of PyPI is not fetched: with
/// all that it needs it takes gigabytes.
pub(crate) fn training(workspace: &Workspace) -> Result<(), Stop> {
    let wheel = wheel(workspace)?;
    let has_torch = |python: &&str| succeeds(program(workspace, python).args(["-c", "import torch"]));
    let with_torch = ["python3", "/usr/bin/python3"].into_iter().find(has_torch).ok_or_else(|| {
        Stop::Skipped("no Python here has torch (Debian: python3-torch and libopenblas0)".into())
    })?;
    let python = environment_of(workspace, "python-training", with_torch, &["--system-site-packages"])?;
    fetch(workspace, &python, &TRAINER_NEEDS)?;
    let without_needs: Vec<&str> = ["--no-deps"].into_iter().chain(TRAINER).collect();
    fetch(workspace, &python, &without_needs)?;
    install_wheel(workspace, &python, &wheel)?;
    test(workspace, &python, "test_training.py")
}

/// Self-play on a Ray cluster of this machine, with few games.
///
/// # Errors
/// Skipped, as [`package`], and where pip cannot fetch Ray.
pub(crate) fn ray(workspace: &Workspace) -> Result<(), Stop> {
    let wheel = wheel(workspace)?;
    let python = environment(workspace, "python-ray")?;
    fetch(workspace, &python, &["numpy", "ray>=2.40,<3"])?;
    install_wheel(workspace, &python, &wheel)?;
    test(workspace, &python, "test_ray.py")
}

/// Builds the source distribution, installs from it into a new environment, and tests that.
///
/// # Errors
/// Skipped, as [`package`].
pub(crate) fn source_distribution(workspace: &Workspace) -> Result<(), Stop> {
    let builder = environment(workspace, "python")?;
    fetch(workspace, &builder, &TOOLS)?;
    let sources = pack_sources(workspace, &builder)?;
    let _ = fs::remove_dir_all(workspace.root.join("target/python-sdist"));
    let python = environment(workspace, "python-sdist")?;
    fetch(workspace, &python, &["numpy"])?;
    // pip unpacks it away from the workspace, so that nothing can be missing from it unnoticed.
    run(program(workspace, &python).args(PIP).args(["--no-cache-dir"]).arg(&sources))?;
    ["test_state.py", "test_batch.py"].iter().try_for_each(|tests| test(workspace, &python, tests))
}

/// Packs the source distribution.
fn pack_sources(workspace: &Workspace, python: &Path) -> Result<PathBuf, Stop> {
    let folder = workspace.root.join("target/sdist");
    let _ = fs::remove_dir_all(&folder);
    run(program(workspace, python.with_file_name("maturin")).args(["sdist", "--out"]).arg(&folder))?;
    newest(&folder, "tar.gz")
}

/// Whether Cargo finds all that it reads in the source distribution, away from the workspace.
/// Building from it is among the long tests.
fn sources_are_complete(workspace: &Workspace, python: &Path) -> Result<(), Stop> {
    let sources = pack_sources(workspace, python)?;
    let unpacked = std::env::temp_dir().join(format!("sandtable-sdist-{}", std::process::id()));
    run(program(workspace, python).args(["-m", "tarfile", "-e"]).args([&sources, &unpacked]))?;
    let root = newest(&unpacked, "")?.join("Cargo.toml");
    let resolve = ["tree", "--quiet", "--offline", "--package", "sandtable-python", "--depth", "0"];
    let found = run(cargo(workspace, resolve).arg("--manifest-path").arg(root));
    let _ = fs::remove_dir_all(&unpacked);
    found
}

/// Has pip install what is named.
pub(crate) fn fetch(workspace: &Workspace, python: &Path, what: &[&str]) -> Result<(), Stop> {
    run(program(workspace, python).args(PIP).args(what))
        .map_err(|_| Stop::Skipped(format!("pip cannot fetch {} from here", what.join(", "))))
}

/// Builds the wheel, and says how large it is.
fn build_wheel(workspace: &Workspace, python: &Path) -> Result<PathBuf, Stop> {
    let folder = wheels(workspace);
    let _ = fs::remove_dir_all(&folder);
    run(program(workspace, python)
        .args(["-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"])
        .args(["--no-build-isolation", "--no-deps", "--wheel-dir"])
        .arg(&folder)
        .arg(".")
        .env("PATH", with_tools_of(python)))?;
    let wheel = newest(&folder, "whl")?;
    let bytes = fs::metadata(&wheel).map_or(0, |about| about.len());
    println!("the wheel has {bytes} bytes");
    Ok(wheel)
}

fn install_wheel(workspace: &Workspace, python: &Path, wheel: &Path) -> Result<(), Stop> {
    run(program(workspace, python).args(PIP).args(["--no-deps", "--force-reinstall"]).arg(wheel))
}

/// The wheel that was built before.
fn wheel(workspace: &Workspace) -> Result<PathBuf, Stop> {
    newest(&wheels(workspace), "whl").map_err(|_| Stop::Skipped("the wheel was not built".into()))
}

fn wheels(workspace: &Workspace) -> PathBuf {
    workspace.root.join("target/wheel")
}

/// The file of a folder whose name ends so; builds leave one.
fn newest(folder: &Path, ending: &str) -> Result<PathBuf, Stop> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let found = entries.filter(|path| path.to_string_lossy().ends_with(ending)).max();
    found.ok_or_else(|| Stop::Failed(format!("there is no .{ending} in {}", folder.display())))
}

/// Runs the tests in the files of this name.
fn test(workspace: &Workspace, python: &Path, files: &str) -> Result<(), Stop> {
    // Replays are verified by the program itself.
    let sandtable = bench::build(workspace)?;
    run(program(workspace, python)
        .args(["-m", "unittest", "discover", "-s", "python/tests", "-p", files])
        .env("SANDTABLE_PROGRAM", sandtable)
        .env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// The Python of a virtual environment in `target`, which is made if it is not there.
pub(crate) fn environment(workspace: &Workspace, name: &str) -> Result<PathBuf, Stop> {
    if !succeeds(program(workspace, "python3").args(["-c", "import sys; assert sys.version_info >= (3, 10)"]))
    {
        return Err(Stop::Skipped("there is no python3, 3.10 or later".into()));
    }
    environment_of(workspace, name, "python3", &[])
}

/// The same, made by this Python with these options.
fn environment_of(workspace: &Workspace, name: &str, maker: &str, options: &[&str]) -> Result<PathBuf, Stop> {
    let folder = workspace.root.join("target").join(name);
    let python = folder.join("bin/python");
    if succeeds(program(workspace, &python).args(["-m", "pip", "--version"])) {
        return Ok(python);
    }
    match succeeds(program(workspace, maker).args(["-m", "venv", "--clear"]).args(options).arg(&folder)) {
        true => Ok(python),
        false => Err(Stop::Skipped("this Python makes no virtual environments (python3-venv)".into())),
    }
}

/// The search path with the environment's own programs first: maturin is one of them.
fn with_tools_of(python: &Path) -> std::ffi::OsString {
    let own = python.parent().map(Path::to_path_buf);
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = own.into_iter().chain(std::env::split_paths(&rest));
    std::env::join_paths(all).unwrap_or(rest)
}
