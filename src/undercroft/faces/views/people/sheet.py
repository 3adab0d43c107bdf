"""A sheet at a glance: every pool with what is left of it, every timer, and the body's needs."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.books.sovereign.advancement import THRESHOLDS
from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.people.needs import had, short_of
from undercroft.faces.views.people.party import burning_time
from undercroft.kernel.units import DAY, Seconds
from undercroft.table.body.condition import what_ends
from undercroft.table.body.needs import counts_sleep
from undercroft.table.bridge import fatigue_max, strain_max
from undercroft.table.bridge.loads import Load, load
from undercroft.table.engine.time_words import moment, spell
from undercroft.table.gear.money import coins_shown
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import NEVER, Lapse
from undercroft.table.state.people import Person, Role
from undercroft.table.town.wages import owed


class PoolBar(Struct, frozen=True):
    """A pool: its value, its maximum, and its colour."""

    name: str
    now: str
    of: str = ""
    share: int | None = None
    """In percent; None for a pool without bounds."""
    tone: str = ""
    note: str = ""


class DeadlineLeft(Struct, frozen=True):
    """A deadline: the time left, when it is due, and its progress in percent."""

    what: str
    left: str
    due: str
    share: int


class SheetView(Struct, frozen=True):
    """The changing parts of a person's sheet."""

    pools: tuple[PoolBar, ...]
    running: tuple[DeadlineLeft, ...]
    wants: tuple[tuple[str, str], ...]
    """What they had and lack, what they own, and what they are owed, each with its name."""


def sheet(known: Campaign, person: Person) -> SheetView:
    """A person's sheet as a seat knows it."""
    return SheetView(tuple(_pools(known, person)), _running(known, person), tuple(_wants(known, person)))


def _pools(known: Campaign, person: Person) -> Iterator[PoolBar]:
    own, burden = person.sheet, load(known, person)
    if person.health is None:
        share = _share(person.hp, person.hp_max)
        yield PoolBar("HP", str(person.hp), str(person.hp_max), share, "rust" if share <= LOW else "")
    elif person.health.words:
        yield PoolBar("HP", person.health.words)
    strain = strain_max(person)
    yield PoolBar("Strain", str(person.strain), str(strain), _share(person.strain, strain), "verd")
    tired = fatigue_max(person, known.house.fatigue)
    if tired:
        held = ", ".join(short_of(known, person))
        yield PoolBar("Fatigue points left", str(person.fp), str(tired), _share(person.fp, tired), "flame", held)
    yield PoolBar("Scars", str(person.scars))
    needed = THRESHOLDS.get(own.level + 1)
    if person.role in (Role.DELVER, Role.HENCHMAN) and needed is not None:
        base = THRESHOLDS[own.level]
        to_go = f"{needed - own.xp:,} to level {own.level + 1}" if needed > own.xp else f"level {own.level + 1} is due"
        yield PoolBar("XP", str(own.xp), str(needed), _share(own.xp - base, needed - base), "verd", to_go)
    else:
        yield PoolBar("XP", str(own.xp))
    if own.unspent:
        yield PoolBar("Points to spend", str(own.unspent))
    if own.feats_due:
        yield PoolBar("Feats to take", str(own.feats_due))
    yield from _burdens(burden)


LOW = 25
"""The percentage of hit points that counts as grave."""


def _burdens(burden: Load) -> Iterator[PoolBar]:
    tone = "ember" if burden.over else ""
    move = f"Move {burden.move} ft" if burden.move is not None else "cannot move"
    for name, now, most in (
        ("Readied", burden.readied, burden.readied_max),
        ("Stowed", burden.stowed, burden.stowed_max),
    ):
        yield PoolBar(name, str(now), str(most), _share(now, most), tone, move if name == "Stowed" else "")


def _share(now: int, most: int) -> int:
    return max(0, min(100, now * 100 // max(1, most)))


def _running(known: Campaign, person: Person) -> tuple[DeadlineLeft, ...]:
    """A person's timers with an end, and the lights in their hands; the next to end first."""
    now, group = known.now_of(person.id), known.group_of(person.id)
    timers = [timer for timer in known.timers.values() if timer.person == person.id and timer.lapse not in NOT_SHOWN]
    found = [(timer.due, timer.since, what_ends(timer), timer.lapse is Lapse.LIGHT) for timer in timers]
    found += [
        (light.until, now, light.item, True)
        for light in known.held_by(person.id)
        if light.until is not None and not any(light.item in timer.what for timer in timers)
    ]
    return tuple(
        DeadlineLeft(
            what,
            burning_time(group, Seconds(due - now)) if light and group is not None else spell(due - now),
            _when(known, due),
            _share(now - since, due - since),
        )
        for due, since, what, light in sorted(found)
        if due != NEVER
    )


NOT_SHOWN = (Lapse.WARNING, Lapse.UP_LATE, Lapse.SLEPT_HOUR)
"""Timers that only warn of others or count hours of sleep, and bedtime, which is listed with the needs."""


def _when(known: Campaign, at: Seconds) -> str:
    return moment(known, at).capitalize()


def _wants(known: Campaign, person: Person) -> Iterator[tuple[str, str]]:
    if food := had(known, person):
        yield "Had today", ", ".join(food)
    if lacks := short_of(known, person):
        yield "Fatigue that only these give back", ", ".join(lacks)
    needs = known.needs.get(person.id)
    if needs is not None and counts_sleep(known.house):
        yield "Should sleep by", _when(known, needs.bedtime)
    if shown := coins_shown(known, person):
        yield "Purse", shown
    if person.pay is not None:
        every = "day" if person.pay.every == DAY else spell(person.pay.every)
        yield "Wages", f"{in_coins(person.pay.coppers)} every {every}"
        if owed(known, person):
            yield "Owed", in_coins(owed(known, person))
    if person.terms:
        yield "Promised", person.terms
