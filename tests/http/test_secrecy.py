"""The first promise over HTTP: no byte that comes of a referee's secret reaches a player before it is revealed."""

import base64
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.browser.chapel import begin
from tests.figures import SEED, figure, soak
from tests.http.mining import mined, without_acts
from tests.http.seating import DAN, PRIYA, TABLE, Room, room
from undercroft import demo
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.table.engine.wanted_dice import LayTray
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.session.notes import Reveal, Whisper, WriteNote
from undercroft.table.state.ids import CreaturesId, FeatureId, PersonId, SiteId, ThingId, TrapId, ZoneId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Creatures, EncounterRow, Feature, Grade, Site, Trap
from undercroft.table.state.things import Carried, Lying, Thing
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

MARK = "quxocanary"
SPELLED = tuple(base64.b64encode(b" " * skip + MARK.encode())[4:-4] for skip in range(3))
WORLDS = figure("WORLDS", 2, 100)
"""Pairs of worlds that differ in their secrets only."""


def marked(opening: Begin) -> Begin:
    """A campaign whose every secret carries a mark: all of each site but the room at its entrance."""
    entrances = [Lying(site.id, site.entrance) for site in opening.sites]
    things = tuple(thing if thing.place in entrances else _thing(thing) for thing in opening.things)
    return replace(opening, sites=tuple(_site(site) for site in opening.sites), things=things)


def _thing(thing: Thing) -> Thing:
    return thing if isinstance(thing.place, Carried) else replace(thing, name=f"{MARK} {thing.name}")


def _site(site: Site) -> Site:
    def far(one: Any) -> bool:
        return bool(one.zone != site.entrance)

    zones = {
        id: replace(zone, secret=f"{MARK} {zone.secret}", **({} if id == site.entrance else _words(zone)))
        for id, zone in site.zones.items()
    }
    doors = {
        id: replace(door, name=f"{MARK} {door.name}") if door.hidden or site.entrance not in door.between else door
        for id, door in site.doors.items()
    }
    return replace(
        site,
        zones=zones,
        doors=doors,
        traps={
            id: replace(one, name=f"{MARK} {one.name}", tell=f"{MARK} {one.tell}", what=f"{MARK} {one.what}")
            if far(one)
            else replace(one, what=f"{MARK} {one.what}")
            for id, one in site.traps.items()
        },
        features={
            id: replace(one, what=f"{MARK} {one.what}", answer=f"{MARK} {one.answer}")
            for id, one in site.features.items()
        },
        obstacles={
            id: replace(one, name=f"{MARK} {one.name}") if far(one) else one for id, one in site.obstacles.items()
        },
        creatures={
            id: replace(one, name=f"{MARK} {one.name}", notes=MARK, activity=MARK) if far(one) else one
            for id, one in site.creatures.items()
        },
        encounters=tuple(replace(row, name=f"{MARK} {row.name}", omen=MARK) for row in site.encounters),
        effects=(MARK,),
    )


def _words(zone: Any) -> dict[str, str]:
    return {name: f"{MARK} {getattr(zone, name)}" for name in ("name", "glance", "senses")}


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
    for seat in seats_of(hall):
        for path, seen in mined(hall.sit(seat), forms=seat == seats_of(hall)[0]):
            assert MARK.encode() not in seen, f"{seat} at {path}"
            assert not any(part in seen for part in SPELLED), f"{seat} at {path}"


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
    with room(plain(), secret=SAME) as one, room(richer(), secret=SAME) as other:
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
        raw = [[message for message in one.messages() if "id" in message] for one in heard]
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
        acts = {one["act"] for one in told if one["act"] is not None}
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
