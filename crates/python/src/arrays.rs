//! Arrays of numpy as slices.

use batch::{Arrays, Legal, Pictures};
use numpy::{
    Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The arrays of a dictionary, held for writing.
pub(crate) struct Held<'py> {
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    table: Option<PyReadwriteArrayDyn<'py, i16>>,
    scalars: Option<PyReadwriteArrayDyn<'py, i32>>,
    final_planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    final_table: Option<PyReadwriteArrayDyn<'py, i16>>,
    final_scalars: Option<PyReadwriteArrayDyn<'py, i32>>,
    mask: Option<PyReadwriteArrayDyn<'py, u8>>,
    bits: Option<PyReadwriteArrayDyn<'py, u64>>,
    legal: Option<PyReadwriteArrayDyn<'py, i32>>,
    starts: Option<PyReadwriteArrayDyn<'py, i64>>,
    seat: Option<PyReadwriteArrayDyn<'py, i8>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
    terminated: Option<PyReadwriteArrayDyn<'py, u8>>,
    truncated: Option<PyReadwriteArrayDyn<'py, u8>>,
}

impl<'py> Held<'py> {
    /// Holds the arrays of a dictionary. What is not in it is not written.
    pub(crate) fn new(given: &Bound<'py, PyDict>) -> PyResult<Self> {
        let held = Self::hold_all(given)?;
        held.are_apart(None)?;
        Ok(held)
    }

    /// The same, beside actions that are read meanwhile.
    pub(crate) fn beside(
        actions: &PyReadonlyArrayDyn<'py, i64>,
        given: &Bound<'py, PyDict>,
    ) -> PyResult<Self> {
        let held = Self::hold_all(given)?;
        held.are_apart(Span::of("actions", actions))?;
        Ok(held)
    }

    fn hold_all(given: &Bound<'py, PyDict>) -> PyResult<Self> {
        Ok(Self {
            planes: hold(given, "planes")?,
            table: hold(given, "table")?,
            scalars: hold(given, "scalars")?,
            final_planes: hold(given, "final_planes")?,
            final_table: hold(given, "final_table")?,
            final_scalars: hold(given, "final_scalars")?,
            mask: hold(given, "mask")?,
            bits: hold(given, "bits")?,
            legal: hold(given, "legal")?,
            starts: hold(given, "starts")?,
            seat: hold(given, "seat")?,
            rewards: hold(given, "rewards")?,
            terminated: hold(given, "terminated")?,
            truncated: hold(given, "truncated")?,
        })
    }

    /// Refuses arrays that share memory. numpy's own views were refused when they were held; this is
    /// for arrays that were made of the same buffer.
    fn are_apart(&self, other: Option<Span>) -> PyResult<()> {
        let mut spans = [
            other,
            span("planes", &self.planes),
            span("table", &self.table),
            span("scalars", &self.scalars),
            span("final_planes", &self.final_planes),
            span("final_table", &self.final_table),
            span("final_scalars", &self.final_scalars),
            span("mask", &self.mask),
            span("bits", &self.bits),
            span("legal", &self.legal),
            span("starts", &self.starts),
            span("seat", &self.seat),
            span("rewards", &self.rewards),
            span("terminated", &self.terminated),
            span("truncated", &self.truncated),
        ];
        // Those that are missing come first.
        spans.sort_unstable_by_key(|span| span.map(|span| span.start));
        let known = spans.iter().flatten();
        let shared = known.clone().zip(known.skip(1)).find(|(one, next)| next.start < one.end);
        shared.map_or(Ok(()), |(one, next)| {
            let said = format!("`{}` and `{}` share memory: each array needs its own", one.name, next.name);
            Err(PyValueError::new_err(said))
        })
    }

    /// The arrays as slices.
    pub(crate) fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        let pictures = pictures(&mut self.planes, &mut self.table, &mut self.scalars)?;
        let finals =
            pictures_of_ends(self.final_planes.as_mut(), &mut self.final_table, &mut self.final_scalars)?;
        let legal = match (&mut self.legal, &mut self.starts) {
            (Some(legal), Some(starts)) => {
                Some(Legal { numbers: slice("legal", legal)?, starts: slice("starts", starts)? })
            }
            (None, None) => None,
            _ => return Err(PyValueError::new_err("`legal` and `starts` are given both or not at all")),
        };
        Ok(Arrays {
            pictures,
            finals,
            mask: optional("mask", &mut self.mask)?,
            bits: optional("bits", &mut self.bits)?,
            legal,
            seat: optional("seat", &mut self.seat)?,
            rewards: optional("rewards", &mut self.rewards)?,
            terminated: optional("terminated", &mut self.terminated)?,
            truncated: optional("truncated", &mut self.truncated)?,
        })
    }
}

type Slot<'py, T> = Option<PyReadwriteArrayDyn<'py, T>>;

/// Pictures are written if there are planes; tables and scalars that a game does not have may be
/// left out.
fn pictures<'a>(
    planes: &'a mut Slot<'_, u8>,
    table: &'a mut Slot<'_, i16>,
    scalars: &'a mut Slot<'_, i32>,
) -> PyResult<Option<Pictures<'a>>> {
    let Some(planes) = planes else { return Ok(None) };
    Ok(Some(Pictures {
        planes: slice("planes", planes)?,
        table: optional("table", table)?.unwrap_or_default(),
        scalars: optional("scalars", scalars)?.unwrap_or_default(),
    }))
}

fn pictures_of_ends<'a>(
    planes: Option<&'a mut PyReadwriteArrayDyn<'_, u8>>,
    table: &'a mut Slot<'_, i16>,
    scalars: &'a mut Slot<'_, i32>,
) -> PyResult<Option<Pictures<'a>>> {
    let Some(planes) = planes else { return Ok(None) };
    Ok(Some(Pictures {
        planes: slice("final_planes", planes)?,
        table: optional("final_table", table)?.unwrap_or_default(),
        scalars: optional("final_scalars", scalars)?.unwrap_or_default(),
    }))
}

/// Where an array lies in memory.
#[derive(Clone, Copy)]
struct Span {
    name: &'static str,
    start: usize,
    end: usize,
}

impl Span {
    /// None, if the array has no elements.
    fn of<T: Element>(name: &'static str, array: &PyReadonlyArrayDyn<'_, T>) -> Option<Self> {
        let start = array.data() as usize;
        (!array.is_empty()).then(|| Self { name, start, end: start + array.len() * size_of::<T>() })
    }
}

fn span<T: Element>(name: &'static str, slot: &Slot<'_, T>) -> Option<Span> {
    slot.as_ref().and_then(|array| Span::of::<T>(name, array))
}

/// Holds one array for writing.
fn hold<'py, T: Element>(given: &Bound<'py, PyDict>, name: &str) -> PyResult<Slot<'py, T>> {
    let Some(array) = given.get_item(name)? else { return Ok(None) };
    let expected = || T::get_dtype(given.py()).to_string();
    let array = array.cast_into::<PyArrayDyn<T>>().map_err(|wrong| {
        let found = wrong.into_inner();
        let dtype =
            found.getattr("dtype").map_or_else(|_| found.get_type().to_string(), |dtype| dtype.to_string());
        PyTypeError::new_err(format!("`{name}` must be a numpy array of {}, not {dtype}", expected()))
    })?;
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("`{name}` must be contiguous, in the order of C")));
    }
    let held = array.try_readwrite().map_err(|wrong| {
        PyValueError::new_err(format!("`{name}` cannot be written to: {wrong}; give each array once"))
    })?;
    Ok(Some(held))
}

fn slice<'a, T: Element>(name: &str, array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array
        .as_slice_mut()
        .map_err(|_| PyValueError::new_err(format!("`{name}` must be contiguous, in the order of C")))
}

fn optional<'a, T: Element>(name: &str, array: &'a mut Slot<'_, T>) -> PyResult<Option<&'a mut [T]>> {
    array.as_mut().map(|array| slice(name, array)).transpose()
}
