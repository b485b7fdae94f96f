//! What happens in fc18, and why orders are refused, in Chinese.

use super::text::{kind_words, owner, task_words, terrain_words};
use crate::lang::Lang;
use ::fc18::kinds::{Class, MAX_ENGINEERS, MAX_FIGHTERS, MAX_TOWERS, ORDERS_A_TURN, number_of};
use ::fc18::{CorpsKind, Event, Gone, Loss, Refusal, Terrain};

fn kind(kind: CorpsKind) -> &'static str {
    kind_words(kind).1
}

fn ground(terrain: Terrain) -> &'static str {
    terrain_words(terrain).1
}

pub(super) fn event(event: &Event) -> String {
    match *event {
        Event::Moved { corps, from, to, points_left } => {
            format!("兵团 {} 从 {from} 移动到 {to}，剩余行动力 {points_left}", corps.0)
        }
        Event::CorpsAttacked { corps, target, inflicted, suffered, .. } => {
            format!("兵团 {} 攻击兵团 {}：造成 {inflicted}，承受 {suffered}", corps.0, target.0)
        }
        Event::TowerAttacked { corps, tower, inflicted, suffered, .. } => {
            format!("兵团 {} 攻击塔 {}：造成 {inflicted}，承受 {suffered}", corps.0, tower.0)
        }
        Event::CorpsShot { tower, target, inflicted, .. } => {
            format!("塔 {} 射击兵团 {}：造成 {inflicted}", tower.0, target.0)
        }
        Event::Advanced { corps, to, .. } => format!("兵团 {} 进占 {to}", corps.0),
        Event::EngineerTaken { corps, from, to, .. } => {
            format!("玩家 {} 俘获玩家 {} 的工程兵 {}", number_of(to), number_of(from), corps.0)
        }
        Event::CorpsGone { corps, kind: what, at, why, .. } => {
            format!("{at} 的{} {} 消失：{}", kind(what), corps.0, gone(why))
        }
        Event::TowerCaptured { tower, to, level, .. } => {
            format!("玩家 {} 占领塔 {}，现为 {level} 级", number_of(to), tower.0)
        }
        Event::TowerKept { tower, level } => {
            format!("塔 {} 与攻击者同归，仍属原主，现为 {level} 级", tower.0)
        }
        Event::TowerDestroyed { tower, owner, at } => {
            format!("玩家 {} 在 {at} 的塔 {} 被摧毁", number_of(owner), tower.0)
        }
        Event::TowerFounded { tower, owner, at } => {
            format!("玩家 {} 在 {at} 建塔 {}", number_of(owner), tower.0)
        }
        Event::Repaired { corps, tower, hp } => format!("兵团 {} 维修塔 {}，生命现为 {hp}", corps.0, tower.0),
        Event::TerrainOrdered { corps, at, terrain } => {
            format!("兵团 {} 开始把 {at} 改造为{}", corps.0, ground(terrain))
        }
        Event::TerrainChanged { at, terrain } => format!("{at} 变为{}", ground(terrain)),
        Event::Worked { tower, task, work, left } => {
            format!("塔 {} 为{}投入 {work}，还需 {}", tower.0, task_words(task).1, left.max(0))
        }
        Event::WorkLost { tower, work, why } => {
            format!("塔 {} 的 {work} 点生产力浪费：{}", tower.0, loss(why))
        }
        Event::Finished { tower, task, .. } => format!("塔 {} 完成{}", tower.0, task_words(task).1),
        Event::CorpsMade { corps, tower, kind: what, .. } => {
            format!("塔 {} 派出{} {}", tower.0, kind(what), corps.0)
        }
        Event::LevelChanged { tower, level, hp } => format!("塔 {} 现为 {level} 级，生命 {hp}", tower.0),
        Event::PlayerOut { player, round } => format!("玩家 {} 在第 {round} 轮出局", number_of(player)),
        Event::TurnEnded { turn, player } => format!("玩家 {} 的第 {turn} 回合结束", number_of(player)),
        Event::GameOver { turn } => format!("第 {turn} 回合后游戏结束"),
    }
}

const fn gone(why: Gone) -> &'static str {
    match why {
        Gone::Fell => "阵亡",
        Gone::WithItsTower => "随塔失陷",
        Gone::NoRoom => "俘获者的工程兵已满",
        Gone::BecameTower => "化为塔",
        Gone::WorkedOut => "劳动力用尽",
    }
}

const fn loss(why: Loss) -> &'static str {
    match why {
        Loss::Surplus => "任务用不了这么多",
        Loss::NoRoom => "该类兵团已满",
        Loss::HighestLevel => "已是最高级",
        Loss::TowerDestroyed => "塔被摧毁",
    }
}

pub(super) fn refusal(refusal: &Refusal) -> String {
    match *refusal {
        Refusal::NoPlaceLeft => format!("本回合的 {ORDERS_A_TURN} 条命令已用完"),
        Refusal::Out(seat) => format!("玩家 {} 已出局", number_of(seat)),
        Refusal::Decided => "胜负已分，命令不再执行".into(),
        Refusal::NoSuchCorps(id) => format!("没有兵团 {}", id.0),
        Refusal::DeadCorps(id) => format!("兵团 {} 已不在场上", id.0),
        Refusal::ForeignCorps(id, seat) => format!("兵团 {} 属于玩家 {}", id.0, number_of(seat)),
        Refusal::NoSuchTower(id) => format!("没有塔 {}", id.0),
        Refusal::LostTower(id) => format!("塔 {} 已不存在", id.0),
        Refusal::ForeignTower(id, seat) => format!("塔 {} 属于玩家 {}", id.0, number_of(seat)),
        Refusal::OffTheMap(id, at) => format!("兵团 {} 在地图边缘 {at}", id.0),
        Refusal::Impassable(at, terrain) => format!("{at} 的{}不能进入", ground(terrain)),
        Refusal::TooFewPoints { need, have } => format!("行动力不足：需要 {need}，有 {have}"),
        Refusal::IntoForeignTower(at, tower, seat) => {
            format!("{at} 是玩家 {} 的塔 {}", number_of(seat), tower.0)
        }
        Refusal::HeldBy(at, corps, seat) => format!("{at} 有玩家 {} 的兵团 {}", number_of(seat), corps.0),
        Refusal::ClassTaken(at, Class::Fighter, corps) => format!("{at} 已有自己的战斗兵团 {}", corps.0),
        Refusal::ClassTaken(at, Class::Engineer, corps) => format!("{at} 已有自己的工程兵 {}", corps.0),
        Refusal::NoPointsLeft(id) => format!("兵团 {} 没有行动力了", id.0),
        Refusal::NotAFighter(id, what) => format!("兵团 {} 是{}，不能攻击", id.0, kind(what)),
        Refusal::NotAnExtender(id, what) => format!("兵团 {} 是{}；只有开拓者能建塔", id.0, kind(what)),
        Refusal::NotABuilder(id, what) => format!("兵团 {} 是{}；只有建造者能做", id.0, kind(what)),
        Refusal::OwnTarget => "目标是自己的".into(),
        Refusal::OutOfRange { distance, range } => format!("目标距离 {distance}，射程 {range}"),
        Refusal::Garrisoned(corps, tower) => format!("目标兵团 {} 驻扎在塔 {} 中", corps.0, tower.0),
        Refusal::TowersFull => format!("已有 {MAX_TOWERS} 座塔"),
        Refusal::FightersFull => format!("已有 {MAX_FIGHTERS} 个战斗兵团"),
        Refusal::EngineersFull => format!("已有 {MAX_ENGINEERS} 个工程兵"),
        Refusal::TowerHere(at, tower) => format!("{at} 已有塔 {}", tower.0),
        Refusal::NotYourLand(at, whose) => format!("{at} 是{}，不是你的领地", owner(whose, Lang::Zh)),
        Refusal::NotInYourTower(id, at) => format!("兵团 {} 在 {at}，不在自己的塔中", id.0),
        Refusal::CannotBecome(from, to) => {
            format!("{}不能改造为{}：只有平原和森林可改", ground(from), ground(to))
        }
        Refusal::TowerSpent(id) => format!("塔 {} 本回合不再接受命令", id.0),
    }
}
