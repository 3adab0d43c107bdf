"""Someone before an obstacle, and what is known of it."""

from typing import Any

from msgspec.structs import replace

from tests.table.infirmary import KIT, table
from tests.table.small_site import CELL, CRYPT, HALL, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.turns import EndStep
from undercroft.table.state.ids import ObstacleId, PersonId, ThingId, ZoneId
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind
from undercroft.table.world.groups import MAIN

IT = ObstacleId("it")
GOLD = Thing(ThingId("gold"), "gold", ThingKind.COINS, Lying(CRYPT, HALL), worth=500)


def facing(kind: Hindrance, *, things=(KIT,), to: ZoneId | None = CELL, **changes):
    """A table in the hall, before an obstacle to the cell."""
    people = {key: changes.pop(key) for key in ("house", "healer", "victim") if key in changes}
    obstacle = replace(Obstacle(IT, HALL, kind, kind.value, to=to), **changes)
    return table(crypt=site(obstacles={IT: obstacle}), things=things, exploring=True, **people)


def tool(item: str, who: PersonId = ULF) -> Thing:
    """Something to dig with."""
    return Thing(ThingId(f"{item}-{who}"), item, ThingKind.GEAR, Carried(who), item=item)


def truth(at: Tabletop) -> Obstacle:
    """The obstacle as it is."""
    return at.now.sites[CRYPT].obstacles[IT]


def fp(at: Tabletop, *people: PersonId) -> list[int]:
    """The fatigue points that these have left."""
    return [at.now.people[person].fp for person in people]


def turns(at, *faces: int) -> None:
    """Turns that the referee ends: for each, the check that falls in it, or 0 for none."""
    for face in faces:
        at.do(EndStep(MAIN), *([face] if face else []))


def pit(**changes: Any):
    """A pit of twenty feet, and ten across."""
    usual: dict[str, Any] = {"feet": 20, "across_ft": 10}
    return facing(Hindrance.PIT, **(usual | changes))
