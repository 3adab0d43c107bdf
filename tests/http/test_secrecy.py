"""The first promise over HTTP: no byte that comes of a referee's secret reaches a player before it is revealed."""

import base64
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Annotated, Any, TypeVar, get_args, get_origin

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from tests import known_ids
from tests.browser.chapel import begin
from tests.figures import SEED, figure, soak
from tests.http.mining import mined, own_ids, paths, routes_of_tables, without_acts
from tests.http.seating import DAN, PRIYA, TABLE, Room, give, room
from tests.table.other_ids import ID_MARK, OtherIds
from undercroft import demo
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import Reveal, WriteNote
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, FeatureId, PersonId, SiteId, ThingId, TrapId, ZoneId
from undercroft.table.state.lands import LandHex
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import EncounterRow, Feature, Grade, Site, Trap
from undercroft.table.state.things import Carried, Lying, Thing
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

S = TypeVar("S", bound=Struct)

MARK = "quxocanary"
SPELLED = tuple(base64.b64encode(b" " * skip + MARK.encode())[4:-4] for skip in range(3))
WORLDS = figure("WORLDS", 2, 100)
"""Pairs of worlds that differ in their secrets only."""


MACHINE_READ = frozenset({"count", "damage", "encounters", "good", "item", "kind", "number", "save", "dice", "weapon"})
"""Text that the table reads as dice, as a word of its own or as the name of a table."""


def marked(opening: Begin) -> Begin:
    """A campaign with a mark in every id, and in every text that is secret."""
    return OtherIds().of(with_marks(opening), Campaign())


def with_marks(opening: Begin) -> Begin:
    """A campaign with a mark in every text that is secret: all of each site but its first room.

    Which texts there are is read from the types, so that a new one is marked too.
    """
    entrances = [Lying(site.id, site.entrance) for site in opening.sites]
    things = tuple(thing if thing.place in entrances else _thing(thing) for thing in opening.things)
    lands = replace(
        opening.lands,
        hexes={id: _hex(hex) for id, hex in opening.lands.hexes.items()},
        tables={name: tuple(map(_texts, rows)) for name, rows in opening.lands.tables.items()},
        creatures={id: _texts(creature) for id, creature in opening.lands.creatures.items()},
    )
    return replace(
        opening,
        sites=tuple(_site(site) for site in opening.sites),
        things=things,
        lands=lands,
        bestiary=tuple(map(_texts, opening.bestiary)),
        tables=tuple(
            replace(_texts(each_table), rows=tuple(map(_texts, each_table.rows))) for each_table in opening.tables
        ),
    )


def _texts(one: S, *known: str) -> S:
    """With a mark in every text but those that are known."""
    news: dict[str, object] = {}
    for field in fields(one):
        value = getattr(one, field.name)
        if field.name in known or field.name in MACHINE_READ or _plain(field.type) not in (str, tuple[str, ...]):
            continue
        news[field.name] = tuple(f"{MARK} {each}" for each in value) if isinstance(value, tuple) else f"{MARK} {value}"
    return replace(one, **news)


def _plain(kind: Any) -> Any:
    """A type without its bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _thing(thing: Thing) -> Thing:
    return thing if isinstance(thing.place, Carried) else _texts(thing)


def _hex(hex: LandHex) -> LandHex:
    features = {
        id: replace(
            _texts(feature, *(("name", "what") if feature.grade is Visibility.OVERT else ())),
            hints=tuple(map(_texts, feature.hints)),
        )
        for id, feature in hex.features.items()
    }
    return replace(hex, secret=f"{MARK} {hex.secret}", features=features)


def _site(site: Site) -> Site:
    def far(one: Any) -> bool:
        return bool(one.zone != site.entrance)

    return replace(
        site,
        zones={
            id: _texts(zone, *(("name", "glance", "senses") if id == site.entrance else ()))
            for id, zone in site.zones.items()
        },
        doors={
            id: _texts(door) if door.hidden or site.entrance not in door.between else door
            for id, door in site.doors.items()
        },
        traps={id: _texts(trap, *(() if far(trap) else ("name", "tell"))) for id, trap in site.traps.items()},
        features={id: _texts(feature) for id, feature in site.features.items()},
        obstacles={id: _texts(obstacle) if far(obstacle) else obstacle for id, obstacle in site.obstacles.items()},
        creatures={id: _texts(creature) if far(creature) else creature for id, creature in site.creatures.items()},
        encounters=tuple(map(_texts, site.encounters)),
        effects=(MARK,),
    )


@pytest.fixture(scope="module", params=["chapel", "demo"])
def hall(request: pytest.FixtureRequest) -> Iterator[Room]:
    """A table full of marks, its party in the first room, with notes and whispers that are not for everybody."""
    opening = marked(begin() if request.param == "chapel" else demo.campaign())
    with room(opening) as opened:
        opened.act(EnterSite(MAIN, opening.sites[0].id))
        light = next(thing for thing in opening.things if thing.item == "torch")
        assert isinstance(light.place, Carried)
        opened.act(LightUp(light.place.by, light.id))
        opened.act(WriteNote(f"{MARK} of the referee"))
        opened.act(WriteNote(f"{MARK} undone"))
        opened.act(Undo())
        opened.act(LayTray((6, 6, 6)))
        yield opened


def seats_of(hall: Room) -> tuple[SeatId, ...]:
    """Everybody but the referee."""
    return (*hall.table.now.seats, SPECTATORS)


def test_the_referee_sees_the_marks(hall: Room) -> None:
    """Else the tests below would find nothing anywhere."""
    seen = dict(mined(hall.sit(), forms=False, bold=False))
    assert MARK.encode() in seen[f"/t/{TABLE}"]
    assert MARK.encode() in seen[f"/api/tables/{TABLE}"]
    assert MARK.encode() in seen[f"/t/{TABLE}/export"]
    assert MARK.encode() in seen[f"/api/tables/{TABLE}/events"]
    assert ID_MARK.encode() in seen[f"/api/tables/{TABLE}/events"]


def test_the_curtain_hides_every_mark_on_the_referees_screen(hall: Room) -> None:
    """Every page and part; files to save and the API are no screens."""
    client = hall.sit()
    assert [*mined(client, forms=False, bold=False)]
    client.cookies.set("curtain", "drawn")
    for path, seen in mined(client, forms=True, bold=False):
        if not path.startswith("/api/") and "/export" not in path:
            assert MARK.encode() not in seen, path
    assert b"The curtain is drawn" in client.get(f"/t/{TABLE}", headers={"accept": "text/html"}).content


def test_no_secret_in_anything_that_players_can_fetch(hall: Room) -> None:
    """Every page, panel, form, list, answer, refusal and fault, whole, with its headers, also in base64."""
    assert len(own_ids(hall.sit(seats_of(hall)[0])).people) > 1
    for seat in seats_of(hall):
        for path, seen in mined(hall.sit(seat), forms=seat == seats_of(hall)[0]):
            assert MARK.encode() not in seen, f"{seat} at {path}"
            assert ID_MARK.encode() not in seen, f"{seat} at {path}"
            assert not any(part in seen for part in SPELLED), f"{seat} at {path}"


def test_what_is_searched_is_all_that_the_server_serves(hall: Room) -> None:
    """No address of a table that can be read is left out; streams are searched below."""
    searched = [path.partition("?")[0] for path in paths(own_ids(hall.sit(seats_of(hall)[0])))]

    def found(route: str) -> bool:
        pattern = re.sub(r"\{table:str\}", TABLE, route)
        like = re.compile(re.sub(r"\{\w+:\w+\}", "[^/]+", pattern))
        return any(like.fullmatch(path) for path in searched)

    readable = {route for route, methods in routes_of_tables().items() if "GET" in methods}
    assert {"/t/{table:str}/stream"} == {route for route in readable if not found(route)}


def test_no_secret_in_a_stream(hall: Room) -> None:
    """However much happens behind the screen; then something is shown to everybody."""
    for seat in seats_of(hall):
        with hall.stream(hall.sit(seat)) as heard:
            hall.act(WriteNote(f"{MARK} again"))
            while not hall.lobby.streams.count(TABLE):
                pass
            hall.act(WriteNote("For everybody.", everybody=True))
            heard.until("changed")
            assert MARK not in heard.raw
            assert ID_MARK not in heard.raw


SAME = b"the same dice in either world..."


def plain() -> Begin:
    """The chapel as it is."""
    return begin()


def richer() -> Begin:
    """The chapel with other secrets and more of them, wherever the party has not been."""
    opening = begin()
    (site,) = opening.sites
    choir = ZoneId("choir")
    zones = {
        id: zone if id == site.entrance else replace(zone, secret=f"{zone.secret} And more.")
        for id, zone in site.zones.items()
    }
    feature = Feature(FeatureId("loft"), choir, Grade.SECRET, "an organ loft", answer="climb")
    ghost = Creatures(CreaturesId("ghost"), "a drowned sexton", 1, Fraction(3), choir, hp=(11,), notes="grieves")
    trap = Trap(TrapId("bell"), choir, "bell", "a thin cord", "A bell tolls.")
    more = replace(
        site,
        zones={**zones, site.entrance: replace(site.zones[site.entrance], secret="Step nineteen is loose.")},
        features={**site.features, feature.id: feature},
        creatures={**site.creatures, ghost.id: ghost},
        traps={**site.traps, trap.id: trap},
        encounters=(*site.encounters, EncounterRow("a drowned sexton", ghost.id)),
        effects=("The tide rises.",),
    )
    return replace(opening, sites=(more,))


PUBLIC: tuple[Callable[[Room], object], ...] = (
    lambda hall: hall.act(WriteNote("The tide turns.", everybody=True)),
    lambda hall: hall.act(Whisper(PRIYA, DAN, "Wait."), PRIYA),
    lambda hall: hall.act(Whisper(REFEREE, PRIYA, "Careful.")),
    lambda hall: hall.act(LightUp(PersonId("isolde"), ThingId("lantern")), PRIYA),
    lambda hall: hall.act(EnterSite(MAIN, SiteId("chapel"))),
)
SECRET: tuple[Callable[[Room], object], ...] = (
    lambda hall: hall.act(WriteNote("The organ plays at midnight.")),
    lambda hall: hall.act(LayTray((1, 2, 3, 4))),
    lambda hall: (hall.act(WriteNote("Never mind.")), hall.act(Undo())),
    lambda hall: hall.act(Whisper(DAN, SeatId("sam"), "They know nothing."), DAN),
)


@soak(WORLDS)
@pytest.mark.parametrize("pair", range(WORLDS))
def test_players_cannot_tell_two_worlds_apart(pair: int) -> None:
    """Equal public acts, other secrets and another number of them: equal bytes, headers and streams, until a reveal."""
    chance = random.Random(SEED + pair)
    other_ids = OtherIds()
    elsewhere = other_ids.of(richer(), Campaign())
    with room(plain(), secret=SAME) as one, room(elsewhere, secret=SAME) as other:
        other.named = lambda command: other_ids.of(command, other.table.now)
        streams = [hall.stream(hall.sit(PRIYA)) for hall in (one, other)]
        heard = [stream.__enter__() for stream in streams]
        for step, act in enumerate(chance.sample(PUBLIC, len(PUBLIC))):
            for secret in chance.sample(SECRET, chance.randrange(len(SECRET) + 1)):
                secret(other)
            act(one)
            act(other)
            for seat in (PRIYA, SPECTATORS) if step % 2 else (PRIYA,):
                seen = [list(mined(hall.sit(seat), step, forms=step == 2)) for hall in (one, other)]
                for (path, here), (_, there) in zip(*seen, strict=True):
                    assert without_acts(here) == without_acts(there), f"{seat} at {path}"
            assert one.table.cursor(PRIYA) == other.table.cursor(PRIYA)
        for hall in (one, other):
            hall.act(WriteNote("The end.", everybody=True))
            hall.close()
        raw = [[message for message in told.messages() if "id" in message] for told in heard]
        assert raw[0][-1] == raw[1][-1]
        assert {len(message["data"]) for message in raw[0]} == {len(message["data"]) for message in raw[1]}


def test_a_reveal_is_seen_from_then_on() -> None:
    """Not before: what a player was told earlier, and what a replay shows of it, stays as it was."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        client = hall.sit(PRIYA)
        before = client.get(f"/api/tables/{TABLE}/events").json()
        assert "organ" not in str(before)
        hall.act(Reveal(MAIN, zone=ZoneId("choir")))
        after = client.get(f"/api/tables/{TABLE}/events").json()
        assert before["events"] == after["events"][: len(before["events"])]
        assert "organ" in str(after["events"][len(before["events"]) :])


def test_ids_of_acts_tell_no_order() -> None:
    """They are random, and as long as each other."""
    with room() as hall:
        hall.act(WriteNote("One.", everybody=True))
        hall.act(WriteNote("Two.", everybody=True))
        told = hall.sit(PRIYA).get(f"/api/tables/{TABLE}/events").json()["events"]
        acts = {each["act"] for each in told if each["act"] is not None}
        assert 3 == len(acts)
        assert 1 == len({len(act) for act in acts})


@pytest.mark.parametrize("path", ["/people/votaries", "/people/nobody", "/panels/map?group=nobody", "/people/crabs"])
def test_what_is_hidden_answers_like_what_is_not(path: str) -> None:
    """To the length of the answer."""
    with room() as hall:
        client = hall.sit(PRIYA)
        absent = client.get(f"/t/{TABLE}/people/absent")
        answer = client.get(f"/t/{TABLE}{path}")
        if "people" in path:
            assert (absent.status_code, len(absent.content)) == (answer.status_code, len(answer.content))
        else:
            assert client.get(f"/t/{TABLE}/panels/map").content == answer.content


@pytest.mark.parametrize(
    "command",
    [
        {"kind": "open_door", "door": "crypt-relics"},
        {"kind": "open_door", "door": "stair-nave"},
        {"kind": "disarm", "trap": "scythe"},
        {"kind": "take", "thing": "ring"},
        {"kind": "follow_clue", "doing": "pull", "finds": "shelf"},
        {"kind": "note", "text": "Here.", "about": "choir", "seat": "priya"},
    ],
    ids=lambda command: f"{command['kind']} {[*command.values()][1]}",
)
def test_a_command_about_what_is_hidden_is_answered_like_one_about_nothing(command: dict[str, Any]) -> None:
    """To the byte; and so is one that names what everybody sees by the id that the referee's file has for it."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        client = hall.sit(PRIYA)
        who = {} if command["kind"] == "note" else {"who": known_ids.person(hall.table, PRIYA, "maud")}
        thing = next(name for name in ("door", "trap", "thing", "finds", "about") if name in command)
        here = give(client, {**command, **who}, "hidden")
        nothing = give(client, {**command, **who, thing: "nothing"}, "nothing")
        assert (here.status_code, here.content) == (nothing.status_code, nothing.content)
        assert here.json()["refused"]
