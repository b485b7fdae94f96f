//! Pictures of a game in the browser: a lesson is played in Chromium as far as it is worth looking
//! at.

use super::admit;
use crate::bench;
use crate::process::{program, run};
use crate::steps::Stop;
use crate::web;
use crate::workspace::Workspace;

/// Languages, and what comes behind the picture's name.
const LANGUAGES: [(&str, &str); 2] = [("en", ""), ("zh", "-zh")];

pub(super) fn take(workspace: &Workspace) -> Result<(), Stop> {
    web::install(workspace)?;
    let sandtable = bench::build(workspace)?;
    for (language, ending) in LANGUAGES {
        let folder = workspace.root.join("target/pictures").join(format!("play-{language}"));
        let said = |error: std::io::Error| Stop::Failed(format!("{}: {error}", folder.display()));
        // What was won before would show.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(said)?;
        std::fs::write(folder.join("program.txt"), sandtable.as_os_str().as_encoded_bytes()).map_err(said)?;
        let picture = workspace.root.join(format!("docs/pictures/play-breach{ending}.png"));
        let script = web::folder(workspace).join("tests/picture-play.js");
        run(program(workspace, "node").arg(script).arg(&folder).arg(language).arg(&picture))?;
        admit(&picture)?;
    }
    Ok(())
}
