"""The tables that Neverwhere's rules read without dice, with their headings."""

from undercroft.books.neverwhere import characters, digging, hunger, lifting
from undercroft.kernel.tables import Listing

LISTINGS = (
    Listing("neverwhere.skills", "Skills", characters.SKILL_PENALTY, ("difficulty", "taken off")),
    Listing(
        "neverwhere.digging",
        "Litres an hour for each kilogram of Basic Lift",
        digging.RATES,
        ("ground", "dig", "shovel what is broken", "break and shovel alone", "break with a pick"),
    ),
    Listing("neverwhere.tools", "Tools", digging.TOOL_FACTOR, ("tools", "share of the rate")),
    Listing("neverwhere.lifting", "Lifting and moving", lifting.TIMES_BL, ("way", "Basic Lifts")),
    Listing("neverwhere.water", "Water", hunger.NEED_LITRES, ("climate", "litres a day")),
)
