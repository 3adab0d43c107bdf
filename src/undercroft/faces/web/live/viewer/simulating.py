"""Simulations for a viewer: what a query or a body asks for, and the faults when there is no answer."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

from msgspec.structs import replace

from undercroft.faces.http.faults import Unserved, not_found
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import plan_in
from undercroft.foresight.simulations import SEED, Simulation, SimulationRequest, Simulations
from undercroft.foresight.simulator import NotAnswered, SimulatorGone
from undercroft.foresight.worker import Log
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput

PIECE = 1_000_000
"""The steps that a piece of a simulation costs its seat."""
OTHER = "vs_"
"""Before the names of the second plan's fields."""
MOST_RUN = 10**9


@contextmanager
def answered() -> Generator[None]:
    """Tell why a simulation has no answer: as the faults that pages and programs know."""
    spend(PIECE)
    try:
        yield
    except NotSimulated as what:
        raise BadInput("not_simulated", f"Undercroft cannot simulate {what}", "play on, and ask again") from None
    except NotAnswered as why:
        raise BadInput("not_answered", str(why), "ask again") from None
    except SimulatorGone:
        raise gone() from None


def found_for(simulations: Simulations, viewer: Viewer, query: Mapping[str, str]) -> Simulation:
    """The simulation that a query asks for, from what the viewer knows now."""
    if viewer.group is None:
        raise NotSimulated("a table without a party")
    return simulations.of(asked_in(viewer, query), viewer.known)


def asked_in(viewer: Viewer, query: Mapping[str, str]) -> SimulationRequest:
    """What a query asks for at the viewer's table."""
    plans = [plan_in(query)]
    other = {name.removeprefix(OTHER): value for name, value in query.items() if name.startswith(OTHER)}
    if other or "vs" in query:
        plans.append(plan_in(other) if other else replace(plans[0], aid=not plans[0].aid))
    seed = query.get("seed", "")
    number = int(seed) if seed.isdecimal() and len(seed) < 19 else SEED
    group = viewer.group
    if group is None:
        raise NotSimulated("a table without a party")
    return SimulationRequest(viewer.table, viewer.cursor, group.id, tuple(plans), number)


def gone() -> Unserved:
    """The fault when the simulator was ended."""
    what, fix = "the simulator was stopped before it answered", "try again: another one starts, and the table goes on"
    return Unserved(HTTPStatus.SERVICE_UNAVAILABLE, "simulator_gone", what, fix, headers={"retry-after": "1"})


def simulations_of(lobby: Lobby) -> Simulations:
    """The simulations of a server that has some."""
    if lobby.simulations is None:
        raise Unserved(
            HTTPStatus.NOT_FOUND, "no_simulations", "this server simulates nothing", "run “undercroft simulate”"
        )
    return lobby.simulations


def check_simulates(viewer: Viewer) -> None:
    if not viewer.referee:
        what = "a run needs numbers that this seat does not know"
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", what, "ask the referee")


def opened_run(lobby: Lobby, viewer: Viewer, query: Mapping[str, str], run: int) -> tuple[Simulation, int, Log]:
    """A run of a simulation that was begun lately, or that begins now, as a log."""
    if not 0 <= run <= MOST_RUN:
        raise not_found("go back to the chances", what="there is no such run")
    simulations = simulations_of(lobby)
    with answered():
        found = _from(simulations, viewer, query)
        plan = 1 if query.get("plan") == "2" and len(found.asked.plans) > 1 else 0
        return found, plan, simulations.opened(found, run, plan)


def _from(simulations: Simulations, viewer: Viewer, query: Mapping[str, str]) -> Simulation:
    """The simulation of a moment that may be past."""
    asked, at = asked_in(viewer, query), query.get("at", viewer.cursor)
    if at == viewer.cursor:
        return simulations.of(asked, viewer.known)
    found = simulations.kept(SimulationRequest(asked.table, at, asked.group, asked.plans, asked.seed))
    if found is None:
        raise not_found("ask for the chances again", what="the table has gone on since this run was played")
    return found
