//! What the pages say, in both languages.

use super::State;
use crate::collect::{LeftOut, Why};
use crate::policy::{Grading, Policy, Shown, StageKey};
use judge::Language;

/// What a page says in a language.
pub(crate) trait PageWords: Copy {
    /// The language's tag in HTML.
    fn tag(self) -> &'static str;
    /// One of two texts.
    fn of(self, english: &'static str, chinese: &'static str) -> &'static str;
    /// The name of a stage.
    fn stage(self, stage: StageKey) -> String;
    /// What became of a student's work.
    fn state(self, state: State) -> &'static str;
    /// Why something was not graded.
    fn left_out(self, left: &LeftOut) -> String;
    /// How the class is graded, in a sentence or two.
    fn policy(self, policy: &Policy) -> String;
}

impl PageWords for Language {
    fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-CN",
        }
    }

    fn of(self, english: &'static str, chinese: &'static str) -> &'static str {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }

    fn stage(self, stage: StageKey) -> String {
        match (stage, self) {
            (StageKey::Hidden, _) => self.of("Hidden cases", "隐藏测试").to_string(),
            (_, Self::En) => format!("Stage {}", stage.name()),
            (_, Self::Zh) => format!("第 {} 阶段", stage.name()),
        }
    }

    fn state(self, state: State) -> &'static str {
        match state {
            State::Correct => self.of("correct", "全部正确"),
            State::Incorrect => self.of("not all correct", "有错误"),
            State::NotBuilt => self.of("not built", "编译失败"),
            State::Unusable => self.of("cannot be opened", "无法打开"),
            State::Missing => self.of("nothing handed in", "未提交"),
        }
    }

    fn left_out(self, left: &LeftOut) -> String {
        let why = match &left.why {
            Why::NoSubmission => {
                self.of("no folder, archive or source", "不是文件夹、压缩包或源文件").to_string()
            }
            Why::Link => self.of("a link", "是符号链接").to_string(),
            Why::Superseded(by) => match self {
                Self::En => format!("{by} of the same student is newer"),
                Self::Zh => format!("同一学生有更新的 {by}"),
            },
        };
        match self {
            Self::En => format!("{}: {why}", left.name),
            Self::Zh => format!("{}：{why}", left.name),
        }
    }

    fn policy(self, policy: &Policy) -> String {
        let grading = match policy.points.grading {
            Grading::AllOrNothing => self.of(
                "The points of a stage are given if all its graded cases are correct.",
                "一个阶段的计分测试案例全部正确才得该阶段的分。",
            ),
            Grading::Partial => self.of(
                "A stage gives points for the part of its graded cases that is correct.",
                "每个阶段按正确的计分测试案例所占比重给分。",
            ),
        };
        let hidden = match policy.feedback.hidden {
            Shown::Nothing => self.of("Of hidden cases only the points are shown.", "隐藏测试只显示得分。"),
            Shown::Verdict => self.of("Of hidden cases the verdict is shown.", "隐藏测试只显示结论。"),
            Shown::FirstLine => self.of(
                "Of hidden cases the verdict and the first differing line of the program are shown.",
                "隐藏测试显示结论与程序第一处不同的输出行。",
            ),
        };
        let robust = if policy.points.robust {
            return [grading, hidden].join(self.of(" ", ""));
        } else {
            self.of(
                "Cases beyond the handout (malformed input, end of input, odd maps) cost nothing.",
                "超出作业要求的测试案例（格式错误的输入、输入提前结束、特殊地图）不扣分。",
            )
        };
        [grading, hidden, robust].join(self.of(" ", ""))
    }
}
