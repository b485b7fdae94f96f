//! Builds the bundled cases, the probes and the headers of our library into the program.

fn main() -> std::io::Result<()> {
    bundle::bundle("", &["cases", "library", "probes", "tracing"])
}
