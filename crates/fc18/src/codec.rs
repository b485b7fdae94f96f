//! Orders as bytes: one that says what is to be done, then the ids of the actor and of the target,
//! if there is one.
//!
//! | first byte | what is to be done |
//! |---|---|
//! | 0 to 3 | move: up, down, left, right |
//! | 4, 5 | attack a corps, a tower |
//! | 6, 7 | found, repair |
//! | 8 to 20 | change the terrain into that of number 0 to 12 |
//! | 21 to 26 | produce: task 0 to 5 |
//! | 27 | shoot |

use crate::kinds::{Task, Terrain};
use crate::order::Order;
use crate::roster::CorpsId;
use crate::towers::TowerId;
use alloc::vec::Vec;
use board::Direction;
use game::OrderCodec;
use game::codec::{put_i32, take_byte, take_i32};

const ATTACK_CORPS: u8 = 4;
const ATTACK_TOWER: u8 = 5;
const FOUND: u8 = 6;
const REPAIR: u8 = 7;
const CHANGE_TERRAIN: u8 = 8;
const PRODUCE: u8 = 21;
const SHOOT: u8 = 27;

impl OrderCodec for Order {
    fn encode(&self, into: &mut Vec<u8>) {
        let (what, actor, target) = match *self {
            Self::Move { corps, direction } => (direction as u8, corps.0, None),
            Self::AttackCorps { corps, target } => (ATTACK_CORPS, corps.0, Some(target.0)),
            Self::AttackTower { corps, target } => (ATTACK_TOWER, corps.0, Some(target.0)),
            Self::Found { corps } => (FOUND, corps.0, None),
            Self::Repair { corps } => (REPAIR, corps.0, None),
            Self::ChangeTerrain { corps, terrain } => (CHANGE_TERRAIN + terrain.number(), corps.0, None),
            Self::Produce { tower, task } => (PRODUCE + task.number(), tower.0, None),
            Self::Shoot { tower, target } => (SHOOT, tower.0, Some(target.0)),
        };
        into.push(what);
        put_i32(actor, into);
        target.into_iter().for_each(|target| put_i32(target, into));
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        let what = take_byte(from)?;
        let actor = take_i32(from)?;
        let (corps, tower) = (CorpsId(actor), TowerId(actor));
        Some(match what {
            0..ATTACK_CORPS => Self::Move { corps, direction: Direction::ALL[usize::from(what)] },
            ATTACK_CORPS => Self::AttackCorps { corps, target: CorpsId(take_i32(from)?) },
            ATTACK_TOWER => Self::AttackTower { corps, target: TowerId(take_i32(from)?) },
            FOUND => Self::Found { corps },
            REPAIR => Self::Repair { corps },
            CHANGE_TERRAIN..PRODUCE => {
                let terrain = Terrain::from_number((what - CHANGE_TERRAIN).into())?;
                Self::ChangeTerrain { corps, terrain }
            }
            PRODUCE..SHOOT => Self::Produce { tower, task: Task::from_number((what - PRODUCE).into())? },
            SHOOT => Self::Shoot { tower, target: CorpsId(take_i32(from)?) },
            _ => return None,
        })
    }
}
