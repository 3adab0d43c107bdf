"""Bounds of amounts in fractions, which their types cannot state."""

from fractions import Fraction


def above_nothing(**amounts: Fraction | None) -> None:
    """Refuse amounts that are zero or less; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount <= 0:
            raise ValueError(f"{name} must be above 0")


def not_below(least: int, **amounts: Fraction | None) -> None:
    """Refuse amounts below the least they may be; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount < least:
            raise ValueError(f"{name} cannot be below {least}")
