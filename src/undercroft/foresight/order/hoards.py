"""Treasure: what a search finds, who takes it under which load, and what it is worth at home."""

from undercroft.books.sovereign.advancement import pooled, treasure_xp
from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, reaches
from undercroft.books.sovereign.encumbrance import STEPS, load_tier
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, PersonRole
from undercroft.foresight.columns import World
from undercroft.foresight.dice import total
from undercroft.foresight.order.people import act, is_able
from undercroft.foresight.order.traps import blunder, room_now, spring
from undercroft.foresight.throws import TWO_D6_COUNT, TWO_D6_SIDES


def search(w: World, s: World, i: int) -> None:
    """Search the room: for certain this finds one thing, by Violence all; else a check finds one, or blunders."""
    if s[c.FINDS_SURELY]:
        _find(w, hidden_here(w, s, -1))
    elif s[c.CLOCK_OF_VIOLENCE]:
        for t in range(s[c.HOARD_COUNT]):
            if s[c.HOARDS + t * c.HOARD + c.HOARD_ROOM] == room_now(w, s):
                w[c.HOARD_FOUND + t] = 1
    else:
        _by_check(w, s, i)
    act(w, c.PEOPLE + i * c.PERSON)


def _by_check(w: World, s: World, i: int) -> None:
    rolled = total(w, TWO_D6_COUNT, TWO_D6_SIDES) + s[c.SHEETS + i * c.SHEET + c.NOTICING]
    if not reaches(rolled, WHEN_IN_DOUBT):
        blunder(w, s, i)
        return
    t = hidden_here(w, s, -1)
    while t >= 0 and not reaches(rolled, s[c.HOARDS + t * c.HOARD + c.HOARD_DC]):
        t = hidden_here(w, s, t)
    _find(w, t)


def hidden_here(w: World, s: World, after: int) -> int:
    """The next treasure after that number that is hidden here; -1 if there is none."""
    for t in range(after + 1, s[c.HOARD_COUNT]):
        if w[c.HOARD_FOUND + t] == 0 and s[c.HOARDS + t * c.HOARD + c.HOARD_ROOM] == room_now(w, s):
            return t
    return -1


def _find(w: World, t: int) -> None:
    """A hidden treasure comes to light; with -1 there is none."""
    if t >= 0:
        w[c.HOARD_FOUND + t] = 1


def seen_here(w: World, s: World, after: int) -> int:
    """The next treasure after that number that lies here in sight; -1 if there is none."""
    for t in range(after + 1, s[c.HOARD_COUNT]):
        lies = w[c.HOARD_FOUND + t] and w[c.HOARD_TAKEN + t] == 0
        if lies and s[c.HOARDS + t * c.HOARD + c.HOARD_ROOM] == room_now(w, s):
            return t
    return -1


def carrier_of(w: World, s: World, t: int) -> int:
    """Who takes a treasure: the first whom it burdens least; -1 if nobody could move with it. Hirelings may run."""
    found, least = -1, STEPS + 1
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        tier = load_tier(w[p + c.READIED_OVER], w[p + c.STOWED_OVER] + s[c.HOARDS + t * c.HOARD + c.HOARD_LOAD])
        if is_able(w, p) and s[c.SHEETS + i * c.SHEET + c.ROLE] != PersonRole.HIRELING and tier < least:
            found, least = i, tier
    return found


def take_up(w: World, s: World, i: int, t: int) -> None:
    """Take a treasure; a trap on it goes off first, and only those whom it leaves standing have the treasure."""
    hoard, p = c.HOARDS + t * c.HOARD, c.PEOPLE + i * c.PERSON
    trap = s[hoard + c.HOARD_TRAP] - 1
    if trap >= 0 and w[c.TRAP_KNOWN + trap] == 0:
        spring(w, s, trap, i)
    if is_able(w, p):
        w[c.HOARD_TAKEN + t] = i + 1
        w[p + c.STOWED_OVER] += s[hoard + c.HOARD_LOAD]


def haul(w: World, s: World) -> int:
    """The worth of all treasure that the party has, in coppers."""
    worth = s[c.CARRIED_WORTH]
    for t in range(s[c.HOARD_COUNT]):
        if w[c.HOARD_TAKEN + t]:
            worth += s[c.HOARDS + t * c.HOARD + c.HOARD_WORTH]
    return worth


def experience(w: World, s: World) -> int:
    """The experience that the party shares at home: for monsters and for treasure, if anybody comes home."""
    survivors = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        lives = w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0
        survivors += lives and s[c.SHEETS + i * c.SHEET + c.ROLE] != PersonRole.HIRELING
    return pooled(w[c.XP_POOL], treasure_xp(haul(w, s), s[c.COPPERS_A_POINT]), survivors)
