//! Why orders are refused in deepblue, in Chinese.

use super::text::kind_words;
use ::deepblue::order::MAX_ORDERS;
use ::deepblue::{Kind, Refusal};

fn name(kind: Kind) -> &'static str {
    kind_words(kind).1
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
