"""The two sides of a fight: fighters with what they have left of their round, and foes, true and as seen."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.sovereign.situations import Circumstance
from undercroft.books.violence.equipment import Carried, Item, equipment
from undercroft.books.violence.morale import Band as BandKind
from undercroft.books.violence.morale import Retreat
from undercroft.kernel.dice import D20
from undercroft.kernel.script import Script
from undercroft.table.state.creatures import blows
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import BandId, CreaturesId, FoeId, PersonId, ThingId
from undercroft.table.state.people import Health
from undercroft.table.state.seen_copy import as_seen


class InitiativeBlock(StrEnum):
    """When a fighter acts in a round: before or after the foes."""

    BEFORE = "before"
    AFTER = "after"


class Phase(StrEnum):
    """The phases of a round: quick actions, a block before the foes, the foes, a block after them, morale."""

    QUICK = "quick"
    BEFORE = "before"
    FOES = "foes"
    AFTER = "after"
    NERVE = "nerve"
    OVER = "over"


SLOTS = (Phase.BEFORE, Phase.FOES, Phase.AFTER)
"""The three blocks of a round, in order."""


SURPRISED, STUNNED, SEARCHING = HINDERED = "surprised", "stunned", "searching the pack"
"""What a fighter did in a round who could not act in it."""


class Stance(StrEnum):
    """How a fighter stands since their last go: after a charge, or in total defense."""

    NONE = "none"
    CHARGED = "charged"
    DEFENDING = "defending"


class Reaching(Struct, frozen=True):
    """A thing a fighter takes from their pack: the round they are busy until, and the round they can use it."""

    thing: ThingId
    usable: int
    busy_until: int = 0


class Fell(Struct, frozen=True):
    """When a fighter went down: the round, and the block of it."""

    round: int
    slot: int


class Fighter(Struct, frozen=True):
    """A party member in a fight, and what they have done and suffered this round."""

    who: PersonId
    block: InitiativeBlock = InitiativeBlock.BEFORE
    face: int | None = None
    """What they rolled for their block, as Scars moved it; None if they did not roll."""
    quick: bool = False
    """They have a quick action left, before the first block."""
    surprised: bool = False
    stunned: bool = False
    """They lose their next action."""
    moved: bool = False
    actions: int = 0
    grants: int = 0
    """Extra actions this round."""
    grants_next: int = 0
    again: bool = False
    """An exact hit lets them attack again at once."""
    done: bool = False
    did: str = ""
    hurt: int = 0
    """Damage taken this round."""
    bent: int = 0
    """Rolls changed by Scars this round."""
    worn: int = 0
    """Armour Class their armour has lost in this fight."""
    unloaded: ThingId | None = None
    """A weapon they must reload before they shoot again."""
    reaching: Reaching | None = None
    fell: Fell | None = None
    tended: int = 0
    """The round of the last attempt to save them."""
    attacked: bool = False
    """They have attacked in this fight."""
    targeted: bool = False
    """They have been attacked in this fight."""
    away: bool = False
    """They have fled the fight, or were dragged out of it."""
    tested: bool = False
    """Their morale was tested in this fight."""
    steadfast: bool = False
    wavers: int | None = None
    """The silver they demand to stay."""
    was_down: bool = False
    """They were down already when they came into the fight."""
    stance: Stance = Stance.NONE
    """How they stand until their next go."""
    prone: bool = False
    melee: tuple[FoeId, ...] = ()
    """The foes they are in melee with."""
    withdrew: bool = False
    """They made a fighting withdrawal this round, and can leave melee freely."""
    screens: PersonId | None = None
    """The ally they screen until their next go."""
    screened: int = 0
    """Attackers they have kept off that ally since their last go."""
    shield_used: bool = False
    """Their shield has stopped a Shock this round."""
    grapples: FoeId | None = None
    luck_used: bool = False
    """Their Veteran's Luck is used up for this turn."""


class FoeState(StrEnum):
    """The state of a foe."""

    FIGHTING = "fighting"
    FLED = "fled"
    SURRENDERED = "surrendered"
    DEAD = "dead"


LIKELY_AC = equipment(Script(), Carried(Item.HEAVY_ARMOUR, shield=True)).ac or 0
"""The best AC of manufactured armour: the highest AC a player assumes until hits and misses show more."""


MOST_ROLLED = D20.sides


class Guess(Struct, frozen=True):
    """What hits and misses have shown of a foe's AC: it lies between these two."""

    low: int = 0
    high: int = LIKELY_AC

    @property
    def ac(self) -> int | None:
        """The AC, once it is certain."""
        return self.low if self.low == self.high else None

    def at_least(self, ac: int) -> Guess:
        """The guess after a miss: the AC is this or better."""
        return Guess(*not_under(self.low, self.high, ac))

    def at_most(self, ac: int) -> Guess:
        """The guess after a hit: the AC is this or worse."""
        return Guess(*not_over(self.low, self.high, ac))


def not_under(low: int, high: int, ac: int) -> tuple[int, int]:
    """What is known of an AC that turns out to be this or better."""
    least = max(low, ac)
    return least, high if high >= least else max(least, MOST_ROLLED)


def not_over(low: int, high: int, ac: int) -> tuple[int, int]:
    """What is known of an AC that turns out to be this or worse."""
    return min(low, ac), min(high, ac)


class SeenFoe(Struct, frozen=True):
    """A foe as the party sees it: its state, the damage it took, and what attacks have shown of its AC."""

    id: FoeId
    name: str
    band: BandId
    state: FoeState = FoeState.FIGHTING
    stunned: bool = False
    taken: int = 0
    """Damage dealt to it."""
    guess: Guess = Guess()
    worn: int = 0
    """How often the party saw its armour wear."""
    prone: bool = False
    marks: tuple[Circumstance, ...] = ()
    grappled_by: PersonId | None = None
    health: Health | None = None
    """How it looks, for players who are not told the damage it took: `taken` says nothing then."""

    @property
    def wounds(self) -> str:
        """Its wounds for people to read; empty if the players see nothing of them."""
        if self.health is not None:
            return self.health.words
        return f"took {self.taken}" if self.taken else "unhurt"


class Foe(Struct, frozen=True):
    """A true foe."""

    id: FoeId
    name: str
    band: BandId
    hd: Fraction
    attack: int
    """By Violence the highest roll that hits, by Sovereign the bonus to hit."""
    attacks: int
    """Attacks per round."""
    ac: int
    ac_base: int
    health: int
    health_max: int
    damage: str
    """The dice of an attack; where attacks differ, of each in turn, with slashes between them."""
    natural: bool = False
    """Its armour is hide: it wears, but never breaks."""
    hidden: bool = False
    """The party does not know of it yet."""
    state: FoeState = FoeState.FIGHTING
    stunned: bool = False
    guess: Guess = Guess()
    worn: int = 0
    extra: int = 0
    """Extra attacks in the next round."""
    taken: int = 0
    """Damage dealt to it."""
    hurt: bool = False
    """It took damage this round."""
    aim: PersonId | None = None
    """The target the referee chose for it."""
    creatures: CreaturesId | None = None
    """Its entry among the site's creatures, where that differs from its band's."""
    shock: int | None = None
    shock_ac: int | None = None
    prone: bool = False
    marks: tuple[Circumstance, ...] = ()
    """What makes attacks on it harder: cover, distance, darkness."""
    shoots: bool = False
    """It attacks from afar, and is in melee with nobody."""
    grappled_by: PersonId | None = None
    bonus: int | None = None
    """The bonus to hit that its description gives, for a fight where that counts."""

    @property
    def fights(self) -> bool:
        """Whether it is still in the fight."""
        return self.state is FoeState.FIGHTING

    def harm(self, attack: int) -> str:
        """The damage of one of its attacks in a round, counted from 0."""
        each = blows(self.damage)
        return each[attack % len(each)]

    @property
    def seen(self) -> SeenFoe:
        """The foe as the party sees it."""
        return as_seen(SeenFoe, self, health=None)


class MoraleRoll(Struct, frozen=True):
    """A morale roll of a band: its round, the die, the number it had to stay under, and whether they stayed."""

    round: int
    face: int
    number: int
    held: bool


class Band(Struct, frozen=True):
    """Foes who test morale together."""

    id: BandId
    name: str
    kind: BandKind
    size: int
    """Their number at the start."""
    leader: FoeId | None = None
    retreat: Retreat = Retreat.FLEE
    first_done: bool = False
    half_done: bool = False
    immune: bool = False
    obvious: bool = False
    """What they do is obvious from the fiction, without a morale test."""
    dead: int = 0
    dead_now: int = 0
    """Those of `dead` who died this round."""
    creatures: CreaturesId | None = None
    """Their entry among the site's creatures."""
    abilities: int = 0
    """Special abilities of each foe, for the experience they are worth."""
    die: int | None = None
    """The die set aside for their morale at the end of this round."""
    last: MoraleRoll | None = None
    """Their last morale roll."""


class Company(Struct, frozen=True):
    """A band and its foes."""

    band: Band
    foes: tuple[Foe, ...]
    book: Combat | None = None
    """The book their numbers are by, where it is not the house's."""
