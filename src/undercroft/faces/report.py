"""An evening as a page of Markdown: scene by scene, routine folded away, then the dead, the treasure and loose ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from undercroft.faces.report_ends import ENDS
from undercroft.faces.report_routine import LEFT_OUT, Routine, is_routine
from undercroft.faces.report_scenes import BEFORE, BETWEEN, heading
from undercroft.faces.seating import title_of
from undercroft.kernel.faults import NotFound
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.campaign import Campaign, Evening
from undercroft.table.evenings import EveningBegan, EveningEnded
from undercroft.table.moments import moment
from undercroft.table.names import GroupId
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.staging import SceneBegan, SceneEnded


class _Section(Struct):
    """One scene: its title, when it began and ended, and what happened in it."""

    title: str
    began: Seconds
    ended: Seconds
    lines: list[str]


def report(chronicle: Chronicle, seat: SeatId, evening: int | None = None) -> str:
    """The page: of all that was played, or of one evening."""
    now = chronicle.now
    standing = [one for one in chronicle.noted if chronicle.stands(one) and not isinstance(one.told.event, LEFT_OUT)]
    told = standing if evening is None else list(_within(standing, evening))
    lines = [f"# {_plain(_title(now, chronicle, evening))}", "", *_heading(now, told, seat)]
    for section in _sections(now, standing, told):
        lines += ["", f"## {_plain(section.title)}", "", f"*{_span(now, section)}*", "", *section.lines]
    for end in ENDS:
        parts = end.lines(now, told)
        if parts or end.always:
            lines += ["", f"## {end.title}", "", *([f"- {_plain(part)}" for part in parts] or ["None."])]
    return "\n".join((*lines, ""))


def evenings(chronicle: Chronicle) -> tuple[Evening, ...]:
    """Every evening that was played, in order."""
    begun = (one.told.event for one in chronicle.noted if chronicle.stands(one))
    return tuple(event.evening for event in begun if isinstance(event, EveningBegan))


def _within(noted: Iterable[Noted], evening: int) -> Iterator[Noted]:
    """What was told in one evening, from its beginning until it ended or the next began."""
    open_now = False
    for one in noted:
        match one.told.event:
            case EveningBegan(evening=begun):
                open_now = begun.number == evening
            case EveningEnded(number=number) if number == evening:
                open_now = False
            case _:
                pass
        if open_now:
            yield one


def _title(now: Campaign, chronicle: Chronicle, number: int | None) -> str:
    name = now.name or "A campaign"
    if number is None:
        return name
    found = next((one for one in evenings(chronicle) if one.number == number), None)
    if found is None:
        raise NotFound("no_such_evening", f"there was no evening {number}", "see the report of all of it")
    return f"{name}: evening {number}{f', {found.title}' if found.title else ''}"


def _heading(now: Campaign, noted: Sequence[Noted], seat: SeatId) -> Iterator[str]:
    known = {REFEREE: "with every secret", SPECTATORS: "as the whole party knows it"}
    told = known.get(seat) or f"as {title_of(now, seat)} knows it"
    at = noted[-1].told.at if noted else now.clock
    played = f", played {_days(noted[0].wall[:10], noted[-1].wall[:10])}" if noted else ""
    yield f"{moment(now, at).capitalize()}{played}, {told}."
    people = [now.people[one] for one in now.present if one in now.people]
    if people:
        yield ""
        yield f"Present: {', '.join(_plain(person.name) for person in people)}."


def _days(first: str, last: str) -> str:
    return f"on {first}" if first == last else f"{first} to {last}"


def _span(now: Campaign, section: _Section) -> str:
    began, ended = moment(now, section.began), moment(now, section.ended)
    return began if began == ended else f"{began} to {ended}"


def _sections(now: Campaign, standing: Iterable[Noted], told: Sequence[Noted]) -> list[_Section]:
    """Scene by scene; when one that lay within another is over, the outer one goes on."""
    inside = {one.number for one in told}
    writing = _Writing(now)
    for one in standing:
        event, at = one.told.event, one.told.at
        match event:
            case SceneBegan(group=group, scene=scene):
                writing.enter(group, heading(now, scene), at)
            case SceneEnded(group=group):
                writing.leave(group, at)
            case _:
                pass
        if one.number in inside:
            writing.tell(one)
    return writing.done()


class _Writing:
    """Sections as they are written, and the scenes that each group is in."""

    def __init__(self, now: Campaign) -> None:
        self._now = now
        self._sections: list[_Section] = []
        self._routine = Routine()
        self._around: dict[GroupId, list[str]] = {}
        self._title = BEFORE

    def enter(self, group: GroupId, title: str, at: Seconds) -> None:
        """A scene begins, within the one there is."""
        self._around.setdefault(group, []).append(title)
        self._turn(title, at)

    def leave(self, group: GroupId, at: Seconds) -> None:
        """A scene is over, and the one around it goes on."""
        around = self._around.setdefault(group, [])
        if around:
            around.pop()
        self._turn(around[-1] if around else BETWEEN, at)

    def tell(self, one: Noted) -> None:
        """Something happens, or only its time is counted."""
        at = one.told.at
        if not self._sections or self._sections[-1].title != self._title:
            self._sections.append(_Section(self._title, at, at, []))
        section = self._sections[-1]
        section.ended = max(section.ended, at)
        if is_routine(one.told.event):
            self._routine.add(one)
        elif one.says:
            if self._routine.ripe:
                self._fold()
            line = f"- {_plain(one.says[:1].upper() + one.says[1:])}"
            section.lines += [line] if section.lines[-1:] != [line] else []

    def done(self) -> list[_Section]:
        """All that had something to tell."""
        self._fold()
        return [section for section in self._sections if section.lines]

    def _turn(self, title: str, at: Seconds) -> None:
        self._fold()
        if self._sections:
            self._sections[-1].ended = max(self._sections[-1].ended, at)
            if not self._sections[-1].lines:
                self._sections.pop()
        self._title = title

    def _fold(self) -> None:
        """Routine as one line."""
        said = self._routine.told(self._now)
        if self._sections and said:
            self._sections[-1].lines.append(f"- *{_plain(said)}*")


def _plain(text: str) -> str:
    """Text with nothing in it that Markdown would take for more."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in text)
