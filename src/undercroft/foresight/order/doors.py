"""Doors that are shut fast: forcing, picking and battering them, and work that lasts for turns."""

from undercroft.books.sovereign.checks import reaches, sway
from undercroft.books.sovereign.doors import STUCK, batter_turns
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Gate
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, total
from undercroft.foresight.order.people import act, is_able
from undercroft.foresight.policy import helps
from undercroft.foresight.throws import D3_SIDES, TWO_D6_COUNT, TWO_D6_SIDES
from undercroft.table.bridge.time_units import steps


def door_ahead(w: World, s: World) -> int:
    """The door that the party goes through next."""
    way = w[c.AT] - 1 if w[c.HOMEWARD] else w[c.AT]
    return s[c.ROUTE + way * c.ROOM + c.ROOM_DOOR]


def open_up(w: World, s: World, door: int) -> None:
    """Deal with a door that is shut fast: force it, pick it, batter it down, or turn back."""
    gate = w[c.DOOR_STATE + door]
    picker = best(w, s, c.PICKING, door) if gate == Gate.LOCKED else -1
    leader = best(w, s, c.BATTERING, -1)
    if gate == Gate.STUCK:
        force_door(w, s, best(w, s, c.FORCING, -1), door)
    elif picker >= 0:
        pick_lock(w, s, picker, door)
    elif leader >= 0 and s[c.DOORS + door * c.DOOR + c.DOOR_TIMES] > 0:
        batter_door(w, s, leader, door)
    else:
        w[c.HOMEWARD] = 1


def best(w: World, s: World, column: int, lock: int) -> int:
    """The first of the best who can act; at a lock, of those with tools whom it has not defeated; -1 for nobody."""
    found, most = -1, 0
    for i in range(s[c.PEOPLE_COUNT]):
        p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
        barred = lock >= 0 and (s[sheet + c.HAS_TOOLS] == 0 or (w[p + c.BEATEN] >> lock) & 1 == 1)
        if is_able(w, p) and not barred and (found < 0 or s[sheet + column] > most):
            found, most = i, s[sheet + column]
    return found


def force_door(w: World, s: World, i: int, door: int) -> None:
    """Force a stuck door together: it flies open at once, or gives way after some turns."""
    modifier = s[c.SHEETS + i * c.SHEET + c.FORCING]
    for j in range(s[c.PEOPLE_COUNT]):
        own = s[c.SHEETS + j * c.SHEET + c.FORCING]
        w[c.PEOPLE + j * c.PERSON + c.AT_WORK] = 0
        if j != i and is_able(w, c.PEOPLE + j * c.PERSON) and helps(own):
            modifier += sway(own)
            w[c.PEOPLE + j * c.PERSON + c.AT_WORK] = 1
    w[c.PEOPLE + i * c.PERSON + c.AT_WORK] = 1
    if reaches(total(w, TWO_D6_COUNT, TWO_D6_SIDES) + modifier, STUCK):
        w[c.DOOR_STATE + door] = Gate.PASSABLE
        _stop_work(w, s)
    else:
        _begin_work(w, s, door, die(w, D3_SIDES))


def pick_lock(w: World, s: World, i: int, door: int) -> None:
    """Try a lock, which takes the turn; whom it defeats cannot try it again."""
    p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
    if reaches(total(w, TWO_D6_COUNT, TWO_D6_SIDES) + s[sheet + c.PICKING], s[c.DOORS + door * c.DOOR + c.DOOR_DC]):
        w[c.DOOR_STATE + door] = Gate.CLOSED
    else:
        w[p + c.BEATEN] += 1 << door
    act(w, p)


def batter_door(w: World, s: World, i: int, door: int) -> None:
    """Batter a door down; every turn of it is noisy."""
    strength, times = s[c.SHEETS + i * c.SHEET + c.BATTERING], s[c.DOORS + door * c.DOOR + c.DOOR_TIMES]
    w[c.PEOPLE + i * c.PERSON + c.AT_WORK] = 1
    _begin_work(w, s, door, batter_turns(strength, times, s[c.BATTERS_BASE] > 0, s[c.BATTERS_LEAST]))


# Work


def _begin_work(w: World, s: World, door: int, turns: int) -> None:
    """Work at a door for some turns, this one included."""
    w[c.JOB_DOOR] = door + 1
    w[c.JOB_DUE] = w[c.TIME] + steps(turns * s[c.TURN_OF_REST], s[c.TURN_SECONDS]) * s[c.TURN_SECONDS]
    work_on(w, s)


def _stop_work(w: World, s: World) -> None:
    w[c.JOB_DOOR] = 0
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.AT_WORK] = 0


def work_on(w: World, s: World) -> None:
    """The work fills the turn of everybody who is at it."""
    if w[c.JOB_DOOR] == 0:
        return
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.AT_WORK]:
            act(w, p)
    w[c.NOISY] = w[c.DOOR_STATE + w[c.JOB_DOOR] - 1] != Gate.STUCK


def leave_work(w: World, s: World) -> None:
    """Those who cannot go on with the work leave it; when nobody is left, the door stays shut."""
    if w[c.JOB_DOOR] == 0:
        return
    left = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if not is_able(w, p):
            w[p + c.AT_WORK] = 0
        left += w[p + c.AT_WORK]
    if left == 0:
        w[c.JOB_DOOR] = 0


def all_at_work(w: World, s: World) -> bool:
    """Whether everybody who can act is at work, so that the turn waits."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p) and w[p + c.AT_WORK] == 0:
            return False
    return True
