"""What stands in the way: lifted and shoved, what players can tell of it, how it is told and offered."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.hindrances import GOLD, IT, facing, fp, pit, tool, truth, turns
from tests.table.infirmary import KIT, OLGA, conditions, table
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TWO, ULF, site
from tests.table.tabletop import codes
from undercroft.books.neverwhere.digging import Digger, Material, Role, Tools
from undercroft.books.neverwhere.lifting import Feat as Lift
from undercroft.books.neverwhere.lifting import Trying
from undercroft.books.sovereign.checks import GroupCheck, SkillCheck
from undercroft.books.sovereign.falling import Leap
from undercroft.kernel.units import Kilograms, Seconds
from undercroft.table.body.condition import HpChanged
from undercroft.table.offers import offers
from undercroft.table.site.crossing import Cross, CrossingMethod, PullOut
from undercroft.table.site.digging import Dig
from undercroft.table.site.lifting import Heave
from undercroft.table.site.obstacles import CameOut, GotOver, HeldFast, ObstacleCleared, WentDown
from undercroft.table.site.search import Search
from undercroft.table.state.deadlines import Hand
from undercroft.table.state.house_rules import Fatigue, Feats, HouseRules
from undercroft.table.state.ids import ObstacleId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Hindrance, Obstacle
from undercroft.table.state.things import Thing

# Portcullis and lid


def test_a_portcullis_goes_up_if_they_are_strong_enough():
    """Eight Basic Lifts of 22 1/2 and 10 kilograms are 260 together, 180 alone."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(260))
    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT), seat=TWO)
    turns(at, 0)

    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, helpers=(MAUD,)), seat=TWO)
    assert ["done_this_turn"] == codes(at, Search(MAUD))
    assert 600 == at.now.clock


def test_extra_effort_lifts_what_strength_alone_does_not():
    """10 % more than 180 is 198 kilograms, for a point."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(198))

    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, effort=10), 8)
    assert [11] == fp(at, ULF)


def test_an_effort_gone_wrong_lifts_nothing():
    """A natural 1; Vit +2 succeeds on 9: one hit point, and nobody else lifts."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(10))

    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT, effort=10), 1, 9)
    assert (4, [11], []) == (at.now.people[ULF].hp, fp(at, ULF), conditions(at.now))


def lidded():
    """A lid with gold under it."""
    obstacle = Obstacle(IT, HALL, Hindrance.LID, "lid", kilograms=Fraction(270), things=(GOLD.id,))
    return table(crypt=site(obstacles={IT: obstacle}), things=(KIT, replace(GOLD, appraised=False)), exploring=True)


def test_what_lies_under_a_lid():
    """Eight Basic Lifts do not lift it, twelve shove it aside; only then is the gold seen, and not what it is worth."""
    at = lidded()
    assert HeldFast(IT, OLGA) in at.do(Heave(OLGA, IT))
    assert GOLD.id not in at.known(ONE).things
    at.do(Heave(ULF, IT, Lift.SHOVE))

    assert (500, None) == (at.now.things[GOLD.id].worth, at.known(ONE).things[GOLD.id].worth)
    assert ((), True) == (truth(at).things, truth(at).cleared)
    assert ["cleared"] == codes(at, Heave(MAUD, IT))


def test_a_portcullis_is_not_shoved():
    """And nobody helps themselves."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1))

    assert ["not_that_way"] == codes(at, Heave(ULF, IT, Lift.SHOVE))
    assert ["helper_not_here"] == codes(at, Heave(ULF, IT, helpers=(ULF,)))


def test_without_will_nobody_heaves():
    """No strength left, and a 10 does not beat 10."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1), victim={"fp": 0})

    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT), 10)
    assert ["collapsed"] == conditions(at.now)


def test_the_heart_may_give_out():
    """A natural 1 for Will and a 1 for Vit."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(1), victim={"fp": 0})
    at.do(Heave(ULF, IT), 1, 1)

    assert ["mortally_injured"] == conditions(at.now)


BY_EXERT = HouseRules(feats=Feats.SOVEREIGN, fatigue=Fatigue.NONE)


def test_where_feats_go_by_sovereign_an_exert_check_heaves():
    """Ten in doubt: 2 of Ulf's, nothing for one who adds nothing; no weight counts and nobody gives more."""
    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(9000), house=BY_EXERT)
    assert HeldFast(IT, ULF) in at.do(Heave(ULF, IT, helpers=(OLGA,)), 4, 3)
    turns(at, 0)
    assert ObstacleCleared(CRYPT, IT) in at.do(Heave(ULF, IT, helpers=(OLGA,)), 4, 4)

    at = facing(Hindrance.PORTCULLIS, house=BY_EXERT, dc=12)
    assert GroupCheck(2, (0, 0), 12) == offered(at, REFEREE)["Ulf: lift the portcullis, all together"].given
    for act in (
        Heave(ULF, IT, effort=5),
        Cross(ULF, IT, CrossingMethod.JUMP, effort=5),
        Dig(ULF, IT, helpers=(Hand(MAUD, effort=5),)),
    ):
        assert "no_effort" in codes(at, act)


# Secrets


def heaved(kilograms: int, dc: int, *gold: Thing):
    """Three turns before a slab that does not move and a hole that nobody gets past."""
    under = tuple(thing.id for thing in gold)
    slab = Obstacle(IT, HALL, Hindrance.LID, "slab", kilograms=Fraction(kilograms), things=under)
    hole = Obstacle(ObstacleId("hole"), HALL, Hindrance.PIT, "hole", to=CELL, feet=10, dc=dc)
    at = table(crypt=site(obstacles={IT: slab, hole.id: hole}), things=(KIT, *gold), exploring=True)
    at.do(Heave(ULF, IT, helpers=(MAUD, OLGA)))
    at.do(Cross(ULF, hole.id, CrossingMethod.JUMP), 2, 2, 1)
    turns(at, 5)
    at.do(Cross(ULF, hole.id, CrossingMethod.CLIMB), 1, 2)
    return at


@pytest.mark.parametrize("seat", [ONE, TWO, "spectators"])
def test_players_cannot_tell_what_they_have_not_moved(seat):
    """How heavy it is, what lies under it and how hard it is to climb out: all that shows is that it was not enough."""
    assert heaved(400, 8).bytes_for(seat) == heaved(900, 14, GOLD).bytes_for(seat)


# Words


def test_what_the_log_says():
    """A sentence for each thing that happened."""
    at = pit(victim={"hp": 8})
    events = at.do(Cross(ULF, IT, CrossingMethod.JUMP), 1, 1, 1, 1)
    events += at.do(PullOut(OLGA, ULF, IT), 6, 6)
    turns(at, 0)
    events += at.do(Cross(ULF, IT, CrossingMethod.JUMP), 6, 6)
    kinds = (WentDown, HpChanged, CameOut, GotOver)
    sentences = [event.say(at.known(ONE)) for event in events if isinstance(event, kinds)]

    assert [
        "Ulf is in the pit.",
        "Ulf loses 2 hit points (a fall), 6 left.",
        "Ulf is out of the pit.",
        "Ulf is past the pit.",
    ] == sentences


# Offers


def offered(at, seat):
    return {offer.label: offer for offer in offers(at.known(seat), seat)}


def test_feats_are_offered_with_their_numbers_to_a_person_who_knows_them():
    """The referee sees odds; players see what they can try."""
    at = pit(dc=9)
    mine, theirs = offered(at, REFEREE), offered(at, TWO)

    assert SkillCheck(1, 1, 9) == mine["Ulf: jump the pit"].given == mine["Ulf: climb the pit"].given
    assert Leap(Fraction(20), 2) == mine["Ulf: drop down the pit"].given
    assert None is theirs["Ulf: jump the pit"].given
    assert "Maud: jump the pit" not in theirs

    at = facing(Hindrance.PORTCULLIS, kilograms=Fraction(100))
    mine = offered(at, REFEREE)
    assert Trying(Fraction(100), Kilograms(Fraction(45, 2)), Lift.TWO_HANDS) == mine["Ulf: lift the portcullis"].given
    together = mine["Ulf: lift the portcullis, all together"]
    assert Trying(Fraction(100), Kilograms(Fraction(85, 2)), Lift.TWO_HANDS) == together.given
    assert None is offered(at, TWO)["Ulf: lift the portcullis"].given


def test_whose_strength_may_fail_first_has_no_odds():
    """Ulf has no fatigue points left: whether he lifts at all is thrown first."""
    mine = offered(facing(Hindrance.PORTCULLIS, kilograms=Fraction(100), victim={"fp": 0}), REFEREE)

    assert None is mine["Ulf: lift the portcullis"].given
    assert None is mine["Maud: lift the portcullis, all together"].given
    assert None is not mine["Maud: lift the portcullis"].given


def test_digging_and_stopping_are_offered():
    """To the person who may."""
    at = facing(Hindrance.RUBBLE, cubic_metres=Fraction(1), things=(tool("shovel"),))
    given = Digger(bl=Fraction(45, 2), material=Material.LOOSE, role=Role.DIRECT, quality=Tools.METAL, has_pick=False)
    assert given == offered(at, REFEREE)["Ulf: dig away the rubble"].given
    assert None is offered(at, TWO)["Ulf: dig away the rubble"].given

    at.do(Dig(ULF, IT))
    assert "Ulf: stop digging away the rubble" in offered(at, TWO)
    assert "Ulf: dig away the rubble" not in offered(at, TWO)


def test_pulling_out_is_offered():
    """To those who are not in it themselves."""
    at = pit()
    at.do(Cross(ULF, IT, CrossingMethod.DROP), 6, 6, 1)

    assert "Olga: pull Ulf out of the pit" in offered(at, TWO)
    assert "Maud: pull Ulf out of the pit" in offered(at, ONE)
    assert Seconds(0) == at.now.clock
