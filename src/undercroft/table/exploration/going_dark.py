"""Coming into the dark, going on without a light, and what light shows when it returns; on every clock."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seen_sites import SeenCreatures
from undercroft.table.world.darkness import EVENTS, CameIntoDark, LightAgain, WentOnUnlit, is_blind, is_dark
from undercroft.table.world.group_maps import map_of
from undercroft.table.world.sight import creatures_as_met, in_plain_sight, see
from undercroft.table.world.sightings import UNSEEN


class ComeIntoDark(Automatic, frozen=True, tag="come_into_dark"):
    """Tell a group that it is in the dark; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="it is dark", listed=False)

    def do(self, play: Play) -> None:
        play.tell(CameIntoDark(self.group, play.moment), to=group_audience(self.group))


class SeeAgain(Automatic, frozen=True, tag="see_again"):
    """Tell a group what it sees once there is light; Undercroft does this by itself."""

    group: GroupId
    ABOUT = About(deed="there is light again", listed=False)

    def do(self, play: Play) -> None:
        """Show the zone and the creatures that nobody could see before."""
        if self.group in play.now.unlit:
            play.tell(LightAgain(self.group), to=group_audience(self.group))
        zone = play.group(self.group).zone
        if zone is not None:
            see(play, self.group, zone, news_only=True)
        scene = play.group(self.group).scene
        if isinstance(scene, EncounterScene):
            _recognise(play, self.group, scene)


class GoOnUnlit(Command, frozen=True, tag="go_on_unlit"):
    """Go on without a light."""

    group: GroupId
    ABOUT = About(title="Go on in the dark", deed="they go on without a light", icon="moon", place=Section.BANNERS)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        unlit = known.unlit.get(self.group)
        if unlit is None or unlit.accepted:
            yield Reason("no_need", f"{are(known, known.groups.get(self.group))} not held up by the dark.")

    def do(self, play: Play) -> None:
        play.tell(WentOnUnlit(self.group), to=group_audience(self.group))


def _recognise(play: Play, group: GroupId, scene: EncounterScene) -> None:
    """Show the creatures of an encounter as they are."""
    truly = {others.id: others for others in (scene.others, *scene.company) if others is not None}

    def now(seen: SeenCreatures) -> SeenCreatures:
        if seen.id not in truly:
            return seen
        shown = creatures_as_met(play.now, group, truly[seen.id])
        return replace(shown, distance_ft=seen.distance_ft, direction=seen.direction)

    play.go_on(group, replace(scene, met=now(scene.met), along=tuple(now(seen) for seen in scene.along)))


def _next(campaign: Campaign) -> Command | None:
    for group in campaign.groups.values():
        if not group.members:
            continue
        unlit, dark = campaign.unlit.get(group.id), is_dark(campaign, group)
        if dark and (unlit is None or not unlit.dark):
            return ComeIntoDark(group.id)
        lit_again = unlit is not None and not dark and (unlit.dark or bool(campaign.lights_of(group.id)))
        if lit_again or _newly_seen(campaign, group):
            return SeeAgain(group.id)
    return None


def _newly_seen(campaign: Campaign, group: Group) -> bool:
    """Whether a group sees now what it knows only from the dark; creatures that have left are not seen again."""
    known = map_of(campaign, group.id).get(group.site) if group.site is not None else None
    zone = known.zones.get(group.zone) if known is not None and group.zone is not None else None
    if known is None or zone is None or is_blind(campaign, group):
        return False
    unseen = {id for id, one in known.creatures.items() if one.zone == zone.id and one.name == UNSEEN}
    return zone.dark or any(
        creatures.id in unseen and creatures_as_met(campaign, group.id, creatures).name != UNSEEN
        for creatures in in_plain_sight(campaign.site_of(group), zone.id)
    )


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        unlit = known.unlit.get(group.id)
        if unlit is not None:
            how = "in the dark" if unlit.dark else "without a light"
            yield Offer(GoOnUnlit(group.id), "Go on", how, note=group.name, open_only=True)


PART = Part(commands=(ComeIntoDark, SeeAgain, GoOnUnlit), events=EVENTS, offers=_offers, follow_up=_next)
