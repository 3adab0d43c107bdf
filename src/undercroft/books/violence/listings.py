"""The tables that Violence's rules read without dice, with their headings."""

from undercroft.books.violence import equipment, hirelings
from undercroft.kernel.tables import BookListing

LISTINGS = (
    BookListing(
        "violence.items",
        "Equipment",
        equipment.EQUIPMENT,
        ("item", "price in silver", "damage", "initiative", "AC", "what else it does"),
    ),
    BookListing("violence.wages", "Wages of hirelings", hirelings.WAGE_SP, ("job", "silver a day")),
)
