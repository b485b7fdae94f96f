//! What a tuning says: in a sentence, and as a page.

use super::files::{TuningFolder, round_to_step};
use super::{ERROR, FoundValue, Tuned};
use crate::cup::CupError;
use crate::words::Words;
use askama::Template;
use game::Lang;

/// Width and height of a drawing, in its own units.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 56.0;

/// Points of a line; more are not told apart.
const MOST_POINTS: usize = 400;

/// What was learnt, in words.
#[must_use]
pub fn verdict(tuned: &Tuned, lang: Lang) -> String {
    let words = Words(lang);
    let found = tuned.found();
    let bound = ERROR / found.len().max(1) as f64;
    let named = |is_in: &dyn Fn(&FoundValue) -> bool| {
        found.iter().filter(|(_, found)| is_in(found)).map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    };
    if tuned.iterations.is_empty() {
        return words.of("nothing was played yet", "尚未对局").to_owned();
    }
    if tuned.iterations.iter().all(|iteration| iteration.plus == iteration.minus) {
        return words
            .of(
                "nothing was learnt: both sides of every iteration scored the same. The parameters may not be used, the steps may be too small, or the opponent too weak or too strong",
                "没有学到东西：每次迭代的两组取值得分都相同。可能参数没有被使用、步长太小，或者对手过弱或过强",
            )
            .to_owned();
    }
    if !tuned.is_learnt() {
        let chance = found.values().map(|found| found.evidence.chance).fold(1.0, f64::min);
        let (percent, count) = (100.0 * chance, found.len());
        return match lang {
            Lang::En => format!(
                "nothing was learnt: no parameter moved farther than chance moves it. The strongest drift of {count} would come up by chance {percent:.1} times in 100; below {:.1} it would count. More iterations or larger steps may tell more",
                100.0 * bound
            ),
            Lang::Zh => format!(
                "没有学到东西：没有参数的移动超出偶然的范围。{count} 个参数中最强的漂移偶然出现的概率为 {percent:.1} %，低于 {:.1} % 才算数。更多迭代或更大的步长可能有帮助",
                100.0 * bound
            ),
        };
    }
    let learnt = named(&|found| found.evidence.chance < bound);
    let moving = named(&|found| found.recent.chance < bound);
    let window = tuned.window();
    match (lang, moving.is_empty()) {
        (Lang::En, true) => format!(
            "learnt: {learnt}. In the last {window} iterations nothing moved farther than chance moves it"
        ),
        (Lang::En, false) => format!(
            "learnt: {learnt}. In the last {window} iterations {moving} still moved: begin again from the found values to go on"
        ),
        (Lang::Zh, true) => format!("学到：{learnt}。最近 {window} 次迭代中没有参数的移动超出偶然的范围"),
        (Lang::Zh, false) => {
            format!("学到：{learnt}。最近 {window} 次迭代中 {moving} 仍在移动：可以从找到的值重新开始")
        }
    }
}

/// A parameter on the page.
struct Shown {
    name: String,
    default: String,
    found: String,
    drift: String,
    chance: String,
    recent: String,
    points: String,
    default_y: f64,
    found_y: f64,
    window_x: f64,
    labels: Vec<(f64, String)>,
}

#[derive(Template)]
#[template(path = "tuning.html")]
struct Page<'a> {
    words: Words,
    style: &'static str,
    other: &'static str,
    tuned: &'a Tuned,
    games: u32,
    verdict: String,
    fault: Option<(u32, &'a str)>,
    parameters: Vec<Shown>,
    width: f64,
    height: f64,
    left: f64,
}

/// Writes the page, in both languages.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &TuningFolder, tuned: &Tuned) -> Result<(), CupError> {
    for (lang, file, other) in
        [(Lang::En, "index.html", "index.zh.html"), (Lang::Zh, "index.zh.html", "index.html")]
    {
        let page = Page {
            words: Words(lang),
            style: include_str!("../../templates/style.css"),
            other,
            tuned,
            games: tuned.games(),
            verdict: verdict(tuned, lang),
            fault: tuned.faults(),
            parameters: shown(tuned),
            width: WIDTH,
            height: HEIGHT,
            left: LEFT,
        };
        folder.save(file, &page.render().map_err(|error| CupError(error.to_string()))?)?;
    }
    Ok(())
}

fn shown(tuned: &Tuned) -> Vec<Shown> {
    let found = tuned.found();
    found.iter().enumerate().map(|(at, (name, found))| drawn(tuned, at, name, found)).collect()
}

fn drawn(tuned: &Tuned, at: usize, name: &str, found: &FoundValue) -> Shown {
    let path: Vec<f64> = tuned.path().iter().map(|values| values[at]).collect();
    let step = found.declared.step;
    let (low, high) = path
        .iter()
        .chain([&found.value])
        .fold((found.declared.default - step, found.declared.default + step), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
    let last = (path.len() - 1).max(1) as f64;
    let x = |at: usize| LEFT + (WIDTH - LEFT - 8.0) * at as f64 / last;
    let y = |value: f64| 8.0 + (HEIGHT - 30.0) * (high - value) / (high - low);
    let every = path.len().div_ceil(MOST_POINTS).max(1);
    let points = path.iter().enumerate().filter(|(at, _)| at % every == 0 || *at + 1 == path.len());
    let points: Vec<String> = points.map(|(at, value)| format!("{:.1},{:.1}", x(at), y(*value))).collect();
    let figure = |value: f64| round_to_step(value, step).to_string();
    Shown {
        name: name.to_owned(),
        default: figure(found.declared.default),
        found: figure(found.value),
        drift: format!("{:+.1}", found.evidence.deviations),
        chance: format!("{:.1}", 100.0 * found.evidence.chance),
        recent: format!("{:.1}", 100.0 * found.recent.chance),
        points: points.join(" "),
        default_y: y(found.declared.default),
        found_y: y(found.value),
        window_x: x(path.len() - 1 - tuned.window()),
        labels: vec![(y(high), figure(high)), (y(low), figure(low))],
    }
}
