"""The doors of a donjon map: what their descriptions say, in our terms."""

import re
from typing import Any, NamedTuple

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.foreign.source import one_line, plain
from undercroft.table.state.sites import DoorState

_MATERIALS = (
    (Material.METAL, ("iron", "steel", "metal", "bronze")),
    (Material.STONE, ("stone",)),
    (Material.REINFORCED, ("reinforced", "strong", "oak")),
)


class DoorWords(NamedTuple):
    """What a door is like."""

    name: str
    state: DoorState
    material: Material
    hidden: bool
    portcullis: bool
    trap: str
    concealed: str
    """How a secret door is concealed."""


def door_words(door: dict[str, Any]) -> DoorWords:
    """A door of the list. Its kind is a summary: what else it is stands in its description."""
    kind, said = one_line(door.get("type")).casefold(), one_line(door.get("desc"), 200)
    words = set(re.findall(r"[a-z]+", f"{said} {kind}".casefold()))
    hidden, portcullis = "secret" in words or bool(door.get("secret")), "portcullis" in words
    material = next((of for of, names in _MATERIALS if words & {*names}), Material.WOOD)
    state = DoorState.CLOSED
    if kind == "arch" or "archway" in words or portcullis:
        state = DoorState.NO_DOOR
    elif ("locked" in words and "unlocked" not in words) or "barred" in words:
        state = DoorState.LOCKED
    elif "stuck" in words:
        state = DoorState.STUCK
    name = _plain_name(said) or ("portcullis" if portcullis else "archway" if state is DoorState.NO_DOOR else "door")
    trap = plain(door.get("trap")) or ("It is trapped; the file does not say how." if "trapped" in words else "")
    return DoorWords(name, state, material, hidden, portcullis, trap, plain(door.get("secret")))


def _plain_name(said: str) -> str:
    """What everybody sees of a door: its description without its state.

    >>> _plain_name("Trapped and Locked Iron Door"), _plain_name("Secret (DC 25 to find) Stuck Stone Door (60 hp)")
    ('iron door', 'stone door')
    """
    states = r"\b(trapped|locked|unlocked|stuck|barred|secret|and)\b"
    bare = re.split(r"[;,:]", re.sub(r"\([^()]*\)", " ", said))[0]
    return one_line(re.sub(states, " ", bare, flags=re.IGNORECASE)).casefold()
