"""The state of a fight and its changes, told in full to the referee and to the party as seen."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.subjects import group_acts
from undercroft.table.fight.stats import Pointless, bent
from undercroft.table.state.campaign import Campaign, Group, changed_group, with_group
from undercroft.table.state.combatants import Band, Fighter, Foe, Phase, SeenFoe
from undercroft.table.state.fights import fight_of, on_their_feet
from undercroft.table.state.ids import BandId, FoeId, GroupId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight

T = TypeVar("T")


class FightEvent(Event, frozen=True):
    """A change of a group's fight."""

    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups.get(self.group)
        if group is None:
            return campaign
        scenes = tuple(self.change(scene) if isinstance(scene, Fight) else scene for scene in group.scenes)
        return with_group(campaign, replace(group, scenes=scenes))

    def change(self, fight: Fight, /) -> Fight:
        """Return the fight after this event."""
        raise NotImplementedError


class FighterChanged(FightEvent, frozen=True, tag="table.fighter-stands"):
    """A fighter of the party has changed."""

    fighter: Fighter

    def change(self, fight: Fight) -> Fight:
        return replace(fight, fighters=_put(fight.fighters, self.fighter, lambda fighter: fighter.who))


class FoeChanged(FightEvent, frozen=True, tag="table.foe-stands"):
    """A foe has changed."""

    secret: ClassVar[bool] = True

    foe: Foe

    def change(self, fight: Fight) -> Fight:
        return replace(fight, foes=_put(fight.foes, self.foe, _id))


class FoeShown(FightEvent, frozen=True, tag="table.foe-shown"):
    """A foe has changed, as the party sees it."""

    foe: SeenFoe

    def change(self, fight: Fight) -> Fight:
        return replace(fight, shown=_put(fight.shown, self.foe, _id))


class BandChanged(FightEvent, frozen=True, tag="table.band-stands"):
    """A band of foes has changed."""

    secret: ClassVar[bool] = True

    band: Band

    def change(self, fight: Fight) -> Fight:
        return replace(fight, bands=_put(fight.bands, self.band, _id))


class FightTurned(FightEvent, frozen=True, tag="table.fight-turned"):
    """A new round or a new phase of it."""

    round: int
    phase: Phase

    def change(self, fight: Fight) -> Fight:
        return replace(fight, round=self.round, phase=self.phase)

    def say(self, _now: Campaign) -> str:
        if self.phase is Phase.BEFORE:
            return f"Round {self.round}."
        return "The foes act." if self.phase is Phase.FOES else ""


class FightNoted(FightEvent, frozen=True, tag="table.fight-noted"):
    """A note on what happened in a round."""

    round: int
    text: str

    def change(self, fight: Fight) -> Fight:
        return replace(fight, notes=(*fight.notes, (self.round, self.text)))


class Slain(FightEvent, frozen=True, tag="table.slain"):
    """The members of the party who died this round."""

    who: tuple[PersonId, ...]

    def change(self, fight: Fight) -> Fight:
        return replace(fight, slain=self.who)


class FightDecided(FightEvent, frozen=True, tag="table.fight-decided"):
    """How the fight ended, and the time it takes beyond its rounds."""

    ending: str
    owed: Seconds
    takes: Seconds = Seconds(0)
    bodies: bool = True
    """Whether foes lie dead there."""

    def fold(self, campaign: Campaign) -> Campaign:
        """Mark the place of the fight, if there are bodies that can be looted."""
        group = campaign.groups.get(self.group)
        folded = super().fold(campaign)
        if group is None or not self.bodies:
            return folded
        open_air = group.hex if group.site is None else None
        return changed_group(folded, self.group, field=group.zone, field_hex=open_air)

    def change(self, fight: Fight) -> Fight:
        over = replace(fight, phase=Phase.OVER, waits=False)
        return replace(over, ending=self.ending, owed=self.owed, takes=self.takes)

    def say(self, now: Campaign) -> str:
        if self.ending == "fled":
            return f"{group_acts(now, self.group, 'have', 'has')} fled from the fight."
        return _ENDINGS.get(self.ending, f"The fight is over: {self.ending}.")


def _put(items: tuple[T, ...], new: T, key: Callable[[T], str]) -> tuple[T, ...]:
    """The items with the new one in the place of the item with the same key, or at the end."""
    return tuple(({key(item): item for item in items} | {key(new): new}).values())


def _id(item: Foe | SeenFoe | Band) -> str:
    return item.id


def named(now: Campaign, who: Iterable[PersonId]) -> str:
    """The names of characters, in a list."""
    return ", ".join(name_of(now, person) for person in who) or "nobody"


def fights(known: Campaign, seat: SeatId) -> Iterable[tuple[Group, Fight]]:
    """The fights of the groups that a seat leads."""
    for group in groups_for(known, seat):
        fight = fight_of(group)
        if fight is not None:
            yield group, fight


class BandCommand(Command, frozen=True):
    """A command of the referee about a band in a fight."""

    group: GroupId
    band: BandId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None:
            yield Reason("no_fight", "There is no fight.")
        elif all(band.id != self.band for band in fight.bands):
            yield Reason("no_band", "There are no such foes in this fight.")


class FightField:
    """A group's fight, for procedures that read and change it."""

    def __init__(self, play: Play, group: GroupId) -> None:
        self.play = play
        self.group = group
        self.to: Audience = group_audience(group)

    @property
    def fight(self) -> Fight:
        """The fight as it is now."""
        fight = fight_of(self.play.group(self.group))
        if fight is None:
            raise ValueError("the group is in no fight")
        return fight

    def fighter(self, who: PersonId) -> Fighter:
        """A fighter of the party as they are now."""
        return next(fighter for fighter in self.fight.fighters if fighter.who == who)

    def foe(self, id: FoeId) -> Foe:
        """A foe as it is now."""
        return next(foe for foe in self.fight.foes if foe.id == id)

    def band(self, id: BandId) -> Band:
        """A band as it is now."""
        return next(band for band in self.fight.bands if band.id == id)

    def person(self, who: PersonId) -> Person:
        """A person of the party."""
        return self.play.now.people[who]

    def employer(self, who: PersonId) -> Fighter | None:
        """The employer of a hireling, if they are in the fight."""
        employer = self.person(who).employer
        return self.fight.fighter(employer) if employer is not None else None

    def set_fighter(self, fighter: Fighter) -> None:
        """Change a fighter, and tell it if there is a change."""
        if self.fight.fighter(fighter.who) != fighter:
            self.play.tell(FighterChanged(self.group, fighter), to=self.to)

    def set_foe(self, foe: Foe) -> None:
        """Change a foe; tell the party if it can see a difference."""
        before = self.fight.foe(foe.id)
        if before == foe:
            return
        self.play.tell(FoeChanged(self.group, foe))
        if not foe.hidden and (before is None or before.hidden or before.seen != foe.seen):
            self.play.aside(FoeShown(self.group, foe.seen), to=self.to)

    def set_band(self, band: Band) -> None:
        """Change a band."""
        if band not in self.fight.bands:
            self.play.tell(BandChanged(self.group, band))

    def turn(self, phase: Phase, number: int | None = None) -> None:
        """Go to another phase of the round, or to another round."""
        self.play.tell(FightTurned(self.group, self.fight.round if number is None else number, phase), to=self.to)

    def note(self, text: str) -> None:
        """Note what happened in this round."""
        self.play.tell(FightNoted(self.group, self.fight.round, text), to=self.to)

    def settle(
        self,
        rule: Rule[Any, G, O],
        given: G,
        who: PersonId,
        pointless: Pointless,
        *,
        cause: str = "",
        unsure: Mapping[str, tuple[int, int]] | None = None,
    ) -> O:
        """Settle a rule for a fighter, who is not asked about Scars where bending the roll is pointless.

        Where the fighter's player is `unsure` of a number of the input, no player is told the input or the outcome.
        """
        person = self.person(who)
        ruling = RuleToSettle(
            rule, given, by=person.seat, to=self.to, whole=not unsure, pointless=pointless, about=person.name,
            cause=cause, unsure=unsure or {},
        )  # fmt: skip
        return self.play.settle_each((ruling,))[0]

    def with_bends(self, fighter: Fighter) -> Fighter:
        """The fighter with the rolls counted that Scars bent in the last ruling."""
        return replace(fighter, bent=fighter.bent + bent(self.play.answers_of()))

    def up(self) -> tuple[Fighter, ...]:
        """The fighters of the party who are on their feet, in marching order."""
        return on_their_feet(self.play.now, self.play.group(self.group), self.fight)

    def foes_up(self) -> tuple[Foe, ...]:
        """The foes who still fight."""
        return tuple(foe for foe in self.fight.foes if foe.fights)


_ENDINGS = {"won": "The fight is won.", "lost": "The fight is lost."}

PART = Part(events=(FighterChanged, FoeChanged, FoeShown, BandChanged, FightTurned, FightNoted, Slain, FightDecided))
