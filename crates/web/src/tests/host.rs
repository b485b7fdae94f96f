//! The way between a table and its tabs.

use super::options;
use crate::host::{Host, MOST_WAITING};
use crate::protocol::{Deed, Role};
use crate::table::Table;
use game::Seat;
use std::sync::Arc;
use tokio::sync::mpsc;

/// A table, and everything that a tab is told of it that does this.
fn told_to(deeds: impl IntoIterator<Item = Deed>) -> Vec<Arc<str>> {
    let open = || Ok(Box::new(Table::new(options(breach::ENTRY, Some("first-contact")), None)?) as Box<_>);
    let (host, thread) = Host::start(open).unwrap();
    let (to, mut told) = mpsc::channel(MOST_WAITING);
    let tab = host.join(Role::Player(Seat(0)), to);
    deeds.into_iter().for_each(|deed| host.take(tab, deed));
    host.end();
    thread.join().unwrap();
    std::iter::from_fn(|| told.try_recv().ok()).collect()
}

#[test]
fn a_tab_is_told_that_it_has_been_told_everything() {
    let messages = told_to([]);
    let [hello, .., last] = &messages[..] else { panic!("{messages:?}") };
    assert!(hello.contains(r#""is":"hello""#), "{hello}");
    assert_eq!(&**last, r#"{"is":"heard","heard":0}"#);
}

#[test]
fn a_tab_is_told_that_its_deeds_have_been_dealt_with() {
    let hover = |cell| Deed::Hover { cell };
    let key = |name: &str| Deed::Key { key: name.into() };
    // Not every cell that is pointed at is followed, and not every key means something.
    let messages = told_to([hover(1), hover(2), hover(3), key("Tab"), key("F13"), key("?")]);
    let [.., help, last] = &messages[..] else { panic!("{messages:?}") };
    assert_eq!(&**last, r#"{"is":"heard","heard":6}"#);
    assert!(help.contains(r#""is":"screen""#), "what comes of a deed is told before: {help}");
}
