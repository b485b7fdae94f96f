//! Writes the readme's pictures of the terminal into a folder: `cargo xtask pictures` calls it.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: pictures FOLDER")?;
    std::fs::create_dir_all(&folder)?;
    for scene in scenes::scenes() {
        let picture = scene.draw()?;
        std::fs::write(folder.join(picture.name), picture.svg)?;
    }
    Ok(())
}
