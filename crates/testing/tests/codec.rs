//! Orders of every game survive the way to bytes and back.

use proptest::prelude::*;
use testing::laws::{order_survives_bytes, orders_have_one_form};

/// Numbers as orders have them, small ones more often than others.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![3 => -3..130i64, 1 => any::<i32>().prop_map(i64::from), 1 => 0..256i64]
}

proptest! {
    #[test]
    fn bytes_are_orders_in_one_way_only(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        orders_have_one_form::<breach::Order>(&bytes);
        orders_have_one_form::<goblins::Order>(&bytes);
        orders_have_one_form::<fc18::Order>(&bytes);
        orders_have_one_form::<deepblue::Order>(&bytes);
    }

    #[test]
    fn breach(cells in any::<[u8; 4]>(), near in any::<bool>()) {
        let [a, b, c, d] = if near { cells.map(|side| side % 8) } else { cells };
        let (unit, other) = (board::Cell::new(a, b), board::Cell::new(c, d));
        order_survives_bytes(&breach::Order::Move { unit, to: other });
        order_survives_bytes(&breach::Order::Attack { unit, target: other });
    }

    #[test]
    fn fc18(kind in 0..2i64, operation in 0..10i64, actor in number(), third in number()) {
        for numbers in [&[operation, actor][..], &[operation, actor, third], &[operation, actor, third % 13]] {
            if let Ok(order) = fc18::Order::from_numbers(kind, numbers) {
                order_survives_bytes(&order);
            }
        }
    }

    #[test]
    fn deepblue(numbers in prop::collection::vec(number(), 5), given in any::<[bool; 3]>()) {
        for (name, count) in [("ap", 4), ("au", 2), ("cd", 4), ("fx", 2), ("pd", 1), ("sp", 5), ("cc", 1)] {
            let numbers: Vec<String> = numbers[..count].iter().map(i64::to_string).collect();
            order_survives_bytes(&deepblue::Order::parse(&(name.to_owned() + &numbers.join(" "))).unwrap());
        }
        let amount = |at: usize| given[at].then_some(numbers[at + 2] as i32);
        let amounts = deepblue::Amounts { fuel: amount(0), ammo: amount(1), metal: amount(2) };
        let (unit, target) = (numbers[0] as i32, numbers[1] as i32);
        order_survives_bytes(&deepblue::Order::Supply { unit, target, amounts });
    }
}

#[test]
fn goblins() {
    goblins::Order::ALL.iter().for_each(order_survives_bytes);
}

/// Packed replays of all ages depend on the forms: a change of one is an error, whatever the
/// change.
#[test]
fn the_forms_are_those_on_file() {
    let mut checked = 0;
    for line in include_str!("data/codec.txt").lines().filter(|line| !line.starts_with('#')) {
        let (game, rest) = line.split_once(' ').unwrap();
        let (form, wanted) = rest.split_once(' ').unwrap();
        assert_eq!(read(game, &bytes(form)), [wanted], "{line}");
        checked += 1;
    }
    assert_eq!(checked, 25);
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let pairs = (0..hexadecimal.len()).step_by(2).map(|at| &hexadecimal[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// The orders in some bytes, as their games write them.
fn read(game: &str, bytes: &[u8]) -> Vec<String> {
    match game {
        "breach" => texts(orders_have_one_form::<breach::Order>(bytes)),
        "goblins" => texts(orders_have_one_form::<goblins::Order>(bytes)),
        "deepblue" => texts(orders_have_one_form::<deepblue::Order>(bytes)),
        _ => {
            let orders = orders_have_one_form::<fc18::Order>(bytes).into_iter().map(fc18::Order::to_numbers);
            orders.map(|(kind, parameters)| format!("{kind} {:?}", parameters.as_slice())).collect()
        }
    }
}

fn texts(orders: Vec<impl ToString>) -> Vec<String> {
    orders.iter().map(ToString::to_string).collect()
}
