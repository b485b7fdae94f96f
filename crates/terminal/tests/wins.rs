//! The recorded winning lines, played with keys and with the mouse.

mod common;

use common::{Player, options, scratch};
use game::GameEntry;
use terminal::Store;

fn answers(entry: &dyn GameEntry, map: &str) -> String {
    let path = format!("{}/../../maps/{}/wins/{map}.in", env!("CARGO_MANIFEST_DIR"), entry.name());
    std::fs::read_to_string(path).unwrap()
}

fn numbers(line: &str) -> (usize, usize) {
    let mut words = line.split(' ').map(|word| word.parse().unwrap());
    (words.next().unwrap(), words.next().unwrap())
}

/// Where a cell of breach is on a screen of 80 × 24.
const fn place((row, col): (usize, usize)) -> (u16, u16) {
    (3 + 5 * col as u16 + 2, 2 + 2 * row as u16)
}

/// Plays a line of answers to breach's dialogue. `choose` points at a cell and chooses it.
fn play_breach(player: &mut Player, answers: &str, mut choose: impl FnMut(&mut Player, (usize, usize))) {
    let mut lines = answers.lines();
    let mut moved: Vec<(usize, usize)> = Vec::new();
    while let Some(line) = lines.next() {
        if line == "y" {
            player.press("e");
            moved.clear();
            continue;
        }
        let unit = numbers(lines.next().unwrap());
        let action = lines.next().unwrap();
        let target = numbers(lines.next().unwrap());
        player.press("<Esc>");
        choose(player, unit);
        if action == "1" && !moved.contains(&unit) {
            moved.push(target);
        } else {
            player.press("a");
        }
        choose(player, target);
    }
    // A line that leaves nobody who can act ends the last turn by itself in the dialogue.
    if !player.screen().contains("You win!") {
        player.press("e");
    }
}

#[test]
fn breach_with_keys() {
    for (map, _) in breach::ENTRY.maps() {
        let mut player = Player::at(breach::ENTRY, map);
        play_breach(&mut player, &answers(breach::ENTRY, map), |player, (row, col)| {
            player.go(row, col).press("<Enter>");
        });
        player.sees("You win!");
    }
}

#[test]
fn breach_with_the_mouse() {
    for (map, _) in breach::ENTRY.maps() {
        let mut player = Player::at(breach::ENTRY, map);
        play_breach(&mut player, &answers(breach::ENTRY, map), |player, cell| {
            let (x, y) = place(cell);
            player.click(x, y);
        });
        player.sees("You win!");
    }
}

#[test]
fn goblins_with_keys() {
    for (map, _) in goblins::ENTRY.maps() {
        let mut player = Player::at(goblins::ENTRY, map);
        for line in answers(goblins::ENTRY, map).lines() {
            // When the last mage has acted the goblins act by themselves in the dialogue.
            if player.screen().contains("e end turn") && !player.screen().contains("wasd step") {
                player.press("e");
            }
            let spell = line.contains(['X', 'Y']);
            player.press(line).press(if spell { "" } else { "." });
        }
        player.press("e");
        player.sees("You win!");
    }
}

/// A map that was won is shown as solved, with the least number of turns.
#[test]
fn solved_maps_are_remembered() {
    let folder = scratch("solved");
    let mut wanted = options(breach::ENTRY, Some("first-shot"));
    wanted.store = Store::at(folder);
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("ee<Enter>");
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.press("RuuuM");
    player.sees("First Shot");
    wanted.map = None;
    let mut player = Player::sit(wanted.clone()).unwrap();
    player.sees("not solved");
    player.press("nn").go(2, 3);
    player.go(5, 3).press("<Enter>").go(2, 3).press("<Enter>e");
    player.sees("won in turns: 1");
    player.sees("a new best");
    player.press("<Enter>");
    player.sees("solved in 1");
}
