//! Pictures of the arena's pages for the guides: what its tests in a browser see on the way.

use super::admit;
use crate::process::{cargo, run};
use crate::steps::Stop;
use crate::web;
use crate::workspace::Workspace;
use std::fs;

/// Where the guides show them from, in both languages.
const BOOKS: [&str; 2] = ["docs/src/pictures", "docs/zh-CN/src/pictures"];

pub(super) fn take(workspace: &Workspace) -> Result<(), Stop> {
    web::install(workspace)?;
    for book in BOOKS {
        let folder = workspace.root.join(book);
        fs::create_dir_all(&folder)
            .map_err(|error| Stop::Failed(format!("{}: {error}", folder.display())))?;
    }
    let docs = workspace.root.join("docs");
    let test = ["test", "--package", "sandtable", "--test", "browser", "--", "--ignored", "--nocapture"];
    run(cargo(workspace, test).env("SANDTABLE_PICTURES", docs))?;
    for book in BOOKS {
        let folder = workspace.root.join(book);
        let pictures = fs::read_dir(&folder).into_iter().flatten().flatten();
        pictures.map(|picture| admit(&picture.path())).collect::<Result<Vec<()>, Stop>>()?;
    }
    Ok(())
}
