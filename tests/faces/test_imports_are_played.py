"""What a file of another program holds is played as it is read: sites are entered, tables rolled, characters join."""

from pathlib import Path

import pytest

from undercroft.exchange.foreign import read_foreign
from undercroft.faces.shared.foreign_import import begin_with
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused
from undercroft.server.tables import Tables
from undercroft.store.memory import MemoryStore
from undercroft.table.characters.characters import QuickCharacter
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import RollRest
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.lore.tables import RollOn
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

FILES = sorted((Path(__file__).parents[1] / "exchange" / "foreign" / "files").iterdir())


class Played:
    """A table that the referee plays, with the server's dice."""

    def __init__(self, table: OpenTable) -> None:
        self.table = table
        self._number = 0

    def do(self, command: Command) -> None:
        """Carry a command out, with every die it wants."""
        self._number += 1
        done = self.table.act(REFEREE, command, key=f"act-{self._number}")
        assert not isinstance(done, Refused), (command, done)
        while wanted := next(iter(self.table.now.wanted), None):
            self._number += 1
            self.table.act(REFEREE, RollRest(wanted), key=f"dice-{self._number}")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_played_as_it_is_read(file: Path) -> None:
    """Nobody corrects anything: its tables are rolled on, and the first turn in its first site is ended."""
    found = read_foreign(file.read_bytes(), file.name)
    played = Played(Tables(MemoryStore()).begin("tin", begin_with("Tin", found), name="Tin"))
    for table in found.tables:
        played.do(RollOn(table.id))
    assert {person.id for person in found.people} <= played.table.now.people.keys()
    if not found.sites:
        assert found.lands or found.tables or found.monsters or found.texts or found.people
        return
    played.do(QuickCharacter(next(iter(played.table.now.seats)), "Oda Kell", joins=True))
    played.do(EnterSite(MAIN, found.sites[0].site.id))
    played.do(EndStep(MAIN))
    scene = played.table.now.groups[MAIN].scene
    assert not isinstance(scene, SovereignTurn) or scene.turn == 2
