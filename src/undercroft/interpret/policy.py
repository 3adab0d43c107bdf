"""How odds settle the choices of a rule: by a stated policy, never by averaging."""

from __future__ import annotations

from collections.abc import Callable

from undercroft.kernel.dice import Choice
from undercroft.kernel.rules import Outcome


class Policy:
    """What somebody always does."""

    def __init__(self, name: str, decide: Callable[[Choice], str]) -> None:
        self.name = name
        self.decide = decide


NEVER = Policy("never", lambda choice: choice.options[0])
"""Decline every choice: take its first option."""


def always(word: str) -> Policy:
    """Take that option wherever it is offered, and decline elsewhere."""
    return Policy(f"always {word}", lambda choice: word if word in choice.options else choice.options[0])


class Best:
    """Choose, each time, what makes the wanted outcomes likeliest."""

    def __init__(self, name: str, wanted: Callable[[Outcome], bool]) -> None:
        self.name = f"best for {name}"
        self.wanted = wanted


def best_for(*kinds: str) -> Best:
    """Choose what makes outcomes of these kinds likeliest."""
    return Best(" or ".join(kinds), lambda outcome: outcome.__struct_config__.tag in kinds)
