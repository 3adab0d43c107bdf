"""The reasons of refusals, in words."""

from collections.abc import Callable
from typing import Any

REASONS = {
    "not_offered": "the referee does not offer it",
    "nothing_offered": "the referee has nothing on offer",
    "maximum": "nobody is better than that",
    "no_more": "all raises are bought",
    "score_18": "18 is the most there is",
    "level": "it takes a higher level",
    "points": "there are too few points",
    "count": "there are four, no more and no fewer",
    "attribute_max": "no attribute goes above 18",
    "skill_max": "no skill goes above 1 yet",
    "helpless": "they are helpless",
    "not_dying": "nobody there is dying",
    "already_tried": "it has been tried already",
    "no_skill": "it takes a better healer",
    "no_kit": "there is no healer's kit",
    "doomed": "it is too late for care",
    "not_frail": "the patient is not Frail",
    "self": "it takes another person's hands",
    "untrained": "it takes the Heal skill",
    "dying": "the dying must be stabilised",
    "full_hp": "there is nothing to heal",
    "strain": "the body bears no more strain",
    "absent": "it is not there",
    "cart_needs_two_beasts": "a cart needs two beasts",
    "not_intentional": "it was not done on purpose",
}


def refused(what: str) -> Callable[[Any], str]:
    """The sentence for a refusal, with its reason."""
    return lambda outcome: f"{what}: {REASONS[outcome.reason]}."
