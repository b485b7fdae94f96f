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
    MAP "Reading the map"
        "The header is `height width terrains mages goblins`. Every item takes exactly one line, and its fields are read from that line alone: what follows the last field is ignored, and an empty line is an item with missing fields, so the load fails. Terrain is W, M or P; a later line for the same square replaces an earlier one."
    DRAWING "The drawing"
        "The column numbers, then for every row its number and a field of two characters for each square between bars, with a rule above and below, and two empty lines at the end: @@ for a mage, PG, TG, ~~ for water, a mountain as a slash and a backslash, two blanks for plain."
    REMOVED "Units on water or mountain"
        "When all lines are read, every unit that stands on a square that is not plain is removed, before the first turn."
    STEPS "Steps"
        "A mage has 3 points. A step onto a plain, empty square of the board costs one; a step that is not possible costs nothing and is skipped. When the points are gone further steps are ignored, and the line is read on to its spell."
    COMMAND "The command line"
        "White space is dropped wherever it is; of the rest only the capital letters W A S D X Y mean something, and other symbols are skipped. Steps come first; the first X or Y is the only spell, and all that follows it (after the direction of an X) is ignored."
    FIREBALL "The fireball"
        "It flies in its direction until it meets a unit, friend or foe, which dies and ends it, or a mountain, or the edge. Water does not stop it."
    TORNADO "The tornado"
        "In each of the eight directions the unbroken row of units that starts next to the mage is pushed one square outwards, mages like goblins. If a mountain or the edge is behind its last unit nobody in it moves; if water is, the last one drowns and the others move up."
    RESULT "The end of the game"
        "Who has won is looked at only when a turn begins, after the drawing. Until then all other mages are still asked and the goblins still act."
    END_OF_INPUT "The end of the input"
        "When a line cannot be read it counts as empty: the remaining mages of that turn are still asked and the board is drawn after each, the goblins act, and then the program ends without a result. Input for exactly k turns gives k + 1 turns."
    ORDER "Who acts when"
        "Units act in the order of the map, mages first, then goblins; the dead are skipped."
    STRIKE "The strike"
        "A goblin's strike kills every mage on the four squares next to it, all at once; diagonal neighbours are safe."
    PATROL "Patrol goblins"
        "In each round it first strikes and stops if a mage is next to it; then it stops if it has no steps left or the square ahead is off the board, not plain or taken; otherwise it takes a step. Whatever stopped it, it turns round once at the end of its turn."
    SIGHT "Tracking goblins: sight"
        "It sees the living mages whose distance in rows plus columns is at most its sight; terrain hides nobody. If it sees nobody, or can reach nobody it sees, it does nothing at all: no move and no strike."
    TARGET "Tracking goblins: whom they go for"
        "The seen mage with the shortest path over plain squares without any unit; the path may leave the seen area and be longer than the sight. Ties go to the smaller row, then the smaller column of the mage."
    LANDING "Tracking goblins: where they go"
        "In one move it goes all the way to the square before the mage, however far; of several such squares at the same distance it takes the one with the smaller row, then the smaller column. From there it strikes at every mage next to it."
}
