//! Texts of which nobody says what they are written in: UTF-8 or GBK.

use encoding_rs::{DecoderResult, GBK};
use std::borrow::Cow;

/// What a text turned out to be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Anything else is taken for GBK.
    Gbk,
}

/// A source as UTF-8, which every compiler reads.
///
/// Compilers that are not told take GBK for single bytes. Of the characters whose second byte is a
/// backslash, one at the end of a comment would then swallow the next line.
#[must_use]
pub fn to_utf8(source: &[u8]) -> (Cow<'_, [u8]>, Charset) {
    if std::str::from_utf8(source).is_ok() {
        return (Cow::Borrowed(source), Charset::Utf8);
    }
    let (text, _) = GBK.decode_without_bom_handling(source);
    (Cow::Owned(text.into_owned().into_bytes()), Charset::Gbk)
}

/// What a program printed, for people: in UTF-8, whichever charset its author used.
#[must_use]
pub fn readable(printed: &[u8]) -> Cow<'_, str> {
    match whole_utf8(printed) {
        Some(text) => Cow::Borrowed(text),
        None => match GBK.decode_without_bom_handling_and_without_replacement(printed) {
            Some(text) => text,
            None => String::from_utf8_lossy(printed),
        },
    }
}

/// A team's name as it is shown. Names may be in either charset and cut anywhere.
#[must_use]
pub fn shown_name(name: &[u8], seat: game::Seat) -> String {
    let text = whole_utf8(name).map(str::to_owned).or_else(|| whole_gbk(name));
    let text = text.unwrap_or_else(|| String::from_utf8_lossy(name).into_owned());
    let text: String =
        text.trim().chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.is_empty() { seat.0.to_string() } else { text }
}

/// The text, without an unfinished last character; none if it is not UTF-8.
fn whole_utf8(bytes: &[u8]) -> Option<&str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok(),
        Err(_) => None,
    }
}

/// The same for GBK.
fn whole_gbk(bytes: &[u8]) -> Option<String> {
    let mut decoder = GBK.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(bytes.len())?);
    // Not the last piece, as far as the decoder knows: an unfinished character stays in it.
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, false);
    matches!(result, DecoderResult::InputEmpty).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Seat;

    #[test]
    fn sources_that_are_utf8_stay_as_they_are() {
        for source in ["int a; // 甲\r\n".as_bytes(), b"\xef\xbb\xbfint a;", b""] {
            let (text, charset) = to_utf8(source);
            assert_eq!((&*text, charset), (source, Charset::Utf8));
        }
    }

    #[test]
    fn a_gbk_character_that_ends_in_a_backslash_does_not() {
        let (text, charset) = to_utf8(b"// \x95\x5c\r\nint a; // \xd6\xd0\xce\xc4\n");
        assert_eq!(std::str::from_utf8(&text).unwrap(), "// 昞\r\nint a; // 中文\n");
        assert_eq!(charset, Charset::Gbk);
    }

    #[test]
    fn a_byte_that_is_nothing_leaves_its_line_end_alone() {
        let (text, _) = to_utf8(b"// \xff\nint a; // \xd6\nint b;\n");
        assert_eq!(text.iter().filter(|byte| **byte == b'\n').count(), 3);
    }

    #[test]
    fn what_is_printed_can_be_read() {
        assert_eq!(readable("第1轮".as_bytes()), "第1轮");
        assert_eq!(readable(b"\xb5\xda1\xc2\xd6"), "第1轮");
        assert_eq!(readable(b"\xff\xfe!"), "\u{fffd}\u{fffd}!");
    }

    #[test]
    fn names_are_shown_whatever_they_are() {
        let shown = |name: &[u8]| shown_name(name, Seat(1));
        assert_eq!(shown("深蓝".as_bytes()), "深蓝");
        assert_eq!(shown(&"深蓝".as_bytes()[..5]), "深");
        assert_eq!(shown(b"\xc9\xee\xc0\xb6"), "深蓝");
        assert_eq!(shown(b"\xc9\xee\xc0"), "深");
        assert_eq!(shown(b"a\x07b"), "a\u{fffd}b");
        assert_eq!(shown(b" \t "), "1");
        assert_eq!(shown(b"\xff\xfe!"), "\u{fffd}\u{fffd}!");
    }
}
