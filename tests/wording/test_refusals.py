"""A refusal names who it is about: a person, a group or the creatures, never “they”."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.table.small_site import CRYPT, MAUD, SLAB, ULF, begin
from tests.table.tabletop import Tabletop
from tools.prose import ROOT
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.fight.attack import Attack
from undercroft.table.road.camp import MakeCamp
from undercroft.table.site.movement import Move
from undercroft.table.site.work import StopWork
from undercroft.table.state.ids import FoeId, GroupId
from undercroft.table.town.town import LeaveTown
from undercroft.table.world.groups import MAIN

UNNAMED = re.compile(r"(?:^|[.:;] )They\b|\bthey (?:go|cannot|must|stand|explore|forage)\b|\btheir turn\b")
"""Sentences of refusals that do not say who."""


def refusals() -> Iterator[tuple[str, str]]:
    """The texts of all reasons in the code of the table, with where they are."""
    for path in sorted((ROOT / "src/undercroft/table").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                texts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
                yield from ((f"{path.name}:{node.lineno}", text) for text in texts if isinstance(text, str))


def test_no_refusal_speaks_of_them() -> None:
    found = [(place, text) for place, text in refusals() if UNNAMED.search(text)]
    assert [] == found


@pytest.mark.parametrize(
    "command, what",
    [
        (StopWork(MAUD), "Maud is not at work."),
        (Attack(MAUD, FoeId("a")), "Maud is not in a fight."),
        (MakeCamp(MAIN), "The party is not in the wilderness."),
        (LeaveTown(MAIN), "The party is in no settlement."),
        (LeaveTown(GroupId("scouts")), "The scouts are in no settlement."),
        (Move(GroupId("scouts"), SLAB), "The scouts know no such exit here. Exits here: oak door."),
    ],
)
def test_a_refusal_says_who(command: Command, what: str) -> None:
    """By name: a person, the party, or a group by the name it was given, one or several."""
    table = Tabletop()
    table.do(begin())
    table.do(EnterSite(MAIN, CRYPT))
    table.do(Split(MAIN, (ULF,), "scouts"))
    assert what in [reason.what for reason in table.why_not(command)]
