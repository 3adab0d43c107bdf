"""Exertion: what an effort takes out of somebody, and the numbers they bring to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.effort import Toll, extra_effort
from undercroft.books.sovereign.units import WEEK
from undercroft.kernel.units import Seconds
from undercroft.table import bridge
from undercroft.table.bodies import gain, time_of
from undercroft.table.fatigue import tire
from undercroft.table.house import Fatigue, Feats, HouseRules
from undercroft.table.names import PersonId
from undercroft.table.people import Condition, Person
from undercroft.table.play import Play
from undercroft.table.rooms import Reason
from undercroft.table.telling import Audience
from undercroft.table.wounds import OVEREXERTION, hurt

Percent = Annotated[int, Meta(ge=0, le=10_000)]
"""How much more somebody wants of their body; 0 for no extra effort."""


class Strength(Struct, frozen=True):
    """What somebody has to give: fatigue points now and when fresh, and will and vitality."""

    fp: int
    fp_max: int
    will_mod: int
    vit_mod: int


def strength(person: Person, house: HouseRules) -> Strength:
    """By the pool the house counts; where it counts none, everybody is fresh."""
    body = bridge.neverwhere(person)
    most = max(1, bridge.fatigue_max(person, house.fatigue))
    fp, fp_max = (body.fp_max, body.fp_max) if house.fatigue is Fatigue.NONE else (min(person.fp, most), most)
    return Strength(fp, fp_max, body.will, body.vit_mod)


def no_effort(house: HouseRules, percent: int) -> Iterable[Reason]:
    """Why nobody makes an extra effort."""
    if percent and house.feats is not Feats.NEVERWHERE:
        yield Reason("no_effort", "By the rules of this house nobody gives more than they have.", extra_effort.id)


def suffer(play: Play, who: PersonId, toll: Toll, fp: int, *, cause: str, to: Audience) -> None:
    """Fatigue for the effort; gone wrong, hit points, and a flaw for some weeks or for good."""
    tire(play, who, fp, cause=cause, to=to)
    if toll.hp:
        hurt(play, who, toll.hp, cause=OVEREXERTION, to=to)
    if toll.flaw is not None and play.now.people[who].alive:
        where = "" if toll.site is None else f"in the {toll.site}"
        flaw = Condition(toll.flaw, time_of(play, who), where)
        gain(play, who, flaw, to=to, seconds=None if toll.weeks is None else Seconds(toll.weeks * WEEK))
