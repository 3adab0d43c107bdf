"""The creatures of a site come and go."""

from msgspec.structs import replace

from undercroft.kernel.phrases import THEM, begun, creatures_named, verb
from undercroft.table.engine.audience import SECRET, Audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, with_group, with_seen, with_site
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, SiteId
from undercroft.table.state.seen_sites import SeenCreatures, SeenSite, SeenSlain
from undercroft.table.state.sites import Site
from undercroft.table.state.things import Guarded


class CreaturesCame(SecretEvent, frozen=True, tag="table.creatures-came"):
    """Creatures appeared in a site, or changed."""

    site: SiteId
    creatures: Creatures

    def fold(self, campaign: Campaign) -> Campaign:
        site = campaign.sites[self.site]
        return with_site(campaign, replace(site, creatures={**site.creatures, self.creatures.id: self.creatures}))

    def say(self, _now: Campaign) -> str:
        """Word creatures that nobody has seen; creatures that are seen have a line of their own."""
        if self.creatures.is_event:
            return f"{'Encounter' if self.creatures.name == UNNAMED else 'Event'}: {self.creatures.name}."
        if self.creatures.met:
            return ""
        who = creatures_named(self.creatures.name, self.creatures.count)
        return f"Encounter: {who}." if self.creatures.zone is None else f"Unseen by the party: {who}."


class CreaturesLeft(Event, frozen=True, tag="table.creatures-left"):
    """Creatures left a site."""

    site: SiteId
    creatures: CreaturesId
    how: str = ""
    who: str = ""
    """The creatures, as those who are told name them."""

    def fold(self, campaign: Campaign) -> Campaign:
        """Remove them from the true site and from the known site."""
        site, seen = campaign.sites.get(self.site), campaign.seen.get(self.site)
        if site is not None:
            rest = {id: kind for id, kind in site.creatures.items() if id != self.creatures}
            campaign = with_site(campaign, replace(site, creatures=rest))
        if seen is not None:
            sighted = {id: kind for id, kind in seen.creatures.items() if id != self.creatures}
            slain = (*seen.slain, *_slain(seen.creatures.get(self.creatures), self.how))
            campaign = with_seen(campaign, replace(seen, creatures=sighted, slain=slain))
        return self._with_remains(campaign, site, seen)

    def _with_remains(self, campaign: Campaign, site: Site | None, seen: SeenSite | None) -> Campaign:
        """Remember where they were if they guarded something; `site` and `seen` are as they were before."""
        if Guarded(self.site, self.creatures) not in (thing.place for thing in campaign.things.values()):
            return campaign
        there = (place.creatures.get(self.creatures) for place in (site, seen) if place is not None)
        zone = next((gone.zone for gone in there if gone is not None), None)
        if zone is None:
            return campaign
        here = {**campaign.remains.get(self.site, {}), self.creatures: zone}
        return replace(campaign, remains={**campaign.remains, self.site: here})

    def say(self, _now: Campaign) -> str:
        if self.how in (SLAIN, HAPPENED):
            return ""
        if self.how in (NEVER_CAME, NEVER_HAPPENED):
            return f"The {'encounter' if self.how == NEVER_CAME else 'event'} is dismissed."
        who = self.who or THEM
        if self.how == FLED:
            return f"{begun(who)} {verb(who, 'flee', 'flees')}."
        return f"{begun(who)} {verb(who, 'leave', 'leaves')}{f': {self.how}' if self.how else ''}."


def _slain(seen: SeenCreatures | None, how: str) -> tuple[SeenSlain, ...]:
    """The dead that people know in a room, if creatures that they saw there are gone because they were slain."""
    return (SeenSlain(seen.zone, seen.name),) if seen is not None and seen.zone is not None and how == SLAIN else ()


class PendingDropped(SecretEvent, frozen=True, tag="table.pending-dropped"):
    """Creatures are no longer on their way to a group."""

    group: GroupId
    creatures: CreaturesId

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.groups[self.group]
        scenes = tuple(
            replace(scene, pending=tuple(id for id in scene.pending if id != self.creatures)) for scene in group.scenes
        )
        return with_group(campaign, replace(group, scenes=scenes))


class KindKept(SecretEvent, frozen=True, tag="table.kind-kept"):
    """Creatures that leave a site are kept for its encounter table, which names them: others like them may come."""

    site: SiteId
    creatures: Creatures

    def fold(self, campaign: Campaign) -> Campaign:
        site = campaign.sites[self.site]
        return with_site(campaign, replace(site, gone={**site.gone, self.creatures.id: self.creatures}))


def gone_from_site(play: Play, left: CreaturesLeft, *, to: Audience = SECRET) -> None:
    """Remove creatures from a site; if its encounter table names them, others like them may still come."""
    site = play.now.sites[left.site]
    if site.names(left.creatures):
        play.tell(KindKept(left.site, site.creatures[left.creatures]))
    play.tell(left, to=to)


UNNAMED = "an encounter of your choice"
"""The encounter of a site without an encounter table."""

SLAIN, HAPPENED, FLED, NEVER_CAME, NEVER_HAPPENED = "slain", "happened", "fled", "never came", "never happened"
"""How creatures leave: slain in a fight or told as an event, for which the log has a line already, in flight, or not
at all, because the referee dismissed their encounter or the event."""


PART = Part(events=(CreaturesCame, CreaturesLeft, KindKept, PendingDropped))
