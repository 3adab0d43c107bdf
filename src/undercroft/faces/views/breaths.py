"""What befalls several people by the same cause is told in one breath: the march, a night's rest, a share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.rounds import first_name
from undercroft.table.bodies import FpChanged, HpChanged
from undercroft.table.campaign import Campaign
from undercroft.table.names import ActId
from undercroft.table.sharing import XpGained
from undercroft.table.telling import Told


class Breath(Struct, frozen=True):
    """Why somebody's points are others now, what kind of points they are, and whose they are with how many are left."""

    cause: str
    points: str
    whose: tuple[str, ...]
    act: ActId | None
    to: Sequence[str]

    def goes_with(self, other: Breath | None) -> bool:
        """Whether both are told in one breath."""
        return other is not None and replace(other, whose=self.whose) == self

    def followed_by(self, other: Breath | None) -> Breath:
        """Both, this one first."""
        return self if other is None else replace(self, whose=(*self.whose, *other.whose))

    @property
    def text(self) -> str:
        """All of them in a sentence."""
        return f"{self.cause[:1].upper()}{self.cause[1:]}: {', '.join(self.whose)} {self.points}."


def breath(known: Campaign, told: Told) -> Breath | None:
    """What is told of somebody that may be told of others with it; nothing for whatever stands by itself."""
    match told.event:
        case FpChanged(who=who, fp=left, cause=cause) if cause and who in known.people:
            points = "fatigue points"
        case HpChanged(who=who, hp=left, cause=cause) if cause and who in known.people:
            points = "hit points"
        case XpGained(who=who, xp=left) if who in known.people:
            cause, points = "experience", "points"
        case _:
            return None
    return Breath(cause, points, (f"{first_name(known.people[who].name)} {left:,}",), told.act, told.to)


def in_one_breath(known: Campaign, told: Iterable[tuple[Told, str]]) -> Iterator[str]:
    """The sentences of what was told, those that go together as one."""
    held: Breath | None = None
    text = ""
    for one, said in told:
        drawn = breath(known, one)
        if drawn is not None and held is not None and drawn.goes_with(held):
            held = held.followed_by(drawn)
            text = held.text
            continue
        if text:
            yield text
        held, text = drawn, said
    if text:
        yield text
