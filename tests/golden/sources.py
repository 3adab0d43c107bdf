"""Where golden logs come from: the scripted delves by each clock, the recorded stories, a session by each preset.

A log is kept as it was written once. Its source may be played otherwise tomorrow: then another log is added.
"""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields, replace

from tests.playthroughs.delves import CLOCKS, ID, file_of
from tests.playthroughs.playing import Playthrough
from tests.playthroughs.stories import STORIES
from tests.server.tabling import in_the_hall
from tests.table.bots import RandomTable, any_kind, in_turn, opening
from tests.table.small_lands import setting_out
from tests.table.small_site import CRYPT, MAUD, ONE
from tests.table.tabletop import Tabletop, folded
from undercroft import demo
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.kernel import wire
from undercroft.server.commands import Undo
from undercroft.server.lines import LineReader, entry
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.log import Batch, ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table, import_table
from undercroft.store.store import Store
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.layout import Direction
from undercroft.table.preparing.parts import differences, parts_of_site
from undercroft.table.preparing.places import StartPlace
from undercroft.table.preparing.rooms import AddRoom
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.session.dice_seals import AddWord, OpenSecretDice
from undercroft.table.session.sessions import BeginSession, EndSession
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.search import Search
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

FOLDER = Path(__file__).parent
DIGESTS = "digests.txt"
WALL = "2026-01-31T19:00:00.000Z"
SECRET = bytes(range(32))
ACTS = 10
DELVED = 45
"""So many lines of a delve's script: enough for doors, traps, light and an encounter, and a small file."""


def _delve(clock: str) -> bytes:
    store, acts = MemoryStore(), count(1)
    tables = Tables(store, acts=lambda: f"act-{next(acts)}", wall=lambda: WALL)
    session = Console(tables.begin(ID, demo.campaign(), secret=lambda many: SECRET[:many]))
    lines = file_of(clock).read_text(encoding="utf-8").splitlines()[:DELVED]
    ended = CommandFile(session, lambda _: None, proven=True).run(iter(lines))
    assert not ended.refused, ended.refused
    return _exported(store, ID)


def _story(story: Playthrough) -> bytes:
    table = story.begins()
    for act in story.acts:
        table.do(act.command, *act.faces, seat=act.seat)
    return _as_log(story.name, story.shows, table)


def _evening(preset: str) -> bytes:
    """A session by that preset: strangers come, and then whatever is offered is done, in turn."""
    table = RandomTable(in_turn())
    table.try_out(opening(Clock.SOVEREIGN, PRESETS[preset]))
    table.try_out(EnterSite(MAIN, CRYPT))
    table.try_out(MeetStrangers(MAIN, "2 ghouls HD 2", hostile=True))
    for _ in range(ACTS):
        command = any_kind(table)
        if command is not None:
            table.try_out(command)
    return _as_log(f"evening-{preset}", f"An evening by {preset}", table)


def _prepared() -> bytes:
    """The referee drafts changes of every kind, plays them in, adds a room at once and starts an unmapped place."""
    table = RandomTable(in_turn())
    begin = opening(Clock.SOVEREIGN)
    table.try_out(begin)
    wanted = replace(table.now, lands=setting_out().lands)
    table.try_out(Prepare(tuple(differences(table.now, wanted))))
    table.try_out(EnterSite(MAIN, CRYPT))
    crypt = table.now.sites[CRYPT]
    changed = [replace(part, after=_renamed(part.after)) for part in parts_of_site(crypt)]
    table.try_out(Prepare(tuple(change for change in changed if change.before != change.after)))
    table.try_out(PlayIt(tell=tuple(table.now.draft)[:10]))
    table.try_out(AddRoom(MAIN, "Tallow loft", Direction.UP, glance="Candles."))
    table.try_out(Prepare(tuple(replace(part, after=None) for part in parts_of_site(table.now.sites[CRYPT]))[-6:]))
    table.try_out(PlayIt())
    table.try_out(LeaveSite(MAIN, at_once=True))
    table.try_out(StartPlace(MAIN, "The Old Barn", Clock.DELVING, encounters=("1d4 giant rats", "the rafters creak")))
    return _as_log("preparing", "The referee changes the world", table)


def _sealed() -> bytes:
    """A session with sealed dice, open and secret, a player's word, an undone throw, and every seal opened."""
    playing = in_the_hall(MemoryStore())
    playing.do(BeginSession("The hall"))
    playing.do(Search(MAUD), ONE)
    playing.do(AddWord("Pferd ä", ONE), ONE)
    playing.do(ThrowDice("2d6!+1d20r<10+4dF"))
    playing.do(ThrowDice("1d66", secret=True))
    playing.do(Undo())
    playing.do(ThrowDice("1d66", secret=True))
    playing.do(EndSession())
    playing.do(OpenSecretDice())
    return _exported(playing.store, CRYPT)


def _renamed(part: Any) -> Any:
    return replace(part, name="changed") if isinstance(part, Struct) and hasattr(part, "name") else part


def _as_log(name: str, title: str, table: Tabletop) -> bytes:
    store = MemoryStore()
    store.create(ListedTable(name, title, WALL), SECRET)
    entries = tuple(entry(told, WALL) for told in table.log)
    store.append(name, Batch(0, "story", b"story", entries, b"{}"))
    return _exported(store, name)


def _exported(store: Store, table: str) -> bytes:
    out = BytesIO()
    export_table(store, table, out)
    return out.getvalue()


SOURCES: Mapping[str, Callable[[], bytes]] = {
    **{f"delve-{clock}": partial(_delve, clock) for clock in CLOCKS},
    **{story.name: partial(_story, story) for story in STORIES},
    **{f"evening-{preset}": partial(_evening, preset) for preset in PRESETS},
    "preparing": _prepared,
    "fair-dice": _sealed,
}
"""What can be played for another log, by name."""


def replayed(log: bytes) -> str:
    """A log read by today's code, every link checked, and folded for every seat: the digest of the state."""
    store = MemoryStore()
    taken = import_table(store, BytesIO(log), "golden", SECRET)
    table = OpenTable(store, taken.table.id, acts=lambda: "none", wall=lambda: WALL)
    told = [LineReader().told(line) for line in table.lines()]
    known = {str(seat): _said(folded(each for each in told if seat in each.to)) for seat in table.seats}
    return sha256(wire.encode(known)).hexdigest()


_ON_RECORD = {
    "DelverTurn": "Going",
    "EncounterRow": "Row",
    "EncounterScene": "Meeting",
    "GameSession": "Evening",
    "InHex": "Left",
    "LandWay": "Way",
    "OpenQuestion": "Asked",
    "Wages": "Pay",
}
"""Classes of the state whose digests are on record under another name."""


def _said(value: object) -> object:
    """A state without its defaults: a new field alone changes no digest."""
    if isinstance(value, Struct):
        told = {field.name: getattr(value, field.name) for field in fields(value) if _differs(value, field)}
        name = type(value).__name__
        return {"": _ON_RECORD.get(name, name), **{name: _said(part) for name, part in told.items()}}
    if isinstance(value, Mapping):
        return {str(name): _said(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_said(each) for each in value]
    return value


def _differs(value: Struct, field: FieldInfo) -> bool:
    usual = field.default if field.default_factory is NODEFAULT else field.default_factory()
    return bool(getattr(value, field.name) != usual)


def recorded(folder: Path = FOLDER) -> dict[str, tuple[str, str]]:
    """By name: the digest of the file's bytes, and of the state it ends in."""
    kept = folder / DIGESTS
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {name: (of_bytes, of_state) for name, of_bytes, of_state in (line.split() for line in lines)}


def add(name: str, log: bytes, folder: Path = FOLDER) -> None:
    """Keep another log; one that is there already stays as it is."""
    path = folder / f"{name}.jsonl"
    if path.exists() or name in recorded(folder):
        raise FileExistsError(f"{path.name} is kept already, and is never written anew")
    path.write_bytes(log)
    line = f"{name} {sha256(log).hexdigest()} {replayed(log)}\n"
    with (folder / DIGESTS).open("a", encoding="utf-8") as kept:
        kept.write(line)
