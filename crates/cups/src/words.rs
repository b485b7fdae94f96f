//! The words of pages, in English and Chinese.

use crate::cup::Format;
use game::Lang;

/// What a page says in a language.
#[derive(Clone, Copy)]
pub(crate) struct Words(pub(crate) Lang);

impl Words {
    /// One of two texts.
    pub(crate) const fn of(self, english: &'static str, chinese: &'static str) -> &'static str {
        match self.0 {
            Lang::En => english,
            Lang::Zh => chinese,
        }
    }

    /// The language's tag in HTML.
    pub(crate) const fn tag(self) -> &'static str {
        self.of("en", "zh-CN")
    }

    pub(crate) const fn format(self, format: Format) -> &'static str {
        match format {
            Format::RoundRobin => self.of("round robin", "循环赛"),
            Format::Gauntlet => self.of("gauntlet", "擂台赛"),
            Format::Groups => self.of("groups", "分组赛"),
            Format::Swiss => self.of("Swiss", "瑞士制"),
            Format::SingleElimination => self.of("single elimination", "单败淘汰赛"),
            Format::DoubleElimination => self.of("double elimination", "双败淘汰赛"),
            Format::Ladder => self.of("ladder", "天梯"),
        }
    }
}
