"""What the numbers of a sheet are called, each under the heading of its book."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.faces.views.input_names import input_name

_SHORT = ("str", "dex", "con", "int", "wis", "cha")
_NAMES: Mapping[str, str] = {
    **{f"delving_{one}": f"{one.upper()} modifier" for one in _SHORT},
    **{kind: f"{kind} save" for kind in ("physical", "evasion", "mental")},
    "dex": "Dex",
    "fp_max": "most fatigue points",
    "hd": "hit dice",
    "int_": "Int",
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
    return _NAMES.get(name) or input_name(name)
