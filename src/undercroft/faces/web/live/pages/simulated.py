"""What are our chances? Simulated from the table as it stands: runs come in piece by piece, and any can be read."""

from contextlib import suppress

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length, beside, simulating
from undercroft.faces.views.foresight.lines import fight_line, lines_beside, turn_by_turn
from undercroft.faces.views.foresight.outlook import outlook, worth_opening
from undercroft.faces.views.foresight.words import how_it_went
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.access.links import cookies_sent
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, viewer_of
from undercroft.faces.web.live.viewer.simulating import (
    OTHER,
    PIECE,
    answered,
    check_simulates,
    found_for,
    opened_run,
    simulations_of,
)
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.foresight.codes import Counts
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.plans import CHOICES, Plan, PlanChoice, chosen_in
from undercroft.foresight.simulations import SEED, Simulation
from undercroft.foresight.simulator import NotAnswered, SimulatorGone
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput
from undercroft.table.state.fights import is_fighting
from undercroft.table.state.people import Role


class PlanForm(Struct, frozen=True):
    """A plan as a form: each choice with the option that is chosen."""

    prefix: str
    title: str
    choices: tuple[tuple[PlanChoice, str], ...]


class SimulatedHere(Struct, frozen=True):
    """The simulation on the page of chances: the plans, and why there is none."""

    open: bool
    title: str
    forms: tuple[PlanForm, ...]
    seed: int
    why_not: str
    group: str


def simulated_here(request: AnyRequest, viewer: Viewer) -> SimulatedHere | None:
    """What the page of chances shows of simulations; None for a seat or a server that has none."""
    simulations = lobby_of(request).simulations
    if simulations is None or not viewer.referee or viewer.group is None:
        return None
    query = request.query_params
    named = query.get("q", "")
    try:
        found = found_for(simulations, viewer, query)
    except NotSimulated as what:
        why = f"Undercroft cannot simulate {what}"
        return SimulatedHere(named == HERE, "From here", (), SEED, why, viewer.group.id)
    except BadInput as wrong:
        return SimulatedHere(named == HERE, "From here", (), SEED, wrong.what, viewer.group.id)
    simulations.simulator.warm()
    counts, hired = (
        found.encoded[0].counts,
        any(person.role is Role.HIRELING for person in viewer.known.those_in(viewer.group.id)),
    )
    titles = ("How they play it",) if len(found.asked.plans) == 1 else ("The first plan", "The second plan")
    forms = tuple(
        PlanForm(OTHER if number else "", titles[number], tuple(_choices(plan, counts, hired=hired)))
        for number, plan in enumerate(found.asked.plans)
    )
    title = TITLES[counts]
    return SimulatedHere(named in (HERE, ""), title, forms, found.asked.seed, "", viewer.group.id)


HERE = "here"
"""The name of the question that is simulated."""
TITLES = {Counts.ROUNDS: "This fight", Counts.TURNS: "The way home", Counts.DAYS: "The way there"}
"""What is simulated, in words."""


def _choices(plan: Plan, counts: Counts, *, hired: bool) -> list[tuple[PlanChoice, str]]:
    chosen = chosen_in(plan)
    shown = [choice for choice in CHOICES if counts in choice.counts and (hired or choice.field != "pay")]
    return [(choice, chosen[choice.field]) for choice in shown]


@get("/t/{table:str}/odds/runs")
async def runs_fragment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """What the runs so far say, after a piece more of them."""
    viewer = await beside(viewer_of, request, table)
    return await simulating(_runs, request, viewer)


def _runs(request: AnyRequest, viewer: Viewer) -> Response[str]:
    check_simulates(viewer)
    simulations = simulations_of(lobby_of(request))
    with answered():
        found = found_for(simulations, viewer, request.query_params)
        simulations.more(found)
        shown = outlook(found, simulations.courses(found, worth_opening(found)))
    names = tuple(_plan_name(found, number) for number in range(len(found.asked.plans)))
    asks = f"{_query(request)}&at={found.asked.cursor}"
    exact = turn_by_turn(viewer.known, viewer.seat, viewer.group)
    return fragment("live/foresight/outlook.html", seen=shown, viewer=viewer, names=names, asks=asks, **exact)


def _query(request: AnyRequest) -> str:
    return str(request.url.query)


def _plan_name(found: Simulation, number: int) -> str:
    """A plan by what it does otherwise than the other."""
    plans = [chosen_in(plan) for plan in found.asked.plans]
    if len(plans) == 1:
        return "the plan"
    words = {(choice.field, value): said for choice in CHOICES for value, said in choice.options}
    own = [
        words.get((name, value), f"{name} {value}")
        for name, value in plans[number].items()
        if value != plans[1 - number][name]
    ]
    return own[0][:1].upper() + own[0][1:] if own else ("The first plan", "The second plan")[number]


@get("/t/{table:str}/odds/run/{run:int}")
async def run_page(request: AnyRequest, table: FromPath[str], run: FromPath[int]) -> Response[str]:
    """A run as a real log, with its dice and citations."""
    viewer = await beside(viewer_of, request, table)
    return await simulating(_run, request, viewer, run)


def _run(request: AnyRequest, viewer: Viewer, run: int) -> Response[str]:
    check_simulates(viewer)
    found, plan, log = opened_run(lobby_of(request), viewer, request.query_params, run)
    back = {name: value for name, value in request.query_params.items() if name not in ("at", "plan")}
    with answered():
        course = simulations_of(lobby_of(request)).courses(found, (run,), plan)
    names, counts = found.encoded[plan].names, found.encoded[plan].counts
    return page_at(
        request,
        viewer,
        "live/foresight/run.html",
        run=run,
        lines=log.lines,
        back=back,
        asks=_query(request),
        says=how_it_went(course[0], names, counts) if course else "",
        owner=lobby_of(request).is_owner(cookies_sent(request)),
        seed=found.asked.seed,
    )


@get("/t/{table:str}/odds/line")
async def line_fragment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """One quiet line beside play: what is likely from here, as far as the seat knows and may see."""
    viewer = await beside(viewer_of, request, table)
    return await (simulating if viewer.referee else at_length)(_line, request, viewer)


def _line(request: AnyRequest, viewer: Viewer) -> Response[str]:
    simulations = lobby_of(request).simulations
    fights = simulations is not None and viewer.referee and is_fighting(viewer.group)
    if simulations is not None and fights:
        simulations.simulator.warm()
    parts = lines_beside(viewer.known, viewer.seat, viewer.group)
    if simulations is not None and fights and "fight" in request.query_params:
        fights = False
        spend(PIECE)
        with suppress(NotSimulated, NotAnswered, SimulatorGone):
            found = found_for(simulations, viewer, {})
            if not found.runs:
                simulations.more(found)
            parts = (*parts, fight_line(found.results()))
    return fragment("live/foresight/line.html", parts=parts, viewer=viewer, fights=fights)


PAGES = [runs_fragment, run_page, line_fragment]
