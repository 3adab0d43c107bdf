"""Time Required and Fatigue Cost: what hours of digging or marching cost."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from undercroft.kernel.rules import Option, Reading


class PartHours(StrEnum):
    """What part of an hour costs."""

    BEGUN = "begun"
    EXACT = "exact"
    FULL = "full"


PART_HOURS = Reading(
    id="neverwhere.hours/part",
    question="Fatigue goes by the hour: what does part of an hour cost?",
    choice="As much as a whole one.",
    because="Costs are given for each hour, and never for nothing.",
    switch="part_hours",
    options=(
        Option("begun", "an hour that was begun is paid in full"),
        Option("exact", "in proportion, and the sum is rounded down"),
        Option("full", "only full hours are paid for"),
    ),
)


def worked(hours: Fraction, fp_per_hour: int, part_hours: PartHours) -> int:
    """Fatigue points for so many hours."""
    exact, begun = part_hours is PartHours.EXACT, part_hours is PartHours.BEGUN
    return hourly_cost(hours.numerator, hours.denominator, fp_per_hour, exact, begun)


def hourly_cost(time: int, parts: int, fp_per_hour: int, exact: bool, begun: bool) -> int:
    """What a time costs that is counted in parts of an hour; part of an hour is paid exactly, in full or not at all."""
    if exact:
        return fp_per_hour * time // parts
    return fp_per_hour * (-(-time // parts) if begun else time // parts)
