"""A whole run: a single fight, or an expedition from the first turn to the last."""

from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, Resumes
from undercroft.foresight.columns import World
from undercroft.foresight.dice import next_part, seed, total
from undercroft.foresight.order.fight import add_company, begin_fight, take_order
from undercroft.foresight.order.rounds import fight_out


def fight_once(w: World, s: World, number: int, run: int) -> None:
    """Fight the first kind of foes, or go on with a fight that is under way, and do nothing else."""
    seed(w, number, run)
    w[c.LIGHT_HOLDER] = -1
    if w[c.RESUMES] == Resumes.NOT:
        join_fight(w, s)
    fight_out(w, s)
    w[c.OVER] = 1


def join_fight(w: World, s: World) -> None:
    """The foes of the scenario come, and everybody takes their place in the order."""
    next_part(w)
    begin_fight(w)
    k = c.KINDS
    count = total(w, s[k + c.KIND_COUNT_COUNT], s[k + c.KIND_COUNT_SIDES]) + s[k + c.KIND_COUNT_PLUS]
    add_company(w, s, 0, count)
    take_order(w, s)


def survivors(w: World, s: World) -> int:
    """How many of the party live."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        found += w[c.PEOPLE + i * c.PERSON + c.STATE] != Being.DEAD
    return found
