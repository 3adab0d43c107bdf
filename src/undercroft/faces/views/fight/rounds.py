"""The strip of a fight: its rounds with the main event of each, what ends ahead, and what must come first."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.order import initiative
from undercroft.faces.views.short_names import first_name, letters_once
from undercroft.kernel.amounts import counted, roughly, series
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import Stabilise
from undercroft.table.engine.about import Section
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.exploration.clocks import clock_of, exploring, number_by_now
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.fight.outlook import foes_due, hirelings_due, not_done, worth
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import FoeState, InitiativeBlock, Phase
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.distances import how_far

SHOWN = 8
"""Rounds on the strip, unless a person dies later."""
FEW = 2
"""Up to so many people still to act are named on the strip."""
BEHIND = 4
"""Past rounds kept in sight."""

PHASES = {
    Phase.QUICK: "quick actions",
    Phase.BEFORE: "before the foes",
    Phase.FOES: "the foes",
    Phase.AFTER: "after the foes",
    Phase.NERVE: "morale",
    Phase.OVER: "over",
}


class RoundCell(Struct, frozen=True):
    """One round: past, present or ahead; what happened in it, and who dies at its end."""

    number: int
    when: str
    notes: tuple[str, ...]
    dooms: tuple[str, ...]


class RoundStrip(Struct, frozen=True):
    """The strip of one fight."""

    number: int
    cells: tuple[RoundCell, ...]
    turn: str
    time: str
    phase: str
    foes: str
    worth: int | None
    ending: str
    buttons: tuple[Action, ...]
    """The commands that end the round or the fight; the first is the next step."""
    due: tuple[str, ...]
    """What must come before that."""
    then: str
    """What happens once those have acted."""
    initiative: str
    """How the sides rolled, where sides roll."""


def round_strip(known: Campaign, seat: SeatId, group: Group, fight: Fight, offered: tuple[Action, ...]) -> RoundStrip:
    """The strip of a group's fight."""
    referee = seat == REFEREE
    return RoundStrip(
        fight.round,
        _cells(known, group, fight),
        turn_of(group),
        time_of_day(known, group.time),
        PHASES[fight.phase],
        _standing(fight) if referee else _seen(fight),
        worth(known, fight) if referee else None,
        fight.ending,
        (*_rescues(known, fight, offered), *_buttons(group, offered)),
        _due(known, fight, referee=referee),
        _then(known, group, fight),
        initiative(fight).rolled,
    )


def turn_of(group: Group) -> str:
    """The turn of the site at this moment, during an encounter or fight; empty outside a site."""
    clock = clock_of(exploring(group))
    return "" if clock is None else f"{clock.called} {number_by_now(group)}"


def _cells(known: Campaign, group: Group, fight: Fight) -> tuple[RoundCell, ...]:
    dooms = {dying.patient: dying.last for dying in dying_in(known, fight)}
    last = max(SHOWN, fight.round + 2, *dooms.values())
    first = max(1, min(fight.round - BEHIND, last - SHOWN + 1))
    return tuple(_cell(known, group, fight, number, dooms) for number in range(first, last + 1))


def _cell(known: Campaign, group: Group, fight: Fight, number: int, dooms: dict[PersonId, int]) -> RoundCell:
    when = "past" if number < fight.round else "now" if number == fight.round else "ahead"
    people = frozenset(person.name for person in known.people.values())
    notes = list(_together((text for at, text in fight.notes if max(1, at) == number), people))
    if number == 1 and fight.distance_ft is not None:
        notes.insert(0, f"Met at {how_far(group, fight.distance_ft)}")
    ends = [f"{first_name(known.people[who].name)} dies at the end" for who, last in dooms.items() if last == number]
    if not notes and when == "past":
        notes.append("Nobody falls")
    return RoundCell(number, when, tuple(notes), tuple(ends))


def _together(notes: Iterable[str], people: frozenset[str]) -> Iterator[str]:
    """What happened to several of a kind, in one line, with the party's first names."""
    fates: dict[str, list[str]] = {}
    for note in notes:
        name, _, fate = note.rpartition(" ")
        fates.setdefault(fate, []).append(first_name(name) if name in people else name)
    for fate, names in fates.items():
        yield f"{letters_once(names)} {fate if len(names) == 1 else fate.removesuffix('s')}"


def _standing(fight: Fight) -> str:
    """The foes' health and Hit Dice, for the referee only."""
    left = [foe for foe in fight.foes if foe.fights]
    hd = sum((foe.hd for foe in left), Fraction(0))
    health, whole = sum(foe.health for foe in left), sum(foe.health_max for foe in fight.foes)
    return f"Foes: {health} of {whole} HP, {roughly(hd)} HD left"


def _seen(fight: Fight) -> str:
    """The foes by state, as everyone sees them."""
    counts = {state: sum(foe.state is state for foe in fight.in_sight) for state in FoeState}
    words = [f"{count} {state.value}" for state, count in counts.items() if count]
    return f"Foes: {', '.join(words)}" if words else "No foes in sight"


def is_next(action: Action) -> bool:
    """Whether a command ends the round, or a fight that is over."""
    return action.about.shown_in(Section.ROUND) and not action.command.get("parted", False)


def _buttons(group: Group, offered: tuple[Action, ...]) -> tuple[Action, ...]:
    ours = [action for action in offered if action.group == group.id and is_next(action) and not action.refused]
    return tuple(sorted(ours, key=lambda action: action.about.rank))


def _rescues(known: Campaign, fight: Fight, offered: tuple[Action, ...]) -> Iterator[Action]:
    """After the fight, the best attempt to save each of the dying, which comes before all else."""
    for dying in dying_in(known, fight) if fight.phase is Phase.OVER and fight.ending else ():
        for action in offered:
            ours = action.kind == Stabilise.tag and action.who == dying.medic and not action.refused
            if ours and action.command["patient"] == dying.patient:
                yield replace(action, short=action.label)


def _due(known: Campaign, fight: Fight, *, referee: bool) -> tuple[str, ...]:
    """The morale checks at the end of the round."""
    if fight.phase is Phase.OVER:
        return ()
    checks = len(hirelings_due(known, fight)) + (len(foes_due(known, fight)) if referee else 0)
    return (f"{counted(checks, 'morale check')} at the end",) if checks else ()


def _then(known: Campaign, group: Group, fight: Fight) -> str:
    """Who acts before the foes, and that the foes act then; or who is left after them."""
    waiting = not_done(known, group, fight) if fight.phase in (Phase.BEFORE, Phase.AFTER) else ()
    early = [who for who in waiting if _block(fight, who) is InitiativeBlock.BEFORE]
    quick = [first_name(known.people[fighter.who].name) for fighter in fight.fighters if fighter.quick]
    if fight.phase is Phase.QUICK and quick:
        return f"Quick action first: {series(quick)}"
    acting = [first_name(known.people[who].name) for who in early or waiting]
    if not acting:
        return ""
    names = series(acting) if len(acting) <= FEW else f"{len(acting)} to act"
    if fight.phase is Phase.BEFORE:
        return f"{names}, then the foes act"
    return names if len(acting) > FEW else f"{names} to act"


def _block(fight: Fight, who: PersonId) -> InitiativeBlock | None:
    fighter = fight.fighter(who)
    return fighter.block if fighter is not None else None
