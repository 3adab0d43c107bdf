"""The next session: when and where people meet to play."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import TABLE
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.sessions import PlannedSession

FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}")
EARLIEST, LATEST = 2000, 2999
"""The years in which a session can be planned."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class PlanSession(Command, frozen=True, tag="plan_session"):
    """Tell everybody when and where the next session is."""

    when: Annotated[str, Meta(max_length=40)] = ""
    minutes: Annotated[int, Meta(ge=15, le=1440)] = 240
    place: Annotated[str, Meta(max_length=120)] = ""
    ABOUT = About(
        title="Plan the next session",
        deed="the next session",
        while_waiting=True,
        words="date calendar appointment next session when where",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if not self.when.strip():
            if known.next_session is None:
                yield Reason("not_planned", "No session is planned. Write a date and time like 2026-11-24 19:30.")
        elif start_of(self.when) is None:
            yield Reason("bad_date", "Write the date and time like 2026-11-24 19:30.")

    def do(self, play: Play) -> None:
        start, last = start_of(self.when), play.now.session
        if start is None:
            play.tell(SessionPlanned(None), to=TABLE)
            return
        number = 1 if last is None else last.number + 1
        when, place = start.isoformat(" ", "minutes"), " ".join(self.place.split())
        play.tell(SessionPlanned(PlannedSession(number, when, self.minutes, place)), to=TABLE)


class SessionPlanned(Event, frozen=True, tag="table.session-planned"):
    """The next session has a date, or no longer has one."""

    plan: PlannedSession | None

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, next_session=self.plan)

    def say(self, _now: Campaign) -> str:
        return "The next session has no date." if self.plan is None else f"{plan_words(self.plan)}."


def start_of(when: str) -> datetime | None:
    """The date and time that a text says; None if it says none.

    >>> start_of("2026-11-24 19:30"), start_of("2026-11-31 19:30")
    (datetime.datetime(2026, 11, 24, 19, 30), None)
    """
    if FORM.fullmatch(when.strip()) is None:
        return None
    try:
        start = datetime.fromisoformat(when.strip())
    except ValueError:
        return None
    return start if EARLIEST <= start.year <= LATEST else None


def between_sessions(known: Campaign) -> bool:
    """Whether no session is open."""
    return known.session is None or not known.session.open


def plan_words(plan: PlannedSession) -> str:
    """When and where the next session is, in a sentence.

    >>> plan_words(PlannedSession(3, "2026-11-24 19:30", 240, "Maud's"))
    "Next session: Tuesday 24 November, 19:30, at Maud's"
    """
    return f"Next session: {date_and_place(plan)}"


def date_and_place(plan: PlannedSession) -> str:
    """The same where it is plain that it is about the next session."""
    start = start_of(plan.when)
    at = f", at {plan.place}" if plan.place else ""
    if start is None:
        return f"{plan.when}{at}"
    return f"{WEEKDAYS[start.weekday()]} {start.day} {MONTHS[start.month - 1]}, {start:%H:%M}{at}"


PART = Part(commands=(PlanSession,), events=(SessionPlanned,))
