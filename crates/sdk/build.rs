//! Builds the SDKs and the bots to start from into the program.

fn main() -> std::io::Result<()> {
    bundle::bundle("../../sdk", &["cpp", "python/sandtable_bot", "rust", "starts"])
}
