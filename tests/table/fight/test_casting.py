"""Spells and powers used in a fight by either book, and outside: cost, save, dice and effect."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, TWO, VIOLENCE, field, foe, of
from tests.table.happenings import of as told_of
from tests.table.sovereign_bouts import ORC, STURDY, bout
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.saves import SaveKind
from undercroft.table.body.effects import EffectEnded, effect
from undercroft.table.body.powers import PowerUsed, WritePower
from undercroft.table.body.strain import Strain
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.casting import PowerResisted, UsePower
from undercroft.table.fight.casualties import FoeHurt
from undercroft.table.fight.foes import AddFoes
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.sentences import sentence
from undercroft.table.state.people import Duration, Power, Target
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

BOLT = Power(
    "Bolt", "lightning", Duration.INSTANT, strain=1, target=Target.FOE, save=SaveKind.EVASION, halves=True, damage="2d6"
)
SLEEP = Power("Sleep", "they sleep", Duration.ROUNDS, 2, hp=2, target=Target.FOES, save=SaveKind.MENTAL)


def caster(power: Power, *, line: str = STURDY) -> Tabletop:
    """Isolde, of level 1 and 6 hit points, has the power; the fight goes by Sovereign, and the party acts first."""
    table = bout(ANSGAR, ISOLDE, line=line)
    table.do(WritePower(ISOLDE, power))
    return table


def test_a_failed_save_takes_the_whole_damage_and_the_main_action():
    """An orc of 1 HD saves on 15: 14 fails, and 2d6 of 3 and 4 are 7; the cost is 1 strain and the Main action."""
    table = caster(BOLT)
    events = table.do(UsePower(ISOLDE, "Bolt", foe=ORC), 14, 3, 4, seat=TWO)
    assert [PowerUsed(ISOLDE, "Bolt", ISOLDE, 1, 1, "Orc")] == told_of(events, PowerUsed)
    assert [FoeHurt(ISOLDE, ORC, "Orc", 7, dead=False)] == told_of(events, FoeHurt)
    assert (23, 1, 1, True) == (
        foe(table, ORC).health, table.now.people[ISOLDE].strain, of(table, ISOLDE).actions, of(table, ISOLDE).done
    )  # fmt: skip
    assert ["done_this_round"] == codes(table, UsePower(ISOLDE, "Bolt", foe=ORC))


@pytest.mark.parametrize("halves, dice, left", [(True, (15, 3, 4), 27), (False, (15,), 30)])
def test_a_save_halves_or_avoids_the_damage(halves: bool, dice: tuple[int, ...], left: int):
    """15 saves: half of 7 is 3; where a save avoids it, no damage is rolled."""
    table = caster(replace(BOLT, halves=halves))
    events = table.do(UsePower(ISOLDE, "Bolt", foe=ORC), *dice)
    assert [PowerResisted(ISOLDE, "Bolt", "Orc", halves)] == told_of(events, PowerResisted)
    assert left == foe(table, ORC).health


def test_all_foes_save_and_the_clock_ends_the_effect_on_those_who_failed():
    """One orc saves with 15, the other does not with 2; two rounds by Sovereign later the sleep is over."""
    table = caster(SLEEP, line="2 orcs HD 1 AC 14 1d6 hp 30")
    events = table.do(UsePower(ISOLDE, "Sleep"), 15, 2)
    assert ["Isolde uses Sleep on all foes."] == [sentence(table.now, each) for each in told_of(events, PowerUsed)]
    assert (4, 1) == (table.now.people[ISOLDE].hp, len(told_of(events, PowerResisted)))
    (asleep,) = (timer for timer in table.now.timers.values() if timer.about.startswith("Sleep on "))
    assert asleep.due - asleep.since == 20
    table.do(PassGo(ANSGAR), 1, 1)
    ended: list[EffectEnded] = []
    for _ in range(2):
        table.do(PassGo(ANSGAR))
        ended += told_of(table.do(PassGo(ISOLDE), 1, 1), EffectEnded)
    assert [f"{asleep.about} ends."] == [sentence(table.now, each) for each in ended]


@pytest.mark.parametrize("roll, harm, left", [(12, 7, 23), (11, 3, 27), (10, 3, 27)])
def test_in_a_fight_by_violence_saves_are_its_own(roll: int, harm: int, left: int):
    """An orc of 1 HD saves on 11 or less and takes half of 7. The spell takes the action of the round."""
    table = field(ANSGAR, ISOLDE, house=VIOLENCE)
    table.do(WritePower(ISOLDE, BOLT))
    table.do(AddFoes(MAIN, "orc HD 1 AC 4 1d6 hp 30"), 5, 5)
    events = table.do(UsePower(ISOLDE, "Bolt", foe=ORC), roll, 3, 4, seat=TWO)
    assert [FoeHurt(ISOLDE, ORC, "Orc", harm, dead=False)] == told_of(events, FoeHurt)
    assert (left, 1, True) == (foe(table, ORC).health, of(table, ISOLDE).actions, of(table, ISOLDE).done)
    assert ["done_this_round"] == codes(table, UsePower(ISOLDE, "Bolt", foe=ORC))


@pytest.mark.parametrize(
    "dice, hp, bent",
    [
        ((16, "keep", 3), 9, 0),
        ((16, "down"), 12, 1),
        ((15, "keep"), 12, 0),
        ((2, "keep"), 12, 0),
        ((1, "keep", 3), 9, 0),
    ],
)
def test_a_person_saves_by_an_attribute_in_a_fight_by_violence(dice: tuple[int | str, ...], hp: int, bent: int):
    """Ansgar's Brawn is 15: not above it, and above the caster's one Hit Die, or he takes 3. A Scar may bend it."""
    table = field(ANSGAR, ISOLDE, house=VIOLENCE)
    table.do(WritePower(ISOLDE, Power("Curse", save=SaveKind.PHYSICAL, damage="1d6")))
    table.do(AddFoes(MAIN, "orc HD 1 AC 4 1d6 hp 30"), 5, 5)
    table.do(UsePower(ISOLDE, "Curse", on=ANSGAR), *dice)
    assert (hp, bent) == (table.now.people[ANSGAR].hp, of(table, ANSGAR).bent)


def test_healing_outside_a_fight_and_damage_to_a_person():
    """2 of 1d4 are healed. Ansgar's Physical save is 15: he fails with 14 and takes 3."""
    table = field(ANSGAR, ISOLDE)
    table.do(WritePower(ISOLDE, Power("Mend", lasts=Duration.INSTANT, healing="1d4")))
    table.do(WritePower(ISOLDE, Power("Curse", save=SaveKind.PHYSICAL, damage="1d6")))
    table.do(UsePower(ISOLDE, "Curse", on=ANSGAR), 2, 3)
    assert 9 == table.now.people[ANSGAR].hp
    assert effect(table.now, ANSGAR, "Curse") is not None
    table.do(UsePower(ISOLDE, "Mend", on=ANSGAR), 2)
    assert 11 == table.now.people[ANSGAR].hp


def test_who_saves_escapes_the_effect():
    """A 20 always saves: no damage, no effect."""
    table = field(ANSGAR, ISOLDE)
    table.do(WritePower(ISOLDE, Power("Curse", save=SaveKind.PHYSICAL, damage="1d6")))
    table.do(UsePower(ISOLDE, "Curse", on=ANSGAR), 20)
    assert 12 == table.now.people[ANSGAR].hp
    assert effect(table.now, ANSGAR, "Curse") is None


def test_a_place_is_named_and_the_effect_is_kept_for_it():
    """The effect carries the place in its name."""
    table = field(ISOLDE)
    table.do(WritePower(ISOLDE, Power("Silence", lasts=Duration.HOURS, target=Target.PLACE)))
    assert ["no_place"] == codes(table, UsePower(ISOLDE, "Silence"))
    table.do(UsePower(ISOLDE, "Silence", place="the cave mouth"))
    timer = effect(table.now, ISOLDE, "Silence on the cave mouth")
    assert timer is not None
    assert 3600 == timer.due - timer.since


def test_what_cannot_be_paid_or_aimed_is_refused():
    """Strain at its most, hit points that would be the last, a wrong target, no fight."""
    table = field(ANSGAR, ISOLDE)
    table.do(WritePower(ISOLDE, BOLT))
    table.do(WritePower(ISOLDE, Power("Blood", hp=6, target=Target.SELF)))
    table.do(WritePower(ISOLDE, Power("Burden", strain=1, target=Target.SELF)))
    assert ["no_fight"] == codes(table, UsePower(ISOLDE, "Bolt", foe=ORC))
    assert ["too_few_hp"] == codes(table, UsePower(ISOLDE, "Blood"))
    assert ["other_target"] == codes(table, UsePower(ISOLDE, "Burden", on=ANSGAR))
    assert ["not_yours"] == codes(table, UsePower(ISOLDE, "Burden"), "one")
    table.do(Strain(ISOLDE, 10))
    assert ["too_much_strain"] == codes(table, UsePower(ISOLDE, "Burden"))
    assert ["choose_foe"] == codes(caster(BOLT), UsePower(ISOLDE, "Bolt"))


@pytest.mark.parametrize(
    "power, code",
    [
        (Power("X", damage="lots"), "bad_dice"),
        (Power("X", healing="1d4", target=Target.FOE), "heals_foes"),
        (Power("X", damage="1d4", target=Target.PLACE), "place"),
        (Power("X", halves=True), "nothing_to_halve"),
    ],
)
def test_a_power_that_makes_no_sense_is_not_written(power: Power, code: str):
    """The reason says what to change."""
    assert [code] == codes(field(ISOLDE), WritePower(ISOLDE, power))


def test_the_referee_sees_the_chance_of_a_save_and_a_player_does_not():
    """14 of 20 faces fail against 15. The orc's Hit Dice are the referee's; both see the cost."""
    table = caster(BOLT)
    act = UsePower(ISOLDE, "Bolt", foe=ORC)
    (whole,) = (each for each in offers(table.now, REFEREE) if each.command == act)
    (seen,) = (each for each in offers(table.known(TWO), TWO) if each.command == act)
    assert ("use Bolt on Orc", "1 System Strain") == (whole.deed, whole.cost)
    assert seen.given is None
    assert Fraction(14, 20) == chance_of(whole)
