"""A person's food, water and sleep."""

from undercroft.books.neverwhere.hunger import MEALS
from undercroft.kernel.amounts import roughly
from undercroft.table.body.needs import counts_meals
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.people import Person


def had(known: Campaign, person: Person) -> tuple[str, ...]:
    """What a person ate and drank today, if the house counts it."""
    needs = known.needs.get(person.id)
    if needs is None or not counts_meals(known.house):
        return ()
    return (f"{needs.meals} of {MEALS} meals", f"{roughly(needs.litres)} l")


def short_of(known: Campaign, person: Person) -> tuple[str, ...]:
    """The fatigue that only food, water or sleep restores."""
    needs = known.needs.get(person.id)
    if needs is None:
        return ()
    wants = (("sleep", needs.sleep), ("hunger", needs.hunger), ("thirst", needs.thirst))
    return tuple(f"{name} {amount}" for name, amount in wants if amount)
