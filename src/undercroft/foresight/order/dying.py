"""Saving the dying by Sovereign, in a fight and after it."""

from undercroft.books.sovereign.checks import reaches
from undercroft.books.sovereign.stabilising import rounds_gone, stabilise_dc
from undercroft.books.violence.combat_rounds import affords
from undercroft.foresight import columns as c
from undercroft.foresight.codes import ActingOrder, Being
from undercroft.foresight.columns import World
from undercroft.foresight.dice import total
from undercroft.foresight.order.people import is_able, is_up, spend
from undercroft.foresight.throws import AFTER_SLOT, BEFORE_SLOT, TWO_D6_COUNT, TWO_D6_SIDES


def patient_of(w: World, s: World) -> int:
    """The first of the dying whom nobody has tended this round; -1 if there is none."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] == Being.DYING and w[p + c.TENDED] != w[c.ROUND_NUMBER]:
            return i
    return -1


def rounds_lain(w: World, s: World, p: int, number: int, slot: int) -> int:
    """The full rounds since a fighter fell, in the round of that number."""
    later = min(number - w[p + c.FELL], s[c.LIVES])
    return later if s[c.LAIN_BY_DIFFERENCE] else rounds_gone(later, w[p + c.FELL_SLOT], slot)


def help_in_fight(w: World, s: World, i: int, patient: int) -> None:
    """A fighter tries to save a dying comrade."""
    p, fallen = c.PEOPLE + i * c.PERSON, c.PEOPLE + patient * c.PERSON
    slot = BEFORE_SLOT if w[p + c.BLOCK] == ActingOrder.BEFORE else AFTER_SLOT
    w[fallen + c.TENDED] = w[c.ROUND_NUMBER]
    _tend(w, s, i, patient, rounds_lain(w, s, fallen, w[c.ROUND_NUMBER], slot))
    w[p + c.ACTIONS] += 1
    w[p + c.DONE] = not affords(w[p + c.ACTIONS] + 1, w[p + c.GRANTS])


def _tend(w: World, s: World, i: int, patient: int, lain: int) -> None:
    """Roll to save a person; those who are saved get up after a turn."""
    sheet, fallen = c.SHEETS + i * c.SHEET, c.PEOPLE + patient * c.PERSON
    rolled = total(w, TWO_D6_COUNT, TWO_D6_SIDES) + s[sheet + c.HEALING]
    if reaches(rolled, stabilise_dc(min(lain, s[c.LIVES]), s[sheet + c.HAS_KIT] > 0)):
        w[fallen + c.STATE] = Being.STABLE
        w[fallen + c.DUE] = _a_turn_later(w, s)


def _a_turn_later(w: World, s: World) -> int:
    """When a turn from now is over: with the next whole turn where turns are counted."""
    if s[c.IN_SITE] == 0:
        return w[c.TIME] + s[c.TURN_OF_REST]
    this_turn = s[c.TURN_SECONDS] - (w[c.TIME] - w[c.TURNS_FROM]) % s[c.TURN_SECONDS]
    return w[c.TIME] + this_turn + s[c.TURN_IN_STEPS]


def recount(w: World, s: World) -> None:
    """When a fight is decided, rounds become shorter: the dying keep the number of them that they have."""
    number, slot = w[c.ROUND_NUMBER] + 1, BEFORE_SLOT
    if w[c.CUT_SHORT]:
        number, slot = w[c.ROUND_NUMBER], AFTER_SLOT
        for i in range(s[c.PEOPLE_COUNT]):
            p = c.PEOPLE + i * c.PERSON
            if is_up(w, p) and w[p + c.DONE] == 0 and w[p + c.BLOCK] == ActingOrder.BEFORE:
                slot = BEFORE_SLOT
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.HAD_GO] = w[c.CUT_SHORT] and w[p + c.DONE]
        if w[p + c.STATE] == Being.DYING:
            w[p + c.SINCE] = w[c.TIME] - rounds_lain(w, s, p, number, slot) * s[c.SAVED_ROUND]
            w[p + c.DUE] = w[c.TIME] + (w[p + c.DUE] - w[c.TIME]) // s[c.ROUND_SECONDS] * s[c.SAVED_ROUND]
            w[p + c.TRIED] = w[c.CUT_SHORT] and w[p + c.TENDED] == w[c.ROUND_NUMBER]


def any_dying(w: World, s: World) -> bool:
    """Whether a life is at stake."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        found += w[c.PEOPLE + i * c.PERSON + c.STATE] == Being.DYING
    return found > 0


def save_the_dying(w: World, s: World) -> None:
    """After a fight, try to save the dying, one attempt a round for each, until none is dying."""
    while any_dying(w, s):
        save_one(w, s)


def save_one(w: World, s: World) -> None:
    """One attempt to save the first of the dying who had none this round, or a round without any."""
    medic, patient = _free(w, s), _untried(w, s)
    if medic >= 0 and patient >= 0:
        stabilise(w, s, medic, patient)
    else:
        let_round_pass(w, s)


def _free(w: World, s: World) -> int:
    """The first person who can make an attempt this round; -1 if there is none."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if is_able(w, p) and w[p + c.AWAY] == 0 and w[p + c.HAD_GO] == 0:
            return i
    return -1


def _untried(w: World, s: World) -> int:
    """The first of the dying without an attempt this round; -1 if there is none."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] == Being.DYING and w[p + c.TRIED] == 0:
            return i
    return -1


def stabilise(w: World, s: World, i: int, patient: int) -> None:
    """One attempt; the round passes when no other attempt is possible in it."""
    fallen = c.PEOPLE + patient * c.PERSON
    w[c.PEOPLE + i * c.PERSON + c.HAD_GO] = 1
    w[fallen + c.TRIED] = 1
    more = _free(w, s) >= 0 and _untried(w, s) >= 0
    _tend(w, s, i, patient, (w[c.TIME] - w[fallen + c.SINCE]) // s[c.SAVED_ROUND])
    if not more:
        _round_passes(w, s)


def let_round_pass(w: World, s: World) -> None:
    """A round passes in which nobody can help."""
    _round_passes(w, s)


def _round_passes(w: World, s: World) -> None:
    spend(w, s, s[c.SAVED_ROUND])
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.HAD_GO] = 0
        w[p + c.TRIED] = 0
