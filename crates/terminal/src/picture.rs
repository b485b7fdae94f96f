//! Pictures of the screens for the readme: SVG made from what is drawn, so that they stay true.

use crate::app::App;
use crate::input::Input;
use crate::look::rgb;
use crate::shell::Program;
use face::Look;
use face::width;
use game::GameEntry;
use game::Lang;
use interaction::{OpenError, Options, Store};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::fmt::Write;
use std::path::PathBuf;

/// A picture for the readme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The name of its file.
    pub name: &'static str,
    /// The file.
    pub svg: String,
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of its file.
    pub name: &'static str,
    /// The name of the game.
    pub game: &'static str,
    /// A bundled map.
    pub map: &'static str,
    /// The language.
    pub lang: Lang,
    /// What the player has done.
    pub inputs: Vec<Input>,
}

impl Scene {
    /// Makes the picture, which is the same on every machine.
    ///
    /// # Errors
    /// If there is no such game, or the map cannot be played.
    pub fn draw(&self) -> Result<Picture, OpenError> {
        let entry = games::find(self.game);
        let entry = entry.ok_or_else(|| OpenError::Usage(format!("there is no game `{}`", self.game)))?;
        let mut app = App::new(self.options(entry))?;
        for input in &self.inputs {
            let _ = app.input(*input);
        }
        // A screen in memory cannot fail.
        let Ok(mut terminal) = Terminal::new(TestBackend::new(80, 24));
        let Ok(_) = terminal.draw(|frame| app.draw(frame));
        Ok(Picture { name: self.name, svg: svg(terminal.backend().buffer()) })
    }

    /// Against bots that do nothing, so that the picture does not change when bots learn.
    fn options(&self, entry: &'static dyn GameEntry) -> Options {
        let Self { map, lang, .. } = *self;
        let text = entry.maps().iter().find(|(other, _)| *other == map).map_or("", |(_, text)| *text);
        Options {
            entry,
            map: Some((map.into(), text.into())),
            rules: entry.profiles()[0],
            seed: 1,
            seat: 0,
            opponents: vec!["idle".into(); 3],
            save: None,
            anew: true,
            store: Store::default(),
            look: Look { lang, ascii: false, colour: true },
            pages: PathBuf::new(),
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
