//! The way between a table and its tabs.

use super::options;
use crate::host::{Host, MOST_WAITING};
use crate::protocol::{Deed, Role};
use crate::table::Table;
use game::Seat;
use tokio::sync::mpsc;

#[test]
fn a_tab_is_told_that_its_deeds_have_been_dealt_with() {
    let open = || Ok(Box::new(Table::new(options(breach::ENTRY, Some("first-contact")), None)?) as Box<_>);
    let (host, thread) = Host::start(open).unwrap();
    let (to, mut told) = mpsc::channel(MOST_WAITING);
    let tab = host.join(Role::Player(Seat(0)), to);
    let hover = |cell| Deed::Hover { cell };
    let key = |name: &str| Deed::Key { key: name.into() };
    // Not every cell that is pointed at is followed, and not every key means something.
    for deed in [hover(1), hover(2), hover(3), key("Tab"), key("F13"), key("?")] {
        host.take(tab, deed);
    }
    host.end();
    thread.join().unwrap();
    let messages: Vec<_> = std::iter::from_fn(|| told.try_recv().ok()).collect();
    let [.., help, last] = &messages[..] else { panic!("{messages:?}") };
    assert_eq!(&**last, r#"{"is":"heard","heard":6}"#);
    assert!(help.contains(r#""is":"screen""#), "what comes of a deed is told before: {help}");
}
