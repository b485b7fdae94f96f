//! What happens in goblins, and why orders are refused, in Chinese.

use super::{kind_words, terrain_words};
use ::goblins::event::{FireballEnd, Halt, Wall};
use ::goblins::{Event, Phase, Refusal};
use board::Direction;

const fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "上",
        Direction::Down => "下",
        Direction::Left => "左",
        Direction::Right => "右",
    }
}

pub(super) fn event(event: &Event) -> String {
    match *event {
        Event::Stepped { from, to } => format!("{from} 的法师走到 {to}"),
        Event::Fireball { from, direction, end } => {
            format!("{from} 的法师向{}施放火球：{}", way(direction), fireball_end(end))
        }
        Event::Tornado { at } => format!("{at} 的法师施放龙卷风"),
        Event::Blown { kind, from, to } => format!("{from} 的{}被吹到 {to}", kind_words(kind).1),
        Event::Drowned { kind, from, water } => {
            format!("{from} 的{}被吹入 {water} 的深水淹死", kind_words(kind).1)
        }
        Event::Held { from, to, wall } if from == to => format!("{from} 的单位被{}挡住", wall_name(wall)),
        Event::Held { from, to, wall } => format!("{from} 到 {to} 的单位被{}挡住", wall_name(wall)),
        Event::TurnEnded { turn } => format!("第 {turn} 回合：哥布林行动"),
        Event::Patrolled { from, to } => format!("{from} 的巡逻型哥布林走到 {to}"),
        Event::TurnedRound { at, facing, why } => {
            format!("{at} 的巡逻型哥布林转身向{}：{}", way(facing), halt(why))
        }
        Event::Idle { at } => format!("{at} 的巡逻型哥布林从不行动"),
        Event::Sees { goblin, mage, away } => {
            format!("{goblin} 的追踪型哥布林看见 {mage} 的法师，距离 {away}")
        }
        Event::SeesNobody { at, sight } => format!("{at} 的追踪型哥布林在视野 {sight} 内看不见人，不动"),
        Event::NoWay { at } => format!("{at} 的追踪型哥布林到不了它看见的人，不动"),
        Event::Chose { goblin, mage, distance } => {
            format!("{goblin} 的追踪型哥布林扑向 {mage} 的法师，路程 {distance}")
        }
        Event::Rushed { from, to } => format!("{from} 的追踪型哥布林移动到 {to}"),
        Event::Struck { at } => format!("{at} 的哥布林出击"),
        Event::Slain { mage, by } => format!("{mage} 的法师被 {by} 的哥布林杀死"),
        Event::Over { phase: Phase::Playing } => "游戏继续".into(),
        Event::Over { phase: Phase::Won } => "只剩法师：胜利".into(),
        Event::Over { phase: Phase::Lost } => "只剩哥布林：失败".into(),
        Event::Over { phase: Phase::Drawn } => "无人幸存：平局".into(),
    }
}

fn fireball_end(end: FireballEnd) -> String {
    match end {
        FireballEnd::Unit { kind, at } => format!("{at} 的{}被烧死", kind_words(kind).1),
        FireballEnd::Mountain { at } => format!("撞上 {at} 的高山"),
        FireballEnd::Edge => "没有击中任何人".into(),
    }
}

fn wall_name(wall: Wall) -> String {
    match wall {
        Wall::Edge => "棋盘边缘".into(),
        Wall::Mountain(at) => format!(" {at} 的高山"),
    }
}

fn halt(why: Halt) -> String {
    match why {
        Halt::Struck => "已出击".into(),
        Halt::NoStepsLeft => "步数走完".into(),
        Halt::Edge => "到了棋盘边缘".into(),
        Halt::Terrain(at, terrain) => format!("{at} 是{}", terrain_words(terrain).1),
        Halt::Unit(at) => format!("{at} 有单位"),
    }
}

pub(super) fn refusal(refusal: &Refusal) -> String {
    match *refusal {
        Refusal::NobodyToMove => "本回合所有法师都已行动；请结束回合".into(),
        Refusal::NoPointsLeft => "此法师没有行动力了：本回合的 3 步已走完".into(),
        Refusal::Edge(direction) => format!("向{}一步会离开棋盘", way(direction)),
        Refusal::NotPlain(cell, terrain) => format!("{cell} 是{}；只能走平原", terrain_words(terrain).1),
        Refusal::Occupied(cell) => format!("{cell} 有其他单位"),
    }
}
