"""What are our chances, simulated from a table: over HTTP, with the worker process that plays the runs."""

import os
import re
import signal
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.http.seating import TABLE, Room, room
from undercroft.demo.bookmark_scripts import bookmark
from undercroft.faces.terminal.demo_tables import begin_at
from undercroft.foresight import simulations as of_server
from undercroft.foresight.simulations import Simulations
from undercroft.foresight.simulator import Simulator
from undercroft.server.open_table import OpenTable
from undercroft.table.session.notes import WriteNote
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN

FIGHT = "barrow"
PATIENT = 590.0
"""Seconds that a worker of low priority may take on a busy machine."""
RUNS = f"/t/{FIGHT}/odds/runs"


@pytest.fixture(scope="module")
def hall() -> Iterator[Room]:
    """A server that simulates in small pieces, with the demo's fight beside the usual table."""
    before = of_server.FEW, of_server.ENOUGH_PLAIN
    of_server.FEW, of_server.ENOUGH_PLAIN = 40, 80
    with room() as opened:
        opened.lobby.simulations = Simulations(Simulator(PATIENT, plain=True))
        begin_at(opened.lobby.tables, bookmark("fight"), FIGHT, "Barrow")
        yield opened
    of_server.FEW, of_server.ENOUGH_PLAIN = before


@pytest.fixture(scope="module")
def owner(hall: Room) -> httpx.Client:
    """The owner of the server, who is every table's referee."""
    client = hall.visitor()
    client.get(f"/enter/{hall.lobby.owner_link()}")
    return client


def player(hall: Room) -> httpx.Client:
    """A player of the fight."""
    client, table = hall.visitor(), hall.lobby.open(FIGHT)
    seat = next(iter(table.now.seats))
    client.get(f"/join/{FIGHT}/{hall.lobby.keys(FIGHT).link(seat, hall.lobby.editions(table)[seat])}")
    return client


def test_runs_come_in_piece_by_piece(owner: httpx.Client) -> None:
    """Forty, then eighty, which are enough; the same address has the same answer then."""
    page = owner.get(f"/t/{FIGHT}/odds").text
    assert f'data-simulation="{RUNS}"' in page
    first, second = owner.get(RUNS).text, owner.get(RUNS).text
    assert 'data-more data-runs="40"' in first
    assert 'data-runs="80"' in second
    assert "data-more" not in second
    assert re.search(r"The party wins this fight <mark[^>]*>[a-z ]+</mark>", second)
    assert "Played in plain Python" in second
    assert second == owner.get(RUNS).text


def test_another_plan_is_compared_on_the_same_dice(owner: httpx.Client) -> None:
    """Both plans, their difference with its interval, and in how many runs only one saved everyone."""
    page = owner.get(RUNS, params={"q": "here", "vs": "yes"}).text
    assert "Same dice for both plans." in page
    assert re.search(r"Only the first plan saved everyone in (1 run|\d+ runs), only the second in \d+\.", page)
    assert "Stop to help" in page
    assert 'name="vs_aid" value="no" checked' in owner.get(f"/t/{FIGHT}/odds?vs=yes").text
    wrong = owner.get(RUNS, params={"target": "nobody"})
    assert (HTTPStatus.UNPROCESSABLE_ENTITY, "bad_plan") == (wrong.status_code, wrong.json()["code"])
    assert "target: “nobody” is not one of the choices" == wrong.json()["detail"]


def test_the_worst_run_is_read_and_kept(hall: Room, owner: httpx.Client) -> None:
    """As a log with dice and citations; kept, it is a campaign that goes on where the run ended."""
    link = re.search(r'href="(/t/barrow/odds/run/(\d+)\?[^"]*)"', owner.get(RUNS).text)
    assert link is not None
    page = owner.get(link[1].replace("&amp;", "&")).text
    assert '<ol class="run-log">' in page
    assert "Violence, Fighting" in page
    assert "Keep as a campaign" in page
    made = owner.post(f"/api/tables/{FIGHT}/simulations/keep", json={"run": int(link[2]), "asks": {}})
    assert 201 == made.status_code, made.text
    kept, source = OpenTable(hall.lobby.store, made.json()["table"]), hall.lobby.open(FIGHT)
    assert source.version < kept.version
    assert source.now.people.keys() == kept.now.people.keys()
    assert f"(simulated run {int(link[2]):,})" in hall.lobby.store.table(made.json()["table"]).name
    fight = fight_of(kept.now.groups[MAIN])
    assert fight is None or fight.ending is not None


def test_programs_ask_too(owner: httpx.Client) -> None:
    """For results with intervals, for two plans, and for a run."""
    asked: dict[str, Any] = {"plan": {"aid": True}, "against": {"aid": False}, "seed": 3}
    told = owner.post(f"/api/tables/{FIGHT}/simulations", json=asked).json()
    home = told["results"][0]["home"]
    assert home["low"] <= home["value"] <= home["high"]
    assert 40 == home["runs"]
    assert {"one", "other", "difference", "saved"} == told["compared"]["a character falls"].keys()
    run = owner.post(f"/api/tables/{FIGHT}/simulations/run", json={"run": 5, "seed": 3}).json()
    assert any(line["cite"] for line in run["lines"])
    forecasts = owner.get(f"/api/tables/{FIGHT}/forecasts").json()["forecasts"]
    assert {"met", "dying"} <= {each["question"] for each in forecasts}
    assert "/" in next(each["chance"] for each in forecasts if each["question"] == "dying")


def test_a_worker_that_is_killed_is_named_and_replaced(hall: Room, owner: httpx.Client) -> None:
    """The answer says so, the table goes on, and the next question is answered by another worker."""
    assert hall.lobby.simulations is not None
    simulator = hall.lobby.simulations.simulator
    owner.get(RUNS)
    first = simulator.process
    assert first is not None
    assert os.getpriority(os.PRIO_PROCESS, first) > os.getpriority(os.PRIO_PROCESS, os.getpid())
    os.kill(first, signal.SIGSTOP)
    simulator._patience = 0.2
    stuck = owner.get(RUNS, params={"seed": "9"})
    simulator._patience = PATIENT
    assert (HTTPStatus.SERVICE_UNAVAILABLE, "simulator_gone") == (stuck.status_code, stuck.json()["code"])
    hall.act(WriteNote("Meanwhile the table goes on."))
    assert 'data-runs="40"' in owner.get(RUNS, params={"seed": "9"}).text
    assert first != simulator.process


def test_the_screen_of_a_site_starts_the_worker(hall: Room, owner: httpx.Client) -> None:
    """For the referee only, and not outside of sites, so that the first picture need not wait for it."""
    torch, before = "torch", hall.lobby.simulations
    begin_at(hall.lobby.tables, bookmark(torch), torch, "Barrow")
    simulator = Simulator(PATIENT, plain=True)
    hall.lobby.simulations = Simulations(simulator)
    player(hall).get(f"/t/{FIGHT}")
    owner.get(f"/t/{TABLE}")
    assert simulator.process is None
    owner.get(f"/t/{torch}")
    assert simulator.process is not None
    hall.lobby.simulations.close()
    hall.lobby.simulations = before


def test_a_line_beside_play(hall: Room, owner: httpx.Client) -> None:
    """What is exact comes at once, this fight when its runs are played; a quiet table has nothing to say."""
    exact = owner.get(f"/t/{FIGHT}/odds/line").text
    assert "Encounter by turn" in exact
    assert "data-fight-too" in exact
    assert re.search(
        r"This fight:.*won .*simulated, \d+ runs", owner.get(f"/t/{FIGHT}/odds/line?fight=yes").text, re.DOTALL
    )
    assert "Encounter" not in hall.sit().get(f"/t/{TABLE}/odds/line").text


def test_players_get_no_runs_and_only_the_odds_that_they_may_see(hall: Room) -> None:
    """Nobody but the referee knows the foes; and where odds are hidden, forecasts are too."""
    client = player(hall)
    assert HTTPStatus.FORBIDDEN == client.get(RUNS).status_code
    assert HTTPStatus.FORBIDDEN == client.get(f"/t/{FIGHT}/odds/run/0").status_code
    assert HTTPStatus.FORBIDDEN == client.post(f"/api/tables/{FIGHT}/simulations", json={}).status_code
    assert HTTPStatus.FORBIDDEN == client.post(f"/api/tables/{FIGHT}/simulations/keep", json={"run": 0}).status_code
    page = client.get(f"/t/{FIGHT}/odds").text
    assert "data-simulation" not in page
    told = client.get(f"/api/tables/{FIGHT}/forecasts").json()["forecasts"]
    assert {"dying", "light"} == {each["question"] for each in told}
    table = hall.lobby.open(FIGHT)
    hidden = ChangeHouse(replace(table.now.house, players_odds=Showing.HIDDEN))
    table.act(REFEREE, hidden, key="hidden")
    assert [] == client.get(f"/api/tables/{FIGHT}/forecasts").json()["forecasts"]
    assert "saved in time" not in client.get(f"/t/{FIGHT}/odds").text.split("Ask about anything")[0]


def test_what_cannot_be_simulated_is_named(hall: Room) -> None:
    """A party that only arrives is in no fight and in no site; a table without simulations says nothing of them."""
    page = hall.sit().get(f"/t/{TABLE}/odds").text
    assert "Undercroft cannot simulate this party yet: it must be in a fight, on the road or in a site" in page
    simulations, hall.lobby.simulations = hall.lobby.simulations, None
    try:
        assert "simulate" not in hall.sit().get(f"/t/{TABLE}/odds").text.lower()
        assert HTTPStatus.NOT_FOUND == hall.sit().get(f"/t/{TABLE}/odds/runs").status_code
    finally:
        hall.lobby.simulations = simulations
