"""Burning lights, and groups without one."""

from msgspec import Struct

from undercroft.kernel.units import Seconds
from undercroft.table.state.ids import PersonId, ThingId


class Light(Struct, frozen=True):
    """A burning light and its holder. `until` is None where only the dice put lights out."""

    thing: ThingId
    item: str
    holder: PersonId
    since: Seconds
    until: Seconds | None


class Unlit(Struct, frozen=True):
    """A group without a light: whether it is dark there, since when, and whether it goes on like that knowingly."""

    dark: bool
    since: Seconds
    accepted: bool = False
