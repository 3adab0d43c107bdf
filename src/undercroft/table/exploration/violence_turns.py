"""Violence's clock: everybody does one thing, ten minutes pass, then comes the encounter check."""

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
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import CheckMade
from undercroft.table.exploration import wandering
from undercroft.table.exploration.clockwork import ALONGSIDE, Activity, Boundary, boundary, had_their_turn
from undercroft.table.state.campaign import Campaign, Check, Group
from undercroft.table.state.ids import GroupId, PersonId, SiteId
from undercroft.table.state.scenes import Exploring, ViolenceTurn

_FILLS = {
    Activity.SEARCH: timekeeping.Activity.SEARCH_ROOM,
    Activity.MOVE: timekeeping.Activity.CORRIDOR,
    Activity.REST: timekeeping.Activity.SHORT_REST,
    Activity.PICK: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.DISARM: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.FEAT: timekeeping.Activity.ATTRIBUTE_CHECK,
}
"""The book's words for activities that fill a Turn."""


class ViolenceClock:
    """Time by Violence."""

    step: Seconds = Seconds(TURN * MINUTE)
    called: str = "Turn"

    def opening(self, site: SiteId) -> Exploring:
        """A scene before its first Turn."""
        return ViolenceTurn(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """Everybody does one thing a Turn."""
        scene = group.scene
        if activity not in ALONGSIDE and isinstance(scene, ViolenceTurn):
            yield from had_their_turn(known.people[who], self.called, scene.done, exploration_turn.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Use up the person's Turn; its time is spent when the Turn ends."""
        if activity in ALONGSIDE:
            return
        play.settle(exploration_turn, Doing(_FILLS.get(activity, timekeeping.Activity.OTHER)))
        scene = _scene(play, group)
        battering = scene.battering or activity is Activity.BATTER
        play.go_on(group, replace(scene, done={**scene.done, who: what}, battering=battering))

    def next(self, campaign: Campaign, group: Group) -> Boundary | None:
        """A Turn begins by itself, and ends by itself when everybody has acted."""
        return boundary(campaign, group, group.scene) if isinstance(group.scene, ViolenceTurn) else None

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count the Turn."""
        scene = _scene(play, group)
        play.go_on(group, replace(scene, turn=scene.turn + 1, begun=True, done={}, battering=False))

    def end_step(self, play: Play, group: GroupId) -> None:
        """Spend the Turn, then make the encounter check, and another for the noise of battering."""
        scene = _scene(play, group)
        play.spend(group, self.step)
        play.go_on(group, replace(_scene(play, group), begun=False))
        for why in ("", wandering.NOISE) if scene.battering else ("",):
            _check(play, group, why)

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """An encounter check ends every Turn."""
        scene = group.scene
        if not isinstance(scene, ViolenceTurn) or scene.site not in known.sites:
            return frozenset()
        return frozenset(range(scene.turn, until + 1))

    def comes(self, known: Campaign, _: Group, number: int, /) -> Fraction:
        """The chance of the check that ends that Turn."""
        given = known.house.applied(turn_encounter, TurnEnds(Turns(number)))
        return odds.of_rule(turn_encounter, given).chance(lambda outcome: isinstance(outcome, RandomEncounter))


def _scene(play: Play, group: GroupId) -> ViolenceTurn:
    scene = play.group(group).scene
    if not isinstance(scene, ViolenceTurn):
        raise TypeError("not in a Turn by Violence")
    return scene


def _check(play: Play, group: GroupId, why: str) -> None:
    """Make a secret encounter check; the referee decides when the creatures are noticed."""
    turn = _scene(play, group).turn
    came = isinstance(play.settle(turn_encounter, TurnEnds(Turns(turn))), RandomEncounter)
    play.tell(CheckMade(group, Check(turn, play.last_total, came)))
    if came:
        wandering.approach(play, group, why)


def count_missed(play: Play, group: GroupId, why: str) -> None:
    """Make the encounter check of a missed Turn."""
    _check(play, group, why)


CLOCK = ViolenceClock()
