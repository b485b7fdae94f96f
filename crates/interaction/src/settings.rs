//! What a player has set, for all games.

use game::Words;
use serde::{Deserialize, Serialize};

/// The settings of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// Whether work that was ordered is ordered again every turn.
    pub(crate) repeat_work: bool,
    /// Whether ending a turn while something waits for orders must be confirmed.
    pub(crate) warn_of_waiting: bool,
}

/// One of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    RepeatWork,
    WarnOfWaiting,
}

impl Default for Settings {
    fn default() -> Self {
        Self { repeat_work: true, warn_of_waiting: true }
    }
}

impl Settings {
    pub(crate) const fn get(&mut self, setting: Setting) -> &mut bool {
        match setting {
            Setting::RepeatWork => &mut self.repeat_work,
            Setting::WarnOfWaiting => &mut self.warn_of_waiting,
        }
    }
}

impl Setting {
    pub(crate) const ALL: [Self; 2] = [Self::RepeatWork, Self::WarnOfWaiting];

    pub(crate) const fn words(self) -> Words {
        match self {
            Self::RepeatWork => {
                Words("work that was ordered goes on every turn", "已下令的生产每回合自动继续")
            }
            Self::WarnOfWaiting => {
                Words("warn me before a turn ends with idle units", "还有单位待命令时，结束回合前提醒")
            }
        }
    }
}
