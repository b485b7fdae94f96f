fn main() {
    for exercise in judge::Exercise::all() {
        for stage in game::console::Stage::ALL {
            let t = std::time::Instant::now();
            let made = judge::generate::generate(
                exercise,
                judge::generate::Wish { stage, count: None, seed: 1, scope: judge::generate::Scope::Graded },
            );
            let need = made.cases.len();
            eprintln!(
                "{} {:?}: {} cases in {:?}, unseen {:?}, survivors {:?}",
                exercise.name,
                stage,
                need,
                t.elapsed(),
                made.unseen,
                made.survivors
            );
            let mut seen = std::collections::BTreeSet::new();
            let mut last = 0;
            for (i, m) in made.cases.iter().enumerate() {
                for n in m.shows.iter().chain(&m.kills) {
                    if seen.insert(*n) {
                        last = i + 1;
                    }
                }
            }
            eprintln!("   complete after {last}");
        }
    }
}
