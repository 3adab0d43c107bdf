"""What the numbers of a sheet are called, each under the heading of its book."""

from __future__ import annotations

from collections.abc import Mapping

_SHORT = ("str", "dex", "con", "int", "wis", "cha")
_NAMES: Mapping[str, str] = {
    **{f"{one}_mod": f"{one.upper()} modifier" for one in _SHORT},
    **{f"delving_{one}": f"{one.upper()} modifier" for one in _SHORT},
    **{f"{kind}": f"{kind} save" for kind in ("physical", "evasion", "mental")},
    "ac": "AC",
    "dex": "Dex",
    "fp_max": "most fatigue points",
    "hd": "hit dice",
    "int_": "Int",
    "natural_ac": "natural AC",
    "per": "Per",
    "readied": "readied, points at most",
    "run_limit": "rounds of running",
    "stowed": "stowed, points at most",
    "str_": "Str",
    "strain_max": "most Strain",
    "vit": "Vit",
    "will": "Will",
}


def number_name(name: str) -> str:
    """One of them for people.

    >>> number_name("delving_cha"), number_name("attack_bonus")
    ('CHA modifier', 'attack bonus')
    """
    return _NAMES.get(name, name.replace("_", " "))
