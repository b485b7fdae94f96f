//! Guided first games.

use face::{END_TURN, Lesson, LessonStep, Until};
use game::Words;

/// A unit, a shot; what moves and strikes; the enemy's turn.
pub(super) const LESSONS: &[Lesson] = &[SHOT, STRIKE, ANSWER];

const SHOT: Lesson = Lesson {
    title: Words("1: a shot", "一：射击"),
    map: "first-shot",
    line: &[r#"{"order":"attack","unit":[5,3],"target":[2,3]}"#, END_TURN],
    steps: &[
        LessonStep {
            say: Words(
                "Blue is yours, red is the enemy. Click your tank.",
                "蓝色是己方，红色是敌方。点击你的坦克。",
            ),
            at: &[(5, 3)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "The enemy stands in its line of fire. Point at it: the board shows what the shot does. Click to fire.",
                "敌人就在射击线上。指向它即可看到后果，点击开火。",
            ),
            at: &[(2, 3)],
            key: "",
            until: Until::Played(1),
        },
        LessonStep {
            say: Words("Well shot. End the turn.", "打得好。结束回合。"),
            at: &[],
            key: "e",
            until: Until::Over,
        },
    ],
};

const STRIKE: Lesson = Lesson {
    title: Words("2: move, then strike", "二：先移动再攻击"),
    map: "overboard",
    line: &[
        r#"{"order":"attack","unit":[5,2],"target":[2,2]}"#,
        r#"{"order":"move","unit":[5,5],"to":[3,5]}"#,
        r#"{"order":"attack","unit":[3,5],"target":[2,5]}"#,
        END_TURN,
    ],
    steps: &[
        LessonStep {
            say: Words(
                "Every unit may move once and attack once in a turn. Click the tank.",
                "每个单位每回合可移动一次、攻击一次。点击坦克。",
            ),
            at: &[(5, 2)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "It shoots along the line. Fire at the left enemy.",
                "坦克沿直线射击。攻击左边的敌人。",
            ),
            at: &[(2, 2)],
            key: "",
            until: Until::Played(1),
        },
        LessonStep {
            say: Words(
                "A soldier strikes only what stands beside it. Click the soldier.",
                "士兵只能攻击相邻格。点击士兵。",
            ),
            at: &[(5, 5)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "Blue cells are in its reach. Send it below the right enemy.",
                "蓝色格子可以到达。让它走到右边敌人的下方。",
            ),
            at: &[(3, 5)],
            key: "",
            until: Until::Played(2),
        },
        LessonStep {
            say: Words("Now strike.", "现在攻击。"),
            at: &[(2, 5)],
            key: "",
            until: Until::Played(3),
        },
        LessonStep { say: Words("End the turn.", "结束回合。"), at: &[], key: "e", until: Until::Over },
    ],
};

const ANSWER: Lesson = Lesson {
    title: Words("3: the enemy answers", "三：敌方的回合"),
    map: "first-contact",
    line: &[
        r#"{"order":"move","unit":[6,3],"to":[5,3]}"#,
        r#"{"order":"move","unit":[6,2],"to":[5,2]}"#,
        END_TURN,
        r#"{"order":"attack","unit":[5,3],"target":[3,3]}"#,
        r#"{"order":"move","unit":[5,2],"to":[3,3]}"#,
        r#"{"order":"attack","unit":[3,3],"target":[2,3]}"#,
        END_TURN,
    ],
    steps: &[
        LessonStep {
            say: Words(
                "Red arrows show what the enemy will do when your turn ends: nothing is left to chance. Click the tank.",
                "红色箭头是你结束回合后敌方的行动，没有任何随机。点击坦克。",
            ),
            at: &[(6, 3)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "Go one step up. Watch how the arrows change: the enemy goes for whom it can reach.",
                "向上一格。看箭头怎样变化：敌人会扑向够得着的目标。",
            ),
            at: &[(5, 3)],
            key: "",
            until: Until::Played(1),
        },
        LessonStep {
            say: Words("Now the soldier.", "现在是士兵。"),
            at: &[(6, 2)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words("Put it beside the tank.", "让它站到坦克旁边。"),
            at: &[(5, 2)],
            key: "",
            until: Until::Played(2),
        },
        LessonStep {
            say: Words(
                "Nobody is in range yet. End the turn and see them come.",
                "还打不到任何人。结束回合，等他们过来。",
            ),
            at: &[],
            key: "e",
            until: Until::Played(3),
        },
        LessonStep {
            say: Words("Click the tank.", "点击坦克。"),
            at: &[(5, 3)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words(
                "A shot also pushes what it hits, here into the one behind. Fire.",
                "炮击还会把目标推开，这里会撞上后面的敌人。开火。",
            ),
            at: &[(3, 3)],
            key: "",
            until: Until::Played(4),
        },
        LessonStep {
            say: Words("Click the soldier.", "点击士兵。"),
            at: &[(5, 2)],
            key: "",
            until: Until::Chosen,
        },
        LessonStep {
            say: Words("Go where the enemy stood.", "走到敌人原来的位置。"),
            at: &[(3, 3)],
            key: "",
            until: Until::Played(5),
        },
        LessonStep { say: Words("Strike.", "攻击。"), at: &[(2, 3)], key: "", until: Until::Played(6) },
        LessonStep {
            say: Words(
                "End the turn. Undo takes back as much as you like, in every game.",
                "结束回合。任何时候都可以撤销，次数不限。",
            ),
            at: &[],
            key: "e",
            until: Until::Over,
        },
    ],
};
