"""A healer with a kit, someone to be hurt and a strong lad, in one party before the crypt; for tests."""

from typing import Any

from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import Seconds
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Condition, Person, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

OLGA = PersonId("olga")
KIT = Thing(ThingId("kit"), "healer's kit", ThingKind.GEAR, Carried(MAUD), points=1, item="healers_kit")

HEALER = Person(MAUD, "Maud", ONE, hp=5, hp_max=5, fp=10, sheet=Sheet(intelligence=14, skills={"Heal": 0, "Exert": 0}))
VICTIM = Person(ULF, "Ulf", TWO, hp=5, hp_max=8, fp=12, sheet=Sheet(strength=15, constitution=12, skills={"Exert": 1}))
LASS = Person(OLGA, "Olga", TWO, hp=7, hp_max=7, fp=10, sheet=Sheet(skills={"Exert": 0}))


def table(
    *,
    house: HouseRules | None = None,
    crypt: Site | None = None,
    healer: dict[str, Any] | None = None,
    victim: dict[str, Any] | None = None,
    things: tuple[Thing, ...] = (KIT,),
    exploring: bool = False,
    typed: bool = False,
    made: Tabletop | None = None,
) -> Tabletop:
    """A table with all three, as they are but for these changes."""
    made = made or Tabletop(typed=typed)
    made.sit(ONE, TWO)
    made.do(
        Begin(
            "The Infirmary",
            house=house or HouseRules(),
            seats=(Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2")),
            people=(replace(HEALER, **(healer or {})), replace(VICTIM, **(victim or {})), LASS),
            things=things,
            sites=(crypt or site(),),
            party=(MAUD, ULF, OLGA),
        )
    )
    if exploring:
        made.do(EnterSite(MAIN, CRYPT))
    return made


def conditions(campaign: Campaign, who: PersonId = ULF) -> list[str]:
    """What states someone is in."""
    return [person.name for person in campaign.people[who].conditions]


def due(campaign: Campaign) -> dict[str, int]:
    """Every deadline there is, bedtimes aside."""
    return {timer.id: timer.due for timer in campaign.timers.values() if timer.lapse is not Lapse.UP_LATE}


def frail(since: int = 0, **marks: int) -> Condition:
    """Frail since then."""
    return Condition("frail", Seconds(since), marks=marks)
