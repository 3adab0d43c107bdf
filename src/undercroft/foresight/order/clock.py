"""The clock of a site by Violence, Sovereign or Delving: how turns begin and end, and their checks for wanderers."""

from undercroft.books.delving.hazard import brings_encounter as is_hazard
from undercroft.books.hexcrawl.overloaded_die import (
    ENCOUNTER,
    ENVIRONMENT_EFFECT,
    FORCED_REST,
    GOOD_ENCOUNTER,
    WANING_RESOURCES,
)
from undercroft.books.hexcrawl.template import brings_help
from undercroft.books.sovereign.wandering import brings_encounter as wanders
from undercroft.books.sovereign.wandering import check_due
from undercroft.books.violence.timekeeping import brings_encounter, is_checked
from undercroft.foresight import columns as c
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, next_turn, total
from undercroft.foresight.order.doors import work_on
from undercroft.foresight.order.people import spend
from undercroft.foresight.order.supplies import eat, wane
from undercroft.foresight.throws import D3_SIDES, D6_SIDES


def number_now(w: World, s: World) -> int:
    """The number of the turn by the time."""
    elapsed = w[c.TIME] - w[c.TURNS_FROM]
    if elapsed == w[c.TURN_NUMBER] * s[c.TURN_SECONDS]:
        return w[c.TURN_NUMBER] + 1
    return elapsed // s[c.TURN_SECONDS] + 1


def has_passed(w: World, s: World) -> bool:
    """Whether the time of the turn is over."""
    return w[c.TIME] - w[c.TURNS_FROM] >= w[c.TURN_NUMBER] * s[c.TURN_SECONDS]


def rest_of_turn(w: World, s: World) -> int:
    """How long the turn still lasts."""
    rest = w[c.TURNS_FROM] + w[c.TURN_NUMBER] * s[c.TURN_SECONDS] - w[c.TIME]
    if 0 < rest <= s[c.TURN_SECONDS]:
        return rest
    return s[c.TURN_SECONDS] - (w[c.TIME] - w[c.TURNS_FROM]) % s[c.TURN_SECONDS]


def begin_step(w: World, s: World) -> None:
    """Begin a turn under the number it has by the time; by Sovereign a check may be due."""
    next_turn(w)
    now, first = number_now(w, s), w[c.TURN_NUMBER] == 0
    if first or now < w[c.TURN_NUMBER]:
        w[c.TURNS_FROM] = w[c.TIME] - w[c.TURN_NUMBER] * s[c.TURN_SECONDS]
    elif now != w[c.TURN_NUMBER] + 1:
        w[c.TURN_NUMBER] = now - 1
    first = w[c.TURN_NUMBER] == 0
    w[c.TURN_NUMBER] += 1
    w[c.BEGUN] = 1
    w[c.NOISY] = 0
    free_everybody(w, s)
    if s[c.CLOCK_OVERLOADED]:
        roll_overloaded(w, s)
    elif not s[c.CHECKS_AT_END]:
        _count_and_check(w, s, first)
    work_on(w, s)


def free_everybody(w: World, s: World) -> None:
    """Nobody has acted in this turn yet."""
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.ACTED] = 0
        w[c.PEOPLE + i * c.PERSON + c.ACTION_USED] = 0
        w[c.PEOPLE + i * c.PERSON + c.MOVED] = 0


def _count_and_check(w: World, s: World, first: bool) -> None:
    """Sovereign: count a turn, and check for wanderers if the interval has passed."""
    w[c.SINCE_CHECK] += 1
    interval = s[c.INTERVAL_ALERTED] if w[c.ALERTED] else s[c.INTERVAL]
    if check_due(w[c.SINCE_CHECK], interval, first and s[c.CHECK_AT_ONCE] > 0):
        w[c.SINCE_CHECK] = 0
        _check(w, s)


def _check(w: World, s: World) -> None:
    """Sovereign: check for wanderers."""
    if wanders(die(w, D6_SIDES)):
        _approach(w, s)


def count_missed(w: World, s: World) -> None:
    """The check of a turn that passed by other means; the overloaded die is rolled only for turns that are played."""
    if s[c.CLOCK_OVERLOADED]:
        return
    if not s[c.CHECKS_AT_END]:
        _count_and_check(w, s, False)
    elif s[c.CLOCK_OF_DELVING]:
        if is_hazard(die(w, s[c.HAZARD_SIDES])):
            _approach(w, s)
    elif is_checked(w[c.TURN_NUMBER], s[c.EVERY]) and brings_encounter(die(w, D6_SIDES)):
        _approach(w, s)


def _approach(w: World, s: World) -> None:
    """Roll on the encounter table; the encounter begins when the party has time for it."""
    bring(w, s, die(w, s[c.ROW_COUNT]) - 1)


def bring(w: World, s: World, row: int) -> None:
    """The encounter of a row is due."""
    kind, count = s[c.ROWS + row * c.ROW + c.ROW_KIND], 1
    if kind >= 0:
        k = c.KINDS + kind * c.KIND
        count = total(w, s[k + c.KIND_COUNT_COUNT], s[k + c.KIND_COUNT_SIDES]) + s[k + c.KIND_COUNT_PLUS]
    if w[c.PENDING] < c.MOST_PENDING:
        w[c.PENDING_ROW + w[c.PENDING]] = row
        w[c.PENDING_COUNT + w[c.PENDING]] = count
        w[c.PENDING] += 1


# The overloaded die


def roll_overloaded(w: World, s: World) -> None:
    """Roll the overloaded die, and play out its face."""
    face = die(w, D6_SIDES)
    if face == ENCOUNTER:
        row = w[c.OMEN] - 1 if w[c.OMEN] else drawn(w, s[c.ROW_COUNT])
        w[c.OMEN] = 0
        bring(w, s, row)
    elif face == ENVIRONMENT_EFFECT and s[c.EFFECTS]:
        drawn(w, s[c.EFFECTS])
    elif face == ENVIRONMENT_EFFECT:
        w[c.OMEN] = drawn(w, s[c.ROW_COUNT]) + 1
    elif face == FORCED_REST:
        w[c.MUST_REST] = 1
    elif face == WANING_RESOURCES:
        wane(w, s)
    elif face == GOOD_ENCOUNTER and brings_help(die(w, D3_SIDES)):
        bring(w, s, s[c.ROW_COUNT])


def drawn(w: World, lines: int) -> int:
    """A line of a list, counted from 0; a list of one line needs no die."""
    return die(w, lines) - 1 if lines > 1 else 0


def end_step(w: World, s: World) -> None:
    """End the turn."""
    turn_ends(w, s)


def turn_ends(w: World, s: World) -> None:
    """Spend the rest of the turn; by Violence a check follows, and noise brings another one by either book.

    By Delving the hazard die, and another for noise, fall before the lights burn down; creatures come after it.
    """
    noisy, coming = w[c.NOISY] > 0, 0
    if w[c.MUST_REST]:
        eat(w, s)
    if noisy and not s[c.CHECKS_AT_END] and not s[c.CLOCK_OVERLOADED]:
        _check(w, s)
    for _ in range((1 + noisy) * s[c.CLOCK_OF_DELVING]):
        coming += is_hazard(die(w, s[c.HAZARD_SIDES]))
    spend(w, s, rest_of_turn(w, s))
    w[c.BEGUN] = 0
    w[c.MUST_REST] = 0
    for _ in range(coming):
        _approach(w, s)
    if s[c.CLOCK_OF_VIOLENCE]:
        count_missed(w, s)
        if noisy:
            count_missed(w, s)


def count_turns(w: World, s: World) -> None:
    """The turn is over, because its time passed by other means: make the checks of all turns that went by."""
    passed = number_now(w, s) - w[c.TURN_NUMBER]
    if not s[c.CHECKS_AT_END]:
        passed -= 1
    for _ in range(passed):
        count_missed(w, s)
    w[c.BEGUN] = 0
