"""The filled button of a screen: never more than one, whatever the party is in the middle of."""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from msgspec.structs import replace

from tests.faces.rare_states import SITUATIONS
from tests.table.brawls import alone
from tests.table.exploration.test_pending_encounters import rats_due
from tests.table.field import BLEND, CORVIN, field
from tests.table.hamlet import home_with_the_hoard
from tests.table.journeying import on_the_road
from tests.table.small_site import ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.web.live.panels.banners import BANNERS
from undercroft.faces.web.live.panels.panel_drawing import drawn
from undercroft.faces.web.live.panels.screens import places_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.units import SeatId
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.camp import MakeCamp
from undercroft.table.state.ids import FoeId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

_BUTTON = re.compile(r"<(?:button|a)\b[^>]*\bclass=\"[^\"]*\bbtn-primary\b[^>]*>(.*?)</(?:button|a)>", re.DOTALL)


def pilgrims() -> Tabletop:
    """Four pilgrims, of whom nobody knows what they will do."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    return table


def talking() -> Tabletop:
    """They are willing to talk."""
    table = pilgrims()
    table.do(TakeStance(MAIN, Choice.TALK, Response.TALK))
    return table


def offered() -> Tabletop:
    """The party has made an offer."""
    table = talking()
    table.do(Parley(MAIN, asking="safe passage", answer="For a torch each"))
    return table


def chased() -> Tabletop:
    """They run, and the pilgrims are after them."""
    table = pilgrims()
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    return table


def nobody_yet() -> Tabletop:
    """A campaign that has a site and no characters."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(begin(), people=(), things=(), party=()))
    return table


def fallen() -> Tabletop:
    """Corvin is dying in the cave."""
    table = field(house=BLEND)
    table.do(Wound(CORVIN, 8))
    return table


def fallen_in_a_fight() -> Tabletop:
    """Corvin is dying while a foe fights on."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(Wound(CORVIN, 8))
    return table


def struck() -> Tabletop:
    """A choice and dice are wanted in a fight."""
    table = alone(5)
    table.typed = True
    table.do(Attack(next(iter(table.now.people)), FoeId("orc-1")), 12)
    return table


def camping() -> Tabletop:
    """In camp."""
    table = on_the_road()
    table.do(MakeCamp(MAIN))
    return table


def quick() -> Tabletop:
    """A quick action before a fight."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "votary HD 2 AC 5 1d8 hp 9"), 10, 17, 19, "keep")
    return table


SCENES: Mapping[str, Callable[[], Tabletop]] = {
    **SITUATIONS,
    "an encounter is due": rats_due,
    "an encounter": pilgrims,
    "a parley": talking,
    "an offer": offered,
    "a chase": chased,
    "no characters": nobody_yet,
    "in town": home_with_the_hoard,
    "dying": fallen,
    "dying in a fight": fallen_in_a_fight,
    "dice wanted": struck,
    "on the road": on_the_road,
    "in camp": camping,
    "a fight": lambda: alone(5),
    "a quick action": quick,
}


def filled(table: Tabletop, seat: SeatId) -> Iterator[tuple[str, str]]:
    """Each filled button of a seat's screen: its panel, and its words."""
    known = table.known(seat)
    group = next((group for group in known.groups.values() if group.members), None)
    own = (who for who in group.members if seat in (REFEREE, known.people[who].seat)) if group is not None else ()
    viewer = Viewer("t", seat, known, (), group, next(iter(own), None))
    for _, panels in (("top", (BANNERS,)), *places_of(viewer)):
        for panel in panels:
            for words in _BUTTON.findall(drawn(panel, viewer)):
                yield panel.name, " ".join(re.sub(r"<[^>]*>", " ", words).split())


@pytest.mark.parametrize("scene", SCENES)
def test_a_screen_has_one_filled_button_at_most(scene: str) -> None:
    """For the referee and every player."""
    table = SCENES[scene]()
    for seat in (REFEREE, *table.now.seats):
        there = [*filled(table, seat)]
        assert len(there) <= 1, (seat, there)


@pytest.mark.parametrize(
    "scene, panel, words",
    [
        ("an encounter is due", "banners", "Start encounter"),
        ("a parley", "reaction", "Parley"),
        ("an offer", "reaction", "Parley"),
        ("dying", "banners", ""),
        ("dice wanted", "wanted", "Enter your dice"),
        ("in camp", "day", "Let the night pass"),
        ("a fight", "rounds", "End round 1"),
        ("a quick action", "rounds", "Start round 1"),
    ],
)
def test_the_filled_button_is_the_next_step(scene: str, panel: str, words: str) -> None:
    """Of the referee: what is wanted or urgent comes before the end of the turn."""
    ((where, said),) = filled(SCENES[scene](), REFEREE)
    assert panel == where
    assert said.startswith(words)
