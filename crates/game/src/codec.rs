//! Orders as bytes.

use alloc::vec::Vec;

/// An order with a small form in bytes, for replays that are kept by the million.
///
/// Every order has exactly one form, whether the rules would accept it or not, and every form says
/// itself where it ends, so that orders can be written one after the other. The forms never change:
/// packed replays of all ages depend on them.
///
/// ```
/// use game::OrderCodec;
/// # #[derive(PartialEq, Debug)] struct Guess(u32);
/// # impl OrderCodec for Guess {
/// #     fn encode(&self, into: &mut Vec<u8>) { game::codec::put_u32(self.0, into) }
/// #     fn decode(from: &mut &[u8]) -> Option<Self> { game::codec::take_u32(from).map(Guess) }
/// # }
/// let mut bytes = Vec::new();
/// Guess(7).encode(&mut bytes);
/// Guess(700).encode(&mut bytes);
/// let mut rest = &bytes[..];
/// assert_eq!([Guess::decode(&mut rest), Guess::decode(&mut rest)], [Some(Guess(7)), Some(Guess(700))]);
/// assert_eq!(Guess::decode(&mut rest), None);
/// ```
pub trait OrderCodec: Sized {
    /// Appends the order.
    fn encode(&self, into: &mut Vec<u8>);

    /// Takes an order off the front; none if what stands there is no order's form.
    ///
    /// It is then not said how much of `from` was read.
    fn decode(from: &mut &[u8]) -> Option<Self>;
}

/// Takes one byte off the front.
pub fn take_byte(from: &mut &[u8]) -> Option<u8> {
    let (first, rest) = from.split_first()?;
    *from = rest;
    Some(*first)
}

/// Appends a number: seven bits a byte, the low ones first; all bytes but the last have their high
/// bit set.
pub fn put_u32(mut number: u32, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Takes a number off the front, if it is written as [`put_u32`] writes it.
pub fn take_u32(from: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let byte = take_byte(from)?;
        let bits = u32::from(byte & 0x7f);
        number |= bits << shift;
        if byte < 0x80 {
            let is_shortest = byte != 0 || shift == 0;
            return (is_shortest && number >> shift == bits).then_some(number);
        }
    }
    None
}

/// Appends a number that may be negative: 0, -1, 1, -2, … are written as 0, 1, 2, 3, …
pub fn put_i32(number: i32, into: &mut Vec<u8>) {
    put_u32((number << 1 ^ number >> 31) as u32, into);
}

/// Takes a number off the front, if it is written as [`put_i32`] writes it.
pub fn take_i32(from: &mut &[u8]) -> Option<i32> {
    let number = take_u32(from)?;
    Some((number >> 1) as i32 ^ -((number & 1) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_there_and_back() {
        let near = |number: i64| (number - 2..=number + 2).map(|number| number as i32);
        for number in (0..32).flat_map(|bit| near(1 << bit).chain(near(-1 << bit))) {
            let mut bytes = Vec::new();
            put_i32(number, &mut bytes);
            put_u32(number as u32, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(take_i32(&mut rest), Some(number));
            assert_eq!(take_u32(&mut rest), Some(number as u32));
            assert!(rest.is_empty());
        }
    }

    #[test]
    fn a_number_is_written_in_one_way_only() {
        assert_eq!(take_u32(&mut &[0x80, 0x00][..]), None, "longer than needed");
        assert_eq!(take_u32(&mut &[0xff, 0xff, 0xff, 0xff, 0x1f][..]), None, "beyond 32 bits");
        assert_eq!(take_u32(&mut &[0x80, 0x80, 0x80, 0x80, 0x80, 0x01][..]), None, "too long");
        assert_eq!(take_u32(&mut &[0x80][..]), None, "cut off");
        assert_eq!(take_u32(&mut &[][..]), None);
    }
}
