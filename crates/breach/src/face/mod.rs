//! How the game is shown, in both languages. What happens and why orders are refused says itself.

pub mod controls;
mod drawing;
pub mod film;
mod lessons;
mod puzzles;

use crate::{Event, State};
use face::{Face, Lesson, MapDrawing, MapInfo};
use game::Words;

impl Face for State {
    const TITLE: Words = Words("Breach", "陷阵之志");
    const HELP: &'static [Words] = HELP;
    const MAPS: &'static [MapInfo] = MAPS;
    const DRAWING: Option<&'static dyn MapDrawing> = Some(&drawing::Drawing);
    const LESSONS: &'static [Lesson] = lessons::LESSONS;
    const PUZZLES: &'static [MapInfo] = puzzles::PUZZLES;

    type Recorder = film::Filming;
    type Names = ();

    fn is_news(event: &Event) -> bool {
        !matches!(event, Event::TurnEnded { .. } | Event::Stayed { .. })
    }
}

const HELP: &[Words] = &[
    Words(
        "Destroy all enemies. Each turn every unit of yours may move once and attack once, in either order; then the enemy acts. \
         The enemy does exactly what the panel says: there is no chance.",
        "消灭所有敌人。每回合己方每个单位可移动一次、攻击一次，顺序不限；然后敌方行动。敌方的行动与右侧预览完全一致，没有随机。",
    ),
    Words(
        "Capital letters are yours: S soldier (hits the cell beside it), T tank (shoots along a line and pushes), F fighter (hits two cells \
         away and pushes what stands around). Small letters are enemies: b bee (flies, hits hard), h hydralisk (pushes). The number is the HP.",
        "大写是己方：S 士兵（攻击相邻格），T 坦克（沿直线射击并击退），F 战斗机（攻击两格外并击退四周单位）。小写是敌方：b 蜜蜂（飞行，攻击高），h 刺蛇（击退）。数字是生命值。",
    ),
    Words(
        "A pushed unit that hits another costs both 1 HP; a mountain costs 1 HP and crumbles; land units drown in the ocean. After the enemy's turn every \
         forest heals all units within 2 cells, both sides alike.",
        "被击退的单位撞上另一单位，双方各失 1 点生命；撞山失 1 点，山被摧毁；陆地单位落海即亡。敌方回合后，森林为周围 2 格内的所有单位（不分敌我）各回复 1 点生命。",
    ),
    Words(
        "The letters m and a below a unit of yours say that it may still move and attack this turn.",
        "己方单位下方的 m、a 表示本回合仍可移动、攻击。",
    ),
];

/// From first steps to hard.
const MAPS: &[MapInfo] = &[
    MapInfo::puzzle("first-shot", Words("First Shot", "第一炮"), 0, 1),
    MapInfo::puzzle("overboard", Words("Overboard", "落水"), 0, 1),
    MapInfo::puzzle("first-contact", Words("First Contact", "初次接触"), 1, 2),
    MapInfo::puzzle("stepping-stones", Words("Stepping Stones", "垫脚石"), 1, 2),
    MapInfo::puzzle("landslide", Words("Landslide", "山崩"), 1, 2),
    MapInfo::puzzle("air-drop", Words("Air Drop", "空投"), 1, 1),
    MapInfo::puzzle("narrow-pass", Words("Narrow Pass", "隘口"), 2, 2),
    MapInfo::puzzle("harbour", Words("Harbour", "海港"), 2, 2),
    MapInfo::puzzle("crossfire", Words("Crossfire", "交叉火力"), 2, 3),
    MapInfo::puzzle("sacred-grove", Words("Sacred Grove", "圣林"), 2, 2),
    MapInfo::puzzle("hornets-nest", Words("Hornets' Nest", "马蜂窝"), 3, 2),
    MapInfo::puzzle("last-stand", Words("Last Stand", "背水一战"), 3, 2),
    MapInfo::puzzle("old-forest", Words("Old Forest", "古老森林"), 3, 3),
];
