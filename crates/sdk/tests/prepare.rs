//! Players compiled and run in the sandbox. The sandbox starts this program again as its launcher,
//! so it has a `main` of its own.
#![allow(clippy::print_stdout, reason = "test runners read the list of tests")]

use game::{DynGame, Seat, Viewer};
use sandbox::{Bounds, Cache, Input, Limits, Mode, Sandbox};
use sdk::{Options, PrepareError, prepare};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = sandbox::launched() {
        return code;
    }
    // Test runners ask for a list first; all of this is one test to them.
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|word| word == "--list") {
        if !words.iter().any(|word| word == "--ignored") {
            println!("prepare: test");
        }
        return ExitCode::SUCCESS;
    }
    let bench = Bench::new();
    bench.a_player_is_compiled_once_and_plays();
    bench.tables_follow_the_rules_of_the_match();
    bench.messages_are_the_compilers_own();
    bench.a_player_for_a_new_standard_is_compiled_with_it();
    bench.a_nosy_source_reads_nothing();
    bench.a_game_without_a_kit_is_named();
    ExitCode::SUCCESS
}

struct Bench {
    folder: PathBuf,
    sandbox: Sandbox,
    cache: Cache,
}

impl Bench {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prepare");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let cache = Cache::open(folder.join("cache"), 1 << 30).unwrap();
        Self { folder, sandbox: Sandbox::new(Mode::Require).unwrap(), cache }
    }

    fn prepare(&self, game: &str, rules: &str, source: &Path) -> Result<sdk::Prepared, PrepareError> {
        prepare(game, rules, source, &Options::default(), (&self.sandbox, &self.cache))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// The first reply of a player.
    fn first_reply(&self, prepared: &sdk::Prepared, table: &dyn DynGame, rules: &str) -> Value {
        let seat = Seat(0);
        let start =
            json!({"type": "start", "protocol": 2, "rules": rules, "seat": 0, "briefing": table.briefing()});
        let turn =
            json!({"type": "turn", "turn": table.turn(), "view": table.view(Viewer::Seat(seat)), "died": []});
        let input = format!("{start}\n{turn}\n");
        let (limits, bounds) = (Limits::default(), Bounds::default());
        let run =
            self.sandbox.run(&prepared.program, &limits, Input::Bytes(input.as_bytes()), &bounds).unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        serde_json::from_slice(&run.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
    }

    fn a_player_is_compiled_once_and_plays(&self) {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/deepblue/loops.cpp");
        let table = deepblue::ENTRY.start(deepblue::ENTRY.maps()[0].1.as_bytes(), "document", 1).unwrap();
        for was_cached in [false, true] {
            let prepared = self.prepare("deepblue", "document", &program).unwrap();
            assert_eq!(prepared.compiled.was_cached, was_cached);
            let reply = self.first_reply(&prepared, &*table, "document");
            assert_eq!(reply, json!({"turn": 1, "note": "team loops", "orders": ["cc0"]}));
        }
    }

    fn tables_follow_the_rules_of_the_match(&self) {
        let player = "#include \"ai.h\"\nvoid player_ai(Info &info) { info.myCommandList.addCommand(corpsCommand, {CBuild, battleMovePoint[2][0]}); }\n";
        let path = self.write("tables.cpp", player);
        for (rules, points) in [("manual", 4), ("judge-legacy", 4), ("final2021", 8)] {
            let table = fc18::ENTRY.start(fc18::ENTRY.maps()[0].1.as_bytes(), rules, 1).unwrap();
            let prepared = self.prepare("fc18", rules, &path).unwrap();
            let reply = self.first_reply(&prepared, &*table, rules);
            assert_eq!(reply["orders"], json!([{"order": "found", "corps": points}]), "{rules}");
        }
    }

    fn messages_are_the_compilers_own(&self) {
        let path =
            self.write("wrong.cpp", "#include \"basic.h\"\nvoid AIMain() { teamstyle16::Prduce(4); }\n");
        let message = self.prepare("deepblue", "document", &path).unwrap_err().to_string();
        let (first, rest) = message.split_once('\n').unwrap();
        assert!(first.starts_with("it does not compile"), "{message}");
        assert!(rest.starts_with("wrong.cpp: ") && rest.contains("\nwrong.cpp:2:30: error: "), "{message}");
        assert!(rest.contains("Prduce"), "{message}");
        let unlinked = self.write("unlinked.cpp", "#include \"basic.h\"\nvoid AIMain() {}\n");
        let message = self.prepare("deepblue", "document", &unlinked).unwrap_err().to_string();
        assert!(message.contains("GetTeamName"), "{message}");
    }

    fn a_player_for_a_new_standard_is_compiled_with_it(&self) {
        let player = "#include \"basic.h\"\n#include <concepts>\nconst char * GetTeamName() { return 0; }\nvoid AIMain() { std::integral auto kind = 4; teamstyle16::Produce(kind); }\n";
        let prepared = self.prepare("deepblue", "document", &self.write("new.cpp", player)).unwrap();
        assert!(!prepared.compiled.was_cached);
    }

    fn a_nosy_source_reads_nothing(&self) {
        let source = "#include \"/dev/stdin\"\n#include \"/etc/shadow\"\nconst char * GetTeamName() { return 0; }\nvoid AIMain() {}\n";
        let message =
            self.prepare("deepblue", "document", &self.write("nosy.cpp", source)).unwrap_err().to_string();
        assert!(message.starts_with("it does not compile") && !message.contains("root:"), "{message}");
    }

    fn a_game_without_a_kit_is_named(&self) {
        let message = self.prepare("breach", "", Path::new("ai.cpp")).unwrap_err().to_string();
        assert_eq!(message, "breach has no classic C++ interface; those that have are deepblue and fc18");
    }
}
