"""A whole session with the demo, from a file of commands with typed dice: dungeon, fights, a death, the road, the town.

After a change of words or rules

    make playthroughs

writes both reports again and prints the digest that stands here.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from tests.playthroughs.delves import EVENING, EVERY, ID, TRANSCRIPTS, Delve, file_of, report_of
from undercroft import demo
from undercroft.faces.report.report_page import report
from undercroft.faces.terminal.console import Console
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.chronicle import chronicle
from undercroft.server.commands import Redo, Undo
from undercroft.server.lines import LineReader
from undercroft.server.log_audit import audited
from undercroft.store.log import Clean
from undercroft.store.sqlite import SQLiteStore
from undercroft.table.body.condition import Died
from undercroft.table.characters.joining import Arrived
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import SceneWentOn, Settled
from undercroft.table.engine.time_words import moment
from undercroft.table.fight.chase import ChaseRun
from undercroft.table.fight.field import FightDecided
from undercroft.table.road.camp import CampMade
from undercroft.table.road.night import MorningCame
from undercroft.table.road.travel_day import DayBegan
from undercroft.table.session.dice_seals import DiceOpened, DiceSealed
from undercroft.table.session.sessions import SessionBegan, SessionEnded
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.scenes import SovereignTurn, Town
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, ThingKind
from undercroft.table.town.advancement import Grew
from undercroft.table.town.selling import Sold
from undercroft.table.world.campaign_start import PersonJoined
from undercroft.table.world.groups import MAIN, GroupFormed, GroupGone

DIGEST = "7c565d4d0996a9629992e55c93b8dbd8bb59b36efe82c8a042b1dcdbba4034ca"
SAMPLED = 5 * EVERY
"""Of so many acts one is compared."""
WENNA = "wenna-skerry-seat-4"
(SITE,) = demo.campaign().sites


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the session is kept."""
    return tmp_path_factory.mktemp("evening") / "evening.db"


@pytest.fixture(scope="module")
def evening(file: Path) -> Iterator[Delve]:
    """The session, played once for all that is asked of it."""
    store = SQLiteStore(file)
    yield Delve(EVENING, store)
    store.close()


@pytest.fixture(scope="module")
def events(evening: Delve) -> list[Event]:
    """What happened, in order, as the referee knows it."""
    return [each.told.event for each in chronicle(evening.store, ID, REFEREE).noted]


def test_it_ends_as_it_should(evening: Delve) -> None:
    """After every line, with nothing refused: who lives, with what, where and when."""
    now = evening.table.now
    assert "" == evening.ended.refused
    assert {
        "maud": (10, 10, 3, 3046),
        "ansgar": (19, 19, 3, 4426),
        "isolde": (6, 6, 2, 2886),
        "corvin": (0, 11, 2, 1900),
        "bettany": (7, 7, 1, 0),
        "tam": (4, 4, 1, 0),
        WENNA: (5, 5, 1, 1306),
    } == {person.id: (person.hp, person.hp_max, person.sheet.level, person.sheet.xp) for person in now.people.values()}
    assert ["corvin"] == [person.id for person in now.people.values() if not person.alive]
    (party,) = now.groups.values()
    assert ("maud", "ansgar", "isolde", "tam", "bettany", WENNA) == party.members
    assert ("0206", "day 6, 10:30") == (party.hex, moment(now, party.time))
    assert isinstance(party.scene, Town)
    assert "Carrow" == party.scene.name
    assert now.session is None or not now.session.open
    assert DIGEST == evening.session.digest()


def test_what_is_in_the_purses(evening: Delve) -> None:
    """Saint Orrin's lamp and the rest are sold; the key to the weigh-chamber is kept."""
    coins: Counter[str] = Counter()
    for thing in evening.table.now.things.values():
        if thing.kind is ThingKind.COINS and isinstance(thing.place, Carried):
            coins[thing.place.by] += thing.worth or 0
    assert {"ansgar": 12310, "bettany": 195, "isolde": 64520, "maud": 1070, "tam": 30, WENNA: 5800} == dict(coins)
    assert Carried(PersonId("maud")) == evening.table.now.things[ThingId("weigh-key")].place


def test_it_has_all_that_a_session_has(events: list[Event]) -> None:
    """Forty turns, two fights, a split, a death and a replacement, a chase, three days on the road, and a level."""
    scenes = [event.scene for event in events if isinstance(event, SceneWentOn)]
    assert 44 == max(scene.turn for scene in scenes if isinstance(scene, SovereignTurn))
    assert ["won", "fled"] == [event.ending for event in events if isinstance(event, FightDecided)]
    assert ["the-scout"] == [
        event.group.id for event in events if isinstance(event, GroupFormed) and event.group.id != MAIN
    ]
    assert ["the-scout"] == [event.group for event in events if isinstance(event, GroupGone)]
    assert ["corvin"] == [event.who for event in events if isinstance(event, Died)]
    assert [False] == [event.caught for event in events if isinstance(event, ChaseRun)]
    assert WENNA == [event.person.id for event in events if isinstance(event, PersonJoined)][-1]
    assert [WENNA] == [event.who for event in events if isinstance(event, Arrived)]
    assert [2, 3, 4, 5] == [event.day for event in events if isinstance(event, DayBegan)]
    assert ["0407", "0405", "0305"] == [event.hex for event in events if isinstance(event, CampMade)]
    assert 3 == sum(isinstance(event, MorningCame) for event in events)
    assert 75900 == sum(event.coppers for event in events if isinstance(event, Sold))
    assert [("maud", 3)] == list({(event.who, event.sheet.level): 0 for event in events if isinstance(event, Grew)})
    assert 1 == sum(isinstance(event, SessionBegan) for event in events)
    assert [SessionEnded, DiceOpened, DiceSealed] == [type(event) for event in events[-3:]]


def test_every_act_can_be_undone(evening: Delve) -> None:
    """Back to the start and forth again things stand, for the truth and every seat, as they stood then."""
    session, last = Console(evening.table), len(evening.states) - 1
    for number in range(last - 1, -1, -1):
        assert () == session.act(Undo())
        assert number % SAMPLED or evening.states[number] == session.digest(), number
    for number in range(1, last + 1):
        assert () == session.act(Redo())
        assert number % SAMPLED or evening.states[number] == session.digest(), number
    assert DIGEST == session.digest()


def test_it_runs_from_the_command_line(undercroft: CommandLine, tmp_path: Path) -> None:
    """As anybody would run it, to the same state, with a log that is whole and a report."""
    data = ("--data", str(tmp_path / "store.db"))
    assert 0 == undercroft("table", "new", "Marches", "--demo", *data).code
    ran = undercroft("play", ID, "--script", str(file_of(EVENING)), "--json", *data)
    assert (0, "", DIGEST) == (ran.code, ran.err, ran.json["state"])
    assert 0 == undercroft("table", "verify", ID, "--rules", *data).code
    page = undercroft("table", "report", ID, "--evening", "1", *data).out
    assert page.startswith("# Carrow Marches: session 1, The Weight of Wax\n")
    assert "- Corvin Hale, day 2, 15:06, of wounds from Hesper Crake\n" in page


def test_its_log_is_whole(evening: Delve) -> None:
    """Every line is as it was written, and every ruling of the session would go today as it went."""
    checked = evening.store.verify(ID)
    assert isinstance(checked, Clean)
    audit = audited(evening.store, ID)
    assert (0, ()) == (audit.overruled, audit.otherwise)
    rules = {event.rule.partition(".")[0] for event in _rulings(evening)}
    assert {"sovereign", "hexcrawl", "neverwhere", "violence", "delving"} <= rules
    assert audit.rulings == sum(1 for _ in _rulings(evening))


def _rulings(evening: Delve) -> Iterator[Settled]:
    noted = (each.told.event for each in chronicle(evening.store, ID, REFEREE).noted)
    yield from (event for event in noted if isinstance(event, Settled))


@pytest.mark.parametrize("who", TRANSCRIPTS)
def test_its_report(evening: Delve, who: str) -> None:
    """Scene by scene, routine folded, then the dead, treasure, experience and loose ends."""
    seat = TRANSCRIPTS[who]
    told = report(chronicle(evening.store, ID, seat), seat, 1)
    assert report_of(who).read_text(encoding="utf-8") == told


def _secrets() -> Iterator[str]:
    """Every text of the demo that only the referee may have, whatever was found in this session."""
    yield from (zone.secret for zone in SITE.zones.values())
    yield from (creature.notes for creature in SITE.creatures.values())
    yield from (text for feature in SITE.features.values() for text in (feature.where, feature.answer))
    found = {"offering-niche", "key-hook", "hatch", "diary", "kerb"}
    yield from (feature.what for id, feature in SITE.features.items() if id not in found)
    hexes = demo.campaign().lands.hexes.values()
    yield from (feature.secret for hex in hexes for feature in hex.features.values())


def test_no_player_is_told_a_secret(evening: Delve) -> None:
    """Not in the log, not in the state, not in a report."""
    secrets = [wire.encode(text)[1:-1] for text in _secrets() if text]
    assert len(secrets) > len(SITE.zones)
    reader, heard = LineReader(), 0
    for line in evening.log:
        reader.told(line)
        if set(line.audience) - {REFEREE}:
            heard += 1
            assert [] == [secret for secret in secrets if secret in line.body], line.tag
    assert heard > len(evening.states)
    for seat in (each for each in evening.table.seats if each != REFEREE):
        assert [] == _leaks(evening, seat, secrets), seat


def _leaks(evening: Delve, seat: SeatId, secrets: list[bytes]) -> list[bytes]:
    known = wire.encode((evening.table.known(seat), [str(offer) for offer in evening.table.offers(seat)]))
    page = wire.encode(report(chronicle(evening.store, ID, seat), seat))
    return [secret for secret in secrets if secret in known or secret in page]


def test_the_ossuary_is_left_as_it_was_found(evening: Delve) -> None:
    """The doors they opened stand open, the traps they drew are harmless, and the rats are gone."""
    site = evening.table.now.sites[SiteId("ossuary")]
    doors = {id: str(door.state) for id, door in site.doors.items() if door.state is not SITE.doors[id].state}
    assert {
        "cell-door": "open",
        "chandlery-door": "open",
        "closet-door": "open",
        "reliquary-door": "open",
    } == doors
    assert {"bell-string", "hot-wax", "needle-lock", "tilting-flags"} == {
        id for id, trap in site.traps.items() if trap.state == "disarmed"
    }
