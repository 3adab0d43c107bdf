"""What lies ahead in a fight: who dies when, the chance to save them, and whose morale is due."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import floor, prod

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.combat import had_enough
from undercroft.books.sovereign.stabilising import Rescue, Stabilised, StillDying, stabilize
from undercroft.books.sovereign.units import ROUND
from undercroft.books.violence.hirelings import hireling_morale, is_due
from undercroft.books.violence.morale import MORALE_BASE, Due, Enemy, morale_check, morale_trigger
from undercroft.books.violence.morale import Band as Size
from undercroft.interpret.throw_outcomes import falls
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.remembering import remembering
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script
from undercroft.table.body.dying import rescue
from undercroft.table.body.wounds import rounds_to_live
from undercroft.table.bridge import experience
from undercroft.table.fight import stats
from undercroft.table.fight.goes import PHASE_OF
from undercroft.table.fight.morale import round_ends
from undercroft.table.fight.rescue import in_fight
from undercroft.table.fight.sovereign.nerve import losses
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Band, Fighter, Phase
from undercroft.table.state.deadlines import Lapse, timer_of
from undercroft.table.state.ids import BandId, PersonId
from undercroft.table.state.people import Person, State
from undercroft.table.state.scenes import Fight

# The dying


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
    able = (fighter for fighter in others if _on_feet(known, fighter.who))
    medics = sorted(able, key=lambda medic: -_attempt(known, fight, medic, patient, now + 1, now).chance)
    rounds = range(max(fell, now), last + 1) if medics else ()
    attempts = tuple(_best_attempt(known, fight, medics, patient, number, now) for number in rounds)
    return Lifeline(patient.id, fell, last, attempts, now)


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


def _on_feet(known: Campaign, who: PersonId) -> bool:
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
    return Attempt(number, dc, least, chance, medic.who, given.mod, open=still, given=alone)


@lru_cache(1024)
def _odds(given: Rescue) -> tuple[int, int | None, Fraction]:
    """The difficulty of a rescue, the lowest total that saves, and its chance."""
    ends = falls(stabilize, given)
    saving = [fall for fall in ends if isinstance(fall.ways[0].outcome, Stabilised)]
    dc = next(
        (way.outcome.dc for fall in ends for way in fall.ways if isinstance(way.outcome, Stabilised | StillDying)), 0
    )
    return dc, min((fall.total for fall in saving), default=None), sum((fall.chance for fall in saving), Fraction(0))


# Morale


class Nerve(Struct, frozen=True):
    """A morale check at the end of this round: whose, why, and by which rule."""

    name: str
    why: str
    rule: AnyRule
    given: Given
    band: BandId | None = None
    person: PersonId | None = None
    die: int | None = None
    """The die set for it."""
    under: int | None = None
    """The number that the roll must stay under."""


def rolls_morale(known: Campaign, fight: Fight) -> bool:
    """Whether morale is rolled for in this fight; otherwise foes leave by their losses alone."""
    return known.house.rolls_morale(fight.book)


def foes_due(known: Campaign, fight: Fight) -> tuple[Nerve, ...]:
    """The bands whose morale is due if the round ends now; only the referee knows them."""
    due: list[Nerve] = []
    for band in fight.bands if rolls_morale(known, fight) else ():
        living = [foe for foe in fight.foes if foe.band == band.id and foe.fights]
        if living and isinstance(morale_trigger(Script(), round_ends(fight.foes, band)), Due):
            given = Enemy(floor(max(foe.hd for foe in living)), band.retreat)
            under, why = MORALE_BASE + given.hd, _shaken_by(band)
            due.append(Nerve(band.name, why, morale_check, given, band=band.id, die=band.die, under=under))
    return tuple(due)


def _shaken_by(band: Band) -> str:
    if not band.dead_now:
        return "hurt"
    return "one died" if band.dead_now == 1 else f"{band.dead_now} died"


def hirelings_due(known: Campaign, fight: Fight) -> tuple[Nerve, ...]:
    """The hirelings whose morale is due if the round ends now."""
    died = bool(fight.slain)
    due: list[Nerve] = []
    for fighter in fight.fighters if rolls_morale(known, fight) else ():
        person = known.people.get(fighter.who)
        if person is None or not person.able or fighter.away or fighter.steadfast or not stats.is_hired(person):
            continue
        if is_due(fighter.hurt > 0, died, fighter.tested):
            employer = fight.fighter(person.employer) if person.employer is not None else None
            shaken = stats.shaken(known, fighter, employer, saw_death=died)
            given = known.house.applied(hireling_morale, shaken)
            why = "hurt" if fighter.hurt else "saw a death"
            due.append(Nerve(person.name, why, hireling_morale, given, person=person.id))
    return tuple(due)


class MoraleOutlook(Struct, frozen=True):
    """The last morale roll of a band or of hirelings, and when the next one is due."""

    name: str
    """The band, or the hirelings for whom both are the same."""
    last: str
    next: str
    band: BandId | None = None


def morale_outlook(known: Campaign, fight: Fight) -> tuple[MoraleOutlook, ...]:
    """Every band that still fights, for a seat that knows the bands, and every hireling on their feet.

    A band whose first check is due at the end of this round is left out.
    """
    if not rolls_morale(known, fight):
        return tuple(
            MoraleOutlook(band.name, *nerve_words(fight, band), band.id)
            for band in fight.bands
            if any(foe.band == band.id and foe.fights for foe in fight.foes)
        )
    due = {nerve.band for nerve in foes_due(known, fight)}
    bands = (
        MoraleOutlook(band.name, _last_roll(band), _next_roll(fight, band), band.id)
        for band in fight.bands
        if any(foe.band == band.id and foe.fights for foe in fight.foes) and not (band.id in due and band.last is None)
    )
    hired: dict[tuple[str, str], list[str]] = {}
    for fighter in fight.fighters:
        if _on_feet(known, fighter.who) and not fighter.away and stats.is_hired(known.people[fighter.who]):
            hired.setdefault(_hireling(fighter), []).append(known.people[fighter.who].name)
    return (*bands, *(MoraleOutlook(series(names), *words) for words, names in hired.items()))


def nerve_words(fight: Fight, band: Band) -> tuple[str, str]:
    """What a band has lost, and when it has had enough, where nobody rolls."""
    lost = losses(fight, band)
    if lost.is_group:
        gone = int(lost.group_lost_fraction * band.size)
        more = next(
            (
                number
                for number in range(1, band.size - gone + 1)
                if had_enough(gone + number, band.size, is_group=True)
            ),
            0,
        )
        said = f"{gone} of {band.size} lost" if gone else "none lost"
        then = f"{more} more" if gone else counted(more, "loss", "losses")
        ends = f"they leave after {then}"
    else:
        only = next((foe for foe in fight.foes if foe.band == band.id), None)
        said = f"{only.health_max - only.health} of {only.health_max} hit points lost" if only is not None else ""
        ends = f"it leaves at {only.health_max // 2} hit points" if only is not None else ""
    return said, "never: they do not break" if lost.fearless else ends


def _last_roll(band: Band) -> str:
    roll = band.last
    if roll is None:
        return ""
    away = roll.face - roll.number
    margin = f"{abs(away)} {'over' if away > 0 else 'under'}" if away else "exactly"
    return f"Round {roll.round}, 1d20: {roll.face}, {margin} {roll.number}: {_HELD[roll.held]}"


_HELD = {True: "they hold", False: "they break"}


def _next_roll(fight: Fight, band: Band) -> str:
    """When the morale of a band is checked next."""
    state = round_ends(fight.foes, band)
    if state.immune:
        return "no more: they have rallied"
    if state.obvious:
        return "never: they do not break"
    if state.kind is Size.GROUP or (state.kind is Size.LED and not state.health):
        return "next roll when one of them dies"
    whose = "the leader" if state.kind is Size.LED else "it"
    half = counted(state.health_max // 2, "hit point")
    hurt = f"{whose} is hurt" if state.first_done else f"{whose} is at {half} or less"
    if state.kind is Size.LONE:
        return f"next roll when {hurt}"
    slain = "one of them dies" if state.half_done else "half of them are dead"
    return f"next roll when {hurt} or {slain}"


def _hireling(fighter: Fighter) -> tuple[str, str]:
    if fighter.steadfast:
        return "took heart", "no more in this fight"
    if fighter.tested:
        return "was checked", "no more in this fight"
    return "", "one roll, when hurt or when a comrade dies"


# The rest


def worth(known: Campaign, fight: Fight) -> int:
    """The experience for all these foes if the party wins."""
    abilities = {band.id: band.abilities for band in fight.bands}
    alike = Counter((foe.hd, foe.band) for foe in fight.foes if foe.band in abilities)
    return sum(experience.worth(known.house, hd, count, abilities[band]) for (hd, band), count in alike.items())


def not_done(known: Campaign, group: Group, fight: Fight) -> tuple[PersonId, ...]:
    """The members of the party who can still act in this round."""
    waiting = (fighter.who for fighter in fight.fighters if not fighter.done and not fighter.away)
    return tuple(who for who in waiting if who in group.members and _on_feet(known, who))


def to_act_now(known: Campaign, group: Group, fight: Fight) -> tuple[PersonId, ...]:
    """Those of them who act in this part of the round: by a quick action, before the foes, or after them."""
    quick = fight.phase is Phase.QUICK
    now = {
        fighter.who
        for fighter in fight.fighters
        if (fighter.quick if quick else PHASE_OF[fighter.block] is fight.phase)
    }
    return tuple(who for who in not_done(known, group, fight) if who in now)
