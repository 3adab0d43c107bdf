"""Traps: noticed or sprung by a party that comes in, set off by hands that search or take, and what they do."""

from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, reaches
from undercroft.books.sovereign.saves import saves
from undercroft.foresight import columns as c
from undercroft.foresight.codes import Being
from undercroft.foresight.columns import World
from undercroft.foresight.dice import die, formula, total
from undercroft.foresight.order.people import is_able, wounded
from undercroft.foresight.throws import D6_SIDES, D20_SIDES, TWO_D6_COUNT, TWO_D6_SIDES
from undercroft.table.site.sprung_traps import taken


def room_now(w: World, s: World) -> int:
    """The number of the room that the party is in."""
    return s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_ID]


def on_entering(w: World, s: World) -> None:
    """The first in line makes one check to notice all unknown traps of the room; those that are missed go off."""
    if s[c.NOTICES_TRAPS]:
        notice_all(w, s)
        return
    unknown, first = 0, foremost(w, s)
    for t in range(s[c.TRAP_COUNT]):
        unknown += _is_unknown(w, s, t, False)
    if unknown == 0:
        return
    rolled = total(w, TWO_D6_COUNT, TWO_D6_SIDES) + s[c.SHEETS + first * c.SHEET + c.NOTICING]
    noticed = reaches(rolled, WHEN_IN_DOUBT)
    for t in range(s[c.TRAP_COUNT]):
        if _is_unknown(w, s, t, False):
            if noticed:
                w[c.TRAP_KNOWN + t] = 1
            else:
                spring(w, s, t, foremost(w, s))


def notice_all(w: World, s: World) -> None:
    """At delve speed a party notices every trap of the room that would go off when it comes in."""
    for t in range(s[c.TRAP_COUNT]):
        if _is_unknown(w, s, t, False):
            w[c.TRAP_KNOWN + t] = 1


def _is_unknown(w: World, s: World, t: int, meddles: bool) -> bool:
    """Whether a trap of that sort is in the room and the party does not know it."""
    trap = c.TRAPS + t * c.TRAP
    return (
        s[trap + c.TRAP_ROOM] == room_now(w, s)
        and (s[trap + c.TRAP_MEDDLES] > 0) == meddles
        and w[c.TRAP_KNOWN + t] == 0
    )


def foremost(w: World, s: World) -> int:
    """The first in the marching order who can act."""
    for i in range(s[c.PEOPLE_COUNT]):
        if is_able(w, c.PEOPLE + i * c.PERSON):
            return i
    return 0


def blunder(w: World, s: World, i: int) -> None:
    """A careless search sets off the first trap that hands can set off."""
    for t in range(s[c.TRAP_COUNT]):
        if _is_unknown(w, s, t, True):
            spring(w, s, t, i)
            return


def spring(w: World, s: World, t: int, i: int) -> None:
    """A trap goes off: saves first, then damage, then a fall, then the alarm."""
    trap = c.TRAPS + t * c.TRAP
    w[c.TRAP_KNOWN + t] = 1
    caught = 0
    for j in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + j * c.PERSON
        everybody = s[trap + c.TRAP_ALL] and w[p + c.STATE] != Being.DEAD and w[p + c.LEFT_GROUP] == 0
        w[p + c.CAUGHT] = everybody or j == i
        w[p + c.SAVED] = 0
        if w[p + c.CAUGHT] and s[trap + c.TRAP_SAVE]:
            number = s[c.SHEETS + j * c.SHEET + c.SAVE_FIRST + s[trap + c.TRAP_SAVE] - 1]
            w[p + c.SAVED] = saves(die(w, D20_SIDES), 0, number)
        if w[p + c.SAVED] and s[trap + c.TRAP_AVOIDS]:
            w[p + c.CAUGHT] = 0
        caught += w[p + c.CAUGHT]
    if caught and s[trap + c.TRAP_HURTS]:
        h = trap + c.TRAP_HARM
        _harm(w, s, formula(w, s[h], s[h + 1], s[h + 2], s[h + 2 + 1]))
    if s[trap + c.TRAP_FALL]:
        _fall(w, s, s[trap + c.TRAP_FALL])
    if s[trap + c.TRAP_ALARM]:
        w[c.ALERTED] = 1


def _harm(w: World, s: World, harm: int) -> None:
    """The same damage for all who are caught, half of it for those who saved."""
    for j in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + j * c.PERSON
        amount = taken(harm, w[p + c.SAVED] > 0)
        if w[p + c.CAUGHT] and amount > 0:
            wounded(w, s, j, amount)


def _fall(w: World, s: World, count: int) -> None:
    """Everybody who is caught falls, each with their own dice."""
    for j in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + j * c.PERSON
        if w[p + c.CAUGHT]:
            w[p + c.FALLS_FOR] = taken(total(w, count, D6_SIDES), w[p + c.SAVED] > 0)
    for j in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + j * c.PERSON
        if w[p + c.CAUGHT] and w[p + c.FALLS_FOR] > 0:
            wounded(w, s, j, w[p + c.FALLS_FOR])
