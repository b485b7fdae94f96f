//! The pictures of the readme.

use terminal::{Arrow, Input, Lang, Scene};

/// All of them.
pub(crate) fn scenes() -> Vec<Scene> {
    let take = Input::Enter;
    let breach = [go(6, 2), vec![take], go(4, 3)].concat();
    let deepblue = [go(0, 15), vec![take], go(2, 10)].concat();
    // Four turns of work make a warrior; it comes after its tower on the same cell.
    let work = ['p', '1', 'e'].map(Input::Letter).repeat(4);
    let fc18 = [work, vec![take, take, Input::Arrow(Arrow::Right), Input::Arrow(Arrow::Right)]].concat();
    let scenes = [
        Scene {
            name: "terminal-breach.svg",
            game: "breach",
            map: "first-contact",
            lang: Lang::En,
            inputs: breach.clone(),
        },
        Scene {
            name: "terminal-breach-zh.svg",
            game: "breach",
            map: "first-contact",
            lang: Lang::Zh,
            inputs: breach,
        },
        Scene {
            name: "terminal-deepblue.svg",
            game: "deepblue",
            map: "training",
            lang: Lang::En,
            inputs: deepblue,
        },
        Scene { name: "terminal-fc18.svg", game: "fc18", map: "campus", lang: Lang::En, inputs: fc18 },
    ];
    scenes.to_vec()
}

/// The keys that move the cursor to a cell, by way of the upper left corner.
fn go(row: usize, col: usize) -> Vec<Input> {
    let press = |arrow, count| vec![Input::Arrow(arrow); count];
    [press(Arrow::Up, 80), press(Arrow::Left, 80), press(Arrow::Down, row), press(Arrow::Right, col)].concat()
}
