"""The wilderness die: exact odds by country and night, and when it is due."""

from fractions import Fraction

import pytest

from undercroft.books.hexcrawl.encounters import (
    Circumstances,
    Spending,
    Tag,
    encounter_die_wilderness,
    encounter_timing,
    is_reached,
    read_as,
)
from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.hexcrawl.night_camp import Camp, night_camp
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.hexcrawl.template import Nothing
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.books.hexcrawl.wilderness import Hiding, Stumbled, wild_hidden_site
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER, always, best_for
from undercroft.kernel.faults import NeedsPolicy
from undercroft.kernel.script import Script


def chance(event: Event, *tags: Tag, at_camp: bool = False) -> Fraction:
    """How likely an event is on one throw."""
    odds = of_rule(encounter_die_wilderness, Circumstances(tags=frozenset(tags), at_camp=at_camp))
    return odds.chance(lambda shown: shown.name is event)


@pytest.mark.parametrize(
    "event, tags, at_camp, faces",
    [
        (Event.ENCOUNTER, (), False, 1),
        (Event.ENCOUNTER, (), True, 2),  # 1, and 2 by night
        (Event.HIDDEN_SITE, (), True, 0),
        (Event.WANING_RESOURCES, (Tag.DESERT,), False, 2),  # 4 and 5
        (Event.FREE_TURN, (Tag.DESERT,), True, 0),
        (Event.GOOD_ENCOUNTER, (Tag.CIVILISED,), False, 2),  # 5 and 6
        (Event.GOOD_ENCOUNTER, (Tag.CIVILISED,), True, 2),
    ],
)
def test_country_and_night_move_faces(event, tags, at_camp, faces):
    """So many faces of six bring the event."""
    assert Fraction(faces, 6) == chance(event, *tags, at_camp=at_camp)


def test_explorers_meet_more_than_travelers():
    """A day with at least one encounter.

    Traveling: one die by day and the camp's, 1 - 5/6 x 4/6 = 4/9.
    Exploring: two dice by day and the camp's, 1 - 5/6 x 5/6 x 4/6 = 29/54.
    """
    quiet_day, quiet_night = 1 - chance(Event.ENCOUNTER), 1 - chance(Event.ENCOUNTER, at_camp=True)
    assert Fraction(4, 9) == 1 - quiet_day * quiet_night
    assert Fraction(29, 54) == 1 - quiet_day**2 * quiet_night


@pytest.mark.parametrize(
    "face, desert, civilised, night, expected",
    [
        (1, True, False, True, 1),
        (2, False, False, False, 2),
        (2, False, False, True, 1),
        (3, True, False, True, 3),
        (5, False, False, True, 5),
        (5, True, False, False, 4),
        (5, False, True, True, 6),
        (6, True, False, True, 6),
    ],
)
def test_which_printed_face_counts(face, desert, civilised, night, expected):
    """Only 2 and 5 ever stand for another face."""
    assert expected == read_as(face, desert, civilised, night)


@pytest.mark.parametrize(
    "before, after, at, expected",
    [
        ((0, 1), (2, 1), (2, 1), True),
        ((2, 1), (3, 1), (2, 1), False),  # passed before
        ((0, 1), (199, 100), (2, 1), False),
        ((3, 2), (7, 3), (2, 1), True),
    ],
)
def test_a_moment_comes_once(before, after, at, expected):
    """It is reached when the points spent come up to it, and not again beyond."""
    assert expected is is_reached(*before, *after, *at)


@pytest.mark.parametrize("mode, dice", [(Mode.TRAVELING, 1), (Mode.EXPLORING, 2)])
@pytest.mark.parametrize("step", [Fraction(1, 4), Fraction(2, 3), Fraction(1), Fraction(4, 3), Fraction(4)])
def test_however_a_day_is_spent_its_dice_are_the_same(mode, dice, step):
    """Whatever the payments, a whole day by land has one die on the road for travelers and two for explorers."""
    spent = Fraction(0)
    fired: set[TravelPoints] = set()
    while spent < 4:
        after = min(Fraction(4), spent + step)
        spending = Spending(mode, TravelPoints(Fraction(4)), TravelPoints(spent), TravelPoints(after), frozenset(fired))
        due = encounter_timing(Script(), spending).thresholds
        assert fired.isdisjoint(due)
        fired.update(due)
        spent = after
    assert dice == len(fired)


def test_a_hidden_site_is_any_that_is_left():
    """One of three; nothing where all are found."""
    assert Fraction(1, 3) == of_rule(wild_hidden_site, Hiding(("cave", "mine", "well")))[Stumbled("mine")]
    assert {Nothing(): 1} == dict(of_rule(wild_hidden_site, Hiding(())))


def camp(*tags: Tag, rations: int = 8) -> Camp:
    """Four people in camp with the day's points gone."""
    return Camp(tags=frozenset(tags), hex=(0, 0), people=4, rations=rations, water=8, tp_left=TravelPoints(Fraction(0)))


def test_camp_asks_the_party_and_odds_do_not_guess():
    """What the party does about waning resources must be stated."""
    with pytest.raises(NeedsPolicy):
        of_rule(night_camp, camp())


def test_a_point_is_owed_when_resources_wane():
    """One night in six, two in six in a desert, if they would rather forage; never if they eat."""
    assert Fraction(1, 6) == of_rule(night_camp, camp(), always("forage")).chance(lambda it: it.forage_owed)
    assert Fraction(1, 3) == of_rule(night_camp, camp(Tag.DESERT), always("forage")).chance(lambda it: it.forage_owed)
    assert 0 == of_rule(night_camp, camp(Tag.DESERT), NEVER).chance(lambda it: it.forage_owed)


def test_who_cannot_eat_must_forage():
    """With three rations for four there is one option, whatever they would like."""
    for policy in (NEVER, always("spend"), best_for("event")):
        assert Fraction(1, 6) == of_rule(night_camp, camp(rations=3), policy).chance(lambda it: it.forage_owed)


def test_who_eats_has_less():
    """One night in six costs four rations and four water."""
    odds = of_rule(night_camp, camp(), NEVER)
    assert {(8, 8): Fraction(5, 6), (4, 4): Fraction(1, 6)} == dict(odds.by(lambda it: (it.rations, it.water)))
