"""The scenes a group is in. Scenes interrupt each other, so they form a stack, the innermost last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.delving.movement import Speed
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.violence.surprise import Side
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import Seconds
from undercroft.table.state.any_scene import AnyScene
from undercroft.table.state.combatants import Band, Fighter, Foe, Phase, SeenFoe
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import FoeId, PersonId, SiteId, TownId
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.seen_sites import SeenCreatures

RESTED = "rested"
"""What a person does who rests for a turn or round."""


class _Turn(AnyScene, frozen=True):
    """A turn in a site. `turn` is 0 until the first turn begins."""

    site: SiteId
    turn: int = 0
    begun: bool = False

    @property
    def number(self) -> int:
        """The number of the turn."""
        return self.turn

    def numbered(self, number: int) -> Self:
        """The same turn under another number."""
        return replace(self, turn=number)


class SovereignTurn(_Turn, frozen=True, tag="sovereign_turn"):
    """A turn in which each person does one thing. `turn` is 0 until the first turn begins."""

    SECRETS = ("since_check",)

    since_check: int = 0
    done: Mapping[PersonId, str] = {}
    battering: bool = False
    rests: tuple[PersonId, ...] = ()
    """The people who rest this turn."""


class DelverTurn(Struct, frozen=True):
    """What a delver has left of their turn in a delve round."""

    free_move: bool = True
    action: bool = True
    speed: Speed = Speed.DELVE
    did: str = ""
    waits: bool = False
    """Whether they let the others go first."""
    rests: bool = False
    """Whether they rest this round."""


class DelveRound(AnyScene, frozen=True, tag="delve_round"):
    """A delve round; delvers who have not acted have no entry. `round` is 0 until the first round begins."""

    site: SiteId
    round: int = 0
    begun: bool = False
    going: Mapping[PersonId, DelverTurn] = {}
    surprised: tuple[PersonId, ...] = ()
    """Delvers who moved so fast that they count as surprised until their next turn."""
    facing: int = 0
    """The group's last heading, in degrees from north."""
    battering: bool = False

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.round

    def numbered(self, number: int) -> Self:
        """The same round under another number."""
        return replace(self, round=number)


class OverloadedTurn(_Turn, frozen=True, tag="overloaded_turn"):
    """A turn under the overloaded die."""

    SECRETS = ("omen", "free")

    done: Mapping[PersonId, str] = {}
    omen: str = ""
    must_rest: bool = False
    free: bool = False
    rests: tuple[PersonId, ...] = ()
    """The people who rest this turn."""
    battering: ClassVar[bool] = False
    """The overloaded die has no check for noise."""


class ViolenceTurn(_Turn, frozen=True, tag="violence_turn"):
    """A turn with an encounter check at its end. `turn` is 0 until the first turn begins."""

    done: Mapping[PersonId, str] = {}
    battering: bool = False
    rests: tuple[PersonId, ...] = ()
    """The people who rest this turn."""


class EncounterScene(AnyScene, frozen=True, tag="meeting"):
    """A group meets creatures. Players see only what the creatures do, not their attitude."""

    SECRETS = ("others", "company", "total", "feels", "again_at", "wants", "number_dice")

    met: SeenCreatures
    """The creatures as the players see them; of several kinds, the kind the site names first."""
    others: Creatures | None = None
    """The true creatures; for the referee only."""
    along: tuple[SeenCreatures, ...] = ()
    """Other kinds with them, as the players see them."""
    company: tuple[Creatures, ...] = ()
    """The true creatures of those other kinds."""
    entry: Style = Style.SOFT
    """How the group came in."""
    surprised: tuple[PersonId, ...] = ()
    """The surprised members of the group."""
    stunned: bool = False
    """Whether the creatures were surprised."""
    stance: Choice = Choice.UNSAID
    does: Response | None = None
    """What the creatures do."""
    total: int | None = None
    """The total of their reaction roll; secret."""
    feels: str = ""
    """Their attitude, in the book's words; secret."""
    again_at: Seconds | None = None
    """When their reaction is rolled again; secret."""
    wants: tuple[str, ...] = ()
    """What their kind wants; secret."""
    number_dice: str = ""
    """The dice that gave their number, if any did; secret."""
    talked: bool = False
    asked: str = ""
    """What the party asked for in its last offer."""
    reply: str = ""
    """What the creatures replied to that offer."""
    fought: bool = False
    over: bool = False
    """Whether only its end is left."""
    fled: bool = False
    """Whether the party got away from them, and is elsewhere once it is over."""
    turns: tuple[str, ...] = ()
    """What the turns of the encounter were spent on."""

    @property
    def kinds(self) -> tuple[tuple[SeenCreatures, Creatures | None], ...]:
        """Each kind of creature as the players see it, and as it is; only the referee knows that."""
        truth = (self.others, *self.company) if self.others is not None else (None,) * (1 + len(self.along))
        return tuple(zip((self.met, *self.along), truth, strict=False))

    def of_kinds(self, kinds: Sequence[tuple[SeenCreatures, Creatures | None]]) -> EncounterScene:
        """The encounter with these kinds of creatures, at least one."""
        seen, truth = [met for met, _ in kinds], [others for _, others in kinds if others is not None]
        others, company = (truth[0], tuple(truth[1:])) if truth else (None, ())
        return replace(self, met=seen[0], along=tuple(seen[1:]), others=others, company=company)


class Chase(AnyScene, frozen=True, tag="chase"):
    """One side flees and the other pursues it."""

    SECRETS = ("others", "company", "foes", "bands")

    met: SeenCreatures
    pursuers: Side
    """The side that pursues."""
    others: Creatures | None = None
    company: tuple[Creatures, ...] = ()
    foes: tuple[Foe, ...] = ()
    """The foes left from the fight that turned into this chase; secret."""
    bands: tuple[Band, ...] = ()
    owed: Seconds = Seconds(0)
    """Time the fight before it takes beyond its rounds, still to be spent."""
    fought: Seconds = Seconds(0)
    """Time the fight before it takes in all."""
    along: tuple[SeenCreatures, ...] = ()
    """The other kinds of creatures in the chase, as the party sees them."""
    book: Combat | None = None
    """The book of the fight that turned into this chase."""


class Fight(AnyScene, frozen=True, tag="fight"):
    """A fight in rounds. Players see the foes in `shown`, the referee in `foes`."""

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
    """The party's dead of this round."""
    notes: tuple[tuple[int, str], ...] = ()
    """The memorable events of each round."""
    ending: str = ""
    owed: Seconds = Seconds(0)
    """Time the fight takes beyond its rounds when it is decided."""
    takes: Seconds = Seconds(0)
    """Time the fight takes in all, once it is decided."""
    waits: bool = False
    """Whether the first round waits until the referee starts it."""
    book: Combat = Combat.VIOLENCE
    """The rules it is fought by."""
    initiative: tuple[int, ...] = ()
    """The initiative of the party and of the foes, where sides roll for it."""
    initiative_adds: tuple[int, int] = (0, 0)
    """What the party's initiative has beside its die: the best DEX, and 1 for an alert party."""

    def rest(self, now: Seconds) -> Seconds:
        """The time the fight still takes, once it is decided."""
        return Seconds(max(0, self.began + self.takes - now)) if self.takes else self.owed

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.round

    @property
    def seen(self) -> Self:
        """The scene without its secrets, for the players."""
        return replace(self, foes=(), bands=(), shown=self.in_sight, pending=())

    @property
    def in_sight(self) -> tuple[SeenFoe, ...]:
        """The foes the party knows of."""
        return _in_sight(self)

    def fighter(self, who: PersonId) -> Fighter | None:
        """A party member in this fight, if they are in it."""
        return next((fighter for fighter in self.fighters if fighter.who == who), None)

    def foe(self, id: FoeId) -> Foe | None:
        """A true foe."""
        return next((foe for foe in self.foes if foe.id == id), None)

    def foe_seen(self, id: FoeId) -> SeenFoe | None:
        """A foe as the party sees it."""
        return next((foe for foe in self.in_sight if foe.id == id), None)


@remembering(1024)
def _in_sight(fight: Fight) -> tuple[SeenFoe, ...]:
    return tuple(foe.seen for foe in fight.foes if not foe.hidden) or fight.shown


class Town(AnyScene, frozen=True, tag="town"):
    """A group is in a settlement: safe, with food and a bed."""

    name: str
    since: Seconds = Seconds(0)
    risen: Mapping[PersonId, int] = {}
    """The levels people have gained on this visit."""
    town: TownId | None = None
    """The town on the map, if it is there."""


Turn: TypeAlias = SovereignTurn | OverloadedTurn | ViolenceTurn
"""A turn in which each person does one thing."""
Exploring: TypeAlias = SovereignTurn | DelveRound | OverloadedTurn | ViolenceTurn
Scene: TypeAlias = Exploring | EncounterScene | Chase | Fight | TravelDay | Camp | Hike | Town
