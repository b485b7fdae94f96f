//! Handing over stores: how much to offer so that nobody is stranded.

use super::controls::Hand;
use super::names::{Names, name};
use super::scene::Scene;
use crate::event::Stores;
use crate::{Amounts, Body, Kind, Order, State, Team};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use face::{Choice, Offer, Viewpoint};
use game::{Game, Lang, Words};

/// What an element may hand over: at once if it needs no fuel itself, else to be chosen.
pub(super) fn offer(state: &State, from: &Viewpoint<'_, Names>, unit: i32, target: i32) -> Choice<State> {
    let usual = Order::Supply { unit, target, amounts: Amounts::default() };
    let (Some(giver), Some(receiver)) = (state.element(unit), state.element(target)) else {
        return Choice::Nothing;
    };
    let most =
        state.supply_preview(from.seat, unit, target, Amounts::default().between(giver.kind, receiver.kind));
    let (true, Ok(most), true) = (giver.kind.is_unit(), most, state.check(from.seat, usual).is_ok()) else {
        return Choice::order(state, from, usual, Hand::Element(unit));
    };
    let keep = reserve(state, from, unit, receiver.kind.is_building());
    let title = match from.lang() {
        Lang::En => format!("Supply {}", name(target, &[state], from)),
        Lang::Zh => format!("补给{}", name(target, &[state], from)),
    };
    let offer = |(label, stores): (String, Stores)| Offer {
        label,
        order: Order::Supply {
            unit,
            target,
            amounts: Amounts::these([stores.fuel, stores.ammo, stores.metal]),
        },
        refused: None,
    };
    Choice::Ask { title, offers: amounts(giver, &most, keep, from.lang()).into_iter().map(offer).collect() }
}

/// Fuel that a unit needs for itself: to the nearest base or fort of its own; if it is there, to
/// the nearest resource and back.
pub(super) fn reserve(state: &State, from: &Viewpoint<'_, Names>, unit: i32, at_home: bool) -> Option<i32> {
    let team = Team::of(from.seat);
    let steps_to = |body: &Body| {
        let way = state.way(from.seat, unit, body.at.row.into(), body.at.col.into()).ok()?;
        Some(way.len() as i32 - 1)
    };
    if at_home {
        let scene = Scene::new(state, from.seat);
        let resources = scene.areas().filter_map(|(index, _)| state.element(index));
        let steps = resources.filter(|body| body.kind.is_resource()).filter_map(steps_to).min();
        return steps.map(|steps| 2 * steps);
    }
    let homes = state.elements().map(|(_, body)| body);
    let homes = homes.filter(|body| body.team == team && matches!(body.kind, Kind::Base | Kind::Fort));
    homes.filter_map(steps_to).min()
}

/// Amounts to choose from, each with what it says; never the same twice, and never nothing.
fn amounts(giver: &Body, most: &Stores, keep: Option<i32>, lang: Lang) -> Vec<(String, Stores)> {
    let has = i32::from(giver.fuel);
    let spare = Stores { fuel: most.fuel.min(has - keep.unwrap_or(has)).max(0), ..*most };
    let half = Stores { fuel: spare.fuel / 2, ammo: most.ammo / 2, metal: most.metal / 2 };
    let metal = Stores { metal: most.metal, ..Stores::default() };
    let choices = [
        (Words("what it can spare", "多余的部分"), spare),
        (Words("half of that", "其中一半"), half),
        (Words("metal only", "只给金属"), metal),
        (Words("everything", "全部"), *most),
    ];
    let mut offered: Vec<(String, Stores)> = vec![];
    for (words, stores) in choices {
        let nothing = stores == Stores::default();
        if !nothing && offered.iter().all(|(_, other)| *other != stores) {
            offered.push((label(words, &stores, has, keep, lang), stores));
        }
    }
    if offered.is_empty() {
        offered.push((label(Words("everything", "全部"), most, has, keep, lang), *most));
    }
    offered
}

fn label(words: Words, stores: &Stores, has: i32, keep: Option<i32>, lang: Lang) -> String {
    let Stores { fuel, ammo, metal } = *stores;
    let left = has - fuel;
    let stranded = keep.is_none_or(|keep| left < keep);
    let warning = match (stranded, keep, lang) {
        (false, ..) => String::new(),
        (true, Some(keep), Lang::En) => format!("; it needs {keep} itself!"),
        (true, Some(keep), Lang::Zh) => format!("；自己需要 {keep}！"),
        (true, None, Lang::En) => "; it has no way home!".into(),
        (true, None, Lang::Zh) => "；无法返航！".into(),
    };
    let words = lang.pick(words);
    match lang {
        Lang::En => format!("{words}: fuel {fuel}, ammo {ammo}, metal {metal}; keeps {left} fuel{warning}"),
        Lang::Zh => format!("{words}：燃料 {fuel}，弹药 {ammo}，金属 {metal}；自留燃料 {left}{warning}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::chance::Chance;
    use crate::map::{Parts, Placed, Plan};
    use board::{Cell, Size};
    use face::{Face, Look};
    use game::Seat;

    const LOOK: Look = Look { lang: Lang::En, ascii: false, colour: true };

    /// 12 by 12: my base at (1, 1), a cargo at (9, 4) with 50 fuel and 30 metal, a destroyer beside
    /// it that has 10 fuel.
    fn state() -> State {
        let size = Size::new(12, 12);
        let mut plan = Plan { size, land: vec![false; size.area()], max_population: 9, ..Plan::default() };
        let cargo = Placed::new(2, Kind::Cargo, Team::First, Cell::new(9, 4));
        let destroyer = Placed::new(3, Kind::Destroyer, Team::First, Cell::new(9, 5));
        plan.elements.push(Placed::new(1, Kind::Base, Team::First, Cell::new(1, 1)));
        plan.elements.push(Placed { fuel: Some(50), metal: Some(30), ..cargo });
        plan.elements.push(Placed { fuel: Some(10), ..destroyer });
        let parts =
            Parts { plan, round: 0, scores: [0; 2], production: [vec![], vec![]], chance: Chance::Canonical };
        State::from_parts(parts, Rules::DOCUMENT).unwrap()
    }

    fn offers(unit: i32, target: i32) -> Choice<State> {
        let state = state();
        let mut names = Names::default();
        state.learn_names(Seat(0), &mut names);
        let from = Viewpoint { seat: Seat(0), look: LOOK, names: &names };
        offer(&state, &from, unit, target)
    }

    #[test]
    fn a_cargo_keeps_what_it_needs_to_get_home() {
        let Choice::Ask { title, offers } = offers(2, 3) else { panic!("nothing is asked") };
        assert_eq!(title, "Supply your destroyer 1");
        let fuel = |offer: &Offer<State>| match offer.order {
            Order::Supply { amounts, .. } => amounts.fuel.unwrap(),
            _ => panic!("{offer:?}"),
        };
        let (first, last) = (&offers[0], &offers[offers.len() - 1]);
        assert_eq!(fuel(last), 50);
        let kept = 50 - fuel(first);
        assert!((5..=11).contains(&kept), "{kept} steps home");
        assert!(
            !first.label.contains('!') && first.label.contains(&format!("keeps {kept} fuel")),
            "{first:?}"
        );
        assert!(last.label.contains(&format!("keeps 0 fuel; it needs {kept} itself!")), "{last:?}");
    }

    /// A base needs no fuel to get anywhere.
    #[test]
    fn a_base_gives_at_once() {
        assert!(matches!(offers(1, 2), Choice::Refuse(_)), "it is too far away");
        let mut names = Names::default();
        let state = state();
        state.learn_names(Seat(0), &mut names);
        let from = Viewpoint { seat: Seat(0), look: LOOK, names: &names };
        assert_eq!(reserve(&state, &from, 2, true), None, "there is no resource");
    }
}
