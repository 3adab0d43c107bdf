"""With several groups the referee can switch between them on every screen, whatever each is in the middle of."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, field
from tests.table.lair import lair
from tests.table.tabletop import Tabletop
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.panels.screens import places_of
from undercroft.faces.web.live.viewer.screen import Screen, screen_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.splitting import Split
from undercroft.table.fight.foes import AddFoes
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


def in_town() -> Campaign:
    table = apart()
    return with_group(table.now, replace(table.now.groups[MAIN], site=None, zone=None, scenes=(Town("Thorpe"),)))


@pytest.mark.parametrize(
    "known, screen",
    [
        (exploring, Screen.DUNGEON),
        (fighting, Screen.FIGHT),
        (meeting, Screen.ENCOUNTER),
        (in_town, Screen.TOWN),
    ],
    ids=["exploring", "in a fight", "in an encounter", "in town"],
)
def test_groups_can_be_switched(known: Callable[[], Campaign], screen: Screen) -> None:
    """The strip at the top has a chip for each group."""
    campaign = known()
    group: Group = campaign.groups[MAIN]
    viewer = Viewer("a-table", REFEREE, campaign, (), group, ANSGAR)
    assert screen is screen_of(viewer)
    (strip,) = dict(places_of(viewer))["strip"]
    drawn = render(strip.template, viewer=viewer.reader, **strip.view(viewer))
    assert [True, True] == [f'data-group="{id}"' in drawn for id in campaign.groups]
