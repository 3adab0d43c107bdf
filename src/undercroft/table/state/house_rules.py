"""House rules: which book answers each question, and how unclear passages are read."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.rules import AnyRule, G, Given
from undercroft.table.state.sites import Clock

Value: TypeAlias = str | int | bool | None
"""A possible answer to a question, or choice of a reading."""


class SearchRule(StrEnum):
    """The book whose search finds hidden things."""

    CLOCK = "clock"
    SOVEREIGN = "sovereign"
    DELVING = "delving"


class Clues(StrEnum):
    """How a search picks the clue it turns up."""

    IN_ORDER = "in_order"
    CHECK = "check"


class Fatigue(StrEnum):
    """The book whose fatigue points count."""

    NEVERWHERE = "neverwhere"
    DELVING = "delving"
    NONE = "none"


class BattleFatigue(StrEnum):
    """Whether fighting costs fatigue."""

    OFF = "off"
    NEVERWHERE = "neverwhere"


class Feats(StrEnum):
    """The book for digging, lifting, running and throwing."""

    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Dying(StrEnum):
    """What happens at 0 hit points."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"


class Combat(StrEnum):
    """The book for fights."""

    VIOLENCE = "violence"
    SOVEREIGN = "sovereign"


class FoeMorale(StrEnum):
    """The book by which foes and hirelings keep their nerve in a fight."""

    COMBAT = "combat"
    VIOLENCE = "violence"


class Prowess(StrEnum):
    """Whether a Sovereign class, level and combat skills count in Violence's fights."""

    SOVEREIGN = "sovereign"
    OFF = "off"


class Reaction(StrEnum):
    """The book whose reaction table is used."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"
    DELVING = "delving"


class Wilderness(StrEnum):
    """The book for travel."""

    HEXCRAWL = "hexcrawl"
    VIOLENCE = "violence"
    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Lost(StrEnum):
    """Whether and how a party gets lost."""

    OFF = "off"
    HEXCRAWL = "hexcrawl"
    NEVERWHERE = "neverwhere"


class Supplies(StrEnum):
    """The book that says when food and water are used up."""

    HEXCRAWL = "hexcrawl"
    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Sleep(StrEnum):
    """Whether missed sleep has consequences."""

    NEVERWHERE = "neverwhere"
    OFF = "off"


class Watchkeeping(StrEnum):
    """Whether keeping watch at night costs sleep."""

    EVENING = "evening"
    NIGHT = "night"


class Encumbrance(StrEnum):
    """The book whose encumbrance is counted."""

    SOVEREIGN = "sovereign"
    NEVERWHERE = "neverwhere"


class Advancement(StrEnum):
    """The book for advancement."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"


class Cunning(StrEnum):
    """The score that serves as Cunning."""

    INTELLIGENCE = "intelligence"
    WISDOM = "wisdom"
    BEST = "best"


class Leaving(StrEnum):
    """How a party leaves a site from a room inside."""

    WAY_OUT = "way_out"
    AT_ONCE = "at_once"


class DelveOrder(StrEnum):
    """The order in which delvers act in a delve round."""

    MARCHING = "marching"
    ANY = "any"


class Whispering(StrEnum):
    """Whom players may whisper to."""

    ALL = "all"
    REFEREE = "referee"


class Deciding(StrEnum):
    """Who makes the choices of a character's levels, and changes those of a new character."""

    PLAYER = "player"
    REFEREE = "referee"


class Showing(StrEnum):
    """How much players see of something: exactly, in words, or nothing."""

    EXACT = "exact"
    WORDS = "words"
    HIDDEN = "hidden"


class Telling(StrEnum):
    """Whether players are told something."""

    EXACT = "exact"
    HIDDEN = "hidden"


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """A book for each question, and a choice for each reading that the referee changed.

    The keys of `readings` are reading ids, such as `delving.action.recover/cap`.
    """

    preset: str = "undercroft"
    clock: Clock | None = None
    """Overrides the clock of every site."""
    search: SearchRule = SearchRule.CLOCK
    clues: Clues = Clues.IN_ORDER
    leaving: Leaving = Leaving.WAY_OUT
    delve_order: DelveOrder = DelveOrder.MARCHING
    reaction: Reaction = Reaction.SOVEREIGN
    combat: Combat = Combat.VIOLENCE
    foe_morale: FoeMorale = FoeMorale.COMBAT
    prowess: Prowess = Prowess.SOVEREIGN
    dying: Dying = Dying.SOVEREIGN
    wilderness: Wilderness = Wilderness.HEXCRAWL
    lost: Lost = Lost.OFF
    supplies: Supplies = Supplies.HEXCRAWL
    feats: Feats = Feats.NEVERWHERE
    fatigue: Fatigue = Fatigue.NEVERWHERE
    battle_fatigue: BattleFatigue = BattleFatigue.OFF
    sleep: Sleep = Sleep.NEVERWHERE
    watchkeeping: Watchkeeping = Watchkeeping.EVENING
    encumbrance: Encumbrance = Encumbrance.SOVEREIGN
    advancement: Advancement = Advancement.SOVEREIGN
    cunning_from: Cunning = Cunning.INTELLIGENCE
    growth_by: Deciding = Deciding.PLAYER
    whispering: Whispering = Whispering.ALL
    players_odds: Showing = Showing.EXACT
    players_numbers: Telling = Telling.EXACT
    players_wounds: Showing = Showing.EXACT
    players_hit_points: Showing = Showing.EXACT
    players_purses: Showing = Showing.EXACT
    readings: Mapping[str, Value] = {}

    @property
    def shown(self) -> tuple[Showing, ...]:
        """How much players see of foes' wounds, and of each other's hit points and coins."""
        return self.players_wounds, self.players_hit_points, self.players_purses

    @property
    def opens_odds(self) -> bool:
        """Whether players see exact odds with the numbers behind them."""
        return self.players_odds is Showing.EXACT and self.players_numbers is Telling.EXACT

    @property
    def veils(self) -> bool:
        """Whether players are told less than everything of those."""
        return any(showing is not Showing.EXACT for showing in self.shown)

    def rolls_morale(self, book: Combat) -> bool:
        """Whether morale is rolled for in fights by this book; otherwise foes leave by their losses alone."""
        return book is Combat.VIOLENCE or self.foe_morale is FoeMorale.VIOLENCE

    def applied(self, rule: AnyRule, given: G) -> G:
        """A rule's input with this house's choices in the fields that switch a reading."""
        chosen = {
            reading.switch: wire.from_plain(_fields(type(given))[reading.switch], self.readings[reading.id])
            for reading in rule.readings
            if reading.switch is not None and reading.id in self.readings
        }
        return replace(given, **chosen) if chosen else given


@lru_cache(maxsize=512)
def _fields(given: type[Given]) -> Mapping[str, Any]:
    """The types of an input's fields, to decode a choice into the book's own enum."""
    return get_type_hints(given, include_extras=True)


PRESETS: Mapping[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules(),
        HouseRules(
            preset="delving",
            clock=Clock.DELVING,
            search=SearchRule.DELVING,
            reaction=Reaction.DELVING,
            fatigue=Fatigue.DELVING,
            sleep=Sleep.OFF,
        ),
        HouseRules(
            preset="sovereign",
            clock=Clock.SOVEREIGN,
            search=SearchRule.SOVEREIGN,
            combat=Combat.SOVEREIGN,
            wilderness=Wilderness.SOVEREIGN,
            supplies=Supplies.SOVEREIGN,
            feats=Feats.SOVEREIGN,
            fatigue=Fatigue.NONE,
            sleep=Sleep.OFF,
        ),
        HouseRules(preset="hexcrawl", clock=Clock.HEXCRAWL),
        HouseRules(
            preset="neverwhere",
            wilderness=Wilderness.NEVERWHERE,
            supplies=Supplies.NEVERWHERE,
            battle_fatigue=BattleFatigue.NEVERWHERE,
            encumbrance=Encumbrance.NEVERWHERE,
        ),
        HouseRules(
            preset="violence",
            clock=Clock.VIOLENCE,
            reaction=Reaction.VIOLENCE,
            prowess=Prowess.OFF,
            dying=Dying.VIOLENCE,
            wilderness=Wilderness.VIOLENCE,
            advancement=Advancement.VIOLENCE,
        ),
    )
}
"""A blend of all five books, and a preset for each book, which uses the blend for what the book leaves out."""
