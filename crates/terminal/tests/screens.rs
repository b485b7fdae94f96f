//! Every screen, as it is drawn.

mod common;

use common::{Player, options};
use game::GameEntry;
use insta::assert_snapshot;
use terminal::{Lang, Look};

fn chinese(entry: &'static dyn GameEntry, map: Option<&str>) -> Player {
    let mut options = options(entry, map);
    options.look.lang = Lang::Zh;
    Player::sit(options).unwrap()
}

fn ascii(entry: &'static dyn GameEntry, map: &str) -> Player {
    let mut options = options(entry, Some(map));
    options.look = Look { lang: Lang::En, ascii: true, colour: false };
    Player::sit(options).unwrap()
}

#[test]
fn maps() {
    assert_snapshot!("maps-breach", Player::sit(options(breach::ENTRY, None)).unwrap().screen());
    assert_snapshot!("maps-goblins-zh", chinese(goblins::ENTRY, None).press("<Down><Down>").screen());
    assert_snapshot!("maps-deepblue", Player::sit(options(deepblue::ENTRY, None)).unwrap().screen());
    assert_snapshot!("maps-fc18", Player::sit(options(fc18::ENTRY, None)).unwrap().screen());
}

#[test]
fn breach_from_first_look_to_victory() {
    let mut player = Player::at(breach::ENTRY, "overboard");
    assert_snapshot!("breach-start", player.screen());
    assert_snapshot!("breach-unit-in-hand", player.go(5, 2).press("<Enter>").screen());
    assert_snapshot!("breach-going-is-considered", player.press("<Down>").screen());
    assert_snapshot!("breach-attacker", player.press("<Enter>").screen());
    assert_snapshot!("breach-attack-is-considered", player.go(2, 2).screen());
    assert_snapshot!("breach-refused", player.go(3, 5).press("<Enter>").screen());
    assert_snapshot!("breach-foresight", player.press("<Esc>v").screen());
    assert_snapshot!("breach-next-turn", player.press("<Esc>e").screen());
    assert_snapshot!("breach-log", player.press("L").screen());
    assert_snapshot!("breach-help", player.press("<Esc>?").screen());
    assert_snapshot!("breach-help-further-down", player.press("<PageDown><PageDown><PageDown>").screen());
    let mut player = Player::at(breach::ENTRY, "first-shot");
    assert_snapshot!("breach-won", player.press("<Enter>").go(2, 3).press("<Enter>e").screen());
}

#[test]
fn breach_lost() {
    let mut player = Player::at(breach::ENTRY, "hornets-nest");
    assert_snapshot!(player.press("eeee").screen());
}

#[test]
fn breach_otherwise() {
    assert_snapshot!("breach-zh", chinese(breach::ENTRY, Some("sacred-grove")).press("<Enter>").screen());
    assert_snapshot!("breach-ascii", ascii(breach::ENTRY, "harbour").press("<Enter>").screen());
    assert_snapshot!("breach-large", Player::at(breach::ENTRY, "harbour").resize(120, 40).screen());
    assert_snapshot!("too-small", Player::at(breach::ENTRY, "harbour").resize(79, 24).screen());
    assert_snapshot!("too-small-zh", chinese(breach::ENTRY, None).resize(20, 5).screen());
}

#[test]
fn goblins_from_first_look_to_defeat() {
    let mut player = Player::at(goblins::ENTRY, "lake");
    assert_snapshot!("goblins-start", player.screen());
    assert_snapshot!("goblins-walk-is-considered", player.go(7, 4).screen());
    assert_snapshot!("goblins-fireball", player.press("x").screen());
    assert_snapshot!("goblins-all-have-acted", player.press("<Esc>y.<Enter>").screen());
    assert_snapshot!("goblins-zh", chinese(goblins::ENTRY, Some("maze")).screen());
    assert_snapshot!("goblins-large-board", Player::at(goblins::ENTRY, "citadel").screen());
    assert_snapshot!("goblins-ascii", ascii(goblins::ENTRY, "wolf-pack").screen());
    let mut player = Player::at(goblins::ENTRY, "wolf-pack");
    assert_snapshot!("goblins-lost", player.press("wwweeee").screen());
}

#[test]
fn deepblue_under_fog() {
    let mut player = Player::at(deepblue::ENTRY, "training");
    assert_snapshot!("deepblue-start", player.screen());
    assert_snapshot!("deepblue-products", player.press("p").screen());
    assert_snapshot!("deepblue-ordered", player.press("2").screen());
    assert_snapshot!("deepblue-rounds-later", player.press("eeeeee").screen());
    assert_snapshot!("deepblue-unit-in-hand", player.press("<Tab><Tab><Up><Up><Up>").screen());
    assert_snapshot!("deepblue-refused", player.press("s<Enter>").screen());
    assert_snapshot!("deepblue-zh", chinese(deepblue::ENTRY, Some("duel")).screen());
    assert_snapshot!("deepblue-ascii", ascii(deepblue::ENTRY, "duel").screen());
    assert_snapshot!("deepblue-over", player.press("<Esc>GG").screen());
}

#[test]
fn fc18_with_four_players() {
    let mut player = Player::at(fc18::ENTRY, "campus");
    assert_snapshot!("fc18-start", player.screen());
    assert_snapshot!("fc18-tasks", player.press("p").screen());
    assert_snapshot!("fc18-rounds-later", player.press("1eeee").screen());
    assert_snapshot!("fc18-corps-in-hand", player.press("<Tab><Right><Right>").screen());
    assert_snapshot!("fc18-far-away", player.go(4, 8).screen());
    assert_snapshot!("fc18-asked", player.press("<Esc>e").screen());
    assert_snapshot!("fc18-standing-orders", player.press("o").screen());
    assert_snapshot!("fc18-zh", chinese(fc18::ENTRY, Some("courtyard")).screen());
    assert_snapshot!("fc18-ascii", ascii(fc18::ENTRY, "campus").screen());
    assert_snapshot!("fc18-garrison-ascii", ascii(fc18::ENTRY, "campus").press("p1eeee").screen());
    assert_snapshot!("fc18-large-ascii", ascii(fc18::ENTRY, "wide-country").screen());
    assert_snapshot!("fc18-large", Player::at(fc18::ENTRY, "wide-country").resize(140, 45).screen());
}
