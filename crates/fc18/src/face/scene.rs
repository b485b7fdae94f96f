//! What is on the map, cell by cell. Everybody sees everything.

use super::text;
use crate::kinds::number_of;
use crate::{Corps, CorpsKind, State, Terrain, Tower};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::{Ground, Ink, Look, Tile, Viewpoint};
use game::{Lang, Seat, Speak, Words};

pub(super) fn tile<const SIDE: usize>(state: &State<SIDE>, at: Cell, look: &Look) -> Tile {
    let terrain = state.ground(at);
    let ground = match (state.owner(at).seat(), terrain) {
        (Some(seat), _) => Ground::Owned(seat.0),
        (None, Terrain::Mountain) => Ground::Rock,
        (None, Terrain::Forest) => Ground::Wood,
        (None, Terrain::Swamp) => Ground::Swamp,
        (None, Terrain::Road) => Ground::Road,
        (None, _) => Ground::Plain,
    };
    let garrison = state.standing(at).count();
    if let Some(tower) = state.tower_at(at) {
        // A tower with corps in it has another letter: there is no room for more.
        let (letter, note) = match garrison {
            0 => ('T', String::new()),
            _ => ('G', format!("+{garrison}")),
        };
        let short = format!("{letter}{}", tower.level);
        return Tile { long: short.clone(), short, note, ..owned(ground, tower.owner, look) };
    }
    let Some(first) = state.standing(at).next() else {
        return Tile::ground(ground, terrain_sign(terrain, look));
    };
    let short: String = state.standing(at).map(|corps| letter(corps.kind)).take(2).collect();
    let note = if first.kind.is_fighter() { format!("{}", first.hp) } else { String::new() };
    Tile { long: short.clone(), short, note, ..owned(ground, first.owner, look) }
}

/// An empty tile of a player's. Without colours a number says whose it is.
fn owned(ground: Ground, owner: Seat, look: &Look) -> Tile {
    Tile {
        owner: (!look.colour).then(|| char::from(b'0' + number_of(owner))),
        ink: Ink::Seat(owner.0),
        ..Tile::ground(ground, "")
    }
}

/// Fighters have capital letters, engineers small ones.
const fn letter(kind: CorpsKind) -> char {
    match kind {
        CorpsKind::Warrior => 'W',
        CorpsKind::Archer => 'A',
        CorpsKind::Mage => 'M',
        CorpsKind::Builder => 'b',
        CorpsKind::Extender => 'e',
    }
}

const fn terrain_sign(terrain: Terrain, look: &Look) -> &'static str {
    match terrain {
        Terrain::TowerGround => "o",
        Terrain::Plain => " ",
        Terrain::Mountain => look.sign("▲", "^"),
        Terrain::Forest => look.sign("♣", "&"),
        Terrain::Swamp => look.sign("≈", "~"),
        Terrain::Road => look.sign("═", "="),
        _ => look.sign("█", "#"),
    }
}

pub(super) fn facts<const SIDE: usize>(
    state: &State<SIDE>,
    at: Cell,
    from: &Viewpoint<'_, ()>,
) -> Vec<String> {
    let lang = from.lang();
    let terrain = lang.pick(state.ground(at).words());
    let mut lines = vec![format!("{at} {terrain}, {}", state.owner(at).said_in(lang))];
    if let Some(tower) = state.tower_at(at) {
        lines.extend(tower_facts(state, tower, from));
    }
    lines.extend(state.standing(at).map(|corps| corps_facts(state, corps, from)));
    lines
}

fn tower_facts<const SIDE: usize>(
    state: &State<SIDE>,
    tower: &Tower,
    from: &Viewpoint<'_, ()>,
) -> Vec<String> {
    let (hp, most, strength) = (tower.hp, state.max_hp(tower), state.tower_strength(tower));
    let (name, lang) = (text::tower_name(tower.id, &[state], from), from.lang());
    let mut lines = vec![match lang {
        Lang::En => format!("{name}: level {}, hp {hp}/{most}, strength {strength}", tower.level),
        Lang::Zh => format!("{name}：{} 级，生命 {hp}/{most}，战斗力 {strength}", tower.level),
    }];
    if let Some(task) = tower.task {
        let turns = state.turns_until(tower.id, task).unwrap_or(0);
        let works = lang.pick(Words("works on:", "生产："));
        lines.push(format!("{works} {}", text::task_line(task, 0, turns, lang)));
    }
    lines
}

fn corps_facts<const SIDE: usize>(state: &State<SIDE>, corps: &Corps, from: &Viewpoint<'_, ()>) -> String {
    let (name, lang) = (text::corps_name(corps.id, None, &[state], from), from.lang());
    let figures = if corps.kind.is_fighter() {
        let (hp, most, strength) = (corps.hp, corps.kind.max_hp(), state.strength(corps));
        match lang {
            Lang::En => format!("hp {hp}/{most}, strength {strength}, "),
            Lang::Zh => format!("生命 {hp}/{most}，战斗力 {strength}，"),
        }
    } else if corps.labour > 0 {
        match lang {
            Lang::En => format!("labour {}, ", corps.labour),
            Lang::Zh => format!("劳动力 {}，", corps.labour),
        }
    } else {
        String::new()
    };
    match lang {
        Lang::En => format!("{name}: {figures}moves {}", corps.moves),
        Lang::Zh => format!("{name}：{figures}行动力 {}", corps.moves),
    }
}
