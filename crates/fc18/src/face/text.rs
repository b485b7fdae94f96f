//! What the screen says.

use super::controls::{Hand, target_number};
use crate::{CorpsKind, Fate, Forecast, PlayerRow, Target, Task};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use face::{pad, width};
use game::{Lang, Words};

pub(super) const OUT_OF_REACH: Words =
    Words("this corps cannot get there with the move points it has left", "剩余行动力到不了那里");
pub(super) const CHOOSE_TOWER: Words = Words("choose one of your towers first", "请先选取自己的塔");
pub(super) const CHOOSE_ENGINEER: Words = Words("choose one of your corps first", "请先选取自己的兵团");

pub(super) const HELP: &[Words] = &[
    Words(
        "Four players, 300 rounds. Towers (T and their level) make corps; corps fight, found new towers and take others' towers. A player without a tower is out. Points: tower levels, \
         corps, and everything destroyed or captured.",
        "四名玩家，300 轮。塔（T 和等级）生产兵团；兵团作战、建新塔、夺取别人的塔。没有塔即出局。积分来自塔的等级、兵团数，以及摧毁和俘虏。",
    ),
    Words(
        "Each turn a tower does one thing: work on a task (p) or shoot at a corps within 2 cells. Work goes on only when ordered again. W warrior, A archer (range 2, never \
         hit back), M mage (fast, strong); b builder repairs (f) and changes plain and forest (t); e extender founds a tower on your land (b).",
        "每回合每座塔只能做一件事：生产（p）或射击 2 格内的兵团；生产要每回合下令才继续。W 战士，A 弓箭手（射程 2，不受反击），M 法师（快而强）；b 建造者可维修（f）、改造平原与森林（t）；e 开拓者在自己的领地建塔（b）。",
    ),
    Words(
        "The colour of the ground is whose land it is. Choose a corps and point: at somebody else's corps or tower to attack (the panel shows the losses first), elsewhere to go there. On a cell \
         with several things, Enter takes one after the other.",
        "地面颜色表示领地归属。选取兵团后指向别人的兵团或塔即攻击（右侧先显示双方损失），指向别处即前往。一格有多个单位时，按回车依次选取。",
    ),
];

pub(super) const KEYS: &[(&str, Words)] = &[
    ("p", Words("choose what the tower works on", "选择塔的生产任务")),
    ("b", Words("the extender founds a tower where it stands", "开拓者就地建塔")),
    ("f", Words("the builder repairs the tower it stands in", "建造者维修所在的塔")),
    ("t", Words("the builder turns plain into forest, or back", "建造者改造平原/森林")),
    (
        ">",
        Words("let up to 10 rounds pass, until something of yours is hit", "快进至多 10 轮，己方受攻击即停"),
    ),
    ("G", Words("let the game run to its end", "快进到终局")),
];

pub(super) fn hints(hand: &Hand, corps: Option<CorpsKind>) -> Vec<(&'static str, Words)> {
    let mut hints = match (hand, corps) {
        (Hand::Empty, _) => vec![("Enter", Words("choose", "选取")), ("Tab", Words("next", "下一个"))],
        (Hand::Tower(_), _) => vec![
            ("p", Words("work on", "生产")),
            ("Enter", Words("shoot / next here", "射击/下一个")),
            ("Esc", Words("put down", "取消")),
        ],
        (_, Some(CorpsKind::Extender)) => vec![
            ("Enter", Words("go", "前往")),
            ("b", Words("found a tower", "建塔")),
            ("Esc", Words("put down", "取消")),
        ],
        (_, Some(CorpsKind::Builder)) => vec![
            ("Enter", Words("go", "前往")),
            ("f", Words("repair", "维修")),
            ("t", Words("terrain", "地形")),
            ("Esc", Words("put down", "取消")),
        ],
        _ => vec![("Enter", Words("go / attack", "前往/攻击")), ("Esc", Words("put down", "取消"))],
    };
    hints.extend([
        ("e", Words("end turn", "结束回合")),
        ("u", Words("undo", "撤销")),
        (">", Words("forward", "快进")),
        ("q", Words("leave", "退出")),
    ]);
    hints
}

/// A task, with a name of at least so many columns, and the turns of work it needs.
pub(super) fn task_line(task: Task, columns: usize, turns: u16, lang: Lang) -> String {
    let name = lang.pick(task.words());
    let name = pad(name, columns.max(width(name)));
    match lang {
        Lang::En => format!("{name}, turns of work: {turns}"),
        Lang::Zh => format!("{name}，还需回合：{turns}"),
    }
}

/// How a player stands, in one line.
pub(super) fn standing(row: &PlayerRow, you: bool, lang: Lang) -> String {
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
pub(super) fn forecast(forecast: &Forecast, lang: Lang) -> Vec<String> {
    let number = target_number(forecast.target);
    let target = match (forecast.target, lang) {
        (Target::Corps(_), Lang::En) => format!("corps {number}"),
        (Target::Tower(_), Lang::En) => format!("tower {number}"),
        (Target::Corps(_), Lang::Zh) => format!("兵团 {number}"),
        (Target::Tower(_), Lang::Zh) => format!("塔 {number}"),
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
        forecast.taken.map(|_| Words("an engineer is taken", "俘虏工程兵")),
        forecast.advances.then_some(Words("the attacker moves in", "攻击者占据该格")),
    ];
    lines.extend(further.into_iter().flatten().map(|words| lang.pick(words).to_string()));
    lines
}
