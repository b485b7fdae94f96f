//! Containment, seen from inside, in every combination of layers.

mod common;

use common::{contained, sh};
use sandbox::{Bounds, Ending, Finished, Input, Limits, Sandbox};

fn run(sandbox: &Sandbox, script: &str) -> Finished {
    sandbox.run(&sh(script), &Limits::default(), Input::Empty, &Bounds::default()).unwrap()
}

fn said(finished: &Finished) -> String {
    String::from_utf8_lossy(&finished.stdout).into_owned() + &String::from_utf8_lossy(&finished.stderr)
}

#[test]
fn what_it_looks_like() {
    for (name, sandbox) in contained() {
        println!("== {name}: {:?} {:?}", sandbox.enforced(), sandbox.missing());
        let finished = run(
            &sandbox,
            "id; pwd; env; ls /; ls /tmp /etc; cat /etc/passwd; ls /proc | head -3; echo x > $TMPDIR/x && cat $TMPDIR/x; echo y > /usr/y; ulimit -a; grep -E 'Cap|Sec|NoNew' /proc/self/status",
        );
        println!("{:?}\n{}", finished.ending, said(&finished));
        assert_eq!(finished.ending, Ending::Exited(0));
    }
}
