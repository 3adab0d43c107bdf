"""A table for programs: commands in; out, what a seat knows, was told and may do."""

from http import HTTPStatus
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from undercroft.faces.api.table_bodies import (
    CommandBody,
    CommandDone,
    Events,
    Offers,
    Refusal,
    SeatLink,
    SeatLinks,
    TableState,
    ToldFact,
    WantedAnswer,
)
from undercroft.faces.http.bodies import AnyRequest, body_read
from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.lanes import at_length, beside, for_command
from undercroft.faces.http.replies import reply
from undercroft.faces.views.actions import actions_now
from undercroft.faces.views.field_labels import label_of
from undercroft.faces.views.seat_names import title_of
from undercroft.faces.web.live.access.links import SignedIn
from undercroft.faces.web.live.access.quotas import WriteQuotas
from undercroft.faces.web.live.viewer.request import check_referee, lobby_of, seat_at, sender_at
from undercroft.interpret.form import taken
from undercroft.kernel import wire
from undercroft.kernel.budget import spend
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.server.commands import read_command
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Refused, Replayed, StaleCursor
from undercroft.server.responses import Response as CommandResponse
from undercroft.table.engine.part import Command
from undercroft.table.sentences import says
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.seats import SPECTATORS

EVENT = 200
"""The steps for writing an event and its sentence."""


@post("/tables/{table:str}/commands", status_code=200)
async def give_command(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Carry out a command for the sender's seat."""
    who = await sender_at(request, table)
    asked, command = await body_read(request, _command_in)
    opened = lobby_of(request).open(table)
    return await for_command(_answered, lobby_of(request).quotas, opened, who, command, asked)


def _command_in(body: dict[str, Any]) -> tuple[CommandBody, Command]:
    asked: CommandBody = taken(CommandBody, body)
    return asked, read_command(asked.command, label_of)


def _answered(
    quotas: WriteQuotas, opened: OpenTable, who: SignedIn, command: Command, asked: CommandBody
) -> Response[bytes]:
    """Carry out a command, and answer it."""
    match _carried_out(quotas, opened, who, command, asked):
        case Refused(reasons=reasons):
            return reply(Refusal(reasons))
        case StaleCursor(cursor=cursor):
            fix = f"look again, then decide; you stand at {cursor}"
            raise Unserved(HTTPStatus.CONFLICT, "stale", "something happened meanwhile", fix)
        case done:
            told = tuple(wire.plain(fact.event) for fact in done.told)
            known = opened.known(who.seat)
            words = tuple(filter(None, (says(known, fact.event) for fact in done.told)))
            again = {"idempotent-replay": "true"} if isinstance(done, Replayed) else {}
            return reply(CommandDone(done.cursor, opened.cursor(who.seat), told, words), headers=again)


def _carried_out(
    quotas: WriteQuotas, opened: OpenTable, who: SignedIn, command: Command, asked: CommandBody
) -> CommandResponse:
    """Carry out a command when its turn comes, if its seat may still write then, and count what it wrote."""
    quotas.check(opened.id, who.seat)
    answer = opened.act(
        who.seat,
        command,
        key=asked.key,
        expected=asked.expected,
        dice=asked.dice,
        edition=who.edition if who.second is None else None,
        second=who.second,
    )
    if isinstance(answer, Acted):
        quotas.charge(opened.id, who.seat, answer.written)
    return answer


@get("/tables/{table:str}")
async def table_state(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Everything that a seat knows."""
    return await beside(_state, request, table)


def _state(request: AnyRequest, table: str) -> Response[bytes]:
    who = seat_at(request, table)
    standing = lobby_of(request).open(table).standing(who.seat, most=0)
    return reply(TableState(who.seat, standing.cursor, wire.plain(standing.known)))


@get("/tables/{table:str}/events")
async def table_events(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Everything that a seat was told, or only what came after a cursor."""
    return await at_length(_events, request, table)


def _events(request: AnyRequest, table: str) -> Response[bytes]:
    who = seat_at(request, table)
    opened = lobby_of(request).open(table)
    heard = opened.since(who.seat, request.query_params.get("after"))
    spend(len(heard.told) * EVENT)
    known = opened.known(who.seat)
    told = tuple(ToldFact(fact.at, fact.act, wire.plain(fact.event), says(known, fact.event)) for fact in heard.told)
    return reply(Events(heard.cursor, told))


@get("/tables/{table:str}/offers")
async def table_offers(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """What a seat may do now, with the odds, and the dice that are wanted of it."""
    return await beside(_offers, request, table)


def _offers(request: AnyRequest, table: str) -> Response[bytes]:
    who = seat_at(request, table)
    known = lobby_of(request).open(table).known(who.seat)
    wanted = tuple(_wanted(known.wanted[id], asked) for id in known.wanted for asked in known.wanted[id].questions)
    return reply(Offers(actions_now(known, who.seat), wanted))


def _wanted(wanted: Wanted, asked: OpenQuestion) -> WantedAnswer:
    """A question that a command waits for."""
    question = asked.question
    roll = text(question.roll) if isinstance(question, Throw) else ""
    options = question.options if isinstance(question, Choice) else ()
    return WantedAnswer(wanted.id, asked.ruling, asked.seat, question.purpose, roll, options, asked.who)


@get("/tables/{table:str}/seats")
async def table_seats(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The seats of a table with their links, for its referee."""
    return await beside(_seats, request, table)


def _seats(request: AnyRequest, table: str) -> Response[bytes]:
    check_referee(seat_at(request, table).seat)
    lobby = lobby_of(request)
    opened = lobby.open(table)
    known, keys, editions = opened.now, lobby.keys(table), lobby.editions(opened)
    start = f"{request.url.scheme}://{request.headers['host']}/join/{table}"
    return reply(
        SeatLinks(
            tuple(
                SeatLink(
                    seat,
                    title_of(known, seat),
                    tuple(id for id, person in known.people.items() if person.seat == seat),
                    f"{start}/{keys.link(seat, editions[seat])}",
                )
                for seat in (*known.seats, SPECTATORS)
            )
        )
    )


API = [give_command, table_state, table_events, table_offers, table_seats]
