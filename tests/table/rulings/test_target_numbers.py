"""A roll that is held against a number names it beside the dice."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.conformance.shelf import of_every_rule, rulings
from undercroft import books, table
from undercroft.books.neverwhere.hiking import hike_roll
from undercroft.books.sovereign.doors import door_listen
from undercroft.books.sovereign.saves import save_roll
from undercroft.books.violence.combat_rounds import initiative
from undercroft.books.violence.fighting import attack
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel import wire
from undercroft.kernel.dice import D20, TWO_D6, Choice, Throw
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import SeatId
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.rulings import words
from undercroft.table.rulings.target_numbers import listed
from undercroft.table.rulings.words import RULES, ruling

ASKED = re.compile(r'\.(?:total|faces|roll)\(\s*f?"([^"]+)"|rolled\(dice, "([^"]+)"')

AMOUNTS = {
    "Agility lost", "Brawn lost", "Cunning lost", "Hit Dice of the hireling", "rounds of searching",
    "rounds unconscious", "turns to live", "turns until it opens", "damage", "damage of the toxin", "days left to live",
    "distance", "encounter distance", "extra {extra}", "fall and spikes", "fall damage", "favored ability", "first aid",
    "health", "health of the level", "health regained", "hit dice", "hit die", "hit points",
    "initiative of side {side}", "initiative of the Delvers", "initiative of {name}", "mishap damage", "money",
    "recovery", "recovery, one die a round", "starting gold", "weeks crippled", "{nth} score",
}  # fmt: skip
"""Rolls whose total is what they are about."""

TABLES = {
    "direction", "foot (1) or leg (2)", "good encounter", "hazard die", "mishap", "occupation", "overloaded die",
    "reaction", "something extra", "the site's encounter table", "after the rout", "which entrance",
    "which way they stray",
}  # fmt: skip
"""Rolls on a table, where each row counts."""

NAMED_BY_THE_OUTCOME = {
    "controlled drop", "opposed check", "pursuit", "stabilising", "surprise", "{given.percent} %",
    "{given.x} in {given.y}",
}  # fmt: skip
"""Rolls whose purpose or outcome names the number."""

ONE_OF_SEVERAL = {"Vit against death", "Vit while running, one die each"}
"""Several rolls in one, each with a number of its own, or counted together."""


def purposes() -> Iterator[str]:
    """What every rule rolls for, as its source names it."""
    for package in (books, table):
        for path in Path(package.__path__[0]).rglob("*.py"):
            for found in ASKED.finditer(path.read_text(encoding="utf-8")):
                yield found[1] or found[2]


def test_every_roll_is_an_amount_a_table_or_names_its_number() -> None:
    """A new roll must be put in one of these lists, or get its number."""
    known = AMOUNTS | TABLES | NAMED_BY_THE_OUTCOME | ONE_OF_SEVERAL | {purpose for _, purpose in listed()}
    tasks = {"check to {given.task}"}
    assert set() == set(purposes()) - known - tasks


def test_every_number_belongs_to_a_roll_of_a_rule() -> None:
    """A purpose that is spelt differently in the rule would never be found."""
    asked = set(purposes())
    assert [] == [(rule, purpose) for rule, purpose in listed() if purpose and purpose not in asked]
    assert [] == [rule for rule, _ in listed() if rule not in RULES]


def settled(rule: AnyRule, given: Mapping[str, object], outcome: Mapping[str, object], *throws: Answered) -> Settled:
    """A ruling about Maud."""
    return Settled(rule.id, rule.edition, given, throws, outcome, SeatId("one"), "", "Maud")


def rolled(purpose: str, *faces: int) -> Answered:
    """A roll of one d20, or of two d6."""
    return Answered(Throw(purpose, D20 if len(faces) == 1 else TWO_D6), faces, (DieSource.ROLLED,) * len(faces))


def scar(face: int, option: str) -> Answered:
    """A choice about Scars."""
    return Answered(Choice(f"use a Scar on the {face}", SeatId("one"), ("keep", "down", "up")), option)


BLOW = {"attribute": 15, "ac": 5, "scars": 1}


@pytest.mark.parametrize(
    "event, said",
    [
        (
            settled(
                save_roll,
                {"target": 13, "modifier": 2},
                {"kind": "success", "natural": False},
                rolled("saving throw", 12),
            ),
            "Saved. (Maud, 1d20, saving throw: 12, +2 = 14, against 13, rolled)",
        ),
        (
            settled(
                door_listen,
                {"loud": [], "quiet": [], "mod": -1},
                {"kind": "heard", "heard": []},
                rolled("listen at the door", 4, 4),
            ),
            "Nothing is heard. (Maud, 2d6, listen at the door: 4 + 4 = 8, −1 = 7, against 10, rolled)",
        ),
        (
            settled(hike_roll, {"survival": 1, "vit_mod": 0}, {"kind": "no_bonus"}, rolled("hiking roll", 7)),
            "The march goes no farther than usual. (Maud, 1d20, hiking roll: 7, +1 = 8, against 10, rolled)",
        ),
        (
            settled(initiative, {"agility": 12, "scars": 0}, {"kind": "before"}, rolled("initiative", 4)),
            "Acts before the foes. (Maud, 1d20, initiative: 4, 8 under 12, rolled)",
        ),
        (
            settled(attack, BLOW, {"kind": "hit", "r": 12}, rolled("attack", 12), scar(12, "keep")),
            "12: a hit. (Maud, 1d20, attack: 12, over AC 5 and under 15, rolled)",
        ),
        (
            settled(attack, BLOW, {"kind": "miss", "r": 4}, rolled("attack", 4)),
            "4: a miss. (Maud, 1d20, attack: 4, under AC 5, rolled)",
        ),
        (
            settled(attack, BLOW, {"kind": "miss", "r": 16}, rolled("attack", 16)),
            "16: a miss. (Maud, 1d20, attack: 16, over 15, rolled)",
        ),
        (
            settled(attack, BLOW, {"kind": "armour_worn", "r": 5, "ac": 4}, rolled("attack", 5)),
            "5: no damage, but the armour is worn down to AC 4. (Maud, 1d20, attack: 5, exactly AC 5, rolled)",
        ),
        (
            settled(attack, BLOW, {"kind": "hit_exact", "r": 15}, rolled("attack", 16), scar(16, "down")),
            (
                "Exactly 15: a hit. The target is stunned, and another attack follows. "
                "(Maud, 1d20, attack: 16, rolled; a Scar moves it down to 15, exactly 15)"
            ),
        ),
    ],
)
def test_the_number_is_beside_the_dice(event: Settled, said: str) -> None:
    """With all that was added to the roll, and the Scar that moved it."""
    assert said == ruling(event)


def test_a_seat_that_saw_the_dice_alone_reads_no_number() -> None:
    """It may not know the foe's Armour Class."""
    seen = Thrown(attack.id, (rolled("attack", 12),), SeatId("one"), "Maud")
    assert "Maud, 1d20, attack: 12, rolled." == ruling(seen)


@of_every_rule
def test_the_dice_line_adds_up_to_the_total_of_the_outcome(rule: AnyRule) -> None:
    """Every worked case whose roll is held against a number shows its total, also where other dice follow."""
    for case in rulings(rule):
        outcome = wire.plain(case.outcome)
        event = settled(rule, wire.plain(case.given), outcome, *case.throws)
        line, total = words.thrown(event.throws, words.beside(event)), outcome.get("total")
        if isinstance(total, int) and "against" in line:
            assert re.search(rf"(= |: ){total}\b", line), line
