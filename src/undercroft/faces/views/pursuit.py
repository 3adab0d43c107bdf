"""A chase: who runs how fast, how each mood of the pursuers turns out, and what a head start changes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.chases import A_MINUTE, HEAD_START, Mood
from undercroft.books.violence.surprise import Side
from undercroft.faces.percents import percent, short_fraction
from undercroft.faces.views.answers import CAUGHT, Fact, Way, answers, called, outcomes
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.procedures.chasing import ChaseRun, RunChase, move_of, running
from undercroft.table.scenes import Chase
from undercroft.table.seats import REFEREE


class Runner(Struct, frozen=True):
    """Somebody of the party in a chase: their Move under load, and what they add to a throw."""

    name: str
    move: int
    adds: str
    slowest: bool


class Catching(Struct, frozen=True):
    """One way to run the chase, and how likely it ends in being caught."""

    mood: str
    percent: str
    fraction: str
    command: Any


class HeadStart(Struct, frozen=True):
    """Head starts that count alike, and the chase by each mood."""

    says: str
    moods: tuple[Catching, ...]


MOODS = {
    Mood.HALF_HEARTED: "Half-hearted pursuit",
    Mood.NORMAL: "Pursuit",
    Mood.ENRAGED: "Enraged pursuit",
}


def chase(known: Campaign, seat: SeatId, group: Group, scene: Chase) -> tuple[str, str, Iterable[Fact], Iterable[Way]]:
    """What it is called, what is happening, what is known of it, and how it may be run."""
    hunted = scene.pursuers is Side.ENEMIES
    name = called(scene.met)
    title = f"{name} come after the party" if hunted else f"The party goes after {name}"
    says = "The party runs for it" if hunted else "They run"
    facts = [_pace(those)] if (those := runners(known, group)) else []
    if seat != REFEREE:
        return title, says, facts, ()
    if scene.others is not None:
        facts.append(Fact("Their Move", f"{scene.others.move_ft} ft" if scene.others.move_ft else "as anybody's", True))
    ways: list[Way] = []
    for mood, words in MOODS.items():
        act = RunChase(group.id, mood)
        ways.append(Way(words, wire.plain(act), tuple(answers(outcomes(known, act, ChaseRun)))))
    return title, says, facts, ways


def _pace(those: tuple[Runner, ...]) -> Fact:
    """How fast they are together: as the slowest, who is named where others are faster."""
    slow = [one.name for one in those if one.slowest]
    return Fact("Slowest of the party", f"{', '.join(slow) or 'all alike'}, {those[0].move} ft")


def runners(known: Campaign, group: Group) -> tuple[Runner, ...]:
    """The slowest first: the others wait for them."""
    able = sorted(known.able_in(group.id), key=lambda one: move_of(known, one))
    moves = [move_of(known, one) for one in able]
    return tuple(
        Runner(one.name, move, f"{running(one):+d}", move == moves[0] < moves[-1])
        for one, move in zip(able, moves, strict=True)
    )


def head_starts(known: Campaign, group: Group) -> tuple[HeadStart, ...]:
    """Each span of Rounds that the book counts alike."""
    return tuple(_head_start(known, group, tuple(span)) for _, span in groupby(range(A_MINUTE + 2), HEAD_START.at))


def _head_start(known: Campaign, group: Group, span: tuple[int, ...]) -> HeadStart:
    first, last = span[0], span[-1]
    says = f"{first} to {last} Rounds" if last > first else f"{first} {'Round' if first == 1 else 'Rounds'}"
    if last > A_MINUTE:
        says = f"more than {first - 1} Rounds"
    return HeadStart("none" if not last else says, tuple(_catching(known, group, mood, first) for mood in MOODS))


def _catching(known: Campaign, group: Group, mood: Mood, start: int) -> Catching:
    act = RunChase(group.id, mood, head_start=start)
    chance = outcomes(known, act, ChaseRun).get(CAUGHT)
    if chance is None:
        return Catching(MOODS[mood], "never", "", wire.plain(act))
    return Catching(MOODS[mood], percent(chance), short_fraction(chance), wire.plain(act))
