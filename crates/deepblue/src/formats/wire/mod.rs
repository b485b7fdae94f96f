//! The old contest's protocol between server and player program, as bytes: protobuf messages to the
//! player, texts from it.
//!
//! A message travels as the decimal length of its payload, a newline, and the payload ([`framed`],
//! [`unframed`]). What a player sends is read by [`Hearing`]. Nothing here knows a socket.

mod guest;
mod hearing;
mod messages;
mod protobuf;

pub use guest::Guest;
pub use hearing::{Hearing, NAME_BYTES, Said};
pub use messages::{Element, RoundInfo, StableInfo};
pub use protobuf::Malformed;

use alloc::string::ToString;
use alloc::vec::Vec;

/// The longest payload that is believed: far more than a message of the largest map has.
const MAX_PAYLOAD: usize = 1 << 24;

/// A payload with its length in front, as it travels.
#[must_use]
pub fn framed(payload: &[u8]) -> Vec<u8> {
    let mut bytes = payload.len().to_string().into_bytes();
    bytes.push(b'\n');
    bytes.extend_from_slice(payload);
    bytes
}

/// A payload and the bytes behind it.
pub type Split<'a> = (&'a [u8], &'a [u8]);

/// The first payload and what follows it; none if more bytes must come first.
///
/// # Errors
/// If no length stands in front, or one beyond reason.
pub fn unframed(bytes: &[u8]) -> Result<Option<Split<'_>>, Malformed> {
    let longest = MAX_PAYLOAD.ilog10() as usize + 1;
    let head = &bytes[..bytes.len().min(longest + 1)];
    let Some(end) = head.iter().position(|byte| *byte == b'\n') else {
        let cut = head.len() <= longest && head.iter().all(u8::is_ascii_digit);
        return if cut { Ok(None) } else { Err(Malformed::Length) };
    };
    let digits =
        core::str::from_utf8(&head[..end]).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let length = digits.and_then(|text| text.parse().ok()).filter(|length| *length <= MAX_PAYLOAD);
    let length = length.ok_or(Malformed::Length)?;
    Ok(bytes[end + 1..].split_at_checked(length))
}
