"""How others may react to the party: the chance of each reaction, and its place along a bar."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.reactions import Response
from undercroft.faces.views.percents import short_fraction
from undercroft.faces.views.short_names import capital, kind_within
from undercroft.kernel.amounts import percent, series
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.phrases import creatures_named, single
from undercroft.table.encounter.stance import OthersDid
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.fight.chase import ChaseRun
from undercroft.table.odds import until
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seen_sites import SeenCreatures


class EncounterFact(Struct, frozen=True):
    """A known fact of an encounter; `secret` if only the referee knows it."""

    title: str
    text: str
    secret: bool = False


class ReactionChance(Struct, frozen=True):
    """One possible reaction: its chance, and its place along the bar, in percent."""

    kind: str
    words: str
    percent: str
    fraction: str
    begins: int
    width: int


class StanceRow(Struct, frozen=True):
    """Something the party may do, and its outcomes, for a seat that may calculate them."""

    title: str
    command: Any
    answers: tuple[ReactionChance, ...]
    chosen: bool = False
    backers: tuple[str, ...] = ()
    """The party members who proposed it."""


CAUGHT, AWAY = "caught", "away"
_RUNS = {CAUGHT: "caught", AWAY: "gets away"}


def called(met: SeenCreatures) -> str:
    """Such as 4 votaries, or a votary alone; names that tell all of them apart need no number."""
    several = met.count is not None and met.count > 1 and ", " not in met.name
    if several:
        return f"{met.count} {kind_within(met.name)}"
    return capital(single(met.name) if met.count == 1 else met.name)


def called_together(met: Iterable[SeenCreatures]) -> str:
    """Creatures of one kind or several, such as 3 pale sextons and a drowned novice."""
    first, *more = met
    return series([called(first), *(creatures_named(kind.name, kind.count) for kind in more)])


def outcomes(known: Campaign, act: Command, kind: type[Event]) -> dict[str, Fraction]:
    """The outcomes of an act by what everyone sees of it; empty if they cannot be calculated."""
    try:
        ends = until(known, act, kind)
    except UndercroftError:
        return {}
    spread: dict[str, Fraction] = {}
    for event, chance in ends.items():
        match event:
            case OthersDid(does=does):
                name = str(does)
            case ChaseRun(caught=caught):
                name = CAUGHT if caught else AWAY
            case _:
                continue
        spread[name] = spread.get(name, Fraction(0)) + chance
    return spread


def answers(spread: dict[str, Fraction]) -> tuple[ReactionChance, ...]:
    """The reactions side by side, in the order of the book."""
    found: list[ReactionChance] = []
    gone = Fraction(0)
    for name, chance in sorted(spread.items(), key=lambda reaction: ORDER.index(reaction[0])):
        words = Response(name).words if name in set(Response) else _RUNS.get(name, name)
        begins, width = int(gone * 100), max(1, int(chance * 100))
        found.append(ReactionChance(name, words, percent(chance), short_fraction(chance), begins, width))
        gone += chance
    return tuple(found)


ORDER = (*(str(response) for response in Response), CAUGHT, AWAY)
