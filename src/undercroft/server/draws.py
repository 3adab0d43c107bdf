"""The table's dice: keyed streams, one for each audience, that continue from their last positions."""

from collections.abc import Mapping

from undercroft.interpret.keyed import KeyedDice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.throwing import Draw


class Draws:
    """The dice of one decision. If the decision is not written, the next decision rolls the same dice."""

    def __init__(self, secret: bytes, positions: Mapping[str, int]) -> None:
        self._secret = secret
        self._positions = positions
        self._streams: dict[str, KeyedDice] = {}

    def __call__(self, stream: str) -> Draw:
        """The dice of one audience."""
        if stream not in self._streams:
            self._streams[stream] = KeyedDice(self._secret, stream, self._positions.get(stream, 0))
        return self._streams[stream]

    @property
    def moved(self) -> FrozenMap[int]:
        """The new positions of the streams that were read."""
        now = {name: dice.position for name, dice in self._streams.items()}
        return FrozenMap({name: at for name, at in now.items() if at != self._positions.get(name, 0)})
