//! Boards as text, for people.

use crate::kinds::{CorpsKind, PLAYERS, number_of};
use crate::state::State;
use alloc::string::String;
use board::Cell;
use core::fmt::Write;
use game::{DrawnAsText, Seat, Viewer};

impl<const SIDE: usize> DrawnAsText for State<SIDE> {
    /// Two characters a cell, then what they mean, then the players.
    fn draw(&self, _: Viewer) -> String {
        let size = self.size();
        let mut page = String::from("    ");
        (0..size.cols).for_each(|x| page.extend([char::from(b'0' + x % 10), ' ', ' ']));
        for y in 0..size.rows {
            let _ = write!(page, "\n{y:>3} ");
            for at in (0..size.cols).map(|x| Cell { row: y, col: x }) {
                page.extend(self.signs(at));
                page.push(' ');
            }
        }
        page.push_str(
            "\nland: . plain  = road  f forest  ^ mountain  ~ swamp  G H S # landmarks, then its owner\n",
        );
        page.push_str("T tower  W warrior  A archer  M mage  B builder  E extender, then the player\n");
        (0..PLAYERS).for_each(|player| self.write_player(Seat(player as u8), &mut page));
        page
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// What stands on a cell and whose it is, or what the land is and whose it is.
    fn signs(&self, at: Cell) -> [char; 2] {
        let digit = |seat| char::from(b'0' + number_of(seat));
        if let Some(tower) = self.towers().iter().find(|tower| tower.at == at) {
            return ['T', digit(tower.owner)];
        }
        if let Some(corps) = self.standing(at).next() {
            return [letter(corps.kind), digit(corps.owner)];
        }
        [self.ground(at).letter(), self.owner(at).seat().map_or(' ', digit)]
    }

    fn write_player(&self, seat: Seat, page: &mut String) {
        let (number, score) = (number_of(seat), self.score(seat));
        let towers = self.tower_count(seat);
        let corps = self.corps().filter(|corps| corps.owner == seat).count();
        let _ = match self.is_alive(seat) {
            true => writeln!(page, "player {number}: score {score}, {towers} towers, {corps} corps"),
            false => writeln!(page, "player {number}: score {score}, out"),
        };
    }
}

const fn letter(kind: CorpsKind) -> char {
    match kind {
        CorpsKind::Warrior => 'W',
        CorpsKind::Archer => 'A',
        CorpsKind::Mage => 'M',
        CorpsKind::Builder => 'B',
        CorpsKind::Extender => 'E',
    }
}
