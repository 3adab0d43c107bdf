"""Ambushes: hidden creatures attack a group, which is surprised unless its best watcher notices them."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign import surprise
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge.feats import is_alert
from undercroft.table.encounter.scene import current_encounter, not_there_too, present
from undercroft.table.encounter.start import known_now
from undercroft.table.encounter.surprise import OffGuard, good_at
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.world.sight import creatures_as_met
from undercroft.table.world.sightings import CreaturesSeen

_WATCHING = (Attribute.WIS, Skill.NOTICE)


class SpringAmbush(Command, frozen=True, tag="spring_ambush"):
    """Spring an ambush on a group; `along` names other creatures that attack too."""

    group: GroupId
    creatures: CreaturesId
    along: tuple[CreaturesId, ...] = ()
    ABOUT = About(title="Spring an ambush")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        site = known.site_of(group)
        if group is None or clock_of(group) is None:
            yield not_exploring(group)
        elif site is None or self.creatures not in site.creatures:
            yield Reason("nobody_there", "There are no such creatures there.")
        else:
            yield from not_there_too(known, group, self.creatures, self.along)

    def do(self, play: Play) -> None:
        party = play.group(self.group)
        if party.site is None:
            return
        others, *company = (known_now(play, self.group, kind) for kind in (self.creatures, *self.along))
        met, *along = (creatures_as_met(play.now, self.group, creatures) for creatures in (others, *company))
        for creatures in (met, *along):
            sighting = CreaturesSeen(party.site, creatures, group=play.now.apart(self.group))
            play.tell(sighting, to=group_audience(self.group))
        scene = EncounterScene(met, others=others, along=tuple(along), company=tuple(company))
        fall_upon(play, self.group, scene)


def fall_upon(play: Play, group: GroupId, encounter: EncounterScene) -> None:
    """Roll the ambushers' sneaking against the party's best watcher; alert characters are never surprised."""
    play.begin(group, replace(encounter, does=Response.FIGHT))
    possible = play.settle(surprise.delver_surprise, surprise.Vigilance(exploring=True, set_ambush=True)).possible
    party = play.now.able_in(group)
    watcher = max((bridge.check(person, *_WATCHING) for person in party), default=0)
    given = surprise.Coming(surprise.Method.SNEAK, good_at(play, encounter.others), watcher, possible)
    outcome = play.settle(surprise.encounter_surprise, given)
    caught = tuple(person.id for person in party if not is_alert(person))
    if isinstance(outcome, surprise.Stunned) and caught:
        play.go_on(group, replace(current_encounter(play, group), surprised=caught))
        play.tell(OffGuard(group, caught), to=group_audience(group))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """One kind after the other, or all of them at once."""
    for group in (group for group in groups_for(known, seat) if clock_of(group) is not None):
        lying = tuple(creatures for creatures in present(known, group) if creatures.ambush)
        if len(lying) > 1:
            first, *rest = lying
            act = SpringAmbush(group.id, first.id, tuple(creatures.id for creatures in rest))
            names = ", ".join(creatures.name for creatures in lying)
            yield Offer(act, "Ambush by all:", names, rule=surprise.encounter_surprise)
        for others in lying:
            act = SpringAmbush(group.id, others.id)
            yield Offer(act, "Ambush by", others.name, rule=surprise.encounter_surprise)


PART = Part(commands=(SpringAmbush,), offers=_offers)
