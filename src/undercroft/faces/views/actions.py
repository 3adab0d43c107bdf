"""What can be done now, with its odds: the same list for buttons, prompts and scripts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from undercroft.books import RULES
from undercroft.faces.percents import percent, short_fraction
from undercroft.kernel import wire
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import Take
from undercroft.table.chances import chance_of
from undercroft.table.decide import tag_of
from undercroft.table.moments import spell
from undercroft.table.names import PersonId
from undercroft.table.offers import offers
from undercroft.table.rooms import Offer
from undercroft.table.things import Carried


class Action(Struct, frozen=True):
    """One thing a seat may do, as it is shown: name, chance, cost, and the reasons where it is refused."""

    kind: str
    label: str
    short: str
    """The label without the name of whoever does it."""
    who: PersonId | None
    group: str | None
    command: Any
    percent: str
    fraction: str
    cost: str
    rule: str
    cite: str
    refused: tuple[str, ...]
    aside: bool = False
    """Whether it would hide what is wanted more often: taking from a comrade who cannot help it."""


FIRST = (
    "answer_ruling",
    "place",
    "missed_checks",
    "stabilize",
    "let_round_pass",
    "enter_site",
    "dismiss",
    "pick_lock",
    "open_door",
    "listen",
    "force_door",
    "batter_door",
    "disarm",
    "search",
    "cross",
    "take",
    "first_aid",
    "light",
    "treat_frailty",
    "rest",
    "hold",
    "close_door",
    "put_out",
    "walk_back",
    "leave_site",
    "pass_time",
)
"""What is wanted most often stands first; what is not named here follows in the order it was offered."""
LAST = ("pack", "eat", "drink", "drop", "give", "end_evening")
"""What can be done at any time, and hides what can be done here."""


@remembering(64)
def actions(known: Campaign, seat: SeatId) -> tuple[Action, ...]:
    """Everything a seat may do now, as it knows things."""
    return tuple(_action(known, offer) for offer in offers(known, seat))


def most_useful(all_of_them: Iterable[Action]) -> tuple[Action, ...]:
    """The same, what can be done before what cannot, and what is wanted most often first."""
    return tuple(sorted(all_of_them, key=_rank))


def _rank(action: Action) -> tuple[bool, int]:
    place = FIRST.index(action.kind) if action.kind in FIRST and not action.aside else len(FIRST)
    return bool(action.refused), place + (action.kind in LAST or action.aside)


def short_label(label: str) -> str:
    """Without the name before the colon, or the group's in brackets at the end."""
    name, colon, rest = label.partition(": ")
    bare = rest if colon and not name.startswith("Let") else label
    return bare.partition(" (")[0]


def _action(known: Campaign, offer: Offer) -> Action:
    chance = _chance(offer)
    rule = offer.rule
    cited = f"{rule.cite.book}, {rule.cite.heading}" if rule is not None and rule.id in RULES else ""
    group = getattr(offer.command, "group", None)
    return Action(
        tag_of(offer.command),
        offer.label,
        short_label(offer.label),
        offer.who,
        group if isinstance(group, str) else None,
        wire.plain(offer.command),
        percent(chance) if chance is not None else "",
        short_fraction(chance) if chance is not None else "",
        spell(offer.seconds) if offer.seconds is not None else "",
        rule.id if rule is not None else "",
        cited,
        tuple(reason.what for reason in offer.refused),
        isinstance(offer.command, Take) and isinstance(known.things[offer.command.thing].place, Carried),
    )


def _chance(offer: Offer) -> Fraction | None:
    try:
        return chance_of(offer)
    except UndercroftError:
        return None
