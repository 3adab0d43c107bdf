from fractions import Fraction

import pytest
from msgspec.structs import astuple

from undercroft.books.sovereign.encounters import Meeting, encounter_procedure
from undercroft.books.sovereign.reactions import (
    COLUMNS,
    REACTIONS,
    Choice,
    Column,
    Reacting,
    could_win,
    reaction_roll,
    response,
)
from undercroft.books.sovereign.surprise import (
    Arriving,
    ByEntrance,
    Coming,
    InCorridor,
    Method,
    Stunned,
    Surroundings,
    encounter_arrival,
    encounter_surprise,
)
from undercroft.interpret.odds import Odds, of_rule
from undercroft.kernel.rules import O
from undercroft.kernel.units import Feet


def shares(odds: Odds[O]) -> dict[object, int]:
    """Of 36 throws of two dice, how many end how."""
    return {tag: int(chance * 36) for tag, chance in odds.by(lambda outcome: outcome.__struct_config__.tag).items()}


# Two dice come to 2 in 1 way, 3-5 in 9, 6-8 in 16, 9-11 in 9 and 12 in 1 way.


@pytest.mark.parametrize(
    "column, sure, expected",
    [
        (Column.FIGHT, False, {"fight": 26, "run": 10}),
        (Column.TALK, False, {"fight": 1, "run": 9, "talk": 26}),
        (Column.TALK, True, {"fight": 10, "talk": 26}),
        (Column.RUN, False, {"chase": 10, "ignore": 26}),
        (Column.WAIT, False, {"fight": 1, "run": 9, "ignore": 25, "talk": 1}),
        (Column.WAIT, True, {"fight": 10, "ignore": 25, "talk": 1}),
    ],
)
def test_reactions(column, sure, expected):
    """Each column's rows, weighed by the ways two dice fall."""
    assert expected == shares(of_rule(reaction_roll, Reacting(column=column, could_win=sure)))


def test_confidence_matters_on_three_to_five_only():
    """Only where the table makes it a condition, for talk and for waiting, does it change anything."""
    differing = [
        (total, COLUMNS[column])
        for total in range(2, 13)
        for column in range(len(COLUMNS))
        if response(total, column, could_win=True) != response(total, column, could_win=False)
    ]
    assert [(total, column) for total in (3, 4, 5) for column in (Column.TALK, Column.WAIT)] == differing


def test_the_numbers_are_the_table():
    """The arithmetic and the printed table agree on every cell that stands alone."""
    words = ("fight", "run", "talk", "chase", "ignore")
    for total in range(2, 13):
        for column, cell in enumerate(astuple(REACTIONS.at(total))):
            settled = words[response(total, column, could_win=True)]
            assert settled == ("fight" if cell == "fight_if_could_win" else cell)


def test_an_encounter_goes_as_the_reaction_does():
    """Talk ends in parley 26 times of 36; talk to deaf ears goes as waiting does."""
    assert {"parley": 26, "they_flee": 9, "combat": 1} == shares(
        of_rule(encounter_procedure, Meeting(choice=Choice.TALK))
    )
    waiting = of_rule(encounter_procedure, Meeting(choice=Choice.WAIT))
    assert {"ignored": 25, "they_flee": 9, "combat": 1, "parley": 1} == shares(waiting)
    for same in (Meeting(choice=Choice.TALK, will_listen=False), Meeting()):
        assert dict(waiting) == dict(of_rule(encounter_procedure, same))


@pytest.mark.parametrize(
    "group_mod, watcher_mod, ways",
    [
        (2, 1, 21),  # 7 or more
        (0, 0, 15),  # 8 or more
        (0, 5, 0),  # 13 is out of reach
        (6, 0, 36),  # 2 is enough
    ],
)
def test_surprise(group_mod, watcher_mod, ways):
    """2d6 and the group's modifier against 8 and the best watcher's."""
    odds = of_rule(encounter_surprise, Coming(method=Method.BURST, group_mod=group_mod, watcher_mod=watcher_mod))
    assert Fraction(ways, 36) == odds.chance(lambda outcome: isinstance(outcome, Stunned))


def test_a_short_corridor_cuts_the_distance():
    """With 40 feet of space, the faces 4 to 8 all mean 40 feet."""
    odds = of_rule(encounter_arrival, Arriving(place=Surroundings.CORRIDOR, space_ft=Feet(40)))
    expected = {InCorridor(Feet(feet)): Fraction(1, 8) for feet in (10, 20, 30)}
    assert {**expected, InCorridor(Feet(40)): Fraction(5, 8)} == dict(odds)


def test_every_entrance_is_as_likely():
    """Without the referee's pick a die with a side for each entrance decides."""
    odds = of_rule(encounter_arrival, Arriving(place=Surroundings.ROOM, entrances=5))
    assert {ByEntrance(entrance): Fraction(1, 5) for entrance in range(1, 6)} == dict(odds)


def test_three_to_one_counts_parts_of_hit_dice():
    """Half dice are compared exactly: 4 1/2 against 1 1/2 is three to one, 4 against 1 1/2 is not."""
    assert could_win(9, 2, 3, 2)
    assert not could_win(4, 1, 3, 2)
    assert all(could_win(3 * party, 1, party, 1) for party in range(20))
