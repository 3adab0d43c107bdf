"""The bridge: one book's numbers from a sheet that another book made. What is set by hand goes first."""

from __future__ import annotations

from undercroft.table.bridge_armour import Dress, dress, natural_ac, neverwhere_ac, sovereign_ac, violence_ac
from undercroft.table.bridge_body import (
    Neverwhere,
    best_check,
    fatigue_max,
    neverwhere,
    neverwhere_skill,
    save_target,
    strain_max,
)
from undercroft.table.bridge_delving import Ability, ability, constitution, run_limit, score_of, weary
from undercroft.table.bridge_numbers import (
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
from undercroft.table.bridge_sheet import Derived, Source, derived, settable, survival
from undercroft.table.bridge_violence import Violence, cunning, hit_dice, violence

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
