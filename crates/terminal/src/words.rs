//! What only the screens of a terminal say.

use game::Words;
use interaction::KeyHint;
pub(crate) use interaction::words::*;

pub(crate) const HELP_HINT: Words = Words("? help", "? 帮助");
pub(crate) const MORE_LINES: Words = Words("more: press", "更多：按");
pub(crate) const TOO_SMALL: Words = Words("The window is too small.", "窗口太小。");
pub(crate) const NEEDED: Words = Words("needed:", "需要：");
pub(crate) const PRESENT: Words = Words("present:", "现在：");
pub(crate) const CLOSE_HINT: Words = Words("arrows scroll, Esc closes", "方向键滚动，Esc 关闭");
pub(crate) const MENU_KEYS: [KeyHint; 4] = [
    ("Enter", Words("play, or go on", "开始或继续")),
    ("n", Words("start over", "重新开始")),
    ("w", Words("replay page", "回放页面")),
    ("q", Words("leave", "退出")),
];
