"""The bestiary: monsters that the referee adds, changes and removes."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.units import MOST_DICE
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.plain_dice import not_dice
from undercroft.table.engine.play import Play
from undercroft.table.lore.lookup import shared
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures, blows
from undercroft.table.state.ids import WELL_FORMED, MonsterId
from undercroft.table.state.lore import LEAST_MORALE, MOST_MORALE, Monster
from undercroft.table.state.new_ids import new_id

P = TypeVar("P", bound=Struct)

MOST_TEXT = 4000
MOST_NAME = 64


class KeepMonster(Command, frozen=True, tag="keep_monster"):
    """Add a monster to the bestiary, or change it there. Its creatures in every place change with it.

    With an empty `id` Undercroft makes one from the name.
    """

    monster: Monster
    ABOUT = About(title="Add a monster to the bestiary", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from faults(self._named(known))

    def do(self, play: Play) -> None:
        play.tell(MonsterKept(self._named(play.now)))

    def _named(self, known: Campaign) -> Monster:
        id = self.monster.id or MonsterId(new_id(self.monster.name, known.bestiary))
        return replace(self.monster, id=id)


class RemoveMonster(Command, frozen=True, tag="remove_monster"):
    """Remove a monster from the bestiary. Its creatures stay where they are."""

    id: MonsterId
    ABOUT = About(title="Remove a monster from the bestiary", listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.id not in known.bestiary:
            yield Reason("no_monster", "There is no such monster in the campaign's own bestiary.")

    def do(self, play: Play) -> None:
        play.tell(MonsterRemoved(self.id, play.now.bestiary[self.id].name))


class MonsterKept(SecretEvent, frozen=True, tag="table.monster-kept"):
    """A monster was added to the bestiary or changed there."""

    monster: Monster

    def fold(self, campaign: Campaign) -> Campaign:
        return with_monster(campaign, self.monster)

    def say(self, _now: Campaign) -> str:
        return f"Bestiary: {self.monster.name}."


class MonsterRemoved(SecretEvent, frozen=True, tag="table.monster-removed"):
    """A monster was removed from the bestiary."""

    id: MonsterId
    name: str

    def fold(self, campaign: Campaign) -> Campaign:
        rest = {id: monster for id, monster in campaign.bestiary.items() if id != self.id}
        return replace(campaign, bestiary=rest)

    def say(self, _now: Campaign) -> str:
        return f"Removed from the bestiary: {self.name}."


def with_monster(campaign: Campaign, monster: Monster) -> Campaign:
    """The campaign with a monster added or changed, and with what its creatures everywhere had from it."""
    before = campaign.bestiary.get(monster.id)
    campaign = replace(campaign, bestiary={**campaign.bestiary, monster.id: monster})
    if before is None:
        return campaign
    old, new = shared(before), shared(monster)
    lands = _with_creatures(campaign.lands, monster.id, old, new)
    sites = {id: _with_creatures(site, monster.id, old, new) for id, site in campaign.sites.items()}
    return replace(campaign, lands=lands, sites=sites)


def _with_creatures(place: P, id: MonsterId, old: Mapping[str, Any], new: Mapping[str, Any]) -> P:
    """A place whose creatures of that monster changed with it; what was set for them alone stays."""
    before: Mapping[str, Creatures] = getattr(place, "creatures")  # noqa: B009 - a site or the lands
    after = {
        key: replace(each, **{name: new[name] for name, value in old.items() if getattr(each, name) == value})
        if each.monster == id
        else each
        for key, each in before.items()
    }
    return place if after == before else replace(place, creatures=after)


def faults(monster: Monster) -> Iterable[Reason]:
    """What is wrong with a monster."""
    if WELL_FORMED.fullmatch(monster.id) is None:
        yield Reason("bad_id", "The id of a monster has small letters, digits and -.")
    if not 1 <= len(monster.name) <= MOST_NAME or len(monster.plural) > MOST_NAME:
        yield Reason("bad_name", f"Give the monster a name of 1 to {MOST_NAME} characters.")
    if not 0 < monster.hd <= MOST_DICE:
        yield Reason("bad_hit_dice", f"Hit Dice go from a part of one, such as 1/2, to {MOST_DICE}.")
    if monster.morale is not None and not LEAST_MORALE <= monster.morale <= MOST_MORALE:
        yield Reason("bad_morale", f"A morale score goes from {LEAST_MORALE} to {MOST_MORALE}.")
    for dice in (*blows(monster.damage), monster.number):
        yield from not_dice(dice)
    if max(map(len, (monster.about, monster.notes, monster.treasure, monster.save))) > MOST_TEXT:
        yield Reason("too_long", f"A text has at most {MOST_TEXT} characters.")


PART = Part(commands=(KeepMonster, RemoveMonster), events=(MonsterKept, MonsterRemoved))
