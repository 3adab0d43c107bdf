"""The numbers of creatures that a referee looks for at once: Hit Dice, AC and damage."""

from undercroft.table.state.creatures import Creatures
from undercroft.table.state.lore import hit_dice


def creature_numbers(creatures: Creatures) -> tuple[str, ...]:
    """Hit Dice, AC and damage, each with its name: a bare number says nothing."""
    return (
        f"HD {hit_dice(creatures.hd, creatures.hp_bonus)}",
        f"AC {creatures.ac}",
        f"damage {creatures.damage}",
    )
