//! What is on the map, cell by cell. Everybody sees everything.

use super::text;
use crate::kinds::number_of;
use crate::{Corps, CorpsKind, State, Terrain, Tower};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::{Ground, Ink, Look, Tile};
use game::{Lang, Speak, Words};

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
        let note = if garrison > 0 { format!("+{garrison}") } else { String::new() };
        let sign = if look.colour { tower.level } else { number_of(tower.owner) };
        let short = format!("T{sign}");
        return Tile { long: format!("{short}{note}"), short, note, ground, ink: Ink::Seat(tower.owner.0) };
    }
    let Some(first) = state.standing(at).next() else {
        return Tile::ground(ground, terrain_sign(terrain, look));
    };
    let letters: String = state.standing(at).map(|corps| letter(corps.kind)).take(2).collect();
    let short =
        if look.colour { letters } else { format!("{}{}", letter(first.kind), number_of(first.owner)) };
    let note = if first.kind.is_fighter() { format!("{}", first.hp) } else { String::new() };
    Tile { long: short.clone(), short, note, ground, ink: Ink::Seat(first.owner.0) }
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

pub(super) fn facts<const SIDE: usize>(state: &State<SIDE>, at: Cell, lang: Lang) -> Vec<String> {
    let terrain = lang.pick(state.ground(at).words());
    let mut lines = vec![format!("{at} {terrain}, {}", state.owner(at).said_in(lang))];
    if let Some(tower) = state.tower_at(at) {
        lines.extend(tower_facts(state, tower, lang));
    }
    lines.extend(state.standing(at).map(|corps| corps_facts(state, corps, lang)));
    lines
}

fn tower_facts<const SIDE: usize>(state: &State<SIDE>, tower: &Tower, lang: Lang) -> Vec<String> {
    let (hp, most, strength) = (tower.hp, state.max_hp(tower), state.tower_strength(tower));
    let player = number_of(tower.owner);
    let mut lines = vec![match lang {
        Lang::En => format!(
            "tower {} of player {player}: level {}, hp {hp}/{most}, strength {strength}",
            tower.id.0, tower.level
        ),
        Lang::Zh => format!(
            "玩家 {player} 的塔 {}：{} 级，生命 {hp}/{most}，战斗力 {strength}",
            tower.id.0, tower.level
        ),
    }];
    if let Some(task) = tower.task {
        let turns = state.turns_until(tower.id, task).unwrap_or(0);
        let works = lang.pick(Words("works on:", "生产："));
        lines.push(format!("{works} {}", text::task_line(task, 0, turns, lang)));
    }
    lines
}

fn corps_facts<const SIDE: usize>(state: &State<SIDE>, corps: &Corps, lang: Lang) -> String {
    let (name, player) = (lang.pick(corps.kind.words()), number_of(corps.owner));
    let figures = if corps.kind.is_fighter() {
        let (hp, most, strength) = (corps.hp, corps.kind.max_hp(), state.strength(corps));
        match lang {
            Lang::En => format!("hp {hp}/{most}, strength {strength}, "),
            Lang::Zh => format!("生命 {hp}/{most}，战斗力 {strength}，"),
        }
    } else if corps.labour > 0 {
        format!("{} {}, ", lang.pick(Words("labour", "劳动力")), corps.labour)
    } else {
        String::new()
    };
    match lang {
        Lang::En => format!("{name} {} of player {player}: {figures}moves {}", corps.id.0, corps.moves),
        Lang::Zh => format!("玩家 {player} 的{name} {}：{figures}行动力 {}", corps.id.0, corps.moves),
    }
}
