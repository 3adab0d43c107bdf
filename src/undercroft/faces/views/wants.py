"""How somebody stands with food, water and sleep."""

from __future__ import annotations

from undercroft.books.neverwhere.hunger import MEALS
from undercroft.faces.views.points import points
from undercroft.table.campaign import Campaign
from undercroft.table.people import Person
from undercroft.table.wants import counts_meals


def had(known: Campaign, person: Person) -> tuple[str, ...]:
    """What somebody had to eat and drink today, where the house counts it."""
    needs = known.needs.get(person.id)
    if needs is None or not counts_meals(known.house):
        return ()
    return (f"{needs.meals} of {MEALS} meals", f"{points(needs.litres)} l")


def short_of(known: Campaign, person: Person) -> tuple[str, ...]:
    """Fatigue that only food, water or sleep give back."""
    needs = known.needs.get(person.id)
    if needs is None:
        return ()
    wants = (("sleep", needs.sleep), ("hunger", needs.hunger), ("thirst", needs.thirst))
    return tuple(f"{name} {amount}" for name, amount in wants if amount)
