"""Where a group stands in its procedure. Play interrupts itself, so scenes are a stack, the innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.surprise import Side
from undercroft.kernel.units import Seconds
from undercroft.table.battle import Band, Fighter, Foe, Phase, SeenFoe
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.names import CreaturesId, FoeId, PersonId, SiteId
from undercroft.table.seen import SeenCreatures
from undercroft.table.sites import Creatures


class SovereignTurn(Struct, frozen=True, tag="sovereign_turn"):
    """A Turn in which each does one thing. `turn` is 0 until the first begins."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    since_check: int = 0
    done: Mapping[PersonId, str] = {}
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> SovereignTurn:
        """What its players may know."""
        return replace(self, since_check=0, pending=())


class Going(Struct, frozen=True):
    """What somebody has left of their turn in a delve round."""

    free_move: bool = True
    action: bool = True
    speed: Speed = Speed.DELVE
    did: str = ""


class DelveRound(Struct, frozen=True, tag="delve_round"):
    """A delve round; those who have not acted yet have no entry. `round` is 0 until the first begins."""

    site: SiteId
    round: int = 0
    begun: bool = False
    going: Mapping[PersonId, Going] = {}
    surprised: tuple[PersonId, ...] = ()
    """Who went too fast to be ready for what comes, until their next turn."""
    facing: int = 0
    """Where they were heading last, in degrees from north."""
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> DelveRound:
        """What its players may know."""
        return replace(self, pending=())


class OverloadedTurn(Struct, frozen=True, tag="overloaded_turn"):
    """A turn under the overloaded die."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    done: Mapping[PersonId, str] = {}
    omen: str = ""
    must_rest: bool = False
    free: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> OverloadedTurn:
        """What its players may know."""
        return replace(self, omen="", free=False, pending=())


class ViolenceTurn(Struct, frozen=True, tag="violence_turn"):
    """A Turn that is checked when it is over. `turn` is 0 until the first begins."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    done: Mapping[PersonId, str] = {}
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> ViolenceTurn:
        """What its players may know."""
        return replace(self, pending=())


class Meeting(Struct, frozen=True, tag="meeting"):
    """A group faces others. What they feel shows only in what they do."""

    met: SeenCreatures
    """Those others as they are seen; of several kinds, the one that the site names first."""
    others: Creatures | None = None
    """As they are; nobody but the referee knows."""
    along: tuple[SeenCreatures, ...] = ()
    """Other kinds who are with them, as they are seen."""
    company: tuple[Creatures, ...] = ()
    """Those as they are."""
    entry: Style = Style.SOFT
    """How the group came in."""
    surprised: tuple[PersonId, ...] = ()
    """Those of the group who were caught off guard."""
    stunned: bool = False
    """The others were."""
    stance: Choice = Choice.UNSAID
    does: Response | None = None
    """What the others do about it."""
    total: int | None = None
    """What was rolled for their reaction; secret."""
    feels: str = ""
    """Their attitude, in the words of the book that has it; secret."""
    again_at: Seconds | None = None
    """When they are thrown for again; secret."""
    wants: tuple[str, ...] = ()
    """What their kind wants of life; secret."""
    number_dice: str = ""
    """The dice that gave their number, if any did; secret."""
    talked: bool = False
    fought: bool = False
    over: bool = False
    """Nothing is left of it but its end."""
    turns: tuple[str, ...] = ()
    """Turns that went by in it, by what they went by with."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Meeting:
        """What its players may know."""
        hidden = replace(self, others=None, company=(), wants=(), number_dice="", pending=())
        return replace(hidden, total=None, feels="", again_at=None)


class Chase(Struct, frozen=True, tag="chase"):
    """One side runs and the other comes after it."""

    met: SeenCreatures
    pursuers: Side
    """Who comes after whom."""
    others: Creatures | None = None
    company: tuple[Creatures, ...] = ()
    foes: tuple[Foe, ...] = ()
    """Those who are left of a fight that turned into this; secret."""
    bands: tuple[Band, ...] = ()
    owed: Seconds = Seconds(0)
    """What the fight before it takes beyond its Rounds, still to be spent."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Chase:
        """What its players may know."""
        return replace(self, others=None, company=(), foes=(), bands=(), pending=())


class Fight(Struct, frozen=True, tag="fight"):
    """A fight in Rounds. Players have the foes in `shown`, the referee in `foes`."""

    site: SiteId | None = None
    began: Seconds = Seconds(0)
    round: int = 0
    phase: Phase = Phase.QUICK
    fighters: tuple[Fighter, ...] = ()
    foes: tuple[Foe, ...] = ()
    bands: tuple[Band, ...] = ()
    shown: tuple[SeenFoe, ...] = ()
    surprised: frozenset[Side] = frozenset()
    distance_ft: int | None = None
    slain: tuple[PersonId, ...] = ()
    """Those of the party who died this Round."""
    notes: tuple[tuple[int, str], ...] = ()
    """What each Round will be remembered for."""
    ending: str = ""
    owed: Seconds = Seconds(0)
    """What a fight takes beyond its Rounds, still to be spent."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Fight:
        """What its players may know."""
        return replace(self, foes=(), bands=(), shown=self.in_sight, pending=())

    @property
    def in_sight(self) -> tuple[SeenFoe, ...]:
        """The foes that the party knows of."""
        return tuple(foe.seen for foe in self.foes if not foe.hidden) or self.shown

    def fighter(self, who: PersonId) -> Fighter | None:
        """Somebody of the party, if they are in it."""
        return next((one for one in self.fighters if one.who == who), None)

    def foe(self, id: FoeId) -> Foe | None:
        """A foe as it is."""
        return next((one for one in self.foes if one.id == id), None)

    def foe_seen(self, id: FoeId) -> SeenFoe | None:
        """A foe as it is seen."""
        return next((one for one in self.in_sight if one.id == id), None)


class Town(Struct, frozen=True, tag="town"):
    """A group is in a settlement: safe, fed and in bed at night."""

    name: str
    since: Seconds = Seconds(0)
    risen: Mapping[PersonId, int] = {}
    """How many levels people have gained here on this visit."""
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> Town:
        """What its players may know: all of it."""
        return replace(self, pending=())


Exploring: TypeAlias = SovereignTurn | DelveRound | OverloadedTurn | ViolenceTurn
Scene: TypeAlias = Exploring | Meeting | Chase | Fight | TravelDay | Camp | Hike | Town
