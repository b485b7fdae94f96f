//! Builds the bundled cases into the program.

fn main() -> std::io::Result<()> {
    bundle::bundle("cases", &[""])
}
