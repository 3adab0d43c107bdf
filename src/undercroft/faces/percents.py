"""Chances as a terminal shows them."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction) -> str:
    """A chance as people read it, in a column."""
    percent = float(chance) * 100
    if percent >= 0.01 or not chance:
        return f"{percent:.2f}%".rjust(8)
    if percent:
        return f"{percent:.1e}%".rjust(8)
    return f"10^{len(str(chance.numerator)) - len(str(chance.denominator)) + 2}%".rjust(8)
