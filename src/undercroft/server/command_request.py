"""A command with its seat, and the key and fingerprint that make a retry harmless."""

from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.store.log import StoredPicture
from undercroft.table.engine.part import Command
from undercroft.table.state.seats import REFEREE

MOST_KEY = 200


class CommandRequest(Struct, frozen=True):
    """A command to be carried out."""

    seat: SeatId
    command: Command
    key: str
    """The key as the store has it."""
    fingerprint: bytes
    """A digest of seat and command: a second request under this key must have the same one."""
    by_hand: bool
    """Whether people throw every die of it."""
    pictures: tuple[StoredPicture, ...] = ()
    """The pictures sent with it."""


def by_a_seat(
    seat: SeatId, command: Command, key: str, *, by_hand: bool, pictures: tuple[StoredPicture, ...] = ()
) -> CommandRequest:
    """A command under the key that its client chose. Each seat has its own keys, apart from those of any other use."""
    if not 0 < len(key) <= MOST_KEY or not key.isprintable():
        raise BadInput("bad_key", f"a key has 1 to {MOST_KEY} printable characters", "choose another", limit=MOST_KEY)
    return replace(_request(seat, command, digest("command", seat, key), by_hand=by_hand), pictures=pictures)


def following(command: Command, key: str, number: int, *, by_hand: bool) -> CommandRequest:
    """A command that follows automatically from the command with that key. The number distinguishes several."""
    return _request(REFEREE, command, digest("follows", key, str(number)), by_hand=by_hand)


def digest(*parts: str) -> str:
    """A key for the store, made from the parts."""
    return sha256(wire.encode(parts)).hexdigest()


def _request(seat: SeatId, command: Command, key: str, *, by_hand: bool) -> CommandRequest:
    return CommandRequest(seat, command, key, sha256(wire.encode((seat, command))).digest(), by_hand)
