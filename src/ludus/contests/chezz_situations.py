"""The positions in which `ludus check` tries a Chezz program, each with the rule that it cannot avoid showing there.

A program chooses its own move, so the positions are built such that every legal move (or nearly every one) shows the
rule. In most of them the king is walled in by its own pieces: h1 behind g1, g2, g3 and h2, with an enemy on g4.
"""

from __future__ import annotations

PEON = "A peon steps one square forward onto an empty square and captures one square diagonally forward; White's go up, Black's down."
PROMOTION = "Promotion: a peon that reaches the end of the board becomes a zombie, after contagion: it turns no neighbour into a zombie in that turn."
CONTAGION = "Contagion: after a move all enemies in the 4 squares beside the mover's zombies become zombies of the mover, all at once; kings and zombies are immune."
KNIGHT = "A knight moves and captures like a chess knight."
SLIDER = "Queen, rook and bishop move and capture as in chess: any distance in their directions, never over or onto a friend."
KING = "A king steps one square in any direction, capturing enemies; there is no check, and a king is captured like any piece."
ZOMBIE = (
    "A zombie moves one square forwards, backwards, left or right, also onto an enemy, which it captures."
)
CANNON = "A cannon moves one square forwards, backwards, left or right onto an empty square; it does not capture by moving."
SHOT = "A cannonball removes all pieces, friend or foe, on one diagonal from the cannon to the edge, and must hit something."
FLINGER = "A flinger steps like a king, and never onto an occupied square."
FLING = "A flinger flings a friend beside it over itself, any distance, over any pieces; on an enemy both vanish; never onto a friend or the enemy king."

_VICTIMS = (("rook", "r"), ("bishop", "b"), ("knight", "n"), ("cannon", "c"), ("flinger", "f"), ("peon", "p"))

# A line for each position reads better than a column of its parts.
# fmt: off
SHOWN: tuple[tuple[str, str, str, str], ...] = (
    # peon
    ("peon-steps", "One peon can step, all others are blocked, White", PEON, "7k/4p3/3pP3/3P4/1p4p1/pP1P2P1/P5PB/6PK w"),
    ("peon-steps-black", "One peon can step, all others are blocked, Black", PEON, "6pk/p5pb/Pp1p2p1/1P4P1/3p4/3Pp3/4P3/7K b"),
    ("peon-starts", "Only peons on their first squares can move", PEON, "7k/8/8/8/6p1/6P1/PPPPP1PB/6PK w"),
    ("peon-starts-black", "Only Black's peons on their first squares can move", PEON, "6pk/ppppp1pb/6p1/6P1/8/8/8/7K b"),
    ("peon-captures-left", "The only move is a peon's capture to the left", PEON, "7k/8/8/1np5/2P3p1/6P1/6PB/6PK w"),
    ("peon-captures-right", "The only move is a capture by a peon of Black", PEON, "6pk/6pb/6p1/2p3P1/2PN4/8/8/7K b"),
    ("peon-captures-at-edge", "The only move is a capture by a peon at the edge", PEON, "7k/8/8/pr5q/P5p1/6P1/6PB/6PK w"),
    ("peon-captures-at-edge-black", "The only move is a capture by a black peon at the edge", PEON, "kp6/bp6/1p6/1P5p/Q5RP/8/8/1K6 b"),
    ("peon-captures-king", "The only move is a peon's capture of the king", PEON, "8/8/8/8/5kp1/6P1/6PB/6PK w"),
    ("peon-beside-peons", "Enemy peons stand beside the one peon that can move; nothing is captured in passing, White", PEON, "7k/8/8/pPp5/6p1/6P1/6PB/6PK w"),
    ("peon-beside-peons-black", "Enemy peons stand beside the one peon that can move; nothing is captured in passing, Black", PEON, "6pk/6pb/6p1/6P1/PpP5/8/8/7K b"),
    # promotion
    ("promotion", "Every move promotes a peon beside enemies, White", PROMOTION, "1r1r3k/1nPn4/8/8/6p1/6P1/6PB/6PK w"),
    ("promotion-black", "Every move promotes a peon beside enemies, Black", PROMOTION, "6pk/6pb/6p1/6P1/8/8/1NpN4/1R1R3K b"),
    ("promotion-at-a8", "The only move promotes a peon in the corner", PROMOTION, "7k/P7/1n6/8/6p1/6P1/6PB/6PK w"),
    ("promotion-at-h1", "The only move promotes a black peon in the corner", PROMOTION, "kp6/bp6/1p6/1P6/8/8/7p/K7 b"),
    ("promotion-at-h8", "Every move promotes a peon at the edge", PROMOTION, "k5r1/6nP/8/8/1p6/1P6/BP6/KP6 w"),
    ("promotion-at-a1", "Every move promotes a black peon at the edge", PROMOTION, "6pk/6pb/6p1/6P1/8/8/pN6/1R5K b"),
    ("promotion-by-capture", "The only move is a capture that promotes a peon", PROMOTION, "qrn4k/1pP5/8/8/6p1/6P1/6PB/6PK w"),
    ("promotion-by-capture-black", "The only move is a capture that promotes a black peon", PROMOTION, "6pk/6pb/6p1/6P1/8/8/2pP4/2NR3K b"),
    ("promotion-by-fling", "The only move flings a peon to its last rank, White", PROMOTION, "3n4/1nnP4/1nFn3k/nPnn4/P5p1/6P1/6PB/6PK w"),
    ("promotion-by-fling-black", "The only move flings a peon to its last rank, Black", PROMOTION, "6pk/6pb/6p1/p5P1/NpNN4/1NfN3K/1NNp4/3N4 b"),
    ("promotion-with-the-king-captured", "The only move is a peon's capture of the king on its last rank", PROMOTION, "2kn4/3P4/8/8/6p1/6P1/6PB/6PK w"),
    ("no-promotion-yet", "The only move brings a peon to the rank before its last, White", PROMOTION, "7k/8/4P3/8/6p1/6P1/6PB/6PK w"),
    ("no-promotion-yet-black", "The only move brings a peon to the rank before its last, Black", PROMOTION, "6pk/6pb/6p1/6P1/8/4p3/8/7K b"),
    # contagion
    ("contagion-sideways", "Every move leaves an enemy to the left or right of a zombie", CONTAGION, "8/8/2Zq4/8/6p1/6P1/3qZ1PB/1k4PK w"),
    ("contagion-sideways-black", "Every move leaves an enemy beside a black zombie", CONTAGION, "kp4K1/bp1zQ3/1p6/1P6/8/4Qz2/8/8 b"),
    ("contagion-lengthways", "Every move leaves an enemy above or below a zombie", CONTAGION, "5k2/2n5/2Z5/8/6p1/3Z2P1/3r2PB/6PK w"),
    ("contagion-of-two", "Every move of the zombie leaves it between two enemies", CONTAGION, "4k3/8/1r1r4/2Z5/1n1b2p1/6P1/6PB/6PK w"),
    ("contagion-by-two", "Every move leaves enemies beside two zombies, White", CONTAGION, "4k3/8/8/8/8/p6p/pp4pp/ZN2K1NZ w"),
    ("contagion-by-two-black", "Every move leaves enemies beside two zombies, Black", CONTAGION, "zn2k1nz/PP4PP/P6P/8/8/8/8/4K3 b"),
    ("contagion-by-mover", "Every move of the zombie brings it beside an enemy", CONTAGION, "Z1r4k/8/q7/8/6p1/6P1/6PB/6PK w"),
    ("contagion-not-diagonal", "Every move of the zombie leaves an enemy at its corner, White", CONTAGION, "Z6k/2n5/1r6/8/6p1/6P1/6PB/6PK w"),
    ("contagion-not-diagonal-black", "Every move of the zombie leaves an enemy at its corner, Black", CONTAGION, "6pk/6pb/6p1/6P1/8/1R6/2N5/z6K b"),
    ("contagion-not-of-king", "Every move of the zombie brings it beside the king, White", CONTAGION, "Z7/1k6/8/8/6p1/6P1/6PB/6PK w"),
    ("contagion-not-of-king-black", "Every move of the zombie brings it beside the king, Black", CONTAGION, "6pk/6pb/6p1/6P1/8/8/1K6/z7 b"),
    ("contagion-not-of-zombies", "Every move of the zombie brings it beside an enemy zombie, White", CONTAGION, "Z6k/1z6/8/8/6p1/6P1/6PB/6PK w"),
    ("contagion-not-of-zombies-black", "Every move of the zombie brings it beside an enemy zombie, Black", CONTAGION, "6pk/6pb/6p1/6P1/8/8/1Z6/z6K b"),
    ("contagion-not-in-chains", "A freshly infected zombie stands beside another enemy, White", CONTAGION, "Z1rn3k/8/r7/n7/6p1/6P1/6PB/6PK w"),
    ("contagion-not-in-chains-black", "A freshly infected zombie stands beside another enemy, Black", CONTAGION, "6pk/6pb/6p1/6P1/N7/R7/8/z1RN3K b"),
    ("contagion-not-by-opponent", "An enemy zombie stands beside a peon, White", CONTAGION, "7k/8/8/8/6p1/6P1/2P3PB/5zPK w"),
    ("contagion-not-by-opponent-black", "An enemy zombie stands beside a peon, Black", CONTAGION, "5Zpk/2p3pb/6p1/6P1/8/8/8/7K b"),
    ("contagion-not-of-friends", "A zombie stands among friends, White", CONTAGION, "7k/8/8/8/7p/6pP/2P3PZ/6PK w"),
    ("contagion-not-of-friends-black", "A zombie stands among friends, Black", CONTAGION, "6pk/2p3pz/6Pp/7P/8/8/8/7K b"),
    ("contagion-after-the-move", "The zombie leaves enemies behind", CONTAGION, "6pk/6pb/6p1/6P1/8/8/4zR2/4B2K b"),
    ("contagion-not-around-edge", "A zombie at one edge, an enemy at the other", CONTAGION, "6pk/6pb/CK4pz/Q5P1/7N/8/8/8 b"),
    ("contagion-with-capture", "Every move is a capture by a zombie beside enemies", CONTAGION, "7n/6nZ/6cZ/7c/4k1p1/6P1/6PB/6PK w"),
    ("contagion-after-shot-left", "The same, mirrored", CONTAGION, "2k2npn/5pCp/3npbpn/3pCp2/1p1bpn2/1P5p/BP5P/KP3rnZ w"),
    ("contagion-after-shot-black", "Nearly every move is a shot, and an enemy stands beside a black zombie", CONTAGION, "kp3RNz/bp5p/1p5P/1P1BPN2/3PcP2/3NPBPN/5PcP/2K2NPN b"),
    ("contagion-after-shot", "Nearly every move is a shot, and an enemy stands beside a zombie", CONTAGION, "npn2k2/pCp5/npbpn3/2pCp3/2npb1p1/p5P1/P5PB/Znr3PK w"),
    ("contagion-after-fling-black", "Nearly every move is a fling, and an enemy stands beside a black zombie", CONTAGION, "kp3RNz/bp5p/fp5P/pP6/P3K3/8/8/8 b"),
    ("contagion-after-fling", "Nearly every move is a fling, and an enemy stands beside a zombie", CONTAGION, "8/8/8/3k3p/6pP/p5PF/P5PB/Znr3PK w"),
    *((f"contagion-of-{name}", f"Every move leaves a {name} beside a zombie", CONTAGION, f"8/8/2Z{kind}4/8/6p1/6P1/3{kind}Z1PB/1k4PK w") for name, kind in _VICTIMS),
    ("contagion-with-the-king-captured", "The only move is a zombie's capture of the king, beside enemies", CONTAGION, "zKR3pk/pN4pb/P5p1/6P1/8/8/8/8 b"),
    # knight
    ("knight-up-right", "The only move is a knight's jump two squares up, one to the right", KNIGHT, "8/3k4/8/8/3n2p1/2rP2P1/2P3PB/4N1PK w"),
    ("knight-up-left", "The only move is a knight's jump two squares up, one to the left", KNIGHT, "8/4k3/8/8/1p2n3/1P2Pr2/BP3P2/KP1N4 w"),
    ("knight-down-right", "The only move is a knight's jump two squares down, one to the right", KNIGHT, "4n1pk/2p3pb/2Rp2p1/3N2P1/8/8/3K4/8 b"),
    ("knight-down-left", "The only move is a knight's jump two squares down, one to the left", KNIGHT, "kp1n4/bp3p2/1p2pR2/1P2N3/8/8/4K3/8 b"),
    ("knight-right-up", "The only move is a knight's jump two squares to the right, one up", KNIGHT, "8/3k4/8/8/1n4p1/1P4P1/6PB/N5PK w"),
    ("knight-left-up", "The only move is a knight's jump two squares to the left, one up", KNIGHT, "8/4k3/8/8/1p4n1/1P4P1/BP6/KP5N w"),
    ("knight-right-down", "The only move is a knight's jump two squares to the right, one down", KNIGHT, "n5pk/6pb/1p4p1/1N4P1/8/8/3K4/8 b"),
    ("knight-left-down", "The only move is a knight's jump two squares to the left, one down", KNIGHT, "kp5n/bp6/1p4p1/1P4N1/8/8/4K3/8 b"),
    ("knight-captures", "Every move is a capture by a knight", KNIGHT, "n5pk/2R3pb/1N4p1/6P1/8/8/8/7K b"),
    ("knight-surrounded", "A black knight is surrounded, and jumps", KNIGHT, "6pk/6pb/1PPP2p1/1PnP2P1/1PPP4/8/8/7K b"),
    # slider
    ("queen-straight", "Every move is a queen's, straight ahead", SLIDER, "k7/8/8/8/6p1/4n1P1/4P1PB/4PQPK w"),
    ("queen-straight-black", "Every move is a black queen's, straight ahead", SLIDER, "4pqpk/4p1pb/4N1p1/6P1/8/8/8/K7 b"),
    ("queen-diagonal", "Every move is a queen's, on a diagonal, White", SLIDER, "QBn5/P1P1k3/8/8/6p1/6P1/6PB/6PK w"),
    ("queen-diagonal-black", "Every move is a queen's, on a diagonal, Black", SLIDER, "6pk/6pb/6p1/6P1/8/8/p1p1K3/qbN5 b"),
    ("queen-captures", "Every move is a queen's capture; she does not jump", SLIDER, "k7/8/8/8/1p6/1P3n1r/BP4rn/KP3bnQ w"),
    ("bishop", "Every move is a bishop's", SLIDER, "6pk/6pb/6p1/6P1/3N4/8/8/b6K b"),
    ("bishop-captures", "The only move is a bishop's capture; he does not jump", SLIDER, "7k/8/8/8/6p1/2r3P1/1n4PB/B5PK w"),
    ("rook", "Every move is a rook's, White", SLIDER, "2k5/8/8/8/6p1/n5P1/P2n2PB/R2P2PK w"),
    ("rook-black", "Every move is a rook's, Black", SLIDER, "r2p2pk/p2N2pb/N5p1/6P1/8/8/8/2K5 b"),
    ("rook-captures", "Every move is a rook's capture; it does not jump", SLIDER, "rNR3pk/N5pb/N5p1/6P1/8/8/8/7K b"),
    ("rook-at-the-edge", "A rook comes to the edge of the board and no further, White", SLIDER, "1n5k/1Pn5/1RP5/1P6/6p1/6P1/6PB/6PK w"),
    ("rook-at-the-edge-black", "A rook comes to the edge of the board and no further, Black", SLIDER, "6pk/6pb/6p1/1p4P1/1rp5/1pN5/1N6/7K b"),
    # king
    ("king-goes-diagonally", "The only move is the king's, on a diagonal", KING, "8/8/8/8/8/7p/6pP/5kPK w"),
    ("king-goes-straight", "Every move is the king's, straight", KING, "7k/6p1/3K2P1/8/8/8/8/8 b"),
    ("king-captures", "Every move is a capture by the king, and every one can be answered", KING, "8/8/8/8/8/8/6qr/6kK w"),
    ("king-captures-king", "The only move is the king's capture of the king", KING, "6pk/6Kp/7Q/8/8/8/8/8 b"),
    ("king-beside-rook", "King and rook stand as for castling, which there is not, White", KING, "k7/8/8/8/8/7p/7P/4K2R w"),
    ("king-beside-rook-black", "King and rook stand as for castling, which there is not, Black", KING, "4k2r/7p/7P/8/8/8/8/K7 b"),
    # zombie
    ("zombie-captures", "Every move is a capture by the zombie", ZOMBIE, "6pk/6pb/6p1/Q5P1/zZ6/R7/8/7K b"),
    ("zombie-captures-king", "The only move is a zombie's capture of the king", ZOMBIE, "zK4pk/p5pb/P5p1/6P1/8/8/8/8 b"),
    ("zombie-ahead", "The only move is a zombie's step ahead, White", ZOMBIE, "8/8/2k5/8/6p1/6PZ/6PB/6PK w"),
    ("zombie-ahead-black", "The only move is a zombie's step ahead, Black", ZOMBIE, "6pk/6pb/6pz/6P1/8/2K5/8/8 b"),
    ("zombie-sideways", "The only move is a zombie's step to the side, White", ZOMBIE, "4k3/8/8/8/6p1/n5P1/P1p3PB/Z5PK w"),
    ("zombie-sideways-black", "The only move is a zombie's step to the side, Black", ZOMBIE, "kp5z/bp3P1p/1p5N/1P6/8/8/8/3K4 b"),
    # cannon
    ("cannon-ahead", "The only move is a cannon's step ahead, White", CANNON, "8/8/2k5/8/6p1/6P1/6PB/1nCn2PK w"),
    ("cannon-ahead-black", "The only move is a cannon's step ahead, Black", CANNON, "1NcN2pk/6pb/6p1/6P1/8/2K5/8/8 b"),
    ("cannon-sideways", "The only move is a cannon's step to the side, White", CANNON, "8/7n/7C/7n/1p6/1P6/BP6/KP1k4 w"),
    ("cannon-sideways-black", "The only move is a cannon's step to the side, Black", CANNON, "4K1pk/6pb/6p1/6P1/N7/c7/N7/8 b"),
    # shot
    ("shot-up-right", "The only move is a cannon's shot to the upper right", SHOT, "2k5/8/5r2/8/3p2p1/6P1/np4PB/Cn4PK w"),
    ("shot-down-right", "The only move is a cannon's shot to the lower right", SHOT, "cN4pk/N5pb/2P3p1/6P1/4P3/8/8/2K5 b"),
    ("shot-up-left", "The only move is a cannon's shot to the upper left", SHOT, "5k2/8/8/8/1p2p3/1P6/BP5n/KP4nC w"),
    ("shot-down-left", "The only move is a cannon's shot to the lower left", SHOT, "kp4Nc/bp5N/1p6/1P2P3/8/2N5/8/5K2 b"),
    ("shot-at-friends", "The only move is a shot that hits friends alone, White", SHOT, "8/8/8/1k5n/6pC/6PZ/6PB/6PK w"),
    ("shot-at-friends-black", "The only move is a shot that hits friends alone, Black", SHOT, "6pk/6pb/6pz/6Pc/1K5N/8/8/8 b"),
    ("shot-through-friends", "The only move is a shot that hits friends and enemies, White", SHOT, "6nC/1k5p/5z2/3r4/3P2p1/2n3P1/6PB/6PK w"),
    ("shot-through-friends-black", "The only move is a shot that hits friends and enemies, Black", SHOT, "6pk/6pb/2N3p1/3p2P1/3R4/5Z2/1K5P/6Nc b"),
    ("shot-at-the-king", "The only move is a shot that hits the enemy king", SHOT, "6pk/6pb/2N3p1/6P1/4K3/8/7F/6Rc b"),
    ("shot-at-every-kind", "The only move is a shot that hits a piece of nearly every kind, White", SHOT, "2k4n/6r1/5f2/4b3/3c2p1/2q3P1/nz4PB/Cn4PK w"),
    ("shot-at-every-kind-black", "The only move is a shot that hits a piece of nearly every kind, Black", SHOT, "cN4pk/NZ4pb/2Q3p1/3C2P1/4B3/5F2/6R1/2K4N b"),
    ("shot-at-own-king", "The only move is a shot that hits the own king, White", SHOT, "Cn3k2/n7/8/8/6p1/6P1/6PB/6PK w"),
    ("shot-at-own-king-black", "The only move is a shot that hits the own king, Black", SHOT, "6pk/6pb/6p1/6P1/8/8/N7/cN3K2 b"),
    ("shot-at-both-kings", "The only move is a shot that hits both kings", SHOT, "Cn6/n7/8/3k4/6p1/6P1/6PB/6PK w"),
    # flinger
    ("flinger-ahead", "The only move is a flinger's step ahead", FLINGER, "8/8/8/8/6p1/6P1/1n4PB/Fr3kPK w"),
    ("flinger-diagonally", "The only move is a flinger's step on a diagonal, White", FLINGER, "5k2/8/p7/Fn6/nr4p1/6P1/6PB/6PK w"),
    ("flinger-diagonally-black", "The only move is a flinger's step on a diagonal, Black", FLINGER, "6pk/6pb/6p1/NR4P1/fN6/P7/8/5K2 b"),
    ("flinger-sideways", "The only move is a black flinger's step to the side", FLINGER, "6pk/6pb/6p1/6P1/8/8/NN3K2/f7 b"),
    # fling
    ("fling-straight", "Every move flings a bishop straight over pieces, White", FLING, "8/8/7n/k6r/6pP/6PF/6PB/6PK w"),
    ("fling-straight-black", "Every move flings a bishop straight over pieces, Black", FLING, "6pk/6pb/6pf/6Pp/K6R/7N/8/8 b"),
    ("fling-diagonally", "The only move is a fling on a diagonal, onto an enemy, White", FLING, "5pnp/5nFn/5Ppk/8/6p1/6P1/6PB/6PK w"),
    ("fling-diagonally-black", "The only move is a fling on a diagonal, onto an enemy, Black", FLING, "6pk/6pb/6p1/6P1/8/5pPK/5NfN/5PNP b"),
    ("fling-of-a-flinger", "Every move flings a flinger along a rank", FLING, "FFn5/npn5/4k3/8/6p1/6P1/6PB/6PK w"),
    ("fling-of-a-queen", "Every move flings a queen", FLING, "8/8/7n/k6r/6pP/6PF/6PQ/6PK w"),
    ("fling-of-a-rook", "Every move flings a rook", FLING, "RFp5/Prn5/8/8/6p1/2k3P1/6PB/6PK w"),
    ("fling-of-a-knight", "Every move flings a knight", FLING, "NFr5/PbP5/1P6/8/6p1/6P1/4k1PB/6PK w"),
    ("fling-from-beside", "A friend stands two squares from a flinger, in line with enemies", FLING, "1k6/3n4/3P4/2n1n3/2nFn1p1/2nnn1P1/6PB/6PK w"),
    ("fling-from-beside-black", "A friend stands two squares from a black flinger, in line with enemies", FLING, "6pk/6pb/2NNN1p1/2NfN1P1/2N1N3/3p4/3N4/1K6 b"),
    ("fling-of-a-zombie", "Every move flings a zombie, White", FLING, "8/8/8/6kp/6pF/6PZ/6PB/6PK w"),
    ("fling-of-a-zombie-black", "Every move flings a zombie, Black", FLING, "6pk/6pb/6pz/6Pf/6KP/8/8/8 b"),
    ("fling-of-the-king", "Every move flings the own king", FLING, "1k6/8/8/8/7n/6pP/6PF/6PK w"),
    ("fling-onto-enemies", "Every move flings a bishop onto an enemy", FLING, "6pk/6pb/6pf/6Pp/7N/7R/2K4Q/7N b"),
    ("fling-not-onto-king", "Friends and the enemy king stand where a piece could be flung to, White", FLING, "7k/7P/7P/7P/6pP/6PF/2P3PB/6PK w"),
    ("fling-not-onto-king-black", "Friends and the enemy king stand where a piece could be flung to, Black", FLING, "6pk/2p3pb/6pf/6Pp/7p/7p/7p/7K b"),
    ("fling-not-onto-king-left", "The same, mirrored", FLING, "k7/P7/P7/P7/Pp6/FP6/BP3P2/KP6 w"),
    ("fling-not-onto-king-left-black", "The same, mirrored, Black", FLING, "kp6/bp3p2/fp6/pP6/p7/p7/p7/K7 b"),
)
# fmt: on
"""Key, title, rule and position."""
