//! What the screens say, whatever the game.

use face::Mark;
use game::{Lang, Words};

pub(crate) const HELP_HINT: Words = Words("? help", "? 帮助");
pub(crate) const HERE: Words = Words("Under the cursor", "光标处");
pub(crate) const IF_DONE: Words = Words("If you do this", "如果这样做");
pub(crate) const IF_ENDED: Words = Words("If you end the turn now", "如果现在结束回合");
pub(crate) const NOTHING_WILL_HAPPEN: Words = Words("nothing happens", "什么也不会发生");
pub(crate) const HAPPENED: Words = Words("What happened", "战报");
pub(crate) const NOTHING_YET: Words = Words("nothing yet", "还没有");
pub(crate) const MORE_LINES: Words = Words("more: press", "更多：按");
pub(crate) const UNDONE: Words = Words("taken back", "已撤销");
pub(crate) const REDONE: Words = Words("played again", "已重做");
pub(crate) const NOTHING_TO_UNDO: Words = Words("there is nothing to take back", "没有可以撤销的操作");
pub(crate) const NOTHING_TO_REDO: Words = Words("there is nothing to play again", "没有可以重做的操作");
pub(crate) const GAME_IS_OVER: Words = Words("the game is over", "游戏已经结束");
pub(crate) const RESTARTED: Words =
    Words("the map starts again; r plays the old game again", "重新开始；按 r 可重演原来的对局");
pub(crate) const WON: Words = Words("You win!", "胜利！");
pub(crate) const DRAWN: Words = Words("A draw", "平局");
pub(crate) const LOST: Words = Words("You lose", "失败");
pub(crate) const WON_IN: Words = Words("won in turns:", "获胜所用回合：");
pub(crate) const BEST_SO_FAR: Words = Words("best so far:", "历史最佳：");
pub(crate) const NEW_BEST: Words = Words("a new best", "新纪录");
pub(crate) const AFTER_SOLO: Words =
    Words("Enter maps, u undo, R again, q leave", "回车 选图，u 撤销，R 重来，q 退出");
pub(crate) const AFTER_BATTLE: Words =
    Words("Enter maps, Esc the board, q leave", "回车 选图，Esc 看棋盘，q 退出");
pub(crate) const TOO_SMALL: Words = Words("The window is too small.", "窗口太小。");
pub(crate) const NEEDED: Words = Words("needed:", "需要：");
pub(crate) const PRESENT: Words = Words("present:", "现在：");
pub(crate) const HELP_TITLE: Words = Words("Help", "帮助");
pub(crate) const LOG_TITLE: Words = Words("All that happened", "全部战报");
pub(crate) const FORESIGHT_TITLE: Words =
    Words("What ending the turn now will cause", "现在结束回合会发生什么");
pub(crate) const CLOSE_HINT: Words = Words("arrows scroll, Esc closes", "方向键滚动，Esc 关闭");
pub(crate) const CHOOSE_HINT: Words = Words("Enter chooses, Esc closes", "回车选择，Esc 关闭");
pub(crate) const KEYS_TITLE: Words = Words("Keys", "按键");
pub(crate) const MENU_TITLE: Words = Words("Choose a map", "选择地图");
pub(crate) const MENU_KEYS: Words = Words(
    "arrows choose, Enter plays, n starts over, q leaves",
    "方向键 选择，回车 开始或继续，n 重新开始，q 退出",
);
pub(crate) const UNSOLVED: Words = Words("not solved", "未通关");
pub(crate) const SOLVED_IN: Words = Words("solved in", "通关回合");
pub(crate) const IN_PROGRESS: Words = Words("in progress", "进行中");
pub(crate) const PAR: Words = Words("Fewest turns to win it in:", "获胜所需的最少回合数：");
pub(crate) const DIFFICULTY: [Words; 4] =
    [Words("first steps", "入门"), Words("easy", "简单"), Words("medium", "中等"), Words("hard", "困难")];
pub(crate) const DAMAGED_SAVE: Words =
    Words("A save file was damaged and is kept aside", "存档已损坏，已另存");
pub(crate) const SAVE_FAILED: Words = Words("the game could not be saved", "无法保存游戏");
pub(crate) const FAST_FORWARD: Words = Words("fast-forward; any key stops", "快进中；按任意键停止");
pub(crate) const STOPPED_BY: Words = Words("stopped:", "已停止：");

pub(crate) const COACH: Words = Words("Coach", "教练");
pub(crate) const COACH_WATCHES: Words = Words("the coach looks at every move", "教练会点评每一步");
pub(crate) const COACH_IS_AWAY: Words = Words("the coach looks away", "教练不再点评");
pub(crate) const NO_HINTS: Words = Words("there are no hints in this game", "这个游戏没有提示");
pub(crate) const THINKING: Words = Words("thinking", "思考中");
pub(crate) const NOT_KNOWN: Words =
    Words("how it can be won is not known: too many positions", "局面太多，算不出怎样获胜");
pub(crate) const GOOD_MOVE: Words = Words("your last move keeps the shortest win", "上一步没有耽误获胜");
pub(crate) const WIN_IS_GONE: Words =
    Words("your last move makes the win impossible", "上一步之后已无法获胜");
pub(crate) const NEXT: Words = Words("next:", "下一步：");
pub(crate) const END_THE_TURN: Words = Words("end the turn", "结束回合");
pub(crate) const LEAVE_IT: Words = Words("nothing more with this one", "这个单位不再行动");

/// Par of the map.
pub(crate) fn par(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("par of this map: {turns}"),
        Lang::Zh => format!("本图标准回合数：{turns}"),
    }
}

/// The shortest win from here.
pub(crate) fn shortest(lang: Lang, turns: u32) -> String {
    match (lang, turns) {
        (Lang::En, 1) => "it can be won in this turn".into(),
        (Lang::En, _) => format!("it can be won in {turns} turns, not faster"),
        (Lang::Zh, 1) => "本回合就能获胜".into(),
        (Lang::Zh, _) => format!("最快 {turns} 回合获胜"),
    }
}

/// A win from here of which it is not known whether it is the shortest.
pub(crate) fn some_win(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("it can be won in {turns} turns, perhaps faster"),
        Lang::Zh => format!("{turns} 回合可以获胜，也许还能更快"),
    }
}

/// That there is no win from here.
pub(crate) fn no_win_within(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("there is no win within {turns} turns"),
        Lang::Zh => format!("{turns} 回合内无法获胜"),
    }
}

/// That a move has made the win longer.
pub(crate) fn longer(lang: Lang, now: u32, before: u32) -> String {
    match lang {
        Lang::En => format!("your last move makes the win longer: turn {now} instead of {before}"),
        Lang::Zh => format!("上一步使获胜变慢：第 {now} 回合，原本第 {before} 回合"),
    }
}

/// That a move has made the win in time impossible, and which win is still known.
pub(crate) fn win_missed(lang: Lang, before: u32, known: Option<u32>) -> String {
    match (lang, known) {
        (Lang::En, None) => format!("your last move misses the win in turn {before}; no other is known"),
        (Lang::En, Some(now)) => {
            format!("your last move misses the win in turn {before}; one in turn {now} is known")
        }
        (Lang::Zh, None) => format!("上一步错过了第 {before} 回合的获胜，尚不知其他获胜办法"),
        (Lang::Zh, Some(now)) => format!("上一步错过了第 {before} 回合的获胜，已知第 {now} 回合可获胜"),
    }
}

/// Keys that mean the same in all games, for the help.
pub(crate) const COMMON_KEYS: [(&str, Words); 14] = [
    ("arrows h j k l", Words("move the cursor; with Shift: further", "移动光标；加 Shift 移得更远")),
    (
        "Enter, click",
        Words("choose what is under the cursor, or do what is shown there", "选取光标处，或执行预览的命令"),
    ),
    ("Esc, right click", Words("put down what is in hand: nothing is ordered", "取消选取，不下命令")),
    ("Tab", Words("go to the next unit that can act", "跳到下一个可行动的单位")),
    ("e", Words("end the turn", "结束回合")),
    ("u, Backspace", Words("take back the last order, without limit", "撤销，次数不限")),
    ("r", Words("play again what was taken back", "重做")),
    ("R", Words("start the map again", "重新开始本图")),
    ("v", Words("all that ending the turn now will cause", "预览现在结束回合的全部后果")),
    (
        "H",
        Words(
            "a hint: the next order of a shortest win, in games for one",
            "提示：最快获胜的下一步（单人游戏）",
        ),
    ),
    (
        "C",
        Words(
            "the coach looks at every move, or no more, in games for one",
            "教练：开启或关闭对每一步的点评（单人游戏）",
        ),
    ),
    ("L", Words("all that happened so far", "全部战报")),
    ("M", Words("back to the maps; the game is kept", "回到选图；对局会保留")),
    ("q, Ctrl-C", Words("leave; the game is kept", "退出；对局会保留")),
];

pub(crate) const SIGNS_TITLE: Words = Words("Signs on the board", "棋盘上的标记");

/// What the signs on the board mean, for the help.
pub(crate) const SIGNS: [(Mark, Words); 8] = [
    (Mark::Chosen, Words("what you have in hand", "手中的单位")),
    (Mark::Reach, Words("it can go here", "可到达")),
    (Mark::Target, Words("it can attack this, or do to it what you asked for", "可攻击，或所选命令的目标")),
    (Mark::Range, Words("it could attack this from under the cursor", "从光标处可攻击到")),
    (Mark::Way, Words("its way", "路线")),
    (Mark::Change, Words("the order under the cursor would change this", "光标处的命令会影响这里")),
    (Mark::Danger, Words("yours will be hit here when the turn ends", "回合结束后这里的己方单位会受攻击")),
    (Mark::Ghost, Words("an enemy will come here when the turn ends", "回合结束后敌人会来到这里")),
];
