"""Undercroft: every rule written once; rolled, typed, replayed, and given exact odds.

>>> import undercroft
>>> undercroft.roll("4d6kh3").total in range(3, 19)
True
>>> undercroft.odds("2d6")[7]
Fraction(1, 6)
>>> undercroft.settle("delving.hazard-die", dice=[1], danger="deadly").outcome
RandomEncounter()
>>> undercroft.odds("delving.hazard-die", danger="risky").chance(lambda outcome: outcome.kind == "nothing")
Fraction(11, 12)
>>> [rule.id for rule in undercroft.rules(book="delving")][13]
'delving.hazard-die'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from undercroft.faces.shared.library import UndercroftError as UndercroftError
    from undercroft.faces.shared.library import odds as odds
    from undercroft.faces.shared.library import roll as roll
    from undercroft.faces.shared.library import rules as rules
    from undercroft.faces.shared.library import say as say
    from undercroft.faces.shared.library import settle as settle

__version__ = "0.1.0"

__all__ = ["UndercroftError", "__version__", "odds", "roll", "rules", "say", "settle"]


def __getattr__(name: str) -> object:
    """Hand out the library's names on first use, so that importing the kernel imports no book."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from undercroft.faces.shared import library

    value = getattr(library, name)
    globals()[name] = value
    return value
