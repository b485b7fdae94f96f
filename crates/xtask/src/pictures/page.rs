//! Pictures of the replay page: a match is played, made into a page, and opened in Chromium.

use super::admit;
use crate::process::{cargo, program, run};
use crate::steps::Stop;
use crate::web;
use crate::workspace::Workspace;

/// A match worth looking at.
struct Shown {
    game: &'static str,
    bots: &'static [&'static str],
    map: &'static str,
    seed: &'static str,
}

const SHOWN: [Shown; 2] = [
    Shown { game: "deepblue", bots: &["greedy", "greedy"], map: "lagoon", seed: "7" },
    Shown { game: "fc18", bots: &["greedy", "random", "greedy", "greedy"], map: "campus", seed: "3" },
];

pub(super) fn take(workspace: &Workspace) -> Result<(), Stop> {
    web::install(workspace)?;
    SHOWN.iter().try_for_each(|shown| shown.take(workspace))
}

impl Shown {
    fn take(&self, workspace: &Workspace) -> Result<(), Stop> {
        let scratch = workspace.root.join("target/pictures");
        std::fs::create_dir_all(&scratch)
            .map_err(|error| Stop::Failed(format!("{}: {error}", scratch.display())))?;
        let replay = scratch.join(format!("{}.jsonl", self.game));
        let page = scratch.join(format!("{}.html", self.game));
        let picture = workspace.root.join(format!("docs/pictures/page-{}.png", self.game));
        let sandtable = || cargo(workspace, ["run", "--quiet", "--package", "sandtable", "--"]);
        // Without what is measured, so that the same match gives the same picture.
        run(sandtable()
            .args(["match", self.game])
            .args(self.bots)
            .args(["--map", self.map, "--seed", self.seed, "--clock", "off", "--canonical", "--replay"])
            .arg(&replay))?;
        run(sandtable().args(["replay", "html"]).arg(&replay).arg("-o").arg(&page))?;
        run(program(workspace, "node")
            .arg(web::folder(workspace).join("tests/picture.js"))
            .arg(&page)
            .arg(&picture))?;
        admit(&picture)
    }
}
