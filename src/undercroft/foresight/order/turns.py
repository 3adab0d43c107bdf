"""What a party does with its turns in a site: encounters, light, the way in, and the way home."""

from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, Does, FlightStage, Gate, PersonRole
from undercroft.foresight.columns import World
from undercroft.foresight.dice import seed
from undercroft.foresight.order.care import first_aid, medic_of, next_to_recover, recover
from undercroft.foresight.order.clock import (
    begin_step,
    count_missed,
    count_turns,
    end_step,
    free_everybody,
    has_passed,
    turn_ends,
)
from undercroft.foresight.order.doors import all_at_work, best, door_ahead, leave_work, open_up, work_on
from undercroft.foresight.order.dying import save_one
from undercroft.foresight.order.hoards import carrier_of, experience, search, seen_here, take_up
from undercroft.foresight.order.meeting import (
    fight_them,
    meets_the_room,
    meets_who_waits,
    place,
    spring_ambush,
    take_stance,
    wait,
)
from undercroft.foresight.order.people import able_count, is_able, spend
from undercroft.foresight.order.supplies import burn
from undercroft.foresight.order.traps import on_entering
from undercroft.foresight.policy import has_lost, turns_back, way_home

# Encounters


def meet(w: World, s: World) -> None:
    """Settle an encounter from the stance to its end."""
    take_stance(w, s)
    settle(w, s)


def settle(w: World, s: World) -> None:
    """What comes of an encounter; work rests meanwhile, and those who ran from its door have left it."""
    began, door = w[c.TIME], w[c.AT]
    w[c.MISSED_TURNS] = 0
    if w[c.DOES] == Does.FIGHT:
        fight_them(w, s)
        if w[c.OVER]:
            return
        if w[c.FLIGHT] != FlightStage.AWAY:
            w[c.MISSED_TURNS] += w[c.FIGHT_TAKES] // s[c.TURN_SECONDS]
    end_meeting(w, s)
    for i in range(s[c.PEOPLE_COUNT] if w[c.AT] != door else 0):
        w[c.PEOPLE + i * c.PERSON + c.AT_WORK] = 0
    leave_work(w, s)
    w[c.JOB_HALTED] = 0
    w[c.JOB_DUE] += w[c.TIME] - began


def end_meeting(w: World, s: World) -> None:
    """Talk takes a turn; the turns of the fight and of the talk have their checks now, and everybody can act again."""
    if w[c.DOES] == Does.TALK:
        spend(w, s, s[c.TURN_IN_STEPS])
        w[c.MISSED_TURNS] += s[c.TURN_IN_STEPS] // s[c.TURN_SECONDS]
    w[c.FLIGHT] = FlightStage.NONE
    for _ in range(w[c.MISSED_TURNS]):
        count_missed(w, s)
        if has_passed(w, s):
            w[c.TURN_NUMBER] += 1
            free_everybody(w, s)
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
        if is_able(w, p) and w[p + c.TORCHES] > 0 and s[c.SHEETS + i * c.SHEET + c.ROLE] != PersonRole.HIRELING:
            return i
    return -1


def light_up(w: World, s: World, i: int) -> None:
    """Light a torch."""
    burn(w, s, i)


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
        w[p + c.MOVED] = is_able(w, p)
    on_entering(w, s)
    look_round(w, s)


def look_round(w: World, s: World) -> None:
    """See who is in the room, if there is light and a character who sees; nobody is met twice."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    w[c.MET] = 0
    if w[c.CLEARED + s[room + c.ROOM_ID]] or s[room + c.ROOM_AMBUSH] or able_count(w, s) == 0:
        return
    if not is_dark(w, s):
        meets_the_room(w, s)


def come_round(w: World, s: World) -> bool:
    """Whether a character who can act again faces creatures that were there before: the room's own first."""
    look_round(w, s)
    if w[c.MET] == 0 and w[c.WAITING]:
        meets_who_waits(w)
    return w[c.MET] > 0


def in_wait(w: World, s: World) -> bool:
    """Whether creatures lie in wait for the party where it is."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    return s[room + c.ROOM_AMBUSH] > 0 and w[c.CLEARED + s[room + c.ROOM_ID]] == 0


def leave_site(w: World, s: World) -> None:
    """Leave by the entrance, which takes the rest of the turn."""
    turn_ends(w, s)
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
            torches += w[p + c.TORCHES] * (s[sheet + c.ROLE] != PersonRole.HIRELING)
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
    if w[c.MUST_REST]:
        end_step(w, s)
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
            _breathe_or_end(w, s)
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
    elif able > 0 and come_round(w, s):
        meet(w, s)
    elif w[c.BEGUN] and has_passed(w, s):
        count_turns(w, s)
    elif not w[c.BEGUN]:
        begin_step(w, s)
    elif dying > 0:
        save_one(w, s)
    elif able > 0 and in_wait(w, s) and (w[c.PENDING] or acted < able or all_at_work(w, s) or _lasts(w, s)):
        spring_ambush(w, s)
        settle(w, s)
    elif w[c.PENDING]:
        _next_encounter(w, s, able)
    elif able > 0 and acted == able and not all_at_work(w, s):
        _breathe_or_end(w, s)
    elif is_dark(w, s) and lighter(w, s) >= 0:
        _light_again(w, s)
    elif able == 0 or acted > 0:
        _breathe_or_end(w, s)
    else:
        go_on(w, s)


def _lasts(w: World, s: World) -> bool:
    """Whether a delve round goes on although everybody has acted: it has a move and an Action for everybody."""
    for i in range(s[c.PEOPLE_COUNT] if s[c.CLOCK_OF_DELVING] else 0):
        p = c.PEOPLE + i * c.PERSON
        moves = w[p + c.MOVED] == 0 and w[p + c.AT_WORK] == 0
        if is_able(w, p) and (moves or w[p + c.ACTION_USED] == 0):
            return True
    return False


def _breathe_or_end(w: World, s: World) -> None:
    """The next in marching order takes a breather if anybody needs one; else the turn ends."""
    i = next_to_recover(w, s)
    if i >= 0:
        recover(w, s, i)
    else:
        end_step(w, s)


def _next_encounter(w: World, s: World, able: int) -> None:
    """The first encounter that is due begins, if anybody can face it."""
    place(w, s)
    if w[c.MET] and able == 0:
        wait(w)
    elif w[c.MET]:
        meet(w, s)


def _light_again(w: World, s: World) -> None:
    """A character lights a torch, and the party meets who is there."""
    light_up(w, s, lighter(w, s))
    look_round(w, s)
    if w[c.MET]:
        meet(w, s)


def nobody_left(w: World, s: World) -> bool:
    """Whether everybody is dead or gone."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0:
            return False
    return True
