//! How the game is shown, in both languages. What happens and why orders are refused says itself.

pub mod controls;
mod drawing;
pub mod film;
mod lessons;
mod puzzles;

use crate::{Event, Phase, State};
use face::{Face, GameResult, Lesson, MapDrawing, MapInfo};
use game::{Seat, Words};

impl Face for State {
    const TITLE: Words = Words("Mages & Goblins", "法师与哥布林");
    const HELP: &'static [Words] = HELP;
    const MAPS: &'static [MapInfo] = MAPS;
    const DRAWING: Option<&'static dyn MapDrawing> = Some(&drawing::Drawing);
    const LESSONS: &'static [Lesson] = lessons::LESSONS;
    const PUZZLES: &'static [MapInfo] = puzzles::PUZZLES;

    type Recorder = film::Filming;
    type Names = ();

    fn is_news(event: &Event) -> bool {
        !matches!(
            event,
            Event::TurnEnded { .. }
                | Event::TurnedRound { .. }
                | Event::Idle { .. }
                | Event::Sees { .. }
                | Event::Chose { .. }
                | Event::SeesNobody { .. }
                | Event::NoWay { .. }
        )
    }

    fn result(&self, _: Seat) -> GameResult {
        match self.phase() {
            Phase::Won => GameResult::Won,
            Phase::Drawn => GameResult::Drawn,
            Phase::Lost | Phase::Playing => GameResult::Lost,
        }
    }
}

const HELP: &[Words] = &[
    Words(
        "Destroy all goblins. Each turn the mages act one after the other: up to 3 steps, then at most one spell. After all mages the goblins \
         act, exactly as the panel says: there is no chance.",
        "消灭所有哥布林。每回合法师依次行动：最多走 3 步，然后最多施一个法术。所有法师之后哥布林行动，与右侧预览完全一致，没有随机。",
    ),
    Words(
        "A fireball burns the first unit in its way, friend or foe; mountains stop it, water does not. A tornado blows the units around the mage one \
         square outwards, whole rows of them; into water they drown.",
        "火球烧死路线上的第一个单位，不分敌我；高山挡火，深水不挡。龙卷风把法师四周（成排的）单位向外吹一格；吹进深水即淹死。",
    ),
    Words(
        "A patrol goblin (p and its direction) walks its steps, turns round, and strikes mages beside it. A tracking goblin (t) that sees a mage goes to it, however far the \
         way, and strikes. What is struck dies. @ is a mage; the number beside it: steps left.",
        "巡逻型哥布林（p 和朝向）走完步数后转身，并攻击相邻法师。追踪型哥布林（t）看见法师就直扑过去，不论路多远。被击中即死。@ 是法师，旁边的数字是剩余步数。",
    ),
];

/// From first steps to hard.
const MAPS: &[MapInfo] = &[
    MapInfo::puzzle("spark", Words("Spark", "火花"), 0, 1),
    MapInfo::puzzle("long-shot", Words("Long Shot", "远射"), 0, 1),
    MapInfo::puzzle("crosswind", Words("Crosswind", "侧风"), 1, 2),
    MapInfo::puzzle("the-bridge", Words("The Bridge", "独木桥"), 1, 2),
    MapInfo::puzzle("night-watch", Words("Night Watch", "守夜人"), 1, 1),
    MapInfo::puzzle("first-spell", Words("First Spell", "初试法术"), 1, 3),
    MapInfo::puzzle("lake", Words("Lake", "湖畔"), 2, 3),
    MapInfo::puzzle("hunt", Words("Hunt", "狩猎"), 2, 2),
    MapInfo::puzzle("waterfront", Words("Waterfront", "水岸"), 2, 2),
    MapInfo::puzzle("maze", Words("Maze", "迷宫"), 3, 4),
    MapInfo::puzzle("wolf-pack", Words("Wolf Pack", "狼群"), 3, 3),
    MapInfo::puzzle("gatehouse", Words("Gatehouse", "门楼"), 3, 3),
    MapInfo::puzzle("citadel", Words("Citadel", "要塞"), 3, 4),
];
