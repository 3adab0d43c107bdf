"""Those in a fight: people with what they have left of their Round, and foes as they are and as they are seen."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.violence.equipment import Carried, Item, equipment
from undercroft.books.violence.morale import Band as BandKind
from undercroft.books.violence.morale import Retreat
from undercroft.kernel.dice import D20
from undercroft.kernel.script import Script
from undercroft.table.names import BandId, CreaturesId, FoeId, PersonId, ThingId


class Block(StrEnum):
    """When somebody acts in a Round."""

    BEFORE = "before"
    AFTER = "after"


class Phase(StrEnum):
    """Where a Round stands: quick things first, the two blocks around the foes, then who stays; or it is all over."""

    QUICK = "quick"
    BEFORE = "before"
    FOES = "foes"
    AFTER = "after"
    NERVE = "nerve"
    OVER = "over"


SLOTS = (Phase.BEFORE, Phase.FOES, Phase.AFTER)
"""The places of a Round, in order."""


class Reaching(Struct, frozen=True):
    """Something somebody takes from their pack: nothing else is done up to one Round, and it is in hand in another."""

    thing: ThingId
    usable: int
    busy_until: int = 0


class Fell(Struct, frozen=True):
    """When somebody went down: the Round, and the place in it."""

    round: int
    slot: int


class Fighter(Struct, frozen=True):
    """Somebody of the party in a fight, and what this Round has brought them."""

    who: PersonId
    block: Block = Block.BEFORE
    face: int | None = None
    """What they rolled for their place; none if they did not roll."""
    quick: bool = False
    """A quick action is left, before anybody does anything."""
    surprised: bool = False
    stunned: bool = False
    """The next action is lost."""
    moved: bool = False
    actions: int = 0
    grants: int = 0
    """Actions of this Round beyond the one everybody has."""
    grants_next: int = 0
    again: bool = False
    """An exact blow lets them strike once more, now."""
    done: bool = False
    did: str = ""
    hurt: int = 0
    """Damage taken this Round."""
    bent: int = 0
    """Rolls bent by Scars this Round."""
    worn: int = 0
    """What their armour has lost in this fight."""
    unloaded: ThingId | None = None
    """The weapon that must be reloaded before it shoots again."""
    reaching: Reaching | None = None
    fell: Fell | None = None
    tended: int = 0
    """The Round in which somebody last tried to save them."""
    attacked: bool = False
    """They have made an attack in this fight."""
    targeted: bool = False
    """They have been attacked in it."""
    away: bool = False
    """Out of the fight: fled, or dragged out of it."""
    tested: bool = False
    """Their nerve was tested in this fight."""
    steadfast: bool = False
    wavers: int | None = None
    """The silver they want to stay."""


class FoeState(StrEnum):
    """How a foe stands."""

    FIGHTING = "fighting"
    FLED = "fled"
    SURRENDERED = "surrendered"
    DEAD = "dead"


LIKELY_AC = equipment(Script(), Carried(Item.HEAVY_ARMOUR, shield=True)).ac or 0
"""The most that armour from a smith protects: what anybody reckons with until blows have shown more."""


class Guess(Struct, frozen=True):
    """What blows have shown of a foe's armour: its AC lies between these two."""

    low: int = 0
    high: int = LIKELY_AC

    @property
    def ac(self) -> int | None:
        """The AC, once it is certain."""
        return self.low if self.low == self.high else None

    def at_least(self, ac: int) -> Guess:
        """The armour has turned a blow: it is this good or better."""
        low = max(self.low, ac)
        return Guess(low, self.high if self.high >= low else max(low, D20.sides))

    def at_most(self, ac: int) -> Guess:
        """A blow has come through."""
        return Guess(min(self.low, ac), min(self.high, ac))


class SeenFoe(Struct, frozen=True):
    """A foe as the party sees it: how it stands, what it took, and what blows have shown of its armour."""

    id: FoeId
    name: str
    band: BandId
    state: FoeState = FoeState.FIGHTING
    stunned: bool = False
    taken: int = 0
    """Damage dealt to it."""
    guess: Guess = Guess()
    worn: int = 0
    """How often its armour was seen to suffer."""


class Foe(Struct, frozen=True):
    """A foe as it is."""

    id: FoeId
    name: str
    band: BandId
    hd: Fraction
    attack: int
    attacks: int
    """In a Round."""
    ac: int
    ac_base: int
    health: int
    health_max: int
    damage: str
    natural: bool = False
    """Its armour is hide: it wears, but never breaks for good."""
    hidden: bool = False
    """The party does not know of it yet."""
    state: FoeState = FoeState.FIGHTING
    stunned: bool = False
    guess: Guess = Guess()
    worn: int = 0
    extra: int = 0
    """Attacks it has in the next Round beside its own."""
    taken: int = 0
    """Damage dealt to it."""
    hurt: bool = False
    """It was hurt this Round."""
    aim: PersonId | None = None
    """Whom the referee has it attack."""
    creatures: CreaturesId | None = None
    """Whom of the site it is one of, where those it holds with are others."""

    @property
    def fights(self) -> bool:
        """Whether it is still in the fight."""
        return self.state is FoeState.FIGHTING

    @property
    def seen(self) -> SeenFoe:
        """What the party sees of it."""
        return SeenFoe(self.id, self.name, self.band, self.state, self.stunned, self.taken, self.guess, self.worn)


class Band(Struct, frozen=True):
    """Foes who hold or break together."""

    id: BandId
    name: str
    kind: BandKind
    size: int
    """How many there were at first."""
    leader: FoeId | None = None
    retreat: Retreat = Retreat.FLEE
    first_done: bool = False
    half_done: bool = False
    immune: bool = False
    obvious: bool = False
    """The fiction tells what they do: no test."""
    dead: int = 0
    dead_now: int = 0
    """Of them, those who died this Round."""
    creatures: CreaturesId | None = None
    """Whom of the site they are."""
    abilities: int = 0
    """Special abilities of each, for what they are worth."""
    die: int | None = None
    """The die that lies ready for their morale at the end of this Round."""


class Company(Struct, frozen=True):
    """Foes who hold together, and who they are."""

    band: Band
    foes: tuple[Foe, ...]
