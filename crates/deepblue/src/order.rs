//! What a player can ask for, and why it may be refused.

use crate::kinds::Kind;
use crate::state::MAX_PRODUCTION;
use core::fmt;
use game::{Lang, Speak, say};

/// An order. Elements are named by their indices; numbers are whatever the player wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields are named for what they are")]
pub enum Order {
    /// Fire at a place, whoever is there or nobody.
    AttackPos { unit: i32, row: i32, col: i32, level: i32 },
    /// Fire at an element.
    AttackUnit { unit: i32, target: i32 },
    /// Go to a cell, over as many rounds as it takes. `level` means nothing.
    ChangeDest { unit: i32, row: i32, col: i32, level: i32 },
    /// Repair an element with the base's metal.
    Fix { unit: i32, target: i32 },
    /// Start to build a unit; `kind` is its type number.
    Produce { kind: i32 },
    /// Hand over stores.
    Supply { unit: i32, target: i32, amounts: Amounts },
    /// Drop what was ordered for this unit in this round.
    Cancel { unit: i32 },
}

/// How much fuel, ammunition and metal to hand over: negative means as much as possible, none what
/// is usual between the two kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Amounts {
    pub fuel: Option<i32>,
    pub ammo: Option<i32>,
    pub metal: Option<i32>,
}

impl Amounts {
    /// Exactly these.
    #[must_use]
    pub const fn these([fuel, ammo, metal]: [i32; 3]) -> Self {
        Self { fuel: Some(fuel), ammo: Some(ammo), metal: Some(metal) }
    }

    /// The three amounts between a giver and a receiver of these kinds.
    #[must_use]
    pub fn between(self, giver: Kind, receiver: Kind) -> [i32; 3] {
        let usual_metal = match giver {
            Kind::Fort => -1,
            Kind::Cargo if receiver.is_building() => -1,
            _ => 0,
        };
        [self.fuel.unwrap_or(-1), self.ammo.unwrap_or(-1), self.metal.unwrap_or(usual_metal)]
    }
}

impl Order {
    /// The element that is to act; none for `Produce`.
    #[must_use]
    pub const fn unit(self) -> Option<i32> {
        match self {
            Self::AttackPos { unit, .. }
            | Self::AttackUnit { unit, .. }
            | Self::ChangeDest { unit, .. }
            | Self::Fix { unit, .. }
            | Self::Supply { unit, .. }
            | Self::Cancel { unit } => Some(unit),
            Self::Produce { .. } => None,
        }
    }

    /// The element it is to be done to.
    #[must_use]
    pub const fn target(self) -> Option<i32> {
        match self {
            Self::AttackUnit { target, .. } | Self::Fix { target, .. } | Self::Supply { target, .. } => {
                Some(target)
            }
            _ => None,
        }
    }

    /// Reads an order as it stands on the old wire, without the comma: two letters, then integers
    /// with one blank between them. Places and amounts beyond 32 bits count as the largest; an
    /// index beyond them is nobody's.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_at_checked(2)?;
        Some(match name {
            "ap" => {
                let [unit, row, col, level] = integers(rest)?;
                Self::AttackPos { unit: index(unit), row: cut(row), col: cut(col), level: cut(level) }
            }
            "au" => {
                let [unit, target] = integers(rest)?;
                Self::AttackUnit { unit: index(unit), target: index(target) }
            }
            "cd" => {
                let [unit, row, col, level] = integers(rest)?;
                Self::ChangeDest { unit: index(unit), row: cut(row), col: cut(col), level: cut(level) }
            }
            "fx" => {
                let [unit, target] = integers(rest)?;
                Self::Fix { unit: index(unit), target: index(target) }
            }
            "pd" => {
                let [kind] = integers(rest)?;
                Self::Produce { kind: cut(kind) }
            }
            "sp" => {
                let [unit, target, fuel, ammo, metal] = integers(rest)?;
                Self::Supply {
                    unit: index(unit),
                    target: index(target),
                    amounts: Amounts::these([cut(fuel), cut(ammo), cut(metal)]),
                }
            }
            "cc" => {
                let [unit] = integers(rest)?;
                Self::Cancel { unit: index(unit) }
            }
            _ => return None,
        })
    }
}

/// Exactly `N` integers with one blank between them.
fn integers<const N: usize>(text: &str) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut words = text.split(' ');
    for number in &mut numbers {
        *number = integer(words.next()?)?;
    }
    words.next().is_none().then_some(numbers)
}

/// An integer of any length; beyond 64 bits it counts as the largest.
fn integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if digits.len() == word.len() { i64::MAX } else { i64::MIN };
    Some(word.parse().unwrap_or(beyond))
}

/// An element's index; what is beyond 32 bits becomes one that no element has.
fn index(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(-1)
}

/// A place or an amount; what is beyond 32 bits becomes the largest.
fn cut(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// As on the old wire, without the comma. There amounts cannot be left out: they show as all that
/// is possible.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AttackPos { unit, row, col, level } => write!(f, "ap{unit} {row} {col} {level}"),
            Self::AttackUnit { unit, target } => write!(f, "au{unit} {target}"),
            Self::ChangeDest { unit, row, col, level } => write!(f, "cd{unit} {row} {col} {level}"),
            Self::Fix { unit, target } => write!(f, "fx{unit} {target}"),
            Self::Produce { kind } => write!(f, "pd{kind}"),
            Self::Supply { unit, target, amounts } => {
                let [fuel, ammo, metal] = amounts.between(Kind::Fort, Kind::Fort);
                write!(f, "sp{unit} {target} {fuel} {ammo} {metal}")
            }
            Self::Cancel { unit } => write!(f, "cc{unit}"),
        }
    }
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum Refusal {
    TooManyOrders,
    NotYours { unit: i32 },
    CannotAttack { kind: Kind },
    OffTheMap { row: i32, col: i32, level: i32 },
    CannotAimUnderWater { kind: Kind },
    OutOfRange { distance: i32, range: i32 },
    NotEnoughAmmo { has: i16, needs: i16 },
    NoSuchTarget { target: i32 },
    TargetIsResource { kind: Kind },
    TargetIsOwn { target: i32 },
    TargetIsNotOwn { target: i32 },
    CannotSupply { kind: Kind },
    CargoCannotSupplyPlanes,
    CannotFix { kind: Kind },
    BaseCannotBeFixed,
    PlaneMustBeAbove { distance: i32 },
    MustBeBeside { distance: i32 },
    CannotMove { kind: Kind },
    CannotProduce { number: i32 },
    NotEnoughMetal { has: i16, needs: i16 },
    ProductionFull,
}

impl Speak for Refusal {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooManyOrders => say!(
                f,
                lang,
                "more than {MAX_ORDERS} orders in one turn are not read",
                "一轮最多 {MAX_ORDERS} 条命令"
            ),
            Self::NotYours { unit } => say!(f, lang, "{unit} is not yours", "{unit} 不是你的"),
            Self::CannotAttack { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "a {kind} cannot attack", "{kind}不能攻击")
            }
            Self::OffTheMap { row, col, level } => {
                say!(
                    f,
                    lang,
                    "({row}, {col}, {level}) is not on the map",
                    "({row}, {col}, {level}) 不在地图上"
                )
            }
            Self::CannotAimUnderWater { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "a {kind} cannot aim under water", "{kind}不能攻击水下")
            }
            Self::OutOfRange { distance, range } => say!(
                f,
                lang,
                "out of range: distance {distance}, range {range}",
                "超出射程：距离 {distance}，射程 {range}"
            ),
            Self::NotEnoughAmmo { has, needs } => {
                say!(f, lang, "not enough ammunition: {has} of {needs}", "弹药不足：有 {has}，需要 {needs}")
            }
            Self::NoSuchTarget { target } => {
                say!(f, lang, "there is no element {target}", "没有 {target} 这个目标")
            }
            Self::TargetIsResource { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "the target is a {kind}", "目标是{kind}")
            }
            Self::TargetIsOwn { target } => say!(f, lang, "{target} is your own", "{target} 是己方的"),
            Self::TargetIsNotOwn { target } => {
                say!(f, lang, "{target} is not your own", "{target} 不是己方的")
            }
            Self::CannotSupply { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "a {kind} cannot supply others", "{kind}不能补给别人")
            }
            Self::CargoCannotSupplyPlanes => {
                say!(f, lang, "a cargo cannot supply planes", "运输舰不能补给飞机")
            }
            Self::CannotFix { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "a {kind} cannot fix others: only a base can", "{kind}不能维修：只有基地可以")
            }
            Self::BaseCannotBeFixed => say!(f, lang, "a base cannot be repaired", "基地不能维修"),
            Self::PlaneMustBeAbove { distance } => say!(
                f,
                lang,
                "too far away: distance {distance}, a plane must be straight above (0)",
                "太远：距离 {distance}，飞机必须在正上方"
            ),
            Self::MustBeBeside { distance } => say!(
                f,
                lang,
                "too far away: distance {distance}, at most 1 is possible",
                "太远：距离 {distance}，最多 1"
            ),
            Self::CannotMove { kind } => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "a {kind} cannot move", "{kind}不能移动")
            }
            Self::CannotProduce { number } => say!(
                f,
                lang,
                "nothing of type {number} can be produced: units are 4 to 9",
                "不能生产类型 {number}：单位是 4 到 9"
            ),
            Self::NotEnoughMetal { has, needs } => {
                say!(f, lang, "not enough metal: {has} of {needs}", "金属不足：有 {has}，需要 {needs}")
            }
            Self::ProductionFull => say!(
                f,
                lang,
                "the production list is full: it holds {MAX_PRODUCTION} entries",
                "生产列表已满：最多 {MAX_PRODUCTION} 项"
            ),
        }
    }
}

game::display_in_english!(Refusal);

/// The most orders that are read from a seat in one turn.
pub const MAX_ORDERS: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn orders_read_as_they_are_written() {
        for text in ["ap1 2 3 0", "au10 20", "cd7 -1 99 2", "fx1 2", "pd4", "sp1 2 -1 0 50", "cc9"] {
            assert_eq!(Order::parse(text).map(|order| order.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Order::parse("cc99999999999"), Some(Order::Cancel { unit: -1 }));
        let far = Order::ChangeDest { unit: i32::MAX, row: i32::MAX, col: i32::MIN, level: 0 };
        assert_eq!(Order::parse("cd2147483647 2147483648 -99999999999999999999 0"), Some(far));
        for text in [
            "", "c", "cc", "cc ", "cc 1", "cc1 ", "cc1 2", "au1  2", "au1", "xx1", "cc+1", "cc1.0", "é1",
            "cc--1",
        ] {
            assert_eq!(Order::parse(text), None, "{text}");
        }
    }
}
