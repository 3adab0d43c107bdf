"""A command with its seat, and the key and fingerprint that make a retry harmless."""

from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.store.log import StoredPicture
from undercroft.table.engine.part import Command
from undercroft.table.state.seats import REFEREE

MOST_KEY = 200

Dice: TypeAlias = tuple[int | str | None, ...]
"""Faces and words in the order in which they answer a question; None for a die that the server rolls."""


class CommandRequest(Struct, frozen=True):
    """A command to be carried out."""

    seat: SeatId
    command: Command
    key: str
    """The key as the store has it."""
    fingerprint: bytes
    """A digest of seat, command and dice: a second request under this key must have the same one."""
    by_hand: bool
    """Whether people throw every die of it."""
    dice: Dice = ()
    """The dice that were thrown for it already, for the first question that it raises."""
    pictures: tuple[StoredPicture, ...] = ()
    """The pictures sent with it."""
    by: str = ""
    """The name of the second referee who gives it."""


def by_a_seat(
    seat: SeatId,
    command: Command,
    key: str,
    *,
    by_hand: bool = False,
    dice: Dice = (),
    pictures: tuple[StoredPicture, ...] = (),
) -> CommandRequest:
    """A command under the key that its client chose. Each seat has its own keys, apart from those of any other use.

    The same command with other dice is another command.
    """
    if not 0 < len(key) <= MOST_KEY or not key.isprintable():
        raise BadInput("bad_key", f"a key has 1 to {MOST_KEY} printable characters", "choose another", limit=MOST_KEY)
    content = (seat, command, dice) if dice else (seat, command)
    fingerprint = sha256(wire.encode(content)).digest()
    return CommandRequest(seat, command, digest("command", seat, key), fingerprint, by_hand, dice, pictures)


def resuming(command: Command, version: int) -> CommandRequest:
    """The first of the follow-ups that are still open at a version."""
    fingerprint = sha256(wire.encode((REFEREE, command))).digest()
    return CommandRequest(REFEREE, command, digest("resume", str(version)), fingerprint, by_hand=False)


def digest(*parts: str) -> str:
    """A key for the store, made from the parts."""
    return sha256(wire.encode(parts)).hexdigest()
