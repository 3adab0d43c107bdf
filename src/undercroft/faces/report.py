"""An evening as a page of Markdown: scene by scene, routine folded away, then the dead, the treasure and loose ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from undercroft.faces.report_ends import ENDS, in_short
from undercroft.faces.report_folding import Moment, Section, folded, passed_again
from undercroft.faces.report_routine import APART, LEFT_OUT, ONCE, RULINGS
from undercroft.faces.report_scenes import BEFORE, BETWEEN, heading, on_the_road
from undercroft.faces.report_tale import Tale, shortly
from undercroft.faces.seating import title_of
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import NotFound
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.campaign import Campaign, Evening
from undercroft.table.evenings import Arrived, EveningBegan, EveningEnded
from undercroft.table.light import WentOut
from undercroft.table.moments import moment
from undercroft.table.names import GroupId, PersonId
from undercroft.table.procedures.courses import DayBegan
from undercroft.table.rooms import Event
from undercroft.table.scenes import Meeting
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.staging import SceneBegan, SceneEnded


def report(chronicle: Chronicle, seat: SeatId, evening: int | None = None) -> str:
    """The page: of all that was played, or of one evening."""
    now = chronicle.now
    standing = [one for one in chronicle.noted if chronicle.stands(one) and not isinstance(one.told.event, LEFT_OUT)]
    told = standing if evening is None else list(_within(standing, evening))
    lines = [f"# {_plain(_title(now, chronicle, evening))}", "", *_heading(now, told, seat)]
    for section in _sections(now, standing, told):
        lines += ["", f"## {_plain(section.title)}", "", f"*{_span(now, section)}*", "", *_bullets(now, section)]
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
    played = f", played {_days(noted[0].wall[:10], noted[-1].wall[:10])}" if noted else ""
    first, last = (noted[0].told.at, noted[-1].told.at) if noted else (now.clock, now.clock)
    yield f"{_between(now, first, last).capitalize()}{played}, {told}."
    people = [now.people[one].name for one in _present(now, noted) if one in now.people]
    if people:
        yield from ("", f"Present: {', '.join(map(_plain, people))}.")
    if short := in_short(now, noted):
        yield from ("", f"In short: {_plain(', '.join(short))}.")


def _present(now: Campaign, noted: Iterable[Noted]) -> Iterable[PersonId]:
    """Whoever was there, from the beginning or later."""
    found: dict[PersonId, None] = {}
    for one in noted:
        match one.told.event:
            case EveningBegan(evening=evening):
                found |= dict.fromkeys(evening.present)
            case Arrived(who=who):
                found |= {who: None}
            case _:
                pass
    return found or now.present


def _days(first: str, last: str) -> str:
    return f"on {first}" if first == last else f"{first} to {last}"


def _span(now: Campaign, section: Section) -> str:
    counts = ((section.rulings, "ruling", "rulings"), (section.burnt, "light burnt down", "lights burnt down"))
    counting = "".join(f", {counted(count, one, many)}" for count, one, many in counts if count)
    return f"{_between(now, section.began, section.ended)}{counting}"


def _between(now: Campaign, began: Seconds, ended: Seconds) -> str:
    """A stretch of time to the minute, its day named once."""
    (day, first), (last_day, last) = (moment(now, at).split(", ") for at in (began, ended))
    if day != last_day:
        return f"{day}, {first} to {last_day}, {last}"
    return f"{day}, {first}" if first == last else f"{day}, {first} to {last}"


def _bullets(now: Campaign, section: Section) -> Iterator[str]:
    """Moment by moment; the time stands where it is another."""
    shown = moment(now, section.began)
    for one in section.moments:
        at = moment(now, one.at)
        when = "" if at == shown else f"**{at.rpartition(' ')[2]}** "
        shown = at
        yield f"- {when}{_plain(shortly(now, ' '.join(one.lines)))}"


def _sections(now: Campaign, standing: Iterable[Noted], told: Sequence[Noted]) -> list[Section]:
    """Scene by scene; when one that lay within another is over, the outer one goes on."""
    inside = {one.number for one in told}
    writing = _Writing(now)
    for one in standing:
        event, at = one.told.event, one.told.at
        match event:
            case SceneBegan(group=group, scene=scene):
                writing.enter(group, heading(now, scene), at, meeting=isinstance(scene, Meeting))
            case SceneEnded(group=group):
                writing.leave(group, at)
            case DayBegan(group=group, day=day):
                writing.rename(group, on_the_road(day))
            case _:
                pass
        if one.number in inside:
            writing.tell(one)
    return writing.done()


class _Writing:
    """Sections as they are written, and the scenes that each group is in."""

    def __init__(self, now: Campaign) -> None:
        self._sections: list[Section] = []
        self._tale = Tale(now)
        self._around: dict[GroupId, list[tuple[str, bool]]] = {}
        self._title = BEFORE
        self._last: type[Event] | None = None

    def enter(self, group: GroupId, title: str, at: Seconds, *, meeting: bool) -> None:
        """A scene begins, within the one there is; one that comes of a meeting is with those who were met."""
        around = self._around.setdefault(group, [])
        if around and around[-1][1] and ":" in around[-1][0]:
            title = f"{title.partition(':')[0]}:{around[-1][0].partition(':')[2]}"
        around.append((title, meeting))
        self._turn(title, at)

    def leave(self, group: GroupId, at: Seconds) -> None:
        """A scene is over, and the one around it goes on; a meeting has nothing to add to its fight."""
        around = self._around.setdefault(group, [])
        if around:
            around.pop()
        title, meeting = around[-1] if around else (BETWEEN, False)
        if not meeting:
            self._turn(title, at)

    def rename(self, group: GroupId, title: str) -> None:
        """The scene a group is in goes by another title from now on."""
        around = self._around.setdefault(group, [])
        if around:
            around[-1] = (title, around[-1][1])
            self._title = title

    def tell(self, one: Noted) -> None:
        """Something happens, or is only counted."""
        at, event = one.told.at, one.told.event
        if not self._sections or self._sections[-1].title != self._title:
            self._sections.append(Section(self._title, at, at, 0, []))
        section = self._sections[-1]
        section.ended = max(section.ended, at)
        if isinstance(event, RULINGS):
            section.rulings += bool(one.says)
            return
        if isinstance(event, WentOut):
            section.burnt += event.spent
            return
        more = isinstance(event, ONCE) and type(event) is self._last
        apart = bool(one.says) and isinstance(event, APART) and not more
        self._last = type(event) if one.says else self._last
        if apart or not section.moments or _later(section.moments[-1].at, at):
            self._breathe()
            section.moments.append(Moment(at, []))
        self._tale.of(one, section.moments[-1].lines)

    def done(self) -> list[Section]:
        """All that had something to tell; where none had, at least the first."""
        self._breathe()
        for section in self._sections:
            section.moments = list(passed_again([one for one in section.moments if one.lines]))
        return folded([section for section in self._sections if section.moments]) or self._sections[:1]

    def _turn(self, title: str, at: Seconds) -> None:
        self._breathe()
        if self._sections:
            self._sections[-1].ended = max(self._sections[-1].ended, at)
            if len(self._sections) > 1 and not any(one.lines for one in self._sections[-1].moments):
                self._sections.pop()
        self._title = title

    def _breathe(self) -> None:
        """A moment is over."""
        if missed := self._tale.missed():
            self._sections[-1].moments[-1].lines.append(missed)


def _later(before: Seconds, at: Seconds) -> bool:
    """Whether it is a minute later."""
    return at // 60 > before // 60


def _plain(text: str) -> str:
    """Text with nothing in it that Markdown would take for more."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in text)
