"""The program in docs/bots.md plays a session of the demo, and what a bot is told in words is what the log says."""

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from tests.http.hosting import TABLE, hosting
from tests.table.small_site import CRYPT, MAUD, ONE, TORCHES
from undercroft.kernel.amounts import percent
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.sentences import says
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
ROUNDS = 5


def _session() -> Callable[..., Iterator[str]]:
    """The function of the page that plays a session."""
    found = re.search(r"^```python\n(?P<code>.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    names: dict[str, Any] = {"__name__": "bots"}
    exec(compile(found["code"], str(PAGE), "exec"), names)
    return cast("Callable[..., Iterator[str]]", names["session"])


def test_the_bots_of_the_page_play_a_session() -> None:
    """The party enters the site, explore for as many rounds as asked, and end the session."""
    with hosting() as host:
        link = f"{host.address}/enter/{host.lobby.owner_link()}"
        told = list(_session()(link, ROUNDS, random.Random(1)))
        table = host.lobby.open("bots-in-the-ossuary")
        assert table.now.session is not None
        assert (1, "Bots at play", False) == (table.now.session.number, table.now.session.title, table.now.session.open)
        assert "The party enters Saint Orrin's Ossuary." in told
        assert "Session 1 ends." in told
        kinds = {type(fact.event).__name__ for fact in table.since(REFEREE).told}
        assert {"SessionEnded", "Settled"} <= kinds
        assert not table.now.wanted


def test_every_event_comes_with_its_sentence() -> None:
    """For each seat by what it knows; the answer to a command has the sentences of its own events."""
    with hosting() as host:
        host.act(LightUp(MAUD, TORCHES))
        host.act(EnterSite(MAIN, CRYPT))
        for seat in (REFEREE, ONE, SPECTATORS):
            events = host.seated(seat).get(f"/api/tables/{TABLE}/events").json()["events"]
            heard = host.table.since(seat).told
            assert [says(host.table.known(seat), fact.event) for fact in heard] == [event["says"] for event in events]
            assert any(event["says"] for event in events)
        sent = {"command": {"kind": "note", "text": "Rain."}, "key": "rain"}
        answer = host.seated().post(f"/api/tables/{TABLE}/commands", json=sent).json()
        newest = host.seated().get(f"/api/tables/{TABLE}/events").json()["events"][-len(answer["told"]) :]
        assert [each["says"] for each in newest if each["says"]] == answer["says"]
        assert any("Rain." in words for words in answer["says"])


def test_offers_have_numbers_for_programs() -> None:
    """The exact chance behind the percent, the seconds behind the cost, and a code for every reason."""
    with hosting() as host:
        host.act(LightUp(MAUD, TORCHES))
        host.act(EnterSite(MAIN, CRYPT))
        offers = host.seated(ONE).get(f"/api/tables/{TABLE}/offers").json()["offers"]
        for offer in offers:
            assert len(offer["refused"]) == len(offer["codes"])
            assert bool(offer["cost"]) == (offer["seconds"] is not None)
            if offer["chance"] is not None:
                assert offer["percent"] == percent(Fraction(offer["chance"]))
        assert any(offer["chance"] for offer in offers)
        assert any(offer["seconds"] for offer in offers)


def test_the_referee_gives_out_the_links_of_seats() -> None:
    """Each opens its seat; no other seat may list them, and the referee's own link is not among them."""
    with hosting() as host:
        seats = host.seated().get(f"/api/tables/{TABLE}/seats").json()["seats"]
        assert [*host.table.now.seats, SPECTATORS] == [each["seat"] for each in seats]
        assert [MAUD] == seats[0]["characters"]
        for seat in seats:
            client = host.stranger()
            assert 404 == client.get(f"/api/tables/{TABLE}/seats").status_code
            client.get(seat["link"])
            assert seat["seat"] == client.get(f"/api/tables/{TABLE}").json()["seat"]
            assert 403 == client.get(f"/api/tables/{TABLE}/seats").status_code
