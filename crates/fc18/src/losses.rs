//! What an exchange costs both sides.
//!
//! The losses are `floor(30 * e^(0.04 d))` and `floor(28 * e^(-0.04 d))` with the difference `d` of
//! the strengths. They are computed here at compile time in whole numbers: no value comes closer
//! than 0.0001 to a whole number, and the error of 60 binary places is far below that.

/// No difference of strengths is larger: a tower of level 8 with ten mages and ten engineers has
/// 105, the weakest fighter in a swamp -2.
pub(crate) const LARGEST: i32 = 120;

/// Loss inflicted by the acting side, whose strength is `d` above the other's.
#[must_use]
#[inline]
pub fn inflicted(d: i32) -> i32 {
    i32::from(INFLICTED[place(d)])
}

/// Loss suffered in return by the acting side, whose strength is `d` above the other's.
#[must_use]
#[inline]
pub fn suffered(d: i32) -> i32 {
    i32::from(SUFFERED[place(d)])
}

const ENTRIES: usize = 2 * LARGEST as usize + 1;

#[inline]
fn place(d: i32) -> usize {
    (d.clamp(-LARGEST, LARGEST) + LARGEST) as usize
}

static INFLICTED: [u16; ENTRIES] = table(30, false);
static SUFFERED: [u16; ENTRIES] = table(28, true);

/// One, with 60 binary places.
const ONE: u128 = 1 << 60;

/// `floor(factor * e^(0.04 d))` for every `d`, or for every `-d`.
const fn table(factor: u128, falling: bool) -> [u16; ENTRIES] {
    let mut entries = [0; ENTRIES];
    let mut n = 0;
    let mut power = ONE;
    while n <= LARGEST as usize {
        let up = factor * power / ONE;
        let down = factor * ONE / power;
        let (above, below) = if falling { (down, up) } else { (up, down) };
        entries[LARGEST as usize + n] = above as u16;
        entries[LARGEST as usize - n] = below as u16;
        power = power * STEP / ONE;
        n += 1;
    }
    entries
}

/// `e^0.04`: the sum of `0.04^n / n!`.
const STEP: u128 = {
    let mut sum = ONE;
    let mut term = ONE;
    let mut n = 1;
    while term > 0 {
        term = term / 25 / n;
        sum += term;
        n += 1;
    }
    sum
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_losses() {
        let rows = [
            (-30, 9, 92),
            (-20, 13, 62),
            (-1, 28, 29),
            (0, 30, 28),
            (1, 31, 26),
            (15, 54, 15),
            (29, 95, 8),
            (40, 148, 5),
        ];
        for (d, inflict, suffer) in rows {
            assert_eq!((inflicted(d), suffered(d)), (inflict, suffer), "{d}");
        }
    }

    #[test]
    fn losses_are_the_formula() {
        for d in -LARGEST..=LARGEST {
            let power = (0.04 * f64::from(d)).exp();
            assert_eq!(inflicted(d), (30.0 * power).floor() as i32, "{d}");
            assert_eq!(suffered(d), (28.0 / power).floor() as i32, "{d}");
        }
    }

    #[test]
    fn any_difference_has_an_answer() {
        assert_eq!(inflicted(i32::MIN), inflicted(-LARGEST));
        assert_eq!(suffered(i32::MAX), suffered(LARGEST));
    }
}
