//! Guided first games.

use face::{END_TURN, Lesson, LessonStep, Until};
use game::Words;

/// A walk and a fireball.
pub(super) const LESSONS: &[Lesson] = &[FIRE];

const FIRE: Lesson = Lesson {
    title: Words("walk and burn", "移动与火球"),
    map: "spark",
    line: &[
        r#"{"order":"step","direction":"up"}"#,
        r#"{"order":"step","direction":"up"}"#,
        r#"{"order":"fireball","direction":"left"}"#,
        END_TURN,
    ],
    steps: &[
        LessonStep {
            say: Words(
                "Your mage takes up to three steps a turn: the blue squares. Click the marked one.",
                "法师每回合最多走三步，即蓝色格子。点击标出的格子。",
            ),
            at: &[(2, 5)],
            key: "",
            until: Until::Played(2),
        },
        LessonStep {
            say: Words(
                "Now it stands in one line with the goblin. Press fireball.",
                "现在它与哥布林在一条直线上。按“火球术”。",
            ),
            at: &[(2, 1)],
            key: "x",
            until: Until::Aimed,
        },
        LessonStep {
            say: Words(
                "Click the goblin: the fireball burns the first in its way.",
                "点击哥布林：火球烧死路上的第一个单位。",
            ),
            at: &[(2, 1)],
            key: "",
            until: Until::Played(3),
        },
        LessonStep { say: Words("End the turn.", "结束回合。"), at: &[], key: "e", until: Until::Over },
    ],
};
