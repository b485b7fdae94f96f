//! What a player does at the screen, beyond winning: taking back, cancelling, saving, being
//! refused.

mod common;

use common::{Player, options, scratch};
use game::GameEntry;
use game::replay::{Cursor, ReplayLine, Rerun};
use replays::Replay;
use std::fs;
use std::path::Path;
use terminal::{OpenError, Program, Store};

#[test]
fn what_is_in_hand_can_be_put_down() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    let before = player.go(5, 2).screen();
    player.press("<Enter>");
    player.sees("put down");
    player.press("a");
    player.does_not_see("go / attack");
    player.press("<Esc>");
    assert_eq!(player.screen(), before);
    player.press("u");
    player.sees("there is nothing to take back");
}

#[test]
fn orders_and_turns_are_taken_back_without_limit() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    let first = player.go(5, 2).screen();
    player.press("<Enter><Down><Enter><Esc>ee");
    player.sees("turn 3");
    player.press("uuu").go(5, 2);
    player.sees("turn 1");
    assert_eq!(player.press("<Esc>").screen(), first);
    player.press("rrr");
    player.sees("turn 3");
    player.press("R");
    player.sees("turn 1");
}

#[test]
fn refusals_say_why() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    player.go(2, 2).press("<Enter>");
    player.sees("the unit at (2, 2) is an enemy");
    player.go(5, 2).press("<Enter>").go(0, 7).press("<Enter>");
    player.sees("the unit at (5, 2) cannot reach (0, 7)");
    let mut player = Player::at(goblins::ENTRY, "first-spell");
    player.press("a");
    player.sees("a step left would leave the board");
    let mut player = Player::at(fc18::ENTRY, "campus");
    player.press("p1p1");
    player.sees("tower 0 accepts no more orders this turn");
    player.press("b");
    player.sees("choose one of your corps first");
    let mut player = Player::at(deepblue::ENTRY, "training");
    player.press("<Enter>").go(0, 0).press("<Enter>");
    player.sees("a base cannot move");
}

/// A list is chosen from with the mouse: an entry is taken, a click beside the window closes it.
#[test]
fn lists_and_the_mouse() {
    let mut player = Player::at(deepblue::ENTRY, "training");
    player.press("p");
    let screen = player.screen();
    let row = screen.lines().position(|line| line.contains("3  carrier")).unwrap() as u16;
    player.click(30, row);
    player.sees("+carrier");
    player.press("p").click(0, 22);
    player.does_not_see("Enter chooses");
    player.does_not_see("+carrier, +");
}

#[test]
fn a_game_is_gone_on_with() {
    let folder = scratch("resume");
    let mut wanted = options(breach::ENTRY, Some("harbour"));
    wanted.store = Store::at(folder.clone());
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("eM");
    player.sees("in progress");
    player.press("<Enter>");
    player.sees("turn 2");
    player.press("M");
    player.press("n");
    player.sees("there is a game in progress: n again gives it up");
    player.press("<Down><Up>n");
    player.sees("in progress");
    player.press("n");
    player.sees("turn 1");
    wanted.anew = true;
    Player::sit(wanted).unwrap().sees("turn 1");
}

#[test]
fn a_named_file_holds_the_game() {
    let file = scratch("named").join("game.json");
    let mut wanted = options(deepblue::ENTRY, Some("training"));
    wanted.save = Some(file.clone());
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("p2ee");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("\"map_name\":\"training\""), "{saved}");
    // Without a map the file says which it is; with another there is a contradiction.
    wanted.map = None;
    Player::sit(wanted.clone()).unwrap().sees("Training · round 2");
    wanted.map = Some(("duel".into(), String::new()));
    assert!(matches!(Player::sit(wanted), Err(OpenError::Usage(_))));
}

#[test]
fn a_damaged_file_is_kept_aside() {
    let folder = scratch("damaged");
    let file = folder.join("game.json");
    fs::write(&file, "{}").unwrap();
    let mut wanted = options(goblins::ENTRY, Some("lake"));
    wanted.save = Some(file.clone());
    let player = Player::sit(wanted).unwrap();
    player.sees("A save file was damaged and is kept aside");
    assert_eq!(fs::read_to_string(folder.join("game.json.damaged-1")).unwrap(), "{}");
}

/// Runs a saved game again, as every command that reads replays does.
fn verified(entry: &'static dyn GameEntry, file: &Path) -> (usize, Cursor) {
    let mut replay = Replay::open(file).unwrap();
    let mut rerun = Rerun::new(entry, &replay.header).unwrap();
    let mut cursor = None;
    rerun
        .run(&mut replay, &mut |_, line, _| {
            if let ReplayLine::Cursor(last) = line {
                cursor = Some(last.clone());
            }
        })
        .unwrap();
    assert_eq!(replay.damage(), None);
    (replay.turns(), cursor.unwrap())
}

#[test]
fn a_saved_game_is_a_replay_with_a_cursor() {
    let file = scratch("cursor").join("game.jsonl");
    let mut wanted = options(breach::ENTRY, Some("harbour"));
    wanted.save = Some(file.clone());
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("eeu");
    player.app.keep();
    let (turns, cursor) = verified(breach::ENTRY, &file);
    assert_eq!((turns, cursor.cursor.turn, cursor.undone.len()), (1, 2, 1));
    Player::sit(wanted.clone()).unwrap().sees("turn 2");
    let mut again = Player::sit(wanted).unwrap();
    again.press("r");
    again.app.keep();
    assert_eq!(verified(breach::ENTRY, &file).0, 2, "what was taken back is played again");

    for (entry, map) in [(deepblue::ENTRY, "duel"), (fc18::ENTRY, "courtyard")] {
        for seat in [0, 1] {
            let mut wanted = options(entry, Some(map));
            wanted.opponents = vec!["greedy".into(); 3];
            (wanted.seat, wanted.anew, wanted.save) = (seat, true, Some(file.clone()));
            let mut player = Player::sit(wanted.clone()).unwrap();
            player.press("eeeeee");
            player.app.keep();
            let (turns, cursor) = verified(entry, &file);
            assert!(turns >= 3 && cursor.cursor.seat == seat, "{map}: {turns} turns");
            wanted.anew = false;
            assert_eq!(Player::sit(wanted).unwrap().screen(), player.screen(), "{map}, seat {seat}");
        }
    }
}

/// fc18 on a small map, against bots that play.
fn against_greedy() -> Player {
    let mut wanted = options(fc18::ENTRY, Some("courtyard"));
    wanted.opponents = vec!["greedy".into(); 3];
    Player::sit(wanted).unwrap()
}

/// Two runs of the same game against the same bots are the same.
#[test]
fn games_against_bots_repeat() {
    assert_eq!(against_greedy().press(">>>>").screen(), against_greedy().press(">>>>").screen());
}

/// A fast-forward stops when something of the player's is hit, and the end can be reached in any
/// case.
#[test]
fn fast_forward() {
    let mut player = against_greedy();
    for _ in 0..30 {
        player.press(">>");
        if player.screen().contains("stopped:") {
            break;
        }
    }
    player.sees("stopped:");
    player.press("GG");
    player.sees("You lose");
}

/// All that the keys at the edge of the screen do can be clicked.
#[test]
fn hints_are_buttons() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    player.click_on("e end turn");
    player.sees("turn 2");
    player.click_on("u undo");
    player.sees("turn 1");
    player.click_on("? help");
    player.sees("Destroy all enemies.");
    player.press("<Esc>").click_on("v foresee");
    player.sees("What ending the turn now will cause");
    let mut player = Player::at(breach::ENTRY, "first-shot");
    player.press("<Enter>").go(2, 3).press("<Enter>").click_on("e end turn");
    player.sees("You win!");
    player.click_on("R again");
    player.sees("turn 1");
    let mut player = Player::sit(options(breach::ENTRY, None)).unwrap();
    player.click_on("Enter play");
    player.sees("turn 1");
    player.click_on("q leave");
    assert!(player.left);
}

/// Help names the keys that do something in this game.
#[test]
fn the_help_lists_no_keys_that_do_nothing() {
    for (entry, map) in [(deepblue::ENTRY, "training"), (fc18::ENTRY, "campus")] {
        let mut player = Player::at(entry, map);
        let help = player.whole_help();
        assert!(help.contains("\nG  ") && help.contains("take back the last order of this turn"), "{help}");
        assert!(!help.contains("\nR  ") && !help.contains("\nv  "), "{help}");
        player.press("uRv");
        player.does_not_see("What ending the turn now will cause");
    }
    let help = Player::at(breach::ENTRY, "overboard").whole_help();
    assert!(help.contains("\nR  ") && help.contains("\nv  ") && help.contains("\nw  "), "{help}");
    assert!(!help.contains("\nG  ") && !help.contains("\no  "), "{help}");
    let help = Player::at(goblins::ENTRY, "lake").whole_help();
    assert!(!help.contains("\nw  "), "w is a step here: {help}");
}

/// A game that is kept nowhere is not given up by one key.
#[test]
fn leaving_what_is_not_kept_is_asked_about() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    player.press("eM");
    player.sees("this game is kept nowhere");
    player.press("q");
    assert!(!player.left);
    player.press("q");
    assert!(player.left);
}

/// Another map is not played in the file that holds a game.
#[test]
fn a_named_file_is_for_one_map() {
    let file = scratch("one-map").join("game.jsonl");
    let mut wanted = options(breach::ENTRY, Some("harbour"));
    wanted.save = Some(file.clone());
    let mut player = Player::sit(wanted).unwrap();
    player.press("e");
    let saved = fs::read(&file).unwrap();
    player.press("M<Up><Enter>");
    player.does_not_see("Harbour");
    player.press("e");
    assert_eq!(fs::read(&file).unwrap(), saved);
}

/// The names of the pages in a folder.
fn pages(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".html"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_game_becomes_a_replay_page() {
    let folder = scratch("pages");
    let mut wanted = options(breach::ENTRY, Some("first-shot"));
    (wanted.pages, wanted.store) = (folder.clone(), Store::at(folder.clone()));
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("e").press("w");
    player.sees("replay page: ");
    player.press("M").press("w");
    player.sees("replay page: ");
    assert_eq!(pages(&folder), ["breach-first-shot-2.html", "breach-first-shot.html"]);
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("R").go(5, 3).press("<Enter>").go(2, 3).press("<Enter>e");
    player.sees("You win!");
    player.press("w");
    assert_eq!(pages(&folder).len(), 3);
    let page = fs::read_to_string(folder.join("breach-first-shot.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"));

    // Against others a page of what goes on shows what the player does not see.
    let mut wanted = options(deepblue::ENTRY, Some("training"));
    wanted.pages = folder.clone();
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("eew");
    player.sees("the page shows what everybody did and had");
    assert_eq!(pages(&folder).len(), 3);
    player.press("w");
    assert_eq!(pages(&folder).len(), 4);
    wanted.pages = folder.join("missing");
    let mut player = Player::sit(wanted).unwrap();
    player.press("eeww");
    player.sees("no replay page could be made:");
}

/// Log and panel speak of your units and of the enemy's, by kind and number.
#[test]
fn units_have_names() {
    let mut player = Player::at(deepblue::ENTRY, "training");
    player.press("p2eeeeee").press("L");
    player.sees("your fleet starts to build a destroyer");
    player.sees("your destroyer 2 is born at");
    player.does_not_see("6652");
}

/// Where nobody sees, nothing of the other side's is drawn but its base.
#[test]
fn fog_hides_the_other_fleet() {
    let mut player = Player::at(deepblue::ENTRY, "fleet-action");
    player.resize(200, 60);
    let board = |line: &str| line.chars().skip(3).take(3 * 40).collect::<String>();
    let board: Vec<String> = player.screen().lines().skip(2).take(40).map(board).collect();
    let board = board.join("\n");
    assert!(board.contains("ba"), "{board}");
    let units = ["su", "de", "ca", "cg", "fi", "sc"];
    assert!(units.iter().all(|unit| !board.contains(unit)), "{board}");
}
