//! A program keeps to the processors it was given, however many processes it starts, and stands back
//! as far as its runner.

mod common;

use common::{contained, sh};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::thread::{CpuSet, sched_getaffinity};
use sandbox::{Limits, Process};

#[test]
fn again_as_an_ordinary_user() {
    common::again_as_an_ordinary_user();
}

fn last_processor() -> usize {
    let usable = sched_getaffinity(None).unwrap();
    (0..CpuSet::MAX_CPU).rfind(|core| usable.is_set(*core)).unwrap()
}

fn line(process: &Process) -> String {
    let mut heard = Vec::new();
    while !heard.ends_with(b"\n") {
        poll(&mut [PollFd::from_borrowed_fd(process.stdout(), PollFlags::IN)], None).unwrap();
        // Letter by letter: the next line may be there already.
        let mut buffer = [0];
        match rustix::io::read(process.stdout(), &mut buffer) {
            Ok(length) => heard.extend_from_slice(&buffer[..length]),
            Err(error) => panic!("{error}"),
        }
        assert!(!heard.is_empty(), "it ended");
    }
    String::from_utf8(heard).unwrap().trim().to_owned()
}

/// Before and after it asks for all processors: for itself, and for what it starts.
#[test]
fn it_cannot_choose_others() {
    let core = last_processor();
    let limits = Limits { cores: vec![core], ..Limits::default() };
    let script = "list() { while read -r name value; do [ $name = Cpus_allowed_list: ] && echo $value; done < /proc/self/status; }
        list; taskset -p ffffffff 0 > $TMPDIR/said 2>&1; list; read -r line";
    for (name, sandbox) in contained() {
        let process = sandbox.start(&sh(script), &limits).unwrap();
        let wanted = core.to_string();
        assert_eq!(line(&process), wanted, "{name}");
        if sandbox.enforced().clock.counts_descendants() {
            assert_eq!(line(&process), wanted, "{name}");
        }
    }
}

/// Sixty busy processes beside one: the one still gets a processor's worth, because they cannot
/// come to where it is. Measured by what each has used when the one has done its work: the sixty,
/// on one processor, cannot have used much more.
#[test]
fn sixty_busy_processes_do_not_starve_one() {
    let usable = sched_getaffinity(None).unwrap();
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| usable.is_set(*core)).collect();
    let [.., first, second] = cores[..] else {
        println!("skipped: there is one processor only");
        return;
    };
    let on = |core| Limits { cores: vec![core], ..Limits::default() };
    for (name, sandbox) in contained().into_iter().filter(|(_, it)| it.enforced().clock.counts_descendants())
    {
        let swarm = "i=0; while [ $i -lt 50 ]; do (while :; do :; done) & i=$((i+1)); done; echo ready; wait";
        let mut swarm = sandbox.start(&sh(swarm), &on(first)).unwrap();
        assert_eq!(line(&swarm), "ready");
        let before = swarm.cpu_time();
        let one = "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; echo done; read -r line";
        let mut one = sandbox.start(&sh(one), &on(second)).unwrap();
        assert_eq!(line(&one), "done");
        let (one, swarm) = (one.cpu_time(), swarm.cpu_time() - before);
        assert!(one * 8 > swarm, "{name}: {one:?} beside {swarm:?}");
    }
}

/// A number for `nice` counts inside a session only, and a program has one of its own: the session
/// has to have it, too.
#[test]
fn it_stands_back_as_far_as_its_runner() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: an ordinary user may tell the kernel ten times a second, with all others");
        return;
    }
    let sandboxes = contained();
    // Whatever starts programs is there before anybody stands back.
    for (_, sandbox) in &sandboxes {
        sandbox.start(&sh("read -r go"), &Limits::default()).unwrap();
    }
    let told = std::thread::spawn(move || {
        let nice = rustix::process::nice(7).unwrap();
        let script = "read -r go; read -r session < /proc/self/autogroup; read -r own < /proc/self/stat; \
                      set -- $own; echo \"${19} $session\"";
        for (name, sandbox) in sandboxes {
            let process = sandbox.start(&sh(script), &Limits::default()).unwrap();
            rustix::io::write(process.stdin().unwrap(), b"go\n").unwrap();
            let told = line(&process);
            let (own, session) = told.split_once(' ').unwrap();
            assert_eq!(own, nice.to_string(), "{name}");
            // Nothing where the kernel knows no such groups, or the program may not look.
            assert!(session.is_empty() || session.ends_with(&format!("nice {nice}")), "{name}: {session}");
        }
    });
    told.join().unwrap();
}
