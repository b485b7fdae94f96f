//! Builds the skins into the program: one file per game, found in `web/skins`.

fn main() -> std::io::Result<()> {
    bundle::bundle("web", &["skins"])
}
