//! Keys and mouse, as the screens understand them.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

/// Something the player did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
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
    /// The mouse moved to a place.
    Hover(Position),
    /// The left button of the mouse was pressed at a place.
    Click(Position),
    /// The player wants to leave, whatever is on the screen: Ctrl-C or Ctrl-D.
    Leave,
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

impl Input {
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

    /// What an event of the terminal means; nothing for those that mean nothing to us.
    #[must_use]
    pub fn read(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Self::read_key(key),
            Event::Mouse(mouse) => Self::read_mouse(mouse),
            _ => None,
        }
    }

    fn read_key(key: &KeyEvent) -> Option<Self> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => Some(Self::Leave),
                KeyCode::Char('r') => Some(Self::Letter('r')),
                KeyCode::Char('z') => Some(Self::Letter('u')),
                _ => None,
            };
        }
        let arrow = |arrow| {
            if key.modifiers.contains(KeyModifiers::SHIFT) { Self::Leap(arrow) } else { Self::Arrow(arrow) }
        };
        Some(match key.code {
            KeyCode::Up => arrow(Arrow::Up),
            KeyCode::Down => arrow(Arrow::Down),
            KeyCode::Left => arrow(Arrow::Left),
            KeyCode::Right => arrow(Arrow::Right),
            KeyCode::PageUp => Self::Leap(Arrow::Up),
            KeyCode::PageDown => Self::Leap(Arrow::Down),
            KeyCode::Home => Self::Leap(Arrow::Left),
            KeyCode::End => Self::Leap(Arrow::Right),
            KeyCode::Enter | KeyCode::Char(' ') => Self::Enter,
            KeyCode::Esc => Self::Back,
            KeyCode::Tab => Self::Next,
            KeyCode::BackTab => Self::Previous,
            KeyCode::Backspace => Self::Letter('u'),
            KeyCode::F(1) => Self::Letter('?'),
            KeyCode::Char(letter) => Self::Letter(letter),
            _ => return None,
        })
    }

    fn read_mouse(mouse: &MouseEvent) -> Option<Self> {
        let at = Position::new(mouse.column, mouse.row);
        Some(match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Self::Click(at),
            MouseEventKind::Down(MouseButton::Right) => Self::Back,
            MouseEventKind::Moved | MouseEventKind::Drag(_) => Self::Hover(at),
            MouseEventKind::ScrollUp => Self::Leap(Arrow::Up),
            MouseEventKind::ScrollDown => Self::Leap(Arrow::Down),
            MouseEventKind::ScrollLeft => Self::Leap(Arrow::Left),
            MouseEventKind::ScrollRight => Self::Leap(Arrow::Right),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Input> {
        Input::read(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys() {
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Input::Leave));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::NONE), Some(Input::Letter('c')));
        assert_eq!(key(KeyCode::Char(' '), KeyModifiers::NONE), Some(Input::Enter));
        assert_eq!(key(KeyCode::Up, KeyModifiers::SHIFT), Some(Input::Leap(Arrow::Up)));
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
        assert_eq!(key(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn names_of_keys() {
        assert_eq!(Input::of_key("Esc"), Some(Input::Back));
        assert_eq!(Input::of_key("?"), Some(Input::Letter('?')));
        assert_eq!(Input::of_key("wasd"), None);
        assert_eq!(Input::of_key(""), None);
    }

    #[test]
    fn the_mouse() {
        let mouse = |kind| {
            Input::read(&Event::Mouse(MouseEvent { kind, column: 7, row: 3, modifiers: KeyModifiers::NONE }))
        };
        let at = Position::new(7, 3);
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Input::Click(at)));
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Right)), Some(Input::Back));
        assert_eq!(mouse(MouseEventKind::Up(MouseButton::Left)), None);
        assert_eq!(mouse(MouseEventKind::Moved), Some(Input::Hover(at)));
    }
}
