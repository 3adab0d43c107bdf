"""The input of a fight's rolls that depend on the character alone, as the character's own player knows it."""

from collections.abc import Callable
from typing import Any

from undercroft.books.violence.combat_rounds import initiative
from undercroft.kernel.rules import Given, Rule
from undercroft.table.fight import stats
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.open_questions import OpenQuestion

_OWN: tuple[tuple[Rule[Any, Any, Any], Callable[[Campaign, PersonId], Given]], ...] = ((initiative, stats.ready),)
"""Such rules, with what they ask of a character."""


def own_input(known: Campaign, asked: OpenQuestion) -> Given | None:
    """What the seat asked knows of it; None if it knows too little, or the house shows players no odds."""
    person = known.people.get(asked.who) if asked.who is not None else None
    if person is None or person.seat != asked.seat or not known.house.opens_odds:
        return None
    found = ((rule, of) for rule, of in _OWN if rule.id == asked.rule)
    return next((known.house.applied(rule, of(known, person.id)) for rule, of in found), None)
