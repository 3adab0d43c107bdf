"""The bridge: a book's numbers from the character sheet of another book. Numbers set by hand come first."""

from undercroft.table.bridge.armour import Dress, dress, neverwhere_ac, sovereign_ac
from undercroft.table.bridge.body import best_check, fatigue_max, neverwhere, neverwhere_skill, save_target, strain_max
from undercroft.table.bridge.numbers import (
    attack,
    check,
    disarming,
    investigation,
    load_limits,
    modifier,
    noticing,
    score,
    skill,
)
from undercroft.table.bridge.sheet import Derived, NumberSource, derived, settable, survival
from undercroft.table.bridge.to_delving import Ability, ability, constitution, run_limit, score_of, weary
from undercroft.table.bridge.to_violence import Violence, hit_dice, violence

__all__ = [
    "Ability",
    "Derived",
    "Dress",
    "NumberSource",
    "Violence",
    "ability",
    "attack",
    "best_check",
    "check",
    "constitution",
    "derived",
    "disarming",
    "dress",
    "fatigue_max",
    "hit_dice",
    "investigation",
    "load_limits",
    "modifier",
    "neverwhere",
    "neverwhere_ac",
    "neverwhere_skill",
    "noticing",
    "run_limit",
    "save_target",
    "score",
    "score_of",
    "settable",
    "skill",
    "sovereign_ac",
    "strain_max",
    "survival",
    "violence",
    "weary",
]
