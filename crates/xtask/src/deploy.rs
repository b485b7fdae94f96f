//! What `deploy/` holds is looked over as far as a machine without containers can.

use crate::process::{output, program, run, succeeds};
use crate::python;
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::fs;
use std::path::PathBuf;

/// Where the schema of the compose specification is: in the old program for it, as PyPI has it.
const SCHEMA_OF: &str = "docker-compose==1.29.2";
const NEEDS: [&str; 2] = ["jsonschema>=4,<5", "PyYAML>=6,<7"];

/// Units by `systemd-analyze verify`, the compose file by its schema.
///
/// # Errors
/// Skipped, with the reason, where a tool is missing.
pub(crate) fn check(workspace: &Workspace) -> Result<(), Stop> {
    let said = [units(workspace), compose(workspace)];
    let mut skipped = Vec::new();
    for one in said {
        match one {
            Err(Stop::Skipped(why)) => skipped.push(why),
            other => other?,
        }
    }
    if skipped.is_empty() { Ok(()) } else { Err(Stop::Skipped(skipped.join("; "))) }
}

fn units(workspace: &Workspace) -> Result<(), Stop> {
    if !succeeds(program(workspace, "systemd-analyze").arg("--version")) {
        return Err(Stop::Skipped("there is no systemd-analyze (systemd)".into()));
    }
    let failed = |error: std::io::Error| Stop::Failed(error.to_string());
    let folder = workspace.root.join("target/units");
    fs::create_dir_all(&folder).map_err(failed)?;
    for (unit, instance) in [
        ("sandtable-server.service", "sandtable-server.service"),
        ("sandtable-worker@.service", "sandtable-worker@1.service"),
    ] {
        let text = fs::read_to_string(workspace.root.join("deploy").join(unit)).map_err(failed)?;
        // It also looks whether the program is there.
        let text = text.replace("/usr/local/bin/sandtable", "/bin/true");
        let path = folder.join(instance);
        fs::write(&path, text).map_err(failed)?;
        let verified = output(program(workspace, "systemd-analyze").arg("verify").arg(&path))?;
        let complaint = String::from_utf8_lossy(&verified.stderr);
        let ours: Vec<&str> = complaint.lines().filter(|line| line.contains("sandtable")).collect();
        if !ours.is_empty() {
            return Err(Stop::Failed(ours.join("\n")));
        }
        println!("{unit}: verified");
    }
    Ok(())
}

fn compose(workspace: &Workspace) -> Result<(), Stop> {
    let python = python::environment(workspace, "compose")?;
    python::fetch(workspace, &python, &NEEDS)?;
    let folder = workspace.root.join("target/compose-schema");
    let schema = folder.join("compose/config/compose_spec.json");
    if !schema.is_file() {
        let download =
            ["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--dest"];
        run(program(workspace, &python).args(download).arg(&folder).arg(SCHEMA_OF))
            .map_err(|_| Stop::Skipped(format!("pip cannot fetch {SCHEMA_OF} from here")))?;
        let wheel = wheel_in(&folder)?;
        run(program(workspace, &python).args(["-m", "zipfile", "-e"]).arg(wheel).arg(&folder))?;
    }
    run(program(workspace, &python).arg("deploy/check.py").arg(&schema))
}

fn wheel_in(folder: &std::path::Path) -> Result<PathBuf, Stop> {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let found = entries.find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    found.ok_or_else(|| Stop::Failed(format!("there is no wheel in {}", folder.display())))
}
