"""The numbers that the rolls of Sovereign are held against, in words."""

from operator import attrgetter

from undercroft.books.sovereign import (
    attacks,
    checks,
    doors,
    frail,
    gameplay_loop,
    hazards,
    narrative,
    poisons,
    saves,
    wandering,
)
from undercroft.kernel.rules import Targets
from undercroft.kernel.target_numbers import Number, chance, reach

_ac: Number = attrgetter("ac")
_dc: Number = attrgetter("dc")
_mod: Number = attrgetter("mod")
_save_target: Number = attrgetter("target")


TARGETS: Targets = (
    (checks.check_skill, "skill check", reach(_dc)),
    (checks.check_group, "group check", reach(_dc)),
    (gameplay_loop.conversation, "as ruled", reach(lambda given: given.ruling.dc, lambda given: given.ruling.mod)),
    (narrative.search_unspecified, "search", reach(_dc, _mod)),
    (narrative.spiked_pit, "leap", reach(lambda _: narrative.PIT_DC, _mod)),
    (doors.door_pick, "pick the lock", reach(_dc)),
    (doors.door_stuck, "force the door", reach(lambda _: doors.STUCK)),
    (doors.door_listen, "listen at the door", reach(lambda _: doors.QUIET, _mod)),
    (attacks.combat_attack, "attack", reach(_ac)),
    (attacks.combat_execution, "aim", reach(lambda given: attacks.RANGE_DC[given.range_band], _mod)),
    (
        attacks.combat_execution,
        "saving throw",
        reach(lambda given: given.target_save, lambda given: attacks.execution_penalty(given.combat_skill)),
    ),
    (saves.save_roll, "saving throw", reach(_save_target, lambda given: given.modifier)),
    (poisons.poison_save, "saving throw", reach(_save_target, lambda given: given.potency + given.medic_bonus)),
    (poisons.disease_onset, "saving throw", reach(_save_target, lambda given: given.potency)),
    (poisons.counteract, "counteracting the toxin", reach(_dc)),
    (hazards.suffocation_damage, "saving throw", reach(_save_target)),
    (frail.untreated, "saving throw", reach(_save_target, lambda given: given.modifier)),
    (frail.treatment, "skill check", reach(lambda _: frail.TREATMENT_DC)),
    (wandering.wandering_check, "wandering encounter", chance(lambda _: 1, 6)),
)
"""By the rule and the purpose of the roll; any purpose of the rule if it is empty."""
