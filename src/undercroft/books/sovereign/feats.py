"""Feats that the game's pages describe, each in a line; the referee applies what is not worked out elsewhere."""

from collections.abc import Mapping

FEATS: Mapping[str, str] = {
    "Alert": "cannot be surprised; your side has +1 on initiative",
    "Die Hard": "+2 hit points a level; stabilises without help",
    "Gifted Chirurgeon": "stabilises as a free action once a round; Heal checks roll 3d6 and drop the lowest",
    "Specialist": "one skill rolls 3d6 and drops the lowest; not for combat or magic",
    "Poisoner": "rerolls failed saves against poison, and brews a toxin",
    "Trapmaster": "once a turn rerolls a check on a trap",
}
"""What the first level of each feat does."""
