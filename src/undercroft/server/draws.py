"""The table's dice: sealed streams, one for each audience, that continue from their last positions."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from contextlib import suppress

from undercroft.interpret.keyed import KeyedDice
from undercroft.interpret.sealed import REFEREES_STREAM, Drawn, mixed
from undercroft.kernel.dice import Roll
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import SeatId
from undercroft.server.dice_keys import open_key, secret_key
from undercroft.store.faults import StoreFault
from undercroft.store.store import Store
from undercroft.table.state.dice_seals import Seal
from undercroft.table.state.seats import REFEREE

NAME_BYTES = 8
POSITION_BITS = 32
"""A stored position holds the number of the seal above so many bits: it starts at 0 with each seal, and never falls."""


class Draws:
    """The dice of one decision. If the decision is not written, the next decision rolls the same dice."""

    def __init__(self, secret: bytes, positions: Mapping[str, int], seal: Seal | None) -> None:
        self._secret = secret
        self._positions = positions
        self._earlier: FrozenMap[int] = FrozenMap()
        self._streams: dict[str, SealedDice] = {}
        self._use(seal)

    def _use(self, seal: Seal | None) -> None:
        if seal is not None and seal.closed:
            raise ValueError("a seal whose key was shown throws no more dice")
        self._seal = seal
        self._first = 0 if seal is None else seal.number << POSITION_BITS

    @property
    def shuffle(self) -> bytes:
        """The key to the order of things that look alike."""
        return shuffle_key(self._secret)

    def renew(self, seal: Seal | None) -> None:
        """Draw the next dice under another seal."""
        self._earlier, self._streams = self.moved, {}
        self._use(seal)

    def __call__(self, to: tuple[SeatId, ...]) -> "SealedDice":
        """The dice that these seats see fall."""
        name = stream_name(self._secret, to)
        if name not in self._streams:
            at = max(0, self._positions.get(name, 0) - self._first)
            self._streams[name] = SealedDice(KeyedDice(self._key(name), name, at), name, self._seal)
        return self._streams[name]

    def _key(self, stream: str) -> bytes:
        if self._seal is None:
            return self._secret
        key = (secret_key if stream == REFEREES_STREAM else open_key)(self._secret, self._seal)
        return mixed(key, [added.word for added in self._seal.words])

    @property
    def moved(self) -> FrozenMap[int]:
        """The new positions of the streams that were read."""
        read = ((name, dice.position) for name, dice in self._streams.items() if dice.position)
        now = {name: self._first + at for name, at in read}
        moved = {name: at for name, at in now.items() if at != self._positions.get(name, 0)}
        return FrozenMap({**self._earlier, **moved})


class SealedDice:
    """Draws dice from one stream, and remembers where they came from."""

    def __init__(self, dice: KeyedDice, name: str, seal: Seal | None) -> None:
        self._dice = dice
        self._name = name
        self._seal = seal
        self._from = dice.position

    @property
    def position(self) -> int:
        """The bytes of the stream read so far."""
        return self._dice.position

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        """The faces of `count` such dice."""
        return self._dice(roll, count)

    def taken(self) -> Drawn | None:
        """Where the dice came from that were drawn since this was last asked; None if there are none, or no seal."""
        at, self._from = self._from, self._dice.position
        if self._seal is None or at == self._from:
            return None
        return Drawn(self._seal.number, len(self._seal.words), self._name, at)


def shuffle_key(secret: bytes) -> bytes:
    """A table's key to the order of things that look alike: it shows nobody how their ids sort."""
    return hmac.digest(secret, b"the order of things that look alike", hashlib.sha256)


def shuffle_of(store: Store, table: str) -> bytes:
    """The same key, for a table of a store; the key of a table without a readable secret is empty."""
    with suppress(StoreFault):
        return shuffle_key(store.secret(table))
    return b""


def stream_name(secret: bytes, to: tuple[SeatId, ...]) -> str:
    """The name of a stream: it shows nobody which other seats see its dice."""
    if to == (REFEREE,):
        return REFEREES_STREAM
    seats = "\n".join(("stream", *to)).encode()
    return hmac.digest(secret, seats, hashlib.sha256)[:NAME_BYTES].hex()
