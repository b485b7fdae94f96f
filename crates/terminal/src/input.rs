//! Keys and mouse of a terminal, as the screens understand them.

use interaction::Arrow;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

/// Something the player did; where the mouse is are a column and a row of the screen.
pub type Input = interaction::Input<Position>;

/// What an event of the terminal means; nothing for those that mean nothing to us.
pub(crate) fn read(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => read_key(key),
        Event::Mouse(mouse) => read_mouse(mouse),
        _ => None,
    }
}

fn read_key(key: &KeyEvent) -> Option<Input> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Input::Leave),
            KeyCode::Char('r') => Some(Input::Letter('r')),
            KeyCode::Char('z') => Some(Input::Letter('u')),
            _ => None,
        };
    }
    let arrow = |arrow| {
        if key.modifiers.contains(KeyModifiers::SHIFT) { Input::Leap(arrow) } else { Input::Arrow(arrow) }
    };
    Some(match key.code {
        KeyCode::Up => arrow(Arrow::Up),
        KeyCode::Down => arrow(Arrow::Down),
        KeyCode::Left => arrow(Arrow::Left),
        KeyCode::Right => arrow(Arrow::Right),
        KeyCode::PageUp => Input::Leap(Arrow::Up),
        KeyCode::PageDown => Input::Leap(Arrow::Down),
        KeyCode::Home => Input::Leap(Arrow::Left),
        KeyCode::End => Input::Leap(Arrow::Right),
        KeyCode::Enter | KeyCode::Char(' ') => Input::Enter,
        KeyCode::Esc => Input::Back,
        KeyCode::Tab => Input::Next,
        KeyCode::BackTab => Input::Previous,
        KeyCode::Backspace => Input::Letter('u'),
        KeyCode::F(1) => Input::Letter('?'),
        KeyCode::Char(letter) => Input::Letter(letter),
        _ => return None,
    })
}

fn read_mouse(mouse: &MouseEvent) -> Option<Input> {
    let at = Position::new(mouse.column, mouse.row);
    Some(match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Input::Click(at),
        MouseEventKind::Down(MouseButton::Right) => Input::Back,
        MouseEventKind::Moved | MouseEventKind::Drag(_) => Input::Hover(at),
        MouseEventKind::ScrollUp => Input::Leap(Arrow::Up),
        MouseEventKind::ScrollDown => Input::Leap(Arrow::Down),
        MouseEventKind::ScrollLeft => Input::Leap(Arrow::Left),
        MouseEventKind::ScrollRight => Input::Leap(Arrow::Right),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Input> {
        read(&Event::Key(KeyEvent::new(code, modifiers)))
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
    fn the_mouse() {
        let mouse =
            |kind| read(&Event::Mouse(MouseEvent { kind, column: 7, row: 3, modifiers: KeyModifiers::NONE }));
        let at = Position::new(7, 3);
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Left)), Some(Input::Click(at)));
        assert_eq!(mouse(MouseEventKind::Down(MouseButton::Right)), Some(Input::Back));
        assert_eq!(mouse(MouseEventKind::Up(MouseButton::Left)), None);
        assert_eq!(mouse(MouseEventKind::Moved), Some(Input::Hover(at)));
    }
}
