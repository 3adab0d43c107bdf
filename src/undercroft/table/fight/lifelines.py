"""The dying in a fight: who dies when, and the chance to save them."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.stabilising import Rescue, Stabilised, StillDying, stabilize
from undercroft.books.sovereign.units import ROUND
from undercroft.interpret.throw_outcomes import falls
from undercroft.kernel.remembering import remembering
from undercroft.table.body.dying import rescue
from undercroft.table.body.wounds import rounds_to_live
from undercroft.table.fight.goes import PHASE_OF
from undercroft.table.fight.rescue import in_fight, rounds_lain
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Phase
from undercroft.table.state.deadlines import Lapse, timer_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import Fight


class Attempt(Struct, frozen=True):
    """An attempt to save the dying in a round: its difficulty, the roll it needs, and its chance."""

    round: int
    dc: int
    least: int | None
    """The lowest total of the dice that saves; None if no roll does."""
    chance: Fraction
    medic: PersonId
    """The fighter with the best chance in that round."""
    mod: int
    """What the medic adds to the roll."""
    open: bool = True
    """Whether the attempt can still be made."""
    tried: bool = False
    """Whether the attempt of this round was made."""
    given: Rescue | None = None
    """The situation that the attempt is settled on."""


class Lifeline(Struct, frozen=True):
    """A dying character: the last round, and the best attempt in each round."""

    patient: PersonId
    fell: int
    last: int
    attempts: tuple[Attempt, ...]
    now: int
    """The current round."""
    easier_after: bool = False
    """Whether an attempt is easier if the fight ends first: nobody waits then for their place in the order."""

    @property
    def rounds_left(self) -> int:
        """The rounds that are left to help in; the round of the fall does not count."""
        return max(0, self.last - max(self.fell, self.now - 1))

    @property
    def medic(self) -> PersonId | None:
        """Who makes the next attempt; None if nobody can."""
        return next((attempt.medic for attempt in self.attempts if attempt.open), None)

    @property
    def saved(self) -> Fraction:
        """The chance that an attempt in every round left saves the patient."""
        return 1 - prod((1 - attempt.chance for attempt in self.attempts if attempt.open), start=Fraction(1))


def dying_in(known: Campaign, fight: Fight) -> tuple[Lifeline, ...]:
    """Every dying character in a fight, while it lasts and after it."""
    found = _lifelines(known)
    if id(fight) not in found:
        dying = (
            fighter
            for fighter in fight.fighters
            if fighter.who in known.people and known.people[fighter.who].is_in(State.MORTALLY_INJURED)
        )
        lines = (_lifeline(known, fight, fighter, _fell(known, fight, fighter)) for fighter in dying)
        found[id(fight)] = (fight, tuple(lines))
    return found[id(fight)][1]


@remembering(256)
def _lifelines(_known: Campaign) -> dict[int, tuple[Fight, tuple[Lifeline, ...]]]:
    """The dying of each fight as far as they were asked for: several panels of a screen show them."""
    return {}


def _fell(known: Campaign, fight: Fight, fallen: Fighter) -> int:
    """The round in which a character fell; before the fight, as if rounds had been counted backwards from it."""
    if fallen.fell is not None:
        return fallen.fell.round
    patient = known.people[fallen.who]
    return max(1, fight.round) - rescue(known, patient, patient, (), known.now_of(patient.id)).full_rounds


def last_round(known: Campaign, fell: int) -> int:
    """The round at whose end a character dies who fell in a round."""
    return fell + rounds_to_live(known.house)


def _lifeline(known: Campaign, fight: Fight, fallen: Fighter, fell: int) -> Lifeline:
    last, patient = last_round(known, fell), known.people[fallen.who]
    now = _now(known, fight, patient, last)
    others = (fighter for fighter in fight.fighters if fighter.who != patient.id and not fighter.away)
    able = (fighter for fighter in others if on_feet(known, fighter.who))
    medics = sorted(able, key=lambda medic: -_attempt(known, fight, medic, patient, now + 1, now).chance)
    rounds = range(max(fell, now), last + 1) if medics else ()
    attempts = tuple(_best_attempt(known, fight, medics, patient, number, now) for number in rounds)
    return Lifeline(patient.id, fell, last, attempts, now, _waits(known, fight, fallen, attempts))


def _waits(known: Campaign, fight: Fight, fallen: Fighter, attempts: Iterable[Attempt]) -> bool:
    """Whether a medic's place in the order makes another full round pass before an attempt."""
    if fight.phase is Phase.OVER or fallen.fell is None:
        return False
    for attempt in attempts:
        first = replace(fight, round=attempt.round, phase=Phase.BEFORE)
        given = attempt.given
        if attempt.open and given is not None and rounds_lain(known, first, fallen.fell) < given.full_rounds:
            return True
    return False


def _now(known: Campaign, fight: Fight, patient: Person, last: int) -> int:
    """The current round: the fight's, or after the fight the round of dying that the patient is in."""
    if fight.phase is not Phase.OVER:
        return fight.round
    timer = timer_of(known.timers, patient.id, Lapse.DYING, State.MORTALLY_INJURED)
    left = 0 if timer is None else (timer.due - known.now_of(patient.id)) // ROUND
    return last + 1 - left


def _best_attempt(
    known: Campaign, fight: Fight, medics: Iterable[Fighter], patient: Person, number: int, now: int
) -> Attempt:
    """The likeliest attempt in a round, by a fighter who can still act in it if there is one; of equals the first."""
    attempts = (_attempt(known, fight, medic, patient, number, now) for medic in medics)
    return max(attempts, key=lambda attempt: (attempt.open, attempt.chance))


def on_feet(known: Campaign, who: PersonId) -> bool:
    """Whether this person can act."""
    return who in known.people and known.people[who].able


def _rescue(known: Campaign, fight: Fight, medic: Fighter, patient: Person, number: int, now: int) -> Rescue:
    """The rescue in a round; after the fight, rounds are Sovereign's."""
    if fight.phase is Phase.OVER:
        given = _rescue_now(known, medic.who, patient.id)
        lain = min(given.full_rounds + number - now, rounds_to_live(known.house))
        return replace(given, full_rounds=lain, attempted_this_round=given.attempted_this_round and number == now)
    then = replace(fight, round=number, phase=PHASE_OF[medic.block])
    given = in_fight(known, then, patient.id, _rescue_now(known, medic.who, patient.id))
    fallen = fight.fighter(patient.id)
    if fallen is None or fallen.fell is not None:
        return given
    return replace(given, full_rounds=min(given.full_rounds + number - now, rounds_to_live(known.house)))


@remembering(256)
def _rescue_now(known: Campaign, medic: PersonId, patient: PersonId) -> Rescue:
    """A medic's rescue of a patient at this moment, the same for every round ahead."""
    return rescue(known, known.people[medic], known.people[patient], (), known.now_of(medic))


def _attempt(known: Campaign, fight: Fight, medic: Fighter, patient: Person, number: int, now: int) -> Attempt:
    given = _rescue(known, fight, medic, patient, number, now)
    gone = fight.phase not in (Phase.QUICK, Phase.BEFORE, PHASE_OF[medic.block])
    had = fight.phase is not Phase.OVER and number == now and (medic.done or gone)
    still = not had and not given.attempted_this_round
    alone = replace(given, attempted_this_round=False)
    dc, least, chance = _odds(alone)
    return Attempt(number, dc, least, chance, medic.who, given.mod, still, given.attempted_this_round, alone)


@lru_cache(1024)
def _odds(given: Rescue) -> tuple[int, int | None, Fraction]:
    """The difficulty of a rescue, the lowest total that saves, and its chance."""
    ends = falls(stabilize, given)
    saving = [fall for fall in ends if isinstance(fall.ways[0].outcome, Stabilised)]
    dc = next(
        (way.outcome.dc for fall in ends for way in fall.ways if isinstance(way.outcome, Stabilised | StillDying)), 0
    )
    return dc, min((fall.total for fall in saving), default=None), sum((fall.chance for fall in saving), Fraction(0))
