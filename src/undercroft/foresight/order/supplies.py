"""What a party carries to eat, to drink and to burn: who has it, and what the dice use up."""

from undercroft.books.hexcrawl.overloaded_die import after_use
from undercroft.books.hexcrawl.template import after_relighting
from undercroft.books.hexcrawl.units import PER_HEAD
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being
from undercroft.foresight.columns import World
from undercroft.foresight.order.people import let_go
from undercroft.table.state.things import part_of


def living(w: World, s: World) -> int:
    """How many of the party live and are still with it."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        found += w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0
    return found


def first_of(w: World, s: World) -> int:
    """The first living person in marching order who is still with the party."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.LEFT_GROUP] != 1 and w[p + c.STATE] != Being.DEAD:
            return i
    return 0


def carried(w: World, s: World, column: int) -> int:
    """What the party carries of its supplies; those who ran took theirs along."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.LEFT_GROUP] != 1:
            found += w[p + column] + w[p + c.FOUND] * (column == c.RATIONS)
    return found


def use_up(w: World, s: World, column: int, amount: int) -> None:
    """Use up supplies, in marching order; empty waterskins stay with their carrier."""
    left = amount
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.LEFT_GROUP] != 1:
            taken = min(left, w[p + column])
            if column == c.RATIONS:
                _lighten(w, p, taken)
            w[p + column] -= taken
            left -= taken
            more = min(left, w[p + c.FOUND]) * (column == c.RATIONS)
            w[p + c.FOUND] -= more
            w[p + c.STOWED_OVER] -= more
            left -= more


def _lighten(w: World, p: int, taken: int) -> None:
    """The burden of the rations that a person brought, when so many of them are eaten."""
    if taken:
        eaten = part_of(w[p + c.RATION_POINTS], taken, w[p + c.RATIONS])
        w[p + c.RATION_POINTS] -= eaten
        w[p + c.STOWED_OVER] -= eaten


def eat(w: World, s: World) -> None:
    """Everybody eats and drinks at a forced rest; if there is too little, all there is is used up."""
    needed = living(w, s) * PER_HEAD
    food, water = carried(w, s, c.RATIONS), carried(w, s, c.WATER)
    use_up(w, s, c.RATIONS, food - after_use(food, needed)[0])
    use_up(w, s, c.WATER, water - after_use(water, needed)[0])


def wane(w: World, s: World) -> None:
    """The lights go out; another torch replaces the one in hand, from the party's supplies."""
    w[c.LYING + s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_ID]] = 0
    if w[c.LIGHT_HOLDER] < 0:
        return
    holder, torches = w[c.LIGHT_HOLDER], carried(w, s, c.TORCHES)
    let_go(w)
    if after_relighting(1, 0, 0, torches, 0)[0] == 0:
        burn(w, s, next_torch(w, s, holder))


def next_torch(w: World, s: World, holder: int) -> int:
    """Who has the next torch: the last to hold the light, or the first who has one; -1 for nobody."""
    if w[c.PEOPLE + holder * c.PERSON + c.TORCHES] > 0:
        return holder
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.TORCHES] > 0 and w[p + c.LEFT_GROUP] != 1:
            return i
    return -1


def burn(w: World, s: World, i: int) -> None:
    """A torch burns in a person's hands."""
    p = c.PEOPLE + i * c.PERSON
    w[c.LIGHT_POINTS] = part_of(w[p + c.TORCH_POINTS], 1, w[p + c.TORCHES])
    w[p + c.TORCH_POINTS] -= w[c.LIGHT_POINTS]
    w[p + c.TORCHES] -= 1
    w[c.LIGHT_HOLDER] = i
    w[c.LIGHT_UNTIL] = w[c.TIME] + s[c.TORCH_BURNS]
