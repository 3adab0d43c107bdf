"""Histories of appends by several writers, and a checker of them.

Versions are the order, so the checker only sorts. It knows nothing of the store: only what was asked and answered when,
and which lines are there in the end.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct


class Outcome(StrEnum):
    """What a writer was told."""

    APPENDED = "appended"
    KNOWN = "known"
    STALE = "stale"
    READ = "read"
    NOTHING = "nothing"
    """That nothing was written, and nothing will be."""
    UNSURE = "unsure"


class Op(Struct, frozen=True):
    """One question and its answer, in nanoseconds of one clock. `version` is what the answer says."""

    asked: int
    answered: int
    outcome: Outcome
    version: int = 0
    key: str = ""


def faults(ops: Iterable[Op], log: Sequence[tuple[int, str | None]]) -> list[str]:
    """What is wrong with a history that ended with these lines, each with its number and its key."""
    ops = sorted(ops, key=lambda op: op.asked)
    at = {key: seq for seq, key in log if key is not None}
    found = [] if [seq for seq, _ in log] == list(range(1, len(log) + 1)) else ["the lines are not dense"]
    keys = [key for _, key in log if key is not None]
    found += ["a key is there twice"] if len(at) < len(keys) else []
    sent = {op.key for op in ops}
    found += [f"nobody sent {key}" for key in at.keys() - sent]
    acked = {op.key for op in ops if op.outcome in (Outcome.APPENDED, Outcome.KNOWN)}
    found += [f"{key} was answered and is not there" for key in acked - at.keys()]
    refused = {op.key for op in ops if op.outcome is Outcome.NOTHING}
    found += [f"{key} was refused and is there" for key in refused & at.keys()]
    found += [
        f"{op.key} was answered as line {op.version} and is line {at[op.key]}"
        for op in ops
        if op.outcome is Outcome.APPENDED and op.key in at and at[op.key] != op.version
    ]
    return found + _out_of_order(ops)


def _out_of_order(ops: Sequence[Op]) -> list[str]:
    """What was answered before another was asked has the lower version, and nobody is shown less than that."""
    found: list[str] = []
    answered = sorted((op for op in ops if op.outcome is not Outcome.UNSURE), key=lambda op: op.answered)
    floor, done = 0, 0
    for op in ops:
        while done < len(answered) and answered[done].answered < op.asked:
            if answered[done].outcome in (Outcome.APPENDED, Outcome.READ, Outcome.STALE):
                floor = max(floor, answered[done].version)
            done += 1
        if op.outcome is Outcome.APPENDED and op.version <= floor:
            found.append(f"line {op.version} was asked for after line {floor} was answered")
        if op.outcome in (Outcome.READ, Outcome.STALE) and op.version < floor:
            found.append(f"version {op.version} was shown after version {floor}")
    return found
