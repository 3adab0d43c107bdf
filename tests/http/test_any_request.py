"""Whatever players and spectators send, in two worlds that differ only in secrets: the answers are the same bytes."""

from random import Random

import pytest

from tests.figures import SEED, figure, soak
from tests.http.any_request import ENDLESS, PLACES, Ask, Asker, ids_in
from tests.http.mining import as_bytes, routes, without_acts
from tests.http.seating import Room
from tests.http.test_secret_scenes import SCENES, played
from tests.table.other_ids import ID_MARK, OtherIds
from tests.table.small_site import ONE
from undercroft.faces.http import connections
from undercroft.kernel import strict
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.commands import read_command
from undercroft.table.refusals import refusals, spelled_out
from undercroft.table.registry import COMMANDS
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import SPECTATORS

ASKED = figure("ASKED", 1, 20)
"""How often each route and each command is asked for in each scene; in `make test` each scene has a part of them."""


def test_no_route_is_left_out() -> None:
    """A route with a place of a new kind fails here until these tests say what may stand in it."""
    places = {part.strip("{}") for route in routes() for part in route.split("/") if part.startswith("{")}
    assert places == PLACES.keys()
    assert routes().keys() > ENDLESS


def _asks(scene: str, seat: SeatId, hall: Room) -> list[Ask]:
    """What a seat sends in a scene: with its own ids and with those of the campaign, which a guesser may have read."""
    part, parts = list(SCENES).index(scene), 1 if ASKED > 1 else len(SCENES)
    chosen = dict(sorted(routes().items())[part % parts :: parts])
    seats = (seat, seat, *hall.table.now.seats)
    asker = Asker(ids_in(hall.table.known(seat)), ids_in(hall.table.now), seats, Random(f"{SEED}/{scene}/{seat}"))
    return [*asker.requests(chosen, ASKED), *asker.commands(COMMANDS[part % parts :: parts], ASKED)]


def _is_done(known: Campaign, seat: SeatId, ask: Ask) -> bool:
    """Whether a command is done: what players find out by it may differ, and tests of two worlds at play compare it."""
    if not ask.path.endswith("/commands") or ask.body is None:
        return False
    try:
        command = read_command(strict.read_object(ask.body).get("command", {}))
        return not refusals(known, seat, spelled_out(known, command))
    except UndercroftError:
        return False


@soak(ASKED)
@pytest.mark.parametrize("scene", SCENES)
def test_players_cannot_tell_two_scenes_apart_whatever_they_send(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every route and every command, filled in with what is there, what is not, and what nobody can read."""
    monkeypatch.setattr(connections, "MOST_ARRIVALS", 1_000_000)  # a refusal ends its connection
    of = SCENES[scene]
    with played(of.plain(), of.acts, None) as one, played(of.other(), of.acts, OtherIds()) as other:
        for seat in (ONE, SPECTATORS):
            here, there = one.sit(seat), other.sit(seat)
            known = one.table.known(seat)
            asked = [ask for ask in _asks(scene, seat, one) if not _is_done(known, seat, ask)]
            assert len(asked) > 30
            for ask in asked:
                seen, found = (as_bytes(ask.of(client)) for client in (here, there))
                assert without_acts(seen) == without_acts(found), f"{seat}: {ask}"
                assert ID_MARK.encode() not in found, f"{seat}: {ask}"
                assert not seen.startswith(b"500"), f"{seat}: {ask}"
