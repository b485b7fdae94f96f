//! What a player sends: its name, then orders as texts.

use crate::order::Order;
use alloc::string::String;
use alloc::vec::Vec;

/// A team's name has at most so many bytes.
pub const NAME_BYTES: usize = 32;

/// The longest text that can be an order; what is longer is thrown away up to its comma.
const MAX_TEXT: usize = 256;

/// Listens to a player. Its bytes may be cut anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hearing {
    name: Option<Vec<u8>>,
    /// What has come since the last comma.
    rest: Vec<u8>,
    /// Whether `rest` is too long to be anything.
    overlong: bool,
}

/// Something a player said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// An order.
    Order(Order),
    /// That it is done with this round.
    EndOfTurn(u32),
    /// Something else, which is dropped.
    Unreadable(String),
}

impl Hearing {
    /// Nothing has been said yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The name as the player sent it, without white space around it; none before it has come.
    #[must_use]
    pub fn name(&self) -> Option<&[u8]> {
        self.name.as_deref()
    }

    /// Takes bytes as they come, and hands on what has become complete.
    pub fn take(&mut self, bytes: &[u8], mut each: impl FnMut(Said)) {
        for byte in bytes {
            if self.name.is_none() {
                self.take_name(*byte);
            } else if *byte == b',' {
                if let Some(said) = self.complete() {
                    each(said);
                }
            } else {
                self.take_order(*byte);
            }
        }
    }

    fn take_name(&mut self, byte: u8) {
        if byte != b'\n' {
            self.rest.push(byte);
        }
        if byte == b'\n' || self.rest.len() == NAME_BYTES {
            self.name = Some(self.rest.trim_ascii().into());
            self.rest.clear();
        }
    }

    fn take_order(&mut self, byte: u8) {
        // The newline behind the name may come late.
        if self.rest.is_empty() && byte.is_ascii_whitespace() {
            return;
        }
        if self.rest.len() < MAX_TEXT {
            self.rest.push(byte);
        } else {
            self.overlong = true;
        }
    }

    /// What was said up to a comma; nothing between two commas is nothing.
    fn complete(&mut self) -> Option<Said> {
        let text = String::from_utf8_lossy(&self.rest).into_owned();
        let overlong = core::mem::take(&mut self.overlong);
        self.rest.clear();
        if text.is_empty() {
            return None;
        }
        let order = Order::parse(&text).filter(|_| !overlong).map(Said::Order);
        Some(order.or_else(|| end_of_turn(&text)).unwrap_or(Said::Unreadable(text)))
    }
}

/// The one text that the contest's own players did not send.
fn end_of_turn(text: &str) -> Option<Said> {
    let digits = text.strip_prefix("et")?;
    let round = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?;
    round.map(Said::EndOfTurn)
}
