"""Rerolling the number, the distance or the reaction of an encounter."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from undercroft.books.sovereign.reactions import Choosing, reaction_choices, reaction_roll
from undercroft.books.violence.surprise import Encounter, Place, encounter_distance
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.reaction import needs_no_roll, settle_reaction, why_no_roll
from undercroft.table.encounter.scene import EncounterCommand, current_encounter, encounter_of, encounters
from undercroft.table.encounter.stance import show
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.exploration import first_sight
from undercroft.table.exploration.inhabitants import CreaturesCame
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.world.distances import FEET
from undercroft.table.world.sight import creatures_as_met
from undercroft.table.world.sightings import CreaturesSeen


class RerollTarget(StrEnum):
    """What can be rerolled."""

    NUMBER = "number"
    DISTANCE = "distance"
    REACTION = "reaction"


class Reroll(EncounterCommand, frozen=True, tag="reroll"):
    """Reroll the number, the distance or the reaction."""

    what: RerollTarget
    ABOUT = About(title="Reroll part of an encounter", also=Section.ENCOUNTER)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        encounter = encounter_of(group)
        if group is None or encounter is None:
            return
        if encounter.fought:
            yield Reason("too_late", "The fight has started.")
        if self.what is RerollTarget.NUMBER and not (encounter.number_dice or number_dice(known, group, encounter)):
            yield Reason("no_dice", "Their number is fixed, not rolled.")
        if self.what is RerollTarget.REACTION and encounter.others is not None and needs_no_roll(encounter.others):
            yield Reason("no_roll", f"The creatures are {why_no_roll(encounter.others)}: no roll.")

    def do(self, play: Play) -> None:
        match self.what:
            case RerollTarget.NUMBER:
                _reroll_number(play, self.group)
            case RerollTarget.DISTANCE:
                _reroll_distance(play, self.group)
            case RerollTarget.REACTION:
                _reroll_reaction(play, self.group)


def _reroll_number(play: Play, group: GroupId) -> None:
    encounter = current_encounter(play, group)
    if encounter.others is None:
        return
    dice = encounter.number_dice or number_dice(play.now, play.group(group), encounter)
    count = play.settle(plain_dice, Plain(dice, f"how many {encounter.met.name}")).total
    _change_creatures(play, group, replace(encounter.others, count=count, hp=()))


def _change_creatures(play: Play, group: GroupId, others: Creatures) -> None:
    """Change the creatures of the encounter, in truth and as the party sees them."""
    encounter, site = current_encounter(play, group), play.group(group).site
    if site is not None:
        play.tell(CreaturesCame(site, others))
        seen = creatures_as_met(play.now, group, others)
        play.tell(CreaturesSeen(site, seen, group=play.now.apart(group)), to=group_audience(group))
    count = creatures_as_met(play.now, group, others).count
    play.go_on(group, replace(encounter, others=others, met=replace(encounter.met, count=count)))


def _reroll_distance(play: Play, group: GroupId) -> None:
    """Place the creatures again by the site's book, and keep what else is known of them."""
    encounter = current_encounter(play, group)
    if play.group(group).site is None:
        far = play.settle(encounter_distance, Encounter(Place.OUTSIDE), to=group_audience(group))
        play.go_on(group, replace(encounter, met=replace(encounter.met, distance_ft=far.value * FEET[far.unit])))
        return
    play.end(group)
    first_sight.place(play, group, encounter.met.id)
    party = play.group(group)
    placed = play.now.sites[party.site].creatures.get(encounter.met.id) if party.site is not None else None
    others = placed or encounter.others
    seen = creatures_as_met(play.now, group, others) if others is not None else encounter.met
    play.begin(group, replace(encounter, others=others, met=seen))


def _reroll_reaction(play: Play, group: GroupId) -> None:
    """Reroll the reaction; if the party has taken its stance, the creatures act on it at once."""
    encounter = current_encounter(play, group)
    play.go_on(group, replace(encounter, total=None, feels="", does=None, again_at=None))
    stance = reaction_choices(Script(), Choosing(encounter.stance)).column
    answer = settle_reaction(play, group, stance, None)
    if encounter.does is not None:
        show(play, group, answer)
    else:
        play.go_on(group, replace(current_encounter(play, group), total=answer.total, feels=answer.feels))


def number_dice(campaign: Campaign, group: Group, encounter: EncounterScene) -> str:
    """The dice for their number on the site's encounter table, if they are on it."""
    site = campaign.site_of(group)
    rows = site.encounters if site is not None else ()
    return next((row.count for row in rows if row.name == encounter.met.name), "")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, _ in encounters(known, seat):
        for what in RerollTarget:
            yield Offer(Reroll(group.id, what), "Roll again:", what, note=group.name, rule=_BY[what])


_BY: Mapping[RerollTarget, AnyRule] = {
    RerollTarget.NUMBER: plain_dice,
    RerollTarget.DISTANCE: encounter_distance,
    RerollTarget.REACTION: reaction_roll,
}
"""The rule for each reroll, by the usual book."""


PART = Part(commands=(Reroll,), offers=_offers)
