//! What the player did, whatever the screen.

use board::Cell;

/// Something the player did. `P` is what the screen knows of where the pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input<P = Pointed> {
    /// A key with a letter or sign on it.
    Letter(char),
    /// An arrow key.
    Arrow(Arrow),
    /// An arrow key with the shift key, or the mouse wheel: several cells at once.
    Leap(Arrow),
    /// The enter key or the blank.
    Enter,
    /// The escape key, or the right button of the mouse.
    Back,
    /// The tabulator key.
    Next,
    /// The tabulator key with the shift key.
    Previous,
    /// The pointer moved to a place.
    Hover(P),
    /// A place was clicked or touched.
    Click(P),
    /// The player wants to leave, whatever is on the screen.
    Leave,
}

/// What the pointer is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointed {
    /// A cell of the board.
    Cell(Cell),
    /// An entry of the list that covers the board, by its number.
    Entry(usize),
    /// Anything else.
    Elsewhere,
}

/// A way to go on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

impl Arrow {
    /// Change of row and column.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }
}

impl<P> Input<P> {
    /// What pressing a key of this name means; nothing for several keys at once.
    #[must_use]
    pub fn of_key(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        match (name, letters.next(), letters.next()) {
            ("Enter", ..) => Some(Self::Enter),
            ("Esc", ..) => Some(Self::Back),
            ("Tab", ..) => Some(Self::Next),
            (_, Some(letter), None) => Some(Self::Letter(letter)),
            _ => None,
        }
    }

    /// The same input, with what the pointer is on.
    #[must_use]
    pub fn at<Q>(self, place: impl FnOnce(P) -> Q) -> Input<Q> {
        match self {
            Self::Letter(letter) => Input::Letter(letter),
            Self::Arrow(arrow) => Input::Arrow(arrow),
            Self::Leap(arrow) => Input::Leap(arrow),
            Self::Enter => Input::Enter,
            Self::Back => Input::Back,
            Self::Next => Input::Next,
            Self::Previous => Input::Previous,
            Self::Hover(at) => Input::Hover(place(at)),
            Self::Click(at) => Input::Click(place(at)),
            Self::Leave => Input::Leave,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys() {
        type Key = Input<Pointed>;
        assert_eq!(Key::of_key("Esc"), Some(Input::Back));
        assert_eq!(Key::of_key("?"), Some(Input::Letter('?')));
        assert_eq!(Key::of_key("wasd"), None);
        assert_eq!(Key::of_key(""), None);
    }
}
