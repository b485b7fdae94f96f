//! Orders as bytes.

use core::fmt::Debug;
use game::OrderCodec;

/// Reads bytes as orders, one after the other, and writes each again: its form is the only one it
/// has.
///
/// # Panics
/// If an order's form is not the one it was read from.
pub fn orders_have_one_form<O: OrderCodec + PartialEq + Debug>(mut bytes: &[u8]) -> Vec<O> {
    let mut orders = Vec::new();
    while let Some(order) = {
        let before = bytes;
        O::decode(&mut bytes).inspect(|order| is_written_as(order, &before[..before.len() - bytes.len()]))
    } {
        orders.push(order);
    }
    orders
}

fn is_written_as<O: OrderCodec + PartialEq + Debug>(order: &O, form: &[u8]) {
    let mut written = Vec::new();
    order.encode(&mut written);
    assert_eq!(written, form, "{order:?}");
}

/// An order comes back from its bytes.
///
/// # Panics
/// If another one does.
pub fn order_survives_bytes<O: OrderCodec + PartialEq + Debug>(order: &O) {
    let mut bytes = Vec::new();
    order.encode(&mut bytes);
    let mut rest = &bytes[..];
    assert_eq!(O::decode(&mut rest).as_ref(), Some(order), "{bytes:?}");
    assert!(rest.is_empty(), "{order:?}: {} bytes are left of {bytes:?}", rest.len());
}
