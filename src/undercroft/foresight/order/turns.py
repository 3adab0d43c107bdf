"""Turns in a site by Violence's or Sovereign's clock: checks, light, the way in, and the way home."""

from undercroft.books.sovereign.wandering import brings_encounter as wanders
from undercroft.books.sovereign.wandering import check_due
from undercroft.books.violence.timekeeping import brings_encounter, is_checked
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, Does, Gate, Part
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, next_turn, seed, total
from undercroft.foresight.order.care import first_aid, medic_of
from undercroft.foresight.order.doors import all_at_work, best, door_ahead, leave_work, open_up, work_on
from undercroft.foresight.order.dying import save_one
from undercroft.foresight.order.hoards import carrier_of, experience, search, seen_here, take_up
from undercroft.foresight.order.meeting import fight_them, meets_the_room, place, spring_ambush, take_stance
from undercroft.foresight.order.people import is_able, spend
from undercroft.foresight.order.traps import on_entering
from undercroft.foresight.policy import has_lost, turns_back, way_home
from undercroft.foresight.throws import D6_SIDES
from undercroft.table.state.things import part_of

# The clock


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
    _free_everybody(w, s)
    if not s[c.CLOCK_OF_VIOLENCE]:
        _count_and_check(w, s, first)
    work_on(w, s)


def _free_everybody(w: World, s: World) -> None:
    """Nobody has acted in this turn yet."""
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.ACTED] = 0


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


def _count_missed(w: World, s: World) -> None:
    """The check of a turn that passed by other means."""
    if not s[c.CLOCK_OF_VIOLENCE]:
        _count_and_check(w, s, False)
    elif is_checked(w[c.TURN_NUMBER], s[c.EVERY]) and brings_encounter(die(w, D6_SIDES)):
        _approach(w, s)


def _approach(w: World, s: World) -> None:
    """Roll on the encounter table; the encounter begins when the party has time for it."""
    row = die(w, s[c.ROW_COUNT]) - 1
    kind, count = s[c.ROWS + row * c.ROW + c.ROW_KIND], 1
    if kind >= 0:
        k = c.KINDS + kind * c.KIND
        count = total(w, s[k + c.KIND_COUNT_COUNT], s[k + c.KIND_COUNT_SIDES]) + s[k + c.KIND_COUNT_PLUS]
    if w[c.PENDING] < c.MOST_PENDING:
        w[c.PENDING_ROW + w[c.PENDING]] = row
        w[c.PENDING_COUNT + w[c.PENDING]] = count
        w[c.PENDING] += 1


def end_step(w: World, s: World) -> None:
    """End the turn."""
    _turn_ends(w, s)


def _turn_ends(w: World, s: World) -> None:
    """Spend the rest of the turn; by Violence a check follows, and noise brings another one by either book."""
    noisy = w[c.NOISY] > 0
    if noisy and not s[c.CLOCK_OF_VIOLENCE]:
        _check(w, s)
    spend(w, s, rest_of_turn(w, s))
    w[c.BEGUN] = 0
    if s[c.CLOCK_OF_VIOLENCE]:
        _count_missed(w, s)
        if noisy:
            _count_missed(w, s)


def count_turns(w: World, s: World) -> None:
    """The turn is over, because its time passed by other means: make the checks of all turns that went by."""
    passed = number_now(w, s) - w[c.TURN_NUMBER]
    if not s[c.CLOCK_OF_VIOLENCE]:
        passed -= 1
    for _ in range(passed):
        _count_missed(w, s)
    w[c.BEGUN] = 0


# Encounters


def meet(w: World, s: World) -> None:
    """Settle an encounter from the stance to its end."""
    take_stance(w, s)
    settle(w, s)


def settle(w: World, s: World) -> None:
    """What comes of an encounter; work rests meanwhile."""
    began = w[c.TIME]
    w[c.MISSED_TURNS] = 0
    if w[c.DOES] == Does.FIGHT:
        fight_them(w, s)
        if w[c.OVER]:
            return
        w[c.MISSED_TURNS] = w[c.FIGHT_TAKES] // s[c.TURN_SECONDS]
    end_meeting(w, s)
    leave_work(w, s)
    w[c.JOB_HALTED] = 0
    w[c.JOB_DUE] += w[c.TIME] - began


def end_meeting(w: World, s: World) -> None:
    """Talk takes a turn; the turns of the fight and of the talk have their checks now, and everybody can act again."""
    if w[c.DOES] == Does.TALK:
        spend(w, s, s[c.TURN_OF_REST])
        w[c.MISSED_TURNS] += s[c.TURN_OF_REST] // s[c.TURN_SECONDS]
    for _ in range(w[c.MISSED_TURNS]):
        _count_missed(w, s)
        if has_passed(w, s):
            w[c.TURN_NUMBER] = number_now(w, s)
            _free_everybody(w, s)
            work_on(w, s)


# Light


def is_dark(w: World, s: World) -> bool:
    """Whether the party has no light where it is."""
    return not s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_LIT] and light_left(w, s) <= 0


def light_left(w: World, s: World) -> int:
    """How long the light burns that the party carries, or that lies where it is."""
    lying = w[c.LYING + s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_ID]] - w[c.TIME]
    return max(lying, w[c.LIGHT_UNTIL] - w[c.TIME]) if w[c.LIGHT_HOLDER] >= 0 else lying


def lighter(w: World, s: World) -> int:
    """The first who can light a torch; -1 if nobody can."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p) and w[p + c.TORCHES] > 0 and s[c.SHEETS + i * c.SHEET + c.ROLE] != Part.HIRELING:
            return i
    return -1


def light_up(w: World, s: World, i: int) -> None:
    """Light a torch."""
    p = c.PEOPLE + i * c.PERSON
    w[c.LIGHT_POINTS] = part_of(w[p + c.TORCH_POINTS], 1, w[p + c.TORCHES])
    w[p + c.TORCH_POINTS] -= w[c.LIGHT_POINTS]
    w[p + c.TORCHES] -= 1
    w[c.LIGHT_HOLDER] = i
    w[c.LIGHT_UNTIL] = w[c.TIME] + s[c.TORCH_BURNS]


# The way


def enter_site(w: World, s: World) -> None:
    """Come in by the entrance."""
    w[c.AT] = 0
    w[c.CLEARED + s[c.ROUTE + c.ROOM_ID]] = 1


def move(w: World, s: World) -> None:
    """Go to the next room on the way in or home, if its door opens; creatures there are met at once, unless it is dark.

    The party finds out about a door that is shut fast when it tries it, which takes no time.
    """
    w[c.MET] = 0
    door = door_ahead(w, s)
    if w[c.DOOR_STATE + door] > Gate.CLOSED:
        w[c.DOOR_KNOWN + door] = 1
        return
    w[c.DOOR_STATE + door] = Gate.PASSABLE
    w[c.AT] += -1 if w[c.HOMEWARD] else 1
    w[c.STAYED] = 0
    w[c.FURTHEST] = max(w[c.FURTHEST], w[c.AT])
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.ACTED] = is_able(w, p)
    on_entering(w, s)
    look_round(w, s)


def look_round(w: World, s: World) -> None:
    """See who is in the room, if there is light to see by; nobody is met twice."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    w[c.MET] = 0
    if not w[c.CLEARED + s[room + c.ROOM_ID]] and s[room + c.ROOM_AMBUSH] == 0 and not is_dark(w, s):
        meets_the_room(w, s)


def in_wait(w: World, s: World) -> bool:
    """Whether creatures lie in wait for the party where it is."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    return s[room + c.ROOM_AMBUSH] > 0 and w[c.CLEARED + s[room + c.ROOM_ID]] == 0


def leave_site(w: World, s: World) -> None:
    """Leave by the entrance, which takes the rest of the turn."""
    _turn_ends(w, s)
    w[c.PENDING] = 0
    w[c.BROUGHT_HOME] = experience(w, s)
    w[c.RETURNED] = 1
    w[c.OVER] = 1


def _decides(w: World, s: World) -> None:
    """Whether the party turns back now; who has what is counted only where it matters."""
    hp, most, torches, fallen = 0, 0, 0, 0
    left, needs = max(0, light_left(w, s)), way_home(w[c.AT], s[c.SPARE_LIGHT]) * s[c.TURN_SECONDS]
    sees = left >= needs or s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_LIT] > 0
    for i in range(0 if sees and s[c.RETREAT] + s[c.DOWN] == 0 else s[c.PEOPLE_COUNT]):
        p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
        most += s[sheet + c.HP_MAX]
        if is_able(w, p):
            hp += w[p + c.HP]
            torches += w[p + c.TORCHES] * (s[sheet + c.ROLE] != Part.HIRELING)
        else:
            fallen += 1
    lightless = not sees and torches * s[c.TORCH_BURNS] + left < needs
    tired = turns_back(w[c.TURN_NUMBER], s[c.TURNS], hp, most, s[c.RETREAT], lightless)
    if tired or has_lost(fallen, s[c.DOWN]) or (s[c.TURNS_LADEN] and _leaves_treasure(w, s)):
        w[c.HOMEWARD] = 1


def _leaves_treasure(w: World, s: World) -> bool:
    """Whether the party sees treasure, all of which is too heavy for it."""
    return not is_dark(w, s) and seen_here(w, s, -1) >= 0


def go_on(w: World, s: World) -> None:
    """What the party does with its turn: take treasure, give first aid, leave, go on, or stay where it is."""
    if takes(w, s):
        return
    _decides(w, s)
    medic = medic_of(w, s)
    if medic >= 0:
        first_aid(w, s, medic)
        return
    w[c.DARK_TURNS] += is_dark(w, s)
    room = c.ROUTE + w[c.AT] * c.ROOM
    if w[c.HOMEWARD]:
        if w[c.AT] == 0:
            leave_site(w, s)
            return
    elif w[c.STAYED] < s[room + c.ROOM_STAY] or w[c.AT] + 1 == s[c.ROUTE_LENGTH]:
        w[c.STAYED] += 1
        if s[c.SEARCHES] and not is_dark(w, s):
            search(w, s, best(w, s, c.NOTICING, -1))
        else:
            end_step(w, s)
        return
    door = door_ahead(w, s)
    if w[c.DOOR_KNOWN + door] and w[c.DOOR_STATE + door] > Gate.CLOSED:
        open_up(w, s, door)
        return
    move(w, s)
    if w[c.MET]:
        meet(w, s)


def takes(w: World, s: World) -> bool:
    """Take the first treasure in sight that anybody can carry, and return whether there is one."""
    hoard = -1 if is_dark(w, s) else seen_here(w, s, -1)
    while hoard >= 0:
        carrier = carrier_of(w, s, hoard)
        if carrier >= 0:
            take_up(w, s, carrier, hoard)
            return True
        hoard = seen_here(w, s, hoard)
    return False


def muster(w: World, s: World) -> tuple[int, int, int]:
    """How many can act, how many of them have acted this turn, and how many are dying."""
    able, acted, dying = 0, 0, 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] == Being.DYING:
            dying += 1
        elif is_able(w, p):
            able += 1
            acted += w[p + c.ACTED] > 0
    return able, acted, dying


def explore(w: World, s: World, number: int, run: int) -> None:
    """An expedition from the first turn until the party is home or lost."""
    seed(w, number, run)
    w[c.LIGHT_HOLDER] = -1
    bearer = lighter(w, s)
    if bearer >= 0:
        light_up(w, s, bearer)
    enter_site(w, s)
    while not w[c.OVER] and w[c.STEPS] < s[c.MOST_STEPS]:
        w[c.STEPS] += 1
        next_deed(w, s)


def next_deed(w: World, s: World) -> None:
    """The next thing that happens: what follows by itself, or what the party does."""
    able, acted, dying = muster(w, s)
    if able == 0 and nobody_left(w, s):
        w[c.OVER] = 1
    elif w[c.BEGUN] and has_passed(w, s):
        count_turns(w, s)
    elif not w[c.BEGUN]:
        begin_step(w, s)
    elif dying > 0:
        save_one(w, s)
    elif able > 0 and in_wait(w, s) and (w[c.PENDING] or acted < able or all_at_work(w, s)):
        spring_ambush(w, s)
        settle(w, s)
    elif w[c.PENDING]:
        place(w, s)
        if w[c.MET]:
            meet(w, s)
    elif able > 0 and acted == able and not all_at_work(w, s):
        end_step(w, s)
    elif is_dark(w, s) and lighter(w, s) >= 0:
        light_up(w, s, lighter(w, s))
        look_round(w, s)
        if w[c.MET]:
            meet(w, s)
    elif able == 0 or acted > 0:
        end_step(w, s)
    else:
        go_on(w, s)


def nobody_left(w: World, s: World) -> bool:
    """Whether everybody is dead or gone."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0:
            return False
    return True
