"""The kind of roll that a rule asks for, so that a seat can use its own dice for some kinds and not for others."""

from collections.abc import Mapping
from functools import cache

from undercroft.table.state.seats import DiceKind

_BEGINNINGS: Mapping[DiceKind, tuple[str, ...]] = {
    DiceKind.ATTACKS: (
        "attack",
        "damage",
        "enemy-attack",
        "exact-attribute",
        "armour-wear",
        "scar-modifier",
        "throw-attack",
        "throw-damage",
        "all-out-attack",
        "mighty-blow",
        "precise-strike",
        "feverish-defense",
        "extra-effort-combat",
        "combat-shove",
        "combat.attack",
        "combat.damage",
        "combat.execution",
        "combat.luck",
        "ritual",
        "mishap",
    ),
    DiceKind.SAVES: ("save", "dying", "poison.save", "injury.", "zero-hp", "suffocation.", "drowsy-check", "collapse"),
    DiceKind.CHARACTERS: ("create.", "advance", "hp.initial", "character", "ability.generate", "derived-stats"),
}
"""How the names of the rules of a kind begin, without their book."""


@cache
def kind_of(rule: str) -> DiceKind:
    """The kind of a rule's dice, by its id.

    >>> kind_of("sovereign.save.roll").value, kind_of("violence.attack").value, kind_of("table.dice").value
    ('saves', 'attacks', 'other')
    >>> kind_of("violence.attribute-check").value
    'other'
    """
    _, _, name = rule.partition(".")
    kinds = (kind for kind, beginnings in _BEGINNINGS.items() if name.startswith(beginnings))
    return next(kinds, DiceKind.OTHER)
