"""Holding the breath and suffocating, by Neverwhere or Sovereign as the house rules say."""

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
from undercroft.books.neverwhere.rounds import FOUR_MINUTES
from undercroft.books.neverwhere.rounds import ROUND as NEVERWHERE_ROUND
from undercroft.books.sovereign.hazards import Breath as Air
from undercroft.books.sovereign.hazards import Breathing, Choking, air_rounds, suffocation_air, suffocation_damage
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import ROUND
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table import bridge
from undercroft.table.body.condition import die, gain, lose, time_of
from undercroft.table.body.fatigue import drained
from undercroft.table.body.wounds import NO_AIR, hurt, knock_out
from undercroft.table.engine.audience import Audience, around
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.house_rules import Fatigue, Feats, HouseRules
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Condition, Person, State


def by_neverwhere(house: HouseRules) -> bool:
    """Whether Neverwhere's rules for breath count: its cost is in fatigue points, so the house must count those too."""
    return house.feats is Feats.NEVERWHERE and house.fatigue is Fatigue.NEVERWHERE


def round_of(house: HouseRules) -> Seconds:
    """The length of a round without air."""
    return NEVERWHERE_ROUND if by_neverwhere(house) else ROUND


def breath_lasts(play: Play, who: PersonId, rounds: int, *, readiness: Readiness, to: Audience) -> bool:
    """Whether a breath lasts for that many rounds."""
    person = play.now.people[who]
    if by_neverwhere(play.now.house):
        return play.settle(breath_limit, _breath(person, readiness), to=to, whole=True).full_rounds >= rounds
    air = Air(person.sheet.constitution, max(0, rounds - 1), 0)
    return isinstance(play.settle(suffocation_air, air, to=to), Breathing)


def without_air(play: Play, who: PersonId, rounds: int, *, readiness: Readiness, to: Audience) -> bool:
    """Let a person go that many rounds without air, and return whether they can still act."""
    if by_neverwhere(play.now.house):
        _by_neverwhere(play, who, rounds, readiness, to)
    else:
        _by_sovereign(play, who, rounds, to)
    return play.now.people[who].able


def _breath(person: Person, readiness: Readiness) -> Breath:
    """The input for how long a person's breath lasts; moving is mild exertion."""
    return Breath(vit=bridge.neverwhere(person).vit, exertion=Exertion.MILD, readiness=readiness)


def _by_neverwhere(play: Play, who: PersonId, rounds: int, readiness: Readiness, to: Audience) -> None:
    """Each round uses a share of the breath; without breath it costs fatigue and hit points."""
    body = bridge.neverwhere(play.now.people[who])
    limit = play.settle(breath_limit, _breath(play.now.people[who], readiness), to=to, whole=True).exact
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
    """The breath lasts as many rounds as the Constitution score; each later round needs a save or costs hit points."""
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
    """Make a person drown, to die after `seconds` if that is given."""
    if play.now.people[who].alive:
        drowning = Condition(State.DROWNING, time_of(play, who))
        gain(play, who, drowning, to=to, seconds=seconds, lapse=Lapse.DROWNING)
        play.stop(f"{play.now.people[who].name} has no air.")


def comes_to_air(play: Play, who: PersonId, to: Audience) -> None:
    """Bring a drowning person to air: unless they are dying, they wake after a rest."""
    lose(play, who, State.DROWNING, to=to)
    if not play.now.people[who].is_in(State.MORTALLY_INJURED):
        knock_out(play, who, State.UNCONSCIOUS, MINUTES_A_POINT * MINUTE, {}, to)


def _suffocates(play: Play, timer: Timer) -> None:
    if timer.person is not None and play.now.people[timer.person].is_in(State.DROWNING):
        die(play, timer.person, NO_AIR, to=around(timer.person))


PART = Part(on_due={Lapse.DROWNING: _suffocates})
