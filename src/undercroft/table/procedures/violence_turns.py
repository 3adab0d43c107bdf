"""Violence's Turns: everybody does one thing, ten minutes pass, and then something may come."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.violence import timekeeping
from undercroft.books.violence.timekeeping import (
    Exploring as Doing,
)
from undercroft.books.violence.timekeeping import RandomEncounter, TurnEnds, exploration_turn, turn_encounter
from undercroft.books.violence.units import TURN, Turns
from undercroft.interpret import odds
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table import encounters
from undercroft.table.campaign import Campaign, Check, Group
from undercroft.table.names import GroupId, PersonId, SiteId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import ALONGSIDE, Activity, follows, had_their_turn
from undercroft.table.rooms import Command, Reason
from undercroft.table.scenes import Exploring, ViolenceTurn
from undercroft.table.staging import CheckMade

_FILLS = {
    Activity.SEARCH: timekeeping.Activity.SEARCH_ROOM,
    Activity.MOVE: timekeeping.Activity.CORRIDOR,
    Activity.REST: timekeeping.Activity.SHORT_REST,
    Activity.PICK: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.DISARM: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.FEAT: timekeeping.Activity.ATTRIBUTE_CHECK,
}
"""What the book calls it that fills a Turn."""


class ViolenceClock:
    """Time by Violence."""

    step: Seconds = Seconds(TURN * MINUTE)
    called: str = "Turn"

    def opening(self, site: SiteId) -> Exploring:
        """The first Turn has not begun."""
        return ViolenceTurn(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """A Turn is time for one thing."""
        scene = group.scene
        if activity not in ALONGSIDE and isinstance(scene, ViolenceTurn):
            yield from had_their_turn(known.people[who], self.called, scene.done, exploration_turn.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """That was somebody's Turn; the time is spent once, when it ends for all."""
        if activity in ALONGSIDE:
            return
        play.settle(exploration_turn, Doing(_FILLS.get(activity, timekeeping.Activity.OTHER)))
        scene = _scene(play, group)
        battering = scene.battering or activity is Activity.BATTER
        play.go_on(group, replace(scene, done={**scene.done, who: what}, battering=battering))

    def next(self, campaign: Campaign, group: Group) -> Command | None:
        """A Turn begins by itself, and ends by itself when everybody has had theirs."""
        scene = group.scene
        if not isinstance(scene, ViolenceTurn):
            return None
        return follows(campaign, group, begun=scene.begun, done=scene.done)

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count it."""
        scene = _scene(play, group)
        play.go_on(group, replace(scene, turn=scene.turn + 1, begun=True, done={}, battering=False))

    def end_step(self, play: Play, group: GroupId) -> None:
        """The time passes first, then the die falls; the noise of battering draws one of its own."""
        scene = _scene(play, group)
        play.spend(group, self.step)
        play.go_on(group, replace(_scene(play, group), begun=False))
        for why in ("", encounters.NOISE) if scene.battering else ("",):
            _check(play, group, why)

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """A die ends every Turn."""
        scene = group.scene
        if not isinstance(scene, ViolenceTurn) or scene.site not in known.sites:
            return frozenset()
        return frozenset(range(scene.turn, until + 1))

    def comes(self, known: Campaign, _: Group, number: int, /) -> Fraction:
        """By the die that ends that Turn."""
        given = known.house.applied(turn_encounter, TurnEnds(Turns(number)))
        return odds.of_rule(turn_encounter, given).chance(lambda outcome: isinstance(outcome, RandomEncounter))


def _scene(play: Play, group: GroupId) -> ViolenceTurn:
    scene = play.group(group).scene
    if not isinstance(scene, ViolenceTurn):
        raise TypeError("not in a Turn by Violence")
    return scene


def _check(play: Play, group: GroupId, why: str) -> None:
    """A secret die; who comes is known to the referee, and comes when the referee likes."""
    turn = _scene(play, group).turn
    came = isinstance(play.settle(turn_encounter, TurnEnds(Turns(turn))), RandomEncounter)
    play.tell(CheckMade(group, Check(turn, play.last_total, came)))
    if came:
        encounters.approach(play, group, why)


def count_missed(play: Play, group: GroupId, why: str) -> None:
    """A Turn that went by uncounted has its die now."""
    _check(play, group, why)


CLOCK = ViolenceClock()
