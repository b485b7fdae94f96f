//! What a deed means in a game.

use crate::protocol::Deed;
use face::Choice;
use games::HostedGame;
use interaction::{Input, Interaction, Pointed, words};

/// What the player meant; nothing if it means nothing here.
pub(crate) fn input<G: HostedGame>(game: &mut Interaction<G>, deed: &Deed) -> Option<Input> {
    let input = deed.input(game.now().extent())?;
    Some(if matches!(deed, Deed::Touch { .. }) { touched(game, input) } else { input })
}

/// What touching a cell means: to look at it first, if it would give an order.
fn touched<G: HostedGame>(game: &mut Interaction<G>, click: Input) -> Input {
    let Input::Click(Pointed::Cell(cell)) = click else { return click };
    let gives = matches!(game.choice_at(cell), Choice::Give { .. } | Choice::Stand { .. });
    if !gives || game.cursor == cell {
        return click;
    }
    game.say(game.pick(words::TOUCH_AGAIN).into());
    Input::Hover(Pointed::Cell(cell))
}
