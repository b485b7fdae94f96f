//! What the screen says.

use super::controls::Hand;
use super::names::{Names, full_name, name, side};
use super::supply;
use crate::calculators::Hindrance;
use crate::event::Noun;
use crate::{Fact, Kind, Level, Order, Refusal, Rules, Sighting, State, Team};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::{Ink, Look, Viewpoint, pad};
use game::{Lang, Seat, Speak, Words};

pub(super) const OCEAN: Words = Words("ocean", "海洋");
pub(super) const LAND: Words = Words("land", "陆地");

pub(super) const CHOOSE_FIRST: Words = Words("choose something of yours first", "请先选取己方单位");
pub(super) const NOBODY_HERE: Words = Words("nothing of yours is here", "这里没有己方单位");

pub(super) const HELP: &[Words] = &[
    Words(
        "Two fleets on one sea. Both sides give orders at the same time; when both have ended their turn everything happens at once. Destroy \
         the other base, or have more points after the last round: points come from damage, captured forts, forts held and resources collected.",
        "同一片海上的两支舰队。双方同时下令，都结束回合后一起结算。摧毁对方基地，或在最后一轮后积分更高即获胜；积分来自伤害、占领据点、据点驻守和采集资源。",
    ),
    Words(
        "Your base (BA) builds units for metal: p. Cargoes (CG) collect metal from mines (MI) and fuel from oilfields (OI) when they lie beside them, and bring \
         them home with s. Fuel and ammunition run out: base, fort, carrier and cargo supply others beside them. A plane without fuel crashes.",
        "基地（基）用金属生产单位：按 p。运输舰（货）停在矿场（矿）、油田（油）旁自动采集，再用 s 运回。燃料弹药会用尽：基地、据点、航母、运输舰可补给相邻单位。飞机没有燃料会坠毁。",
    ),
    Words(
        "Small letters are the enemy's. Grey is fog: nobody of yours sees it now. Choose a unit, then point: at an enemy to fire (the panel shows the damage first), \
         anywhere else to go there. A fort (FO) whose health falls to 0 is yours.",
        "小写（或红色）是敌方。灰色是迷雾：己方现在看不见。选取单位后指向敌人即开火（右侧先显示伤害），指向别处即前往。据点（堡）生命降到 0 即被占领。",
    ),
];

pub(super) const KEYS: &[(&str, Words)] = &[
    (
        "f",
        Words("fire at a place, whoever is there; z changes the level", "向某处开火，不论有无目标；z 切换层"),
    ),
    ("a", Words("fire at will: every round at what is in range", "自动开火：每轮攻击射程内的目标")),
    ("s", Words("supply something beside it; you choose how much", "补给相邻单位，数量可选")),
    ("x", Words("repair something beside the base", "基地维修相邻单位")),
    ("c", Words("drop what this unit was ordered to do", "取消该单位的命令")),
    (".", Words("let it stay here: it no longer waits for orders", "原地待命：不再等待命令")),
    ("p", Words("produce a unit", "生产单位")),
];

pub(super) fn hints(hand: &Hand) -> Vec<(&'static str, Words)> {
    match hand {
        Hand::Empty => vec![
            ("Enter", Words("choose", "选取")),
            ("Tab", Words("next", "下一个")),
            ("p", Words("produce", "生产")),
        ],
        Hand::Element(_) => vec![
            ("Enter", Words("go / fire", "前往/开火")),
            ("f", Words("at a place", "向某处开火")),
            ("a", Words("at will", "自动开火")),
            ("s", Words("supply", "补给")),
            (".", Words("stay", "待命")),
            ("c", Words("cancel", "取消命令")),
            ("Esc", Words("put down", "取消")),
        ],
        Hand::Gunner(_, level) => {
            let level = match level {
                Level::Underwater => Words("level: under water", "层：水下"),
                Level::Surface => Words("level: surface", "层：水面"),
                Level::Air => Words("level: air", "层：空中"),
            };
            vec![("Enter", Words("fire", "开火")), ("z", level), ("Esc", Words("put down", "取消"))]
        }
        Hand::Supplier(_) => vec![("Enter", Words("supply", "补给")), ("Esc", Words("put down", "取消"))],
        Hand::Repairer(_) => vec![("Enter", Words("repair", "维修")), ("Esc", Words("put down", "取消"))],
    }
}

/// Two columns that stand for a kind. Without colours letters tell the sides apart, so Chinese
/// signs need them.
pub(super) const fn code(kind: Kind, look: &Look) -> &'static str {
    let words = match kind {
        Kind::Base => Words("BA", "基"),
        Kind::Fort => Words("FO", "堡"),
        Kind::Mine => Words("MI", "矿"),
        Kind::Oilfield => Words("OI", "油"),
        Kind::Submarine => Words("SU", "潜"),
        Kind::Destroyer => Words("DE", "驱"),
        Kind::Carrier => Words("CA", "航"),
        Kind::Cargo => Words("CG", "货"),
        Kind::Fighter => Words("FI", "战"),
        Kind::Scout => Words("SC", "侦"),
    };
    if look.ascii || !look.colour { words.0 } else { look.lang.pick(words) }
}

/// An order as a sentence that asks for it.
pub(super) fn order(state: &State, order: Order, from: &Viewpoint<'_, Names>) -> String {
    let lang = from.lang();
    let who = |index| name(index, &[state], from);
    match (order, lang) {
        (Order::AttackUnit { unit, target }, Lang::En) => format!("{} fires at {}", who(unit), who(target)),
        (Order::AttackUnit { unit, target }, Lang::Zh) => format!("{}攻击{}", who(unit), who(target)),
        (Order::AttackPos { unit, row, col, .. }, Lang::En) => {
            format!("{} fires at ({row}, {col})", who(unit))
        }
        (Order::AttackPos { unit, row, col, .. }, Lang::Zh) => format!("{}攻击 ({row}, {col})", who(unit)),
        (Order::ChangeDest { unit, row, col, .. }, Lang::En) => {
            format!("{} goes to ({row}, {col})", who(unit))
        }
        (Order::ChangeDest { unit, row, col, .. }, Lang::Zh) => format!("{}前往 ({row}, {col})", who(unit)),
        (Order::Fix { unit, target }, Lang::En) => format!("{} repairs {}", who(unit), who(target)),
        (Order::Fix { unit, target }, Lang::Zh) => format!("{}维修{}", who(unit), who(target)),
        (Order::Supply { unit, target, .. }, Lang::En) => format!("{} supplies {}", who(unit), who(target)),
        (Order::Supply { unit, target, .. }, Lang::Zh) => format!("{}补给{}", who(unit), who(target)),
        (Order::Cancel { unit }, Lang::En) => format!("{} drops its order", who(unit)),
        (Order::Cancel { unit }, Lang::Zh) => format!("{}取消命令", who(unit)),
        (Order::Produce { kind }, lang) => {
            let kind = Kind::ALL.into_iter().find(|known| *known as i32 == kind);
            let kind = kind.map_or("", |kind| lang.pick(kind.words()));
            match lang {
                Lang::En => format!("the base produces: {kind}"),
                Lang::Zh => format!("基地生产：{kind}"),
            }
        }
    }
}

pub(super) fn place(cell: Cell, land: bool, seen: bool, lang: Lang) -> String {
    let ground = lang.pick(if land { LAND } else { OCEAN });
    let fog = if seen { "" } else { lang.pick(Words(", in the fog", "，迷雾中")) };
    format!("{cell} {ground}{fog}")
}

/// What is known of an element, and what it was ordered to do.
pub(super) fn sighting(sighting: &Sighting, state: &State, from: &Viewpoint<'_, Names>) -> Vec<String> {
    let lang = from.lang();
    let own = sighting.team == Team::of(from.seat);
    let figures = state.chart().rules.of(sighting.kind);
    let name = full_name(sighting.kind, sighting.team, sighting.index, from);
    let mut figure = String::new();
    let mut add = |words: Words, value: i32, most: i16| {
        if most != 0 {
            let gap = if figure.is_empty() { "" } else { "  " };
            figure += &match most {
                1.. => format!("{gap}{} {value}/{most}", lang.pick(words)),
                _ => String::new(),
            };
        }
    };
    let known = sighting.visible || sighting.kind == Kind::Base;
    if known {
        add(Words("health", "生命"), sighting.health, figures.health_max);
    }
    if own || (sighting.visible && sighting.kind.is_resource()) {
        add(Words("fuel", "燃料"), sighting.fuel, figures.fuel_max);
        add(Words("ammo", "弹药"), sighting.ammo, figures.ammo_max);
        add(Words("metal", "金属"), sighting.metal, figures.metal_max);
    }
    let mut lines = vec![name];
    lines.extend((!figure.is_empty()).then_some(figure));
    if own {
        let team = sighting.team;
        let ordered = state.pending_orders(team).filter(|order| order.unit() == Some(sighting.index));
        lines.extend(ordered.map(|order| {
            format!("{} {}", lang.pick(Words("ordered:", "命令：")), order_text(order, state, from))
        }));
        lines.extend(
            sighting
                .dest
                .filter(|dest| dest.cell != sighting.place.cell)
                .map(|dest| format!("{} {}", lang.pick(Words("on its way to", "正前往")), dest.cell)),
        );
    }
    lines
}

/// An order in words.
fn order_text(order: Order, state: &State, from: &Viewpoint<'_, Names>) -> String {
    let named = |index: i32| name(index, &[state], from);
    match (order, from.lang()) {
        (Order::AttackPos { row, col, .. }, Lang::En) => format!("fire at ({row}, {col})"),
        (Order::AttackPos { row, col, .. }, Lang::Zh) => format!("向 ({row}, {col}) 开火"),
        (Order::AttackUnit { target, .. }, Lang::En) => format!("fire at {}", named(target)),
        (Order::AttackUnit { target, .. }, Lang::Zh) => format!("攻击{}", named(target)),
        (Order::ChangeDest { row, col, .. }, Lang::En) => format!("go to ({row}, {col})"),
        (Order::ChangeDest { row, col, .. }, Lang::Zh) => format!("前往 ({row}, {col})"),
        (Order::Fix { target, .. }, Lang::En) => format!("repair {}", named(target)),
        (Order::Fix { target, .. }, Lang::Zh) => format!("维修{}", named(target)),
        (Order::Supply { target, .. }, Lang::En) => format!("supply {}", named(target)),
        (Order::Supply { target, .. }, Lang::Zh) => format!("补给{}", named(target)),
        (Order::Produce { kind }, lang) => {
            Kind::from_number(kind).map_or("", |kind| lang.pick(kind.words())).into()
        }
        (Order::Cancel { .. }, Lang::En) => "cancel".into(),
        (Order::Cancel { .. }, Lang::Zh) => "取消".into(),
    }
}

/// What the calculators say of an order.
pub(super) fn advice(state: &State, from: &Viewpoint<'_, Names>, unit: i32, order: Order) -> Vec<String> {
    match order {
        Order::AttackUnit { target, .. } => forecast(state, from, unit, target),
        Order::ChangeDest { row, col, .. } => journey(state, from, unit, (row, col)),
        Order::Supply { target, amounts, .. } => {
            let (Some(giver), Some(receiver)) = (state.element(unit), state.element(target)) else {
                return vec![];
            };
            let amounts = amounts.between(giver.kind, receiver.kind);
            let Ok(stores) = state.supply_preview(from.seat, unit, target, amounts) else { return vec![] };
            vec![match from.lang() {
                Lang::En => {
                    format!("gives {} fuel, {} ammunition, {} metal", stores.fuel, stores.ammo, stores.metal)
                }
                Lang::Zh => format!("给出燃料 {}、弹药 {}、金属 {}", stores.fuel, stores.ammo, stores.metal),
            }]
        }
        _ => vec![order_text(order, state, from)],
    }
}

fn forecast(state: &State, from: &Viewpoint<'_, Names>, unit: i32, target: i32) -> Vec<String> {
    let Some(at) = state.element(unit).map(|body| body.at) else { return vec![] };
    let Ok(forecast) = state.forecast(from.seat, unit, at, target) else { return vec![] };
    let (damage, named, lang) = (forecast.damage(), name(target, &[state], from), from.lang());
    let mut lines = vec![match lang {
        Lang::En => format!("fire at {named}: {damage} damage, if both stay where they are"),
        Lang::Zh => format!("攻击{named}：若双方不动，伤害 {damage}"),
    }];
    if let Some(health) = forecast.health {
        lines.push(match (forecast.is_fatal(), lang) {
            (Some(true), Lang::En) => format!("it has {health} health: that is its end"),
            (Some(true), Lang::Zh) => format!("它有 {health} 点生命：足以击毁"),
            (_, Lang::En) => format!("it has {health} health and keeps {}", health - damage),
            (_, Lang::Zh) => format!("它有 {health} 点生命，剩 {}", health - damage),
        });
    }
    lines
}

fn journey(state: &State, from: &Viewpoint<'_, Names>, unit: i32, (row, col): (i32, i32)) -> Vec<String> {
    let (Ok(way), Some(body)) = (state.way(from.seat, unit, row, col), state.element(unit)) else {
        return vec![];
    };
    let (steps, lang) = (way.len().saturating_sub(1), from.lang());
    let speed = usize::from(state.chart().rules.of(body.kind).speed.max(1));
    let rounds = steps.div_ceil(speed);
    let left = i32::from(body.fuel) - steps as i32;
    let mut lines = vec![match lang {
        Lang::En => format!("go there: steps {steps}, rounds {rounds}, fuel left {}", left.max(0)),
        Lang::Zh => format!("前往：{steps} 步，{rounds} 轮，剩余燃料 {}", left.max(0)),
    }];
    if left <= 0 && steps > 0 {
        lines.push(lang.pick(Words("the fuel does not last that far", "燃料不足以到达")).into());
    }
    if let Ok(Some(refuge)) = state.refuge(from.seat, unit) {
        let supplier = name(refuge.supplier, &[state], from);
        lines.push(match lang {
            Lang::En => {
                format!("from here the nearest fuel is {} steps away, at {supplier}", refuge.steps)
            }
            Lang::Zh => format!("从当前位置到最近的加油处（{supplier}）要 {} 步", refuge.steps),
        });
    } else if body.kind == Kind::Cargo
        && let Some(needed) = supply::reserve(state, from, unit, false)
    {
        lines.push(match lang {
            Lang::En => format!("from where it is now, home is {needed} steps away"),
            Lang::Zh => format!("从当前位置返航要 {needed} 步"),
        });
    }
    lines
}

/// A unit that can be produced, with its figures.
pub(super) fn product(rules: &Rules, kind: Kind, lang: Lang) -> String {
    let figures = rules.of(kind);
    let name = pad(lang.pick(kind.words()), 10);
    match lang {
        Lang::En => format!(
            "{name} metal {:>2}  rounds {}  population {}  speed {}",
            figures.cost, figures.build_round, figures.population, figures.speed
        ),
        Lang::Zh => format!(
            "{name} 金属 {:>2}  轮数 {}  人口 {}  速度 {}",
            figures.cost, figures.build_round, figures.population, figures.speed
        ),
    }
}

/// How both sides stand, and what the seat has in the making.
pub(super) fn scores(state: &State, seat: Seat, lang: Lang) -> Vec<(Ink, String)> {
    let (team, scores) = (Team::of(seat), state.scores());
    if !team.plays() {
        return vec![];
    }
    let metal: i32 = state
        .elements()
        .filter(|(_, body)| body.team == team && body.kind == Kind::Base)
        .map(|(_, body)| i32::from(body.metal))
        .sum();
    let (own, other) = (scores[team as usize], scores[team.other() as usize]);
    let (population, limit) = (state.populations()[team as usize], state.chart().max_population);
    let mut lines = vec![
        (
            Ink::Own,
            match lang {
                Lang::En => format!("you   {own} points, population {population}/{limit}"),
                Lang::Zh => format!("你    积分 {own}，人口 {population}/{limit}"),
            },
        ),
        (
            Ink::Enemy,
            match lang {
                Lang::En => format!("enemy {other} points"),
                Lang::Zh => format!("敌方  积分 {other}"),
            },
        ),
    ];
    let queue = [production(state, seat, lang), ordered(state, team, lang)].concat();
    let mut line = format!("{} {metal}", lang.pick(Words("metal", "金属")));
    if !queue.is_empty() {
        line += &format!("  {} {}", lang.pick(Words("building:", "生产：")), queue.join(", "));
    }
    lines.push((Ink::Own, line));
    lines
}

/// What is in the making and in how many rounds it is due; why it waits, if it does.
fn production(state: &State, seat: Seat, lang: Lang) -> Vec<String> {
    let entry = |(number, (kind, _)): (usize, &(Kind, u8))| {
        let birth = state.birth(seat, number)?;
        let waits = match birth.hindrance.filter(|_| birth.rounds <= 1) {
            None => "",
            Some(Hindrance::NoBase) => lang.pick(Words(" (no base)", "（无基地）")),
            Some(Hindrance::Population { .. }) => lang.pick(Words(" (population)", "（人口已满）")),
            Some(Hindrance::NoRoom) => lang.pick(Words(" (no room)", "（无空位）")),
        };
        Some(format!("{} {}{waits}", lang.pick((*kind).words()), birth.rounds))
    };
    state.production(Team::of(seat)).iter().enumerate().filter_map(entry).collect()
}

/// What was ordered this round to be built.
fn ordered(state: &State, team: Team, lang: Lang) -> Vec<String> {
    let produced = state.pending_orders(team).filter(|order| matches!(order, Order::Produce { .. }));
    let kind = |order| match order {
        Order::Produce { kind } => Kind::from_number(kind),
        _ => None,
    };
    produced.filter_map(kind).map(|kind| format!("+{}", lang.pick(kind.words()))).collect()
}

/// What happened, as a sentence to a player.
pub(super) fn tell(fact: &Fact, states: [&State; 2], from: &Viewpoint<'_, Names>) -> String {
    let (sentence, nouns) = fact.sentence();
    let said = nouns.iter().map(|noun| match *noun {
        Noun::Element(index) => name(index, &states, from),
        Noun::Newborn(_, index) => {
            let [before, after] = states;
            name(index, &[after, before], from)
        }
        Noun::Side(team) => fleet(team, from),
        // All of a kind are on one level, which says nothing.
        Noun::Place(place) => format!("{}", place.cell),
        noun => noun.said_in(from.lang()),
    });
    let said: Vec<String> = said.collect();
    sentence.kind().filled(from.lang(), &said)
}

/// What a player calls a side.
fn fleet(team: Team, from: &Viewpoint<'_, Names>) -> String {
    let side = from.lang().pick(side(team, from.seat));
    match from.lang() {
        Lang::En => format!("{side}fleet"),
        Lang::Zh => side.into(),
    }
}

/// Why an order is refused, with names for the elements.
pub(super) fn refuse(state: &State, refusal: &Refusal, from: &Viewpoint<'_, Names>) -> String {
    let named = |index: i32| name(index, &[state], from);
    match (*refusal, from.lang()) {
        (Refusal::NotYours { unit }, Lang::En) => format!("{} is not yours", named(unit)),
        (Refusal::NotYours { unit }, Lang::Zh) => format!("{}不是你的", named(unit)),
        (Refusal::TargetIsOwn { target }, Lang::En) => format!("{} is your own", named(target)),
        (Refusal::TargetIsOwn { target }, Lang::Zh) => format!("{}是己方的", named(target)),
        (Refusal::TargetIsNotOwn { target }, Lang::En) => format!("{} is not your own", named(target)),
        (Refusal::TargetIsNotOwn { target }, Lang::Zh) => format!("{}不是己方的", named(target)),
        (refusal, lang) => refusal.said_in(lang),
    }
}
