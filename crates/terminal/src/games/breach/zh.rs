//! What happens in breach, and why orders are refused, in Chinese.

use super::kind_words;
use ::breach::event::Obstacle;
use ::breach::{Event, Kind, Refusal};

fn name(kind: Kind) -> &'static str {
    kind_words(kind).1
}

pub(super) fn event(event: &Event) -> String {
    match *event {
        Event::Moved { kind, from, to } => format!("{from} 的{}移动到 {to}", name(kind)),
        Event::Attacked { kind, from, target } => format!("{from} 的{}攻击 {target}", name(kind)),
        Event::Hurt { kind, at, damage, hp } => {
            format!("{at} 的{}失去 {damage} 点生命，剩 {hp}", name(kind))
        }
        Event::Pushed { kind, from, to } => format!("{from} 的{}被击退到 {to}", name(kind)),
        Event::Held { kind, at, why: Obstacle::Edge } => {
            format!("{at} 的{}被推向棋盘边缘，原地不动", name(kind))
        }
        Event::Held { kind, at, why: Obstacle::Forest } => {
            format!("{at} 的{}被推向森林，原地不动", name(kind))
        }
        Event::Bumped { kind, at, into, into_at } => {
            format!("{at} 的{}撞上 {into_at} 的{}", name(kind), name(into))
        }
        Event::HitMountain { kind, at, mountain } => {
            format!("{at} 的{}撞上 {mountain} 的山脉，山脉崩塌", name(kind))
        }
        Event::Drowned { kind, at, ocean } => format!("{at} 的{}被推入 {ocean} 的海洋，淹没", name(kind)),
        Event::Flattened { mountain } => format!("{mountain} 的山脉被夷平"),
        Event::Died { kind, at } => format!("{at} 的{}阵亡", name(kind)),
        Event::Stayed { kind, at } => format!("{at} 的{}原地不动：没有更近的格子", name(kind)),
        Event::Healed { kind, at, by, hp } => {
            format!("{at} 的{}受森林滋养，生命 +{by}，现为 {hp}", name(kind))
        }
        Event::TurnEnded { turn } => format!("第 {turn} 回合结束，敌方行动"),
        Event::Over { won: true } => "敌人全部消灭：胜利".into(),
        Event::Over { won: false } => "己方单位全部阵亡：失败".into(),
    }
}

pub(super) fn refusal(refusal: &Refusal) -> String {
    match *refusal {
        Refusal::GameOver => "游戏已经结束".into(),
        Refusal::OffBoard(cell) => format!("{cell} 不在棋盘上"),
        Refusal::NoUnit(cell) => format!("{cell} 没有单位"),
        Refusal::EnemyUnit(cell) => format!("{cell} 的单位是敌方的"),
        Refusal::HasMoved(cell) => format!("{cell} 的单位本回合已经移动过"),
        Refusal::HasAttacked(cell) => format!("{cell} 的单位本回合已经攻击过"),
        Refusal::NoAttacksYet => "第一阶段没有攻击".into(),
        Refusal::OutOfReach { unit, to } => format!("{unit} 的单位到不了 {to}"),
        Refusal::OutOfRange { unit, target } => format!("{target} 不在 {unit} 的单位的攻击范围内"),
    }
}
