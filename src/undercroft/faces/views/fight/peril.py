"""The perils of a fight: the clocks of the dying, and the morale checks at the end of the round."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from math import cos, pi, sin
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.combat import HALF_OF_ONE, THIRD_OF_A_GROUP
from undercroft.books.violence.hirelings import Wavers
from undercroft.books.violence.morale import Breaks, Retreat
from undercroft.faces.views.percents import short_fraction
from undercroft.faces.views.short_names import first_name
from undercroft.interpret.throw_outcomes import falls
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent, signed
from undercroft.kernel.rules import Outcome
from undercroft.kernel.units import SeatId
from undercroft.table.fight.foes import RuleBand
from undercroft.table.fight.lifelines import Attempt, Lifeline, dying_in
from undercroft.table.fight.outlook import MoraleOutlook, Nerve, foes_due, hirelings_due, morale_outlook, rolls_morale
from undercroft.table.fight.sovereign.nerve import losses
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Band
from undercroft.table.state.ids import BandId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE

# The dying


class RingPart(Struct, frozen=True):
    """One part of the ring, drawn: a past round, the present one, or one that is left."""

    path: str
    when: str


class RescueTry(Struct, frozen=True):
    """One attempt to save the dying, in one round."""

    attempt: Attempt
    medic: str
    """Who makes it, with what they add to the roll."""
    least: str
    fraction: str
    percent: str
    now: bool
    """It can be made now."""


class DyingClock(Struct, frozen=True):
    """A dying person, and what can be done."""

    name: str
    left: int
    last: int
    of: int
    ring: tuple[RingPart, ...]
    medic: str
    """The medic of every attempt; empty if they differ."""
    tries: tuple[RescueTry, ...]
    saved: str
    """The chance that trying every round saves them; empty if nobody can try."""
    certain: bool
    """It always saves them."""
    hopeless: bool
    """It never does."""
    easier_after: bool
    """An attempt can be easier if the fight ends first."""


def dying_clocks(known: Campaign, fight: Fight) -> tuple[DyingClock, ...]:
    """A clock for everyone who is dying."""
    return tuple(_clock(known, dying) for dying in dying_in(known, fight))


def _clock(known: Campaign, line: Lifeline) -> DyingClock:
    rounds = range(line.fell + 1, line.last + 1)
    tries = tuple(_try(known, line, attempt) for attempt in line.attempts)
    medics = {attempt.medic for attempt in tries}
    ring = tuple(
        RingPart(_part(place, len(rounds)), "gone" if number < line.now else "now" if number == line.now else "left")
        for place, number in enumerate(rounds)
    )
    return DyingClock(
        first_name(known.people[line.patient].name),
        line.rounds_left,
        line.last,
        len(rounds),
        ring,
        medics.pop() if len(medics) == 1 else "",
        tries,
        percent(line.saved) if line.attempts else "",
        line.saved == 1,
        not line.saved,
        line.easier_after,
    )


def _try(known: Campaign, line: Lifeline, attempt: Attempt) -> RescueTry:
    medic = f"{first_name(known.people[attempt.medic].name)} {signed(attempt.mod)}"
    least = f"{attempt.least}+" if attempt.least is not None else "none"
    now = attempt.round == line.now and attempt.open
    return RescueTry(attempt, medic, least, short_fraction(attempt.chance), percent(attempt.chance), now)


CENTRE, OUTER, INNER, GAP = 50, 40, 27, 3
"""The ring, in units of its drawing; the gap on each side of a part is in degrees."""


def _part(place: int, of: int) -> str:
    """One part of a ring, clockwise from the top."""
    begins, ends = 360 * place / of + GAP, 360 * (place + 1) / of - GAP
    (a, b), (c, d) = _at(begins, OUTER), _at(ends, OUTER)
    (e, f), (g, h) = _at(ends, INNER), _at(begins, INNER)
    return f"M{a} {b}A{OUTER} {OUTER} 0 0 1 {c} {d}L{e} {f}A{INNER} {INNER} 0 0 0 {g} {h}z"


def _at(degrees: float, radius: int) -> tuple[float, float]:
    turn = degrees * pi / 180
    return round(CENTRE + radius * sin(turn), 1), round(CENTRE - radius * cos(turn), 1)


# Nerve


class BandButton(Struct, frozen=True):
    """A decision of the referee about a band, whether it holds, and the command that makes it."""

    label: str
    on: bool
    command: Any


class MoraleLine(Struct, frozen=True):
    """The morale of a band or of hirelings: the last roll or the losses, what comes next, and what can be decided."""

    name: str
    last: str
    next: str
    lost: int | None
    """How much of it is lost, in percent; None where it is rolled for."""
    breaks: int | None
    """The loss at which it leaves, in percent."""
    buttons: tuple[BandButton, ...]


def morale_lines(known: Campaign, group: Group, fight: Fight) -> tuple[MoraleLine, ...]:
    """The morale of all, as far as this seat knows it."""
    bands = {band.id: band for band in fight.bands}
    lines = morale_outlook(known, fight)
    return tuple(_morale(known, group, fight, line, bands[line.band] if line.band else None) for line in lines)


def _morale(known: Campaign, group: Group, fight: Fight, line: MoraleOutlook, band: Band | None) -> MoraleLine:
    if band is None:
        return MoraleLine(line.name, line.last, line.next, None, None, ())
    lost = breaks = None
    if not rolls_morale(known, fight):
        given = losses(fight, band)
        lost = int(100 * (given.group_lost_fraction if given.is_group else given.hp_lost_fraction))
        breaks = 100 // (THIRD_OF_A_GROUP if given.is_group else HALF_OF_ONE)
    return MoraleLine(line.name, line.last, line.next, lost, breaks, tuple(_decisions(group, band)))


def _decisions(group: Group, band: Band) -> Iterator[BandButton]:
    now = RuleBand(group.id, band.id, band.leader, band.retreat, band.obvious)
    other = Retreat.FLEE if band.retreat is Retreat.SURRENDER else Retreat.SURRENDER
    yield BandButton("never breaks", band.obvious, wire.plain(replace(now, obvious=not band.obvious)))
    surrenders = band.retreat is Retreat.SURRENDER
    yield BandButton("surrenders rather than flees", surrenders, wire.plain(replace(now, retreat=other)))
    leaves = "surrenders now" if surrenders else "retreats now"
    yield BandButton(leaves, False, wire.plain(replace(now, now=True)))


class NerveSegment(Struct, frozen=True):
    """Neighbouring faces with the same result: their place along the bar, in percent, and the result."""

    first: int
    last: int
    begins: int
    width: int
    kind: str
    label: str
    percent: str

    @property
    def span(self) -> str:
        """Such as 12, or 1 to 11."""
        return str(self.first) if self.first == self.last else f"{self.first}\N{EN DASH}{self.last}"


class NerveCard(Struct, frozen=True):
    """A morale check that is due."""

    name: str
    why: str
    hired: bool
    band: BandId | None
    die: int | None
    segments: tuple[NerveSegment, ...]


def nerve_cards(known: Campaign, seat: SeatId, fight: Fight) -> tuple[NerveCard, ...]:
    """Foes' checks for the referee, hirelings' for everyone."""
    foes = foes_due(known, fight) if seat == REFEREE else ()
    return tuple(_card(nerve) for nerve in (*foes, *hirelings_due(known, fight)))


def _card(nerve: Nerve) -> NerveCard:
    segments = tuple(_segments(nerve))
    why = " · ".join(part for part in (nerve.why, _needed(segments, nerve.under)) if part)
    return NerveCard(nerve.name, why, nerve.person is not None, nerve.band, nerve.die, segments)


def _needed(segments: tuple[NerveSegment, ...], under: int | None) -> str:
    """What the die must show, in words."""
    stands = [segment for segment in segments if segment.kind in ("fights_on", "holds")]
    if not stands:
        return ""
    over = f"over {stands[0].first - 1}, " if stands[0].first > segments[0].first else ""
    return f"1d20 {over}under {stands[-1].last + 1 if under is None else under}"


_WORDS = {
    "fights_on": "hold",
    "rallied": "rally",
    "holds": "holds",
    "heroic": "heroic",
    "flees": "flees",
}


def _word(outcome: Outcome) -> str:
    match outcome:
        case Breaks(retreat=retreat):
            return str(retreat)
        case Wavers(cost_sp=cost):
            return f"wavers, {cost} sp"
        case _:
            return _WORDS.get(outcome.kind, outcome.kind)


def _segments(nerve: Nerve) -> Iterator[NerveSegment]:
    gone = Fraction(0)
    for kind, run in groupby(falls(nerve.rule, nerve.given), lambda fall: fall.ways[0].outcome.kind):
        faces = tuple(run)
        chance = sum((face.chance for face in faces), Fraction(0))
        first, last, word = faces[0].total, faces[-1].total, _word(faces[0].ways[0].outcome)
        yield NerveSegment(first, last, int(gone * 100), int(chance * 100), kind, word, percent(chance))
        gone += chance
