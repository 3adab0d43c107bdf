"""Every screen of the referee: a key stands for one thing, and a button is written in words."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.http.seating import room
from tests.serving import speaking
from undercroft.books.sovereign.reactions import Choice
from undercroft.demo import campaign
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.road.camp import MakeCamp
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.groups import MAIN

BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
SHORTCUT = re.compile(r'data-shortcut="([^"]+)"')
ASKED = re.compile(r'<form class="wanted')
RAW = re.compile(r"\b[a-z]+_[a-z]+\b|\bNone\b|Span\.|<\w+\.")


@pytest.fixture(scope="module")
def screens() -> Iterator[dict[str, str]]:
    """The page of the referee in many a scene, by its name."""
    with room(campaign()) as hall:
        yield dict(_screens(hall.address, hall.lobby))


def _screens(address: str, lobby: Lobby) -> Iterator[tuple[str, str]]:
    for scene in ("torch", "fight", "road"):
        begin_at(lobby.tables, bookmark(scene), scene, scene)
        table = lobby.open(scene)
        with speaking(address) as client:
            link = lobby.keys(scene).link(REFEREE, lobby.editions(table)[REFEREE])
            assert 303 == client.get(f"/join/{scene}/{link}").status_code
            yield scene, _page(client, scene)
            yield f"reasons of {scene}", _reasons(client, scene)
            for name, command in AFTER[scene]:
                _does(table, command)
                yield name, _page(client, scene)


def _reasons(client: httpx.Client, scene: str) -> str:
    """Why each line of a scene's log is as it is."""
    lines = re.findall(r'data-why="(\d+)"', client.get(f"/t/{scene}/panels/log").text)
    return "".join(client.get(f"/t/{scene}/why/{line}").text for line in lines)


def _page(client: httpx.Client, scene: str) -> str:
    return client.get(f"/t/{scene}", headers={"accept": "text/html"}).text


def _does(table: OpenTable, command: Command | str) -> None:
    """Do it, or the first that is offered of its kind; every player throws their own dice."""
    for seat in table.now.seats:
        table.act(REFEREE, UseDice(seat, Throwing.TYPED), key=f"dice-{seat}-{table.version}")
    if isinstance(command, str):
        command = next(
            offer.command for offer in table.offers(REFEREE) if offer.command.tag == command and not offer.refused
        )
    assert isinstance(table.act(REFEREE, command, key=f"done-{table.version}"), Acted)


AFTER: dict[str, tuple[tuple[str, Command | str], ...]] = {
    "torch": (
        ("encounter", MeetStrangers(MAIN, "3 pale sextons HD 1", undead=True)),
        ("initiative wanted", TakeStance(MAIN, Choice.FIGHT)),
    ),
    "fight": (("dice of an attack", "attack"),),
    "road": (("camp", MakeCamp(MAIN)),),
}


def test_the_screens_are_those_meant(screens: dict[str, str]) -> None:
    """Two of them wait for dice."""
    assert ["initiative wanted", "dice of an attack"] == [name for name, page in screens.items() if ASKED.search(page)]


def test_no_key_stands_for_two_things(screens: dict[str, str]) -> None:
    """Neither on the buttons of one panel nor between panels; while dice are wanted the digits are theirs."""
    for name, page in screens.items():
        keys = SHORTCUT.findall(page)
        assert sorted(set(keys)) == sorted(keys), name
        if ASKED.search(page):
            assert not [key for key in keys if key.isdecimal()], name
            assert "n" not in keys or name == "dice of an attack", name


def test_one_button_rolls_the_dice_that_are_wanted(screens: dict[str, str]) -> None:
    """And it says so in one way."""
    asked = {name: page for name, page in screens.items() if ASKED.search(page)}
    for name, page in asked.items():
        foot = page[ASKED.search(page).start() :].partition("</form>")[0]  # type: ignore[union-attr]
        assert 1 == foot.count("Undercroft roll"), name


def test_no_button_shows_an_id_or_a_value_of_the_program(screens: dict[str, str]) -> None:
    """What stands on it is for people."""
    found = [
        (name, " ".join(words.split()))
        for name, page in screens.items()
        for inside in BUTTON.findall(page)
        if RAW.search(words := re.sub(r"<[^>]*>", " ", inside))
    ]
    assert [] == found


def test_a_choice_made_by_nobody_has_no_empty_source(screens: dict[str, str]) -> None:
    """A Scar that would change nothing is not asked about; nobody typed or rolled what comes of it."""
    assert "Use a Scar on the 9" in screens["reasons of fight"]
    assert "()" not in screens["reasons of fight"]


def test_the_undead_wait_for_no_reaction_roll(screens: dict[str, str]) -> None:
    """The headline says what comes next instead."""
    assert "No reaction roll: they are undead." in screens["encounter"]
    assert "Reaction not rolled yet" not in screens["encounter"]
