//! Messages as they are sent, compared with those on file.

use super::{options, press, screen};
use crate::protocol::{Deed, Told};
use crate::table::Table;
use std::path::Path;

/// Compares messages with those on file; of films only how long they are.
fn compare(name: &str, told: &[Told]) {
    let mut text = String::new();
    for message in told {
        let mut message = serde_json::to_value(message).unwrap();
        for film in ["film", "picture"] {
            if let Some(film) = message.get_mut(film) {
                *film = "...".into();
            }
        }
        text += &serde_json::to_string_pretty(&message).unwrap();
        text.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/messages/{name}.json"));
    testing::snapshot::compare(&path, &text);
}

#[test]
fn a_game_of_one_order() {
    let mut table = Table::new(options(breach::ENTRY, Some("first-contact")), None).unwrap();
    compare("breach-opened", &table.all());
    press(&mut table, &["Tab"]);
    let told = press(&mut table, &["ArrowUp"]);
    compare("breach-considered", &told);
    compare("breach-ordered", &press(&mut table, &["Enter"]));
    compare("breach-turn-ended", &press(&mut table, &["e"]));
    compare("breach-taken-back", &press(&mut table, &["u"]));
}

fn chosen(map: &str) -> Deed {
    Deed::Play { map: map.into(), anew: false, against: Vec::new(), seat: 0, lesson: false }
}

#[test]
fn the_choice_of_maps() {
    let mut table = Table::new(options(breach::ENTRY, None), None).unwrap();
    let told = table.take(&Deed::Look { map: "harbour".into(), lesson: false });
    let [Told::Maps(maps)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(maps.maps[maps.marked].name, "harbour");
    assert!(maps.maps.iter().any(|map| map.lesson.is_some() && map.name == "first-shot"));
    let Told::Pictures(pictures) = &table.all()[1] else { panic!("no pictures") };
    assert!(pictures.films["harbour"].len() > 100);
    assert!(table.take(&chosen("nowhere")).is_empty());
    let told = table.take(&chosen("harbour"));
    assert!(matches!(told[..], [Told::Hello(_), Told::Clip(_), Told::Screen(_)]));
    let told = press(&mut table, &["M"]);
    assert!(matches!(told[..], [Told::Pictures(_), Told::Maps(_)]));
}

#[test]
fn another_language() {
    let mut table = Table::new(options(deepblue::ENTRY, Some("training")), None).unwrap();
    let told = table.take(&Deed::Speak { lang: "zh".into() });
    let Told::Hello(hello) = &told[0] else { panic!("{told:?}") };
    assert_eq!((hello.lang, hello.title), ("zh", "深蓝"));
    assert!(screen(&told).tools.iter().any(|tool| tool.label == "结束回合"));
}

/// A touch shows what an order would do, and the next one gives it.
#[test]
fn a_finger_does_not_order_at_once() {
    let mut table = Table::new(options(breach::ENTRY, Some("first-contact")), None).unwrap();
    press(&mut table, &["Tab"]);
    let told = press(&mut table, &["Escape"]);
    let unit = screen(&told).cursor.unwrap();
    let told = table.take(&Deed::Touch { cell: unit });
    let reach = screen(&told).marks.iter().find(|marked| marked.mark == "reach").unwrap();
    let goal = *reach.cells.iter().find(|cell| **cell != unit).unwrap();
    let told = table.take(&Deed::Touch { cell: goal });
    assert!(!screen(&told).considered.ghosts.is_empty());
    assert_eq!(screen(&told).notice.as_ref().unwrap().text, "touch again to do this");
    let told = table.take(&Deed::Touch { cell: goal });
    assert!(matches!(told[0], Told::Clip(_)), "it was ordered");
}

/// Nothing that a page sends does harm.
#[test]
fn nonsense_is_taken_without_harm() {
    let mut table = Table::new(options(breach::ENTRY, Some("first-contact")), None).unwrap();
    for deed in [
        Deed::Click { cell: usize::MAX },
        Deed::Entry { number: usize::MAX },
        Deed::Key { key: "\u{0}".into() },
        chosen("../../etc/passwd"),
        Deed::Look { map: String::new(), lesson: true },
        Deed::Speak { lang: "tlh".into() },
    ] {
        let _ = table.take(&deed);
    }
    assert!(!screen(&table.all()).over);
}
