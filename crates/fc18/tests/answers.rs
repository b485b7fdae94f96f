//! What players are told: refusals with their figures, and the calculators.

use board::{Cell, Direction};
use fc18::{
    CellPart, CorpsId, CorpsPart, Fate, Fc18, Order, Owner, PlayerPart, Position, Rules, Target, Task,
    Terrain, TowerId, TowerPart,
};
use game::{Game, Seat, Silent};

const WARRIOR: i64 = 0;
const ARCHER: i64 = 1;
const BUILDER: i64 = 3;
const EXTENDER: i64 = 4;

/// Plain land; the towers of players 1 to 4 near the corners; influence and owners as the towers
/// make them.
fn position(corps: &[(i64, i64, i64, i64)]) -> Position {
    let sites = [(2, 2), (12, 2), (12, 12), (2, 12)];
    let tower = |(id, (x, y)): (i64, (i64, i64))| TowerPart {
        id,
        owner: id + 1,
        row: y,
        col: x,
        level: 1,
        hp: 100,
        task: -1,
        left: [0; 6],
    };
    let fighter = |(id, (owner, kind, x, y)): (i64, (i64, i64, i64, i64))| CorpsPart {
        id,
        owner,
        row: y,
        col: x,
        kind,
        hp: [60, 50, 70, 0, 0][kind as usize],
        labour: if kind == BUILDER { 3 } else { 0 },
        moves: 0,
    };
    let cell = |n: i64| {
        let (x, y) = (n % 15, n / 15);
        let influence = sites.map(|(a, b)| match (x - a).abs().max((y - b).abs()) {
            0 => 100_000_000,
            distance => *[100, 80, 50, 20, 10].get(distance as usize - 1).unwrap_or(&0),
        });
        let highest = *influence.iter().max().unwrap();
        let holders: Vec<i64> = (0..4).filter(|player| influence[*player as usize] == highest).collect();
        let owner = match (highest, holders.as_slice()) {
            (0, _) => 0,
            (_, [one]) => one + 1,
            _ => -1,
        };
        let terrain = if (x, y) == (7, 8) { 6 } else { 1 };
        CellPart { row: y, col: x, terrain, owner, influence }
    };
    Position {
        rows: 15,
        cols: 15,
        turns_played: 0,
        players: vec![PlayerPart::default(); 4],
        towers: (0..).zip(sites).map(tower).collect(),
        corps: (0..).zip(corps.iter().copied()).map(fighter).collect(),
        cells: (0..225).map(cell).collect(),
        next_tower: 4,
        next_corps: corps.len() as i64 + 1,
    }
}

fn game(corps: &[(i64, i64, i64, i64)]) -> Fc18 {
    Fc18::from_position(&position(corps), Rules::MANUAL).unwrap()
}

fn said(game: &Fc18, order: Order) -> String {
    game.check(Seat(0), order).unwrap_err().to_string()
}

const fn corps(id: i32) -> CorpsId {
    CorpsId(id)
}

#[test]
fn refusals_name_the_figures() {
    let game = game(&[
        (1, WARRIOR, 7, 7),
        (1, EXTENDER, 6, 7),
        (1, WARRIOR, 5, 7),
        (2, WARRIOR, 8, 7),
        (2, BUILDER, 12, 2),
        (1, BUILDER, 0, 0),
        (1, WARRIOR, 11, 2),
    ]);
    let step = |id, direction| Order::Move { corps: corps(id), direction };
    let rows = [
        (step(99, Direction::Up), "there is no corps 99"),
        (step(7, Direction::Up), "corps 7 is no longer on the board"),
        (step(3, Direction::Up), "corps 3 belongs to player 2"),
        (step(5, Direction::Left), "corps 5 stands at the edge of the map, at (0, 0)"),
        (step(0, Direction::Up), "the gate at (8, 7) cannot be entered"),
        (step(0, Direction::Right), "corps 3 of player 2 stands at (7, 8)"),
        (step(6, Direction::Right), "tower 1 of player 2 stands at (2, 12)"),
        (
            Order::AttackCorps { corps: corps(1), target: corps(3) },
            "corps 1 is an extender and cannot attack",
        ),
        (
            Order::AttackCorps { corps: corps(2), target: corps(3) },
            "the target is 3 cells away, the range is 1",
        ),
        (Order::AttackCorps { corps: corps(0), target: corps(2) }, "the target is your own"),
        (Order::AttackTower { corps: corps(0), target: TowerId(0) }, "the target is your own"),
        (Order::AttackTower { corps: corps(0), target: TowerId(9) }, "there is no tower 9"),
        (Order::Found { corps: corps(1) }, "(7, 6) is disputed land, not yours"),
        (Order::Found { corps: corps(0) }, "corps 0 is a warrior; only extenders found towers"),
        (Order::Repair { corps: corps(5) }, "corps 5 stands at (0, 0), not in a tower of yours"),
        (
            Order::ChangeTerrain { corps: corps(5), terrain: Terrain::Road },
            "plain cannot be made road: only plain and forest change",
        ),
        (Order::Produce { tower: TowerId(1), task: Task::Mage }, "tower 1 belongs to player 2"),
        (Order::Shoot { tower: TowerId(0), target: corps(4) }, "the target is 10 cells away, the range is 2"),
    ];
    for (order, sentence) in rows {
        assert_eq!(said(&game, order), sentence, "{order:?}");
    }
}

#[test]
fn points_run_out() {
    let mut game = game(&[(1, WARRIOR, 7, 5)]);
    let step = Order::Move { corps: corps(0), direction: Direction::Down };
    game.submit(Seat(0), step, &mut Silent).unwrap();
    assert_eq!(said(&game, step), "not enough move points left: need 2, have 0");
    let attack = Order::AttackTower { corps: corps(0), target: TowerId(1) };
    assert_eq!(said(&game, attack), "corps 0 has no move points left");
}

#[test]
fn ten_fighters_are_enough() {
    let ten: Vec<_> = (0..10).map(|n| (1, WARRIOR, n, 5)).collect();
    let order = Order::Produce { tower: TowerId(0), task: Task::Archer };
    assert_eq!(said(&game(&ten), order), "you have 10 fighters already");
}

#[test]
fn forecasts_say_what_an_attack_would_do() {
    let game = game(&[(1, WARRIOR, 7, 7), (2, ARCHER, 8, 7), (2, BUILDER, 8, 7), (1, ARCHER, 11, 4)]);
    let attack = Order::AttackCorps { corps: corps(0), target: corps(2) };
    let forecast = game.forecast(Seat(0), attack).unwrap().unwrap();
    assert_eq!(forecast.target, Target::Corps(corps(1)), "the escort is hit");
    assert_eq!((forecast.inflicted, forecast.suffered), (38, 22));
    assert!(!forecast.target_falls && !forecast.advances && forecast.taken.is_none());

    let siege = Order::AttackTower { corps: corps(3), target: TowerId(1) };
    let forecast = game.forecast(Seat(0), siege).unwrap().unwrap();
    assert_eq!((forecast.inflicted, forecast.suffered), (25, 0));
    let mut weak = position(&[(1, WARRIOR, 11, 2)]);
    weak.towers[1].hp = 1;
    weak.towers[1].level = 6;
    let game = Fc18::from_position(&weak, Rules::MANUAL).unwrap();
    let siege = Order::AttackTower { corps: corps(0), target: TowerId(1) };
    let forecast = game.forecast(Seat(0), siege).unwrap().unwrap();
    assert_eq!(forecast.fate, Some(Fate::Captured));
    assert!(forecast.advances);
}

#[test]
fn reach_costs_and_turns() {
    let game = game(&[(1, WARRIOR, 7, 7), (1, WARRIOR, 6, 7)]);
    assert_eq!(game.step_cost(corps(0), Direction::Down), Ok(2));
    assert!(game.step_cost(corps(0), Direction::Left).is_err());
    let reach = game.reach(corps(0)).unwrap();
    let reached: Vec<Cell> = game.size().cells().filter(|at| reach.points_left(*at).is_some()).collect();
    assert_eq!(reached, [Cell::new(6, 7), Cell::new(7, 7), Cell::new(7, 8)]);
    assert_eq!(game.turns_until(TowerId(0), Task::Mage), Some(10));
    assert_eq!(game.turns_until(TowerId(0), Task::Upgrade), Some(4));
    assert_eq!(game.turns_until(TowerId(9), Task::Upgrade), None);
}

/// Whoever goes on as the calculator says is there in as many turns as it says.
#[test]
fn a_journey_takes_as_long_as_it_says() {
    let start = game(&[(1, WARRIOR, 5, 5)]);
    assert_eq!(start.journey(corps(0), Cell::new(5, 5)), None, "it is there");
    assert_eq!(start.journey(corps(0), Cell::new(12, 12)), None, "into a tower of somebody else's");
    assert_eq!(start.journey(corps(9), Cell::new(5, 5)), None, "there is no such corps");
    for to in start.size().cells() {
        let Some(journey) = start.journey(corps(0), to) else { continue };
        let mut game = start.clone();
        for turn in 1..=journey.turns {
            for direction in game.journey(corps(0), to).unwrap().steps {
                game.submit(Seat(0), Order::Move { corps: corps(0), direction }, &mut Silent).unwrap();
            }
            let is_there = game.find_corps(corps(0)).unwrap().at == to;
            assert_eq!(is_there, turn == journey.turns, "{to}, turn {turn} of {}", journey.turns);
            (0..4).for_each(|seat| game.end_turn(Seat(seat), &mut Silent));
        }
    }
    let near = start.journey(corps(0), Cell::new(5, 4)).unwrap();
    assert_eq!((near.steps.len(), near.turns), (1, 1));
}

#[test]
fn founding_makes_the_territory_that_was_foretold() {
    let mut game = game(&[(1, EXTENDER, 5, 5)]);
    let foretold: Vec<(Cell, Owner)> = game.territory_with(Cell::new(5, 5), Seat(0)).collect();
    game.submit(Seat(0), Order::Found { corps: corps(0) }, &mut Silent).unwrap();
    for (at, owner) in foretold {
        assert_eq!(game.owner(at), owner, "{at}");
    }
}

#[test]
fn legacy_directions_turn_up_and_down_round() {
    let parts = position(&[(1, WARRIOR, 7, 5)]);
    for (name, y) in [("manual", 6), ("manual-legacy", 4)] {
        let mut game = Fc18::from_position(&parts, Rules::named(name).unwrap()).unwrap();
        let order = Order::Move { corps: corps(0), direction: Direction::Up };
        game.submit(Seat(0), order, &mut Silent).unwrap();
        assert_eq!(game.find_corps(corps(0)).unwrap().at, Cell::new(y, 7));
    }
}

#[test]
fn wrong_positions_say_all_that_is_wrong() {
    let said = |change: fn(&mut Position)| {
        let mut parts = position(&[(1, WARRIOR, 7, 7), (1, EXTENDER, 6, 7)]);
        change(&mut parts);
        let wrong = Fc18::from_position(&parts, Rules::MANUAL).unwrap_err();
        wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said(|parts| parts.corps[1].kind = 2), "corps 1: hp 0 is not 1 to 70");
    let crowded: fn(&mut Position) = |parts| parts.corps[1] = CorpsPart { id: 1, ..parts.corps[0] };
    assert_eq!(said(crowded), "corps 1: there is no room for it beside corps 0 at (7, 7)");
    let intruding: fn(&mut Position) = |parts| (parts.corps[0].row, parts.corps[0].col) = (2, 12);
    assert_eq!(said(intruding), "corps 0: it stands in a foreign tower at (2, 12)");
    assert_eq!(said(|parts| parts.corps[1].id = 0), "corps 0: it is listed twice");
    assert_eq!(said(|parts| parts.towers[2].level = 9), "tower 2: level 9 is not 1 to 8");
    assert_eq!(said(|parts| parts.towers[2].task = 3), "tower 2: its task has no work left");
    assert_eq!(said(|parts| parts.cols = 40), "cols 40 is not 1 to 16");
    assert_eq!(
        said(|parts| parts.turns_played = i64::MAX),
        "turns_played 9223372036854775807 is not 0 to 1200"
    );
    assert_eq!(said(|parts| parts.cells.truncate(224)), "there are 224 cells and should be 225");
    assert_eq!(said(|parts| parts.cells[3].owner = 5), "cell (0, 3): owner 5 is not -1 to 4");
    let many: fn(&mut Position) = |parts| {
        (parts.next_corps, parts.towers[1].hp, parts.towers[1].level) = (-1, -1, 0);
        (parts.cells[20].terrain, parts.cells[21].owner) = (13, 9);
        parts.players[2].corps_killed = -3;
    };
    assert_eq!(
        said(many),
        "next_corps -1 is not 0 to 50000; player 3: corps_killed -3 is not 0 to 1000000; tower 1: level 0 is not 1 to 8; \
         tower 1: hp -1 is not 0 to 100; corps 0: id 0 is not 0 to -1; corps 1: id 1 is not 0 to -1; \
         cell (1, 5): terrain 13 is not 0 to 12; cell (1, 6): owner 9 is not -1 to 4"
    );
}

#[test]
fn a_decided_game_takes_no_more_orders_but_the_turn_still_ends() {
    let mut parts = position(&[(1, WARRIOR, 11, 2), (1, WARRIOR, 7, 7)]);
    parts.towers.truncate(2);
    parts.towers[1].hp = 1;
    for dead in [2, 3] {
        parts.players[dead].dead_round = Some(0);
    }
    for cell in &mut parts.cells {
        (cell.influence[2], cell.influence[3]) = (0, 0);
        cell.owner = 0;
    }
    let mut game = Fc18::from_position(&parts, Rules::MANUAL).unwrap();
    game.submit(Seat(0), Order::Produce { tower: TowerId(0), task: Task::Mage }, &mut Silent).unwrap();
    game.submit(Seat(0), Order::AttackTower { corps: corps(0), target: TowerId(1) }, &mut Silent).unwrap();
    let step = Order::Move { corps: corps(1), direction: Direction::Up };
    assert_eq!(said(&game, step), "the game is decided: nothing more is carried out");
    assert!(game.to_move().has(Seat(0)) && game.outcome().is_none());
    game.end_turn(Seat(0), &mut Silent);
    let places: Vec<u8> = game.outcome().unwrap().standings().iter().map(|standing| standing.place).collect();
    assert_eq!(places, [1, 2, 4, 3]);
}
