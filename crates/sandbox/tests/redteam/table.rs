//! The table of attacks: `attacks.tsv`.

use std::fmt;

/// One attack of the table.
#[derive(Clone, Debug)]
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// What it is about: the heading it stands under.
    pub(crate) subject: &'static str,
    /// What kind of program it is.
    pub(crate) program: Kind,
    /// What the harness looks at to decide whether it succeeded.
    pub(crate) watch: Watch,
    /// Where the attack must succeed if nothing contains it.
    pub(crate) real: Real,
    /// What happens to it behind all layers.
    pub(crate) full: Expected,
    /// What happens to it where there are no namespaces.
    pub(crate) inner: Expected,
    /// The layer that stops it.
    pub(crate) stopped_by: &'static str,
    /// What it tries.
    pub(crate) tries: &'static str,
}

/// What kind of program an attack is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A sub-command of the C program.
    Hostile,
    /// A Python program in `python/`.
    Python,
    /// A folder of sources in `compile/`, handed to a compiler.
    Compile,
}

/// What the harness looks at to decide whether an attack succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Watch {
    /// Whether it works: it is no attack, but what must be possible for the rest to mean anything.
    Works,
    /// What the attack says of itself, and whether anything outside has changed.
    Word,
    /// Whether anything of it arrived in the places everybody may write to.
    Left,
    /// Whether its scratch is gone when it is.
    Scratch,
    /// Whether any of its processes lives on.
    Survivors,
    /// Whether it was charged what it used.
    Clock,
    /// Whether all of it stands still when it is frozen.
    Freeze,
    /// Whether it can make the runner wait for ever.
    Turn,
    /// How much of its error output is kept.
    Errors,
}

/// Where an attack must succeed if nothing contains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Real {
    /// Everywhere.
    Always,
    /// For root; the machine refuses it to ordinary users, or may.
    ForRoot,
    /// For ordinary users; root is not hurt by it.
    ForUser,
    /// Where the kernel or the machine offers it.
    WhereOffered,
}

/// What may be observed: one of these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected(&'static str);

impl Expected {
    pub(crate) fn allows(self, observed: &str) -> bool {
        self.0.split('|').any(|each| each == observed)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('|', " or "))
    }
}

const TABLE: &str = include_str!("attacks.tsv");

/// All attacks, in the order of the table.
///
/// # Panics
/// If the table cannot be read: it is part of this program.
pub(crate) fn attacks() -> Vec<Attack> {
    TABLE
        .lines()
        .skip(1)
        .map(|line| row(line).unwrap_or_else(|| panic!("not a row of the table: {line}")))
        .collect()
}

fn row(line: &'static str) -> Option<Attack> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, subject, program, watch, real, full, inner, stopped_by, tries] = fields[..] else {
        return None;
    };
    Some(Attack {
        name,
        subject,
        program: match program {
            "hostile" => Kind::Hostile,
            "python" => Kind::Python,
            "compile" => Kind::Compile,
            _ => return None,
        },
        watch: match watch {
            "works" => Watch::Works,
            "word" => Watch::Word,
            "left" => Watch::Left,
            "scratch" => Watch::Scratch,
            "survivors" => Watch::Survivors,
            "clock" => Watch::Clock,
            "freeze" => Watch::Freeze,
            "turn" => Watch::Turn,
            "errors" => Watch::Errors,
            _ => return None,
        },
        real: match real {
            "always" => Real::Always,
            "root" => Real::ForRoot,
            "user" => Real::ForUser,
            "offered" => Real::WhereOffered,
            _ => return None,
        },
        full: Expected(full),
        inner: Expected(inner),
        stopped_by,
        tries,
    })
}
