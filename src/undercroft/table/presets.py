"""House rules to begin with: a blend in which all books take part, and one for each book, where it speaks."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.table.house import Dying, Encumbrance, Fatigue, HouseRules, Reaction
from undercroft.table.sites import Clock

PRESETS: Mapping[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules("undercroft"),
        HouseRules("delving", clock=Clock.DELVING, fatigue=Fatigue.DELVING, reaction=Reaction.DELVING),
        HouseRules(
            "sovereign",
            clock=Clock.SOVEREIGN,
            dying=Dying.SOVEREIGN,
            reaction=Reaction.SOVEREIGN,
            encumbrance=Encumbrance.SOVEREIGN,
        ),
        HouseRules("hexcrawl", clock=Clock.HEXCRAWL),
        HouseRules("neverwhere", fatigue=Fatigue.NEVERWHERE, encumbrance=Encumbrance.NEVERWHERE),
        HouseRules("violence", clock=Clock.VIOLENCE, dying=Dying.VIOLENCE, reaction=Reaction.VIOLENCE),
    )
}
