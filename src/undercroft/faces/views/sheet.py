"""A sheet at a glance: every pool with what is left of it, everything that runs, and what a body wants."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from undercroft.books.sovereign.advancement import THRESHOLDS
from undercroft.books.sovereign.equipment import in_coins
from undercroft.faces.views.wants import had, short_of
from undercroft.kernel.units import DAY, Seconds
from undercroft.table.bridge import fatigue_max, strain_max
from undercroft.table.campaign import Campaign
from undercroft.table.loads import Load, load
from undercroft.table.moments import moment, spell
from undercroft.table.people import Person, Role
from undercroft.table.purses import coins
from undercroft.table.timers import NEVER, Lapse, Timer
from undercroft.table.wages import owed
from undercroft.table.wants import counts_sleep


class Pool(Struct, frozen=True):
    """Something that is spent or filled: how it stands, of how much, and in which colour."""

    name: str
    now: str
    of: str = ""
    share: int | None = None
    """In percent; none where it has no bounds."""
    tone: str = ""
    note: str = ""


class Running(Struct, frozen=True):
    """Something with a deadline: what is left, when it is due, and how far it has come in percent."""

    what: str
    left: str
    due: str
    share: int


class SheetView(Struct, frozen=True):
    """What changes on somebody's sheet."""

    pools: tuple[Pool, ...]
    running: tuple[Running, ...]
    wants: tuple[tuple[str, str], ...]
    """What they had and lack, what they own, and what they are owed, each with its name."""


def sheet(known: Campaign, person: Person) -> SheetView:
    """Somebody's sheet as a seat knows it."""
    return SheetView(tuple(_pools(known, person)), _running(known, person), tuple(_wants(known, person)))


def _pools(known: Campaign, person: Person) -> Iterator[Pool]:
    own, burden = person.sheet, load(known, person)
    share = _share(person.hp, person.hp_max)
    yield Pool("HP", str(person.hp), str(person.hp_max), share, "rust" if share <= LOW else "")
    strain = strain_max(person)
    yield Pool("Strain", str(person.strain), str(strain), _share(person.strain, strain), "verd")
    tired = fatigue_max(person, known.house.fatigue)
    if tired:
        held = ", ".join(short_of(known, person))
        yield Pool("FP", str(person.fp), str(tired), _share(person.fp, tired), "flame", held)
    yield Pool("Scars", str(person.scars))
    needed = THRESHOLDS.get(own.level + 1)
    if person.role in (Role.DELVER, Role.HENCHMAN) and needed is not None:
        base = THRESHOLDS[own.level]
        yield Pool("XP", str(own.xp), str(needed), _share(own.xp - base, needed - base), "verd", "to the next level")
    else:
        yield Pool("XP", str(own.xp))
    if own.points or own.quick_points:
        yield Pool("Points to spend", str(own.points + own.quick_points))
    if own.feats_due:
        yield Pool("Feats to take", str(own.feats_due))
    yield from _burdens(burden)


LOW = 25
"""Percent of hit points at which it is grave."""


def _burdens(burden: Load) -> Iterator[Pool]:
    tone = "ember" if burden.over else ""
    move = f"Move {burden.move} ft" if burden.move is not None else "cannot move"
    for name, now, most in (
        ("Readied", burden.readied, burden.readied_max),
        ("Stowed", burden.stowed, burden.stowed_max),
    ):
        yield Pool(name, str(now), str(most), _share(now, most), tone, move if name == "Stowed" else "")


def _share(now: int, most: int) -> int:
    return max(0, min(100, now * 100 // max(1, most)))


def _running(known: Campaign, person: Person) -> tuple[Running, ...]:
    """Timers of theirs that end, and what burns in their hands; the next to end first."""
    now = known.now_of(person.id)
    found = [(timer.due, timer.since, timer.what) for timer in _timers(known, person)]
    named = {what for _, _, what in found}
    burning = [(light.until, now, light.item) for light in known.held_by(person.id) if light.until is not None]
    lights = [one for one in burning if not any(one[2] in what for what in named)]
    ends = sorted((due, since, what) for due, since, what in (*found, *lights) if due != NEVER)
    return tuple(_runs(known, now, due, since, what.removeprefix(f"{person.name}: ")) for due, since, what in ends)


def _timers(known: Campaign, person: Person) -> Iterator[Timer]:
    """Theirs; what only warns of another is left out, and bedtime stands among what they want."""
    apart = (Lapse.WARNING, Lapse.UP_LATE)
    return (one for one in known.timers.values() if one.person == person.id and one.lapse not in apart)


def _runs(known: Campaign, now: Seconds, due: Seconds, since: Seconds, what: str) -> Running:
    return Running(what, spell(due - now), _when(known, due), _share(now - since, due - since))


def _when(known: Campaign, at: Seconds) -> str:
    return moment(known, at).capitalize()


def _wants(known: Campaign, person: Person) -> Iterator[tuple[str, str]]:
    food = had(known, person)
    if food:
        yield "Had today", ", ".join(food)
    lacks = short_of(known, person)
    if lacks:
        yield "Fatigue that only these give back", ", ".join(lacks)
    needs = known.needs.get(person.id)
    if needs is not None and counts_sleep(known.house):
        yield "Should sleep by", _when(known, needs.bedtime)
    yield "Purse", in_coins(coins(known, person.id))
    if person.pay is not None:
        every = "day" if person.pay.every == DAY else spell(person.pay.every)
        yield "Wages", f"{in_coins(person.pay.coppers)} every {every}"
        if owed(known, person):
            yield "Owed", in_coins(owed(known, person))
    if person.terms:
        yield "Promised", person.terms
