"""The field of a fight: what of it changes is told piece by piece, to the referee whole and to the party as seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.battle import Band, Fighter, Foe, Phase, SeenFoe
from undercroft.table.campaign import Campaign, Group, with_group
from undercroft.table.names import BandId, FoeId, GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Reason, Room
from undercroft.table.scenes import Fight
from undercroft.table.telling import Audience
from undercroft.table.telling import group as group_audience


class FighterStands(Event, frozen=True, tag="table.fighter-stands"):
    """Somebody of the party stands so in the fight."""

    group: GroupId
    fighter: Fighter


class FoeStands(Event, frozen=True, tag="table.foe-stands"):
    """A foe stands so."""

    secret: ClassVar[bool] = True

    group: GroupId
    foe: Foe


class FoeShown(Event, frozen=True, tag="table.foe-shown"):
    """A foe is seen to stand so."""

    group: GroupId
    foe: SeenFoe


class BandStands(Event, frozen=True, tag="table.band-stands"):
    """Foes who hold together stand so."""

    secret: ClassVar[bool] = True

    group: GroupId
    band: Band


class FightTurned(Event, frozen=True, tag="table.fight-turned"):
    """It is this Round, and this place in it."""

    group: GroupId
    round: int
    phase: Phase


class FightNoted(Event, frozen=True, tag="table.fight-noted"):
    """What a Round will be remembered for."""

    group: GroupId
    round: int
    text: str


class Slain(Event, frozen=True, tag="table.slain"):
    """These of the party died this Round, for all to see."""

    group: GroupId
    who: tuple[PersonId, ...]


class FightDecided(Event, frozen=True, tag="table.fight-decided"):
    """The fight is over in all but time: how, and what it takes beyond its Rounds."""

    group: GroupId
    ending: str
    owed: Seconds


def changed(campaign: Campaign, group: GroupId, change: Callable[[Fight], Fight]) -> Campaign:
    """The campaign with a group's fight as it is now; nothing, where the group is in none."""
    there = campaign.groups.get(group)
    if there is None:
        return campaign
    scenes = tuple(change(scene) if isinstance(scene, Fight) else scene for scene in there.scenes)
    return with_group(campaign, replace(there, scenes=scenes))


def _fighter(campaign: Campaign, event: FighterStands) -> Campaign:
    def change(fight: Fight) -> Fight:
        known = {one.who: one for one in fight.fighters} | {event.fighter.who: event.fighter}
        return replace(fight, fighters=tuple(known.values()))

    return changed(campaign, event.group, change)


def _foe(campaign: Campaign, event: FoeStands) -> Campaign:
    def change(fight: Fight) -> Fight:
        known = {one.id: one for one in fight.foes} | {event.foe.id: event.foe}
        return replace(fight, foes=tuple(known.values()))

    return changed(campaign, event.group, change)


def _shown(campaign: Campaign, event: FoeShown) -> Campaign:
    def change(fight: Fight) -> Fight:
        known = {one.id: one for one in fight.shown} | {event.foe.id: event.foe}
        return replace(fight, shown=tuple(known.values()))

    return changed(campaign, event.group, change)


def _band(campaign: Campaign, event: BandStands) -> Campaign:
    def change(fight: Fight) -> Fight:
        known = {one.id: one for one in fight.bands} | {event.band.id: event.band}
        return replace(fight, bands=tuple(known.values()))

    return changed(campaign, event.group, change)


def _turned(campaign: Campaign, event: FightTurned) -> Campaign:
    return changed(campaign, event.group, lambda fight: replace(fight, round=event.round, phase=event.phase))


def _noted(campaign: Campaign, event: FightNoted) -> Campaign:
    note = (event.round, event.text)
    return changed(campaign, event.group, lambda fight: replace(fight, notes=(*fight.notes, note)))


def _slain(campaign: Campaign, event: Slain) -> Campaign:
    return changed(campaign, event.group, lambda fight: replace(fight, slain=event.who))


def _decided(campaign: Campaign, event: FightDecided) -> Campaign:
    """Whatever the fallen had lies where they fought."""
    campaign = changed(
        campaign, event.group, lambda fight: replace(fight, phase=Phase.OVER, ending=event.ending, owed=event.owed)
    )
    there = campaign.groups.get(event.group)
    if there is None:
        return campaign
    open_air = there.hex if there.site is None else None
    return with_group(campaign, replace(there, field=there.zone, field_hex=open_air))


def fight_of(group: Group | None) -> Fight | None:
    """The fight a group is in, if that is what it is doing."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Fight) else None


def on_their_feet(known: Campaign, group: Group, fight: Fight) -> tuple[Fighter, ...]:
    """Those of a group who are in its fight and can act, in marching order."""
    order = {who: place for place, who in enumerate(group.members)}
    here = (one for one in fight.fighters if one.who in order and not one.away)
    return tuple(sorted((one for one in here if known.people[one.who].able), key=lambda one: order[one.who]))


def in_a_fight(known: Campaign, who: PersonId) -> Fight | None:
    """The fight somebody is in, while it lasts."""
    fight = fight_of(known.group_of(who))
    return fight if fight is not None and fight.phase is not Phase.OVER else None


def no_such_band(known: Campaign, group: GroupId, band: BandId) -> Iterable[Reason]:
    """Why nothing can be ruled of a band: there is no fight, or it is not in it."""
    fight = fight_of(known.groups.get(group))
    if fight is None:
        yield Reason("no_fight", "There is no fight.")
    elif all(one.id != band for one in fight.bands):
        yield Reason("no_band", "Nobody of that name fights here.")


class Field:
    """A fight in the hands of a procedure."""

    def __init__(self, play: Play, group: GroupId) -> None:
        self.play = play
        self.group = group
        self.to: Audience = group_audience(group)

    @property
    def fight(self) -> Fight:
        """The fight as it stands now."""
        fight = fight_of(self.play.group(self.group))
        if fight is None:
            raise ValueError("the group is in no fight")
        return fight

    def fighter(self, who: PersonId) -> Fighter:
        """Somebody of the party as they stand now."""
        return next(one for one in self.fight.fighters if one.who == who)

    def foe(self, id: FoeId) -> Foe:
        """A foe as it stands now."""
        return next(one for one in self.fight.foes if one.id == id)

    def band(self, id: BandId) -> Band:
        """Foes who hold together, as they stand now."""
        return next(one for one in self.fight.bands if one.id == id)

    def person(self, who: PersonId) -> Person:
        """Somebody of the party."""
        return self.play.now.people[who]

    def stands(self, fighter: Fighter) -> None:
        """Somebody of the party stands so now; nothing is told of what is as it was."""
        if self.fight.fighter(fighter.who) != fighter:
            self.play.tell(FighterStands(self.group, fighter), to=self.to)

    def foe_stands(self, foe: Foe) -> None:
        """A foe stands so now; the party hears of it if it can tell any difference."""
        before = self.fight.foe(foe.id)
        if before == foe:
            return
        self.play.tell(FoeStands(self.group, foe))
        if not foe.hidden and (before is None or before.hidden or before.seen != foe.seen):
            self.play.aside(FoeShown(self.group, foe.seen), to=self.to)

    def band_stands(self, band: Band) -> None:
        """Foes who hold together stand so now."""
        if not any(band == one for one in self.fight.bands):
            self.play.tell(BandStands(self.group, band))

    def turn(self, phase: Phase, number: int | None = None) -> None:
        """The Round comes to another place, or another Round begins."""
        self.play.tell(FightTurned(self.group, self.fight.round if number is None else number, phase), to=self.to)

    def note(self, text: str) -> None:
        """This Round will be remembered for that."""
        self.play.tell(FightNoted(self.group, self.fight.round, text), to=self.to)

    def up(self) -> tuple[Fighter, ...]:
        """Those of the party who are in the fight and on their feet, in marching order."""
        return on_their_feet(self.play.now, self.play.group(self.group), self.fight)

    def foes_up(self) -> tuple[Foe, ...]:
        """The foes who still fight."""
        return tuple(foe for foe in self.fight.foes if foe.fights)


_ENDINGS = {"won": "The fight is won.", "lost": "The fight is lost.", "fled": "The party has fled from the fight."}

ROOM = Room(
    arms={
        FighterStands: _fighter,
        FoeStands: _foe,
        FoeShown: _shown,
        BandStands: _band,
        FightTurned: _turned,
        FightNoted: _noted,
        Slain: _slain,
        FightDecided: _decided,
    },
    words={
        FightTurned: lambda _, it: f"Round {it.round}." if it.phase is Phase.BEFORE else "",
        FightDecided: lambda _, it: _ENDINGS.get(it.ending, f"The fight is over: {it.ending}."),
    },
)
