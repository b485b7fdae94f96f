//! Pictures of the screens for the readme: SVG made from what is drawn, so that they stay true.

use crate::app::{App, Options};
use crate::input::{Arrow, Input};
use crate::lang::{Lang, width};
use crate::look::{Look, rgb};
use crate::open::OpenError;
use crate::shell::Program;
use crate::store::Store;
use game::GameEntry;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// A picture for the readme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The name of its file.
    pub name: &'static str,
    /// The file.
    pub svg: String,
}

/// All pictures. They are the same on every machine.
///
/// # Errors
/// If a bundled map cannot be played, which a test would have told.
pub fn pictures() -> Result<Vec<Picture>, OpenError> {
    let take = Input::Enter;
    let breach = [go(6, 2), vec![take], go(4, 3)].concat();
    let deepblue = [go(0, 15), vec![take], go(2, 10)].concat();
    // Four turns of work make a warrior; it comes after its tower on the same cell.
    let work = ['p', '1', 'e'].map(Input::Letter).repeat(4);
    let fc18 = [work, vec![take, take, Input::Arrow(Arrow::Right), Input::Arrow(Arrow::Right)]].concat();
    let scenes = [
        Scene {
            name: "terminal-breach.svg",
            title: ::breach::ENTRY,
            map: "first-contact",
            lang: Lang::En,
            inputs: breach.clone(),
        },
        Scene {
            name: "terminal-breach-zh.svg",
            title: ::breach::ENTRY,
            map: "first-contact",
            lang: Lang::Zh,
            inputs: breach,
        },
        Scene {
            name: "terminal-deepblue.svg",
            title: ::deepblue::ENTRY,
            map: "training",
            lang: Lang::En,
            inputs: deepblue,
        },
        Scene {
            name: "terminal-fc18.svg",
            title: ::fc18::ENTRY,
            map: "campus",
            lang: Lang::En,
            inputs: fc18,
        },
    ];
    scenes.iter().map(Scene::draw).collect()
}

/// What a picture shows.
struct Scene {
    name: &'static str,
    title: &'static dyn GameEntry,
    map: &'static str,
    lang: Lang,
    /// What the player has done.
    inputs: Vec<Input>,
}

/// The keys that move the cursor to a cell, by way of the upper left corner.
fn go(row: usize, col: usize) -> Vec<Input> {
    let press = |arrow, count| vec![Input::Arrow(arrow); count];
    [press(Arrow::Up, 80), press(Arrow::Left, 80), press(Arrow::Down, row), press(Arrow::Right, col)].concat()
}

impl Scene {
    fn draw(&self) -> Result<Picture, OpenError> {
        let mut app = App::new(self.options())?;
        for input in &self.inputs {
            let _ = app.input(*input);
        }
        // A screen in memory cannot fail.
        let Ok(mut terminal) = Terminal::new(TestBackend::new(80, 24));
        let Ok(_) = terminal.draw(|frame| app.draw(frame));
        Ok(Picture { name: self.name, svg: svg(terminal.backend().buffer()) })
    }

    /// Against bots that do nothing, so that the picture does not change when bots learn.
    fn options(&self) -> Options {
        let Self { title, map, lang, .. } = *self;
        let text = title.maps().iter().find(|(other, _)| *other == map).map_or("", |(_, text)| *text);
        Options {
            title,
            map: Some((map.into(), text.into())),
            rules: title.profiles()[0],
            seed: 1,
            seat: 0,
            opponents: vec!["idle".into(); 3],
            save: None,
            anew: true,
            store: Store::default(),
            look: Look { lang, ascii: false, colour: true },
        }
    }
}

/// Size of a character, in pixels.
const COLUMN: u16 = 9;
const ROW: u16 = 19;
/// Room around the screen.
const MARGIN: u16 = 8;
/// Colours of a dark terminal.
const BACK: &str = "#16181d";
const FORE: &str = "#d8dae0";

/// A screen as SVG.
fn svg(buffer: &Buffer) -> String {
    let Rect { width, height, .. } = buffer.area;
    let (across, down) = (width * COLUMN + 2 * MARGIN, height * ROW + 2 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" \
         font-family=\"'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACK}\"/>\n"
    );
    for row in buffer.area.rows() {
        let runs = runs(buffer, row);
        for run in &runs {
            run.back(&mut text);
        }
        for run in &runs {
            run.letters(&mut text);
        }
    }
    text + "</svg>\n"
}

/// Neighbouring characters that look alike.
struct Run<'a> {
    x: u16,
    y: u16,
    columns: u16,
    text: String,
    cell: &'a Cell,
}

fn runs(buffer: &Buffer, row: Rect) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut x = row.x;
    while x < row.right() {
        let cell = &buffer[(x, row.y)];
        let columns = width(cell.symbol()).max(1) as u16;
        match runs.last_mut() {
            Some(run) if alike(run.cell, cell) => {
                run.text.push_str(cell.symbol());
                run.columns += columns;
            }
            _ => runs.push(Run { x, y: row.y, columns, text: cell.symbol().into(), cell }),
        }
        x += columns;
    }
    runs
}

fn alike(one: &Cell, other: &Cell) -> bool {
    (one.fg, one.bg, one.modifier) == (other.fg, other.bg, other.modifier)
}

impl Run<'_> {
    /// Foreground and background, exchanged where they are reversed.
    fn colours(&self) -> (String, String) {
        let (fore, back) = (colour(self.cell.fg, FORE), colour(self.cell.bg, BACK));
        if self.cell.modifier.contains(Modifier::REVERSED) { (back, fore) } else { (fore, back) }
    }

    fn back(&self, into: &mut String) {
        let (_, back) = self.colours();
        if back == BACK {
            return;
        }
        let (x, y) = (MARGIN + self.x * COLUMN, MARGIN + self.y * ROW);
        let across = self.columns * COLUMN;
        let _ =
            writeln!(into, "<rect x=\"{x}\" y=\"{y}\" width=\"{across}\" height=\"{ROW}\" fill=\"{back}\"/>");
    }

    fn letters(&self, into: &mut String) {
        if self.text.trim().is_empty() {
            return;
        }
        let (fore, _) = self.colours();
        let (x, y) = (MARGIN + self.x * COLUMN, MARGIN + self.y * ROW + 14);
        let across = self.columns * COLUMN;
        let mut style = String::new();
        if self.cell.modifier.contains(Modifier::BOLD) {
            style += " font-weight=\"bold\"";
        }
        if self.cell.modifier.contains(Modifier::DIM) {
            style += " opacity=\"0.6\"";
        }
        let text = self.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            into,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{across}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" \
             fill=\"{fore}\"{style}>{text}</text>"
        );
    }
}

fn colour(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Indexed(number) => {
            let [red, green, blue] = rgb(number);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Red => "#ff7b72".into(),
        Color::Green => "#7ee787".into(),
        _ => otherwise.into(),
    }
}
