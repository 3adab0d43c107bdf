"""The present state by what a seat knows, in plain lines."""

from collections.abc import Iterable, Mapping, Sequence

from undercroft.faces.views.countdowns import clock_face, counts
from undercroft.faces.views.overview.exits import exit_lines
from undercroft.faces.views.overview.scene_summary import scene_lines
from undercroft.faces.views.seat_names import player_of, title_of
from undercroft.interpret.ask import prompt
from undercroft.kernel.amounts import minutes
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.condition import what_ends
from undercroft.table.engine.time_words import moment, spell
from undercroft.table.exploration.clocks import clock_of, number_by_now
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import NEVER, RealTimer
from undercroft.table.state.ids import PersonId, SiteId, TimerId, ZoneId
from undercroft.table.state.people import Person, spoken
from undercroft.table.state.scenes import EncounterScene, Fight, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn


def overview(known: Campaign, seat: SeatId, left: Mapping[TimerId, int] | None = None) -> list[str]:
    """The whole overview, from the clock to the dice wanted. `left` is what each real timer has left, in seconds."""
    lines = [f"{known.name or 'Nothing has begun'} · {moment(known, known.clock)} · as {title_of(known, seat)}"]
    if known.session is not None:
        lines.append(known.session.numbered)
    for group in known.groups.values():
        if group.members:
            lines += ["", *_group(known, group), *(f"  {line}" for line in scene_lines(known, seat, group))]
    for title, parts in (
        ("Others", _others(known)),
        ("Deadlines", _deadlines(known)),
        (
            "Real timers",
            [_real_timer(timer, left or {}) for timer in known.real_timers.values() if counts(known, timer)],
        ),
        ("Dice wanted", _wanted(known)),
        ("Declared", [f"{_name(known, declared.who)}: {declared.text}" for declared in known.declared]),
        ("Notes", [note.text for note in known.notes]),
    ):
        if parts:
            lines += ["", f"{title}:", *(f"  {part}" for part in parts)]
    return lines


def _group(known: Campaign, group: Group) -> Iterable[str]:
    where = place(known, group.site, group.zone)
    stage = f", {said}" if (said := stage_of(group)) else ""
    late = f", {moment(known, group.time)}" if group.time != known.clock else ""
    yield f"{group.name}{f' in {where}' if where else ''}{stage}{late}:"
    for member in group.members:
        if member in known.people:
            yield f"  {_person(known, known.people[member])}"
    for line in exit_lines(known, group) if group.site is not None else ():
        yield f"  {line}"


def place(known: Campaign, site: SiteId | None, zone: ZoneId | None) -> str:
    """A place by its names, as far as the seat knows them."""
    seen = known.seen.get(site) if site is not None else None
    if seen is None:
        return str(site or "")
    there = seen.zones.get(zone) if zone is not None else None
    return f"{seen.name}, {there.name}" if there is not None else seen.name


_TITLES: Mapping[type[Scene], str] = {
    SovereignTurn: "turn",
    OverloadedTurn: "turn",
    ViolenceTurn: "turn",
    EncounterScene: "encounter",
}
"""The words for scenes that players do not call by their tag."""


def scene_title(scene: Scene) -> str:
    """A scene in a few words: `turn 2`, `fight, round 1`."""
    if isinstance(scene, Fight) and scene.number:
        return f"fight, round {scene.number}"
    title = _TITLES.get(type(scene)) or str(scene.__struct_config__.tag).replace("_", " ")
    return f"{title} {scene.number}" if scene.number else title


def stage_of(group: Group) -> str:
    """A group's scene in a few words, with the turn that the clock shows; empty outside every scene."""
    scene, clock = group.scene, clock_of(group)
    if scene is None:
        return ""
    return scene_title(scene if clock is None else clock.fresh(scene, number_by_now(group)))


def _person(known: Campaign, person: Person) -> str:
    unit = " HP" if person.health is None else ""
    state = [f"{person.hit_points}{unit}"] if person.hit_points else []
    if person.strain:
        state.append(f"strain {person.strain}")
    state += [spoken(condition.name) for condition in person.conditions]
    if not person.alive:
        state = ["dead"]
    for light in known.held_by(person.id):
        state.append(f"{light.item}{f' until {moment(known, light.until)}' if light.until is not None else ''}")
    return f"{person.name}: {', '.join(state)}"


def _others(known: Campaign) -> list[str]:
    members = {member for group in known.groups.values() for member in group.members}
    return [_person(known, person) for person in known.people.values() if person.id not in members]


def _deadlines(known: Campaign) -> list[str]:
    """What falls due, the next first; people with the same deadline share a line."""
    alike: dict[tuple[Seconds, bool, str], list[str]] = {}
    listed = (timer for timer in known.timers.values() if timer.listed)
    for timer in sorted(listed, key=lambda timer: (timer.due, timer.id)):
        person = known.people.get(timer.person) if timer.person is not None else None
        name = "" if person is None else person.name
        begins = bool(name) and not timer.ends_a_state and timer.what.startswith(name)
        what = timer.what.removeprefix(name) if begins else what_ends(timer)
        alike.setdefault((timer.due, begins, what), []).append(name if begins or timer.ends_a_state else "")
    return [f"{_together(what, names, begins)}: {_when(known, due)}" for (due, begins, what), names in alike.items()]


def _together(what: str, names: Sequence[str], begins: bool) -> str:
    """Deadlines that differ only in whose they are: `Maud, Ulf should sleep`, `asleep (Maud, Ulf)`."""
    named = ", ".join(filter(None, names))
    if begins:
        return f"{named}{what}"
    return f"{what} ({named})" if named else what


def _when(known: Campaign, due: Seconds) -> str:
    """The moment a deadline falls due, and how far off it is."""
    return "until ended" if due >= NEVER else f"{moment(known, due)} (in {spell(max(0, due - known.clock))})"


def _real_timer(timer: RealTimer, left: Mapping[TimerId, int]) -> str:
    """A timer on the wall clock: `delve round: 7:42 of 10 minutes left`."""
    whole = minutes(timer.seconds)
    if timer.id not in left:
        return f"{timer.what}: {whole}"
    seconds = left[timer.id]
    return f"{timer.what}: {clock_face(seconds)} of {whole} left" if seconds else f"{timer.what}: time is up"


def _wanted(known: Campaign) -> list[str]:
    return [
        f"{prompt(asked.question)}, of {player_of(known, asked.seat, asked.who)}"
        for wanted in known.wanted.values()
        for asked in wanted.questions
    ]


def _name(known: Campaign, who: PersonId) -> str:
    return known.people[who].name if who in known.people else who
