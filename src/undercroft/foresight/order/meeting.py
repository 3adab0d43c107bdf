"""An encounter: where creatures appear, how they take the party's stance, and what comes of it."""

from undercroft.books.sovereign.checks import opposed_dc, reaches
from undercroft.books.sovereign.reactions import could_win, response
from undercroft.books.sovereign.surprise import can_be_surprised, first_noticed
from undercroft.books.violence.reactions import mood_of
from undercroft.books.violence.surprise import distance_of
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being, Does, PersonRole
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, next_part, total
from undercroft.foresight.order.fight import add_company, begin_fight, take_order
from undercroft.foresight.order.people import is_able
from undercroft.foresight.order.rounds import fight_out
from undercroft.foresight.throws import D8_SIDES, D12_SIDES, TWO_D6_COUNT, TWO_D6_SIDES
from undercroft.table.encounter.reaction import answer_by_delving, answer_of


def place(w: World, s: World) -> None:
    """The first encounter that was rolled begins; an event is told and over."""
    kind, count = s[c.ROWS + w[c.PENDING_ROW] * c.ROW + c.ROW_KIND], w[c.PENDING_COUNT]
    w[c.PENDING] -= 1
    for number in range(w[c.PENDING]):
        w[c.PENDING_ROW + number] = w[c.PENDING_ROW + number + 1]
        w[c.PENDING_COUNT + number] = w[c.PENDING_COUNT + number + 1]
    w[c.MET] = 0
    if kind < 0:
        return
    if s[c.CLOCK_OF_VIOLENCE]:
        distance_of(total(w, TWO_D6_COUNT, TWO_D6_SIDES))
    elif s[c.CLOCK_OF_DELVING]:
        die(w, D12_SIDES)
    else:
        _by_entrance_or_corridor(w, s)
    w[c.MET] = 1
    w[c.MET_KIND] = kind
    w[c.MET_COUNT] = count


def _by_entrance_or_corridor(w: World, s: World) -> None:
    """Sovereign: at an entrance, or down the corridor."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    if s[room + c.ROOM_CORRIDOR] or s[room + c.ROOM_ENTRANCES] == 0:
        first_noticed(die(w, D8_SIDES), s[room + c.ROOM_LENGTH])
    elif s[room + c.ROOM_ENTRANCES] > 1:
        die(w, s[room + c.ROOM_ENTRANCES])


def wait(w: World) -> None:
    """Creatures that nobody can face stay until a character can."""
    w[c.WAITING_KIND + w[c.WAITING]] = w[c.MET_KIND]
    w[c.WAITING_COUNT + w[c.WAITING]] = w[c.MET_COUNT]
    w[c.WAITING] += 1


def meets_who_waits(w: World) -> None:
    """The party meets the first creatures that wait for it."""
    w[c.MET] = 1
    w[c.MET_KIND] = w[c.WAITING_KIND]
    w[c.MET_COUNT] = w[c.WAITING_COUNT]
    w[c.WAITING] -= 1
    for number in range(w[c.WAITING]):
        w[c.WAITING_KIND + number] = w[c.WAITING_KIND + number + 1]
        w[c.WAITING_COUNT + number] = w[c.WAITING_COUNT + number + 1]


def take_stance(w: World, s: World) -> None:
    """The party takes its stance, and the creatures answer it; work rests meanwhile."""
    w[c.JOB_HALTED] = 1
    w[c.ENCOUNTERS] += 1
    first, column = c.KINDS + w[c.MET_KIND] * c.KIND, s[c.STANCE]
    if s[c.REACTION_OF_VIOLENCE]:
        mood = s[c.MURDEROUS] if s[first + c.KIND_NO_ROLL] else mood_of(total(w, TWO_D6_COUNT, TWO_D6_SIDES))
        w[c.DOES] = answer_of(mood, column)
    elif s[first + c.KIND_NO_ROLL]:
        w[c.DOES] = Does.FIGHT
    elif s[c.REACTION_OF_DELVING]:
        w[c.DOES] = answer_by_delving(total(w, TWO_D6_COUNT, TWO_D6_SIDES), column)
    else:
        wins = _could_win(w, s)
        w[c.DOES] = response(total(w, TWO_D6_COUNT, TWO_D6_SIDES), column, wins)


def spring_ambush(w: World, s: World) -> None:
    """Creatures that lie in wait attack; they sneak against the best watcher, and the alert are never surprised."""
    w[c.JOB_HALTED] = 1
    w[c.ENCOUNTERS] += 1
    w[c.DOES] = Does.FIGHT
    meets_the_room(w, s)
    watcher, watching = 0, False
    for i in range(s[c.PEOPLE_COUNT]):
        notices = s[c.SHEETS + i * c.SHEET + c.NOTICING]
        if is_able(w, c.PEOPLE + i * c.PERSON) and (not watching or notices > watcher):
            watcher, watching = notices, True
    sneaks = total(w, TWO_D6_COUNT, TWO_D6_SIDES) + s[c.KINDS + w[c.MET_KIND] * c.KIND + c.KIND_SKILL]
    caught = can_be_surprised(True, True) and reaches(sneaks, opposed_dc(watcher))
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.SURPRISED] = caught and is_able(w, p) and s[c.SHEETS + i * c.SHEET + c.ALERT] == 0


def meets_the_room(w: World, s: World) -> None:
    """The party meets everybody who is in the room; nobody is met twice."""
    room = c.ROUTE + w[c.AT] * c.ROOM
    w[c.CLEARED + s[room + c.ROOM_ID]] = 1
    w[c.MET] = s[room + c.ROOM_COMPANIES]
    for number in range(w[c.MET]):
        w[c.MET_KIND + number] = s[room + c.ROOM_KIND + number]
        w[c.MET_COUNT + number] = s[room + c.ROOM_NUMBER + number]


def _could_win(w: World, s: World) -> bool:
    """Whether the creatures think that they would win: their Hit Dice against the party's levels."""
    whole, parts = 0, 1
    for number in range(w[c.MET]):
        k = c.KINDS + w[c.MET_KIND + number] * c.KIND
        whole = whole * s[k + c.KIND_HD_PARTS] + s[k + c.KIND_HD_WHOLE] * w[c.MET_COUNT + number] * parts
        parts *= s[k + c.KIND_HD_PARTS]
    levels = 0
    for i in range(s[c.PEOPLE_COUNT]):
        sheet = c.SHEETS + i * c.SHEET
        if w[c.PEOPLE + i * c.PERSON + c.STATE] != Being.DEAD and s[sheet + c.ROLE] != PersonRole.HIRELING:
            levels += s[sheet + c.LEVEL]
    return could_win(whole, parts, levels, 1)


def join_fight(w: World, s: World) -> None:
    """Everybody whom the party meets fights, and all take their places in the order."""
    next_part(w)
    begin_fight(w)
    w[c.CORRIDOR] = s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_CORRIDOR]
    for number in range(w[c.MET]):
        add_company(w, s, w[c.MET_KIND + number], w[c.MET_COUNT + number])
    take_order(w, s)


def fight_them(w: World, s: World) -> None:
    """Fight to the end; a party that loses does not come home."""
    join_fight(w, s)
    if fight_out(w, s):
        next_part(w)
    else:
        w[c.OVER] = 1
