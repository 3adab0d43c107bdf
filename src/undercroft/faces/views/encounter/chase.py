"""A chase: each runner's speed, the outcome for each mood of the pursuers, and what a head start changes."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign import chases
from undercroft.books.sovereign.chases import A_MINUTE, HEAD_START, Mood
from undercroft.books.sovereign.encumbrance import USUAL_MOVE
from undercroft.books.violence.surprise import Side
from undercroft.faces.views.encounter.reactions import CAUGHT, EncounterFact, StanceRow, answers, called, outcomes
from undercroft.faces.views.percents import short_fraction
from undercroft.faces.views.proposals import backers
from undercroft.kernel import wire
from undercroft.kernel.amounts import counted, percent, series, signed
from undercroft.kernel.phrases import creatures_named
from undercroft.kernel.units import SeatId
from undercroft.table.fight.chase import ChaseRun, RunChase, head_start_of, move_of, numbers_of, running
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.scenes import Chase
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.distances import how_far


class ChaseRunner(Struct, frozen=True):
    """A party member in a chase: their Move under load, and what they add to a throw."""

    name: str
    move: int
    adds: str
    slowest: bool


class Catching(Struct, frozen=True):
    """One way to run the chase, and the chance of being caught."""

    mood: str
    worth: str
    """What the mood adds to the pursuers' roll."""
    percent: str
    fraction: str
    command: Any


class HeadStart(Struct, frozen=True):
    """Head starts that count alike, and the chase by each mood."""

    says: str
    worth: str
    """What such a head start adds to the pursuers' roll."""
    moods: tuple[Catching, ...]
    now: bool = False
    """They have it by the distance at which they met."""


MOODS = {
    Mood.HALF_HEARTED: "Half-hearted pursuit",
    Mood.NORMAL: "Pursuit",
    Mood.ENRAGED: "Enraged pursuit",
}


SAID = {
    Side.ENEMIES: ("Drop something in their way", "Shut a door behind us", "Hide"),
    Side.ADVENTURERS: ("Watch for an ambush",),
}
"""What a player says in a chase with a tap and no rule settles, by the side that pursues."""

BY_HAND = (
    "No rule says what dropping something, shutting a door or hiding is worth: you decide. Under “Run the chase with "
    "other numbers”, give those who flee a head start, or change the pursuers' roll: −1 or −2 helps those who flee."
)


def chase(
    known: Campaign, seat: SeatId, group: Group, scene: Chase
) -> tuple[str, str, Iterable[EncounterFact], Iterable[StanceRow]]:
    """The chase's name, its state, what is known of it, and the ways to run it."""
    hunted = scene.pursuers is Side.ENEMIES
    met = called(scene.met) if scene.others is not None or not scene.bands else series(scene.met.name.split(", "))
    name = series([met, *(creatures_named(seen.name, seen.count) for seen in scene.along)])
    comes = "comes" if scene.met.count == 1 and not scene.along else "come"
    title = f"{name} {comes} after the party" if hunted else f"The party goes after {name}"
    says = "The party runs away" if hunted else "They run away"
    facts = [_pace(those)] if (those := runners(known, group)) else []
    if seat != REFEREE:
        return title, says, facts, ()
    if scene.others is not None:
        move = f"{scene.others.move_ft} ft" if scene.others.move_ft is not None else f"{USUAL_MOVE} ft, as usual"
        facts.append(EncounterFact("Their Move", move, secret=True))
    acts = {words: RunChase(group.id, mood) for mood, words in MOODS.items()}
    ways = [
        StanceRow(
            words,
            wire.plain(act),
            answers(outcomes(known, act, ChaseRun)),
            backers=backers(known, wire.plain(act)),
        )
        for words, act in acts.items()
    ]
    return title, says, facts, ways


def _pace(those: tuple[ChaseRunner, ...]) -> EncounterFact:
    """The group's speed: that of its slowest member, and whose load slows it; the load of all, if nobody is faster."""
    speed = those[0].move
    slowest = [runner.name for runner in those if runner.slowest]
    slowed = f", slowed by the load of {series(slowest) if slowest else 'everybody'}" if speed < USUAL_MOVE else ""
    return EncounterFact("Speed of the party", f"{speed} ft{slowed}")


def runners(known: Campaign, group: Group) -> tuple[ChaseRunner, ...]:
    """The runners, the slowest first, since the others wait for them."""
    able = sorted(known.able_in(group.id), key=lambda who: move_of(known, who))
    moves = [move_of(known, who) for who in able]
    return tuple(
        ChaseRunner(runner.name, move, signed(running(runner)), move == moves[0] < moves[-1])
        for runner, move in zip(able, moves, strict=True)
    )


def head_starts(known: Campaign, group: Group) -> tuple[HeadStart, ...]:
    """The head starts: each span of rounds that the book counts alike."""
    return tuple(_head_start(known, group, tuple(span)) for _, span in groupby(range(A_MINUTE + 2), HEAD_START.at))


def start_in_words(known: Campaign, group: Group, scene: Chase) -> str:
    """The head start that counts unless the referee sets another, and why."""
    rounds, feet = head_start_of(known, group, scene), scene.met.distance_ft
    if feet is None:
        return "Those who flee have no head start: they were close by."
    start = f"a head start of {counted(rounds, 'round')}" if rounds else "no head start"
    return f"Those who flee have {start}: the two sides met {how_far(group, feet)} apart."


def roll_in_words(known: Campaign, group: Group, scene: Chase) -> str:
    """How the modifiers of the runners enter the roll of a chase."""
    hunted = scene.pursuers is Side.ENEMIES
    race = known.house.applied(chases.chase_resolve, chases.Race(0, 0, npc_pursuers=hunted))
    pack, flock = race.npc_chase_group or not hunted, race.fleers_group
    who = "on either side" if pack and flock else "who pursues" if pack else "who flees"
    others = (
        f" Each other runner {who} adds 1 to that side if above +0, and takes 1 away if below." if pack or flock else ""
    )
    more = chases.crowding(*numbers_of(known, group, scene))
    crowd = f" More pursue than flee: {signed(more)} to the roll." if more else ""
    return (
        "At equal Move the pursuers roll 2d6 with the modifier of their best runner, against 8 and the modifier of the "
        f"best who flees; a tie catches.{others}{crowd}"
    )


def _head_start(known: Campaign, group: Group, span: tuple[int, ...]) -> HeadStart:
    first, last = span[0], span[-1]
    says = f"{first} to {last} rounds" if last > first else counted(first, "round")
    if last > A_MINUTE:
        says = f"more than {first - 1} rounds"
    scene = group.scene
    return HeadStart(
        "none" if not last else says,
        signed(HEAD_START.at(first)),
        tuple(_catching(known, group, mood, first) for mood in MOODS),
        now=isinstance(scene, Chase) and HEAD_START.at(head_start_of(known, group, scene)) == HEAD_START.at(first),
    )


def _catching(known: Campaign, group: Group, mood: Mood, start: int) -> Catching:
    act = RunChase(group.id, mood, head_start=start)
    chance = outcomes(known, act, ChaseRun).get(CAUGHT, Fraction(0))
    return Catching(MOODS[mood], signed(chases.MOODS[mood]), percent(chance), short_fraction(chance), wire.plain(act))
