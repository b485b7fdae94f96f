//! The standing orders of a player: which there are, and how they change with what is ordered and
//! taken back.

use face::Controls;

/// Standing orders, in the order in which they are carried out.
#[derive(Clone, Debug)]
pub(crate) struct StandingOrders<G: Controls> {
    list: Vec<G::Standing>,
    /// What there was when so many steps had been played, for each step that changed something.
    before: Vec<(usize, Vec<G::Standing>)>,
}

impl<G: Controls> Default for StandingOrders<G> {
    fn default() -> Self {
        Self { list: Vec::new(), before: Vec::new() }
    }
}

impl<G: Controls> StandingOrders<G> {
    pub(crate) fn list(&self) -> &[G::Standing] {
        &self.list
    }

    /// Takes note of an order that was given after so many steps: it may end a standing order, and
    /// become one where orders are repeated.
    pub(crate) fn note_order(&mut self, game: &G, order: G::Order, played: usize, repeat: bool) {
        let earlier = self.list.clone();
        self.list.retain(|standing| !G::ends(order, standing));
        if let Some(standing) = game.repeats(order).filter(|_| repeat) {
            self.add(standing);
        }
        if self.list != earlier {
            self.before.push((played, earlier));
        }
    }

    /// Adds a standing order. False if it was there already, and is there no more.
    pub(crate) fn toggle(&mut self, standing: G::Standing) -> bool {
        if self.list.contains(&standing) {
            self.drop_one(&standing);
            return false;
        }
        self.add(standing);
        true
    }

    fn add(&mut self, standing: G::Standing) {
        self.list.retain(|other| !G::excludes(&standing, other));
        let place = self.list.partition_point(|other| *other < standing);
        self.list.insert(place, standing);
    }

    pub(crate) fn drop_one(&mut self, standing: &G::Standing) {
        self.list.retain(|other| other != standing);
    }

    /// Steps were taken back: so many are left. What was ordered later is forgotten.
    pub(crate) fn taken_back(&mut self, played: usize) {
        while let Some((_, list)) = self.before.pop_if(|(step, _)| *step >= played) {
            self.list = list;
        }
    }

    /// Nothing that was played so far can be taken back any more.
    pub(crate) fn seal(&mut self) {
        self.before.clear();
    }
}
