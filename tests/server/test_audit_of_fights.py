"""A log with fights by both books, settled again."""

from typing import Any

from msgspec.structs import replace

from tests.server.tabling import ID, Playing, in_the_hall
from undercroft.kernel import wire
from undercroft.kernel.dice import Choice, rolls_in
from undercroft.server.log_audit import audited
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes
from undercroft.table.state.house_rules import Combat
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN


def test_a_log_with_fights_by_both_books_stands() -> None:
    """Every ruling of either fight comes to what it came to: initiative, and the foes' numbers."""
    playing = in_the_hall(MemoryStore())
    for book, line in ((Combat.VIOLENCE, "orc HD 1 AC 4 1d2"), (Combat.SOVEREIGN, "orc HD 1 AC 14 1d2")):
        playing.do(ChangeHouse(replace(playing.table.now.house, combat=book)))
        playing.do(AddFoes(MAIN, line))
        _answer_all(playing)
        playing.do(EndFight(MAIN, parted=True))
        _answer_all(playing)
    settled = {str(wire.decode(dict[str, Any], body).get("rule")) for _, _, body in playing.log()}
    assert {"violence.enemy-stats", "sovereign.hp.npc", "sovereign.combat.initiative"} <= settled
    assert () == audited(playing.store, ID).otherwise


def _answer_all(playing: Playing) -> None:
    """Answer every question: the first choice, and a 1 on each die."""
    while playing.table.now.wanted:
        wanted = next(iter(playing.table.now.wanted.values()))
        asked = wanted.questions[0]
        if isinstance(asked.question, Choice):
            playing.do(Answer(wanted.id, asked.ruling, (asked.question.options[0],)))
        else:
            dice = sum(roll.count for roll in rolls_in(asked.question.roll))
            playing.do(Answer(wanted.id, asked.ruling, (1,) * dice))
