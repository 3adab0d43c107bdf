"""Bounds of amounts in fractions, which their types cannot state."""

from fractions import Fraction

from undercroft.kernel.faults import RuleInputError


def above_nothing(**amounts: Fraction | None) -> None:
    """Refuse amounts that are zero or less; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount <= 0:
            raise RuleInputError("out_of_range", f"{name}: it must be more than 0", "give a larger number", field=name)


def not_below(least: int, **amounts: Fraction | None) -> None:
    """Refuse amounts below the least they may be; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount < least:
            raise RuleInputError(
                "out_of_range", f"{name}: it must be {least} or more", "give a larger number", field=name
            )
