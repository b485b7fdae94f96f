//! Seeds on the command line.

use std::fmt;
use std::str::FromStr;

/// A seed as it is typed: what replays and matches show, or a short number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seed {
    /// Sixteen hexadecimal digits, as seeds are shown everywhere.
    Whole(u64),
    /// A number that is easy to type.
    Number(u64),
}

impl Seed {
    /// How a seed is written on the command line.
    const SYNTAX: &str =
        "write sixteen hexadecimal digits, as replays show them, or a number of at most 15 digits";

    /// The number that is meant, however it was written.
    pub(crate) const fn number(self) -> u64 {
        let (Self::Whole(seed) | Self::Number(seed)) = self;
        seed
    }

    /// The seed of a single game: one that a replay shows is meant as it is, a number is what it is
    /// made from.
    pub(crate) fn of_one_game(self) -> u64 {
        match self {
            Self::Whole(seed) => seed,
            Self::Number(number) => matches::seeds::of_game(number, 0),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const DIGITS: usize = 16;
        let wrong = || format!("`{text}` is not a seed: {}", Self::SYNTAX);
        let digits = text.strip_prefix("0x").unwrap_or(text);
        if digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return u64::from_str_radix(digits, 16).map(Self::Whole).map_err(|_| wrong());
        }
        let is_number = text.len() < DIGITS && text.bytes().all(|digit| digit.is_ascii_digit());
        let number = is_number.then(|| text.parse().ok()).flatten();
        number.map(Self::Number).ok_or_else(wrong)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(seed) => write!(f, "{seed:016x}"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_taken_as_it_is_shown_and_as_a_number() {
        assert_eq!("00000000000000ff".parse(), Ok(Seed::Whole(255)));
        assert_eq!("0x00000000000000FF".parse(), Ok(Seed::Whole(255)));
        assert_eq!("255".parse(), Ok(Seed::Number(255)));
        assert_eq!("999999999999999".parse(), Ok(Seed::Number(999_999_999_999_999)));
        for wrong in ["", "-1", "+1", "ff", "0x7", "18446744073709551615", "00000000000000fg", "1 "] {
            assert!(wrong.parse::<Seed>().unwrap_err().contains("is not a seed"), "{wrong}");
        }
        for seed in [Seed::Whole(255), Seed::Number(255)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
    }
}
