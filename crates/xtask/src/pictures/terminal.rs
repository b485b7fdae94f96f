//! Pictures of the terminal.

use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Draws the screens again and writes them where the readme shows them from.
pub(super) fn draw(workspace: &Workspace) -> Result<(), Stop> {
    call(&mut cargo(
        workspace,
        ["run", "--quiet", "--package", "sandtable-terminal", "--example", "pictures", "docs/pictures"],
    ))
}
