"""A command with whose it is, and what makes a retry of it harmless: its key and its fingerprint."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.rooms import Command
from undercroft.table.seats import REFEREE

MOST_KEY = 200


class Asked(Struct, frozen=True):
    """What is to be carried out."""

    seat: SeatId
    command: Command
    key: str
    """As the store has it."""
    fingerprint: bytes
    """Of seat and command: what came under this key before must have been the same."""
    by_hand: bool
    """Whether people throw every die of it."""


def by_a_seat(seat: SeatId, command: Command, key: str, *, by_hand: bool) -> Asked:
    """A command under the key that its client chose: one seat's own, and none that could be chosen for another use."""
    if not 0 < len(key) <= MOST_KEY or not key.isprintable():
        raise BadInput("bad_key", f"a key has 1 to {MOST_KEY} printable characters", "choose another", limit=MOST_KEY)
    return _asked(seat, command, digest("command", seat, key), by_hand=by_hand)


def following(command: Command, key: str, number: int, *, by_hand: bool) -> Asked:
    """What follows of itself from the command with that key; the number tells one such thing from the next."""
    return _asked(REFEREE, command, digest("follows", key, str(number)), by_hand=by_hand)


def digest(*parts: str) -> str:
    """A key of the store, made of what it stands for."""
    return sha256(wire.encode(parts)).hexdigest()


def _asked(seat: SeatId, command: Command, key: str, *, by_hand: bool) -> Asked:
    return Asked(seat, command, key, sha256(wire.encode((seat, command))).digest(), by_hand)
