"""The time that an action shows is the time it takes."""

import pytest

from tests.table import infirmary
from tests.table.bots import opening
from tests.table.fated import Fated
from tests.table.small_site import CRYPT, MAUD, ONE, TWO
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import Seconds
from undercroft.table.exploration.clocks import BY_NAME, clock_of
from undercroft.table.exploration.delve_order import LetOthersFirst
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import Hold
from undercroft.table.offers import offers
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.house_rules import PRESETS, HouseRules, Sleep
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.people import Condition, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.treatment.disease import TreatDisease
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.treatment.poison import Counteract
from undercroft.table.treatment.toxins import ToxinCommand
from undercroft.table.world.groups import MAIN

CLOCKS = [(Clock.SOVEREIGN, "undercroft"), (Clock.DELVING, "delving"), (Clock.VIOLENCE, "violence")]


def open_offers(table: Tabletop) -> dict[str, int | None]:
    """What Maud can do now, with the time that it shows."""
    offered = (offer for offer in offers(table.now, REFEREE) if offer.who == MAUD and not offer.refused)
    offered = (offer for offer in offered if not isinstance(offer.command, LetOthersFirst))
    return {offer.label: offer.seconds for offer in offered}


@pytest.mark.parametrize("clock, preset", CLOCKS)
def test_what_takes_a_turn_shows_the_turn(clock: Clock, preset: str):
    """In every room, what nobody can do who has spent the turn costs time, and says how much."""
    begins = opening(clock, PRESETS[preset])
    silent: set[str] = set()
    for zone in begins.sites[0].zones:
        table = Tabletop()
        table.sit(ONE, TWO)
        table.do(begins)
        table.do(BeginSession("Tonight", tuple(begins.party)))
        table.do(EnterSite(MAIN, CRYPT, ZoneId(zone)))
        if clock_of(table.now.groups[MAIN]) is None:
            continue
        before = open_offers(table)
        table.do(Hold(MAUD))
        after = open_offers(table)
        silent |= {label for label, seconds in before.items() if label not in after and not seconds}
        step = BY_NAME[clock].step
        silent |= {label for label, seconds in before.items() if label not in after and (seconds or 0) % step}
    assert set() == silent


@pytest.mark.parametrize("clock", Clock)
def test_treating_the_sick_shows_the_turn_or_round_that_it_takes(clock: Clock):
    """Wounds, poison and disease: a delve round is six minutes, whatever a turn is elsewhere."""
    sick = tuple(Condition(state, Seconds(0), marks={"dc": 12}) for state in (State.POISONED, State.DISEASED))
    house = HouseRules(clock=clock, sleep=Sleep.OFF)
    at = infirmary.table(house=house, exploring=True, victim={"hp": 1, "conditions": sick}, made=Fated((5,)))
    offered = [offer for offer in offers(at.now, REFEREE) if isinstance(offer.command, FirstAid | ToxinCommand)]
    assert {FirstAid, Counteract, TreatDisease} == {type(offer.command) for offer in offered}
    assert {BY_NAME[clock].step} == {offer.seconds for offer in offered}
