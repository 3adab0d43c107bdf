"""What the numbers of a run stand for, where they are neither amounts nor truths."""

from enum import IntEnum, StrEnum


class Being(IntEnum):
    """The state of a person."""

    UP = 0
    UNCONSCIOUS = 1
    DYING = 2
    STABLE = 3
    DEAD = 4


class FoeBeing(IntEnum):
    """The state of a foe; it is gone when it is out of a fight that goes on after a chase."""

    FIGHTS = 0
    FLED = 1
    DEAD = 2
    GONE = 3


class FlightStage(IntEnum):
    """Whether the party flees: it runs, was caught and fights on, or got away."""

    NONE = 0
    RUNNING = 1
    CAUGHT = 2
    AWAY = 3


class ActingOrder(IntEnum):
    """When a fighter acts in a round."""

    BEFORE = 0
    AFTER = 1


class Counts(StrEnum):
    """What the time of runs is counted in: the rounds of a fight, the turns of an expedition, the days of a journey."""

    ROUNDS = "round"
    TURNS = "turn"
    DAYS = "day"


class Resumes(IntEnum):
    """Where in a round a fight goes on that is under way."""

    NOT = 0
    NEXT_ROUND = 1
    BEFORE_FOES = 2
    AFTER_FOES = 3


class PersonRole(IntEnum):
    """A person's role."""

    DELVER = 0
    HENCHMAN = 1
    HIRELING = 2


class BandKind(IntEnum):
    """How a band tests its morale."""

    LONE = 0
    GROUP = 1
    LED = 2


class Does(IntEnum):
    """What creatures do, in the order of the table's responses."""

    FIGHT = 0
    RUN = 1
    TALK = 2
    CHASE = 3
    IGNORE = 4


class Gate(IntEnum):
    """The state of a door: those from STUCK on are shut fast."""

    PASSABLE = 0
    CLOSED = 1
    STUCK = 2
    LOCKED = 3
    BARRED = 4


class FightEnding(IntEnum):
    """The result of a fight."""

    NONE = 0
    WON = 1
    LOST = 2
    FLED = 3
