//! Filters of system calls, compiled for the kernel.
//!
//! When a filter is installed the kernel tries it on every call there is. One that is read from its
//! beginning for each of them takes longer than starting a process; here a call is found by
//! halving.

use seccompiler::{BpfProgram, sock_filter};
use std::collections::BTreeMap;
use std::io;

/// What a program may call. Every other call is refused with `EPERM`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CallFilter(BTreeMap<u32, Answer>);

/// What becomes of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Allow,
    /// Allowed if all conditions of one of these hold.
    AllowIf(Vec<Conditions>),
    /// Refused with this error.
    Refuse(i32),
}

/// Conditions on one call's arguments.
pub(crate) type Conditions = Vec<Condition>;

/// A condition on the low half of an argument, which is all that the kernel looks at in those we
/// check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// Which argument, from 0.
    pub(crate) argument: u8,
    /// The bits that matter.
    pub(crate) mask: u32,
    /// What they are.
    pub(crate) value: u32,
}

impl CallFilter {
    /// Allows these calls, whatever their arguments.
    pub(crate) fn allow(&mut self, calls: &[libc::c_long]) {
        calls.iter().for_each(|call| self.set(*call, Answer::Allow));
    }

    /// Allows a call if all conditions of one of these hold.
    pub(crate) fn allow_if(&mut self, call: libc::c_long, rules: Vec<Conditions>) {
        self.set(call, Answer::AllowIf(rules));
    }

    /// Answers as an older kernel would, unless the call is allowed.
    pub(crate) fn leave_unknown(&mut self, call: libc::c_long) {
        if let Ok(number) = u32::try_from(call) {
            self.0.entry(number).or_insert(Answer::Refuse(libc::ENOSYS));
        }
    }

    /// Refuses a call.
    pub(crate) fn refuse(&mut self, call: libc::c_long) {
        self.set(call, OTHERWISE);
    }

    fn set(&mut self, call: libc::c_long, answer: Answer) {
        if let Ok(number) = u32::try_from(call) {
            self.0.insert(number, answer);
        }
    }

    /// Installs the filter in this process, for good.
    pub(crate) fn install(&self) -> io::Result<()> {
        seccompiler::apply_filter(&self.compiled()?).map_err(io::Error::other)
    }

    fn compiled(&self) -> io::Result<BpfProgram> {
        let architecture = architecture().ok_or_else(|| io::Error::other("an unknown architecture"))?;
        let mut program = vec![
            load(OFFSET_OF_ARCHITECTURE),
            jump(JUMP_IF_EQUAL, architecture, 1, 0),
            give(libc::SECCOMP_RET_KILL_PROCESS),
            load(OFFSET_OF_NUMBER),
        ];
        program.extend(search(&self.stretches()));
        Ok(program)
    }

    /// The numbers of all calls in stretches with the same answer: where each begins.
    fn stretches(&self) -> Vec<(u32, &Answer)> {
        let mut stretches = vec![(0, &OTHERWISE)];
        let mut next = 0;
        let mut begin = |number: u32, answer| {
            if stretches.last().is_some_and(|(first, _)| *first == number) {
                stretches.pop();
            }
            if stretches.last().is_none_or(|(_, last)| *last != answer) {
                stretches.push((number, answer));
            }
        };
        for (number, answer) in &self.0 {
            if *number > next {
                begin(next, &OTHERWISE);
            }
            begin(*number, answer);
            next = number + 1;
        }
        begin(next, &OTHERWISE);
        stretches
    }
}

const OTHERWISE: Answer = Answer::Refuse(libc::EPERM);

/// What the kernel calls the architecture whose calls these are.
fn architecture() -> Option<u32> {
    match std::env::consts::ARCH {
        "x86_64" => Some(0xc000_003e),
        "aarch64" => Some(0xc000_00b7),
        "riscv64" => Some(0xc000_00f3),
        _ => None,
    }
}

/// Finds the stretch that the loaded number is in.
fn search(stretches: &[(u32, &Answer)]) -> BpfProgram {
    let (lower, upper) = stretches.split_at(stretches.len() / 2);
    let Some((first, answer)) = upper.first() else { return Vec::new() };
    if lower.is_empty() {
        return answer.compiled();
    }
    let lower = search(lower);
    // A conditional jump does not reach far.
    let mut program = vec![jump(JUMP_IF_AT_LEAST, *first, 0, 1), skip(lower.len())];
    program.extend(lower);
    program.extend(search(upper));
    program
}

impl Answer {
    fn compiled(&self) -> BpfProgram {
        match self {
            Self::Allow => vec![give(libc::SECCOMP_RET_ALLOW)],
            Self::Refuse(error) => vec![give(libc::SECCOMP_RET_ERRNO | error.unsigned_abs())],
            Self::AllowIf(rules) => {
                let mut program: BpfProgram = rules.iter().flat_map(|rule| allow_if_all(rule)).collect();
                program.extend(OTHERWISE.compiled());
                program
            }
        }
    }
}

/// Allows the call if all conditions hold, and goes on behind otherwise.
fn allow_if_all(conditions: &[Condition]) -> BpfProgram {
    let mut program = vec![give(libc::SECCOMP_RET_ALLOW)];
    for condition in conditions.iter().rev() {
        let behind = u8::try_from(program.len()).expect("a call has six arguments");
        let test = [
            load(OFFSET_OF_ARGUMENTS + BYTES_OF_ARGUMENT * u32::from(condition.argument)),
            sock_filter { code: AND, jt: 0, jf: 0, k: condition.mask },
            jump(JUMP_IF_EQUAL, condition.value, 0, behind),
        ];
        program.splice(0..0, test);
    }
    program
}

// Where things are in what the kernel shows a filter, `struct seccomp_data`. The low half of an
// argument comes first.
const OFFSET_OF_NUMBER: u32 = 0;
const OFFSET_OF_ARCHITECTURE: u32 = 4;
const OFFSET_OF_ARGUMENTS: u32 = 16;
const BYTES_OF_ARGUMENT: u32 = 8;

// Instructions, from `linux/bpf_common.h`.
const LOAD: u16 = 0x20;
const AND: u16 = 0x54;
const SKIP: u16 = 0x05;
const JUMP_IF_EQUAL: u16 = 0x15;
const JUMP_IF_AT_LEAST: u16 = 0x35;
const GIVE: u16 = 0x06;

fn load(offset: u32) -> sock_filter {
    sock_filter { code: LOAD, jt: 0, jf: 0, k: offset }
}

fn give(answer: u32) -> sock_filter {
    sock_filter { code: GIVE, jt: 0, jf: 0, k: answer }
}

fn skip(count: usize) -> sock_filter {
    sock_filter { code: SKIP, jt: 0, jf: 0, k: u32::try_from(count).unwrap_or(u32::MAX) }
}

fn jump(code: u16, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    sock_filter { code, jt: if_so, jf: if_not, k: value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would do, and in how many steps.
    fn run(program: &BpfProgram, number: u32, arguments: [u32; 6]) -> (u32, usize) {
        let (mut at, mut value, mut steps) = (0, 0, 0);
        loop {
            let step = &program[at];
            steps += 1;
            at += 1;
            let to = |holds: bool| usize::from(if holds { step.jt } else { step.jf });
            match step.code {
                LOAD => {
                    value = match step.k {
                        OFFSET_OF_NUMBER => number,
                        OFFSET_OF_ARCHITECTURE => architecture().unwrap(),
                        offset => arguments[((offset - OFFSET_OF_ARGUMENTS) / BYTES_OF_ARGUMENT) as usize],
                    }
                }
                AND => value &= step.k,
                SKIP => at += step.k as usize,
                JUMP_IF_EQUAL => at += to(value == step.k),
                JUMP_IF_AT_LEAST => at += to(value >= step.k),
                GIVE => return (step.k, steps),
                code => panic!("no such instruction: {code}"),
            }
        }
    }

    const ALLOWED: u32 = libc::SECCOMP_RET_ALLOW;
    const REFUSED: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    const UNKNOWN: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;

    #[test]
    fn every_call_gets_its_answer() {
        let is = |argument, value| Condition { argument, mask: u32::MAX, value };
        let mut filter = CallFilter::default();
        let allowed: Vec<libc::c_long> = (0..300).filter(|number| number % 7 != 3).collect();
        filter.allow(&allowed);
        filter
            .allow_if(5, vec![vec![is(0, 9)], vec![is(1, 4), Condition { argument: 2, mask: 6, value: 2 }]]);
        filter.refuse(8);
        (290..400).for_each(|number| filter.leave_unknown(number));
        let program = filter.compiled().unwrap();
        for number in (0..500).chain([0x4000_0001, u32::MAX]) {
            let wanted = match number {
                5 | 8 => REFUSED,
                0..300 if number % 7 != 3 => ALLOWED,
                290..400 => UNKNOWN,
                _ => REFUSED,
            };
            let (answer, steps) = run(&program, number, [0; 6]);
            assert_eq!(answer, wanted, "call {number}");
            assert!(steps < 30, "call {number} takes {steps} steps");
        }
        assert_eq!(run(&program, 5, [9, 0, 0, 0, 0, 0]).0, ALLOWED);
        assert_eq!(run(&program, 5, [0, 4, 0xfb, 0, 0, 0]).0, ALLOWED);
        assert_eq!(run(&program, 5, [0, 4, 0xff, 0, 0, 0]).0, REFUSED);
        assert_eq!(run(&program, 5, [0, 5, 0xfb, 0, 0, 0]).0, REFUSED);
    }

    #[test]
    fn a_filter_without_calls_refuses_all() {
        let program = CallFilter::default().compiled().unwrap();
        assert_eq!(run(&program, 0, [0; 6]).0, REFUSED);
        assert_eq!(run(&program, 600, [0; 6]).0, REFUSED);
    }
}
