//! Orders as bytes: one that says what is to be done, then the order's numbers as it names them.
//!
//! | first byte | what is to be done |
//! |---|---|
//! | 0, 1 | fire at a place, at an element |
//! | 2 | go |
//! | 3 | repair |
//! | 4 | produce |
//! | 5 | cancel |
//! | 8 to 15 | supply: 8, plus 1 if an amount of fuel follows, 2 for ammunition, 4 for metal |

use crate::order::{Amounts, Order};
use alloc::vec::Vec;
use game::OrderCodec;
use game::codec::{put_i32, take_byte, take_i32};

const ATTACK_POS: u8 = 0;
const ATTACK_UNIT: u8 = 1;
const CHANGE_DEST: u8 = 2;
const FIX: u8 = 3;
const PRODUCE: u8 = 4;
const CANCEL: u8 = 5;
const SUPPLY: u8 = 8;

impl OrderCodec for Order {
    fn encode(&self, into: &mut Vec<u8>) {
        match *self {
            Self::AttackPos { unit, row, col, level } => put(into, ATTACK_POS, [unit, row, col, level]),
            Self::AttackUnit { unit, target } => put(into, ATTACK_UNIT, [unit, target]),
            Self::ChangeDest { unit, row, col, level } => put(into, CHANGE_DEST, [unit, row, col, level]),
            Self::Fix { unit, target } => put(into, FIX, [unit, target]),
            Self::Produce { kind } => put(into, PRODUCE, [kind]),
            Self::Cancel { unit } => put(into, CANCEL, [unit]),
            Self::Supply { unit, target, amounts: Amounts { fuel, ammo, metal } } => {
                let given = [(1, fuel), (2, ammo), (4, metal)].map(|(bit, amount)| amount.map_or(0, |_| bit));
                put(into, SUPPLY + given.iter().sum::<u8>(), [unit, target]);
                [fuel, ammo, metal].into_iter().flatten().for_each(|amount| put_i32(amount, into));
            }
        }
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        let what = take_byte(from)?;
        let mut number = || take_i32(from);
        Some(match what {
            ATTACK_POS => {
                Self::AttackPos { unit: number()?, row: number()?, col: number()?, level: number()? }
            }
            ATTACK_UNIT => Self::AttackUnit { unit: number()?, target: number()? },
            CHANGE_DEST => {
                Self::ChangeDest { unit: number()?, row: number()?, col: number()?, level: number()? }
            }
            FIX => Self::Fix { unit: number()?, target: number()? },
            PRODUCE => Self::Produce { kind: number()? },
            CANCEL => Self::Cancel { unit: number()? },
            SUPPLY..16 => {
                let (unit, target) = (number()?, number()?);
                let mut amount = |bit| if what & bit == 0 { Some(None) } else { number().map(Some) };
                let amounts = Amounts { fuel: amount(1)?, ammo: amount(2)?, metal: amount(4)? };
                Self::Supply { unit, target, amounts }
            }
            _ => return None,
        })
    }
}

fn put<const N: usize>(into: &mut Vec<u8>, what: u8, numbers: [i32; N]) {
    into.push(what);
    numbers.into_iter().for_each(|number| put_i32(number, into));
}
