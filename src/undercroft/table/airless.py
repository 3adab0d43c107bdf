"""Without air: how long a breath lasts, and what comes after, by Neverwhere or Sovereign as the house has it."""

from __future__ import annotations

from fractions import Fraction

from undercroft.books.neverwhere.breath import (
    Airless,
    Breath,
    Burning,
    Exertion,
    Holding,
    PassedOut,
    Readiness,
    Suffocated,
    breath_limit,
    breath_round,
)
from undercroft.books.neverwhere.fatigue import Left
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT
from undercroft.books.neverwhere.units import FOUR_MINUTES
from undercroft.books.neverwhere.units import ROUND as NEVERWHERE_ROUND
from undercroft.books.sovereign.hazards import Breath as Air
from undercroft.books.sovereign.hazards import Breathing, Choking, air_rounds, suffocation_air, suffocation_damage
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import ROUND
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.bodies import State, around, die, gain, lose, time_of
from undercroft.table.fatigue import drained
from undercroft.table.house import Fatigue, Feats, HouseRules
from undercroft.table.names import PersonId
from undercroft.table.people import Condition
from undercroft.table.play import Play
from undercroft.table.rooms import Room
from undercroft.table.telling import Audience
from undercroft.table.timers import Lapse, Timer
from undercroft.table.wounds import NO_AIR, hurt, knock_out


def by_neverwhere(house: HouseRules) -> bool:
    """Its breath is paid for in its fatigue points, so feats go by it only where those are counted too."""
    return house.feats is Feats.NEVERWHERE and house.fatigue is Fatigue.NEVERWHERE


def round_of(house: HouseRules) -> Seconds:
    """How long a round without air is."""
    return NEVERWHERE_ROUND if by_neverwhere(house) else ROUND


def breath_lasts(
    play: Play, who: PersonId, rounds: int, *, exertion: Exertion, readiness: Readiness, to: Audience
) -> bool:
    """Whether a breath is enough for so many rounds."""
    person = play.now.people[who]
    if by_neverwhere(play.now.house):
        given = Breath(vit=bridge.neverwhere(person).vit, exertion=exertion, readiness=readiness)
        return play.settle(breath_limit, given, to=to, whole=True).full_rounds >= rounds
    air = Air(person.sheet.constitution, max(0, rounds - 1), 0)
    return isinstance(play.settle(suffocation_air, air, to=to), Breathing)


def without_air(
    play: Play, who: PersonId, rounds: int, *, exertion: Exertion, readiness: Readiness, to: Audience
) -> bool:
    """Somebody goes so many rounds without air, and whether they come through."""
    if by_neverwhere(play.now.house):
        _by_neverwhere(play, who, rounds, exertion=exertion, readiness=readiness, to=to)
    else:
        _by_sovereign(play, who, rounds, to)
    return play.now.people[who].able


def _by_neverwhere(
    play: Play, who: PersonId, rounds: int, *, exertion: Exertion, readiness: Readiness, to: Audience
) -> None:
    """Each round uses its share of the breath; once that is gone, strength goes with it."""
    body = bridge.neverwhere(play.now.people[who])
    given = Breath(vit=body.vit, exertion=exertion, readiness=readiness)
    limit = play.settle(breath_limit, given, to=to, whole=True).exact
    used, gone = Fraction(0), 0
    for _ in range(rounds):
        person = play.now.people[who]
        airless = Airless(used, limit, min(person.fp, body.fp_max), body.fp_max, person.hp, body.will, gone)
        outcome = play.settle(breath_round, airless, by=person.seat, who=person.id, to=to)
        match outcome:
            case Holding(used=share):
                used = share
                continue
            case Burning(fp=fp, hp=hp) | PassedOut(fp=fp, hp=hp):
                drained(play, who, Left(fp, hp, unconscious=False), cause=NO_AIR, to=to)
            case Suffocated():
                die(play, who, NO_AIR, to=to)
        gone += 1
        if isinstance(outcome, PassedOut) or not play.now.people[who].able:
            drown(play, who, Seconds(FOUR_MINUTES - gone * NEVERWHERE_ROUND), to)
            return


def _by_sovereign(play: Play, who: PersonId, rounds: int, to: Audience) -> None:
    """Constitution is how many Rounds there are; after that a save each, or blood."""
    person = play.now.people[who]
    constitution = person.sheet.constitution
    play.settle(suffocation_air, Air(constitution, rounds, 0), to=to)
    target = bridge.save_target(person, SaveKind.PHYSICAL)
    for _ in range(rounds - air_rounds(constitution)):
        person = play.now.people[who]
        choking = Choking(target, Fraction(person.sheet.level), person.hp)
        hp = play.settle(suffocation_damage, choking, by=person.seat, who=person.id, to=to).hp
        if hp < person.hp:
            hurt(play, who, person.hp - hp, cause=NO_AIR, to=to)
        if not play.now.people[who].able:
            drown(play, who, None, to)
            return


def drown(play: Play, who: PersonId, seconds: Seconds | None, to: Audience) -> None:
    """Somebody lies where there is no air, and will die there."""
    if play.now.people[who].alive:
        drowning = Condition(State.DROWNING, time_of(play, who))
        gain(play, who, drowning, to=to, seconds=seconds, lapse=Lapse.DROWNING)
        play.stop(f"{play.now.people[who].name} has no air.")


def comes_to_air(play: Play, who: PersonId, to: Audience) -> None:
    """Somebody who was drowning breathes again; whoever is not dying of it comes to after a rest."""
    lose(play, who, State.DROWNING, to=to)
    if not play.now.people[who].is_in(State.MORTALLY_INJURED):
        knock_out(play, who, State.UNCONSCIOUS, MINUTES_A_POINT * MINUTE, {}, to)


def _suffocates(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.DROWNING):
        die(play, timer.person, NO_AIR, to=around(play, timer.person))


ROOM = Room(lapses={Lapse.DROWNING: _suffocates})
