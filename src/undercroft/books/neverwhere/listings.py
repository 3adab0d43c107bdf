"""The tables that Neverwhere's rules read without dice, with their headings."""

from undercroft.books.neverwhere import characters, digging, hunger, lifting
from undercroft.kernel.tables import BookListing

LISTINGS = (
    BookListing("neverwhere.skills", "Skills", characters.SKILL_PENALTY, ("difficulty", "taken off")),
    BookListing(
        "neverwhere.digging",
        "Litres an hour for each kilogram of Basic Lift",
        digging.RATES,
        ("ground", "dig", "shovel what is broken", "break and shovel alone", "break with a pick"),
    ),
    BookListing("neverwhere.tools", "Tools", digging.TOOL_FACTOR, ("tools", "share of the rate")),
    BookListing("neverwhere.lifting", "Lifting and moving", lifting.TIMES_BL, ("way", "Basic Lifts")),
    BookListing("neverwhere.water", "Water", hunger.NEED_LITRES, ("climate", "litres a day")),
)
