"""The pages beside the table: the log, the report, sheets, house rules, sessions, and previews of longer spans."""

import re
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.books import BOOKS
from undercroft.books.sovereign.saves import SaveKind
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import at_length, beside, reading
from undercroft.faces.report.report_page import report, report_blocks, sessions_of
from undercroft.faces.views.command_names import commands_in, title_of
from undercroft.faces.views.dungeon.strip import coming_up
from undercroft.faces.views.field_labels import label_of
from undercroft.faces.views.fight.foe_reading import line_reading
from undercroft.faces.views.house.grid import preset_title
from undercroft.faces.views.log.lines import LogFilter, LogLine, log_lines
from undercroft.faces.views.log.pagination import log_page as page_of
from undercroft.faces.views.log.pagination import sought_in
from undercroft.faces.views.people.gear import gear, with_gear
from undercroft.faces.views.people.growth import growth_note
from undercroft.faces.views.people.newcomers import choices_of
from undercroft.faces.views.people.party import row_of
from undercroft.faces.views.people.sheet import sheet
from undercroft.faces.views.places import place_of
from undercroft.faces.views.time_of_day import day
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.pages.after_session import log_after, over_at, report_after
from undercroft.faces.web.live.panels.people import gear_undo, modifiers, scores
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, referee_of, viewer_of
from undercroft.faces.web.live.viewer.viewer import FACT, LINE, Viewer
from undercroft.kernel import wire
from undercroft.kernel.budget import spend
from undercroft.kernel.strict import read_object
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, chronicle
from undercroft.server.commands import read_command
from undercroft.table import bridge
from undercroft.table.body.condition import deadline_of
from undercroft.table.body.powers import DURATIONS, TARGETS, duration_words, power_words, uses_left
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.about import Section
from undercroft.table.engine.record import Settled
from undercroft.table.engine.time_words import moment, spell, time_of_day
from undercroft.table.explain import Because, because
from undercroft.table.fight.book_numbers import book_numbers, changed_numbers
from undercroft.table.fight.foes import AddFoes
from undercroft.table.session.next_session import date_and_place
from undercroft.table.session.sessions import END_WARNS, last_time
from undercroft.table.site.forecast import preview
from undercroft.table.site.waiting import PassTime, WalkBack
from undercroft.table.state.house_choices import HouseQuestion, choices, value_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse


@get("/t/{table:str}/log")
async def log_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Everything a seat was told, page by page, or the lines that match a search."""
    return await at_length(_log, request, table)


def _log(request: AnyRequest, table: str) -> Response[str]:
    if (over := over_at(request, table)) is not None:
        return log_after(request, over)
    viewer = viewer_of(request, table, most=None)
    sought = sought_in(dict(request.query_params))
    spend(len(viewer.told) * LINE)
    shown = page_of(log_lines(viewer.known, viewer.told), sought)
    return page_at(
        request,
        viewer,
        "live/log/page.html",
        shown=shown,
        sought=sought,
        kinds=tuple(LogFilter),
        days={line.number: day(viewer.known, viewer.told[line.number].at).partition(",")[0] for line in shown.lines},
        reasons={line.number: why for line in shown.lines if (why := _why(viewer, line)) is not None},
        last=viewer.last,
    )


def _why(viewer: Viewer, line: LogLine) -> Because | None:
    event = viewer.told[line.number].event
    return because(event) if isinstance(event, Settled) else None


@get("/t/{table:str}/report")
async def report_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The campaign so far, or a session, as a page to read: from what the seat or the whole party was told."""
    return await at_length(_report, request, table)


def _report(request: AnyRequest, table: str) -> Response[str]:
    if (over := over_at(request, table)) is not None:
        return report_after(request, over)
    asked = _report_asked(request, table)
    blocks = [*report_blocks(asked.found, asked.seat, asked.session)]
    sessions = sessions_of(asked.found)
    return page_at(request, asked.viewer, "live/log/report.html", blocks=blocks, sessions=sessions, asked=asked)


@get("/t/{table:str}/report.md")
async def report_file(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The report as a Markdown file."""
    return await at_length(_report_text, request, table)


def _report_text(request: AnyRequest, table: str) -> Response[str]:
    asked = _report_asked(request, table)
    session = f"-session-{asked.session}" if asked.session is not None else ""
    secret = "-secret" if asked.seat == REFEREE else ""
    name = re.sub(r"[^a-z0-9.-]+", "-", f"{table.lower()}{session}{secret}.md")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(report(asked.found, asked.seat, asked.session), media_type="text/markdown", headers=headers)


class _Report(Struct, frozen=True):
    """The report in question: from whose knowledge, and of which session; without a session, the whole campaign."""

    viewer: Viewer
    seat: SeatId
    session: int | None
    found: Chronicle


def _report_asked(request: AnyRequest, table: str) -> _Report:
    viewer = viewer_of(request, table)
    spend(lobby_of(request).open(table).version * FACT)
    number = request.query_params.get("evening", "")
    seat = SPECTATORS if viewer.referee and request.query_params.get("for") == "players" else viewer.seat
    session = int(number) if number.isascii() and number.isdigit() and len(number) < 7 else None
    return _Report(viewer, seat, session, chronicle(lobby_of(request).store, table, seat))


@get("/t/{table:str}/people/{who:str}")
async def person_page(request: AnyRequest, table: FromPath[str], who: FromPath[str]) -> Response[str]:
    """A character's sheet: every number with its source."""
    viewer = await beside(viewer_of, request, table)
    person = viewer.known.people.get(PersonId(who))
    if person is None:
        raise not_found("go back to the table", what="there is no such person here")
    group = viewer.known.group_of(person.id)
    return page_at(
        request,
        viewer,
        "live/people/person.html",
        person=person,
        row=row_of(viewer.known, group, person) if group is not None else None,
        numbers=bridge.derived(person, viewer.known.house, viewer.known.carried_by(person.id)),
        settable=bridge.settable(),
        gear=gear(viewer.known, person),
        choices=choices_of(viewer.known, viewer.seat, person),
        others=with_gear(viewer.actions, person),
        undo=gear_undo(viewer),
        shown=sheet(viewer.known, person),
        scores=scores(person),
        modifiers=modifiers(person),
        ours=viewer.seat in (REFEREE, person.seat),
        powers=[
            (power, duration_words(power), uses_left(viewer.known, person, power), power_words(power))
            for power in person.sheet.powers
        ],
        durations=[(lasts.value, words) for lasts, words in DURATIONS.items()],
        targets=[(target.value, words) for target, words in TARGETS.items()],
        saves=[(None, "none"), *((save.value, save.value.capitalize()) for save in SaveKind)],
        grows=growth_note(viewer.known, person, viewer.seat) if viewer.seat in (REFEREE, person.seat) else None,
        growth=[(kind.tag, title_of(kind.tag)) for kind in commands_in(Section.GROWTH)],
    )


@get("/t/{table:str}/house")
async def house_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Every choice of the house rules with its meaning; a tap changes it from now on."""
    viewer = await beside(referee_of, request, table)
    house = viewer.known.house
    asked: dict[str, list[tuple[HouseQuestion, Any]]] = {}
    for question in choices():
        asked.setdefault(question.book, []).append((question, value_of(house, question.id)))
    books = {book: BOOKS[book].title for book in asked if book}
    known = {"asked": asked, "books": books, "house": wire.plain(house), "preset": preset_title(house.preset)}
    return page_at(request, viewer, "live/table/house.html", fighters=book_numbers(viewer.known), **known)


@get("/t/{table:str}/evening")
async def session_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Where everybody was last time, and the buttons to start or end a session."""
    viewer = await beside(referee_of, request, table)
    known = viewer.known
    present = [who for who, person in known.people.items() if person.alive and not person.retired]
    when = {group.id: moment(known, group.time) for group in known.groups.values()}
    places = {group.id: ", ".join(filter(None, place_of(known, group))) for group in known.groups.values()}
    given = {"present": present}
    plan = known.next_session
    return page_at(
        request,
        viewer,
        "live/table/session.html",
        last=last_time(known),
        given=given,
        when=when,
        places=places,
        coming_up=coming_up,
        end_warns=END_WARNS,
        plan=date_and_place(plan) if plan is not None else "",
        planned={"when": plan.when, "minutes": plan.minutes, "place": plan.place} if plan is not None else {},
        lasts=spell(Seconds(plan.minutes * 60)) if plan is not None else "",
    )


@get("/t/{table:str}/preview")
async def preview_fragment(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """A preview of a stretch of time as far as it is known, of a line of foes, or of other house rules."""
    viewer = await beside(viewer_of, request, table)
    asked = request.query_params.get("command", "{}")
    command = await reading(len(asked), lambda: read_command(read_object(asked), label_of))
    if isinstance(command, ChangeHouse) and viewer.referee:
        now, then = viewer.known.house.combat, command.house.combat
        people = await beside(changed_numbers, viewer.known, command.house)
        sent = wire.plain(command)
        return fragment("live/forms/house_preview.html", people=people, now=now, then=then, command=sent)
    if isinstance(command, AddFoes | MeetStrangers):
        read = await beside(line_reading, viewer.known, command.line, command.scale)
        return fragment("live/forms/foes_preview.html", read=read)
    if not isinstance(command, PassTime | WalkBack) or command.group not in viewer.known.groups:
        raise not_found("just do it", what="there is nothing to preview")
    foretold = await beside(preview, viewer.known, command)
    due = [(time_of_day(viewer.known, timer.due), deadline_of(viewer.known, timer)) for timer in foretold.due]
    return fragment("live/forms/preview.html", lasts=spell(foretold.seconds), due=due, checks=foretold.checks)


PAGES = [log_page, report_page, report_file, person_page, house_page, session_page, preview_fragment]
