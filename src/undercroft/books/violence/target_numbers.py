"""The numbers that the rolls of Violence are held against, in words."""

from operator import attrgetter

from undercroft.books.violence import checks, combat_rounds, dying, fighting, hirelings, morale, rituals, timekeeping
from undercroft.kernel.rules import Given, Targets
from undercroft.kernel.target_numbers import Number, Target, apart, chance, under

_ac: Number = attrgetter("ac")
_save_target: Number = attrgetter("target")


def struck(most: Number) -> Target:
    """An attack: over the Armour Class, and not over the attribute."""

    def words(given: Given, rolled: int) -> str:
        ac, high = int(_ac(given)), int(most(given))
        if rolled > high:
            return f"over {high}"
        if ac and rolled <= ac:
            return f"{'exactly' if rolled == ac else 'under'} AC {ac}"
        return f"exactly {high}" if rolled == high else f"over AC {ac} and under {high}" if ac else f"under {high}"

    return words


def _hireling(given: hirelings.Shaken, rolled: int) -> str:
    """A hireling holds over their Hit Dice and under their employer's Cunning."""
    if rolled <= given.hd and rolled != given.cunning:
        return apart(rolled, given.hd)
    return f"{apart(rolled, given.cunning)}{f' and over {given.hd}' if rolled < given.cunning else ''}"


TARGETS: Targets = (
    (checks.attribute_check, "attribute check", under(lambda given: given.attribute)),
    (checks.save, "saving throw", under(_save_target, lambda given: given.source_hd or 0)),
    (combat_rounds.initiative, "initiative", under(lambda given: given.agility + given.weapon_mod)),
    (fighting.attack, "attack", struck(lambda given: given.attribute)),
    (fighting.enemy_attack, "foe's attack", struck(lambda given: given.attack)),
    (
        rituals.ritual,
        "Cunning check for the ritual",
        under(lambda given: given.cunning, lambda given: given.damage_taken),
    ),
    (combat_rounds.pack_access, "Cunning check for the pack", under(lambda given: given.cunning)),
    (dying.dying, "life or death", lambda given, rolled: apart(rolled, dying.scarred(given.scars))),
    (morale.morale_check, "morale", under(lambda given: morale.morale_number(given.hd))),
    (hirelings.hireling_morale, "hireling morale", _hireling),
    (timekeeping.turn_encounter, "wandering monsters", chance(lambda _: timekeeping.ENCOUNTER_ON, 6)),
    (timekeeping.watch_encounter, "encounter of the Watch", chance(lambda _: timekeeping.ENCOUNTER_ON, 6)),
)
"""By the rule and the purpose of the roll; any purpose of the rule if it is empty."""
