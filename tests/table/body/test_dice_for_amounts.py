"""Amounts that a referee gives in dice: thrown at the table, shown in the log, refused where they cannot be read."""

import pytest

from tests.table.happenings import of
from tests.table.infirmary import due, table
from tests.table.small_site import MAUD, ULF
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.units import HOUR, MINUTE
from undercroft.server.commands import read_command
from undercroft.table.body.condition import GiveCondition, HpChanged
from undercroft.table.body.effects import StartEffect, effect
from undercroft.table.body.wounds import Heal, Wound
from undercroft.table.engine.plain_dice import plain_dice
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.placing import PutHere
from undercroft.table.rulings.words import ruling
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.ids import SiteId
from undercroft.table.state.things import ThingKind
from undercroft.table.world.groups import MAIN


def test_damage_in_dice_is_thrown_and_told() -> None:
    """2d6 that show 1 and 2 deal 3, and the log shows both dice."""
    at = table()
    before = at.now.people[ULF].hp
    happened = at.do(Wound(ULF, "2d6", "falling rocks"), 1, 2)

    assert [HpChanged(ULF, before - 3, "falling rocks", before)] == of(happened, HpChanged)
    (throw,) = [event for event in of(happened, Settled) if event.rule == plain_dice.id]
    assert "It comes to 3. (2d6, damage: falling rocks: 1 + 2 = 3, rolled)" == ruling(throw)


def test_dice_may_be_typed() -> None:
    """Where the referee throws real dice, the table asks for them and takes the typed faces."""
    at = table()
    at.typed = True
    before = at.now.people[ULF].hp
    at.do(Wound(ULF, "1d4+1"), 2)

    assert before - 3 == at.now.people[ULF].hp


def test_healing_in_dice() -> None:
    """1d6+1 heals what it comes to."""
    at = table()
    at.do(Wound(ULF, 4))
    hurt = at.now.people[ULF].hp
    at.do(Heal(ULF, "1d6+1"), 1)

    assert hurt + 2 == at.now.people[ULF].hp


def test_less_than_nothing_is_nothing() -> None:
    """1d4-4 that shows 1 deals no damage."""
    at = table()
    before = at.now.people[ULF].hp
    at.do(Wound(ULF, "1d4-4"), 1)

    assert before == at.now.people[ULF].hp


def test_a_length_of_time_in_dice_throws_the_dice_alone() -> None:
    """1d6 hours: one d6 falls, and its unit is told beside it."""
    at = table()
    happened = at.do(GiveCondition(MAUD, "dazzled", "(1d6)*3600"), 4)

    assert {"dazzled-maud": at.now.groups[MAIN].time + 4 * HOUR} == due(at.now)
    (throw,) = of(happened, Settled)
    assert "(1d6, dazzled, how long, in hours: 4, rolled)" in ruling(throw)


def test_uses_of_an_effect_in_dice() -> None:
    """A charm that works 1d4 times."""
    at = table()
    at.do(StartEffect(MAUD, "charm", uses="1d4"), 3)
    timer = effect(at.now, MAUD, "charm")

    assert timer is not None
    assert 3 == timer.uses


def test_a_heap_of_coins_in_dice_lies_on_the_floor() -> None:
    """3d6 gold pieces: the count is what the dice show."""
    at = table()
    at.do(EnterSite(MAIN, SiteId("crypt")))
    at.do(PutHere(MAIN, "gold pieces", ThingKind.COINS, "3d6", "(1d6)*100"), 2, 3, 4, 5)
    (heap,) = [thing for thing in at.now.things.values() if thing.name == "gold pieces"]

    assert (9, 500) == (heap.count, heap.worth)


def test_time_in_dice_passes() -> None:
    """1d6 turns: a throw of 3 lets three turns pass."""
    at = table()
    began = at.now.groups[MAIN].time
    at.do(PassTime(MAIN, Span.MINUTE, "1d6"), 3)

    assert began + 3 * MINUTE <= at.now.groups[MAIN].time


@pytest.mark.parametrize("written", ["2x", "d", "many", "2d6d", "1d6 hours", "-", "2d6+", "2d6>=9"])
def test_what_is_neither_a_number_nor_dice_is_refused(written: str) -> None:
    """Nothing of it is taken for a number."""
    with pytest.raises(RuleInputError) as refused:
        read_command({"kind": "wound", "who": "ulf", "amount": written})

    assert ("bad_dice", "amount") == (refused.value.code, refused.value.field)
    assert "enter a number such as 7, or dice such as 2d6+1" == refused.value.fix


def test_dice_where_a_plain_number_is_needed_are_refused_in_words() -> None:
    """Nobody reads the 2d6 of an hour's number as 26."""
    with pytest.raises(RuleInputError) as refused:
        read_command({"kind": "sleep", "who": "ulf", "hours": "2d6"})

    assert "hours: “2d6” is not a whole number (give 1 to 24)" == str(refused.value)


def test_dice_that_could_come_to_too_much_are_refused() -> None:
    """The bound of the number holds for its dice."""
    with pytest.raises(RuleInputError, match="can come to more than 365"):
        read_command({"kind": "stay_in_town", "group": "party", "days": "4d100"})


def test_dice_within_a_ruling_are_checked_where_they_stand() -> None:
    """The place of the fault is the field that holds the dice."""
    trial = {
        "group": "party",
        "what": "a leap",
        "by": {"type": "dice", "dice": "1d20"},
        "failure": [{"type": "damage", "dice": "2q6"}],
    }
    with pytest.raises(RuleInputError) as refused:
        read_command({"kind": "make_ruling", "trial": trial})

    assert "trial.failure[0].dice" == refused.value.field
