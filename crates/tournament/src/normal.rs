//! The normal distribution, and Student's, as far as intervals need them.

/// The half width of a 95 % interval, in standard errors, when the variance is known well.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
#[must_use]
pub fn below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / core::f64::consts::SQRT_2)
}

/// The half width of a 95 % interval, in standard errors, when the variance was estimated with this
/// many degrees of freedom.
///
/// By the Cornish-Fisher expansion of Student's quantile: exact to three digits from four degrees
/// of freedom on. Below that the table is short enough to be written down.
#[must_use]
pub fn two_sided_95(degrees: f64) -> f64 {
    const FEW: [f64; 4] = [12.706, 4.303, 3.182, 2.776];
    if degrees < 1.0 {
        return f64::INFINITY;
    }
    if degrees <= 4.0 {
        // The number is small and positive: truncation is what is wanted.
        return FEW[degrees as usize - 1];
    }
    let (z, n) = (TWO_SIDED_95, degrees);
    let z3 = z * z * z;
    let (z5, z7) = (z3 * z * z, z3 * z3 * z);
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees, expected) in
            [(1.0, 12.706), (4.0, 2.776), (5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (1e9, 1.96)]
        {
            assert!((two_sided_95(degrees) - expected).abs() < 0.005, "{degrees}: {}", two_sided_95(degrees));
        }
        assert!((below(TWO_SIDED_95) - 0.975).abs() < 1e-12);
        assert!((below(0.0) - 0.5).abs() < 1e-15);
    }
}
