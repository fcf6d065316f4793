"""Golden runs of the Checkers program: one file a run, the input above the output.

`python tests/entries/checkers_runs.py` writes the outputs again; read the diff before you commit it.
"""

from __future__ import annotations

from pathlib import Path

from ludus.search.checkers_transcript import Settings, write_transcript

FOLDER = Path(__file__).parent / "checkers"
SEAM = "\n----- output -----\n"

TOWERS = "G6-F5 H3-G4 F5-H3 F3-G4 E6-F5 G4-E6 D7-F5 G2-F3 F7-G6 F1-G2 H3-F1"
WHITE_WINS = (
    "C6-B5 B3-A4 G6-F5 A4-C6 B7-D5 F3-G4 D5-C4 D3-B5 A6-C4 G2-F3 F5-E4 F3-D5 E6-F5 G4-E6 D7-F5 A2-B3 "
    "C4-A2 D5-C6 A8-B7 C6-A8 C8-B7 A8-C6 F7-E6 E2-D3 F5-E4 D3-F5 E6-G4 H3-F5 E8-D7 C6-E8 G8-F7 E8-G6"
)
BLACK_WINS = (
    "E6-F5 H3-G4 F5-H3 D3-E4 G6-H5 E4-D5 C6-E4 F3-D5 H7-G6 E2-F3 B7-C6 D5-B7 A8-C6 B3-A4 C6-D5 F1-E2 H3-F1 "
    "C2-B3 F1-D3 F3-G4 H5-F3 B1-C2 D3-B1 D1-C2 B1-D3 B3-C4 D5-B3 A2-C4 D3-B5 A4-C6 D7-B5 H1-G2 F3-H1"
)
INPUTS = {
    "nothing": "",
    "one-action": "G6-F5\n",
    "capture-both-ways": "G6-F5\nH3-G4\nF5-H3\nG2-F3\n",
    "tower": TOWERS.replace(" ", "\n") + "\nB3-C4\nF1-E2\n",
    "compute-one": "A",
    "compute-one-for-white": "G6-F5\nA\n",
    "compute-ten": "P\n",
    "compute-ten-with-tower": TOWERS.replace(" ", "\n") + "\nB3-C4\nP\n",
    "white-wins-without-a-command": WHITE_WINS,
    "white-wins-on-command": f"{WHITE_WINS} A",
    "black-wins-on-command": f"{BLACK_WINS} P",
    "win-within-the-ten": f"{' '.join(BLACK_WINS.split()[:-3])} P",
    "last-capture-by-command": f"{' '.join(WHITE_WINS.split()[:-1])} A",
    "error-source-outside": "G6-F5\nI3-H4\n",
    "error-target-outside": "G6-F5\nH3-I4\n",
    "error-source-empty": "D4-E5\n",
    "error-target-not-empty": "A8-B7\n",
    "error-opponents-piece": "B3-A4\n",
    "error-illegal": "G6-G5\nA\n",
    "error-before-command": "G6-F5\nG6-F5\nP\n",
    "lower-case-is-outside": "e6-f5\n",
    "numbers-with-zeros-and-signs": "E06-F+5\nE-3-F4\n",
    "number-too-large": "E66666666666666666666-F5\n",
    "crlf-tabs-blank-lines": "G6-F5\r\n\r\n\tH3-G4 \t\r\nF5-H3\r\n",
    "several-on-a-line": "G6-F5 H3-G4  F5-H3 A",
    "space-inside-a-cell": "E 6-F 5\n",
    "space-before-the-dash": "G6-F5\nH3 -G4\nF5-H3\n",
    "half-an-action": "G6-F5\nH3-\nF5-H3\n",
    "unknown-word": "G6-F5\nhello\nA\n",
    "blank-line-first": "\nG6-F5\n",
    "words-after-the-command": "G6-F5\nAP hello\nP\n",
    "column-p-is-outside": "P6-B5\n",
    "column-a-is-no-command": "G6-F5\nA2-B3",
}


def outcome(name: str) -> str:
    """Run one input and lay input and output out as the file has them."""
    return f"{INPUTS[name]!r}{SEAM}{''.join(write_transcript(INPUTS[name], Settings()))}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in INPUTS:
        (FOLDER / f"{each}.txt").write_text(outcome(each), encoding="ascii", newline="")
        print(f"wrote {each}")
