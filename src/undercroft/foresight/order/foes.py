"""Foes as both books of fights see them: who still fights, and what damage does to them."""

from undercroft.books.violence.wounds import health_after
from undercroft.foresight import columns as c
from undercroft.foresight.codes import FoeBeing
from undercroft.foresight.columns import World


def foes_up(w: World) -> int:
    """How many foes still fight."""
    found = 0
    for j in range(w[c.FOE_COUNT]):
        found += w[c.FOES + j * c.FOE + c.FOE_STATE] == FoeBeing.FIGHTS
    return found


def hurt_foe(w: World, j: int, harm: int) -> None:
    """Take health from a foe, which dies at 0."""
    f = c.FOES + j * c.FOE
    w[f + c.HEALTH] = health_after(w[f + c.HEALTH], harm)
    w[f + c.FOE_HURT] = w[f + c.FOE_HURT] or harm > 0
    w[f + c.TAKEN] += harm
    if w[f + c.HEALTH] == 0:
        w[f + c.FOE_STATE] = FoeBeing.DEAD
        b = c.BANDS + w[f + c.FOE_BAND] * c.BAND
        w[b + c.BAND_DEAD] += 1
        w[b + c.BAND_DEAD_NOW] += 1
