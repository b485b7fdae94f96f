//! Secrets: random, shown once, kept as hashes.

/// A secret that opens something.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new one, of 256 bits.
    pub(crate) fn new() -> Self {
        Self(hex(&random::<32>()))
    }

    /// One that somebody shows; none if it cannot be one.
    pub(crate) fn shown(text: &str) -> Option<Self> {
        let fits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_owned()))
    }

    /// The secret itself, for whoever it is for.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What is kept of it. Looking it up by its hash takes the same time however much of a guess is
    /// right.
    pub(crate) fn hash(&self) -> String {
        blake3::derive_key("sandtable arena: kept secrets", self.0.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// What forms of a session carry, so that only our own pages can send them.
    pub(crate) fn form_token(&self) -> String {
        hex(&blake3::derive_key("sandtable arena: forms", self.0.as_bytes()))
    }
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    blake3::hash(one.as_bytes()) == blake3::hash(other.as_bytes())
}

/// Bytes that nobody can guess.
///
/// # Panics
/// If the operating system has none, which Linux has once it is up.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
