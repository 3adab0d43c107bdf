"""A session as a page of Markdown: scene by scene, routine folded away, then the dead, the treasure and loose ends."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from undercroft.faces.report.blocks import Item, ReportBlock, ReportBlockKind, as_markdown
from undercroft.faces.report.endings import ENDS, in_short
from undercroft.faces.report.headings import BEFORE, BETWEEN, SceneHeading, heading, on_the_road
from undercroft.faces.report.routine import APART, ONCE, RULINGS, is_left_out, loses_way
from undercroft.faces.report.sections import ReportMoment, ReportSection, folded, passed_again
from undercroft.faces.report.tale import Tale, shortly
from undercroft.faces.views.seat_names import title_of
from undercroft.kernel.amounts import counted
from undercroft.kernel.faults import NotFound
from undercroft.kernel.units import MINUTE, SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.characters.joining import Arrived
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import SceneBegan, SceneEnded, SceneWentOn
from undercroft.table.engine.time_words import moment
from undercroft.table.road.travel_day import DayBegan
from undercroft.table.session.sessions import SessionBegan, SessionEnded
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sessions import GameSession
from undercroft.table.world.light import WentOut


def report(chronicle: Chronicle, seat: SeatId, session: int | None = None) -> str:
    """The page as Markdown: of the whole campaign, or of one session."""
    return as_markdown(report_blocks(chronicle, seat, session))


def report_blocks(chronicle: Chronicle, seat: SeatId, session: int | None = None) -> Iterator[ReportBlock]:
    """The page block by block."""
    now = chronicle.now
    standing = [note for note in chronicle.noted if chronicle.holds(note) and not is_left_out(note.told.event, seat)]
    told = standing if session is None else list(_within(standing, session))
    yield ReportBlock(ReportBlockKind.TITLE, _title(now, chronicle, session))
    yield from (ReportBlock(ReportBlockKind.PARAGRAPH, text) for text in _heading(now, told, seat))
    for section in _sections(now, standing, told):
        yield ReportBlock(ReportBlockKind.HEADING, section.heading.text)
        yield ReportBlock(ReportBlockKind.LEANING, _span(now, section))
        if section.moments:
            yield ReportBlock(ReportBlockKind.LIST, items=tuple(_items(now, section)))
    for end in ENDS:
        parts = end.lines(now, told)
        if parts or end.always:
            yield ReportBlock(ReportBlockKind.HEADING, end.title)
            yield (
                ReportBlock(ReportBlockKind.LIST, items=tuple(map(Item, parts)))
                if parts
                else ReportBlock(ReportBlockKind.PARAGRAPH, "None.")
            )


def sessions_of(chronicle: Chronicle) -> tuple[GameSession, ...]:
    """Every session played, in order."""
    begun = (note.told.event for note in chronicle.noted if chronicle.holds(note))
    return tuple(event.session for event in begun if isinstance(event, SessionBegan))


def _within(noted: Iterable[Noted], session: int) -> Iterator[Noted]:
    """The events of one session, from its start until it ended or the next began."""
    open_now = False
    for note in noted:
        match note.told.event:
            case SessionBegan(session=begun):
                open_now = begun.number == session
            case SessionEnded(number=number) if number == session:
                open_now = False
            case _:
                pass
        if open_now:
            yield note


def _title(now: Campaign, chronicle: Chronicle, number: int | None) -> str:
    name = now.name or "A campaign"
    if number is None:
        return name
    found = next((session for session in sessions_of(chronicle) if session.number == number), None)
    if found is None:
        raise NotFound("no_such_evening", f"there was no session {number}", "see the report of the whole campaign")
    return f"{name}: s{found.numbered[1:].replace(': ', ', ', 1)}"


def _heading(now: Campaign, noted: Sequence[Noted], seat: SeatId) -> Iterator[str]:
    known = {REFEREE: "with every secret", SPECTATORS: "as the whole party knows it"}
    told = known.get(seat) or f"as {title_of(now, seat)} knows it"
    first, last, played = now.clock, now.clock, ""
    if noted:
        first, last = noted[0].told.at, noted[-1].told.at
        began, ended = noted[0].wall[:10], noted[-1].wall[:10]
        played = f", played on {began}" if began == ended else f", played {began} to {ended}"
    yield f"{_between(now, first, last).capitalize()}{played}, {told}."
    at_first, later = _present(now, noted)
    for title, present in (("Characters", at_first), ("Joined later", later)):
        if people := [now.people[who].name for who in present if who in now.people]:
            yield f"{title}: {', '.join(people)}."
    if short := in_short(now, noted):
        yield f"In short: {' '.join(short)}"


def _present(now: Campaign, noted: Iterable[Noted]) -> tuple[Sequence[PersonId], Sequence[PersonId]]:
    """The characters present from the start of a session, and those who joined during it."""
    began: dict[PersonId, None] = {}
    later: dict[PersonId, None] = {}
    for note in noted:
        match note.told.event:
            case SessionBegan(session=session):
                began |= dict.fromkeys(session.present)
            case Arrived(who=who):
                later |= {who: None}
            case _:
                pass
    if not began and not later:
        return tuple(now.present), ()
    return tuple(began), tuple(who for who in later if who not in began)


def _span(now: Campaign, section: ReportSection) -> str:
    burnt = f", {counted(section.burnt, 'light burnt down', 'lights burnt down')}" if section.burnt else ""
    return f"{_between(now, section.began, section.ended)}{burnt}"


def _between(now: Campaign, began: Seconds, ended: Seconds) -> str:
    """A span of time to the minute, with its day named once."""
    (day, first), (last_day, last) = (moment(now, at).split(", ") for at in (began, ended))
    if day != last_day:
        return f"{day}, {first} to {last_day}, {last}"
    return f"{day}, {first}" if first == last else f"{day}, {first} to {last}"


def _items(now: Campaign, section: ReportSection) -> Iterator[Item]:
    """The moments in order, each with its time where that has changed."""
    shown = moment(now, section.began)
    for part in section.moments:
        at = moment(now, part.at)
        when = "" if at == shown else at.rpartition(" ")[2]
        shown = at
        yield Item(shortly(now, " ".join(part.lines)), when)


def _sections(now: Campaign, standing: Iterable[Noted], told: Sequence[Noted]) -> list[ReportSection]:
    """The sections in order; after an inner scene ends, the outer scene continues."""
    inside = {section.number for section in told}
    writing = _Writing(now)
    for note in standing:
        event, at = note.told.event, note.told.at
        match event:
            case SceneBegan(group=group, scene=scene):
                writing.enter(group, heading(now, scene), at, meeting=isinstance(scene, EncounterScene))
            case SceneWentOn(group=group, scene=EncounterScene() as scene):
                writing.joined(group, heading(now, scene))
            case SceneEnded(group=group):
                writing.leave(group, at)
            case DayBegan(group=group, day=day):
                writing.rename(group, on_the_road(day))
            case _:
                pass
        if note.number in inside:
            writing.tell(note)
    return writing.done()


class _Writing:
    """The sections being written, and the scenes that each group is in."""

    def __init__(self, now: Campaign) -> None:
        self._sections: list[ReportSection] = []
        self._tale = Tale(now)
        self._around: defaultdict[GroupId, list[tuple[SceneHeading, bool]]] = defaultdict(list)
        self._heading = BEFORE
        self._group: GroupId | None = None
        self._last: type[Event] | None = None

    def enter(self, group: GroupId, heading: SceneHeading, at: Seconds, *, meeting: bool) -> None:
        """Start a scene within the present one; a scene that follows an encounter names those encountered."""
        around = self._around[group]
        if around and around[-1][1]:
            heading = heading.after(around[-1][0])
        around.append((heading, meeting))
        self._group = group
        self._turn(heading, at)

    def leave(self, group: GroupId, at: Seconds) -> None:
        """End a scene and continue the outer one; an encounter adds nothing to its fight."""
        around = self._around[group]
        if around:
            around.pop()
        heading, meeting = around[-1] if around else (BETWEEN, False)
        if not meeting:
            self._turn(heading, at)

    def joined(self, group: GroupId, heading: SceneHeading) -> None:
        """Give an encounter the heading that names those who joined it too."""
        around = self._around[group]
        before = around[-1][0] if around else heading
        if heading.goes_on(before):
            self.rename(group, heading)
            if self._sections and self._sections[-1].heading == before:
                self._sections[-1].heading = heading

    def rename(self, group: GroupId, heading: SceneHeading) -> None:
        """Give a group's scene another heading from now on."""
        around = self._around[group]
        if around:
            around[-1] = (heading, around[-1][1])
            self._heading = heading

    def tell(self, note: Noted) -> None:
        """Tell an event, or only count it: other events tell what came of a ruling, unless they lost their way."""
        at, event = note.told.at, note.told.event
        if not self._sections or self._sections[-1].heading != self._heading:
            meets = self._tale.does(self._group, "meet", "meets")
            self._sections.append(ReportSection(self._heading, at, at, [], meets=meets))
        section = self._sections[-1]
        section.ended = max(section.ended, at)
        if isinstance(event, RULINGS) and not loses_way(event):
            return
        if isinstance(event, WentOut):
            section.burnt += event.spent
            return
        more = isinstance(event, ONCE) and type(event) is self._last
        apart = bool(note.says) and isinstance(event, APART) and not more
        self._last = type(event) if note.says else self._last
        if apart or not section.moments or at // MINUTE > section.moments[-1].at // MINUTE:
            self._breathe()
            section.moments.append(ReportMoment(at, []))
        self._tale.of(note, section.moments[-1].lines)

    def done(self) -> list[ReportSection]:
        """Every section with something to tell; if there is none, at least the first."""
        self._breathe()
        for section in self._sections:
            section.moments = list(passed_again([part for part in section.moments if part.lines]))
        return folded([section for section in self._sections if section.moments]) or self._sections[:1]

    def _turn(self, heading: SceneHeading, at: Seconds) -> None:
        self._breathe()
        if self._sections:
            self._sections[-1].ended = max(self._sections[-1].ended, at)
            if len(self._sections) > 1 and not any(part.lines for part in self._sections[-1].moments):
                self._sections.pop()
        self._heading = heading

    def _breathe(self) -> None:
        """End a moment."""
        if missed := self._tale.missed():
            self._sections[-1].moments[-1].lines.append(missed)
