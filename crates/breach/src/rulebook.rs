//! The rules in plain words, for those whose program does not follow them.
//!
//! Events, questions and mistakes point here; the rules themselves are code, in the other modules.

use game::mistakes::Rule;

macro_rules! rules {
    ($($name:ident $title:literal $text:literal)*) => {
        $(#[doc = $title] pub static $name: Rule = Rule { title: $title, text: $text };)*
    };
}

rules! {
    MAP "The map"
        "First the numbers of terrain entries and of units, then the entries `row column letter`. A letter that is unknown or belongs to a later stage makes the map malformed."
    BOARD "The board"
        "An empty line, the column numbers, then for every row its number and eight fields of three characters between bars, with a rule above and below, and an empty line. A field holds the unit's letter and HP (in stage 1 the letter alone), lower case for enemies, or the terrain, right-aligned; a mark stands in front."
    REACH "Moving"
        "A unit enters cells up, down, left or right of the last one, each for one point of its movement (soldier 3, tank 2, fighter 5, bee 3, hydralisk 3); its own cell costs nothing and is always a legal destination. Nobody enters a mountain or a cell that holds another unit of either side, not even in passing; land units do not enter the ocean, flying ones do not enter forest."
    UNITS "Units"
        "HP at the start and attack value: soldier 2 and 1, tank 3 and 1, fighter 2 and 2, bee 2 and 3, hydralisk 1 and 2."
    MELEE "Attack range: melee"
        "Soldier, bee and hydralisk attack the four adjacent cells, whatever is on them: an empty cell and a cell with a friend are legal targets too."
    LINE "Attack range: the tank's line"
        "The tank attacks in four directions outwards, up to and including the first cell that holds a unit of either side or is not plain. Empty cells and friends are legal targets."
    JUMP "Attack range: the fighter's jump"
        "The fighter attacks the cells exactly two steps up, down, left or right; what lies between does not matter. Empty cells and friends are legal targets."
    DAMAGE "Damage and death"
        "The unit on the target cell loses the attacker's attack value. Then comes the attack's second effect, and only after that do all units with 0 HP or less leave the board, wherever they stand."
    PUSH "Pushing"
        "Tank and hydralisk push the unit they hit one cell away from the attacker, if there is room. A unit that has just lost its last HP is still pushed like a living one: it leaves the board only afterwards."
    EDGE "Pushing against the edge"
        "A unit that is pushed against the edge of the board stays and loses nothing."
    BUMP "Pushing against a unit"
        "If the next cell holds a unit, of either side and on any terrain, both lose 1 HP and nobody moves; the unit behind is not pushed on."
    CRUMBLE "Pushing against a mountain"
        "A unit that is pushed against an empty mountain loses 1 HP and stays, and the mountain becomes plain."
    DROWN "Pushing into the ocean"
        "A land unit that is pushed towards the ocean drops to 0 HP and is removed; a flying unit moves onto it."
    THICKET "Pushing into forest"
        "A land unit that is pushed towards a forest moves into it; a flying unit stays and loses nothing."
    FLATTEN "Flattening mountains"
        "A tank that attacks a mountain on which nobody stands turns it into plain. If a unit stands there the unit is hit and pushed, and the mountain stays."
    BLAST "The fighter's blast"
        "Every unit on one of the four cells next to the fighter's target, friend or foe, is pushed away from the target cell, also when nobody stands on the target itself. The unit on the target is hit but not pushed."
    PICK "Picking a unit"
        "`No unit at`, `is an enemy!` and `is not actable!` are followed by the question again. After a cell off the board, or a line that is not two numbers, the whole round starts over: board, then the first question of the round."
    ACTIONS "Picking an action"
        "The actions still open are listed in the order Move, Attack, Skip, numbered from 1, each followed by a blank. After a wrong number comes `Invalid action!` and the question again, without the list. Skip changes nothing: the unit can still be picked."
    DESTINATION "Choosing a cell"
        "After a wrong cell come `Not a valid destination` or `Not a valid target` and the question again; the board is not drawn again."
    TIRING "Once a turn"
        "In each turn a unit may move once and attack once, in either order. A unit that has done only one of them is still actable and marked `+`."
    TURN "The turn"
        "A round draws the board with the actable units marked, asks whether the turn ends, then for a unit and an action. When no unit is actable, `No more actable units.` ends the turn."
    RESULT "Won or lost"
        "Victory and defeat are looked at only when a turn begins, after the board is drawn: no enemy left means Won, even if no player unit is left; otherwise no player unit left means Failed. In the middle of a turn the dialogue goes on."
    END_OF_INPUT "The end of the input"
        "In stages 1 and 2 the program stops when no answer is left; after the last answer nothing more is drawn or asked."
    ENEMY_ORDER "The enemy's turn: who acts"
        "Enemies act one after the other in row-major order of the cells they stand on when the phase begins. One that dies before its turn does nothing."
    ENEMY_MOVE "The enemy's turn: moving"
        "Of all cells it can reach, its own included, an enemy takes the one with the smallest distance in rows plus columns to the nearest player unit; among equals the first in row-major order, also when it could just stay where it is."
    ENEMY_ATTACK "The enemy's turn: attacking"
        "From where it now stands it attacks the player unit in its range that comes first in row-major order: up, left, right, down."
    GROWTH "Forest growth"
        "After the enemy's turn every forest gives 1 HP to every unit of either side within two rows and two columns of it, diagonals and its own cell included. Several forests add up, and there is no upper limit."
}
