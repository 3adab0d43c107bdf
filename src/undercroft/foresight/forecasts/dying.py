"""Whether the dying are saved in time, by either book."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.sovereign.stabilising import (
    BledOut,
    Rescue,
    Stabilised,
    Waiting,
    death_clock,
    stabilize,
)
from undercroft.books.sovereign.units import SkillModifier
from undercroft.books.violence.dying import Dead, Fallen, dying
from undercroft.books.violence.units import Scars
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    Row,
    by_then,
    groups_of,
    often,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import at_stake, rescue
from undercroft.table.body.wounds import rounds_to_live
from undercroft.table.fight.lifelines import Lifeline, dying_in
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Dying, HouseRules
from undercroft.table.state.people import State

MOST_LAIN = 100


class Victim(Given, frozen=True, kw_only=True):
    """A character who may die, and who helps."""

    book: Annotated[Dying, says("the book whose rule of dying counts")] = Dying.SOVEREIGN
    mod: Annotated[SkillModifier | None, says("Sovereign: the healer's DEX/Heal or INT/Heal; none if nobody helps")] = 0
    has_kit: Annotated[bool, says("Sovereign: is a healer's kit at hand?")] = True
    helpers: Annotated[tuple[SkillModifier, ...], says("Sovereign: the same modifier of everybody who helps")] = ()
    lain: Annotated[int, Meta(ge=0, le=MOST_LAIN), says("Sovereign: full rounds since they fell")] = 0
    wait: Annotated[int, Meta(ge=0, le=MOST_LAIN), says("Sovereign: rounds before the first attempt")] = 0
    attempts: Annotated[
        tuple[Rescue, ...] | None, says("Sovereign: every attempt by itself, one a round, where they differ")
    ] = None
    scars: Annotated[Scars, says("Violence: Scars before this fall")] = 0


class _Fate(Struct, frozen=True):
    lain: int
    saved: bool = False
    dead: bool = False


def saved(given: Victim, house: HouseRules) -> ForecastAnswer:
    """The chance that they live."""
    if given.book is Dying.VIOLENCE:
        return _by_violence(given, house)
    if given.attempts is not None:
        return _one_by_one(given.attempts, house)
    rounds = rounds_to_live(house) - given.lain + 1
    course = after(lambda fate: _round(given, house, fate), _Fate(given.lain), max(0, rounds))
    return _told(
        by_then(course.chances(lambda fate: fate.saved)[1:], given.lain), course.last.chance(lambda fate: fate.saved)
    )


def _round(given: Victim, house: HouseRules, fate: _Fate) -> Odds[_Fate] | _Fate:
    """One round: an attempt if there is a healer, then the count of rounds."""
    if fate.saved or fate.dead:
        return fate
    later = _a_round_later(house, fate)
    if given.mod is None or fate.lain < given.lain + given.wait:
        return later
    attempt = Rescue(given.mod, fate.lain, given.has_kit, given.helpers)
    ends = odds.of_rule(stabilize, house.applied(stabilize, attempt))
    return ends.by(lambda end: replace(fate, saved=True) if isinstance(end, Stabilised) else later)


def _a_round_later(house: HouseRules, fate: _Fate) -> _Fate:
    """A round ends, and with the last of them the character's life."""
    ended = death_clock(Script(), house.applied(death_clock, Waiting(1, 1 + fate.lain)))
    return _Fate(fate.lain + 1, dead=isinstance(ended, BledOut))


def _one_by_one(attempts: Sequence[Rescue], house: HouseRules) -> ForecastAnswer:
    """The attempts of the rounds that are left, each settled by itself."""
    lost, rows = Fraction(1), list[Row]()
    for number, attempt in enumerate(attempts, 1):
        ends = odds.of_rule(stabilize, house.applied(stabilize, attempt))
        lost *= 1 - ends.chance(lambda end: isinstance(end, Stabilised))
        rows.append(Row(number, 1 - lost))
    return _told(tuple(rows), 1 - lost, "attempt")


def _told(rows: tuple[Row, ...], chance: Fraction, over: str = "full rounds since the fall") -> ForecastAnswer:
    if not rows or not chance:
        return ForecastAnswer(
            "Nobody can save the dying character.",
            Fraction(0),
            over,
            rows or (Row(0, Fraction(0)),),
            "saved by then",
        )
    sentence = f"The dying character is saved {often(chance)}, with an attempt in every round left."
    return ForecastAnswer(sentence, chance, over, rows, "saved by then")


def _by_violence(given: Victim, house: HouseRules) -> ForecastAnswer:
    ends = odds.of_rule(dying, house.applied(dying, Fallen(given.scars, 1)))
    chance = ends.chance(lambda end: not isinstance(end, Dead))
    out = ends.by(lambda end: 0 if isinstance(end, Dead) else end.rounds)
    rows = tuple(Row(rounds or "dead", out[rounds]) for rounds in sorted(out))
    sentence = f"The dying character lives {often(chance)}, and is then unconscious for some rounds."
    return ForecastAnswer(sentence, chance, "rounds unconscious", rows, "chance")


def of_lifeline(line: Lifeline) -> Victim:
    """The situation of a dying character in a fight."""
    return Victim(
        attempts=tuple(attempt.given for attempt in line.attempts if attempt.open and attempt.given is not None)
    )


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The dying comrades of the groups a seat sees."""
    for group in groups_of(known, seat):
        fight = fight_of(group)
        if fight is not None:
            for line in dying_in(known, fight):
                yield ForecastCase(known.people[line.patient].name, of_lifeline(line))
        else:
            yield from _outside(known, group)


def _outside(known: Campaign, group: Group) -> Iterable[ForecastCase]:
    for patient in at_stake(known, group.id):
        if not patient.is_in(State.MORTALLY_INJURED):
            continue
        able = [medic for medic in known.able_in(group.id) if medic.id != patient.id]
        tries = [rescue(known, medic, patient, (), known.now_of(medic.id)) for medic in able]
        if not tries:
            yield ForecastCase(
                patient.name,
                Victim(mod=None, lain=rescue(known, patient, patient, (), known.now_of(patient.id)).full_rounds),
            )
            continue
        best = max(tries, key=lambda attempt: _chance(known.house, attempt))
        waits = int(best.attempted_this_round)
        yield ForecastCase(patient.name, Victim(mod=best.mod, has_kit=best.has_kit, lain=best.full_rounds, wait=waits))


def _chance(house: HouseRules, attempt: Rescue) -> Fraction:
    ends = odds.of_rule(stabilize, house.applied(stabilize, replace(attempt, attempted_this_round=False)))
    return ends.chance(lambda end: isinstance(end, Stabilised))


QUESTION = Question(
    id="dying",
    title="The dying saved in time",
    asks="Are the dying saved before it is too late?",
    given=Victim,
    answer=saved,
    rules=(stabilize, death_clock, dying),
    at_table=_cases,
)
