"""The bridge: a book's numbers from the character sheet of another book. Numbers set by hand come first."""

from undercroft.table.bridge.armour import Dress, dress, natural_ac, neverwhere_ac, sovereign_ac, violence_ac
from undercroft.table.bridge.body import (
    Neverwhere,
    best_check,
    fatigue_max,
    neverwhere,
    neverwhere_skill,
    save_target,
    strain_max,
)
from undercroft.table.bridge.numbers import (
    attack,
    check,
    disarming,
    investigation,
    load_limits,
    modifier,
    noticing,
    number,
    score,
    skill,
)
from undercroft.table.bridge.sheet import Derived, Source, derived, settable, survival
from undercroft.table.bridge.to_delving import Ability, ability, constitution, run_limit, score_of, weary
from undercroft.table.bridge.to_violence import Violence, cunning, hit_dice, violence

__all__ = [
    "Ability",
    "Derived",
    "Dress",
    "Neverwhere",
    "Source",
    "Violence",
    "ability",
    "attack",
    "best_check",
    "check",
    "constitution",
    "cunning",
    "derived",
    "disarming",
    "dress",
    "fatigue_max",
    "hit_dice",
    "investigation",
    "load_limits",
    "modifier",
    "natural_ac",
    "neverwhere",
    "neverwhere_ac",
    "neverwhere_skill",
    "noticing",
    "number",
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
    "violence_ac",
    "weary",
]
