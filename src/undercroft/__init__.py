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
    from undercroft.interpret.bounds import Bounds as Bounds
    from undercroft.interpret.distribution import Odds as Odds
    from undercroft.interpret.distribution import mix as mix
    from undercroft.interpret.forecast import after as after
    from undercroft.interpret.forecast import until as until

__version__ = "0.1.0"

__all__ = [
    "Bounds",
    "Odds",
    "UndercroftError",
    "__version__",
    "after",
    "mix",
    "odds",
    "roll",
    "rules",
    "say",
    "settle",
    "until",
]

_AT_HOME = {
    "interpret.bounds": ("Bounds",),
    "interpret.distribution": ("Odds", "mix"),
    "interpret.forecast": ("after", "until"),
}
"""The modules that names come from; all others are the library face's."""


def __getattr__(name: str) -> object:
    """Hand out the library's names on first use, so that importing the kernel imports no book."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = next((module for module, names in _AT_HOME.items() if name in names), "faces.shared.library")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Every name of the library, also those not used yet."""
    return sorted({*globals(), *__all__})
