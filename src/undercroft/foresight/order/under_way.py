"""An expedition that is under way: it goes on from where the party is."""

from undercroft.foresight import columns as c
from undercroft.foresight.columns import World
from undercroft.foresight.dice import seed
from undercroft.foresight.order.turns import next_deed


def explore_on(w: World, s: World, number: int, run: int) -> None:
    """Go on with an expedition until the party is home or lost."""
    seed(w, number, run)
    while not w[c.OVER] and w[c.STEPS] < s[c.MOST_STEPS]:
        w[c.STEPS] += 1
        next_deed(w, s)
