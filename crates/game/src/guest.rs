//! Programs that talk as an old contest had it.

use crate::{DynGame, JsonText};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// One program's conversation in an old contest's own protocol, as bytes. Who carries them to and
/// fro is another's business.
///
/// Such programs know no end of a turn: a round lasts a time on the wall.
pub trait GuestProtocol: Debug + Send {
    /// Takes bytes that the program sent, as they come.
    fn take(&mut self, bytes: &[u8]);

    /// The program's name as it sent it, in whatever charset; none before it has come.
    fn name(&self) -> Option<&[u8]>;

    /// What the program is sent when it has said its name.
    fn greeting(&self, table: &dyn DynGame) -> Vec<u8>;

    /// What the program is sent about a round; also about the last, after which nothing is heard
    /// any more.
    fn news(&mut self, table: &dyn DynGame) -> Vec<u8>;

    /// The orders so far, in the order in which they came. Later ones belong to the next round.
    fn take_orders(&mut self) -> Vec<JsonText>;

    /// What the program sent that is no order, for its log.
    fn take_unreadable(&mut self) -> Vec<String>;

    /// Whether the program has said that it is done with a round, as only programs built with our
    /// own library do.
    fn is_done_with(&self, round: u32) -> bool;
}
