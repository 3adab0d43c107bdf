"""Random encounters: who, how many, how far off and their reaction, from the encounter table of the place."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl.wilderness import wild_encounter
from undercroft.books.sovereign.reactions import Column
from undercroft.books.sovereign.wandering import wandering_contents
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.reaction import settle_reaction
from undercroft.table.encounter.reroll import number_dice
from undercroft.table.encounter.scene import current_encounter, encounter_of
from undercroft.table.encounter.start import begin_encounter
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration import first_sight, wandering
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.road import encounter_die
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.journeys import Camp, Hike, TravelDay


class MeetAtRandom(Command, frozen=True, tag="meet_at_random"):
    """Roll an encounter from the table of the site or of the land: who, how many, how far and their reaction."""

    group: GroupId
    ABOUT = About(title="Roll an encounter", deed="a random encounter", words="encounter wandering monster random roll")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not (_abroad(group) or clock_of(group) is not None):
            yield Reason(
                "not_exploring", f"{are(known, known.groups.get(self.group))} neither in a site nor on the road."
            )
        elif _abroad(group) and not encounter_die.rows(known, group):
            yield Reason("no_table", "This land has no encounter table.")

    def do(self, play: Play) -> None:
        """Roll on the table and roll the reaction now; it shows when the party has chosen its stance."""
        if play.group(self.group).site is None:
            encounter_die.encounter(play, self.group)
        else:
            _in_the_site(play, self.group)
        if encounter_of(play.group(self.group)) is not None:
            reply = settle_reaction(play, self.group, Column.WAIT, None)
            play.go_on(self.group, replace(current_encounter(play, self.group), total=reply.total, feels=reply.feels))


def _in_the_site(play: Play, group: GroupId) -> None:
    wandering.approach(play, group, "random")
    scene = play.group(group).scene
    if scene is None or not scene.pending:
        return
    creatures = scene.pending[-1]
    party = play.group(group)
    if party.site is None or play.now.sites[party.site].creatures[creatures].is_event:
        return
    first_sight.place(play, group, creatures)
    begin_encounter(play, group, creatures)
    encounter = current_encounter(play, group)
    play.go_on(group, replace(encounter, number_dice=number_dice(play.now, party, encounter)))


def _abroad(group: Group) -> bool:
    return group.site is None and group.hex is not None and isinstance(group.scene, TravelDay | Camp | Hike | None)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in (group for group in groups_for(known, seat) if group.members):
        rule = wild_encounter if group.site is None else wandering_contents
        yield Offer(MeetAtRandom(group.id), "Roll an encounter", note=group.name, rule=rule, open_only=True)


PART = Part(commands=(MeetAtRandom,), offers=_offers)
