//! What happens in deepblue, and why orders are refused, in Chinese.

use super::text::kind_words;
use ::deepblue::order::MAX_ORDERS;
use ::deepblue::{Fact, Kind, Refusal, Stores};

fn name(kind: Kind) -> &'static str {
    kind_words(kind).1
}

pub(super) fn fact(fact: &Fact) -> String {
    match fact {
        Fact::AddProductionEntry { team, kind } => format!("队伍 {} 开始生产{}", *team as u8, name(*kind)),
        Fact::AttackUnit { attacker, target, damage } => {
            let attacker = attacker.map_or_else(|| "视野外的单位".into(), |index| index.to_string());
            match (target, damage) {
                (Some(target), Some(damage)) => format!("{attacker} 攻击 {target}：伤害 {damage}"),
                _ => format!("{attacker} 攻击视野外的目标"),
            }
        }
        Fact::AttackMiss { attacker, at } => format!("{attacker} 向 {at} 开火，没有击中"),
        Fact::Capture { fort, team } => format!("队伍 {} 占领据点 {fort}", *team as u8),
        Fact::Destroy { unit } => format!("{unit} 被摧毁"),
        Fact::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
            format!("{giver} 补给 {receiver}：燃料 {fuel}，弹药 {ammo}，金属 {metal}")
        }
        Fact::Supply { giver, receiver, stores: None } => format!("{giver} 补给 {receiver}"),
        Fact::Fix { base, target, metal, health } => {
            let cost = metal.map_or_else(String::new, |metal| format!("，用去金属 {metal}"));
            format!("{base} 维修 {target}：生命 +{health}{cost}")
        }
        Fact::ChangeDest { unit, to } => format!("{unit} 前往 {to}"),
        Fact::Move { unit, way } => match (way.first(), way.last()) {
            (Some(from), Some(to)) => format!("{unit} 从 {from} 移动到 {to}"),
            _ => format!("{unit} 移动"),
        },
        Fact::Collect { cargo, resource, fuel, metal } => {
            format!("{cargo} 从 {resource} 采集燃料 {fuel}、金属 {metal}")
        }
        Fact::Create { unit, kind, at } => format!("{} {unit} 在 {at} 建成", name(*kind)),
    }
}

pub(super) fn refusal(refusal: &Refusal) -> String {
    match *refusal {
        Refusal::TooManyOrders => format!("一回合最多 {MAX_ORDERS} 条命令"),
        Refusal::NotYours { unit } => format!("{unit} 不是你的"),
        Refusal::CannotAttack { kind } => format!("{}不能攻击", name(kind)),
        Refusal::OffTheMap { x, y, z } => format!("({x}, {y}, {z}) 不在地图上"),
        Refusal::CannotAimUnderWater { kind } => format!("{}不能攻击水下", name(kind)),
        Refusal::OutOfRange { distance, range } => format!("超出射程：距离 {distance}，射程 {range}"),
        Refusal::NotEnoughAmmo { has, needs } => format!("弹药不足：有 {has}，需要 {needs}"),
        Refusal::NoSuchTarget { target } => format!("没有 {target} 这个目标"),
        Refusal::TargetIsResource { kind } => format!("目标是{}", name(kind)),
        Refusal::TargetIsOwn { target } => format!("{target} 是己方的"),
        Refusal::TargetIsNotOwn { target } => format!("{target} 不是己方的"),
        Refusal::CannotSupply { kind } => format!("{}不能补给别人", name(kind)),
        Refusal::CargoCannotSupplyPlanes => "运输舰不能补给飞机".into(),
        Refusal::CannotFix { kind } => format!("{}不能维修：只有基地可以", name(kind)),
        Refusal::BaseCannotBeFixed => "基地不能维修".into(),
        Refusal::PlaneMustBeAbove { distance } => format!("太远：距离 {distance}，飞机必须在正上方"),
        Refusal::MustBeBeside { distance } => format!("太远：距离 {distance}，最多 1"),
        Refusal::CannotMove { kind } => format!("{}不能移动", name(kind)),
        Refusal::CannotProduce { number } => format!("不能生产类型 {number}：单位是 4 到 9"),
        Refusal::NotEnoughMetal { has, needs } => format!("金属不足：有 {has}，需要 {needs}"),
        Refusal::ProductionFull => "生产列表已满".into(),
    }
}
