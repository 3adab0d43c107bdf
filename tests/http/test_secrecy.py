"""The first promise over HTTP: no byte that comes of a referee's secret reaches a player before it is revealed."""

import base64
import random
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, NewType, get_args, get_origin

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from tests import known_ids
from tests.browser.chapel import begin
from tests.figures import SEED, figure, soak
from tests.http.canaries import KNOWN_TEXTS, MACHINE_READ, MARK, OPENINGS, marked, pictures
from tests.http.mining import mined, own_ids, paths, routes_of_tables, without_acts
from tests.http.seating import DAN, PRIYA, TABLE, Room, give, room
from tests.table.other_ids import ID_MARK, OtherIds
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import Reveal, WriteNote
from undercroft.table.session.whispers import Whisper
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import (
    COMPOUND,
    FAMILIES,
    CreaturesId,
    FeatureId,
    PersonId,
    SiteId,
    ThingId,
    TrapId,
    ZoneId,
)
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import EncounterRow, Feature, Grade, Trap
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

SPELLED = tuple(base64.b64encode(b" " * skip + MARK.encode())[4:-4] for skip in range(3))
WORLDS = figure("WORLDS", 2, 100)
"""Pairs of worlds that differ in their secrets only."""


@pytest.fixture(scope="module", params=OPENINGS)
def hall(request: pytest.FixtureRequest) -> Iterator[Room]:
    """A table full of marks, its party in the first room, with notes and whispers that are not for everybody."""
    opening = marked(OPENINGS[request.param]())
    with room(opening, pictures=pictures(opening)) as opened:
        opened.act(EnterSite(MAIN, next(site.id for site in opening.sites if MARK not in site.name)))
        light = next(thing for thing in opening.things if thing.item == "torch")
        assert isinstance(light.place, Carried)
        opened.act(LightUp(light.place.by, light.id))
        opened.act(WriteNote(f"{MARK} of the referee"))
        opened.act(WriteNote(f"{MARK} undone"))
        opened.act(Undo())
        opened.act(LayTray((6, 6, 6)))
        yield opened


def _texts_of(kind: Any, name: str, seen: set[Any]) -> Iterator[str]:
    """The texts that are no ids in whatever a type can hold, by their struct and field."""
    if kind in FAMILIES or kind in COMPOUND or get_origin(kind) is Literal:
        return
    if isinstance(kind, NewType):
        yield from _texts_of(kind.__supertype__, name, seen)
    elif kind is str:
        yield name
    elif isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in seen:
            seen.add(kind)
            for field in fields(kind):
                yield from _texts_of(field.type, f"{kind.__name__}.{field.name}", seen)
    else:
        for part in get_args(kind):
            yield from _texts_of(part, name, seen)


def _marked_in(value: Any, name: str) -> Iterator[str]:
    """Where in a value a mark is, by its struct and field."""
    if isinstance(value, str):
        yield from (name,) if MARK in value else ()
    elif isinstance(value, Struct):
        for field in fields(value):
            yield from _marked_in(getattr(value, field.name), f"{type(value).__name__}.{field.name}")
    elif isinstance(value, Mapping):
        yield from (found for each in value.items() for part in each for found in _marked_in(part, name))
    elif isinstance(value, tuple | frozenset):
        yield from (found for each in value for found in _marked_in(each, name))


def test_every_text_of_a_campaign_is_marked_or_known() -> None:
    """A new one fails here until a campaign of these tests has it, or its reason says why players may read it."""
    texts = set(_texts_of(Begin, "", set()))
    found = {name for opening in OPENINGS.values() for name in _marked_in(marked(opening()), "")}
    read = {name for name in texts if name.rpartition(".")[2] in MACHINE_READ}
    assert texts == found | read | KNOWN_TEXTS.keys()
    assert set() == found & KNOWN_TEXTS.keys()


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
        id: zone if id == site.entrance else replace(zone, secret=f"{zone.secret} And more.", label=f"B{number}")
        for number, (id, zone) in enumerate(site.zones.items(), 1)
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


@pytest.mark.parametrize(
    "path", ["/people/votaries", "/people/nobody", "/people/crabs", "/rooms/choir", "/rooms/crypt"]
)
def test_what_is_hidden_answers_like_what_is_not(path: str) -> None:
    """To the length of the answer."""
    with room() as hall:
        hall.act(EnterSite(MAIN, SiteId("chapel")))
        client = hall.sit(PRIYA)
        absent = client.get(f"/t/{TABLE}/{path.split('/')[1]}/absent")
        answer = client.get(f"/t/{TABLE}{path}")
        assert 404 == answer.status_code
        assert (absent.status_code, len(absent.content)) == (answer.status_code, len(answer.content))
        assert client.get(f"/t/{TABLE}/panels/map?group=nobody").content == client.get(f"/t/{TABLE}/panels/map").content


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
