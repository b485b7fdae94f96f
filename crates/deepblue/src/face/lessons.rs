//! Guided first games.

use face::{Lesson, LessonStep, Until};
use game::Words;

/// A first sea.
pub(super) const LESSONS: &[Lesson] = &[SEA];

const SEA: Lesson = Lesson {
    title: Words("a first sea", "第一片海"),
    map: "training",
    line: &[],
    steps: &[
        LessonStep {
            say: Words(
                "Blue is yours. The square with the flag is your base: it builds ships. Press produce.",
                "蓝色是你的。插旗的方块是你的基地，可以造船。按“生产”。",
            ),
            at: &[(3, 17)],
            key: "p",
            until: Until::Listed,
        },
        LessonStep {
            say: Words(
                "Choose the cargo: it fetches metal and fuel, which more ships cost.",
                "选择运输舰：它采集造船所需的金属与燃料。",
            ),
            at: &[],
            key: "",
            until: Until::Ordered(1),
        },
        LessonStep {
            say: Words("This is your destroyer. Click it.", "这是你的驱逐舰。点击它。"),
            at: &[(0, 15)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "Click where it shall go: in blue cells it is there this round, to others it sails on by itself.",
                "点击目的地：蓝色格子本轮可到，更远处它会自己继续航行。",
            ),
            at: &[],
            key: "",
            until: Until::Ordered(2),
        },
        LessonStep {
            say: Words(
                "Both sides give orders, then everything moves at once. End the turn; asked about idle ships, once more.",
                "双方下完命令后同时行动。结束回合；如果提醒还有待命单位，再按一次。",
            ),
            at: &[],
            key: "e",
            until: Until::Turn(2),
        },
        LessonStep {
            say: Words(
                "Not sure what to do? Ask for a hint; ask again, and it is done.",
                "不知道怎么办？按“提示”；再按一次即照做。",
            ),
            at: &[],
            key: "H",
            until: Until::Ordered(3),
        },
        LessonStep {
            say: Words(
                "The coach can order for you while rounds pass. Let it play along.",
                "快进时教练可以代你下令。请让教练代下。",
            ),
            at: &[],
            key: "C",
            until: Until::Coached,
        },
        LessonStep {
            say: Words(
                "Let rounds pass. Whoever has more points after round 50, or destroys the other base, wins.",
                "快进。第 50 轮后积分更高，或摧毁对方基地者获胜。",
            ),
            at: &[],
            key: ">",
            until: Until::Over,
        },
    ],
};
