"""An evening as a page of Markdown: scene by scene, routine folded away, then the dead, the treasure and loose ends."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from undercroft.faces.overview import place
from undercroft.faces.seating import title_of
from undercroft.interpret.ask import prompt
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.campaign import Campaign
from undercroft.table.history import Restored, Retracted
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.moments import moment
from undercroft.table.passing import TimePassed
from undercroft.table.rooms import Event
from undercroft.table.scenes import Chase, Fight, Meeting, Scene, Town
from undercroft.table.seats import REFEREE
from undercroft.table.settled import Chosen, Settled, Thrown
from undercroft.table.sites import DoorState, TrapState
from undercroft.table.staging import SceneBegan, SceneEnded
from undercroft.table.things import Carried, Kind

ROUTINE: tuple[type[Event], ...] = (Settled, Thrown, Chosen, TimePassed)
"""What a report counts instead of telling it."""

MENDED: tuple[type[Event], ...] = (Retracted, Restored)
"""What a report leaves out, as it leaves out what was taken back."""

_SHUT = (DoorState.LOCKED, DoorState.STUCK, DoorState.BARRED)


class _Section(Struct):
    """One scene: its title, when it began and ended, and what happened in it."""

    title: str
    began: Seconds
    ended: Seconds
    lines: list[str]


def report(chronicle: Chronicle, seat: SeatId) -> str:
    """The page."""
    now = chronicle.now
    standing = [one for one in chronicle.noted if chronicle.stands(one) and not isinstance(one.told.event, MENDED)]
    lines = [f"# {_plain(now.name or 'A campaign')}", "", *_heading(now, standing, seat)]
    for section in _sections(now, standing):
        lines += ["", f"## {_plain(section.title)}", "", f"*{_span(now, section)}*", "", *section.lines]
    for title, parts in (("The dead", _dead(now)), ("Treasure", _treasure(now)), ("Loose ends", _loose_ends(now))):
        lines += ["", f"## {title}", "", *([f"- {_plain(part)}" for part in parts] or ["None."])]
    return "\n".join((*lines, ""))


def _heading(now: Campaign, noted: list[Noted], seat: SeatId) -> Iterable[str]:
    told = "with every secret" if seat == REFEREE else f"as {title_of(now, seat)} knows it"
    played = f", played {noted[0].wall[:10]} to {noted[-1].wall[:10]}" if noted else ""
    yield f"{moment(now, now.clock).capitalize()}{played}, {told}."
    people = [now.people[one] for one in now.present if one in now.people]
    if people:
        yield ""
        yield f"Present: {', '.join(_plain(person.name) for person in people)}."


def _span(now: Campaign, section: _Section) -> str:
    began, ended = moment(now, section.began), moment(now, section.ended)
    return began if began == ended else f"{began} to {ended}"


def _sections(now: Campaign, noted: list[Noted]) -> list[_Section]:
    sections: list[_Section] = []
    routine: list[Noted] = []
    title = "Before the expedition"
    for one in noted:
        match one.told.event:
            case SceneBegan(scene=scene):
                title = _title(now, scene)
                _fold(now, sections, routine)
                sections.append(_Section(title, one.told.at, one.told.at, []))
            case SceneEnded():
                _fold(now, sections, routine)
                sections.append(_Section("Between scenes", one.told.at, one.told.at, []))
            case _ if one.says and isinstance(one.told.event, ROUTINE):
                routine.append(one)
            case _ if one.says:
                _fold(now, sections, routine)
                if not sections:
                    sections.append(_Section(title, one.told.at, one.told.at, []))
                sections[-1].lines.append(f"- {_plain(one.says)}")
            case _:
                pass
        if sections:
            sections[-1].ended = max(sections[-1].ended, one.told.at)
    _fold(now, sections, routine)
    return [section for section in sections if section.lines]


def _title(now: Campaign, scene: Scene) -> str:
    """What a scene is headed with."""
    match scene:
        case Meeting(met=met):
            return f"Met: {met.name}"
        case Chase():
            return "A chase"
        case Fight():
            return "A fight"
        case TravelDay(day=day):
            return f"On the road, day {day}"
        case Hike(day=day):
            return f"On the march, day {day}"
        case Camp(day=day):
            return f"In camp, night of day {day}"
        case Town(name=name):
            return f"In {name}"
        case _:
            return place(now, scene.site, None)


def _fold(now: Campaign, sections: list[_Section], routine: list[Noted]) -> None:
    """Rulings and passing time as one line."""
    rulings = sum(not isinstance(one.told.event, TimePassed) for one in routine)
    times = [one.told.event.time for one in routine if isinstance(one.told.event, TimePassed)]
    parts = [f"{rulings} {'ruling' if rulings == 1 else 'rulings'}"] if rulings else []
    parts += [f"until {moment(now, max(times))}"] if times else []
    if sections and parts:
        sections[-1].lines.append(f"- *{', '.join(parts)}*")
    routine.clear()


def _dead(now: Campaign) -> list[str]:
    return [person.name for person in now.people.values() if not person.alive]


def _treasure(now: Campaign) -> list[str]:
    found = [
        thing
        for thing in now.things.values()
        if thing.kind in (Kind.TREASURE, Kind.COINS) and isinstance(thing.place, Carried) and thing.count
    ]
    worth = (f", worth {thing.worth:,} cp" if thing.worth is not None else ", not appraised" for thing in found)
    return [f"{thing.count} {thing.name}{known}" for thing, known in zip(found, worth, strict=True)]


def _loose_ends(now: Campaign) -> list[str]:
    ends = [f"Waiting: {prompt(asked.question)}" for one in now.wanted.values() for asked in one.questions]
    ends += [f"Declared: {one.text}" for one in now.declared]
    for seen in now.seen.values():
        ends += [f"{seen.name}: the {door.name} is {door.state}" for door in seen.doors.values() if door.state in _SHUT]
        ends += [
            f"{seen.name}: {trap.name}, still armed" for trap in seen.traps.values() if trap.state == TrapState.ARMED
        ]
        ends += [f"{seen.name}: {block.name}, in the way" for block in seen.obstacles.values() if not block.cleared]
        ends += [f"{seen.name}: {clue.text}" for clue in seen.clues]
        ends += [f"{seen.name}: {creatures.name}, met" for creatures in seen.creatures.values()]
    return ends


def _plain(text: str) -> str:
    """Text with nothing in it that Markdown would take for more."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in text)
