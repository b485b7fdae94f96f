//! One player's turn, played on a bare state.

use super::claims::Claims;
use super::style::Plan;
use super::ways::{Field, Lie};
use super::{engineers, fighters, towers};
use fc18::kinds::ORDERS_A_TURN;
use fc18::{Corps, CorpsId, Order, State};
use game::{Game, Seat, Silent};

/// Plays a turn but for its end. The orders that were accepted are also written down in `given`, if
/// there is one.
pub(crate) fn play_turn<const SIDE: usize>(
    state: &mut State<SIDE>,
    seat: Seat,
    plan: &Plan,
    tools: &mut Tools<SIDE>,
    given: Option<&mut Vec<Order>>,
) {
    let mut turn = Turn { state, seat, plan, tools, given, count: 0 };
    turn.tools.lie.survey(turn.state);
    turn.look();
    for order in towers::plan(&turn) {
        turn.give(&[order]);
    }
    for id in turn.own(|corps| corps.kind.is_fighter()) {
        turn.act(id, fighters::orders);
    }
    for id in turn.own(|corps| !corps.kind.is_fighter()) {
        turn.act(id, engineers::orders);
    }
}

/// What is kept from turn to turn for its memory, and within a turn because it is needed again.
#[derive(Clone, Debug)]
pub(crate) struct Tools<const SIDE: usize> {
    /// What is in the way.
    pub(super) lie: Lie<SIDE>,
    /// For a single use.
    pub(super) field: Field<SIDE>,
    /// How far it is to something to fight, by move points of the kind that walks; 0 for a field
    /// that is void.
    pub(super) prey: Vec<(u8, Field<SIDE>)>,
    /// The others' corps, in ascending order of their ids.
    pub(super) foes: Vec<Corps>,
    /// What land new towers would win, if that was asked for since the land last changed.
    pub(super) claims: Option<Claims<SIDE>>,
}

impl<const SIDE: usize> Default for Tools<SIDE> {
    fn default() -> Self {
        Self {
            lie: Lie::default(),
            field: Field::default(),
            prey: Vec::new(),
            foes: Vec::new(),
            claims: None,
        }
    }
}

/// A turn that is being played.
#[derive(Debug)]
pub(super) struct Turn<'a, const SIDE: usize> {
    pub(super) state: &'a mut State<SIDE>,
    pub(super) seat: Seat,
    pub(super) plan: &'a Plan,
    pub(super) tools: &'a mut Tools<SIDE>,
    given: Option<&'a mut Vec<Order>>,
    /// Orders given so far, refused ones among them.
    count: usize,
}

impl<const SIDE: usize> Turn<'_, SIDE> {
    /// How many more orders the turn has room for.
    pub(super) fn room(&self) -> usize {
        usize::from(ORDERS_A_TURN).saturating_sub(self.count)
    }

    /// The player's corps of a kind, as they are now.
    fn own(&self, wanted: fn(&Corps) -> bool) -> Vec<CorpsId> {
        self.state.corps_of(self.seat).filter(|corps| wanted(corps)).map(|corps| corps.id).collect()
    }

    /// Takes in what the others have: own steps and works do not change it.
    fn look(&mut self) {
        let others = self.state.corps().filter(|corps| corps.owner != self.seat);
        self.tools.foes.clear();
        self.tools.foes.extend(others);
        self.settle();
    }

    /// Takes in what an attack or a shot has changed: nobody new has come.
    fn look_again(&mut self) {
        let (state, seat) = (&*self.state, self.seat);
        self.tools.foes.retain_mut(|foe| {
            let now = state.find_corps(foe.id).filter(|now| now.owner != seat);
            now.is_some_and(|now| {
                *foe = *now;
                true
            })
        });
        self.settle();
    }

    /// Forgets what followed from where the others were.
    fn settle(&mut self) {
        self.tools.lie.look(self.state, self.seat, &self.tools.foes);
        self.tools.prey.iter_mut().for_each(|(moves, _)| *moves = 0);
        self.tools.claims = None;
    }

    /// Lets a corps do what is decided for it now, if it still lives and is still the player's.
    fn act(&mut self, id: CorpsId, decide: fn(&mut Self, &Corps) -> Vec<Order>) {
        let corps = self.state.find_corps(id).filter(|corps| corps.owner == self.seat).copied();
        if let Some(corps) = corps {
            let orders = decide(self, &corps);
            self.give(&orders);
        }
    }

    /// Gives orders that build on each other: after a refusal the rest makes no sense.
    fn give(&mut self, orders: &[Order]) {
        for order in orders {
            self.count += 1;
            if self.state.submit(self.seat, *order, &mut Silent).is_err() {
                return;
            }
            if let Some(given) = &mut self.given {
                given.push(*order);
            }
            match order {
                Order::AttackCorps { .. } | Order::AttackTower { .. } | Order::Shoot { .. } => {
                    self.look_again()
                }
                Order::Found { .. } => self.tools.claims = None,
                _ => {}
            }
        }
    }
}
