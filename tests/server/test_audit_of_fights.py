"""A log with fights by both books, settled again."""

from typing import Any

from msgspec.structs import replace

from tests.server.tabling import ID, Playing, in_the_hall
from tests.table.small_site import MAUD
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, Throw, rolls_in
from undercroft.server.log_audit import audited
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.rounds import WaitOut
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN

FOUGHT = {Combat.VIOLENCE: ("orc HD 3 AC 4 1d2", Attack), Combat.SOVEREIGN: ("orc HD 3 AC 10 1d2", Strike)}
ATTACKS = {"house.attack", "violence.damage", "sovereign.combat.attack", "sovereign.combat.damage"}
"""The rules of attacks and their damage that these fights settle."""


def fought(store: Store) -> Playing:
    """A fight by each book: Maud attacks, Ulf waits, the foe attacks, and the round ends."""
    playing = in_the_hall(store)
    for book, (line, attack) in FOUGHT.items():
        playing.do(ChangeHouse(replace(playing.table.now.house, combat=book)))
        playing.do(AddFoes(MAIN, line))
        _answer_all(playing)
        fight = fight_of(playing.table.now.groups[MAIN])
        assert fight is not None
        playing.do(attack(MAUD, fight.foes[0].id), by_hand=True)
        _answer_all(playing)
        playing.do(WaitOut(MAIN), by_hand=True)
        _answer_all(playing)
        playing.do(EndFight(MAIN, parted=True))
        _answer_all(playing)
    return playing


def test_a_log_with_fights_by_both_books_stands() -> None:
    """Every ruling of either fight comes to what it came to: initiative, the foes' numbers, attacks and damage."""
    playing = fought(MemoryStore())
    settled = {str(wire.decode(dict[str, Any], body).get("rule")) for _, _, body in playing.log()}
    assert {"violence.enemy-stats", "sovereign.hp.npc", "sovereign.combat.initiative", *ATTACKS} <= settled
    assert () == audited(playing.store, ID).otherwise


def test_a_person_who_types_the_d20_of_a_blow_types_its_damage_too() -> None:
    """Undercroft rolls for this seat, until its player puts a die of their own on the table."""
    for book, (line, attack) in FOUGHT.items():
        playing = in_the_hall(MemoryStore())
        playing.do(ChangeHouse(replace(playing.table.now.house, combat=book)))
        playing.do(AddFoes(MAIN, line))
        _answer_all(playing)
        fight = fight_of(playing.table.now.groups[MAIN])
        assert fight is not None
        playing.ask(attack(MAUD, fight.foes[0].id), dice=(HITS[book],))
        assert "damage" in _first_throw(playing).purpose


HITS = {Combat.VIOLENCE: 10, Combat.SOVEREIGN: 20}


def _first_throw(playing: Playing) -> Throw:
    """The first dice that are wanted, after the first option of every choice before them."""
    while True:
        (wanted,) = playing.table.now.wanted.values()
        asked = wanted.questions[0]
        if isinstance(asked.question, Throw):
            return asked.question
        playing.do(Answer(wanted.id, asked.ruling, (asked.question.options[0],)))


def _answer_all(playing: Playing) -> None:
    """Answer every question: the first choice, and a 10 on each die, or what it can show at most."""
    while playing.table.now.wanted:
        wanted = next(iter(playing.table.now.wanted.values()))
        asked = wanted.questions[0]
        if isinstance(asked.question, Choice):
            playing.do(Answer(wanted.id, asked.ruling, (asked.question.options[0],)))
        else:
            rolls = rolls_in(asked.question.roll)
            faces = (min(10, roll.values[-1]) for roll in rolls for _ in range(roll.count))
            playing.do(Answer(wanted.id, asked.ruling, tuple(faces)), by_hand=True)
