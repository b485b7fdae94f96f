//! The readme's pictures of the terminal.

#[path = "common/scenes.rs"]
mod scenes;

use std::path::Path;

#[test]
fn the_pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for scene in scenes::scenes() {
        let picture = scene.draw().unwrap();
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(folder.join(picture.name), &picture.svg).unwrap();
        }
        let kept = std::fs::read_to_string(folder.join(picture.name)).unwrap_or_default();
        assert!(
            kept == picture.svg,
            "{} is not what the screen looks like; run `cargo xtask pictures`, or this with UPDATE_SNAPSHOTS=1",
            picture.name
        );
    }
}
