"""Sovereign's clock: a secret encounter check when due, one activity for everybody, then ten minutes pass."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.sovereign.dungeon_time import Noise, dungeon_alertness, turn_actions
from undercroft.books.sovereign.units import Turns
from undercroft.books.sovereign.wandering import (
    Counting,
    Due,
    Encounter,
    Location,
    Place,
    WanderingCheck,
    wandering_check,
    wandering_due,
    wandering_interval,
)
from undercroft.interpret import odds
from undercroft.kernel.script import Script
from undercroft.table.engine.play import Play
from undercroft.table.exploration import wandering
from undercroft.table.exploration.dungeon_clock import TurnClock
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import SovereignTurn
from undercroft.table.state.sites import Clock, Site


class SovereignClock(TurnClock[SovereignTurn]):
    """Time by Sovereign."""

    name = Clock.SOVEREIGN
    book = "Sovereign"
    kind = SovereignTurn
    called = "turn"
    acting = turn_actions.id
    missed = wandering_check

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count the turn, and make an encounter check if one is due."""
        scene = self.scene(play, group)
        counting = Counting(scene.since_check, interval(play.now.sites[scene.site]), first_turn=scene.turn == 0)
        due = play.settle(wandering_due, counting)
        scene = replace(
            scene, turn=scene.turn + 1, begun=True, since_check=due.counter, done={}, rests=(), battering=False
        )
        play.go_on(group, scene)
        if isinstance(due, Due):
            self.check(play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """Make an encounter check for the noise of battering, then spend the turn."""
        if self.scene(play, group).battering:
            self.check(play, group, wandering.NOISE)
        play.spend(group, self.left(play.group(group)))
        play.go_on(group, replace(self.scene(play, group), begun=False))

    def count_missed(self, play: Play, group: GroupId, why: str) -> None:
        """Count a missed turn, and make its encounter check if one was due."""
        scene = self.scene(play, group)
        due = play.settle(wandering_due, Counting(scene.since_check, interval(play.now.sites[scene.site])))
        play.go_on(group, replace(scene, since_check=due.counter))
        if isinstance(due, Due):
            self.check(play, group, why)

    def check(self, play: Play, group: GroupId, why: str = "") -> None:
        """Make a secret encounter check; the referee decides when the creatures are noticed."""
        came = isinstance(play.settle(wandering_check, WanderingCheck()), Encounter)
        self.note_check(play, group, came)
        if came:
            wandering.approach(play, group, why)

    def checked(self, scene: SovereignTurn, site: Site, until: int, /) -> Iterable[int]:
        """The checks by the site's interval."""
        every = interval(site)
        return () if every is None else range(scene.turn + max(1, every - scene.since_check), until + 1, every)

    def comes(self, known: Campaign, _: Group, __: int, /) -> Fraction:
        """The chance of every check."""
        given = known.house.applied(wandering_check, WanderingCheck())
        return odds.of_rule(wandering_check, given).chance(lambda outcome: isinstance(outcome, Encounter))


def interval(site: Site) -> Turns | None:
    """The turns between encounter checks, considering an alarm."""
    return wandering_interval(Script(), Place(location(site))).interval


def location(site: Site) -> Location:
    """What kind of place a site is, considering an alarm."""
    return dungeon_alertness(Script(), Noise(site.location, site.alerted)).location


CLOCK = SovereignClock()
