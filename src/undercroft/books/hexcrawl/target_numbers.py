"""The numbers that the rolls of the hexcrawl are held against, in words."""

from undercroft.books.hexcrawl import getting_lost, landmarks
from undercroft.kernel.rules import Targets
from undercroft.kernel.target_numbers import chance


def _lost(given: getting_lost.Trek) -> int:
    return getting_lost.lost_chance(getting_lost.LOST_IN_TEN[given.terrain], getting_lost.LOST_WEATHER[given.weather])


TARGETS: Targets = (
    (getting_lost.getting_lost, "keeping the course", chance(_lost, 10)),
    (landmarks.landmark_roll, "landmark", chance(lambda given: given.in_six, 6)),
)
"""By the rule and the purpose of the roll; any purpose of the rule if it is empty."""
