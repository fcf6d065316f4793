"""Trains the network that corrects the evaluation of Chezz, and writes its weights as a header of the native core.

    python train/chezz.py FILES... --commit COMMIT

FILES come from train/chezz_positions.cpp, where their format is told; COMMIT is the one that made them.
The network is described in native/games/chezz_net.hpp. Its weights are rounded to integers, and from then on everything
is exact: tests/test_chezz_net.py computes it once more, in Python.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

HEADER = Path(__file__).parent.parent / "native" / "games" / "chezz_weights.hpp"

RECORD = np.dtype(
    [
        ("taken", "<u8"),
        ("own", "<u8"),
        ("kinds", "u1", 16),
        ("standing", "<i2"),
        ("score", "<i2"),
        ("result", "i1"),
        ("is_last", "u1"),
        ("ply", "<u2"),
    ]
)
KINDS, INPUTS = 9, 2 * 9 * 64
NOBODY = INPUTS  # stands where a position has less than 32 pieces
SCALE = 1000.0  # so many hundredths of a peon make 73 % of the points
CLIP, SHIFT = (
    127,
    12,
)  # as in the core: the first layer is clipped there, and the sum has so many bits behind the point
BATCH = 16384


def main() -> None:
    """Read positions, train, round, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--commit", required=True, help="which engine made the files")
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--buckets", type=int, default=4, help="rows of output weights, by number of pieces")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--rate", type=float, default=4e-3, help="the highest learning rate")
    parser.add_argument(
        "--results", type=float, default=0.1, help="how much results count beside scores, 0 to 1"
    )
    parser.add_argument("--threads", type=int, default=1, help="more only pay where cores are idle")
    parser.add_argument("--header", type=Path, default=HEADER)
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(options.threads)
    records = np.concatenate([read_records(path) for path in options.files])
    check_labels(records)
    data = Data(records, options.buckets, options.results)
    net = Net(options.hidden, options.buckets)
    train(net, data, options.epochs, options.rate)
    rounded = round_weights(net)
    digest = hashlib.sha256(records.tobytes()).hexdigest()[:16]
    made_from = f"{len(records)} positions (SHA-256 {digest}) from games of the engine at {options.commit}"
    write_header(options.header, rounded, made_from, options)
    print(f"held out after rounding: {data.judge(lambda rows: weigh_rounded(rounded, data, rows)):.6f}")


def read_records(path: Path) -> np.ndarray:
    """Read whole games; the last one may not have been finished."""
    raw = path.read_bytes()
    records = np.frombuffer(raw[: len(raw) // RECORD.itemsize * RECORD.itemsize], RECORD)
    ends = np.flatnonzero(records["is_last"])
    return records[: ends[-1] + 1] if len(ends) else records[:0]


def check_labels(records: np.ndarray) -> None:
    """Say whether scores and results mean the same side."""
    decided = records[records["result"] != 0]
    agrees = (decided["score"] > 0) == (decided["result"] > 0)
    clear = np.abs(decided["score"].astype(int)) > SCALE
    print(
        f"{len(records)} positions of {records['is_last'].sum()} games, {len(decided) / len(records):.1%} decided;"
    )
    print(
        f"the score names the winner in {agrees.mean():.1%}, in {agrees[clear].mean():.1%} where it is clear"
    )


class Data:
    """Positions as inputs, and what is to be learned of them; a twentieth of the games is held out."""

    def __init__(self, records: np.ndarray, buckets: int, results: float) -> None:
        count = len(records)
        self.inputs = [torch.full((count, 32), NOBODY, dtype=torch.int16) for _ in range(2)]
        for start in range(0, count, 200_000):
            part = records[start : start + 200_000]
            for view, found in zip(self.inputs, find_inputs(part), strict=True):
                view[start : start + len(part)] = torch.from_numpy(found)
        pieces = (self.inputs[0] != NOBODY).sum(1)
        self.bucket = (pieces - 1) * buckets // 32
        self.standing = torch.from_numpy(records["standing"].astype(np.float32)) / SCALE
        score = torch.from_numpy(records["score"].astype(np.float32)) / SCALE
        result = torch.from_numpy(records["result"].astype(np.float32))
        self.target = (1 - results) * torch.sigmoid(score) + results * (result + 1) / 2
        game = np.cumsum(records["is_last"].astype(np.int64)) - records["is_last"]
        is_held = torch.from_numpy(game % 20 == 7)
        self.trained, self.held = torch.nonzero(~is_held)[:, 0], torch.nonzero(is_held)[:, 0]

    def judge(self, weigh: object) -> float:
        """Return the mean squared error of what `weigh(rows)` adds to the hand-made evaluation of those held out."""
        with torch.no_grad():
            errors = [
                (torch.sigmoid(self.standing[rows] + weigh(rows)) - self.target[rows]) ** 2  # type: ignore[operator]
                for rows in self.held.split(BATCH)
            ]
        return float(torch.cat(errors).mean())


def find_inputs(records: np.ndarray) -> list[np.ndarray]:
    """Give the numbers of the inputs, in the mover's view and in the other one's."""
    count = len(records)

    def squares_of(boards: np.ndarray) -> np.ndarray:
        rows = np.ascontiguousarray(boards).view("u1").reshape(count, 8)
        return np.unpackbits(rows, axis=1, bitorder="little")

    taken = squares_of(records["taken"])
    rows, squares = np.nonzero(taken)
    places = (np.cumsum(taken, axis=1) - 1)[rows, squares]
    is_own = squares_of(records["own"])[rows, squares] == 1
    halves = np.stack([records["kinds"] & 15, records["kinds"] >> 4], axis=2).reshape(count, 32)
    kinds = halves[rows, places].astype(np.int64)
    views = []
    for is_friend, seen in ((is_own, squares), (~is_own, squares ^ 56)):
        king_file = np.zeros(count, np.int64)
        is_king = (kinds == 0) & is_friend
        king_file[rows[is_king]] = seen[is_king] % 8
        mirrored = np.where(king_file[rows] < 4, seen ^ 7, seen)
        view = np.full((count, 32), NOBODY, np.int16)
        view[rows, places] = np.where(is_friend, 0, KINDS * 64) + kinds * 64 + mirrored
        views.append(view)
    return views


class Net(nn.Module):
    """Both views through one layer, clipped and squared, then one number."""

    def __init__(self, hidden: int, buckets: int) -> None:
        super().__init__()
        self.first = nn.EmbeddingBag(INPUTS + 1, hidden, mode="sum", padding_idx=NOBODY)
        nn.init.uniform_(self.first.weight, -0.05, 0.05)
        self.bias = nn.Parameter(torch.full((hidden,), 0.1))
        self.rows = nn.Parameter(torch.empty(buckets, 2 * hidden).uniform_(-0.1, 0.1))
        self.row_bias = nn.Parameter(torch.zeros(buckets))

    def forward(self, data: Data, rows: torch.Tensor) -> torch.Tensor:
        """Return what is to be added to the hand-made evaluation, in units of `SCALE`."""
        views = torch.cat([self.first(view[rows].int()) + self.bias for view in data.inputs], dim=1)
        bucket = data.bucket[rows]
        return (views.clamp(0, 1) ** 2 * self.rows[bucket]).sum(1) + self.row_bias[bucket]


def train(net: Net, data: Data, epochs: int, rate: float) -> None:
    """Fit the network; prints how far it is from what it has seen and from what it has not."""
    steps = len(data.trained) // BATCH
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=epochs * steps, pct_start=0.1)
    print(f"held out, hand-made alone: {data.judge(lambda rows: 0.0):.6f}")
    for epoch in range(epochs):
        began, total = time.monotonic(), 0.0
        order = data.trained[torch.randperm(len(data.trained))]
        for rows in order[: steps * BATCH].split(BATCH):
            guess = torch.sigmoid(data.standing[rows] + net(data, rows))
            loss = ((guess - data.target[rows]) ** 2).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
            with torch.no_grad():
                net.first.weight.clamp_(-1, 1)
        held = data.judge(lambda rows: net(data, rows))
        seconds = time.monotonic() - began
        print(
            f"epoch {epoch + 1}: trained on {total / steps:.6f}, held out {held:.6f}, {seconds:.0f} s",
            flush=True,
        )


def round_weights(net: Net) -> dict[str, np.ndarray]:
    """Make integers of the weights, in the types of the core."""
    unit = SCALE * 2**SHIFT / CLIP**2

    def round_weights(weights: torch.Tensor, factor: float, kind: str) -> np.ndarray:
        return np.round(weights.detach().numpy().astype(np.float64) * factor).astype(kind)

    found = {
        "inputs": round_weights(net.first.weight[:INPUTS], CLIP, "<i1"),
        "bias": round_weights(net.bias, CLIP, "<i2"),
        "outputs": round_weights(net.rows, unit, "<i2"),
        "output_bias": round_weights(net.row_bias, SCALE * 2**SHIFT, "<i4"),
    }
    # No sum may leave its type, whatever the position.
    most = np.abs(found["outputs"].astype(np.int64)).sum(1) * CLIP**2 + np.abs(
        found["output_bias"].astype(np.int64)
    )
    assert most.max() < 2**31, "the output weights are too large"
    return found


def weigh_rounded(weights: dict[str, np.ndarray], data: Data, rows: torch.Tensor) -> torch.Tensor:
    """Compute what the core computes."""
    padded = np.vstack(
        [weights["inputs"].astype(np.int64), np.zeros((1, weights["inputs"].shape[1]), np.int64)]
    )
    views = [padded[view[rows].numpy()].sum(1) + weights["bias"] for view in data.inputs]
    bucket = data.bucket[rows].numpy()
    squares = np.clip(np.hstack(views), 0, CLIP) ** 2
    sums = (squares * weights["outputs"][bucket]).sum(1) + weights["output_bias"][bucket]
    return torch.from_numpy((sums >> SHIFT).astype(np.float32)) / SCALE


def write_header(
    path: Path, weights: dict[str, np.ndarray], made_from: str, options: argparse.Namespace
) -> None:
    """Write the weights as text for chezz_net.hpp."""
    text = base64.b64encode(b"".join(part.tobytes() for part in weights.values())).decode()
    lines = "\n".join(f'    "{text[i : i + 110]}"' for i in range(0, len(text), 110))
    path.write_text(
        f"""\
// The weights of chezz_net.hpp, written by train/chezz.py (train/README.md tells how): do not edit.
// Chezz, {INPUTS} inputs, {options.hidden} hidden, {options.buckets} outputs; {options.epochs} epochs over
// {made_from}.
#pragma once

#include <cstddef>
#include <string_view>

namespace ludus::chezz {{

inline constexpr std::size_t hidden_count = {options.hidden}, bucket_count = {options.buckets};

// clang-format off
inline constexpr std::string_view packed_weights =
{lines};
// clang-format on

}}  // namespace ludus::chezz
"""
    )


if __name__ == "__main__":
    main()
