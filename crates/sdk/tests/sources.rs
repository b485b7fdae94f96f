//! Sources as contestants have them: in GBK or UTF-8, alone or in a folder, for old compilers or
//! new ones.

mod common;

use common::{Compiled, Player, compilers, folder, orders, start_message, turn_message};
use game::{GameEntry, Seat};
use sdk::{Compiler, Kit, Options, SourceError, Sources};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with these files.
fn files(all: &[(&str, &[u8])]) -> PathBuf {
    let folder = folder("sources");
    for (name, contents) in all {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    folder
}

fn compile(game: &str, path: &Path) -> Option<Compiled> {
    let compiler = *compilers().first()?;
    Some(common::compile_with(compiler, game, "", path, &Options::default()))
}

/// The first reply of a compiled player, and what it has printed by then.
fn first_reply(compiled: &Compiled, title: &dyn GameEntry) -> (Value, Vec<u8>) {
    let table = title.start(title.maps()[0].1.as_bytes(), title.profiles()[0], 1).unwrap();
    let mut player = Player::start(&compiled.program(), &[]);
    player.send(&start_message(&*table, title.profiles()[0], Seat(0)));
    player.send(&turn_message(&*table, Seat(0)));
    let reply = player.reply().unwrap();
    let log = player.log_bytes();
    player.end_game();
    (reply, log)
}

/// A deepblue player that names its team with these bytes, and orders in the line behind a comment
/// that ends in a backslash if GBK is read as single bytes.
fn deepblue_player(name: &[u8], comment: &[u8], end: &str) -> Vec<u8> {
    let pieces: [&[u8]; 5] = [
        b"#include \"basic.h\"\nconst char * GetTeamName() { return \"",
        name,
        b"\"; }\nvoid AIMain() {\n  // ",
        comment,
        b"\n  teamstyle16::Produce(9);\n}\n",
    ];
    let text = pieces.concat();
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    lines.join(end.as_bytes())
}

#[test]
fn a_player_may_be_in_any_of_the_charsets() {
    let trap = b"\x95\x5c";
    let players = [
        deepblue_player(b"\xc9\xee\xc0\xb6", trap, "\n"),
        deepblue_player(b"\xc9\xee\xc0\xb6", trap, "\r\n"),
        deepblue_player("深蓝".as_bytes(), "昞".as_bytes(), "\r\n"),
        [b"\xef\xbb\xbf".to_vec(), deepblue_player("深蓝".as_bytes(), "昞".as_bytes(), "\n")].concat(),
    ];
    for player in players {
        let folder = files(&[("ai.cpp", &player)]);
        let Some(compiled) = compile("deepblue", &folder.join("ai.cpp")) else { return };
        let (reply, _) = first_reply(&compiled, deepblue::ENTRY);
        assert_eq!(reply, json!({"turn": 1, "note": "team 深蓝", "orders": ["pd9"]}));
    }
}

#[test]
fn texts_of_an_fc18_player_keep_their_bytes() {
    let text = b"\xd6\xd0\xce\xc4\x95\x5c";
    let player = [
        &b"#include \"ai.h\"\nvoid player_ai(Info &info) { // \x95\x5c\n  cout << \""[..],
        text,
        b"\" << endl; info.myCommandList.addCommand(corpsCommand, {CBuild, 1}); }\n",
    ]
    .concat();
    let folder = files(&[("ai.cpp", &player)]);
    let Some(compiled) = compile("fc18", &folder.join("ai.cpp")) else { return };
    let (reply, log) = first_reply(&compiled, fc18::ENTRY);
    assert_eq!(orders(&reply, 1), [json!({"order": "found", "corps": 1})]);
    if compilers()[0].0 == Compiler::Gcc {
        assert_eq!(log, [&text[..], b"\n"].concat());
    }
}

#[test]
fn a_folder_is_compiled_as_a_whole() {
    let folder = files(&[
        ("ai.cpp", b"#include \"basic.h\"\n#include \"parts/help.h\"\n#include \"more.cpp\"\nvoid AIMain() { teamstyle16::Cancel(help() + more()); }\n"),
        ("name.cpp", b"#include \"basic.h\"\nconst char * GetTeamName() { return \"folder\"; }\n"),
        ("more.cpp", b"static int more() { return 5; }\n"),
        ("parts/help.h", b"int help();\n"),
        ("parts/help.cpp", b"#include \"help.h\"\nint help() { return /* \xd6\xd0 */ 2; }\n"),
        ("basic.h", b"#error an old copy\n"),
        ("driver.cpp", b"#error an old copy\n"),
        ("notes.txt", b"not a source"),
    ]);
    let sources = Sources::read(Kit::of("deepblue").unwrap(), &folder).unwrap();
    assert_eq!(sources.units, ["ai.cpp", "name.cpp", "parts/help.cpp"]);
    let left_out: Vec<&str> = sources.left_out.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(left_out, ["basic.h", "driver.cpp"]);
    assert!(sources.has_gbk);
    let Some(compiled) = compile("deepblue", &folder) else { return };
    let note = "basic.h and driver.cpp were left out: the contest's own file of this name is used";
    assert_eq!(compiled.build.notes, [note]);
    let (reply, _) = first_reply(&compiled, deepblue::ENTRY);
    assert_eq!(orders(&reply, 1), [json!("cc7")]);
}

#[test]
fn a_file_brings_along_what_it_includes_and_nothing_else() {
    let folder = files(&[
        (
            "ai.cpp",
            b"#include \"ai.h\"\n  #  include \"a.h\"\n#include \"missing.h\"\n#include \"../secret.h\"\nvoid player_ai(Info &) {}\n",
        ),
        ("a.h", b"#include \"b/c.h\"\n"),
        ("b/c.h", b"#include \"../a.h\"\n#include \"d.h\"\n"),
        ("b/d.h", b""),
        ("other.cpp", b"int main() {}\n"),
    ]);
    fs::write(folder.parent().unwrap().join("secret.h"), "").unwrap();
    let sources = Sources::read(Kit::of("fc18").unwrap(), &folder.join("ai.cpp")).unwrap();
    assert_eq!(sources.files.keys().collect::<Vec<_>>(), ["a.h", "ai.cpp", "b/c.h", "b/d.h"]);
    assert_eq!(sources.units, ["ai.cpp"]);
}

#[test]
fn what_is_not_there_is_named() {
    let kit = Kit::of("fc18").unwrap();
    let empty = files(&[("readme.txt", b"")]);
    assert!(matches!(Sources::read(kit, &empty), Err(SourceError::Empty { .. })));
    let missing = Sources::read(kit, &empty.join("ai.cpp")).unwrap_err().to_string();
    assert!(missing.contains("ai.cpp: No such file"), "{missing}");
}

#[test]
fn a_player_for_another_standard_is_tried_with_it() {
    let old = b"#include \"basic.h\"\nconst char * GetTeamName() { return 0; }\nvoid AIMain() { auto int kind = 4; teamstyle16::Produce(kind); }\n";
    let new = b"#include \"basic.h\"\n#include <concepts>\nconst char * GetTeamName() { return 0; }\nvoid AIMain() { std::integral auto kind = 4; teamstyle16::Produce(kind); }\n";
    for (player, attempt) in [(&old[..], 1), (&new[..], 3)] {
        let folder = files(&[("ai.cpp", player)]);
        let Some(compiled) = compile("deepblue", &folder.join("ai.cpp")) else { return };
        assert_eq!(compiled.attempt, Some(attempt), "{}", compiled.messages);
    }
}

/// The team's own file in a folder as the contest handed it out.
const DEEPBLUE_AI: &[u8] = b"#include \"ai_internal\\Basic.h\"\r\n#include \"Helper.H\"\r\n#include <Cstring>\r\nusing namespace teamstyle16;\r\nstatic char role[10] = \"\xbd\xf8\xb9\xa5\xd5\xbd\xbd\xa2\";\r\nconst char * GetTeamName() { return \"\xc9\xee\xc0\xb6\"; }\r\nvoid AIMain() { if (strlen(role) == 8) Cancel(helper()); }\r\nint main(int argc, char **argv) { AIMain(); }\r\n";

/// Files as the Deep Blue contest handed them out around a player.
fn deepblue_folder() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("ai.cpp", DEEPBLUE_AI),
        ("src/helper.h", b"#pragma once\nint helper();\n"),
        ("src/helper.cpp", b"#include \"..\\ai_internal\\basic.h\"\n#include \"HELPER.h\"\nint helper() { return teamstyle16::Info()->round + 41; }\n"),
        ("sample/ai.cpp", b"#include \"basic.h\"\nconst char * GetTeamName() { return \"sample\"; }\nvoid AIMain() {}\n"),
        ("main.cpp", b"#include \"proxy.h\"\nint main(int argc, char *argv[]) { Proxy p(argv[1], argv[2]); p.Run(); }\n"),
        ("proxy.h", b"#include <boost/asio.hpp>\nclass Proxy {};\n"),
        ("proxy.cpp", b"#include \"proxy.h\"\n#include \"communicate.pb.h\"\nvoid Proxy::Run() {}\n"),
        ("communicate.pb.h", b"#include <google/protobuf/message.h>\n"),
        ("communicate.pb.cc", b"#include \"communicate.pb.h\"\nnamespace teamstyle16 { namespace communicate { void protobuf_AddDesc() {} } }\n"),
        ("ai_internal/basic.h", b"#error an old copy\n"),
        ("ai_internal/basic.cpp", b"#include \"basic.h\"\nnamespace teamstyle16 { int Update() { return 1; } }\n"),
        ("ai_internal/anything.cpp", b"#error not for us\n"),
        ("ai.vcxproj", b"<Project/>"),
        ("ai.exe", b"MZ"),
    ]
}

#[test]
fn a_folder_as_the_contest_handed_it_out_builds() {
    let folder = files(&deepblue_folder());
    let sources = Sources::read(Kit::of("deepblue").unwrap(), &folder).unwrap();
    assert_eq!(sources.units, ["ai.cpp", "src/helper.cpp"]);
    let Some(compiled) = compile("deepblue", &folder) else { return };
    assert_eq!(
        compiled.build.notes,
        [
            "ai_internal/basic.h was left out: the contest's own file of this name is used",
            "ai_internal/anything.cpp and ai_internal/basic.cpp, communicate.pb.cc, main.cpp, proxy.cpp were left out: it belongs to the contest's library, which is here already",
            "sample/ai.cpp was left out: it is another player",
        ]
    );
    let (reply, _) = first_reply(&compiled, deepblue::ENTRY);
    let gcc = compilers()[0].0 == Compiler::Gcc;
    let orders = if gcc { json!(["cc41"]) } else { json!([]) };
    assert_eq!(reply, json!({"turn": 1, "note": "team 深蓝", "orders": orders}));
}

#[test]
fn an_fc18_folder_brings_its_tables_and_leaves_its_library() {
    let folder = files(&[
        ("ai.cpp", b"#include \"AI.h\"\n#include \"Definition.h\"\nvoid player_ai(Info &info) {\n  cout << Terrain[0] << sizeof(Terrain) / sizeof(Terrain[0]) << ConstructName[1] << ' ' << Json::FastWriter().write(info.playerInfo[0].asJson());\n  PlayerInfo copy(info.playerInfo[0].asJson());\n  info.myCommandList.addCommand(corpsCommand, {CDissolve, copy.id});\n}\n"),
        ("definition.h", b"const string Terrain[TERRAIN_TYPE_NUM] = {\"flat\", \"hill\", \"wood\", \"bog\", \"way\"};\n"),
        ("definition.cpp", b"#include \"definition.h\"\nTDist getDist(const TPoint &a, const TPoint &b) { return 0; }\nCommandList::CommandList() {}\n"),
        ("json/json.h", b"namespace Json { class Value; }\n"),
        ("jsoncpp.cpp", b"#include \"json/json.h\"\nnamespace Json { Value::Value() {} }\n"),
        ("main.cpp", b"#include \"ai.h\"\nint main() { string line; getline(cin, line); Info info(line); player_ai(info); }\n"),
    ]);
    let Some(compiled) = compile("fc18", &folder) else { return };
    let (reply, log) = first_reply(&compiled, fc18::ENTRY);
    assert_eq!(orders(&reply, 1), [json!({"cmdType": 0, "parameters": [6, 1]})]);
    let log = String::from_utf8(log).unwrap();
    assert_eq!(log, "flat5Explorer {\"id\":1,\"rank\":-1,\"alive\":true,\"tower\":[0],\"corps\":null}\n");
}

#[test]
fn a_helper_of_the_players_own_stays() {
    let folder = files(&[
        ("ai.cpp", b"#include \"ai.h\"\nint tactics();\ndouble getDistance(int a) { return a; }\nvoid player_ai(Info &info) { info.myCommandList.addCommand(corpsCommand, {CBuild, tactics()}); }\n"),
        // Called like one of the contest's, and none.
        ("main.cpp", b"int tactics() { return 5; }\n"),
        ("definition.cpp", b"int unused = 3;\n"),
        ("Update.cpp", b"namespace mine { int Update() { return 1; } }\n"),
        ("trying.cpp", b"#include <cstdio>\nint main() { puts(\"a test of one's own\"); }\n"),
    ]);
    let sources = Sources::read(Kit::of("fc18").unwrap(), &folder).unwrap();
    assert_eq!(sources.units, ["Update.cpp", "ai.cpp", "definition.cpp", "main.cpp"]);
    let Some(compiled) = compile("fc18", &folder) else { return };
    assert_eq!(compiled.build.notes, ["trying.cpp was left out: it defines main, which is here already"]);
    let (reply, _) = first_reply(&compiled, fc18::ENTRY);
    assert_eq!(orders(&reply, 1), [json!({"order": "found", "corps": 5})]);
}

#[test]
fn sources_without_a_player_are_named() {
    let folder = files(&[("main.cpp", b"int main() {}\n")]);
    let wrong = Sources::read(Kit::of("deepblue").unwrap(), &folder).unwrap_err().to_string();
    assert!(wrong.contains("no source here defines GetTeamName() and AIMain()"), "{wrong}");
}
