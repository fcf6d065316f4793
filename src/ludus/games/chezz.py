"""Chezz, the chess of zombies, cannons and flingers, as its contest plays it.

- 8x8 squares, files a-h, ranks 1-8; White (upper case) starts low and moves first.
  Both back ranks read F N C Q K B N R, the ranks before them P P P P Z P P P.
- King, queen, rook, bishop and knight as in chess, without castling.
- Peon (P): one step forward onto an empty square; captures one step diagonally forward.
  No double step, no en passant.
- Zombie (Z): one step along rank or file, onto an empty square or capturing.
- Cannon (C): one step along rank or file onto an empty square; or fires along a diagonal: every piece of
  either colour from the next square to the edge is removed, its own king too. A shot must hit something.
- Flinger (F): one king's step onto an empty square; or flings a friend of any kind from one of its eight
  neighbour squares over itself, onto any square beyond on the same line, over everything in between.
  Not onto a friend, not onto the enemy king. On any other enemy both vanish, even if the flung piece is
  the king; that loses.

After each move two things happen in this order, even if a king was captured:

1. Contagion: every enemy piece next to any zombie of the mover (rank or file) becomes a zombie of the mover.
   All at once: fresh zombies infect nobody yet. Kings and zombies are immune. The opponent's zombies rest.
2. Promotion: a peon of the mover on its last rank becomes a zombie, which infects nobody this turn.
   It may have been flung there. A peon flung backwards stays a peon and steps as usual.

There is no check, mate or stalemate. A player whose king is gone has lost; if one shot hits both kings, it is a draw.
A player without a legal move loses. There is no rule of repetition: the arena limits the number of plies.
The contest may change these options: contagion_chains (fresh zombies infect in the same turn),
flung_peon_promotes, no_move (loss or draw), fling_king and flingable (which kinds may be flung), immune (which
kinds contagion spares), promotion (what a peon becomes).

Moves name squares: step or capture `e2-e3`, shot `c1*d2` (the cannon and its diagonal neighbour), fling
`a1^b2-d4` (piece, flinger, landing).
They are listed by their first square, a8 to h8, then down to h1. Within a square: steps and captures clockwise
from the north, near before far (a peon's step before its captures); shots clockwise; flings, by flinger in
board order, near landings first.
"""

from __future__ import annotations

from ludus.games.base import EMPTY, BadPosition, Look, Outcome, Position
from ludus.games.chezz_rules import STANDARD, Rules
from ludus.games.grid import read_rows, read_side, split_rows, write_rows
from ludus.games.position_text import take_words
from ludus.text import describe_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    Way = tuple[tuple[int, str], ...]
    """Squares a piece may come to, near before far, each with the text of the move there."""

START = "fncqkbnrppppzppp" + "." * 32 + "PPPPZPPPFNCQKBNR"
WHITE, BLACK = 0, 1
LETTERS = "wb"
PIECES = ("KQRBNPZCF", "kqrbnpzcf")
NAMES = tuple([f"{file}{rank}" for rank in "87654321" for file in "abcdefgh"])
INDEX = {name: square for square, name in enumerate(NAMES)}
VALUES = (("Q", 9), ("R", 5), ("B", 3), ("N", 3), ("Z", 3), ("C", 3), ("F", 3), ("P", 1))

KINDS = ("king", "queen", "rook", "bishop", "knight", "peon", "zombie", "cannon", "flinger")
"""What the letters of `PIECES` stand for."""

_KING, _PEON, _ZOMBIE, _FLINGER = "Kk", "Pp", "Zz", "Ff"
_LAST_RANK = (slice(0, 8), slice(56, 64))

_COMPASS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_JUMPS = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))


class _Ways(dict[int, "tuple[Way, ...]"]):
    """The ways from each square, made when first asked for: all at once would cost each start-up a millisecond."""

    def __init__(self, make: Callable[[int], tuple[Way, ...]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, square: int) -> tuple[Way, ...]:
        ways = self[square] = self.make(square)
        return ways


def _list_lines(square: int, directions: Sequence[tuple[int, int]]) -> tuple[Way, ...]:
    """Follow each direction to the edge; a line may be empty."""
    return tuple([_follow_line(square, down, right) for down, right in directions])


def _follow_line(square: int, down: int, right: int) -> Way:
    start = NAMES[square] + "-"
    row, col = square // 8 + down, square % 8 + right
    way = []
    while 0 <= row < 8 and 0 <= col < 8:
        way.append((row * 8 + col, start + NAMES[row * 8 + col]))
        row, col = row + down, col + right
    return tuple(way)


def _take_nearest(lines: tuple[Way, ...]) -> Way:
    """Take the first square of each line."""
    return tuple([line[0] for line in lines if line])


# Sliders have one way for each direction; who steps or jumps has one way with all the squares on it;
# peons have two, for the step and for the captures.
_LINES = _Ways(lambda square: _list_lines(square, _COMPASS))
_ANY_STEP = _Ways(lambda square: (_take_nearest(_LINES[square]),))
_STRAIGHT_STEP = _Ways(lambda square: (_take_nearest(_LINES[square][::2]),))
_WAYS = {
    "Q": _LINES,
    "R": _Ways(lambda square: _LINES[square][::2]),
    "B": _Ways(lambda square: _LINES[square][1::2]),
    "N": _Ways(lambda square: (_take_nearest(_list_lines(square, _JUMPS)),)),
    "K": _ANY_STEP,
    "F": _ANY_STEP,
    "Z": _STRAIGHT_STEP,
    "C": _STRAIGHT_STEP,
}
_WAYS |= {kind.lower(): ways for kind, ways in _WAYS.items()}
_WAYS["P"] = _Ways(lambda square: (_take_nearest(_LINES[square][0:1]), _take_nearest(_LINES[square][1::6])))
_WAYS["p"] = _Ways(lambda square: (_take_nearest(_LINES[square][4:5]), _take_nearest(_LINES[square][3:6:2])))


class Chezz(Position):
    """A position of Chezz; seat 0 is White, seat 1 is Black."""

    __slots__ = ("board", "to_move", "ended", "rules")
    name = "chezz"
    sides = ("White", "Black")
    ground = "green squares"
    board: str
    ended: bool
    """Whether a king is gone or nobody can move; kept because finding out costs as much as a move."""
    rules: Rules

    def __init__(self, board: str, to_move: int, ended: bool, rules: Rules) -> None:
        put = object.__setattr__
        put(self, "board", board)
        put(self, "to_move", to_move)
        put(self, "ended", ended)
        put(self, "rules", rules)

    @classmethod
    def start(
        cls,
        *,
        contagion_chains: bool | str = STANDARD.contagion_chains,
        flung_peon_promotes: bool | str = STANDARD.flung_peon_promotes,
        no_move: str = STANDARD.no_move,
        fling_king: bool | str = STANDARD.fling_king,
        flingable: str = STANDARD.flingable,
        immune: str = STANDARD.immune,
        promotion: str = STANDARD.promotion,
    ) -> Self:
        """Set up sixteen pieces a side, White to move; `chezz_rules.py` explains the options."""
        rules = Rules(
            contagion_chains, flung_peon_promotes, no_move, fling_king, flingable, immune, promotion
        )
        return cls(START, WHITE, False, rules)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS w|b [ended] [key=value...]`; a finished game is known even without the word."""
        (rows, letter), rest = take_words(text, "ROWS", "w|b")
        board, to_move = read_rows(rows, 8, 8, "".join(PIECES)), read_side(letter, LETTERS)
        for side, king in zip(cls.sides, "Kk", strict=True):
            if board.count(king) > 1:
                raise BadPosition(describe_mismatch("rows", f"at most one king of {side}", rows))
        said = rest[:1] == ["ended"]
        position = cls._make(board, to_move, Rules.read(rest[1:] if said else rest))
        if said and not position.ended:
            raise BadPosition(
                describe_mismatch("position", "no word 'ended' while there are kings and moves", text)
            )
        return position

    def __str__(self) -> str:
        ended = " ended" if self.ended else ""
        return f"{write_rows(self.board, 8)} {LETTERS[self.to_move]}{ended}{self.rules.write()}"

    def moves(self) -> Sequence[str]:
        """List the moves by their first square, a8 to h1."""
        return () if self.ended else tuple(self._moves())

    def _moves(self) -> list[str]:
        own = PIECES[self.to_move]
        flings: dict[int, list[str]] = {}
        for flinger in _split_move(self.board, _FLINGER[self.to_move]):
            for square, move in self._list_flings(flinger):
                flings.setdefault(square, []).append(move)
        found: list[str] = []
        for square, piece in enumerate(self.board):
            if piece in own:
                found += self._list_own_moves(square)
                if square in flings:
                    found += flings[square]
        return found

    def _list_own_moves(self, square: int) -> list[str]:
        """List what the piece on `square` does by itself: steps, captures, shots."""
        board = self.board
        piece = board[square]
        ways = _WAYS[piece][square]
        if piece in "Pp":
            steps, captures = ways
            enemies = PIECES[1 - self.to_move]
            found = [move for target, move in steps if board[target] == "."]
            found += [move for target, move in captures if board[target] in enemies]
        elif piece in "QRBqrb":
            found = self._list_slides(ways)
        elif piece in "KNZknz":
            own = PIECES[self.to_move]
            found = [move for target, move in ways[0] if board[target] not in own]
        else:
            found = [move for target, move in ways[0] if board[target] == "."]
            if piece in "Cc":
                found += [move for move, _ in self._list_shots(square)]
        return found

    def _list_slides(self, lines: tuple[Way, ...]) -> list[str]:
        board = self.board
        enemies = PIECES[1 - self.to_move]
        found = []
        for line in lines:
            for target, move in line:
                if board[target] == ".":
                    found.append(move)
                    continue
                if board[target] in enemies:
                    found.append(move)
                break
        return found

    def _list_shots(self, square: int) -> Iterator[tuple[str, Way]]:
        """Yield each shot of the cannon on `square` with the line that it clears."""
        board = self.board
        for line in _WAYS["B"][square]:
            if any(board[target] != "." for target, _ in line):
                yield f"{NAMES[square]}*{NAMES[line[0][0]]}", line

    def _list_flings(self, flinger: int) -> Iterator[tuple[int, str]]:
        """Yield the flings of the flinger on this square: the square of the flung piece, and the move."""
        board, rules = self.board, self.rules
        own = PIECES[self.to_move]
        forbidden = own + _KING[1 - self.to_move]
        lines = _LINES[flinger]
        for direction, line in enumerate(lines):
            behind = lines[direction - 4]
            if line and behind:
                square = behind[0][0]
                piece = board[square]
                if piece in own and rules.may_fling(piece.upper()):
                    start = NAMES[square] + "^"
                    for landing, text in line:
                        if board[landing] not in forbidden:
                            yield square, start + text

    def play(self, move: str) -> Self:
        """Step, capture, shoot or fling; then contagion, then promotion."""
        board = self._move_pieces(move)
        if board is None:
            raise self.illegal(move, self._explain_illegal(move))
        board = self._promote(self._infect(board), move)
        return self._make(board, 1 - self.to_move, self.rules)

    def _move_pieces(self, move: str) -> str | None:
        """Move the pieces that the move touches; None if it is illegal."""
        source = INDEX.get(move[:2], -1)
        if source < 0 or self.ended or self.board[source] not in PIECES[self.to_move]:
            return None
        cells = list(self.board)
        mark = move[2:3]
        if mark == "^":
            flinger = INDEX.get(move[3:5], -1)
            if flinger < 0 or cells[flinger] != _FLINGER[self.to_move]:
                return None
            if (source, move) not in self._list_flings(flinger):
                return None
            landing = INDEX[move[6:]]
            cells[landing] = cells[source] if cells[landing] == "." else "."
            cells[source] = "."
        elif move not in self._list_own_moves(source):
            return None
        elif mark == "*":
            for target, _ in dict(self._list_shots(source))[move]:
                cells[target] = "."
        else:
            cells[INDEX[move[3:]]] = cells[source]
            cells[source] = "."
        return "".join(cells)

    def _infect(self, board: str) -> str:
        zombie, enemies = _ZOMBIE[self.to_move], PIECES[1 - self.to_move]
        ill = {
            beside
            for square in _split_move(board, zombie)
            for beside, _ in _STRAIGHT_STEP[square][0]
            if board[beside] in enemies and board[beside].upper() not in self.rules.immune
        }
        if not ill:
            return board
        after = "".join([zombie if square in ill else cell for square, cell in enumerate(board)])
        return self._infect(after) if self.rules.contagion_chains else after

    def _promote(self, board: str, move: str) -> str:
        """Promote the mover's peons on the last rank (contagion is over: the new zombies infect nobody)."""
        peon, last = _PEON[self.to_move], _LAST_RANK[self.to_move]
        if peon not in board[last]:
            return board
        promoted = self.rules.promotion if self.to_move == WHITE else self.rules.promotion.lower()
        if self.rules.flung_peon_promotes:
            return board[: last.start] + board[last].replace(peon, promoted) + board[last.stop :]
        target = INDEX[move[3:5]]
        if move[2] == "-" and board[target] == peon and last.start <= target < last.stop:
            return board[:target] + promoted + board[target + 1 :]
        return board

    @classmethod
    def _make(cls, board: str, to_move: int, rules: Rules) -> Self:
        """Make the position, and find out whether it is the last."""
        position = cls(board, to_move, False, rules)
        if "K" in board and "k" in board and position._can_move():
            return position
        return cls(board, to_move, True, rules)

    def _can_move(self) -> bool:
        board, own = self.board, PIECES[self.to_move]
        # A king can nearly always move, so it is tried first.
        for target, _ in _ANY_STEP[board.index(_KING[self.to_move])][0]:
            if board[target] not in own:
                return True
        if any(piece in own and self._list_own_moves(square) for square, piece in enumerate(board)):
            return True
        return any(
            True for flinger in _split_move(board, _FLINGER[self.to_move]) for _ in self._list_flings(flinger)
        )

    def outcome(self) -> Outcome | None:
        """Tell who has won once a king is gone or the side to move has no move."""
        if not self.ended:
            return None
        white, black = "K" in self.board, "k" in self.board
        if not white and not black:
            return Outcome.draw("both kings are gone")
        if not white or not black:
            loser = BLACK if white else WHITE
            return Outcome.win(1 - loser, f"{self.sides[loser]} has lost the king")
        reason = f"{self.sides[self.to_move]} cannot move"
        if self.rules.no_move == "draw":
            return Outcome.draw(reason)
        return Outcome.win(1 - self.to_move, reason)

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show the board, rank 8 on top."""
        return split_rows(self.board, 8)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the squares, a8 top left."""
        return split_rows(NAMES, 8)

    def look(self, cell: str) -> Look:
        """Capitals are White's."""
        if cell == ".":
            return EMPTY
        owner = WHITE if cell.isupper() else BLACK
        return Look(owner, KINDS[PIECES[owner].index(cell)])

    def standing(self) -> tuple[float, ...]:
        """Count material as chess does, with three for a zombie, cannon or flinger and nothing for a king."""
        count = self.board.count
        white = sum(value * count(kind) for kind, value in VALUES)
        black = sum(value * count(kind.lower()) for kind, value in VALUES)
        return white, black

    def _explain_illegal(self, move: str) -> str:
        """Explain what is wrong with an illegal move."""
        if self.ended:
            return "the game is over"
        names, marks = [move[i : i + 2] for i in range(0, len(move), 3)], move[2::3]
        shaped = marks in ("-", "*", "^-") and len(names) == len(marks) + 1
        if not shaped or any(name not in INDEX for name in names):
            return "expected a step like e2-e3, a shot like c1*d2 or a fling like a1^b2-d4"
        piece = self.board[INDEX[names[0]]]
        if piece == ".":
            return f"{names[0]} is empty"
        if piece not in PIECES[self.to_move]:
            return f"{names[0]} holds the opponent's {piece}"
        if marks == "*":
            shots = [shot for shot, _ in self._list_shots(INDEX[names[0]])] if piece in "Cc" else []
            return f"the shots of {piece} on {names[0]} are {' '.join(shots) or 'none'}"
        if self.board[INDEX[names[-1]]] in PIECES[self.to_move]:
            return f"{names[-1]} holds a friend"
        if marks == "-":
            return f"{piece} on {names[0]} cannot go to {names[1]}"
        return self._explain_illegal_fling(piece, names[1], names[2])

    def _explain_illegal_fling(self, piece: str, flinger: str, landing: str) -> str:
        if self.board[INDEX[flinger]] != _FLINGER[self.to_move]:
            return f"{flinger} holds no flinger of {self.sides[self.to_move]}"
        if not self.rules.may_fling(piece.upper()):
            return f"{piece} may not be flung"
        if self.board[INDEX[landing]] in _KING:
            return f"nothing may be flung at the king on {landing}"
        return f"{landing} is not in line behind the flinger on {flinger}"


def _split_move(board: str, piece: str) -> Iterator[int]:
    """Find where this piece stands."""
    square = board.find(piece)
    while square >= 0:
        yield square
        square = board.find(piece, square + 1)
