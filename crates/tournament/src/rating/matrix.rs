//! Symmetric positive definite matrices: all the linear algebra that ratings need.

/// A symmetric matrix, stored whole.
#[derive(Clone, Debug)]
pub(super) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn add(&mut self, row: usize, col: usize, value: f64) {
        self.cells[row * self.size + col] += value;
    }

    pub(super) fn at(&self, row: usize, col: usize) -> f64 {
        self.cells[row * self.size + col]
    }

    /// This matrix between a symmetric one on both sides, times a factor.
    pub(super) fn between(&self, side: &[Vec<f64>], factor: f64) -> Vec<Vec<f64>> {
        let half: Vec<Vec<f64>> = side.iter().map(|row| self.times(row)).collect();
        let cell = |row: &[f64], col: &[f64]| -> f64 {
            factor * row.iter().zip(col).map(|(one, two)| one * two).sum::<f64>()
        };
        half.iter().map(|row| side.iter().map(|col| cell(row, col)).collect()).collect()
    }

    /// A row vector times this matrix.
    fn times(&self, row: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for (value, cells) in row.iter().zip(self.cells.chunks_exact(self.size.max(1))) {
            product.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += value * cell);
        }
        product
    }

    /// The lower triangular root, by Cholesky; none if the matrix is not positive definite.
    pub(super) fn root(&self) -> Option<Root> {
        let size = self.size;
        let mut cells = vec![0.0; size * size];
        for row in 0..size {
            for col in 0..=row {
                let dot: f64 = (0..col).map(|k| cells[row * size + k] * cells[col * size + k]).sum();
                let rest = self.at(row, col) - dot;
                if row == col {
                    if rest <= 0.0 || !rest.is_finite() {
                        return None;
                    }
                    cells[row * size + col] = rest.sqrt();
                } else {
                    cells[row * size + col] = rest / cells[col * size + col];
                }
            }
        }
        Some(Root { size, cells })
    }
}

/// The Cholesky root of a matrix.
pub(super) struct Root {
    size: usize,
    cells: Vec<f64>,
}

impl Root {
    /// Solves the system for a right side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.size;
        let cell = |row: usize, col: usize| self.cells[row * size + col];
        let mut solution = right.to_vec();
        for row in 0..size {
            let dot: f64 = (0..row).map(|col| cell(row, col) * solution[col]).sum();
            solution[row] = (solution[row] - dot) / cell(row, row);
        }
        // Row by row, as the cells lie in memory.
        for row in (0..size).rev() {
            let value = solution[row] / cell(row, row);
            solution[row] = value;
            for (col, rest) in solution[..row].iter_mut().enumerate() {
                *rest -= cell(row, col) * value;
            }
        }
        solution
    }
}
