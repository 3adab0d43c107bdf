"""Forecasts and simulations for programs: exact from what a seat knows, simulated for the referee."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec.structs import replace

from undercroft.faces.api.foresight_bodies import (
    Forecast,
    ForecastRow,
    Forecasts,
    KeepBody,
    OpenedRun,
    RunBody,
    RunLine,
    Simulated,
    SimulationBody,
)
from undercroft.faces.api.table_bodies import TableAddress
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import at_length, beside, simulating, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.kept_run import fact_in, keep_run_from
from undercroft.faces.web.live.viewer.request import for_the_owner, lobby_of, viewer_of
from undercroft.faces.web.live.viewer.simulating import answered, check_simulates, opened_run, simulations_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.foresight.forecasts.questions import ForecastRequest as AskedForecast
from undercroft.foresight.forecasts.questions import question_named, raised_for
from undercroft.foresight.plans import Plan, chosen_in
from undercroft.foresight.simulations import SimulationRequest
from undercroft.kernel import wire
from undercroft.kernel.budget import spend
from undercroft.table.state.ids import GroupId

LINE = 100
"""The steps for copying a line of a log."""


@get("/tables/{table:str}/forecasts")
async def table_forecasts(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The questions that the table raises for the seat, answered exactly."""
    return await at_length(_forecasts, request, table)


def _forecasts(request: AnyRequest, table: str) -> Response[bytes]:
    viewer = viewer_of(request, table)
    name, about = request.query_params.get("question"), request.query_params.get("about")
    cases = raised_for(viewer.known, viewer.seat, None if name is None else question_named(name))
    return reply(Forecasts(tuple(_forecast(case) for case in cases if about in (None, case.about))))


def _forecast(asked: AskedForecast) -> Forecast:
    answer = asked.answer()
    rows = tuple(ForecastRow(row.label, row.chance) for row in answer.rows)
    given: Mapping[str, Any] = wire.plain(asked.given)
    numbers = dict(answer.numbers)
    return Forecast(
        asked.question.id,
        asked.about,
        dict(given),
        answer.chance,
        answer.headline,
        answer.exactness,
        answer.unexplored,
        answer.over,
        answer.shows,
        rows,
        numbers,
        answer.assumes,
        answer.sentence,
    )


@post("/tables/{table:str}/simulations", status_code=200)
async def simulate_table(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Runs from the table as it stands, for its referee: a piece more with every request, until there are enough."""
    viewer = await beside(viewer_of, request, table)
    body: SimulationBody = await body_as(request, SimulationBody)
    return await simulating(_simulated, request, viewer, body)


def _simulated(request: AnyRequest, viewer: Viewer, body: SimulationBody) -> Response[bytes]:
    check_simulates(viewer)
    simulations = simulations_of(lobby_of(request))
    plans = (body.plan,) if body.against is None else (body.plan, body.against)
    asked = SimulationRequest(viewer.table, viewer.cursor, _group(viewer, body.group), plans, body.seed)
    with answered():
        found = simulations.of(asked, viewer.known)
        simulations.more(found)
    results = tuple(found.results(number) for number in range(len(plans)))
    return reply(Simulated(asked.cursor, found.how, results, found.compared() if len(plans) > 1 else {}))


def _group(viewer: Viewer, named: str | None) -> GroupId:
    group = viewer.group.id if named is None and viewer.group is not None else GroupId(named or "")
    if group not in viewer.known.groups:
        raise not_found("name one of its groups", what="there is no such group")
    return group


@post("/tables/{table:str}/simulations/run", status_code=200)
async def open_run(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """A run as a real log, with its dice and citations, for the referee."""
    viewer = await beside(viewer_of, request, table)
    body: RunBody = await body_as(request, RunBody)
    return await simulating(_opened, request, viewer, body)


def _opened(request: AnyRequest, viewer: Viewer, body: RunBody) -> Response[bytes]:
    check_simulates(viewer)
    there = _in_group(viewer, _group(viewer, body.group))
    found, _, log = opened_run(lobby_of(request), there, _asks(body.plan, body.seed), body.run)
    lines = tuple(RunLine(line.when, line.says, line.cite) for line in log.lines)
    return reply(OpenedRun(body.run, found.asked.seed, lines))


def _in_group(viewer: Viewer, group: GroupId) -> Viewer:
    return replace(viewer, group=viewer.known.groups[group])


def _asks(plan: Plan, seed: int) -> dict[str, str]:
    return {**chosen_in(plan), "seed": str(seed)}


@post("/tables/{table:str}/simulations/keep", status_code=201)
async def keep_run(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Keep a run as a campaign of its own, for the owner of the server: all that happened, and then the run."""
    for_the_owner(request)
    body: KeepBody = await body_as(request, KeepBody)
    viewer = await beside(viewer_of, request, table)
    told = await simulating(_facts, request, viewer, body)
    return reply(TableAddress(await storing(_kept, request, viewer, body, told)), status=201)


def _facts(request: AnyRequest, viewer: Viewer, body: KeepBody) -> tuple[bytes, ...]:
    check_simulates(viewer)
    if body.asks.get("at", viewer.cursor) != viewer.cursor:
        raise not_found("ask for the chances again", what="the table has gone on since this run was played")
    group = _group(viewer, body.asks.get("group"))
    return opened_run(lobby_of(request), _in_group(viewer, group), body.asks, body.run)[2].told


def _kept(request: AnyRequest, viewer: Viewer, body: KeepBody, told: tuple[bytes, ...]) -> str:
    lobby = lobby_of(request)
    spend(lobby.store.head(viewer.table).version * LINE)
    return keep_run_from(lobby.store, viewer.table, body.run, map(fact_in, told)).id


API = [table_forecasts, simulate_table, open_run, keep_run]
