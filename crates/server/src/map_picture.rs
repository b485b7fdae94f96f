//! A map as a small drawing that needs no script: its ground, and what stands on it at the start.

use face::film::{Film, Frame};
use game::DynSetup;
use page::{Camera, Heading};
use std::fmt::Write;

/// How much of a cell a piece fills.
const PIECE: f64 = 0.7;

/// Colours of the sides; what is nobody's is grey.
const SIDES: [&str; 4] = ["#d6453d", "#2f6fd0", "#e0a100", "#7a3fb0"];
const NOBODY: &str = "#6b7078";

/// The colour of the ground, as on the replay page.
fn ground(key: &str) -> &'static str {
    match key {
        "plain" => "#c9d6a0",
        "mountain" => "#a89f85",
        "ocean" | "water" => "#3f86bd",
        "forest" => "#7fa35c",
        "land" => "#8fae62",
        "swamp" => "#6f8c7c",
        "road" => "#e6d3a3",
        "gate" => "#efe9dc",
        "hall" => "#c97f5e",
        "school" => "#d9c4a0",
        "landmark" => "#b9a6d0",
        "tower_ground" => "#b9b3a6",
        _ => "#c8ccc4",
    }
}

/// The drawing of a map's start, as SVG; none if the game cannot be drawn.
pub(crate) fn drawn(setup: &dyn DynSetup) -> Option<String> {
    let table = setup.start(0);
    let heading = Heading { map: String::new(), rules: String::new(), seed: None, names: Vec::new() };
    let camera = Camera::new(&*table, heading).ok()?;
    let film = camera.film();
    let frame = film.frames.first()?;
    let (rows, cols) = (usize::from(film.cast.rows), usize::from(film.cast.cols));
    let mut svg = format!("<svg class=\"map\" viewBox=\"0 0 {cols} {rows}\" aria-hidden=\"true\">");
    draw_ground(&mut svg, film, frame, cols);
    draw_pieces(&mut svg, film, frame, cols);
    svg.push_str("</svg>");
    Some(svg)
}

/// Cells of the same ground beside each other are one rectangle.
fn draw_ground(svg: &mut String, film: &Film, frame: &Frame, cols: usize) {
    for (row, cells) in frame.terrain.chunks(cols.max(1)).enumerate() {
        let mut from = 0;
        for run in cells.chunk_by(|one, two| one == two) {
            let key = run
                .first()
                .and_then(|at| film.cast.terrains.get(usize::from(*at)))
                .map_or("", |kind| kind.key);
            let (width, fill) = (run.len(), ground(key));
            let _ = write!(
                svg,
                "<rect x=\"{from}\" y=\"{row}\" width=\"{width}\" height=\"1\" fill=\"{fill}\"/>"
            );
            from += width;
        }
    }
}

fn draw_pieces(svg: &mut String, film: &Film, frame: &Frame, cols: usize) {
    for placed in &frame.placed {
        let span = film.pieces.get(placed.piece as usize).map_or(1.0, |piece| f64::from(piece.span));
        let side = usize::from(placed.side);
        let is_seat = side < film.cast.sides.len();
        let fill = if is_seat { SIDES[side % SIDES.len()] } else { NOBODY };
        let (row, col) = (placed.cell as usize / cols.max(1), placed.cell as usize % cols.max(1));
        let (x, y) = (col as f64 + span / 2.0, row as f64 + span / 2.0);
        let radius = PIECE * span / 2.0;
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"0.08\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::ladders;

    #[test]
    fn every_map_of_every_ladder_has_a_drawing() {
        for ladder in ladders() {
            for map in &ladder.maps {
                let svg = super::drawn(&*map.setup).unwrap();
                assert!(svg.contains("<rect") && svg.contains("<circle"), "{} {}", ladder.name(), map.name);
                assert!(
                    !svg.contains("#c8ccc4"),
                    "{} {}: a ground without a colour",
                    ladder.name(),
                    map.name
                );
            }
        }
    }
}
