"""Sovereign's Turns: a secret check when one is due, one significant thing for everybody, then ten minutes pass."""

from __future__ import annotations

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
from undercroft.table import encounters
from undercroft.table.campaign import Campaign, Check, Group
from undercroft.table.names import GroupId, PersonId, SiteId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import ALONGSIDE, Activity, follows, had_their_turn
from undercroft.table.rooms import Command, Reason
from undercroft.table.scenes import Exploring, SovereignTurn
from undercroft.table.sites import Site
from undercroft.table.staging import CheckMade


class SovereignClock:
    """Time by Sovereign."""

    step: Seconds = TURN
    called: str = "Turn"

    def opening(self, site: SiteId) -> Exploring:
        """The first Turn has not begun."""
        return SovereignTurn(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """One significant thing each."""
        scene = group.scene
        if activity not in ALONGSIDE and isinstance(scene, SovereignTurn):
            yield from had_their_turn(known.people[who], self.called, scene.done, turn_actions.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """That was somebody's Turn; the time is spent once, when it ends for all."""
        if activity in ALONGSIDE:
            return
        scene = _scene(play, group)
        battering = scene.battering or activity is Activity.BATTER
        play.go_on(group, replace(scene, done={**scene.done, who: what}, battering=battering))

    def next(self, campaign: Campaign, group: Group) -> Command | None:
        """A Turn begins by itself, and ends by itself when everybody has had theirs."""
        scene = group.scene
        if not isinstance(scene, SovereignTurn):
            return None
        return follows(campaign, group, begun=scene.begun, done=scene.done)

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count the Turn, and check for wanderers if one is due."""
        scene = _scene(play, group)
        counting = Counting(scene.since_check, interval(play.now.sites[scene.site]), first_turn=scene.turn == 0)
        due = play.settle(wandering_due, counting)
        scene = replace(scene, turn=scene.turn + 1, begun=True, since_check=due.counter, done={}, battering=False)
        play.go_on(group, scene)
        if isinstance(due, Due):
            _check(play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """The noise of battering draws a check of its own; then the Turn is spent."""
        if _scene(play, group).battering:
            _check(play, group, encounters.NOISE)
        play.spend(group, TURN)
        play.go_on(group, replace(_scene(play, group), begun=False))

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """By the site's interval, for whoever knows the site."""
        scene = group.scene
        site = known.sites.get(scene.site) if isinstance(scene, SovereignTurn) else None
        every = interval(site) if site is not None else None
        if every is None or not isinstance(scene, SovereignTurn):
            return frozenset()
        return frozenset(range(scene.turn + max(1, every - scene.since_check), until + 1, every))

    def comes(self, _: Campaign, __: Group, ___: int, /) -> Fraction:
        """One check is like the other."""
        return odds.of_rule(wandering_check, WanderingCheck()).chance(lambda outcome: isinstance(outcome, Encounter))


def _scene(play: Play, group: GroupId) -> SovereignTurn:
    scene = play.group(group).scene
    if not isinstance(scene, SovereignTurn):
        raise TypeError("not in a Turn")
    return scene


def _check(play: Play, group: GroupId, why: str = "") -> None:
    """A secret check; who comes is known to the referee, and comes when the referee likes."""
    came = isinstance(play.settle(wandering_check, WanderingCheck()), Encounter)
    play.tell(CheckMade(group, Check(_scene(play, group).turn, play.last_total, came)))
    if came:
        encounters.approach(play, group, why)


def count_missed(play: Play, group: GroupId, why: str) -> None:
    """A Turn that went by uncounted is counted now, and its check made if one was due."""
    scene = _scene(play, group)
    due = play.settle(wandering_due, Counting(scene.since_check, interval(play.now.sites[scene.site])))
    play.go_on(group, replace(scene, since_check=due.counter))
    if isinstance(due, Due):
        _check(play, group, why)


def interval(site: Site) -> Turns | None:
    """How many Turns lie between checks here, alarm and all."""
    location = dungeon_alertness(Script(), Noise(site.location, site.alerted)).location
    return wandering_interval(Script(), Place(location)).interval


CLOCK = SovereignClock()
