//! What a course gives points for, and what its students see.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How a class is graded. The default is the course's own way.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Policy {
    /// Points.
    pub points: Points,
    /// What students see.
    pub feedback: Feedback,
    /// The limits of a program.
    pub limits: ProgramLimits,
    /// What was handed out, relative to the policy's file: its code counts for nothing in the
    /// comparison.
    pub handout: Option<PathBuf>,
    /// Until when, and what becomes of later ones.
    pub deadline: Option<Deadline>,
}

/// What there are points for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Points {
    /// Whether one failed case costs all points of its stage.
    pub grading: Grading,
    /// Whether cases beyond the handout (malformed input, end of input, odd maps) count, too.
    pub robust: bool,
    /// Points of a stage, by its number; the course's where nothing is said.
    pub stages: BTreeMap<StageKey, f64>,
    /// What a case weighs among the others of its stage, by `STAGE/CASE`; 1 where nothing is said.
    pub cases: BTreeMap<String, f64>,
}

/// A stage in a policy: `1` to `4`, or `hidden`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum StageKey {
    /// Stage 1.
    #[serde(rename = "1")]
    One,
    /// Stage 2.
    #[serde(rename = "2")]
    Two,
    /// Stage 3.
    #[serde(rename = "3")]
    Three,
    /// Stage 4.
    #[serde(rename = "4")]
    Four,
    /// The cases that students do not have, run on the program of stage 4.
    #[serde(rename = "hidden")]
    Hidden,
}

impl StageKey {
    /// How it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
            Self::Hidden => "hidden",
        }
    }
}

/// Whether part of the work gives part of the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grading {
    /// All points of a stage, or none: as the course does.
    #[default]
    AllOrNothing,
    /// By the weight of the cases that are correct.
    Partial,
}

/// What students see.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Feedback {
    /// Of hidden cases.
    pub hidden: Shown,
}

/// How much of a hidden case is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Only how many points there are for them.
    #[default]
    Nothing,
    /// The verdict of each.
    Verdict,
    /// The verdict, and the first differing line as the program printed it, without what was
    /// expected.
    FirstLine,
}

/// The limits of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ProgramLimits {
    /// CPU time for a case.
    pub cpu_seconds: f64,
    /// Memory.
    pub memory_mib: u64,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self { cpu_seconds: 1.0, memory_mib: 512 }
    }
}

/// When the time is up, and what becomes of what comes later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Deadline {
    /// The last moment, with its time zone.
    #[serde(with = "moment")]
    pub at: Timestamp,
    /// What part of its points a late submission keeps.
    #[serde(default)]
    pub late_factor: f64,
}

impl Policy {
    /// The text of a policy that says what the default is, to be changed.
    pub const TEMPLATE: &str = include_str!("policy.toml");

    /// Reads a policy.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let policy: Self = toml::from_str(text).map_err(|error| plain(text, &error))?;
        policy.check()?;
        Ok(policy)
    }

    /// The folder of the handout, for a policy read from this file.
    #[must_use]
    pub fn handout_beside(&self, file: &Path) -> Option<PathBuf> {
        let folder = file.parent().unwrap_or(Path::new("."));
        self.handout.as_ref().map(|handout| folder.join(handout))
    }

    fn check(&self) -> Result<(), String> {
        let bad = |points: &f64| !points.is_finite() || *points < 0.0;
        if let Some((stage, _)) = self.points.stages.iter().find(|(_, points)| bad(points)) {
            return Err(format!("points.stages.{}: expected a number from 0", stage.name()));
        }
        if let Some((case, _)) = self.points.cases.iter().find(|(_, weight)| bad(weight)) {
            return Err(format!("points.cases.\"{case}\": expected a number from 0"));
        }
        if let Some((case, _)) = self.points.cases.iter().find(|(case, _)| !case.contains('/')) {
            return Err(format!("points.cases.\"{case}\": expected STAGE/CASE, for example \"2/17\""));
        }
        if !(0.05..=600.0).contains(&self.limits.cpu_seconds) {
            return Err("limits.cpu-seconds: expected a number from 0.05 to 600".to_string());
        }
        if !(16..=65_536).contains(&self.limits.memory_mib) {
            return Err("limits.memory-mib: expected a number from 16 to 65536".to_string());
        }
        match &self.deadline {
            Some(deadline) if !(0.0..=1.0).contains(&deadline.late_factor) => {
                Err("deadline.late-factor: expected a number from 0 to 1".to_string())
            }
            _ => Ok(()),
        }
    }
}

/// The line and what is wrong there, without the picture that the TOML reader draws.
fn plain(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    format!("line {line}: {}", error.message().replace('\n', " "))
}

/// Moments as TOML's own or as text.
mod moment {
    use jiff::Timestamp;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        at.to_string().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Toml(toml::value::Datetime),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Toml(moment) => moment.to_string(),
            Written::Text(text) => text,
        };
        let expected = "expected a moment with its time zone, such as 2026-11-01T23:59:00+08:00";
        text.parse().map_err(|_| D::Error::custom(format!("`{text}`: {expected}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_the_default() {
        assert_eq!(Policy::parse(Policy::TEMPLATE), Ok(Policy::default()));
        let uncommented: Vec<&str> =
            Policy::TEMPLATE.lines().map(|line| line.strip_prefix("#: ").unwrap_or(line)).collect();
        let policy = Policy::parse(&uncommented.join("\n")).unwrap();
        assert!(policy.deadline.is_some() && policy.handout.is_some() && !policy.points.stages.is_empty());
    }

    #[test]
    fn wrong_policies_are_told_by_line() {
        let wrong = |text: &str| Policy::parse(text).unwrap_err();
        assert!(
            wrong("\n[points]\ngradin = 1\n").starts_with("line 3: unknown field `gradin`"),
            "{}",
            wrong("\n[points]\ngradin = 1\n")
        );
        assert!(wrong("[points.stages]\n5 = 1\n").starts_with("line 2: unknown variant `5`"));
        assert!(
            wrong("[deadline]\nat = \"soon\"\n").contains("`soon`: expected a moment with its time zone")
        );
        assert!(wrong("[deadline]\nat = 2026-11-01T00:00:00\n").contains("time zone"));
        assert!(wrong("[points.cases]\n17 = 2.0\n").contains("STAGE/CASE"));
        assert!(wrong("[limits]\ncpu-seconds = nan\n").contains("0.05"));
    }
}
