"""Sovereign's clock: a secret encounter check when due, one activity for everybody, then ten minutes pass."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.sovereign.dungeon_time import Noise, dungeon_alertness, turn_actions
from undercroft.books.sovereign.units import TURN, Turns
from undercroft.books.sovereign.wandering import (
    Counting,
    Due,
    Encounter,
    Place,
    WanderingCheck,
    wandering_check,
    wandering_due,
    wandering_interval,
)
from undercroft.interpret import odds
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import CheckMade
from undercroft.table.exploration import wandering
from undercroft.table.exploration.clockwork import ALONGSIDE, Activity, Boundary, boundary, had_their_turn
from undercroft.table.state.campaign import Campaign, Check, Group
from undercroft.table.state.ids import GroupId, PersonId, SiteId
from undercroft.table.state.scenes import Exploring, SovereignTurn
from undercroft.table.state.sites import Site


class SovereignClock:
    """Time by Sovereign."""

    step: Seconds = TURN
    called: str = "Turn"

    def opening(self, site: SiteId) -> Exploring:
        """A scene before its first Turn."""
        return SovereignTurn(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """Everybody does one significant thing a Turn."""
        scene = group.scene
        if activity not in ALONGSIDE and isinstance(scene, SovereignTurn):
            yield from had_their_turn(known.people[who], self.called, scene.done, turn_actions.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Use up the person's Turn; its time is spent when the Turn ends."""
        if activity in ALONGSIDE:
            return
        scene = _scene(play, group)
        battering = scene.battering or activity is Activity.BATTER
        play.go_on(group, replace(scene, done={**scene.done, who: what}, battering=battering))

    def next(self, campaign: Campaign, group: Group) -> Boundary | None:
        """A Turn begins by itself, and ends by itself when everybody has acted."""
        return boundary(campaign, group, group.scene) if isinstance(group.scene, SovereignTurn) else None

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count the Turn, and make an encounter check if one is due."""
        scene = _scene(play, group)
        counting = Counting(scene.since_check, interval(play.now.sites[scene.site]), first_turn=scene.turn == 0)
        due = play.settle(wandering_due, counting)
        scene = replace(scene, turn=scene.turn + 1, begun=True, since_check=due.counter, done={}, battering=False)
        play.go_on(group, scene)
        if isinstance(due, Due):
            _check(play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """Make an encounter check for the noise of battering, then spend the Turn."""
        if _scene(play, group).battering:
            _check(play, group, wandering.NOISE)
        play.spend(group, TURN)
        play.go_on(group, replace(_scene(play, group), begun=False))

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """The checks by the site's interval, for a seat that knows the site."""
        scene = group.scene
        site = known.sites.get(scene.site) if isinstance(scene, SovereignTurn) else None
        every = interval(site) if site is not None else None
        if every is None or not isinstance(scene, SovereignTurn):
            return frozenset()
        return frozenset(range(scene.turn + max(1, every - scene.since_check), until + 1, every))

    def comes(self, _: Campaign, __: Group, ___: int, /) -> Fraction:
        """The chance of every check."""
        return odds.of_rule(wandering_check, WanderingCheck()).chance(lambda outcome: isinstance(outcome, Encounter))


def _scene(play: Play, group: GroupId) -> SovereignTurn:
    scene = play.group(group).scene
    if not isinstance(scene, SovereignTurn):
        raise TypeError("not in a Turn")
    return scene


def _check(play: Play, group: GroupId, why: str = "") -> None:
    """Make a secret encounter check; the referee decides when the creatures are noticed."""
    came = isinstance(play.settle(wandering_check, WanderingCheck()), Encounter)
    play.tell(CheckMade(group, Check(_scene(play, group).turn, play.last_total, came)))
    if came:
        wandering.approach(play, group, why)


def count_missed(play: Play, group: GroupId, why: str) -> None:
    """Count a missed Turn, and make its encounter check if one was due."""
    scene = _scene(play, group)
    due = play.settle(wandering_due, Counting(scene.since_check, interval(play.now.sites[scene.site])))
    play.go_on(group, replace(scene, since_check=due.counter))
    if isinstance(due, Due):
        _check(play, group, why)


def interval(site: Site) -> Turns | None:
    """The Turns between encounter checks, considering an alarm."""
    location = dungeon_alertness(Script(), Noise(site.location, site.alerted)).location
    return wandering_interval(Script(), Place(location)).interval


CLOCK = SovereignClock()
