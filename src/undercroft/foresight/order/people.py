"""People as the order of play sees them: who is up, what damage does to them, and what time brings."""

from undercroft.books.delving.body import after_blow
from undercroft.books.sovereign.injury import Fate, after_damage, fate
from undercroft.books.sovereign.stabilising import RISES_WITH
from undercroft.books.violence.dying import dies, scarred
from undercroft.books.violence.wounds import health_after
from undercroft.foresight import columns as c
from undercroft.foresight.codes import ActingOrder, Being, Gate, PersonRole
from undercroft.foresight.columns import World
from undercroft.foresight.dice import total
from undercroft.foresight.throws import D6_SIDES, FOES_SLOT, TWO_D6_COUNT, TWO_D6_SIDES


def is_up(w: World, p: int) -> bool:
    """Whether a person is on their feet in the fight."""
    return w[p + c.STATE] == Being.UP and w[p + c.AWAY] == 0 and w[p + c.LEFT_GROUP] == 0


def is_able(w: World, p: int) -> bool:
    """Whether a person of the group can act."""
    return w[p + c.STATE] == Being.UP and w[p + c.LEFT_GROUP] == 0


def act(w: World, p: int) -> None:
    """A person does what takes their turn; in a delve round, their Action."""
    w[p + c.ACTED] = 1
    w[p + c.ACTION_USED] = 1


def line_up(w: World, s: World) -> None:
    """Everybody stands ready, to act after the foes."""
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        w[p + c.WORN] = 0
        w[p + c.STUNNED] = 0
        w[p + c.AWAY] = 0
        w[p + c.TESTED] = 0
        w[p + c.STEADFAST] = 0
        w[p + c.WAVERS] = 0
        w[p + c.GRANTS_NEXT] = 0
        w[p + c.BENT] = 0
        w[p + c.DONE] = 0
        w[p + c.AGAIN] = 0
        w[p + c.TENDED] = 0
        w[p + c.BLOCK] = ActingOrder.AFTER
        w[p + c.WAS_DOWN] = 2 if w[p + c.STATE] == Being.DEAD or w[p + c.LEFT_GROUP] else not is_able(w, p)
        w[p + c.LUCK_USED] = 0
        w[p + c.SHIELD_USED] = 0
        w[p + c.MELEE] = 0


def up_count(w: World, s: World) -> int:
    """How many are on their feet in the fight."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        found += is_up(w, c.PEOPLE + i * c.PERSON)
    return found


def able_count(w: World, s: World) -> int:
    """How many of the group can act."""
    found = 0
    for i in range(s[c.PEOPLE_COUNT]):
        found += is_able(w, c.PEOPLE + i * c.PERSON)
    return found


def nth_up(w: World, s: World, place: int) -> int:
    """The number of the person at that place in the line of those on their feet."""
    left = place
    for i in range(s[c.PEOPLE_COUNT]):
        if is_up(w, c.PEOPLE + i * c.PERSON):
            if left == 0:
                return i
            left -= 1
    return -1


def hurt(w: World, s: World, i: int, harm: int) -> None:
    """Deal damage to a fighter, and note it for the round."""
    p = c.PEOPLE + i * c.PERSON
    w[p + c.HURT] += harm
    was_up = w[p + c.STATE] == Being.UP
    wounded(w, s, i, harm)
    if was_up and w[p + c.STATE] != Being.UP:
        note_fall(w, p)


def note_fall(w: World, p: int) -> None:
    """A fighter who falls loses what was left of the round."""
    w[p + c.STUNNED] = 0
    w[p + c.AGAIN] = 0
    w[p + c.DONE] = 1
    w[p + c.FELL] = w[c.ROUND_NUMBER]
    w[p + c.FELL_SLOT] = FOES_SLOT
    w[c.SLAIN_NOW] += w[p + c.STATE] == Being.DEAD


def wounded(w: World, s: World, i: int, harm: int) -> None:
    """Deal damage to a person by the house's book of dying."""
    if w[c.PEOPLE + i * c.PERSON + c.STATE] == Being.DEAD:
        return
    left = _absorbed(w, i, harm) if s[c.FATIGUE_ABSORBS] else harm
    if harm and left == 0:
        return
    if s[c.DYING_BY_VIOLENCE]:
        _by_violence(w, s, i, left)
    else:
        _by_sovereign(w, s, i, left)


def _absorbed(w: World, i: int, harm: int) -> int:
    """Fatigue points take damage first; what is left for the hit points, of those who have any."""
    p = c.PEOPLE + i * c.PERSON
    if w[p + c.HP] == 0:
        return harm
    w[p + c.FP], health = after_blow(w[p + c.FP], w[p + c.HP], harm)
    return w[p + c.HP] - health


def _by_violence(w: World, s: World, i: int, harm: int) -> None:
    """At 0 health adventurers gain a Scar and roll for their life, others die."""
    p, sheet = c.PEOPLE + i * c.PERSON, c.SHEETS + i * c.SHEET
    health = health_after(w[p + c.HP], harm)
    if health == w[p + c.HP]:
        return
    w[p + c.HP] = health
    if health:
        return
    if s[sheet + c.ROLE] == PersonRole.HIRELING:
        perish(w, s, i)
        return
    w[p + c.SCARS] = scarred(w[p + c.SCARS])
    if dies(total(w, TWO_D6_COUNT, TWO_D6_SIDES), w[p + c.SCARS]):
        perish(w, s, i)
        return
    rounds = total(w, w[p + c.SCARS], D6_SIDES)
    w[p + c.STATE] = Being.UNCONSCIOUS
    w[p + c.AT_WORK] = 0
    w[p + c.DUE] = w[c.TIME] + rounds * s[c.ROUND_SECONDS]


def _by_sovereign(w: World, s: World, i: int, harm: int) -> None:
    """At 0 hit points a person is dying, and the Frail are dead."""
    p = c.PEOPLE + i * c.PERSON
    comes = fate(w[p + c.HP], harm, True, w[p + c.FRAIL] > 0, w[p + c.STATE] == Being.DYING)
    if comes in (Fate.HURT, Fate.DYING):
        w[p + c.HP] = after_damage(w[p + c.HP], harm)
    if comes == Fate.DYING:
        w[p + c.STATE] = Being.DYING
        w[p + c.AT_WORK] = 0
        w[p + c.SINCE] = w[c.TIME]
        w[p + c.DUE] = w[c.TIME] + (s[c.LIVES] + 1) * (s[c.ROUND_SECONDS] if w[c.IN_FIGHT] else s[c.SAVED_ROUND])
        w[p + c.TRIED] = 0
        w[p + c.TENDED] = 0
    elif comes == Fate.DEAD:
        perish(w, s, i)


def perish(w: World, s: World, i: int) -> None:
    """A person dies; a light they held lies where they fell."""
    p = c.PEOPLE + i * c.PERSON
    w[p + c.STATE] = Being.DEAD
    w[p + c.AT_WORK] = 0
    w[p + c.HP] = 0
    if w[c.LIGHT_HOLDER] == i:
        lying = c.LYING + s[c.ROUTE + w[c.AT] * c.ROOM + c.ROOM_ID]
        w[lying] = max(w[lying], w[c.LIGHT_UNTIL])
        let_go(w)


def let_go(w: World) -> None:
    """Nobody holds the light any more."""
    w[c.PEOPLE + w[c.LIGHT_HOLDER] * c.PERSON + c.READIED_OVER] -= w[c.LIGHT_POINTS]
    w[c.LIGHT_HOLDER] = -1


def spend(w: World, s: World, seconds: int) -> None:
    """Let time pass: the light burns down, work is done, and those who are due wake, rise or die."""
    w[c.TIME] += seconds
    if w[c.JOB_DOOR] and w[c.JOB_HALTED] == 0 and w[c.JOB_DUE] <= w[c.TIME]:
        _give_way(w, s)
    if w[c.LIGHT_HOLDER] >= 0 and w[c.LIGHT_UNTIL] <= w[c.TIME]:
        let_go(w)
    for i in range(s[c.PEOPLE_COUNT]):
        p = c.PEOPLE + i * c.PERSON
        if w[p + c.STATE] != Being.UP and w[p + c.STATE] != Being.DEAD and w[p + c.DUE] <= w[c.TIME]:
            _falls_due(w, s, i)


def _give_way(w: World, s: World) -> None:
    """The door opens or breaks, and those who worked at it are free."""
    w[c.DOOR_STATE + w[c.JOB_DOOR] - 1] = Gate.PASSABLE
    w[c.JOB_DOOR] = 0
    for i in range(s[c.PEOPLE_COUNT]):
        w[c.PEOPLE + i * c.PERSON + c.AT_WORK] = 0


def _falls_due(w: World, s: World, i: int) -> None:
    p = c.PEOPLE + i * c.PERSON
    if w[p + c.STATE] == Being.DYING:
        perish(w, s, i)
        return
    if w[p + c.STATE] == Being.STABLE:
        w[p + c.SCARS] = scarred(w[p + c.SCARS])
        w[p + c.FRAIL] = 1
    w[p + c.STATE] = Being.UP
    w[p + c.HP] = max(w[p + c.HP], RISES_WITH)
