//! How things look: colours, and the letters that stand in for signs.

use face::{Ground, Ink, Look, Mark};
use ratatui::style::{Color, Modifier, Style};

/// The styles of what is drawn.
pub(crate) trait Styles {
    /// The sign of a mark.
    fn mark(&self, mark: Mark) -> &'static str;
    /// The style of a cell: always with both colours, so that it reads the same on light and dark
    /// terminals.
    fn cell(&self, ground: Ground, ink: Ink, mark: Option<Mark>) -> Style;
    /// The style of a heading.
    fn heading(&self) -> Style;
    /// The style of what matters less.
    fn faint(&self) -> Style;
    /// The style of the lines at the top and bottom.
    fn bar(&self) -> Style;
    /// The style of a warning. The colour is one of the terminal's own, which suits its background.
    fn warning(&self) -> Style;
    /// The style of what goes well.
    fn cheer(&self) -> Style;
    /// The style of a key in a hint.
    fn key(&self) -> Style;
    /// The style of what is said of a side outside the board, in the colour that it has there.
    fn side(&self, ink: Ink) -> Style;
}

impl Styles for Look {
    fn mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Waiting => "?",
            Mark::Range => self.sign("∘", ","),
            Mark::Reach => self.sign("·", "."),
            Mark::Way => self.sign("•", "o"),
            Mark::Target => self.sign("×", "*"),
            Mark::Ghost => self.sign("▽", "v"),
            Mark::Change => self.sign("◆", "#"),
            Mark::Danger => "!",
            Mark::Chosen => ">",
        }
    }

    fn cell(&self, ground: Ground, ink: Ink, mark: Option<Mark>) -> Style {
        if !self.colour {
            return plain_cell(ink);
        }
        let back = mark.and_then(mark_colour).unwrap_or_else(|| ground_colour(ground));
        let fore = match ink {
            Ink::Ground => ground_ink(ground, mark),
            _ => ink_colour(ink, is_light(back)),
        };
        let style = Style::new().fg(Color::Indexed(fore)).bg(Color::Indexed(back));
        match ink {
            Ink::Ground | Ink::Spent | Ink::Neutral => style,
            Ink::Own | Ink::Enemy | Ink::Seat(_) => style.add_modifier(Modifier::BOLD),
        }
    }

    fn heading(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    fn bar(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    fn warning(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colour { style.fg(Color::Red) } else { style }
    }

    fn cheer(&self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colour { style.fg(Color::Green) } else { style }
    }

    fn key(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn side(&self, ink: Ink) -> Style {
        if !self.colour {
            return plain_cell(ink);
        }
        let back = match ink {
            Ink::Own | Ink::Spent => OWN_LAND,
            Ink::Enemy => ENEMY_LAND,
            Ink::Seat(seat) => ground_colour(Ground::Owned(seat)),
            Ink::Ground | Ink::Neutral => return Style::new(),
        };
        Style::new().bg(Color::Indexed(back)).fg(Color::Indexed(16)).add_modifier(Modifier::BOLD)
    }
}

/// Without colours the own side is bold, the enemy underlined; what is spent is dim.
const fn plain_cell(ink: Ink) -> Style {
    let style = Style::new();
    match ink {
        Ink::Own => style.add_modifier(Modifier::BOLD),
        Ink::Enemy => style.add_modifier(Modifier::UNDERLINED),
        Ink::Spent => style.add_modifier(Modifier::DIM),
        Ink::Ground | Ink::Neutral | Ink::Seat(_) => style,
    }
}

/// Colours are those of the 256-colour table from 16 on, which no theme changes.
const fn ground_colour(ground: Ground) -> u8 {
    match ground {
        Ground::Plain => 230,
        Ground::Rock => 252,
        Ground::Water => 117,
        Ground::Wood => 151,
        Ground::Swamp => 187,
        Ground::Road => 229,
        Ground::Land => 186,
        Ground::Fog => 244,
        Ground::Owned(seat) => SEAT_LAND[seat as usize % SEAT_LAND.len()],
    }
}

/// What goes with the blue of one's own and the red of the enemy on the board.
const OWN_LAND: u8 = 153;
const ENEMY_LAND: u8 = 217;

/// Land of the four seats: pale red, blue, green, violet.
const SEAT_LAND: [u8; 4] = [217, 153, 157, 219];
/// Things of the four seats: the same colours, dark.
const SEAT_INK: [u8; 4] = [88, 18, 22, 53];

const fn mark_colour(mark: Mark) -> Option<u8> {
    match mark {
        Mark::Reach | Mark::Way => Some(193),
        Mark::Target => Some(223),
        Mark::Danger => Some(218),
        Mark::Chosen => Some(227),
        Mark::Change => Some(222),
        Mark::Waiting => Some(225),
        Mark::Range | Mark::Ghost => None,
    }
}

/// What terrain and signs are drawn with on this ground.
const fn ground_ink(ground: Ground, mark: Option<Mark>) -> u8 {
    match (mark, ground) {
        (Some(_), Ground::Fog) => 16,
        (Some(_), _) => 232,
        (None, Ground::Plain | Ground::Road) => 58,
        (None, Ground::Rock | Ground::Land) => 236,
        (None, Ground::Water) => 18,
        (None, Ground::Wood) => 22,
        (None, Ground::Swamp) => 58,
        (None, Ground::Fog) => 16,
        (None, Ground::Owned(_)) => 236,
    }
}

const fn ink_colour(ink: Ink, on_light: bool) -> u8 {
    if !on_light {
        return 16;
    }
    match ink {
        Ink::Own => 18,
        Ink::Spent => 238,
        Ink::Enemy => 88,
        Ink::Neutral | Ink::Ground => 236,
        Ink::Seat(seat) => SEAT_INK[seat as usize % SEAT_INK.len()],
    }
}

fn is_light(colour: u8) -> bool {
    luminance(colour) > 0.4
}

/// Red, green and blue of a colour of the 256-colour table, from 16 on.
pub(crate) fn rgb(colour: u8) -> [u8; 3] {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match colour.checked_sub(16) {
        Some(grey @ 216..) => [8 + 10 * (grey - 216); 3],
        Some(cube) => [cube / 36, cube / 6 % 6, cube % 6].map(|level| LEVELS[usize::from(level)]),
        None => [0; 3],
    }
}

/// How bright a colour is, from 0 to 1.
fn luminance(colour: u8) -> f64 {
    let [red, green, blue] = rgb(colour).map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Lang;

    const GROUNDS: [Ground; 12] = [
        Ground::Plain,
        Ground::Rock,
        Ground::Water,
        Ground::Wood,
        Ground::Swamp,
        Ground::Road,
        Ground::Land,
        Ground::Fog,
        Ground::Owned(0),
        Ground::Owned(1),
        Ground::Owned(2),
        Ground::Owned(3),
    ];
    const INKS: [Ink; 9] = [
        Ink::Ground,
        Ink::Own,
        Ink::Spent,
        Ink::Enemy,
        Ink::Neutral,
        Ink::Seat(0),
        Ink::Seat(1),
        Ink::Seat(2),
        Ink::Seat(3),
    ];

    /// Text of normal size needs a contrast of 4.5 to be readable.
    #[test]
    fn everything_on_the_board_is_readable() {
        let look = Look { lang: Lang::En, ascii: false, colour: true };
        for ground in GROUNDS {
            for ink in INKS {
                for mark in Mark::ALL.into_iter().map(Some).chain([None]) {
                    let style = look.cell(ground, ink, mark);
                    let (Some(Color::Indexed(fore)), Some(Color::Indexed(back))) = (style.fg, style.bg)
                    else {
                        panic!("{ground:?}, {ink:?}, {mark:?}: a colour is left to the terminal");
                    };
                    let (a, b) = (luminance(fore) + 0.05, luminance(back) + 0.05);
                    let contrast = a.max(b) / a.min(b);
                    assert!(
                        contrast >= 4.5,
                        "{ground:?}, {ink:?}, {mark:?}: {fore} on {back} is {contrast:.1}"
                    );
                }
            }
        }
    }

    /// A side has the same colour in the panel as on the board.
    #[test]
    fn sides_look_alike_on_and_beside_the_board() {
        let look = Look { lang: Lang::En, ascii: false, colour: true };
        let hue = |colour: Option<Color>| match colour {
            Some(Color::Indexed(number)) => {
                let [red, _, blue] = rgb(number);
                red.cmp(&blue)
            }
            other => panic!("{other:?}"),
        };
        for ink in [Ink::Own, Ink::Enemy, Ink::Seat(0), Ink::Seat(1)] {
            let on_board = look.cell(Ground::Plain, ink, None).fg;
            assert_eq!(hue(on_board), hue(look.side(ink).bg), "{ink:?}");
        }
    }

    #[test]
    fn without_colours_there_is_none() {
        let look = Look { lang: Lang::En, ascii: true, colour: false };
        for ink in INKS {
            let style = look.cell(Ground::Plain, ink, Some(Mark::Danger));
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert_eq!(look.warning().fg, None);
    }

    #[test]
    fn ascii_is_ascii() {
        let look = Look { lang: Lang::En, ascii: true, colour: true };
        for mark in Mark::ALL {
            assert!(look.mark(mark).is_ascii());
        }
    }
}
