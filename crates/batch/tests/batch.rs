//! Batches of every game: the same with any number of threads, saved, branched, written down, fed
//! with nonsense.

use batch::{
    Arrays, AutoReset, Batch, Legal, MapText, OnIllegal, Options, Painting, Pictures, Rows, Shape, open,
};
use board::SplitMix64;
use game::NewMap;
use game::replay::{Header, ReplayLine, Rerun};

/// Arrays of the test's own.
#[derive(Clone, PartialEq, Debug)]
struct Owned {
    planes: Vec<u8>,
    table: Vec<i16>,
    scalars: Vec<i32>,
    finals: (Vec<u8>, Vec<i16>, Vec<i32>),
    mask: Vec<u8>,
    bits: Vec<u64>,
    legal: Vec<i32>,
    starts: Vec<i64>,
    seat: Vec<i8>,
    rewards: Vec<f32>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl Owned {
    fn new(shape: &Shape, games: usize) -> Self {
        let rows = shape.rows_of(games);
        let (planes, table) = (rows * shape.layout.planes_len(), rows * shape.layout.table_len());
        let scalars = rows * shape.layout.scalars.len();
        let numbers = rows * shape.numbering.count() as usize;
        Self {
            planes: vec![0; planes],
            table: vec![0; table],
            scalars: vec![0; scalars],
            finals: (vec![0; planes], vec![0; table], vec![0; scalars]),
            mask: vec![0; numbers],
            bits: vec![0; rows * shape.numbering.words()],
            legal: vec![0; numbers],
            starts: vec![0; rows + 1],
            seat: vec![0; games],
            rewards: vec![0.0; games * shape.seats],
            terminated: vec![0; games],
            truncated: vec![0; games],
        }
    }

    fn of(batch: &mut dyn Batch) -> Self {
        let mut owned = Self::new(batch.shape(), batch.games());
        batch.show(&mut owned.arrays()).unwrap();
        owned
    }

    fn arrays(&mut self) -> Arrays<'_> {
        let (planes, table, scalars) = &mut self.finals;
        Arrays {
            pictures: Some(Pictures {
                planes: &mut self.planes,
                table: &mut self.table,
                scalars: &mut self.scalars,
            }),
            finals: Some(Pictures { planes, table, scalars }),
            mask: Some(&mut self.mask),
            bits: Some(&mut self.bits),
            legal: Some(Legal { numbers: &mut self.legal, starts: &mut self.starts }),
            seat: Some(&mut self.seat),
            rewards: Some(&mut self.rewards),
            terminated: Some(&mut self.terminated),
            truncated: Some(&mut self.truncated),
        }
    }

    /// A legal number for every row.
    fn choose(&self, random: &mut SplitMix64) -> Vec<i64> {
        let rows = self.starts.windows(2);
        rows.map(|ends| {
            self.legal[ends[0] as usize + random.below((ends[1] - ends[0]) as u64) as usize].into()
        })
        .collect()
    }
}

fn names() -> Vec<&'static str> {
    games::ALL.iter().map(|entry| entry.name()).collect()
}

/// How many steps a test takes: games with large boards are slower.
fn steps(shape: &Shape) -> usize {
    if shape.numbering.count() > 10_000 { 40 } else { 250 }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for name in names() {
        for rows in [Rows::Acting, Rows::Seats] {
            let run = |threads| {
                let mut batch =
                    open(&Options { games: 9, threads, rows, seed: 7, ..Options::new(name) }).unwrap();
                let mut owned = Owned::of(&mut *batch);
                for _ in 0..steps(batch.shape()) {
                    batch.step_random(&mut owned.arrays()).unwrap();
                }
                owned
            };
            let one = run(1);
            assert!(one == run(2) && one == run(8), "{name}");
        }
    }
}

#[test]
fn masks_say_the_same_in_all_forms() {
    for name in names() {
        let mut batch = open(&Options { games: 3, ..Options::new(name) }).unwrap();
        let mut owned = Owned::of(&mut *batch);
        let numbering = batch.shape().numbering;
        for _ in 0..50 {
            batch.step_random(&mut owned.arrays()).unwrap();
            for game in 0..3 {
                let bytes = &owned.mask[game * numbering.count() as usize..][..numbering.count() as usize];
                let bits = &owned.bits[game * numbering.words()..][..numbering.words()];
                let ends = [owned.starts[game] as usize, owned.starts[game + 1] as usize];
                let listed = &owned.legal[ends[0]..ends[1]];
                let from_bytes: Vec<i32> =
                    (0..).zip(bytes).filter(|(_, byte)| **byte == 1).map(|(at, _)| at).collect();
                let is_set = |at: i32| bits[at as usize / 64] >> (at % 64) & 1 != 0;
                let from_bits: Vec<i32> = (0..numbering.count() as i32).filter(|at| is_set(*at)).collect();
                assert_eq!((listed, &from_bytes), (&from_bits[..], &from_bits), "{name}");
            }
        }
    }
}

#[test]
fn changes_painted_are_the_whole_picture() {
    for name in names() {
        for rows in [Rows::Acting, Rows::Seats] {
            let options = Options { games: 4, rows, max_steps: 90, ..Options::new(name) };
            let mut changes = open(&options).unwrap();
            let mut full = open(&Options { painting: Painting::Full, ..options }).unwrap();
            let (mut one, mut other) = (Owned::of(&mut *changes), Owned::of(&mut *full));
            for step in 0..steps(changes.shape()) {
                changes.step_random(&mut one.arrays()).unwrap();
                full.step_random(&mut other.arrays()).unwrap();
                // A seat that is not to move may see an older picture.
                if rows == Rows::Acting || one.starts.windows(2).all(|ends| ends[0] < ends[1]) {
                    assert!(one == other, "{name}: step {step}");
                }
                let length = changes.shape().layout.planes_len();
                for (row, ends) in one.starts.windows(2).enumerate().filter(|(_, ends)| ends[0] < ends[1]) {
                    assert_eq!(one.legal[ends[0] as usize], other.legal[ends[0] as usize]);
                    assert!(one.planes[row * length..][..length] == other.planes[row * length..][..length]);
                }
            }
            let anew = Owned::of(&mut *full);
            assert!((&anew.planes, &anew.table) == (&other.planes, &other.table), "{name}");
            assert!(anew.scalars == other.scalars, "{name}");
        }
    }
}

#[test]
fn a_game_on_the_next_map_shows_that_map() {
    for entry in games::ALL {
        let new = |seed| entry.new_map(NewMap { seed, rows: None, cols: None, style: None }).ok();
        let maps: Vec<MapText> = (0..5)
            .filter_map(|seed| Some(MapText { name: format!("new-{seed}"), text: new(seed)? }))
            .collect();
        let options = |painting| {
            let name = Options::new(entry.name());
            open(&Options { games: 2, maps: maps.clone(), max_steps: 7, painting, ..name })
        };
        // Not every generator makes maps with the same arrays.
        let opened = [Painting::Changes, Painting::Full, Painting::Full].map(options);
        let [Ok(mut changes), Ok(mut full), Ok(mut forgetful)] = opened else { continue };
        let (mut one, mut other) = (Owned::of(&mut *changes), Owned::of(&mut *full));
        for step in 0..60 {
            changes.step_random(&mut one.arrays()).unwrap();
            full.step_random(&mut other.arrays()).unwrap();
            forgetful.step_random(&mut Arrays::default()).unwrap();
            let anew = Owned::of(&mut *forgetful);
            assert!(
                one.planes == anew.planes && other.planes == anew.planes,
                "{}: step {step}",
                entry.name()
            );
        }
        assert!(changes.facts(0).unwrap().map != 0 || changes.facts(1).unwrap().map != 1);
    }
}

/// Runs a replay as `sandtable replay verify` does, and counts its turns.
fn verify(name: &str, text: &str) -> u32 {
    let entry = games::find(name).unwrap();
    let mut lines = text.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let mut rerun = Rerun::new(entry, &header).unwrap();
    let lines: Vec<_> = lines.map(|line| ReplayLine::read(Some(entry), &header, line).unwrap()).collect();
    // Without such a line it would count as cut short.
    assert!(matches!(lines.last(), Some(ReplayLine::End(_) | ReplayLine::Cursor(_))), "{name}");
    let mut lines = lines.into_iter();
    rerun.run(&mut lines, &mut |_, _, _| ()).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    rerun.turns()
}

#[test]
fn replays_verify_with_and_without_opponents() {
    for name in names() {
        let seats = open(&Options::new(name)).unwrap().shape().seats;
        for bot in ["random", "greedy"] {
            let opponents = (1..seats).map(|_| Some(bot.to_string()));
            let opponents: Vec<_> = [None].into_iter().chain(opponents).collect();
            let options = Options { games: 2, record: true, opponents, max_turns: 20, ..Options::new(name) };
            let mut batch = open(&options).unwrap();
            let mut owned = Owned::of(&mut *batch);
            let mut is_finished = false;
            for _ in 0..steps(batch.shape()) {
                batch.step_random(&mut owned.arrays()).unwrap();
                verify(name, &batch.replay(0, false).unwrap());
                is_finished |= owned.truncated[0] != 0 || owned.terminated[0] != 0;
            }
            assert_eq!(batch.replay(0, true).is_ok(), is_finished, "{name}");
            // Long enough for bots whose orders are refused, in a turn that is still open.
            for _ in 0..250 {
                batch.step_random(&mut owned.arrays()).unwrap();
            }
            for game in 0..2 {
                verify(name, &batch.replay(game, false).unwrap());
            }
            if is_finished {
                assert!(verify(name, &batch.replay(0, true).unwrap()) > 0, "{name}");
            }
        }
    }
}

#[test]
fn games_are_saved_loaded_and_branched() {
    for name in names() {
        let options = Options { games: 3, record: true, auto_reset: AutoReset::Never, ..Options::new(name) };
        let mut batch = open(&options).unwrap();
        let mut owned = Owned::of(&mut *batch);
        for _ in 0..30 {
            batch.step_random(&mut owned.arrays()).unwrap();
        }
        let bytes = batch.save(0).unwrap();
        let mut other = open(&Options { seed: 99, ..options }).unwrap();
        other.load(2, &bytes).unwrap();
        batch.copy(0, 1).unwrap();
        batch.show(&mut owned.arrays()).unwrap();
        let mut elsewhere = Owned::of(&mut *other);
        let mut random = SplitMix64::new(5);
        for _ in 0..20 {
            let number = owned.choose(&mut random)[0];
            let theirs = elsewhere.choose(&mut random);
            let third = owned.choose(&mut random)[2];
            batch.step(&[number, number, third], &mut owned.arrays()).unwrap();
            other.step(&[theirs[0], theirs[1], number], &mut elsewhere.arrays()).unwrap();
            let digests = [batch.facts(0), batch.facts(1), other.facts(2)].map(|facts| facts.unwrap().digest);
            assert!(digests[0] == digests[1] && digests[0] == digests[2], "{name}");
        }
        verify(name, &other.replay(2, false).unwrap());
        verify(name, &batch.replay(1, false).unwrap());
    }
}

#[test]
fn bytes_of_any_kind_are_refused_or_playable() {
    for name in names() {
        let mut batch = open(&Options { record: true, ..Options::new(name) }).unwrap();
        let mut owned = Owned::of(&mut *batch);
        for _ in 0..20 {
            batch.step_random(&mut owned.arrays()).unwrap();
        }
        let good = batch.save(0).unwrap();
        let mut random = SplitMix64::new(3);
        for _ in 0..400 {
            let mut bytes = good.clone();
            bytes.truncate(random.below(good.len() as u64 + 1) as usize);
            for _ in 0..random.below(4) {
                let at = random.below(good.len() as u64) as usize;
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next_u64() as u8;
                }
            }
            if batch.load(0, &bytes).is_ok() {
                let _ = batch.replay(0, false);
                batch.show(&mut owned.arrays()).unwrap();
                batch.step_random(&mut owned.arrays()).unwrap();
            }
        }
    }
}

#[test]
fn counters_of_a_loaded_game_do_not_overflow() {
    for name in names() {
        let options = Options { auto_reset: AutoReset::NextStep, max_turns: 1, ..Options::new(name) };
        let mut batch = open(&options).unwrap();
        let mut owned = Owned::of(&mut *batch);
        let mut bytes = batch.save(0).unwrap();
        // Behind the map and the seed: which game in its place it is, and its steps.
        bytes[12..24].fill(u8::MAX);
        batch.load(0, &bytes).unwrap();
        batch.show(&mut owned.arrays()).unwrap();
        for _ in 0..steps(batch.shape()) {
            batch.step_random(&mut owned.arrays()).unwrap();
        }
        batch.reset(&mut owned.arrays(), None, None).unwrap();
    }
}

#[test]
fn an_illegal_number_steps_no_game() {
    for name in names() {
        let options = Options { games: 2, ..Options::new(name) };
        let mut batch = open(&options).unwrap();
        let mut owned = Owned::of(&mut *batch);
        let before = (owned.clone(), batch.facts(0).unwrap());
        let legal = owned.choose(&mut SplitMix64::new(1))[0];
        let count = i64::from(batch.shape().numbering.count());
        let forbidden = owned.mask[count as usize..].iter().position(|byte| *byte == 0);
        for bad in [-1, count, i64::MAX, i64::MIN].into_iter().chain(forbidden.map(|at| at as i64)) {
            let said = batch.step(&[legal, bad], &mut owned.arrays()).unwrap_err().to_string();
            assert!(said.starts_with(&format!("action {bad} of seat 0 in game 1 is illegal: ")), "{said}");
            assert!((&owned, batch.facts(0).unwrap()) == (&before.0, before.1), "{name}");
        }
        let mut lenient = open(&Options { on_illegal: OnIllegal::Nothing, ..options.clone() }).unwrap();
        lenient.step(&[-1, -1], &mut owned.arrays()).unwrap();
        assert_eq!(lenient.facts(0).unwrap().digest, before.1.digest);
        let mut strict = open(&Options { on_illegal: OnIllegal::Loss, ..options }).unwrap();
        strict.show(&mut owned.arrays()).unwrap();
        strict.step(&[-1, legal], &mut owned.arrays()).unwrap();
        assert_eq!((owned.terminated[0], owned.rewards[0]), (1, -1.0), "{name}");
        assert_eq!(strict.facts(0).unwrap().steps, 0, "it has begun again");
    }
}

/// Where a game is played by one against the rules, and ends.
const ONE: &str = "goblins";

#[test]
fn games_begin_again_in_both_ways() {
    for auto_reset in [AutoReset::SameStep, AutoReset::NextStep, AutoReset::Never] {
        let mut batch = open(&Options { auto_reset, max_steps: 3, ..Options::new(ONE) }).unwrap();
        let mut owned = Owned::of(&mut *batch);
        let mut seen = Vec::new();
        for _ in 0..5 {
            batch.step_random(&mut owned.arrays()).unwrap();
            seen.push((owned.truncated[0], batch.facts(0).unwrap().steps, owned.seat[0]));
        }
        let expected = match auto_reset {
            AutoReset::SameStep => [(0, 1, 0), (0, 2, 0), (1, 0, 0), (0, 1, 0), (0, 2, 0)],
            AutoReset::NextStep => [(0, 1, 0), (0, 2, 0), (1, 3, -1), (0, 0, 0), (0, 1, 0)],
            AutoReset::Never => [(0, 1, 0), (0, 2, 0), (1, 3, -1), (1, 3, -1), (1, 3, -1)],
        };
        assert_eq!(seen, expected, "{auto_reset:?}");
        assert!(owned.finals.0.iter().any(|byte| *byte != 0));
    }
}

#[test]
fn rewards_follow_the_outcome() {
    // One mage, one goblin in its line: a fireball wins.
    let map = MapText { name: "won".into(), text: "3 3 0 1 1\n1 0\n1 2 PG W 0\n".into() };
    let mut batch = open(&Options { maps: vec![map], ..Options::new(ONE) }).unwrap();
    let mut owned = Owned::of(&mut *batch);
    let (fireball_right, end_of_turn) = (7, 10);
    batch.step(&[fireball_right], &mut owned.arrays()).unwrap();
    assert_eq!((owned.rewards[0], owned.terminated[0]), (0.0, 0));
    batch.step(&[end_of_turn], &mut owned.arrays()).unwrap();
    assert_eq!((owned.rewards[0], owned.terminated[0]), (1.0, 1));
}

#[test]
fn rounds_are_turns_of_all_awaited_seats() {
    for name in names() {
        let auto_reset = AutoReset::Never;
        let options = Options { games: 2, rows: Rows::Seats, record: true, auto_reset, ..Options::new(name) };
        let mut batch = open(&options).unwrap();
        let mut owned = Owned::of(&mut *batch);
        let mut random = SplitMix64::new(11);
        let end = i64::from(batch.shape().numbering.end_of_turn());
        let before = batch.facts(0).unwrap();
        let impossible = vec![end + 1; 2 * batch.shape().seats];
        assert!(batch.round(&impossible, &mut owned.arrays()).is_err(), "{name}");
        assert_eq!(batch.facts(0).unwrap(), before, "{name}");
        for _ in 0..20 {
            // A legal number for each seat that is awaited; what ends the turn, and rows of others,
            // say nothing.
            let rows = owned.starts.windows(2).map(|ends| match (ends[1] - ends[0]) as u64 {
                0 => -1,
                count => owned.legal[ends[0] as usize + random.below(count) as usize].into(),
            });
            let numbers: Vec<i64> = rows.map(|number| if number == end { -1 } else { number }).collect();
            batch.round(&numbers, &mut owned.arrays()).unwrap();
        }
        assert!(verify(name, &batch.replay(0, false).unwrap()) > 0, "{name}");
        batch.reset(&mut owned.arrays(), None, None).unwrap();
        for _ in 0..5 {
            batch.round_random(&mut owned.arrays()).unwrap();
        }
        assert!(verify(name, &batch.replay(0, false).unwrap()) > 0, "{name}");
    }
}

#[test]
fn what_cannot_be_opened_is_said() {
    let open_error = |options: &Options| match open(options) {
        Ok(_) => panic!("this can be opened"),
        Err(error) => error.to_string(),
    };
    let usual = Options::new(ONE);
    let nonsense = MapText { name: "nonsense".into(), text: "x".into() };
    let small = MapText { name: "small".into(), text: "3 3 0 1 1\n1 0\n1 2 PG W 0\n".into() };
    let maps = vec![usual.maps[0].clone(), small];
    let some = |bot: &str| vec![Some(bot.to_string())];
    for (options, said) in [
        (Options::new("chess"), "there is no game `chess`"),
        (Options { rules: "stage9".into(), ..usual.clone() }, "no rule profile `stage9`"),
        (Options { games: 0, ..usual.clone() }, "`games` is 0"),
        (Options { threads: 0, ..usual.clone() }, "`threads` is 0"),
        (Options { maps: Vec::new(), ..usual.clone() }, "needs a map"),
        (Options { maps: vec![nonsense], ..usual.clone() }, "the map nonsense is not valid"),
        (Options { maps, ..usual.clone() }, "small has other sizes"),
        (Options { opponents: some("random"), ..usual.clone() }, "all seats have opponents"),
        (Options { opponents: vec![None, None], ..usual.clone() }, "the game has 1 seats"),
        (Options { opponents: some("nobody"), ..Options::new("fc18") }, "there is no bot `nobody`"),
    ] {
        let found = open_error(&options);
        assert!(found.contains(said), "{found}");
    }
    let mut batch = open(&usual).unwrap();
    let mut short = [0; 3];
    let arrays = &mut Arrays { mask: Some(&mut short), ..Arrays::default() };
    assert_eq!(batch.step(&[0], arrays).unwrap_err().to_string(), "`mask` has 3 elements and must have 11");
    assert_eq!(
        batch.step(&[0, 0], &mut Arrays::default()).unwrap_err().to_string(),
        "`actions` has 2 elements and must have 1"
    );
}
