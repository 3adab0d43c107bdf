"""The next session as a file for calendars, as RFC 5545 has it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import NAMESPACE_URL, uuid5

from undercroft.faces.exports.exporter import Lack, Subject
from undercroft.table.session.next_session import SessionPlanned, start_of
from undercroft.table.state.campaign import Campaign

MOST_OCTETS = 75
"""The most octets of a line before it is folded."""
_NOT_PLANNED = Lack(
    "not_planned", "no session is planned yet", "plan it on the Session page, or with the command plan_session"
)


def nothing_planned(now: Campaign, _secrets: bool) -> Lack | None:
    """Why there is no file; None if there is one."""
    return _NOT_PLANNED if now.next_session is None else None


def calendar(subject: Subject) -> bytes:
    """A calendar with one event, in the local time of the people who play."""
    plan = subject.now.next_session
    start = None if plan is None else start_of(plan.when)
    if plan is None or start is None:
        raise _NOT_PLANNED.refused()
    plans = [
        noted
        for noted in subject.chronicle.noted
        if isinstance(noted.told.event, SessionPlanned) and subject.chronicle.holds(noted)
    ]
    began = subject.chronicle.noted[0].wall
    title = f"{subject.now.name or subject.table}, session {plan.number}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Undercroft//Next session//EN",
        "BEGIN:VEVENT",
        f"UID:{uuid5(NAMESPACE_URL, f'undercroft:{subject.table}:{began}:{plan.number}')}",
        f"DTSTAMP:{datetime.fromisoformat(plans[-1].wall).astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"SEQUENCE:{len(plans) - 1}",
        f"DTSTART:{start:%Y%m%dT%H%M%S}",
        f"DTEND:{start + timedelta(minutes=plan.minutes):%Y%m%dT%H%M%S}",
        f"SUMMARY:{escaped(title)}",
        *([f"LOCATION:{escaped(plan.place)}"] if plan.place else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return b"".join(part + b"\r\n" for line in lines for part in folded(line))


def escaped(text: str) -> str:
    r"""A text as a value of a calendar.

    >>> print(escaped("Maud's; 2nd floor, left"))
    Maud's\; 2nd floor\, left
    """
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "".join(letter for letter in "\\n".join(text.splitlines()) if letter.isprintable())


def folded(line: str) -> Iterator[bytes]:
    """A line in parts of at most 75 octets, each but the first after a blank; no letter is divided."""
    part = b""
    for letter in line:
        octets = letter.encode()
        if len(part) + len(octets) > MOST_OCTETS:
            yield part
            part = b" "
        part += octets
    yield part
