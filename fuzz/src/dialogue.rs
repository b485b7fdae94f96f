//! A graded dialogue with somebody who may type anything.

use crate::bytes::stage;
use game::console::{Console, DialogueOptions, RemarkDetail, Transcript};

/// Holds a dialogue over the input, whose first byte says how: the digits `1` to `4` are quiet
/// dialogues of that stage in a pipe.
///
/// # Panics
/// If the dialogue ends with a status other than 0 and 3, writes anything but ASCII, or makes a
/// remark of more than one line or with control characters, which would reach somebody's terminal.
pub fn holds_a_dialogue(console: &impl Console, input: &[u8]) {
    let Some((how, answers)) = input.split_first() else { return };
    let mut port = Transcript::new(answers);
    port.terminal = is_terminal(*how);
    let status = console.run(
        &mut port,
        DialogueOptions { stage: stage(*how), detail: detail(*how), ..DialogueOptions::default() },
    );
    assert!(matches!(status, 0 | 3), "the status is {status}");
    assert!(port.output.is_ascii(), "not ASCII: {}", port.output.escape_ascii());
    for remark in &port.remarks {
        assert!(!remark.contains(char::is_control), "not one plain line: {remark:?}");
    }
}

const fn detail(how: u8) -> RemarkDetail {
    match how.wrapping_sub(b'1') / 4 % 3 {
        0 => RemarkDetail::Quiet,
        1 => RemarkDetail::Events,
        _ => RemarkDetail::Figures,
    }
}

const fn is_terminal(how: u8) -> bool {
    how.wrapping_sub(b'1') / 12 % 2 == 1
}
