//! What happens, and who may know of it.

use crate::kinds::{Kind, Team};
use crate::place::{Area, Place};
use crate::state::{Slot, State};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use game::sentence::speak;
use game::{Lang, Seat, Speak, say};

/// Something that happened, together with who could see it at that moment.
///
/// Within [`Fact`] a field that is left out for a seat is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub fact: Fact,
    /// What each seat has to do with it; cleared in an event that was told to a seat.
    witness: [Witness; 2],
}

/// What happened. Elements are named by their indices; a part that the seat may not know is none.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
pub enum Fact {
    /// An order to produce was paid and entered.
    AddProductionEntry {
        /// Whose order.
        team: Team,
        /// What will be built.
        kind: Kind,
    },
    /// An attack met its target.
    AttackUnit {
        /// Who fired.
        attacker: Option<i32>,
        /// Who was hit.
        target: Option<i32>,
        /// Health that the target lost.
        damage: Option<i32>,
    },
    /// An attack met nothing it could hurt.
    AttackMiss {
        /// Who fired.
        attacker: i32,
        /// What it aimed at.
        at: Place,
    },
    /// A fort changed sides.
    Capture {
        /// The fort.
        fort: i32,
        /// Whose it is now.
        team: Team,
    },
    /// An element was destroyed, or a plane crashed.
    Destroy {
        /// Which one.
        unit: i32,
    },
    /// Stores changed hands.
    Supply {
        /// Who gave.
        giver: i32,
        /// Who received.
        receiver: i32,
        /// How much.
        stores: Option<Stores>,
    },
    /// A base repaired something.
    Fix {
        /// The base.
        base: i32,
        /// What it repaired.
        target: i32,
        /// Metal it took.
        metal: Option<i32>,
        /// Health that the target gained.
        health: i32,
    },
    /// A unit has a new goal.
    ChangeDest {
        /// Which unit.
        unit: i32,
        /// Where it is going.
        to: Place,
    },
    /// A unit moved.
    Move {
        /// Which unit.
        unit: i32,
        /// The places along its way, as far as they were seen; the first is where it was.
        way: Vec<Place>,
    },
    /// A cargo took from a resource.
    Collect {
        /// The cargo.
        cargo: i32,
        /// The mine or oilfield.
        resource: i32,
        /// Fuel it took.
        fuel: i32,
        /// Metal it took.
        metal: i32,
    },
    /// A unit was born.
    Create {
        /// Its index.
        unit: i32,
        /// What it is.
        kind: Kind,
        /// Where it is.
        at: Place,
    },
}

/// Amounts that changed hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Stores {
    /// Fuel.
    pub fuel: i32,
    /// Ammunition.
    pub ammo: i32,
    /// Metal.
    pub metal: i32,
}

/// What one seat has to do with an event. *First* is what the fact names first, *second* what it
/// names next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Witness {
    owns_first: bool,
    owns_second: bool,
    sees_first: bool,
    sees_second: bool,
    /// For a movement, which places of the way are in sight.
    way: Vec<bool>,
}

impl Event {
    /// Whether what happened is the seat's own doing, or happened to its own element. In an event
    /// that was told to a seat nobody is known.
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        let own = |witness: &Witness| match self.fact {
            // A birth names a place first; whose it is comes second.
            Fact::Create { .. } => witness.owns_second,
            _ => witness.owns_first,
        };
        self.witness.get(seat.index()).is_some_and(own)
    }

    /// What a seat is told of it.
    #[must_use]
    pub(crate) fn redact_for(&self, seat: Seat) -> Option<Self> {
        let witness = self.witness.get(seat.index())?;
        let fact = witness.tell(&self.fact)?;
        Some(Self { fact, witness: [Witness::default(), Witness::default()] })
    }
}

impl Witness {
    /// The table of what is told of one's own and of what one sees.
    fn tell(&self, fact: &Fact) -> Option<Fact> {
        let sees_both = self.sees_first && self.sees_second;
        let whole = |told: bool| told.then(|| fact.clone());
        match fact {
            Fact::AddProductionEntry { .. } | Fact::ChangeDest { .. } => whole(self.owns_first),
            Fact::AttackUnit { attacker, target, damage } => {
                if sees_both {
                    whole(true)
                } else if self.owns_first {
                    Some(Fact::AttackUnit { attacker: *attacker, target: None, damage: None })
                } else if self.owns_second {
                    Some(Fact::AttackUnit { attacker: None, target: *target, damage: *damage })
                } else {
                    None
                }
            }
            Fact::AttackMiss { attacker, .. } => {
                if sees_both {
                    whole(true)
                } else {
                    let attacker = self.owns_first.then_some(*attacker)?;
                    Some(Fact::AttackUnit { attacker: Some(attacker), target: None, damage: None })
                }
            }
            Fact::Capture { .. } | Fact::Create { .. } => {
                whole(self.owns_first || self.owns_second || self.sees_first)
            }
            Fact::Destroy { .. } => whole(self.owns_first || self.sees_first),
            Fact::Supply { giver, receiver, .. } if !self.owns_first => {
                sees_both.then_some(Fact::Supply { giver: *giver, receiver: *receiver, stores: None })
            }
            Fact::Fix { base, target, health, .. } if !self.owns_first => {
                sees_both.then_some(Fact::Fix { base: *base, target: *target, metal: None, health: *health })
            }
            Fact::Supply { .. } | Fact::Fix { .. } => whole(true),
            Fact::Move { unit, way } if !self.owns_first => {
                let seen = way.iter().zip(&self.way).filter(|(_, seen)| **seen);
                let way: Vec<Place> = seen.map(|(place, _)| *place).collect();
                (!way.is_empty()).then_some(Fact::Move { unit: *unit, way })
            }
            Fact::Move { .. } => whole(true),
            Fact::Collect { .. } => whole(self.owns_first || sees_both),
        }
    }
}

/// Something an event names, on the board as it is now.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Nothing,
    Element(Slot),
    /// A place, or what a team has there.
    Place(Place),
    /// Something of this team that is nowhere.
    Of(Team),
}

impl State {
    /// An event with who owns and sees what it names, at this moment.
    pub(crate) fn event(&self, fact: Fact, first: Named, second: Named) -> Event {
        let witness = Team::BOTH.map(|team| {
            let way = match &fact {
                Fact::Move { way, .. } => way.iter().map(|place| self.sees_place(team, *place)).collect(),
                _ => Vec::new(),
            };
            let ((owns_first, sees_first), (owns_second, sees_second)) =
                (self.knows(team, first), self.knows(team, second));
            Witness { owns_first, owns_second, sees_first, sees_second, way }
        });
        Event { fact, witness }
    }

    /// Whether a team owns and whether it sees something.
    fn knows(&self, team: Team, named: Named) -> (bool, bool) {
        match named {
            Named::Nothing => (false, false),
            Named::Of(owner) => (owner == team, owner == team),
            Named::Place(place) => (false, self.sees_place(team, place)),
            Named::Element(slot) => {
                let body = self.elements.get(slot);
                (body.team == team, self.sees(team, body.area(), body.kind.level()))
            }
        }
    }

    fn sees_place(&self, team: Team, place: Place) -> bool {
        self.sees(team, Area::cell(place.cell), place.level)
    }
}

game::sentences! {
    /// What can be said of a fact.
    pub enum Sentence {
        Ordered: Routine, None, "{0s} starts to build a {1k}", "{0s}开始建造{1k}";
        Hit: Battle, Shot, "{0p} fires at {1p}: {2n} damage", "{0p} 攻击 {1p}：伤害 {2n}";
        FiredUnseen: Battle, None, "{0p} fires at something out of sight", "{0p} 攻击视野外的目标";
        HitFromUnseen: Battle, None, "something out of sight fires at {0p}: {1n} damage", "视野外的单位攻击 {0p}：伤害 {1n}";
        Fired: Battle, None, "something out of sight fires", "视野外的单位开火";
        Missed: Routine, Shot, "{0p} fires at {1c} and hits nothing", "{0p} 向 {1c} 开火，没有击中";
        Taken: Capture, Glow, "{1s} takes {0p}", "{1s}占领 {0p}";
        Destroyed: Loss, Burst, "{0p} is destroyed", "{0p} 被摧毁";
        Supplied: Routine, Gift, "{0p} supplies {1p} with {2n} fuel, {3n} ammunition, {4n} metal", "{0p} 补给 {1p}：燃料 {2n}，弹药 {3n}，金属 {4n}";
        SuppliedSome: Routine, Gift, "{0p} supplies {1p}", "{0p} 补给 {1p}";
        Repaired: Routine, Gift, "{0p} repairs {1p}: {2n} health for {3n} metal", "{0p} 维修 {1p}：生命 +{2n}，用去金属 {3n}";
        RepairedSome: Routine, Gift, "{0p} repairs {1p}: {2n} health", "{0p} 维修 {1p}：生命 +{2n}";
        Headed: Routine, None, "{0p} heads for {1c}", "{0p} 前往 {1c}";
        Moved: Routine, Way, "{0p} moves from {1c} to {2c}", "{0p} 从 {1c} 移动到 {2c}";
        MovedUnseen: Routine, None, "{0p} moves", "{0p} 移动";
        Collected: Routine, Gift, "{0p} collects {2n} fuel and {3n} metal from {1p}", "{0p} 从 {1p} 采集燃料 {2n}、金属 {3n}";
        Born: News, Glow, "{0p} is born at {1c}", "{0p} 在 {1c} 建成";
        Lead: News, None, "{0s} takes the lead from {1s}, {2n} points to {3n}", "{0s}取代{1s}领先，{2n} 分比 {3n} 分";
        Swing: News, None, "from here to round {3n} {0s} gains {2n} points on {1s}", "从这里到第 {3n} 轮，{0s}比{1s}多得 {2n} 分";
        BaseFallen: Decision, Burst, "the base of {0s} has fallen", "{0s}的基地陷落";
        BaseFell: Decision, None, "{0s} wins: the enemy's base has fallen", "{0s}获胜：敌方基地陷落";
        Outscored: Decision, None, "{0s} wins by score, {1n} to {2n}", "{0s}以积分 {1n} 比 {2n} 获胜";
        Tied: Decision, None, "a tie: both have {0n} points", "平局：双方均为 {0n} 分";
    }
}

/// Something that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    /// An element, by its index.
    Element(i32),
    /// An element that has just appeared.
    Newborn(Kind, i32),
    /// A place.
    Place(Place),
    /// A number.
    Number(i32),
    /// A side.
    Side(Team),
    /// A kind of element.
    Kind(Kind),
}

impl Speak for Noun {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Element(index) => index.fmt(f),
            Self::Newborn(kind, index) => {
                let kind = lang.pick(kind.words());
                say!(f, lang, "the {kind} {index}", "{kind} {index}")
            }
            Self::Place(place) => place.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Side(team) => f.write_str(lang.pick(team.words())),
            Self::Kind(kind) => f.write_str(lang.pick(kind.words())),
        }
    }
}

impl Fact {
    /// What is said of it, and of what.
    #[must_use]
    pub fn sentence(&self) -> (Sentence, Vec<Noun>) {
        use Noun::{Element, Newborn, Number, Side};
        let at = |place: &Place| Noun::Place(*place);
        match *self {
            Self::AddProductionEntry { team, kind } => {
                (Sentence::Ordered, vec![Side(team), Noun::Kind(kind)])
            }
            Self::AttackUnit { attacker, target, damage } => match (attacker, target.zip(damage)) {
                (Some(attacker), Some((target, damage))) => {
                    (Sentence::Hit, vec![Element(attacker), Element(target), Number(damage)])
                }
                (Some(attacker), None) => (Sentence::FiredUnseen, vec![Element(attacker)]),
                (None, Some((target, damage))) => {
                    (Sentence::HitFromUnseen, vec![Element(target), Number(damage)])
                }
                (None, None) => (Sentence::Fired, vec![]),
            },
            Self::AttackMiss { attacker, at: aim } => {
                (Sentence::Missed, vec![Element(attacker), Noun::Place(aim)])
            }
            Self::Capture { fort, team } => (Sentence::Taken, vec![Element(fort), Side(team)]),
            Self::Destroy { unit } => (Sentence::Destroyed, vec![Element(unit)]),
            Self::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
                let both = [Element(giver), Element(receiver)];
                (Sentence::Supplied, [both.to_vec(), [fuel, ammo, metal].map(Number).to_vec()].concat())
            }
            Self::Supply { giver, receiver, stores: None } => {
                (Sentence::SuppliedSome, vec![Element(giver), Element(receiver)])
            }
            Self::Fix { base, target, metal: Some(metal), health } => {
                (Sentence::Repaired, vec![Element(base), Element(target), Number(health), Number(metal)])
            }
            Self::Fix { base, target, metal: None, health } => {
                (Sentence::RepairedSome, vec![Element(base), Element(target), Number(health)])
            }
            Self::ChangeDest { unit, to } => (Sentence::Headed, vec![Element(unit), Noun::Place(to)]),
            Self::Move { unit, ref way } => match (way.first(), way.last()) {
                (Some(from), Some(to)) => (Sentence::Moved, vec![Element(unit), at(from), at(to)]),
                _ => (Sentence::MovedUnseen, vec![Element(unit)]),
            },
            Self::Collect { cargo, resource, fuel, metal } => {
                (Sentence::Collected, vec![Element(cargo), Element(resource), Number(fuel), Number(metal)])
            }
            Self::Create { unit, kind, at: place } => {
                (Sentence::Born, vec![Newborn(kind, unit), Noun::Place(place)])
            }
        }
    }
}

impl Speak for Fact {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sentence, nouns) = self.sentence();
        speak(sentence.kind(), &nouns, lang, f)
    }
}

impl Speak for Event {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fact.speak(lang, f)
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fact.fmt(f)
    }
}

game::display_in_english!(Fact);
