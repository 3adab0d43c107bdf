"""What lies ahead in a round of a fight: whose morale is due, who still acts, and what the foes are worth."""

from collections import Counter
from math import floor

from msgspec import Struct

from undercroft.books.sovereign.combat import had_enough
from undercroft.books.violence.hirelings import hireling_morale, is_due
from undercroft.books.violence.morale import MORALE_BASE, Due, Enemy, morale_check, morale_trigger
from undercroft.books.violence.morale import Band as Size
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.rules import AnyRule, Given
from undercroft.kernel.script import Script
from undercroft.table.bridge import experience
from undercroft.table.fight import stats
from undercroft.table.fight.goes import PHASE_OF, hindrance
from undercroft.table.fight.lifelines import on_feet
from undercroft.table.fight.morale import round_ends
from undercroft.table.fight.sovereign.nerve import losses
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Band, Fighter, Phase
from undercroft.table.state.ids import BandId, PersonId
from undercroft.table.state.scenes import Fight


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
        if on_feet(known, fighter.who) and not fighter.away and stats.is_hired(known.people[fighter.who]):
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
        ends = f"it leaves at {counted(only.health_max // 2, 'hit point')}" if only is not None else ""
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
    half = f"{state.health_max // 2} health"
    if state.kind is Size.LONE:
        return "next roll at the next wound" if state.first_done else f"next roll at {half} or less"
    hurt = "the leader is hurt" if state.first_done else f"the leader is at {half} or less"
    slain = "one of them dies" if state.half_done else "half of them are dead"
    return f"next roll when {hurt} or {slain}"


def _hireling(fighter: Fighter) -> tuple[str, str]:
    if fighter.steadfast:
        return "took heart", "no more in this fight"
    if fighter.tested:
        return "was checked", "no more in this fight"
    return "", "one roll, when hurt or when a comrade dies"


def worth(known: Campaign, fight: Fight) -> int:
    """The experience for all these foes if the party wins."""
    abilities = {band.id: band.abilities for band in fight.bands}
    alike = Counter((foe.hd, foe.band) for foe in fight.foes if foe.band in abilities)
    return sum(experience.worth(known.house, hd, count, abilities[band]) for (hd, band), count in alike.items())


def not_done(known: Campaign, group: Group, fight: Fight) -> tuple[PersonId, ...]:
    """The members of the party who can still act in this round."""
    waiting = (fighter.who for fighter in fight.fighters if not fighter.away and _has_a_go(fight, fighter))
    return tuple(who for who in waiting if who in group.members and on_feet(known, who))


def _has_a_go(fight: Fight, fighter: Fighter) -> bool:
    """Whether a fighter still has a go in this round: it has begun, or nothing will keep them from it."""
    begun = PHASE_OF[fighter.block] is fight.phase
    return not fighter.done and (begun or not hindrance(fighter, max(1, fight.round)))


def to_act_now(known: Campaign, group: Group, fight: Fight) -> tuple[PersonId, ...]:
    """Those of them who act in this part of the round: by a quick action, before the foes, or after them."""
    quick = fight.phase is Phase.QUICK
    now = {
        fighter.who
        for fighter in fight.fighters
        if (fighter.quick if quick else PHASE_OF[fighter.block] is fight.phase)
    }
    return tuple(who for who in not_done(known, group, fight) if who in now)
