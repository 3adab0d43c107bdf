"""Searches by several people at once that find nothing, told in one sentence with everybody's roll."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from undercroft.books.sovereign.checks import check_skill
from undercroft.faces.views.short_names import first_name
from undercroft.kernel.dice import Throw
from undercroft.kernel.throwing import total_of
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.site.search import FoundNothing, Missed
from undercroft.table.state.campaign import Campaign

SEVERAL = 2
"""From this many people on, their searches are one line."""


class VainSearch(Struct, frozen=True):
    """The roll of a search that found nothing, or how the search ended."""

    name: str
    total: int | None = None
    """The total of the roll; None for the end of a search."""
    bare: bool = False
    """The total is that of the dice alone: the seat is not told the modifiers."""
    ending: str = ""
    """What came of it; empty for the roll."""


_ENDINGS: Mapping[Missed, str] = {
    Missed.NOTHING_HERE: "There is nothing left to find here.",
    Missed.NOT_NOTICED: "They miss what is hidden here.",
    Missed.TOO_HARD: "What is hidden here is harder to find.",
}


def vain_search(known: Campaign, told: Sequence[Told], at: int) -> Mapping[int, VainSearch]:
    """The end of a search that found nothing and its roll, by their places in what was told; empty for other facts."""
    event = told[at].event
    if not isinstance(event, FoundNothing) or event.who not in known.people:
        return {}
    whole = known.people[event.who].name
    end, roll = {at: VainSearch(first_name(whole), ending=_ending(event))}, _roll(told, at, whole)
    return end if roll is None else {**end, roll: _rolled(first_name(whole), told[roll].event)}


def in_one_sentence(searches: Iterable[VainSearch]) -> str:
    """`Search: Maud 12, Ulf 3. They find nothing hidden.`; empty for fewer than two people.

    The referee reads the totals; who reads the dice alone is told so, since their numbers are others.
    """
    parts = tuple(searches)
    totals = {part.name: part.total for part in parts if part.total is not None}
    names = dict.fromkeys(part.name for part in parts if part.ending)
    if len(names) < SEVERAL:
        return ""
    whose = ", ".join(f"{name} {totals[name]}" if name in totals else name for name in names)
    endings = {part.ending for part in parts if part.ending}
    search = "Search, by the dice alone" if any(part.bare for part in parts) else "Search"
    if len(endings) > 1 and _ENDINGS[Missed.NOTHING_HERE] in endings:
        return f"{search}: {whose}. They find nothing more."
    worst = next((ending for ending in _MOST_TELLING if ending in endings), "")
    return f"{search}: {whose}. {worst}"


def _ending(event: FoundNothing) -> str:
    if event.missed is not None:
        return _ENDINGS[event.missed]
    return _NONE_LEFT if event.none_left else _NOTHING


_NONE_LEFT = "Nothing hidden is left."
_NOTHING = "They find nothing hidden."
_MOST_TELLING = (
    _ENDINGS[Missed.NOT_NOTICED],
    _ENDINGS[Missed.TOO_HARD],
    _ENDINGS[Missed.NOTHING_HERE],
    _NONE_LEFT,
    _NOTHING,
)
"""Of several endings the first of these is told: what one person missed, another may have been too weak to find.

If nothing was left for the last of them, another has found meanwhile what the first ones missed.
"""


def _roll(told: Sequence[Told], end: int, name: str) -> int | None:
    """The place of the roll that a search ended with, if it took one."""
    for at in range(end - 1, -1, -1):
        event = told[at].event
        if told[at].act != told[end].act or isinstance(event, FoundNothing):
            return None
        if isinstance(event, Settled | Thrown) and event.rule == check_skill.id and event.about == name:
            return at
    return None


def _rolled(name: str, event: Event) -> VainSearch:
    """The roll of a check, with its modifiers where the seat knows them."""
    if isinstance(event, Settled):
        return VainSearch(name, event.outcome.get("total"))
    throws = ((thrown.question, thrown.faces) for thrown in event.throws) if isinstance(event, Thrown) else ()
    dice = next((total_of(asked.roll, faces) for asked, faces in throws if isinstance(asked, Throw)), None)
    return VainSearch(name, dice, bare=dice is not None)
