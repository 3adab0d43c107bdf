"""Whole delves into the demo, one by each clock: from the first torch to the last door, every die on the table.

What the referee and one player hear of the first is kept beside the scripts. After a change of words or rules

    make playthroughs

writes both transcripts again and prints the digests that stand here.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tests.faces.commandline import CommandLine
from tests.playthroughs.delves import CLOCKS, EVERY, ID, TRANSCRIBED, TRANSCRIPTS, Delve, file_of, transcript
from undercroft import demo
from undercroft.faces.terminal.console import Console
from undercroft.kernel import wire
from undercroft.server.commands import Redo, Undo
from undercroft.server.lines import LineReader
from undercroft.store.log import Clean
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.site.search import ClueGiven, FeatureFound
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried

OSSUARY = SiteId("ossuary")
(BEFORE,) = demo.campaign().sites
OWNED = {thing.id for thing in demo.campaign().things if isinstance(thing.place, Carried)}
ANSWERING = ("table.answers-awaited", "table.dice-wanted", "table.dice-answered")
"""What only dice on the table leave in a log: that they were asked for, and answered."""


class Stand(Struct, frozen=True):
    """How a delve ends."""

    minutes: int
    turn: int
    zone: str
    hp: dict[str, int]
    lights: dict[str, str]
    """What burns, by who holds it."""
    taken: dict[str, str]
    """What was found and taken, by what it is, and who has it."""
    doors: dict[str, str]
    """Every door that is no longer as it was."""
    found: set[str]
    traps: dict[str, str]
    """Every trap the party knows of, and how it is."""
    cleared: set[str]
    seen: set[str]
    """Every zone someone has been in."""


def stand(now: Campaign) -> Stand:
    """The state, in short."""
    (group,) = now.groups.values()
    site, seen, scene = now.sites[OSSUARY], now.seen[OSSUARY], group.scene
    assert scene is not None
    carried = {thing.id: thing.place.by for thing in now.things.values() if isinstance(thing.place, Carried)}
    return Stand(
        minutes=group.time // 60,
        turn=getattr(scene, "turn", 0) or getattr(scene, "round", 0),
        zone=str(group.zone),
        hp={person.id: person.hp for person in now.people.values()},
        lights={light.holder: light.item for light in now.lights.values()},
        taken={id: by for id, by in carried.items() if id not in OWNED and id in SITE_THINGS},
        doors={id: str(door.state) for id, door in site.doors.items() if door.state is not BEFORE.doors[id].state},
        found={id for id, feature in site.features.items() if feature.found},
        traps={id: str(site.traps[id].state) for id in seen.traps},
        cleared={id for id, obstacle in site.obstacles.items() if obstacle.cleared},
        seen=set(seen.zones),
    )


SITE_THINGS = {thing.id for thing in demo.campaign().things} - OWNED
ENDS: dict[str, Stand] = {
    "sovereign": Stand(
        minutes=390,
        turn=40,
        zone="weigh",
        hp={"maud": 7, "ansgar": 17, "isolde": 6, "corvin": 8, "bettany": 5, "tam": 4},
        lights={"tam": "torch"},
        taken={
            "offerings": "maud",
            "weigh-key": "maud",
            "founder-staff": "ansgar",
            "founder-rings": "isolde",
            "anchorite-diary": "isolde",
            "orrin-lamp": "isolde",
        },
        doors={
            "cell-door": "open",
            "chandlery-door": "open",
            "closet-door": "open",
            "reliquary-door": "open",
            "vestry-door": "broken",
            "weigh-door": "open",
        },
        found={"diary", "hatch", "kerb", "key-hook", "offering-niche"},
        traps={
            "tilting-flags": "armed",
            "bell-string": "disarmed",
            "hot-wax": "sprung",
            "font-water": "sprung",
            "sinking-floor": "armed",
        },
        cleared={"founder-slab"},
        seen={"anchorite", "chandlery", "closet", "font", "lychgate", "nave", "ossuary", "reliquary", "walk", "weigh"},
    ),
    "delving": Stand(
        minutes=198,
        turn=34,
        zone="weigh",
        hp={"maud": 9, "ansgar": 19, "isolde": 6, "corvin": 11, "bettany": 7, "tam": 4},
        lights={"isolde": "lantern", "tam": "torch"},
        taken={
            "offerings": "maud",
            "weigh-key": "maud",
            "founder-rings": "isolde",
            "anchorite-diary": "isolde",
            "orrin-lamp": "isolde",
        },
        doors={
            "cell-door": "open",
            "chandlery-door": "open",
            "closet-door": "open",
            "reliquary-door": "open",
            "vestry-door": "open",
            "weigh-door": "open",
        },
        found={"diary", "hatch", "kerb", "key-hook", "offering-niche"},
        traps={"tilting-flags": "disarmed", "bell-string": "armed", "hot-wax": "disarmed", "sinking-floor": "armed"},
        cleared={"founder-slab"},
        seen={"anchorite", "chandlery", "closet", "font", "lychgate", "nave", "ossuary", "reliquary", "walk", "weigh"},
    ),
    "hexcrawl": Stand(
        minutes=340,
        turn=35,
        zone="weigh",
        hp={"maud": 9, "ansgar": 19, "isolde": 6, "corvin": 10, "bettany": 7, "tam": 4},
        lights={"tam": "torch", "corvin": "torch"},
        taken={
            "offerings": "maud",
            "weigh-key": "maud",
            "founder-rings": "isolde",
            "anchorite-diary": "isolde",
            "font-coins": "isolde",
        },
        doors={
            "cell-door": "open",
            "chandlery-door": "open",
            "closet-door": "open",
            "vestry-door": "open",
            "weigh-door": "open",
        },
        found={"diary", "hatch", "kerb", "key-hook", "offering-niche"},
        traps={"tilting-flags": "disarmed", "font-water": "sprung", "sinking-floor": "armed"},
        cleared={"founder-slab"},
        seen={"anchorite", "chandlery", "closet", "font", "lychgate", "nave", "ossuary", "walk", "weigh"},
    ),
    "violence": Stand(
        minutes=300,
        turn=31,
        zone="weigh",
        hp={"maud": 9, "ansgar": 19, "isolde": 6, "corvin": 10, "bettany": 7, "tam": 4},
        lights={"isolde": "lantern"},
        taken={
            "offerings": "maud",
            "weigh-key": "maud",
            "founder-rings": "isolde",
            "anchorite-diary": "isolde",
            "font-coins": "isolde",
        },
        doors={
            "cell-door": "open",
            "chandlery-door": "open",
            "closet-door": "open",
            "vestry-door": "open",
            "weigh-door": "open",
        },
        found={"diary", "hatch", "kerb", "key-hook", "offering-niche"},
        traps={"tilting-flags": "disarmed", "font-water": "sprung", "sinking-floor": "armed"},
        cleared={"founder-slab"},
        seen={"anchorite", "chandlery", "closet", "font", "lychgate", "nave", "ossuary", "walk", "weigh"},
    ),
}
DIGESTS: dict[str, str] = {
    "sovereign": "89916fbceb0a2078cb74c3ba5a5bcdf16737074e6b75c978fd066d641a96ff61",
    "delving": "d36bb9e94c79d74f5277e71e0993a8e4fb0681e31cfef4e765468f2d884f8be1",
    "hexcrawl": "17a305dc9ca2472c783b4459b6a5eacdc5e1a63cc635afcf6d16e350f6e35b56",
    "violence": "16b4961104f452b1f26eb86cf9c0b53da0f00b46e8d9ee8569186c318a6c4e46",
}


class Played(Struct, frozen=True):
    """A delve by dice on the table, and the file of the store it is in."""

    delve: Any
    file: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Each delve, played once for all that is asked of it."""
    folder = tmp_path_factory.mktemp("delves")
    stores: list[SQLiteStore] = []

    @cache
    def play(clock: str) -> Played:
        file = folder / f"{clock}.db"
        stores.append(SQLiteStore(file))
        return Played(Delve(clock, stores[-1]), file)

    yield play
    for store in stores:
        store.close()


@pytest.mark.parametrize("clock", CLOCKS)
def test_it_ends_as_it_should(played: Any, clock: str) -> None:
    """After every line of the script, with nothing refused that was not expected, in exactly this state."""
    delve: Delve = played(clock).delve
    assert ("", ENDS[clock]) == (delve.ended.refused, stand(delve.table.now))
    assert DIGESTS[clock] == delve.session.digest()


def _masked(delve: Delve) -> list[tuple[Any, ...]]:
    """The log without where dice came from, its acts counted as they come."""
    acts: dict[str, int] = {}
    lines = [line for line in delve.log if line.tag not in ANSWERING]
    return [
        (acts.setdefault(line.act, len(acts)), line.at, line.audience, line.tag, _sourceless(line.body))
        for line in lines
    ]


def _sourceless(body: bytes) -> bytes:
    plain = wire.decode(Any, body)

    def masked(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: len(value) if name == "sources" else masked(value) for name, value in part.items()}
        return [masked(each) for each in part] if isinstance(part, list) else part

    # what was undone or is redone is named by its act, and acts are numbered as they come
    return wire.encode({name: value for name, value in masked(plain).items() if name != "act"})


@pytest.mark.parametrize("clock", CLOCKS)
def test_it_is_the_same_a_person_who_throws(played: Any, clock: str) -> None:
    """With the same faces from the server the log differs in nothing but where each die came from."""
    typed: Delve = played(clock).delve
    rolled = Delve(clock, MemoryStore(), rolled=True)
    assert _masked(typed) == _masked(rolled)
    assert typed.session.digest() == rolled.session.digest()
    sources = {source for line in rolled.log for source in (b"typed", b"rolled") if b'"%s"' % source in line.body}
    assert {b"rolled"} == sources


@pytest.mark.parametrize("clock", CLOCKS)
def test_every_act_can_be_undone(played: Any, clock: str) -> None:
    """Back to the start and forth again things stand, for the truth and every seat, as they stood then."""
    delve: Delve = played(clock).delve
    session, last = Console(delve.table), len(delve.states) - 1
    for number in range(last - 1, -1, -1):
        assert () == session.act(Undo())
        assert number % EVERY or delve.states[number] == session.digest(), number
    for number in range(1, last + 1):
        assert () == session.act(Redo())
        assert number % EVERY or delve.states[number] == session.digest(), number
    assert DIGESTS[clock] == session.digest()


@pytest.mark.parametrize("clock", CLOCKS)
def test_its_log_is_whole(played: Any, clock: str, undercroft: CommandLine) -> None:
    """Every line is as it was written."""
    one: Played = played(clock)
    checked = one.delve.store.verify(ID)
    assert isinstance(checked, Clean)
    assert len(one.delve.log) <= checked.version
    ran = undercroft("table", "verify", ID, "--data", str(one.file))
    assert (0, "") == (ran.code, ran.err)


def test_it_runs_from_the_command_line(undercroft: CommandLine, tmp_path: Path) -> None:
    """As anybody would run it, to the same state."""
    data = ("--data", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "Marches", "--demo", *data).code
    ran = undercroft("play", ID, "--script", str(file_of(TRANSCRIBED)), "--json", *data)
    assert (0, "") == (ran.code, ran.err)
    assert DIGESTS[TRANSCRIBED] == ran.json["state"]


def _secrets(found: set[str], clues: set[tuple[str, int]], traps: set[str]) -> Iterator[str]:
    """Every text of the site's file that nobody but the referee may have, with so much of it found."""
    yield from (zone.secret for zone in BEFORE.zones.values())
    yield from (creature.notes for creature in BEFORE.creatures.values())
    for feature in BEFORE.features.values():
        yield from (feature.where, feature.answer)
        yield from (clue for number, clue in enumerate(feature.clues) if (feature.id, number) not in clues)
        if feature.id not in found:
            yield feature.what
    for trap in BEFORE.traps.values():
        if trap.id not in traps:
            yield from (trap.tell, trap.what)


@pytest.mark.parametrize("clock", CLOCKS)
def test_no_player_is_told_a_secret(played: Any, clock: str) -> None:
    """Not in a line they were told before it was found, not in their state or what they may do."""
    delve: Delve = played(clock).delve
    reader, found, clues = LineReader(), set[str](), set[tuple[str, int]]()
    traps = {str(trap) for trap in delve.table.now.seen[OSSUARY].traps}
    for line in delve.log:
        match reader.told(line).event:
            case FeatureFound(feature=feature):
                found.add(feature)
            case ClueGiven(feature=feature, clue=clue):
                clues.add((feature, clue))
            case _:
                pass
        if set(line.audience) - {REFEREE}:
            assert [] == [trap for trap in _secrets(found, clues, traps) if trap and _written(trap) in line.body], (
                line.tag
            )
    for seat in set(delve.table.seats) - {REFEREE}:
        known = wire.encode((delve.table.known(seat), [str(offer) for offer in delve.table.offers(seat)]))
        assert [] == [trap for trap in _secrets(found, clues, traps) if trap and _written(trap) in known], seat


def _written(text: str) -> bytes:
    """A text as it stands in JSON."""
    return wire.encode(text)[1:-1]


@pytest.mark.parametrize("who", TRANSCRIPTS)
def test_what_they_hear(played: Any, who: str) -> None:
    """Line by line, in the table's words."""
    delve: Delve = played(TRANSCRIBED).delve
    assert transcript(who).read_text(encoding="utf-8").splitlines() == delve.heard[TRANSCRIPTS[who]]
