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
    from undercroft.interpret.bounded import Bounds as Bounds
    from undercroft.interpret.dice_odds import Dice as Dice
    from undercroft.interpret.dice_odds import d as d
    from undercroft.interpret.dice_odds import d2 as d2
    from undercroft.interpret.dice_odds import d3 as d3
    from undercroft.interpret.dice_odds import d4 as d4
    from undercroft.interpret.dice_odds import d6 as d6
    from undercroft.interpret.dice_odds import d8 as d8
    from undercroft.interpret.dice_odds import d10 as d10
    from undercroft.interpret.dice_odds import d12 as d12
    from undercroft.interpret.dice_odds import d20 as d20
    from undercroft.interpret.dice_odds import d66 as d66
    from undercroft.interpret.dice_odds import d100 as d100
    from undercroft.interpret.dice_odds import dF as dF
    from undercroft.interpret.distribution import Odds as Odds
    from undercroft.interpret.distribution import mix as mix
    from undercroft.interpret.forecast import after as after
    from undercroft.interpret.forecast import until as until
    from undercroft.interpret.pool import Pool as Pool
    from undercroft.interpret.pool import highest as highest
    from undercroft.interpret.pool import lowest as lowest
    from undercroft.interpret.pool import pool as pool

__version__ = "0.1.0"

__all__ = [
    "Bounds",
    "Dice",
    "Odds",
    "Pool",
    "UndercroftError",
    "__version__",
    "after",
    "d",
    "d2",
    "d3",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d66",
    "d100",
    "dF",
    "highest",
    "lowest",
    "mix",
    "odds",
    "pool",
    "roll",
    "rules",
    "say",
    "settle",
    "until",
]

_AT_HOME = {
    "interpret.bounded": ("Bounds",),
    "interpret.dice_odds": ("Dice", "d", "d2", "d3", "d4", "d6", "d8", "d10", "d12", "d20", "d66", "d100", "dF"),
    "interpret.distribution": ("Odds", "mix"),
    "interpret.forecast": ("after", "until"),
    "interpret.pool": ("Pool", "highest", "lowest", "pool"),
}
"""The modules that names come from; all others are the library face's."""


def __getattr__(name: str) -> object:
    """Hand out the library's names on first use, so that importing the kernel imports no book."""
    from importlib import import_module

    if name not in __all__:
        if name[:1] == "d" and name[1:].isdecimal():
            return import_module(f"{__name__}.interpret.dice_odds").d(int(name[1:]))
        names = import_module(f"{__name__}.interpret.other_names")
        raise AttributeError(names.instead(__name__, name, names.LIBRARY), name=name)
    home = next((module for module, names in _AT_HOME.items() if name in names), "faces.shared.library")
    value: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Every name of the library, also those not used yet."""
    return sorted({*globals(), *__all__})
