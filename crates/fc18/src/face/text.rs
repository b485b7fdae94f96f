//! What the screen says.

use super::controls::Hand;
use super::standing::Standing;
use crate::event::Noun;
use crate::kinds::number_of;
use crate::{
    Corps, CorpsId, CorpsKind, Event, Fate, Forecast, Journey, Order, PlayerRow, State, Target, Task, TowerId,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::{Viewpoint, pad, width};
use game::{Game, Lang, Seat, Silent, Speak, Words};

pub(super) const OUT_OF_REACH: Words = Words("this corps cannot get there", "这个兵团到不了那里");
pub(super) const CHOOSE_TOWER: Words = Words("choose one of your towers first", "请先选取自己的塔");
pub(super) const CHOOSE_CORPS: Words = Words("choose one of your corps first", "请先选取自己的兵团");

pub(super) const HELP: &[Words] = &[
    Words(
        "Four players, 300 rounds. Towers (T and their level; G with corps inside) make corps; corps fight, found new towers and take others' towers. A player without a tower is out. Points: tower levels, \
         corps, and everything destroyed or captured.",
        "四名玩家，300 轮。塔（T 和等级；塔内有兵团时为 G）生产兵团；兵团作战、建新塔、夺取别人的塔。没有塔即出局。积分来自塔的等级、兵团数，以及摧毁和俘虏。",
    ),
    Words(
        "Each turn a tower does one thing: work on a task (p) or shoot at a corps within 2 cells. What it works on is ordered again every turn for you, until you say otherwise. W warrior, A archer (range 2, never \
         hit back), M mage (fast, strong); b builder repairs (f) and changes plain and forest (t); e extender founds a tower on your land (b).",
        "每回合每座塔只能做一件事：生产（p）或射击 2 格内的兵团；上次的生产会每回合自动重复，直到改变命令。W 战士，A 弓箭手（射程 2，不受反击），M 法师（快而强）；b 建造者可维修（f）、改造平原与森林（t）；e 开拓者在自己的领地建塔（b）。",
    ),
    Words(
        "The colour of the ground is whose land it is; without colours the number before a tower or corps is its player. Choose a corps and point: at somebody else's corps or tower to attack (the panel shows the losses first), elsewhere to go there, \
         over as many rounds as it takes. On a cell with several things, Enter takes one after the other.",
        "地面颜色表示领地归属；没有颜色时，塔和兵团前的数字是玩家编号。选取兵团后指向别人的兵团或塔即攻击（右侧先显示双方损失），指向别处即前往，远处会走好几轮。一格有多个单位时，按回车依次选取。",
    ),
];

pub(super) const KEYS: &[(&str, Words)] = &[
    ("p", Words("choose what the tower works on", "选择塔的生产任务")),
    (
        "a",
        Words(
            "fire at will: the tower shoots every turn at whoever is in range",
            "自动射击：塔每回合射击射程内的兵团",
        ),
    ),
    ("b", Words("the extender founds a tower where it stands", "开拓者就地建塔")),
    ("f", Words("the builder repairs the tower it stands in", "建造者维修所在的塔")),
    ("t", Words("the builder turns plain into forest, or back", "建造者改造平原/森林")),
    (".", Words("let it stay as it is: it no longer waits for orders", "待命：不再等待命令")),
];

pub(super) fn hints(hand: &Hand, corps: Option<CorpsKind>) -> Vec<(&'static str, Words)> {
    match (hand, corps) {
        (Hand::Empty, _) => vec![("Enter", Words("choose", "选取")), ("Tab", Words("next", "下一个"))],
        (Hand::Tower(_), _) => vec![
            ("p", Words("work on", "生产")),
            ("a", Words("fire at will", "自动射击")),
            (".", Words("stay", "待命")),
            ("Enter", Words("shoot / next here", "射击/下一个")),
            ("Esc", Words("put down", "取消")),
        ],
        (_, Some(CorpsKind::Extender)) => vec![
            ("Enter", Words("go", "前往")),
            ("b", Words("found a tower", "建塔")),
            (".", Words("stay", "待命")),
            ("Esc", Words("put down", "取消")),
        ],
        (_, Some(CorpsKind::Builder)) => vec![
            ("Enter", Words("go", "前往")),
            ("f", Words("repair", "维修")),
            ("t", Words("terrain", "地形")),
            (".", Words("stay", "待命")),
            ("Esc", Words("put down", "取消")),
        ],
        _ => vec![
            ("Enter", Words("go / attack", "前往/攻击")),
            (".", Words("stay", "待命")),
            ("Esc", Words("put down", "取消")),
        ],
    }
}

/// A task, with a name of at least so many columns, and the turns of work it needs.
pub(super) fn task_line(task: Task, columns: usize, turns: u16, lang: Lang) -> String {
    let name = lang.pick(task.words());
    let name = pad(name, columns.max(width(name)));
    match lang {
        Lang::En => format!("{name}  turns of work: {turns}"),
        Lang::Zh => format!("{name}  还需回合：{turns}"),
    }
}

/// How a player stands, in one line.
pub(super) fn score(row: &PlayerRow, you: bool, lang: Lang) -> String {
    let PlayerRow { id, score, towers, fighters, engineers, alive, .. } = *row;
    let corps = fighters + engineers;
    let who = match (you, lang) {
        (true, Lang::En) => "you",
        (true, Lang::Zh) => "你 ",
        (false, _) => "   ",
    };
    match (alive, lang) {
        (true, Lang::En) => format!("{id} {who} {score:>4}p tower {towers:>2} corps {corps:>2}"),
        (false, Lang::En) => format!("{id} {who} out"),
        (true, Lang::Zh) => format!("{id} {who} 积分 {score:>4} 塔 {towers:>2} 兵团 {corps:>2}"),
        (false, Lang::Zh) => format!("{id} {who} 已出局"),
    }
}

pub(super) fn gain(cells: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("b founds a tower here: {cells} more cells of land"),
        Lang::Zh => format!("按 b 在此建塔：领地增加 {cells} 格"),
    }
}

/// What an attack or a shot would do.
pub(super) fn forecast<const SIDE: usize>(
    state: &State<SIDE>,
    forecast: &Forecast,
    from: &Viewpoint<'_, ()>,
) -> Vec<String> {
    let lang = from.lang();
    let target = match forecast.target {
        Target::Corps(id) => corps_name(id, None, &[state], from),
        Target::Tower(id) => tower_name(id, &[state], from),
    };
    let mut lines = vec![match lang {
        Lang::En => format!("hits {target}: inflicts {}, suffers {}", forecast.inflicted, forecast.suffered),
        Lang::Zh => format!("击中{target}：造成 {}，承受 {}", forecast.inflicted, forecast.suffered),
    }];
    let fate = match forecast.fate {
        Some(Fate::Destroyed) => Some(Words("the tower is destroyed", "塔被摧毁")),
        Some(Fate::Captured) => Some(Words("the tower is yours", "占领该塔")),
        Some(Fate::Kept) => {
            Some(Words("the tower falls to a lower level and stays theirs", "塔降级，仍属对方"))
        }
        None if forecast.target_falls => Some(Words("the target falls", "目标被消灭")),
        None => None,
    };
    let further = [
        fate,
        forecast.attacker_falls.then_some(Words("the attacker falls", "攻击者阵亡")),
        forecast.garrison_dies.then_some(Words("those in the tower die", "塔中守军阵亡")),
        forecast.advances.then_some(Words("the attacker moves in", "攻击者占据该格")),
    ];
    lines.extend(further.into_iter().flatten().map(|words| lang.pick(words).to_string()));
    lines.extend(forecast.taken.map(|taken| {
        let engineer = corps_name(taken.corps, None, &[state], from);
        match lang {
            Lang::En => format!("{engineer} is taken prisoner"),
            Lang::Zh => format!("俘虏{engineer}"),
        }
    }));
    lines
}

/// What a player calls a corps, which stands or stood in one of these states.
pub(super) fn corps_name<const SIDE: usize>(
    id: CorpsId,
    kind: Option<CorpsKind>,
    states: &[&State<SIDE>],
    from: &Viewpoint<'_, ()>,
) -> String {
    let corps = states.iter().find_map(|state| state.find_corps(id));
    let Some(kind) = corps.map(|corps| corps.kind).or(kind) else {
        return Noun::Corps(id).said_in(from.lang());
    };
    let owner = corps.map(|corps| corps.owner);
    format!("{}{} {}", owner_name(owner, from), from.lang().pick(kind.words()), id.0)
}

/// What a player calls a tower, which stands or stood in one of these states.
pub(super) fn tower_name<const SIDE: usize>(
    id: TowerId,
    states: &[&State<SIDE>],
    from: &Viewpoint<'_, ()>,
) -> String {
    let owner = states.iter().find_map(|state| state.find_tower(id)).map(|tower| tower.owner);
    format!("{}{}", owner_name(owner, from), Noun::Tower(id).said_in(from.lang()))
}

/// Whose something is, to go before its name.
fn owner_name(owner: Option<Seat>, from: &Viewpoint<'_, ()>) -> String {
    match (owner, from.lang()) {
        (None, _) => String::new(),
        (Some(seat), Lang::En) if seat == from.seat => "your ".into(),
        (Some(seat), Lang::Zh) if seat == from.seat => "己方".into(),
        (Some(seat), Lang::En) => format!("player {}'s ", number_of(seat)),
        (Some(seat), Lang::Zh) => format!("玩家 {} 的", number_of(seat)),
    }
}

/// What happened, as a sentence to a player.
pub(super) fn tell<const SIDE: usize>(
    event: &Event,
    states: [&State<SIDE>; 2],
    from: &Viewpoint<'_, ()>,
) -> String {
    let (sentence, nouns) = event.sentence();
    let said = nouns.iter().map(|noun| match *noun {
        Noun::Corps(id) => corps_name(id, None, &states, from),
        Noun::CorpsOf(kind, id) => corps_name(id, Some(kind), &states, from),
        Noun::Tower(id) => tower_name(id, &states, from),
        noun => noun.said_in(from.lang()),
    });
    let said: Vec<String> = said.collect();
    sentence.kind().filled(from.lang(), &said)
}

/// What a standing order says.
pub(super) fn standing(standing: Standing, lang: Lang) -> String {
    match (standing, lang) {
        (Standing::Fire(_), lang) => lang.pick(Words("fires at will", "自动射击")).into(),
        (Standing::Work(_, task), Lang::En) => format!("works on, every turn: {}", lang.pick(task.words())),
        (Standing::Work(_, task), Lang::Zh) => format!("每回合继续生产：{}", lang.pick(task.words())),
        (Standing::GoTo(_, to), Lang::En) => format!("on its way to {to}"),
        (Standing::GoTo(_, to), Lang::Zh) => format!("正前往 {to}"),
        (Standing::Rest(_) | Standing::Sleep(_), lang) => {
            lang.pick(Words("stays as it is until told otherwise", "待命")).into()
        }
    }
}

/// An order as a sentence that asks for it.
pub(super) fn order<const SIDE: usize>(
    state: &State<SIDE>,
    order: Order,
    from: &Viewpoint<'_, ()>,
) -> String {
    let lang = from.lang();
    let corps = |id| corps_name(id, None, &[state], from);
    let tower = |id| {
        let at = state.find_tower(id).map(|tower| format!(" {}", tower.at)).unwrap_or_default();
        format!("{}{at}", tower_name(id, &[state], from))
    };
    let goal = |id, direction| {
        let at = state.find_corps(id).and_then(|corps| {
            let mut next = state.clone();
            let gone = next.submit(from.seat, Order::Move { corps: id, direction }, &mut Silent);
            gone.ok().and_then(|_| next.find_corps(id)).map(|moved| (corps.at, moved.at))
        });
        at.map(|(here, there)| format!("{here} → {there}")).unwrap_or_default()
    };
    match (order, lang) {
        (Order::Move { corps: id, direction }, _) => format!("{} {}", corps(id), goal(id, direction)),
        (Order::AttackCorps { corps: id, target }, Lang::En) => {
            format!("{} attacks {}", corps(id), corps(target))
        }
        (Order::AttackCorps { corps: id, target }, Lang::Zh) => {
            format!("{}攻击{}", corps(id), corps(target))
        }
        (Order::AttackTower { corps: id, target }, Lang::En) => {
            format!("{} attacks {}", corps(id), tower(target))
        }
        (Order::AttackTower { corps: id, target }, Lang::Zh) => {
            format!("{}攻击{}", corps(id), tower(target))
        }
        (Order::Found { corps: id }, Lang::En) => format!("{} founds a tower", corps(id)),
        (Order::Found { corps: id }, Lang::Zh) => format!("{}建塔", corps(id)),
        (Order::Repair { corps: id }, Lang::En) => format!("{} repairs its tower", corps(id)),
        (Order::Repair { corps: id }, Lang::Zh) => format!("{}维修所在的塔", corps(id)),
        (Order::ChangeTerrain { corps: id, terrain }, Lang::En) => {
            format!("{} makes its cell {}", corps(id), lang.pick(terrain.words()))
        }
        (Order::ChangeTerrain { corps: id, terrain }, Lang::Zh) => {
            format!("{}把脚下改为{}", corps(id), lang.pick(terrain.words()))
        }
        (Order::Produce { tower: id, task }, Lang::En) => {
            format!("{} works on: {}", tower(id), lang.pick(task.words()))
        }
        (Order::Produce { tower: id, task }, Lang::Zh) => {
            format!("{}生产：{}", tower(id), lang.pick(task.words()))
        }
        (Order::Shoot { tower: id, target }, Lang::En) => {
            format!("{} shoots at {}", tower(id), corps(target))
        }
        (Order::Shoot { tower: id, target }, Lang::Zh) => {
            format!("{}射击{}", tower(id), corps(target))
        }
    }
}

/// How long a way of several rounds takes.
pub(super) fn journey(journey: &Journey, lang: Lang) -> String {
    match lang {
        Lang::En => format!("go there: rounds {}, a part of the way in each", journey.turns),
        Lang::Zh => format!("前往：需要 {} 轮，每轮走一段", journey.turns),
    }
}

/// Why a corps does not go on.
pub(super) fn blocked<const SIDE: usize>(
    state: &State<SIDE>,
    corps: &Corps,
    to: Cell,
    from: &Viewpoint<'_, ()>,
) -> String {
    let name = corps_name(corps.id, None, &[state], from);
    match from.lang() {
        Lang::En => format!("{name} finds no way to {to}"),
        Lang::Zh => format!("{name}找不到去 {to} 的路"),
    }
}
