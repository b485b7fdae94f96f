#![allow(clippy::all, clippy::print_stdout)]
use std::ops::ControlFlow;
fn go<P: solver::Puzzle>(s: &P) {
    let t = std::time::Instant::now();
    let (mut peak, mut turns) = (0, 0);
    let mut w = |p: &solver::Progress| {
        if turns != p.turns { println!("   {:?} now turns {} nodes {}", t.elapsed(), p.turns, p.nodes); turns = p.turns; }
        peak = peak.max(p.memory);
        if t.elapsed().as_secs() > 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let q = solver::Question { most_turns: 10, fewest_losses: std::env::var_os("LOSS").is_some() };
    let a = solver::solve(s, q, solver::Limits::memory(1 << 30), &mut w);
    println!("   {:?} nodes {} halt {:?} losses {:?} {:?} peak {} MB", a.verdict(), a.nodes, a.halt, a.win.as_ref().map(|w| w.losses), t.elapsed(), peak >> 20);
}
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path).unwrap();
        println!("{path}");
        if path.contains("goblins") {
            go(&goblins::State::new(&goblins::Setup::parse(&text, goblins::kinds::Stage::Four).unwrap()));
        } else {
            go(&breach::State::new(&breach::Setup::parse(&text, breach::Stage::Four).unwrap()));
        }
    }
}
