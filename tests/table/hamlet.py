"""A party with a purse before a hamlet, a hoard in the crypt, and someone for hire; for tests."""

from typing import Any

from msgspec.structs import replace

from tests.table.small_site import CRYPT, HALL, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.gear.carrying import Take
from undercroft.table.gear.money import purse
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.house_rules import HouseRules, Sleep
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.seats import Seat
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.town.town import ComeToTown
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

TAM = PersonId("tam")
HOARD = Thing(ThingId("hoard"), "silver coins", ThingKind.COINS, Lying(CRYPT, HALL), count=300, points=3, worth=3000)
CROWN = Thing(
    ThingId("crown"), "crown", ThingKind.TREASURE, Lying(CRYPT, HALL), points=1, worth=300_000, appraised=False
)
ELM = "Elmham"

CLEVER = Person(MAUD, "Maud", ONE, hp=5, hp_max=5, fp=10, sheet=Sheet(intelligence=14, skills={"Heal": 1, "Notice": 0}))
ARM = Person(
    ULF, "Ulf", TWO, hp=8, hp_max=8, fp=12, sheet=Sheet(strength=15, constitution=14, character_class="warrior")
)
LAD = Person(TAM, "Tam", ONE, Role.HENCHMAN, hp=4, hp_max=4, fp=10, employer=MAUD)


def before_town(
    *,
    house: HouseRules | None = None,
    maud: dict[str, Any] | None = None,
    ulf: dict[str, Any] | None = None,
    typed: bool = False,
) -> Tabletop:
    """The three of them on the road, Ulf with 60 gold."""
    made = Tabletop(typed=typed)
    made.sit(ONE, TWO)
    made.do(
        Begin(
            "The Hamlet",
            house=house or HouseRules(sleep=Sleep.OFF),
            seats=(Seat(ONE, "Seat 1"), Seat(TWO, "Seat 2")),
            people=(replace(CLEVER, **(maud or {})), replace(ARM, **(ulf or {})), LAD),
            things=(purse(ULF, 6000), HOARD, CROWN),
            sites=(site(),),
            party=(MAUD, ULF, TAM),
        )
    )
    return made


def in_town(**changes: Any) -> Tabletop:
    """The same in Elmham."""
    made = before_town(**changes)
    made.do(ComeToTown(MAIN, ELM))
    return made


def home_with_the_hoard(**changes: Any) -> Tabletop:
    """Back from the crypt with silver and a crown nobody has valued."""
    made = before_town(**changes)
    made.do(EnterSite(MAIN, CRYPT))
    made.do(Take(MAUD, HOARD.id))
    made.do(Take(ULF, CROWN.id))
    made.do(LeaveSite(MAIN))
    made.do(ComeToTown(MAIN, ELM))
    return made
