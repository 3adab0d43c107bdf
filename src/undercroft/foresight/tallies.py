"""What is counted of runs: sums and histograms in one flat row of whole numbers, whatever their number."""

from msgspec import Struct

from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, FightEnding
from undercroft.foresight.columns import World
from undercroft.foresight.order.expedition import fight_once
from undercroft.foresight.order.journey import travel
from undercroft.foresight.order.turns import explore
from undercroft.foresight.order.under_way import explore_on

MOST_TURNS, MOST_ROUNDS, MOST_TORCHES, MOST_XP, XP_STEP = 512, 128, 64, 400, 10
KEPT = 8
"""How many runs are remembered of each sort."""

(
    RUNS, HOME, WON, FIGHTS, ENCOUNTERS, DICE, XP, XP_SQUARED, DEATHS, DEATHS_SQUARED, DARK, UNHURT, CUT_OFF, LOST,
    FLED,
) = range(15)  # fmt: skip
DEAD = 15
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

UNDER_WAY, ON_THE_ROAD = 2, 3
"""How a setup says that its expedition goes on from where the party is, or that it is a journey."""
SUMS = FIRST_WITH
"""Everything before this place is summed when tallies are put together."""


class Played(Struct, frozen=True):
    """Runs that were played: their tally, and the measures of each run, one after the other."""

    tally: list[int]
    measures: list[int]


def is_home(w: World, s: World) -> bool:
    """Whether the party came home, or won the fight that is all there was."""
    return w[c.RETURNED] > 0 or (s[c.EXPLORES] == 0 and w[c.DECIDED] == FightEnding.WON)


def earned(w: World, s: World) -> int:
    """The experience of a run: of an expedition, what the survivors share at home."""
    return w[c.BROUGHT_HOME] if s[c.EXPLORES] else w[c.XP_POOL]


def rounds_fought(w: World) -> int:
    """The rounds of the last fight, those before a chase among them."""
    return w[c.EARLIER_ROUNDS] + w[c.ROUND_NUMBER]


def is_away(w: World, s: World) -> bool:
    """Whether the party ran from the fight that is all there was, and got away."""
    return s[c.EXPLORES] == 0 and w[c.ESCAPES] > 0


def is_beaten(w: World, s: World) -> bool:
    """Whether the party is at the mercy of its foes; on a journey it may only be late, and from a fight it may run."""
    free = is_home(w, s) or is_away(w, s)
    return not free and (s[c.EXPLORES] != ON_THE_ROAD or w[c.IN_FIGHT] > 0)


def has_fallen(w: World, start: World, p: int, beaten: bool) -> bool:
    """Whether a person died in the run, or is at the mercy of the foes because the party is lost."""
    if start[p + c.STATE] == Being.DEAD:
        return False
    return w[p + c.STATE] == Being.DEAD or (beaten and w[p + c.LEFT_GROUP] == 0)


def count_run(t: World, w: World, s: World, start: World, run: int) -> None:
    """Count a run that is over."""
    dead, hurt, lost, burnt, home, beaten = 0, 0, 0, 0, is_home(w, s), is_beaten(w, s)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if has_fallen(w, start, p, beaten):
            dead += 1
            t[DIED + i] += 1
        hurt += w[p + c.HP] < start[p + c.HP]
        lost += start[p + c.HP] - w[p + c.HP]
        burnt += start[p + c.TORCHES] - w[p + c.TORCHES]
    t[RUNS] += 1
    t[HOME] += home
    t[WON] += w[c.FIGHTS_WON]
    t[FIGHTS] += w[c.FIGHTS]
    t[ENCOUNTERS] += w[c.ENCOUNTERS]
    t[DICE] += w[c.DICE_DRAWN]
    t[XP] += earned(w, s)
    t[XP_SQUARED] += earned(w, s) * earned(w, s)
    t[DEATHS] += dead
    t[DEATHS_SQUARED] += dead * dead
    t[DARK] += w[c.DARK_TURNS] > 0
    t[LOST] += w[c.STRAYED] > 0
    t[FLED] += w[c.ESCAPES] > 0
    t[UNHURT] += hurt == 0
    t[CUT_OFF] += w[c.STEPS] >= s[c.MOST_STEPS]
    t[DEAD + dead] += 1
    t[TURNS + min(w[c.TURN_NUMBER], MOST_TURNS - 1)] += 1
    t[ROUNDS + min(rounds_fought(w), MOST_ROUNDS - 1)] += 1
    t[TORCHES + min(burnt, MOST_TORCHES - 1)] += 1
    t[ROOMS + w[c.FURTHEST]] += 1
    t[XPS + min(earned(w, s) // XP_STEP, MOST_XP - 1)] += 1
    if t[FIRST_WITH + dead] == 0:
        t[FIRST_WITH + dead] = run + 1
    remember(t, (dead * 2 + (not home)) * MOST_TURNS + min(lost, MOST_TURNS - 1), run + 1)


def remember(t: World, bad: int, run: int) -> None:
    """Keep the worst runs, the earlier of those that are equally bad."""
    last = TALLY - 2
    if t[last + 1] and (bad < t[last] or (bad == t[last] and run > t[last + 1])):
        return
    for place in range(KEPT):
        at = WORST + 2 * place
        if t[at + 1] == 0 or bad > t[at] or (bad == t[at] and run < t[at + 1]):
            bad, t[at] = t[at], bad
            run, t[at + 1] = t[at + 1], run
            if run == 0:
                return


def many(w: World, start: World, s: World, t: World, o: World, number: int, first: int, count: int) -> None:  # noqa: PLR0913, PLR0917 - rows, and which runs
    """Play some runs one after the other, count them, and write down the measures of each."""
    for run in range(first, first + count):
        for place in range(c.WORLD if start[c.RESUMES] else c.PEOPLE + s[c.PEOPLE_COUNT] * c.PERSON):
            w[place] = start[place]
        if s[c.EXPLORES] == UNDER_WAY:
            explore_on(w, s, number, run)
        elif s[c.EXPLORES] == ON_THE_ROAD:
            travel(w, s, number, run)
        elif s[c.EXPLORES]:
            explore(w, s, number, run)
        else:
            fight_once(w, s, number, run)
        count_run(t, w, s, start, run)
        measure(o, (run - first) * MEASURES, w, s, start)


FELL, CAME_HOME, ALL_DEATHS, EXPERIENCE = range(4)
MEASURES = 4
"""The measures of each run that are written down, to compare it with another on the same dice."""


def measure(o: World, at: int, w: World, s: World, start: World) -> None:
    """Write down the measures of a run that is over."""
    home, beaten, dead = is_home(w, s), is_beaten(w, s), 0
    for i in range(s[c.PEOPLE_COUNT]):
        dead += has_fallen(w, start, c.PEOPLE + i * c.PERSON, beaten)
    o[at + FELL] = dead > 0
    o[at + CAME_HOME] = home
    o[at + ALL_DEATHS] = dead
    o[at + EXPERIENCE] = earned(w, s)


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
