"""The boards on which `ludus check` tries an Amazons program, each with the rule that it cannot avoid showing there.

A program chooses its own turn, so the boards are built such that every legal turn (or nearly every one) shows the rule.
"""

from __future__ import annotations

STEP = "Step: an amazon moves one or more fields in a straight line, horizontally, vertically or diagonally, over free fields; amazons, arrows and spears are obstacles."
ARROW = "Arrow: after moving she shoots from where she landed, at least one field in a straight line over free fields; the field that she left is free."
SCORE = "Score: the player adds the treasure of the field where the amazon landed to their own score, and leaves all other scores unchanged."
FIELDS = "Fields: in a turn the field of departure becomes 000, the field of arrival 00 and the ID, the field that was hit 009; no other field changes."
BROKEN_ARROW = "Broken arrow: an amazon who lands on it does not shoot after moving."
SPEAR = "Spear: instead of an arrow she throws it in a straight line, over all obstacles, onto a field without amazon or arrow."
HORSE = "Horse: after the shot the same amazon immediately makes another move, shot included, if she can."
PLACEMENT = "Placement: one amazon is placed on an unoccupied field; its treasure and artifact are removed, and nobody gets them."
OWN_ROW = "New row: a player who has no row adds one at the end of the file: the name, the next ID, 0 points; no other row changes."
PLAYER = "Player: the row with your program's name gives its ID, which marks its amazons; rows may come in any order."
NOTHING_TO_DO = "Exit code 1: a program that cannot make any move (all amazons placed, or all blocked) returns 1 at once and writes nothing."
NAME = "Name: with the argument name, whatever the other arguments are, the program displays only its name."
MISTAKE = "Exit code 2: for an error of the game state in the input file a message names the cause and its position."

_TWO = "player1:1:4;player2:2:5 movement 1"
_SECOND = "player1:1:4;player2:2:12 movement 2"

# A line for each board reads better than a column of its parts.
# fmt: off
SHOWN: tuple[tuple[str, str, str, str], ...] = (
    ("treasure", "The only turn takes a treasure of 3", SCORE, f"001,300,009 {_TWO}"),
    ("treasure-second", "The only turn takes a treasure of 5; the score has two digits then", SCORE, f"009,500,002/001,009,009 {_SECOND}"),
    ("treasure-everywhere", "Every turn takes a treasure, and every arrow hits one", SCORE, f"100,200,300/400,001,500/100,200,300 {_TWO}"),
    ("score-of-three-digits", "The only turn takes a treasure of 5; the score has three digits then", SCORE, "001,500,009 player1:1:98;player2:2:5 movement 1"),
    ("arrow-at-treasure", "Every arrow hits a treasure that nobody gets", FIELDS, f"400,300,400/009,002,009/009,009,009 {_SECOND}"),
    ("step-north", "The only step goes up", STEP, f"009,000,009/009,001,009/009,009,009 {_TWO}"),
    ("step-north-east", "The only step goes up and right", STEP, f"009,009,000/009,001,009/009,009,009 {_TWO}"),
    ("step-east", "The only step goes right", STEP, f"009,009,009/009,002,000/009,009,009 {_SECOND}"),
    ("step-south-east", "The only step goes down and right", STEP, f"009,009,009/009,001,009/009,009,000 {_TWO}"),
    ("step-south", "The only step goes down", STEP, f"009,009,009/009,002,009/009,000,009 {_SECOND}"),
    ("step-south-west", "The only step goes down and left", STEP, f"009,009,009/009,001,009/000,009,009 {_TWO}"),
    ("step-west", "The only step goes left", STEP, f"009,009,009/000,002,009/009,009,009 {_SECOND}"),
    ("step-north-west", "The only step goes up and left", STEP, f"000,009,009/009,001,009/009,009,009 {_TWO}"),
    ("obstacles", "Free fields lie behind arrows and amazons", STEP, f"000,000,000,000,000/000,009,002,009,000/000,009,001,000,009/000,009,009,002,000/000,000,000,000,000 {_TWO}"),
    ("obstacles-second", "Free fields lie behind arrows and amazons, second player", STEP, f"000,000,000,000,000/000,001,009,001,000/009,000,002,009,000/000,009,001,009,000/000,000,000,000,000 {_SECOND}"),
    ("old-arrows", "Arrows lie on fields whose treasure is still written", STEP, f"529,109,319/239,001,019/409,000,119 {_TWO}"),
    ("arrow-back", "The only arrow flies to the field that she left", ARROW, f"002,000,009,000,000,000,000,000,000 {_SECOND}"),
    ("arrow-obstacles", "Most fields around are behind obstacles for the arrow", ARROW, f"001,000,009,000,000/009,009,002,000,000/000,000,000,000,000/000,000,000,000,000 {_TWO}"),
    ("first-amazon-blocked", "The first of two amazons is blocked", STEP, f"001,009,000,001/009,009,009,009 {_TWO}"),
    ("last-amazon-blocked", "The last of two amazons is blocked", STEP, f"002,000,009,002/009,009,009,009 {_SECOND}"),
    ("broken-arrow", "The only step leads to a broken arrow", BROKEN_ARROW, f"001,120,009,002 {_TWO}"),
    ("broken-arrows-everywhere", "Every step leads to a broken arrow", BROKEN_ARROW, f"020,120,020/220,002,020/020,020,320 {_SECOND}"),
    ("spear", "The only step leads to a spear", SPEAR, f"001,230,009,100/009,009,009,002 {_TWO}"),
    ("spears-everywhere", "Every step leads to a spear", SPEAR, f"030,030,030,009/030,002,030,000/030,030,030,000/009,000,000,001 {_SECOND}"),
    ("spear-not-onto-obstacles", "Nearly all fields in line of the spear are taken", SPEAR, f"001,030,009,009,009/009,009,009,009,009/009,002,009,009,009/009,009,009,009,009 {_TWO}"),
    ("spear-in-line", "Most free fields are not in line of the spear", SPEAR, f"000,009,000,009,000/009,009,009,000,000/001,030,009,009,009/009,009,009,000,000/000,009,000,009,000 {_TWO}"),
    ("horse", "The only step leads to a horse, and another one is possible", HORSE, f"001,010,009/009,009,000 {_TWO}"),
    ("horse-second", "The same for the second player, with treasure", HORSE, f"002,210,009/009,009,300 {_SECOND}"),
    ("horse-stuck", "The only step leads to a horse, and no second step is possible", HORSE, f"001,310,009,000/009,009,009,009 {_TWO}"),
    ("horses-everywhere", "Every step leads to a horse", HORSE, f"010,110,010,000/010,002,010,000/010,010,210,000/000,000,000,000 {_SECOND}"),
    ("horse-then-broken-arrow", "A horse, then a broken arrow", HORSE, f"001,010,009/009,009,020/009,009,009 {_TWO}"),
    ("horse-then-horse", "A horse leads to a second horse, and on", HORSE, f"001,010,009,009/009,009,010,000/009,009,000,010 {_TWO}"),
    ("horse-then-treasure", "A horse leads to treasure", HORSE, f"001,010,300,200/009,009,300,200/009,009,200,300 {_TWO}"),
    ("horse-same-amazon", "A second amazon comes free when the first rides on", HORSE, f"001,001,010,009/009,009,009,000 {_TWO}"),
    ("horse-same-amazon-below", "The same, with the second amazon below", HORSE, f"009,000,009,000,009/009,009,010,009,009/009,009,002,009,009/009,002,002,002,009 {_SECOND}"),
    ("rows-in-any-order", "Your row is the second, with ID 1", PLAYER, "001,300,009/002,009,000 player2:2:5;player1:1:3 movement 1"),
    ("high-id", "Your row is the first of two, with ID 7", PLAYER, "003,009,000/009,007,400 player7:7:20;player3:3:1 movement 7"),
    ("long-name", "An opponent has a name of 15 characters", PLAYER, "001,300,009/002,009,000 player1:1:3;abcdefghijklmno:2:5 movement 1"),
    ("one-player", "Alone on the board", PLAYER, "001,200/009,100 player1:1:0 movement 1"),
    ("eight-players", "Eight players, your ID is 8", PLAYER, "001,002,003,004/005,006,007,009/009,100,008,009 a:1:1;b:2:2;c:3:3;d:4:4;e:5:5;f:6:6;g:7:7;h:8:30 movement 8"),
    ("eight-players-fourth", "Eight players, your ID is 4", PLAYER, "001,002,003,100/005,006,004,009/009,008,009,007 a:1:1;b:2:2;c:3:3;d:4:14;e:5:5;f:6:6;g:7:7;h:8:30 movement 4"),
    ("tall-board", "More rows than columns", STEP, f"001/100/000/000/002 {_TWO}"),
    ("wide-board", "More columns than rows", STEP, f"001,000,100,000,000,000,002/009,009,009,009,009,009,009 {_SECOND}"),
    ("last-free-field", "The only free field holds a treasure and an artifact", PLACEMENT, "002,001/009,430 player1:1:0;player2:2:0 placement:2 1"),
    ("place-on-horse", "The only free fields hold artifacts", PLACEMENT, "002,001,210/009,009,020 player1:1:0;player2:2:0 placement:2 2"),
    ("place-not-on-others", "One field is free, the others hold arrows and amazons", PLACEMENT, "009,001,009/002,000,001/009,001,009 player1:1:0;player2:2:0 placement:3 2"),
    ("place-the-last", "Your third amazon, when others have placed more", PLACEMENT, "001,002,000/002,002,001/000,000,000 player1:1:0;player2:2:0 placement:3 1"),
    ("place-of-twelve", "Your third amazon of twelve", PLACEMENT, "001,002,000/001,000,009 player1:1:0;player2:2:0 placement:12 1"),
    ("place-alone", "The first amazon of a game for one", OWN_ROW, "000,100/010,000 player1:1:0 placement:1 1"),
    ("new-row-second", "The first amazon of the second player", OWN_ROW, "001,100,000/010,000,500 player1:1:0;player2:2:0 placement:2 2"),
    ("new-row-third", "The first amazon of the third player", OWN_ROW, "001,100,002/010,000,500 player1:1:0;player2:2:0;player3:3:0 placement:2 3"),
    ("new-row-after-mixed-rows", "The first amazon of the third player, after rows in another order", OWN_ROW, "001,100,002/010,000,500 player2:2:0;player1:1:0;player3:3:0 placement:2 3"),
    ("new-row-eighth", "The first amazon of the eighth player", OWN_ROW, "001,002,003,004/005,006,007,000 a:1:0;b:2:0;c:3:0;d:4:0;e:5:0;f:6:0;g:7:0;h:8:0 placement:1 8"),
)
# fmt: on
"""Key, title, rule and position of a move."""

_PLACE = "phase=placement amazons={} {board} {board}"
_MOVE = "phase=movement {board} {board}"
_ROWS = "{name} 1 3\nfoe 2 4\n"

# fmt: off
IDLE: tuple[tuple[str, str, str, str], ...] = (
    ("all-placed", "All amazons are placed", _PLACE.replace("{}", "1"), "2 2\n001 000\n000 002\n{name} 1 0\nfoe 2 0\n"),
    ("all-three-placed", "All three amazons are placed, and others are not", _PLACE.replace("{}", "3"), "2 4\n001 000 001 000\n000 002 000 001\n{name} 1 0\nfoe 2 0\n"),
    ("more-than-all-placed", "More amazons are placed than there should be", _PLACE.replace("{}", "1"), "2 3\n001 000 001\n000 002 000\n{name} 1 0\nfoe 2 0\n"),
    ("no-free-field", "An amazon is still to be placed, and no field is free", _PLACE.replace("{}", "2"), "2 2\n001 009\n002 539\n{name} 1 0\nfoe 2 0\n"),
    ("blocked", "All your amazons are blocked", _MOVE, "2 3\n001 009 000\n009 009 002\n" + _ROWS),
    ("blocked-by-amazons", "Your amazons are blocked by each other, the edge and other amazons", _MOVE, "3 3\n002 001 001\n009 002 529\n000 000 000\n" + _ROWS),
    ("blocked-second", "The second player is blocked, the first is not", _MOVE, "2 3\n001 009 009\n000 009 002\nfoe 1 4\n{name} 2 3\n"),
    ("no-amazon", "The player has a row and no amazon", _MOVE, "2 2\n000 000\n000 002\n" + _ROWS),
)
"""Key, title, arguments and board of a request that is answered by exit code 1."""

SIMILAR_NAMES: tuple[tuple[str, str, str, str], ...] = (
    ("name-with-the-same-beginning", "The player is blocked; one whose name only begins with the same letters is not", _MOVE, "2 3\n001 009 009\n000 009 002\n{longer} 1 4\n{name} 2 3\n"),
    ("name-in-other-letters", "The player is blocked; one whose name differs in small and capital letters is not", _MOVE, "2 3\n001 009 009\n000 009 002\n{swapped} 1 4\n{name} 2 3\n"),
)
"""The same, where a program that mistakes another player's row for its own would move."""

WRONG: tuple[tuple[str, str, str], ...] = (
    ("empty-file", "An empty file", ""),
    ("size-missing", "The first line is missing", "001 000\n000 002\n" + _ROWS),
    ("size-not-a-number", "The number of columns is no number", "2 x\n001 000\n000 002\n" + _ROWS),
    ("size-zero", "A board without rows", "0 2\n" + _ROWS),
    ("size-negative", "A negative number of rows", "-2 2\n001 000\n000 002\n" + _ROWS),
    ("size-three-numbers", "The first line has three numbers", "2 2 2\n001 000\n000 002\n" + _ROWS),
    ("size-one-number", "The first line has one number", "2\n001 000\n000 002\n" + _ROWS),
    ("too-few-rows", "Fewer rows than the first line says", "4 2\n001 000\n000 002\n" + _ROWS),
    ("row-too-short", "A row with a field too few", "2 3\n001 000 000\n000 002\n" + _ROWS),
    ("row-too-long", "A row with a field too many", "2 2\n001 000\n000 002 000\n" + _ROWS),
    ("rows-of-unequal-length", "A row with a field too few, and one with a field too many", "2 2\n001\n000 000 002\n" + _ROWS),
    ("too-many-rows", "More rows than the first line says", "2 3\n001 000 000\n000 002 000\n000 000 000\n" + _ROWS),
    ("empty-line", "An empty line between the rows", "2 2\n001 000\n\n000 002\n" + _ROWS),
    ("amazon-without-row", "An amazon whose player has no row", "2 2\n001 003\n000 002\n" + _ROWS),
    ("player-row-too-short", "A player's row without points", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2\n"),
    ("player-row-of-four", "A player's row with a number too many", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 4 5\n"),
    ("player-row-too-long", "A player's row of four parts", "2 2\n001 000\n000 002\n{name} 1 3\nmy foe 2 4\n"),
    ("name-too-long", "A name of 16 characters", "2 2\n001 000\n000 002\n{name} 1 3\nabcdefghijklmnop 2 4\n"),
    ("name-quoted", "A name with quotation marks", '2 2\n001 000\n000 002\n{name} 1 3\n"foe" 2 4\n'),
    ("name-twice", "The same name twice", "2 3\n001 000 003\n000 002 000\n{name} 1 3\nfoe 2 4\nfoe 3 0\n"),
    ("id-nine", "An ID of 9", "2 2\n001 000\n000 000\n{name} 1 3\nfoe 9 4\n"),
    ("id-zero", "An ID of 0", "2 2\n001 000\n000 000\n{name} 1 3\nfoe 0 4\n"),
    ("id-with-a-letter", "An ID that goes on with a letter", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2b 4\n"),
    ("id-twice", "The same ID twice", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 4\nfiend 2 0\n"),
    ("points-negative", "Points below 0", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 -4\n"),
    ("points-with-a-fraction", "Points with a fraction", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 4.5\n"),
    ("points-not-a-number", "Points that are no number", "2 2\n001 000\n000 002\n{name} 1 3\nfoe 2 many\n"),
)
"""Key, title and board of a movement that is answered by exit code 2."""

WRONG_FIELDS: tuple[tuple[str, str, str], ...] = (
    ("field-too-short", "A field of two digits", "2 2\n001 00\n000 002\n" + _ROWS),
    ("field-too-long", "A field of four digits", "2 2\n001 0000\n000 002\n" + _ROWS),
    ("field-not-digits", "A field with a letter", "2 2\n001 0a0\n000 002\n" + _ROWS),
    ("field-ends-with-letter", "A field whose last character is a letter", "2 2\n001 00x\n000 002\n" + _ROWS),
    ("too-much-treasure", "A field with a treasure of 7", "2 2\n001 700\n000 002\n" + _ROWS),
    ("treasure-of-six", "A field with a treasure of 6", "2 2\n001 000\n600 002\n" + _ROWS),
    ("unknown-artifact", "A field with artifact 4", "2 2\n001 040\n000 002\n" + _ROWS),
    ("amazon-with-treasure", "A field with an amazon and a treasure", "2 2\n001 000\n000 302\n" + _ROWS),
    ("amazon-with-artifact", "A field with an amazon and an artifact", "2 2\n011 000\n000 002\n" + _ROWS),
)
"""The same, where the message must tell the place by a number."""
# fmt: on
