"""What is counted of runs: sums and histograms in one flat row of whole numbers, whatever their number."""

from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, Ending
from undercroft.foresight.columns import World
from undercroft.foresight.order.expedition import fight_once
from undercroft.foresight.order.turns import explore

MOST_TURNS, MOST_ROUNDS, MOST_TORCHES, MOST_XP, XP_STEP = 512, 128, 64, 400, 10
KEPT = 8
"""How many runs are remembered of each sort."""

(
    RUNS, HOME, WON, FIGHTS, ENCOUNTERS, DICE, XP, XP_SQUARED, DEATHS, DEATHS_SQUARED, DARK, UNHURT, CUT_OFF,
) = range(13)  # fmt: skip
DEAD = 13
"""Where the numbers of runs begin by how many died."""
DIED = DEAD + c.MOST_PEOPLE + 1
"""Where the numbers of runs begin in which each person died."""
TURNS = DIED + c.MOST_PEOPLE
ROUNDS = TURNS + MOST_TURNS
TORCHES = ROUNDS + MOST_ROUNDS
ROOMS = TORCHES + MOST_TORCHES
XPS = ROOMS + c.MOST_ROOMS
FIRST_WITH = XPS + MOST_XP
"""Where one more than the number of the first run begins with each number of dead."""
WORST = FIRST_WITH + c.MOST_PEOPLE + 1
"""Where the worst runs begin: how bad each was, and one more than its number."""
TALLY = WORST + 2 * KEPT
"""The length of a tally."""

SUMS = FIRST_WITH
"""Everything before this place is summed when tallies are put together."""


def count_run(t: World, w: World, s: World, start: World, run: int) -> None:
    """Count a run that is over."""
    dead, hurt, lost, burnt = 0, 0, 0, 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] == Being.DEAD and start[p + c.STATE] != Being.DEAD:
            dead += 1
            t[DIED + i] += 1
        hurt += w[p + c.HP] < start[p + c.HP]
        lost += start[p + c.HP] - w[p + c.HP]
        burnt += start[p + c.TORCHES] - w[p + c.TORCHES]
    home = w[c.RETURNED] or (s[c.IN_SITE] == 0 and w[c.DECIDED] == Ending.WON)
    t[RUNS] += 1
    t[HOME] += home > 0
    t[WON] += w[c.FIGHTS_WON]
    t[FIGHTS] += w[c.FIGHTS]
    t[ENCOUNTERS] += w[c.ENCOUNTERS]
    t[DICE] += w[c.DICE_DRAWN]
    t[XP] += w[c.XP_POOL]
    t[XP_SQUARED] += w[c.XP_POOL] * w[c.XP_POOL]
    t[DEATHS] += dead
    t[DEATHS_SQUARED] += dead * dead
    t[DARK] += w[c.DARK_TURNS] > 0
    t[UNHURT] += hurt == 0
    t[CUT_OFF] += w[c.STEPS] >= s[c.MOST_STEPS]
    t[DEAD + dead] += 1
    t[TURNS + min(w[c.TURN_NUMBER], MOST_TURNS - 1)] += 1
    t[ROUNDS + min(w[c.ROUND_NUMBER], MOST_ROUNDS - 1)] += 1
    t[TORCHES + min(burnt, MOST_TORCHES - 1)] += 1
    t[ROOMS + w[c.FURTHEST]] += 1
    t[XPS + min(w[c.XP_POOL] // XP_STEP, MOST_XP - 1)] += 1
    if t[FIRST_WITH + dead] == 0:
        t[FIRST_WITH + dead] = run + 1
    remember(t, (dead * 2 + (home == 0)) * MOST_TURNS + min(lost, MOST_TURNS - 1), run + 1)


def remember(t: World, bad: int, run: int) -> None:
    """Keep the worst runs, the earlier of those that are equally bad."""
    for place in range(KEPT):
        at = WORST + 2 * place
        if t[at + 1] == 0 or bad > t[at] or (bad == t[at] and run < t[at + 1]):
            bad, t[at] = t[at], bad
            run, t[at + 1] = t[at + 1], run
            if run == 0:
                return


def many(w: World, start: World, s: World, t: World, number: int, first: int, count: int) -> None:
    """Play some runs one after the other, and count them."""
    for run in range(first, first + count):
        for place in range(c.FOES):
            w[place] = start[place]
        if s[c.IN_SITE]:
            explore(w, s, number, run)
        else:
            fight_once(w, s, number, run)
        count_run(t, w, s, start, run)


def added(one: list[int], other: list[int]) -> list[int]:
    """Two tallies of different runs put together."""
    both = [left + right for left, right in zip(one[:SUMS], other[:SUMS], strict=True)] + [0] * (TALLY - SUMS)
    for place in range(FIRST_WITH, WORST):
        firsts = [tally[place] for tally in (one, other) if tally[place]]
        both[place] = min(firsts, default=0)
    for tally in (one, other):
        for place in range(WORST, TALLY, 2):
            if tally[place + 1]:
                remember(both, tally[place], tally[place + 1])
    return both
