//! Parts of addresses.

/// A text as it stands in one part of an address.
#[must_use]
pub fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::encoded;

    #[test]
    fn nothing_leaves_its_part_of_an_address() {
        assert_eq!(encoded("a-b.zip"), "a-b.zip");
        assert_eq!(encoded("../x?y=1&z 沙"), "..%2Fx%3Fy%3D1%26z%20%E6%B2%99");
    }
}
