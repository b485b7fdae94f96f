//! Guided first games.

use face::{Lesson, LessonStep, Until};
use game::Words;

/// A first campaign.
pub(super) const LESSONS: &[Lesson] = &[CAMPAIGN];

const CAMPAIGN: Lesson = Lesson {
    title: Words("a first campaign", "第一场战役"),
    map: "campus",
    line: &[],
    steps: &[
        LessonStep {
            say: Words(
                "Four players, and blue is you. This is your tower. Click it.",
                "四名玩家，蓝色是你。这是你的塔，点击它。",
            ),
            at: &[(3, 2)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "A tower makes one thing after the other. Press work on.",
                "塔逐一生产各种兵团。按“生产”。",
            ),
            at: &[],
            key: "p",
            until: Until::Listed,
        },
        LessonStep {
            say: Words(
                "Choose the extender: it will found a second tower.",
                "选择开拓者：它能建造第二座塔。",
            ),
            at: &[],
            key: "",
            until: Until::Ordered(1),
        },
        LessonStep {
            say: Words(
                "It goes on with that every turn by itself. End the turn.",
                "以后每回合会自动继续。结束回合。",
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
            until: Until::Ordered(2),
        },
        LessonStep {
            say: Words(
                "There are 300 rounds. The coach can order for you while rounds pass. Let it play along.",
                "一共 300 轮。快进时教练可以代你下令。请让教练代下。",
            ),
            at: &[],
            key: "C",
            until: Until::Coached,
        },
        LessonStep {
            say: Words(
                "Press to the end twice. Any key stops, so that you order yourself where you like. Most points win.",
                "按两次“到终局”。按任意键即停，可随时自己下令。积分最高者获胜。",
            ),
            at: &[],
            key: "G",
            until: Until::Over,
        },
    ],
};
