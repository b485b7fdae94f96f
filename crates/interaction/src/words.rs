//! What is said to a player, whatever the game.

use face::Mark;
use game::{Lang, Words};

/// A key and what it does.
pub type KeyHint = (&'static str, Words);

pub const IN_HAND: Words = Words("In hand:", "手中：");
pub const HERE: Words = Words("Under the cursor", "光标处");
pub const IF_DONE: Words = Words("If you do this", "如果这样做");
pub const IF_ENDED: Words = Words("If you end the turn now", "如果现在结束回合");
pub const NOTHING_WILL_HAPPEN: Words = Words("nothing happens", "什么也不会发生");
pub const HAPPENED: Words = Words("What happened", "战报");
pub const NOTHING_YET: Words = Words("nothing yet", "还没有");
pub const UNDONE: Words = Words("taken back", "已撤销");
pub const REDONE: Words = Words("played again", "已重做");
pub const NOTHING_TO_UNDO: Words = Words("there is nothing to take back", "没有可以撤销的操作");
pub const NOTHING_TO_UNDO_THIS_TURN: Words = Words(
    "there is nothing to take back in this turn; turns that have ended stay",
    "本回合没有可以撤销的操作；已结束的回合不能撤销",
);
pub const NOTHING_TO_REDO: Words = Words("there is nothing to play again", "没有可以重做的操作");
pub const GAME_IS_OVER: Words = Words("the game is over", "游戏已经结束");
pub const WAITING_FOR_OTHERS: Words =
    Words("your turn has ended; the others are still to play", "你的回合已结束，等待其他玩家");
pub const OTHERS_PLAY: Words =
    Words("others play at this table: nothing is let pass", "同桌还有其他玩家，不能快进");
pub const TIME_IS_UP: Words = Words("your time is up; the turn has ended", "时间到，回合已结束");
pub const BOT_PLAYS_HERE: Words = Words("a bot plays in your seat:", "程序正在代你下：");
pub const RESTARTED: Words =
    Words("the map starts again; r plays the old game again", "重新开始；按 r 可重演原来的对局");
pub const WON: Words = Words("You win!", "胜利！");
pub const DRAWN: Words = Words("A draw", "平局");
pub const LOST: Words = Words("You lose", "失败");
pub const WON_IN: Words = Words("won in turns:", "获胜所用回合：");
pub const BEST_SO_FAR: Words = Words("best so far:", "历史最佳：");
pub const NEW_BEST: Words = Words("a new best", "新纪录");
pub const AFTER_SOLO: [KeyHint; 5] = [
    ("Enter", Words("maps", "选图")),
    ("u", Words("undo", "撤销")),
    ("R", Words("again", "重来")),
    ("w", Words("replay page", "回放页面")),
    ("q", Words("leave", "退出")),
];
/// After a win in a game for one: the next map that is not solved.
pub const NEXT_MAP: KeyHint = ("n", Words("next map", "下一图"));
pub const AFTER_BATTLE: [KeyHint; 4] = [
    ("Enter", Words("maps", "选图")),
    ("Esc", Words("the board", "看棋盘")),
    ("w", Words("replay page", "回放页面")),
    ("q", Words("leave", "退出")),
];
/// At a table with several people.
pub const AFTER_SHARED: [KeyHint; 1] = [("Esc", Words("the board", "看棋盘"))];
/// Keys that mean nothing at a table with several people.
pub const NOT_SHARED: [&str; 5] = [">", "G", "C", "w", "M"];
pub const END_TURN: KeyHint = ("e", Words("end turn", "结束回合"));
/// Hints that follow those of the game.
pub const SOLO_HINTS: [KeyHint; 3] =
    [("u", Words("undo", "撤销")), ("v", Words("foresee", "预览")), ("q", Words("leave", "退出"))];
pub const BATTLE_HINTS: [KeyHint; 4] = [
    ("u", Words("undo", "撤销")),
    (">", Words("forward", "快进")),
    ("o", Words("standing orders", "长期命令")),
    ("q", Words("leave", "退出")),
];
pub const HELP_TITLE: Words = Words("Help", "帮助");
pub const LOG_TITLE: Words = Words("All that happened", "全部战报");
pub const FORESIGHT_TITLE: Words = Words("What ending the turn now will cause", "现在结束回合会发生什么");
pub const CHOOSE_HINT: Words = Words("Enter chooses, Esc closes", "回车选择，Esc 关闭");
pub const STANDING_TITLE: Words = Words("What goes on by itself", "自动继续的命令");
pub const STANDING_HINT: Words =
    Words("Enter changes a setting or drops an order, Esc closes", "回车更改设置或取消命令，Esc 关闭");
pub const STANDING_ADDED: Words = Words("every turn from now on:", "从现在起每回合：");
pub const STANDING_DROPPED: Words = Words("no longer:", "不再：");
pub const NO_STANDING_HERE: Words =
    Words("nothing is ordered here that goes on by itself", "这里没有自动继续的命令");
pub const WAITING: Words = Words("waiting for orders (Tab):", "等待命令（Tab）：");
pub const NOTHING_WAITS: Words = Words("nothing of yours waits for orders", "没有等待命令的单位");
pub const WAITS: Words = Words("waits for orders:", "等待命令：");
pub const AGAIN_ENDS_TURN: Words = Words("again ends the turn", "再按一次结束回合");
pub const RUN_TO_THE_END: Words =
    Words("G again lets the game run to its end without you", "再按一次 G，对局将自动进行到终局");
pub const NOT_KEPT: Words =
    Words("this game is kept nowhere: press the key again to give it up", "这局游戏没有存档：再按一次放弃");
pub const PAGE_SHOWS_ALL: Words = Words(
    "the page shows what everybody did and had: w again makes it",
    "页面会显示各方的全部情况：再按一次 w 生成",
);
pub const PAGE_WRITTEN: Words = Words("replay page:", "回放页面：");
pub const NO_PAGE: Words = Words("no replay page could be made:", "无法生成回放页面：");
pub const START_OVER: Words = Words(
    "there is a game in progress: n again gives it up and starts over",
    "这张地图有进行中的对局：再按一次 n 放弃并重新开始",
);
pub const KEYS_TITLE: Words = Words("Keys", "按键");
pub const MENU_TITLE: Words = Words("Choose a map", "选择地图");
pub const PAR: Words = Words("Fewest turns to win it in:", "获胜所需的最少回合数：");
pub const UNSOLVED: Words = Words("not solved", "未通关");
pub const SOLVED_IN: Words = Words("solved in", "通关回合");
pub const IN_PROGRESS: Words = Words("in progress", "进行中");
pub const DIFFICULTY: [Words; 4] =
    [Words("first steps", "入门"), Words("easy", "简单"), Words("medium", "中等"), Words("hard", "困难")];
pub const DAMAGED_SAVE: Words = Words("A save file was damaged and is kept aside", "存档已损坏，已另存");
pub const SAVE_FAILED: Words = Words("the game could not be saved", "无法保存游戏");
pub const FAST_FORWARD: Words = Words("fast-forward; any key stops", "快进中；按任意键停止");
pub const STOPPED_BY: Words = Words("stopped:", "已停止：");

pub const COACH: Words = Words("Coach", "教练");
pub const COACH_WATCHES: Words = Words("the coach looks at every move", "教练会点评每一步");
pub const COACH_IS_AWAY: Words = Words("the coach looks away", "教练不再点评");
pub const COACH_PLAYS: Words = Words(
    "the coach orders for you while rounds pass: > lets up to 10 pass, G all",
    "快进时由教练代为下令：> 至多 10 轮，G 直到终局",
);
pub const COACH_RESTS: Words = Words("you order alone again", "恢复由你自己下令");
pub const NO_ADVICE: Words = Words("there is no advice where people play each other", "与他人对局时没有建议");
pub const AGAIN_DOES_IT: Words = Words("hint again does it", "再按一次提示即照做");
pub const LESSON_LEFT: Words = Words(
    "That is another way than the lesson's. Undo takes it back; or go on on your own.",
    "这与教程的走法不同。可以撤销，也可以自己继续。",
);
pub const LESSONS: Words = Words("Lessons", "教程");
pub const NO_HINTS: Words = Words("there are no hints in this game", "这个游戏没有提示");
pub const THINKING: Words = Words("thinking", "思考中");
pub const NOT_KNOWN: Words =
    Words("how it can be won is not known: too many positions", "局面太多，算不出怎样获胜");
pub const GOOD_MOVE: Words = Words("your last move keeps the shortest win", "上一步没有耽误获胜");
pub const WIN_IS_GONE: Words = Words("your last move makes the win impossible", "上一步之后已无法获胜");
pub const NEXT: Words = Words("next:", "下一步：");
pub const END_THE_TURN: Words = Words("end the turn", "结束回合");
pub const LEAVE_IT: Words = Words("nothing more with this one", "这个单位不再行动");

/// Keys of all games that deserve a button, where there are buttons.
pub const TOOLS: [KeyHint; 2] = [("u", Words("undo", "撤销")), ("r", Words("redo", "重做"))];
/// The same in games for one.
pub const SOLO_TOOLS: [KeyHint; 2] = [("H", Words("hint", "提示")), ("R", Words("again", "重来"))];
/// The same in games against others.
pub const BATTLE_TOOLS: [KeyHint; 6] = [
    ("H", Words("hint", "提示")),
    ("Tab", Words("next idle", "下一个待命")),
    (">", Words("forward", "快进")),
    ("G", Words("to the end", "到终局")),
    ("C", Words("coach plays along", "教练代下")),
    ("o", Words("standing orders", "长期命令")),
];
/// The last of them.
pub const LAST_TOOLS: [KeyHint; 3] =
    [("w", Words("replay page", "回放页面")), ("M", Words("maps", "选图")), ("?", Words("help", "帮助"))];

/// What opponents are called, by the names of the bots.
pub const LEVELS: [(&str, Words); 4] = [
    ("easy", Words("easy: builds little and fights late", "简单：少生产，晚开战")),
    ("medium", Words("medium: plays by good rules of thumb", "中等：按经验行棋")),
    ("hard", Words("hard: tries a few plans ahead", "困难：向前推演几种方案")),
    ("strong", Words("strong: tries many plans ahead", "最强：向前推演许多方案")),
];

/// A finger shows what an order would do first.
pub const TOUCH_AGAIN: Words = Words("touch again to do this", "再点一次执行");

/// Par of the map.
pub fn par(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("par of this map: {turns}"),
        Lang::Zh => format!("本图标准回合数：{turns}"),
    }
}

/// The shortest win from here.
pub fn shortest(lang: Lang, turns: u32) -> String {
    match (lang, turns) {
        (Lang::En, 1) => "it can be won in this turn".into(),
        (Lang::En, _) => format!("it can be won in {turns} turns, not faster"),
        (Lang::Zh, 1) => "本回合就能获胜".into(),
        (Lang::Zh, _) => format!("最快 {turns} 回合获胜"),
    }
}

/// A win from here of which it is not known whether it is the shortest.
pub fn some_win(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("it can be won in {turns} turns, perhaps faster"),
        Lang::Zh => format!("{turns} 回合可以获胜，也许还能更快"),
    }
}

/// That there is no win from here.
pub fn no_win_within(lang: Lang, turns: u32) -> String {
    match lang {
        Lang::En => format!("there is no win within {turns} turns"),
        Lang::Zh => format!("{turns} 回合内无法获胜"),
    }
}

/// That a move has made the win longer.
pub fn longer(lang: Lang, now: u32, before: u32) -> String {
    match lang {
        Lang::En => format!("your last move makes the win longer: turn {now} instead of {before}"),
        Lang::Zh => format!("上一步使获胜变慢：第 {now} 回合，原本第 {before} 回合"),
    }
}

/// That a move has made the win in time impossible, and which win is still known.
pub fn win_missed(lang: Lang, before: u32, known: Option<u32>) -> String {
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
pub const COMMON_KEYS: [KeyHint; 5] = [
    ("arrows h j k l", Words("move the cursor; with Shift: further", "移动光标；加 Shift 移得更远")),
    (
        "Enter, click",
        Words("choose what is under the cursor, or do what is shown there", "选取光标处，或执行预览的命令"),
    ),
    ("Esc, right click", Words("put down what is in hand: nothing is ordered", "取消选取，不下命令")),
    ("Tab", Words("go to the next unit that waits for orders", "跳到下一个等待命令的单位")),
    ("e", Words("end the turn", "结束回合")),
];
/// Keys in games for one.
pub const SOLO_KEYS: [KeyHint; 6] = [
    ("u, Backspace", Words("take back the last order, without limit", "撤销，次数不限")),
    ("r", Words("play again what was taken back", "重做")),
    ("R", Words("start the map again", "重新开始本图")),
    ("v", Words("all that ending the turn now will cause", "预览现在结束回合的全部后果")),
    ("H", Words("a hint: the next order of a shortest win", "提示：最快获胜的下一步")),
    ("C", Words("the coach looks at every move, or no more", "教练：开启或关闭对每一步的点评")),
];
/// Keys in games against others.
pub const BATTLE_KEYS: [KeyHint; 8] = [
    ("u, Backspace", Words("take back the last order of this turn", "撤销本回合的上一条命令")),
    ("r", Words("play again what was taken back", "重做")),
    ("o", Words("standing orders and settings: what goes on by itself", "长期命令和设置：哪些命令自动继续")),
    ("c", Words("drop the standing orders of what is under the cursor", "取消光标处单位的长期命令")),
    (
        ">",
        Words(
            "let up to 10 rounds pass, until something of yours is hit or waits for orders",
            "快进至多 10 轮，己方受攻击或有单位等待命令即停",
        ),
    ),
    ("G", Words("let the game run to its end", "快进到终局")),
    ("H", Words("a hint: what a bot would order; again: do it", "提示：教练会下的命令；再按一次照做")),
    ("C", Words("the coach orders for you while rounds pass, or no more", "快进时由教练代为下令，或恢复")),
];
/// The last keys of the help.
pub const LAST_KEYS: [KeyHint; 4] = [
    ("L", Words("all that happened so far", "全部战报")),
    ("w", Words("write the game as a replay page", "把对局写成回放页面")),
    ("M", Words("back to the maps; the game is kept", "回到选图；对局会保留")),
    ("q, Ctrl-C", Words("leave; the game is kept", "退出；对局会保留")),
];

pub const SIGNS_TITLE: Words = Words("Signs on the board", "棋盘上的标记");

/// What the signs on the board mean, for the help.
pub const SIGNS: [(Mark, Words); 6] = [
    (Mark::Chosen, Words("what you have in hand", "手中的单位")),
    (Mark::Reach, Words("it can go here", "可到达")),
    (Mark::Target, Words("it can attack this, or do to it what you asked for", "可攻击，或所选命令的目标")),
    (Mark::Range, Words("it could attack this from under the cursor", "从光标处可攻击到")),
    (Mark::Way, Words("its way", "路线")),
    (Mark::Change, Words("the order under the cursor would change this", "光标处的命令会影响这里")),
];
/// Signs in games for one.
pub const SOLO_SIGNS: [(Mark, Words); 2] = [
    (Mark::Danger, Words("yours will be hit here when the turn ends", "回合结束后这里的己方单位会受攻击")),
    (Mark::Ghost, Words("an enemy will come here when the turn ends", "回合结束后敌人会来到这里")),
];
/// Signs in games against others.
pub const BATTLE_SIGNS: [(Mark, Words); 1] =
    [(Mark::Waiting, Words("yours, and waits for orders", "己方，等待命令"))];
