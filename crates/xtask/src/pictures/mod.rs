//! `cargo xtask pictures`: makes the pictures of the readmes and of the arena's guides anew, so that
//! they stay true.

mod arena;
mod page;
mod play;
mod terminal;

use crate::steps::Stop;
use crate::workspace::Workspace;

/// The largest picture that is committed, in bytes.
const LARGEST: u64 = 200_000;

/// Makes all pictures.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Stop> {
    terminal::draw(workspace)?;
    page::take(workspace)?;
    arena::take(workspace)?;
    play::take(workspace)
}

/// Checks that a picture is small enough to be committed, and says where it is.
fn admit(picture: &std::path::Path) -> Result<(), Stop> {
    let size =
        picture.metadata().map_err(|error| Stop::Failed(format!("{}: {error}", picture.display())))?.len();
    println!("{}: {size} bytes", picture.display());
    if size > LARGEST {
        return Err(Stop::Failed(format!("{} is larger than {LARGEST} bytes", picture.display())));
    }
    Ok(())
}
