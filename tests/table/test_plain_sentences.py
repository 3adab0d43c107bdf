"""Sentences of the log that a referee reads aloud: they say what happened, to whom, and no more than that."""

import pytest

from undercroft.kernel.units import SeatId
from undercroft.table.characters.retiring import RosterChanged
from undercroft.table.exploration.wandering import NEVER_CAME, CreaturesLeft
from undercroft.table.fight.end import XpPooled
from undercroft.table.gear.carrying import Deed, Handled
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import CreaturesId, ObstacleId, PersonId, SiteId, ZoneId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seen_sites import SeenObstacle
from undercroft.table.state.sites import Hindrance
from undercroft.table.world.sight import ObstacleSeen

CRYPT, HALL, SLAB, ULF = SiteId("crypt"), ZoneId("hall"), ObstacleId("slab"), PersonId("ulf")


def with_ulf(role: Role = Role.DELVER) -> Campaign:
    """A campaign that knows Ulf."""
    return Campaign(people={ULF: Person(ULF, "Ulf", SeatId("one"), role)})


def test_an_encounter_that_the_referee_dismisses_is_dismissed():
    """Nobody leaves who never came."""
    assert "The encounter is dismissed." == CreaturesLeft(CRYPT, CreaturesId("rats"), NEVER_CAME).say(Campaign())


def test_defeated_foes_are_worth_their_own_experience():
    """What was to share before is not theirs. Older logs have the sum alone."""
    foes = XpPooled(60, "6 tallow rats", 30)
    assert "The party has defeated 6 tallow rats, worth 30 XP. Experience to share: 60." == foes.say(Campaign())
    old = XpPooled(60, "6 tallow rats")
    assert "The party has defeated 6 tallow rats. Experience to share: 60." == old.say(Campaign())


@pytest.mark.parametrize(
    "role, expected",
    [
        (Role.DELVER, "Ulf retires."),
        (Role.HIRELING, "Ulf leaves the party's service."),
        (Role.HENCHMAN, "Ulf leaves the party's service."),
    ],
)
def test_a_hireling_leaves_and_does_not_retire(role: Role, expected: str):
    """By who it is."""
    assert expected == RosterChanged(ULF, retired=True).say(with_ulf(role))


@pytest.mark.parametrize(
    "kind, expected",
    [(Hindrance.LID, "The stone slab lies over something."), (Hindrance.RUBBLE, "The stone slab is in the way.")],
)
def test_a_lid_is_in_nobodys_way(kind: Hindrance, expected: str):
    """It covers something; other obstacles are in the way."""
    assert expected == ObstacleSeen(CRYPT, SeenObstacle(SLAB, HALL, kind, "Stone slab")).say(Campaign())


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Founder's staff", "Ulf takes the founder's staff."),
        ("Two plain rings", "Ulf takes two plain rings."),
        ("61 mourners' coins", "Ulf takes 61 mourners' coins."),
        ("Saint Orrin's lamp", "Ulf takes Saint Orrin's lamp."),
    ],
)
def test_a_thing_that_is_taken_has_an_article(name: str, expected: str):
    """A number or a proper name needs none."""
    assert expected == Handled(ULF, Deed.TOOK, name).say(with_ulf())
