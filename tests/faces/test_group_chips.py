"""With several groups the referee can switch between them on every screen, whatever each is in the middle of."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, field
from tests.table.journeying import on_the_road
from tests.table.lair import lair
from tests.table.small_site import MAUD
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.panels.screens import places_of
from undercroft.faces.web.live.viewer.screen import Screen, screen_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.splitting import Split
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.camp import MakeCamp
from undercroft.table.state.campaign import Campaign, Group, with_group
from undercroft.table.state.scenes import Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


def apart() -> Tabletop:
    table = field(ANSGAR, ISOLDE, site=lair())
    table.do(Split(MAIN, (ISOLDE,)))
    return table


def exploring() -> Campaign:
    return apart().now


def fighting() -> Campaign:
    table = apart()
    table.do(AddFoes(MAIN, "2 votaries HD 1"), 4, 4, 2)
    return table.now


def meeting() -> Campaign:
    table = apart()
    table.do(MeetStrangers(MAIN, "6 pilgrims HD 1"))
    return table.now


def chased() -> Campaign:
    table = apart()
    table.do(MeetStrangers(MAIN, "6 orcs HD 1"))
    table.do(TakeStance(MAIN, Choice.RUN, does=Response.CHASE))
    return table.now


def parted_on_the_road() -> Tabletop:
    table = on_the_road()
    table.do(Split(MAIN, (MAUD,)))
    return table


def travelling() -> Campaign:
    return parted_on_the_road().now


def camping() -> Campaign:
    table = parted_on_the_road()
    table.do(MakeCamp(MAIN))
    return table.now


def in_town() -> Campaign:
    table = apart()
    return with_group(table.now, replace(table.now.groups[MAIN], site=None, zone=None, scenes=(Town("Thorpe"),)))


@pytest.mark.parametrize(
    "known, screen",
    [
        (exploring, Screen.DUNGEON),
        (fighting, Screen.FIGHT),
        (meeting, Screen.ENCOUNTER),
        (chased, Screen.CHASE),
        (travelling, Screen.TRAVEL),
        (camping, Screen.CAMP),
        (in_town, Screen.TOWN),
    ],
    ids=["exploring", "in a fight", "in an encounter", "in a chase", "on the road", "in camp", "in town"],
)
def test_groups_can_be_switched(known: Callable[[], Campaign], screen: Screen) -> None:
    """The strip at the top has a chip for each group."""
    campaign = known()
    group: Group = campaign.groups[MAIN]
    viewer = Viewer("a-table", REFEREE, campaign, (), group, group.members[0])
    assert screen is screen_of(viewer)
    (strip,) = dict(places_of(viewer))["strip"]
    drawn = render(strip.template, viewer=viewer.reader, **strip.view(viewer))
    assert [True, True] == [f'data-group="{id}"' in drawn for id in campaign.groups]
