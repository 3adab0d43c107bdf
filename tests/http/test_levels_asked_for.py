"""A level on the phone where the referee decides: asked for with one tap, granted or refused with one tap."""

import json
import re
from typing import Any

import httpx
from msgspec.structs import replace

from tests.http.seating import TABLE, Room, give, room
from tests.known_ids import person
from undercroft import demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import RollRest
from undercroft.table.state.house_rules import Deciding
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.experience import AwardExperience
from undercroft.table.town.town import ComeToTown
from undercroft.table.world.groups import MAIN

ISOLDES, ANSGARS = SeatId("seat-1"), SeatId("seat-2")
ISOLDE = PersonId("isolde")


def buttons(client: httpx.Client) -> dict[str, Any]:
    """Every command on the page of the table, by the words of its button."""
    page = client.get(f"/t/{TABLE}").text
    found = re.findall(r"data-command='([^']*)'[^>]*>(.*?)</button>", page, re.DOTALL)
    return {" ".join(re.sub(r"<[^>]*>", " ", words).split()): json.loads(command) for command, words in found}


def level(hall: Room) -> int:
    """Isolde's."""
    return hall.table.now.people[ISOLDE].sheet.level


def test_a_tap_asks_and_a_tap_grants_or_refuses() -> None:
    """The player asks, withdraws, asks again; the referee refuses and then grants; nobody else hears of the wish."""
    opening = demo.campaign()
    house = replace(opening.house, growth_by=Deciding.REFEREE)
    with room(replace(opening, house=house)) as hall:
        hall.act(ComeToTown(MAIN, "Carrow"))
        hall.act(AwardExperience((ISOLDE,), 3000, "a deed"))
        phone, other, referee = hall.sit(ISOLDES), hall.sit(ANSGARS), hall.sit(REFEREE)
        assert "Go up to level 3" not in buttons(phone)
        sheets = [
            one.get(f"/t/{TABLE}/people/{person(hall.table, seat, ISOLDE)}")
            for one, seat in ((phone, ISOLDES), (referee, REFEREE))
        ]
        assert [(200, False), (200, True)] == [
            (page.status_code, 'data-form="gain_level"' in page.text) for page in sheets
        ]
        ask = buttons(phone)["Ask for level 3"]
        assert "refused" in give(phone, ask["command"], "by itself").json()
        for number in range(2):
            give(phone, ask, f"ask {number}")
            withdraw = buttons(phone)["Asked for level 3"]
            give(phone, withdraw, f"withdraw {number}")
        give(phone, ask, "ask")
        assert "Isolde asks to go up to level 3" in referee.get(f"/t/{TABLE}").text
        for place in (f"/t/{TABLE}", f"/api/tables/{TABLE}", f"/api/tables/{TABLE}/events"):
            answer = other.get(place)
            assert (200, False) == (answer.status_code, "go up to level 3" in answer.text), place
        give(referee, {"kind": "refuse_proposal", "who": ISOLDE}, "no")
        assert (2, ()) == (level(hall), hall.table.now.declared)
        assert "says no to Isolde Fenn: go up to level 3" in phone.get(f"/t/{TABLE}").text
        give(phone, ask, "ask again")
        give(referee, {"kind": "carry_out", "who": ISOLDE}, "yes")
        for wanted in tuple(hall.table.now.wanted):
            hall.act(RollRest(wanted))
        assert 3 == level(hall)
        assert any(words.startswith("Ask to raise Heal") for words in buttons(phone))
        assert [] == [words for words in buttons(phone) if words.startswith(("Raise ", "Go up "))]


def test_a_player_who_decides_has_the_buttons_on_the_sheet() -> None:
    """In a settlement only."""
    with room(demo.campaign()) as hall:
        hall.act(AwardExperience((ISOLDE,), 3000, "a deed"))
        phone = hall.sit(ISOLDES)
        sheet = f"/t/{TABLE}/people/{person(hall.table, ISOLDES, ISOLDE)}"
        assert 'data-form="gain_level"' not in phone.get(sheet).text
        hall.act(ComeToTown(MAIN, "Carrow"))
        assert 'data-form="gain_level"' in phone.get(sheet).text
