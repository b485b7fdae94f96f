//! A picture that is kept between steps.

use game::{Layout, Picture};

/// A picture that nobody else writes into: it is brought up to date and copied, which takes less
/// than painting everything.
pub(crate) struct Canvas {
    planes: Vec<u8>,
    table: Vec<i16>,
    scalars: Vec<i32>,
}

impl Canvas {
    pub(crate) fn new(layout: &Layout) -> Self {
        Self {
            planes: vec![0; layout.planes_len()],
            table: vec![0; layout.table_len()],
            scalars: vec![0; layout.scalars.len()],
        }
    }

    #[inline]
    pub(crate) fn picture(&mut self) -> Picture<'_> {
        Picture { planes: &mut self.planes, table: &mut self.table, scalars: &mut self.scalars }
    }

    #[inline]
    pub(crate) fn copy_into(&self, picture: &mut Picture<'_>) {
        picture.planes.copy_from_slice(&self.planes);
        picture.table.copy_from_slice(&self.table);
        picture.scalars.copy_from_slice(&self.scalars);
    }
}
