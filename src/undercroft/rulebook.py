"""What a book of your own is written with; docs/rules-of-your-own.md shows how.

These names stay as they are. Everything else below `undercroft` may move.
"""

from undercroft.kernel.dice import D3, D4, D6, D8, D10, D12, D20, D100, TWO_D6, Ask, Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Book, Cite, Gap, Given, Option, Outcome, Reading, Words, rule, says
from undercroft.kernel.tables import BookListing, Table, at_least, through, up_to

__all__ = [
    "D3",
    "D4",
    "D6",
    "D8",
    "D10",
    "D12",
    "D20",
    "D100",
    "TWO_D6",
    "Ask",
    "Book",
    "BookListing",
    "Cite",
    "Dice",
    "Gap",
    "Given",
    "Option",
    "Outcome",
    "Reading",
    "Table",
    "Words",
    "at_least",
    "parse",
    "rule",
    "says",
    "through",
    "up_to",
]
