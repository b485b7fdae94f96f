//! What is to be shown of a game, and of what has changed in it.

use crate::protocol::{Clip, Told, cell};
use crate::screen::screen;
use crate::seat_film;
use face::film::Film;
use games::HostedGame;
use interaction::Interaction;

/// Everything that is to be shown of a game.
pub(crate) fn all<G: HostedGame>(game: &Interaction<G>) -> Vec<Told> {
    vec![still(game), Told::Screen(Box::new(screen(game, true)))]
}

/// What is to be shown of what has changed since the last time; `logged` is how long the log was
/// then.
pub(crate) fn since<G: HostedGame>(game: &mut Interaction<G>, logged: &mut usize) -> Vec<Told> {
    game.follow_game();
    let mut told = Vec::new();
    match game.history.take_unseen() {
        Some((from, beats)) if !beats.is_empty() => {
            told.push(clip(game, &seat_film::film(&from, &beats, game.seat)));
        }
        Some(_) => {}
        // The board has leapt: something was taken back.
        None => told.push(still(game)),
    }
    let length = game.logged().count();
    let has_grown = std::mem::replace(logged, length) != length;
    told.push(Told::Screen(Box::new(screen(game, has_grown || !told.is_empty()))));
    told
}

/// The whole game as a page: at any time where nobody plays against anybody, else when it is over.
pub(crate) fn replay<G: HostedGame>(game: &Interaction<G>) -> Option<String> {
    let may = game.is_solo() || game.is_over();
    may.then(|| page::render(&game.film()))
}

/// The board now.
fn still<G: HostedGame>(game: &Interaction<G>) -> Told {
    clip(game, &seat_film::film(game.now(), &[], game.seat))
}

fn clip<G: HostedGame>(game: &Interaction<G>, film: &Film) -> Told {
    Told::Clip(Clip { film: page::html::film_data(film), described: described(game, film) })
}

/// The board in words: what is known of every cell on which something stands.
fn described<G: HostedGame>(game: &Interaction<G>, film: &Film) -> Vec<String> {
    let size = game.now().extent();
    let placed = film.frames.last().map_or(&[][..], |frame| &frame.placed);
    let mut cells: Vec<u32> = placed.iter().map(|placed| placed.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let cells = cells.into_iter().filter_map(|number| cell(size, number as usize));
    cells.map(|cell| game.now().facts(&game.viewpoint(), cell).join("; ")).collect()
}
