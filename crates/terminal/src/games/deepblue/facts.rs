//! What happens in deepblue, in sentences that name kinds as well as numbers.

use super::text::kind_words;
use crate::lang::{Lang, Words};
use ::deepblue::{Fact, Kind, State, Stores, Team};

/// What happened, as a sentence. An element is named by its kind where it still exists: what a seat is told of it has seen.
pub(super) fn tell(state: &State, fact: &Fact, lang: Lang) -> String {
    let name = |index: i32| match state.element(index) {
        Some(body) => format!("{} {index}", lang.pick(kind_words(body.kind))),
        None => index.to_string(),
    };
    match lang {
        Lang::En => english(fact, name),
        Lang::Zh => chinese(fact, name),
    }
}

fn english(fact: &Fact, name: impl Fn(i32) -> String) -> String {
    match fact {
        Fact::AddProductionEntry { kind, .. } => format!("the base starts to build: {}", kind_words(*kind).0),
        Fact::AttackUnit { attacker, target, damage } => {
            let attacker = attacker.map_or_else(|| "something out of sight".into(), &name);
            match (target, damage) {
                (Some(target), Some(damage)) => {
                    format!("{attacker} fires at {}: {damage} damage", name(*target))
                }
                _ => format!("{attacker} fires at something out of sight"),
            }
        }
        Fact::AttackMiss { attacker, at } => format!("{} fires at {at} and hits nothing", name(*attacker)),
        Fact::Capture { fort, team } => format!("{} takes {}", side(*team).0, name(*fort)),
        Fact::Destroy { unit } => format!("{} is destroyed", name(*unit)),
        Fact::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
            format!("{} gives {}: fuel {fuel}, ammo {ammo}, metal {metal}", name(*giver), name(*receiver))
        }
        Fact::Supply { giver, receiver, stores: None } => {
            format!("{} supplies {}", name(*giver), name(*receiver))
        }
        Fact::Fix { base, target, metal, health } => {
            let cost = metal.map_or_else(String::new, |metal| format!(" for {metal} metal"));
            format!("{} repairs {}: {health} health{cost}", name(*base), name(*target))
        }
        Fact::ChangeDest { unit, to } => format!("{} heads for {to}", name(*unit)),
        Fact::Move { unit, way } => match (way.first(), way.last()) {
            (Some(from), Some(to)) => format!("{} moves from {from} to {to}", name(*unit)),
            _ => format!("{} moves", name(*unit)),
        },
        Fact::Collect { cargo, resource, fuel, metal } => {
            format!("{} collects from {}: fuel {fuel}, metal {metal}", name(*cargo), name(*resource))
        }
        Fact::Create { unit, kind, at } => format!("{} {unit} is built at {at}", kind_words(*kind).0),
    }
}

fn chinese(fact: &Fact, name: impl Fn(i32) -> String) -> String {
    match fact {
        Fact::AddProductionEntry { kind, .. } => format!("基地开始生产{}", kind_name(*kind)),
        Fact::AttackUnit { attacker, target, damage } => {
            let attacker = attacker.map_or_else(|| "视野外的单位".into(), &name);
            match (target, damage) {
                (Some(target), Some(damage)) => format!("{attacker} 攻击 {}：伤害 {damage}", name(*target)),
                _ => format!("{attacker} 攻击视野外的目标"),
            }
        }
        Fact::AttackMiss { attacker, at } => format!("{} 向 {at} 开火，没有击中", name(*attacker)),
        Fact::Capture { fort, team } => format!("{}占领 {}", side(*team).1, name(*fort)),
        Fact::Destroy { unit } => format!("{} 被摧毁", name(*unit)),
        Fact::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
            format!("{} 补给 {}：燃料 {fuel}，弹药 {ammo}，金属 {metal}", name(*giver), name(*receiver))
        }
        Fact::Supply { giver, receiver, stores: None } => {
            format!("{} 补给 {}", name(*giver), name(*receiver))
        }
        Fact::Fix { base, target, metal, health } => {
            let cost = metal.map_or_else(String::new, |metal| format!("，用去金属 {metal}"));
            format!("{} 维修 {}：生命 +{health}{cost}", name(*base), name(*target))
        }
        Fact::ChangeDest { unit, to } => format!("{} 前往 {to}", name(*unit)),
        Fact::Move { unit, way } => match (way.first(), way.last()) {
            (Some(from), Some(to)) => format!("{} 从 {from} 移动到 {to}", name(*unit)),
            _ => format!("{} 移动", name(*unit)),
        },
        Fact::Collect { cargo, resource, fuel, metal } => {
            format!("{} 从 {} 采集燃料 {fuel}、金属 {metal}", name(*cargo), name(*resource))
        }
        Fact::Create { unit, kind, at } => format!("{} {unit} 在 {at} 建成", kind_name(*kind)),
    }
}

fn kind_name(kind: Kind) -> &'static str {
    kind_words(kind).1
}

const fn side(team: Team) -> Words {
    match team {
        Team::First => Words("the first side", "第一方"),
        Team::Second => Words("the second side", "第二方"),
        Team::Nobody => Words("nobody", "中立方"),
    }
}
