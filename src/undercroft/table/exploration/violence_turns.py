"""Violence's clock: everybody does one thing, ten minutes pass, then comes the encounter check."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.violence import timekeeping
from undercroft.books.violence.timekeeping import RandomEncounter, TurnEnds, exploration_turn, turn_encounter
from undercroft.books.violence.units import Turns
from undercroft.interpret import odds
from undercroft.table.engine.play import Play
from undercroft.table.exploration import wandering
from undercroft.table.exploration.dungeon_clock import ALONGSIDE, Activity, TurnClock
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import ViolenceTurn
from undercroft.table.state.sites import Clock

_FILLS = {
    Activity.SEARCH: timekeeping.Activity.SEARCH_ROOM,
    Activity.MOVE: timekeeping.Activity.CORRIDOR,
    Activity.REST: timekeeping.Activity.SHORT_REST,
    Activity.PICK: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.DISARM: timekeeping.Activity.ATTRIBUTE_CHECK,
    Activity.FEAT: timekeeping.Activity.ATTRIBUTE_CHECK,
}
"""The book's words for activities that fill a turn."""


class ViolenceClock(TurnClock[ViolenceTurn]):
    """Time by Violence."""

    name = Clock.VIOLENCE
    book = "Violence"
    kind = ViolenceTurn
    called = "turn"
    acting = exploration_turn.id
    checks_at_end = True
    missed = turn_encounter

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Settle that the activity fills the turn, and use up the person's turn."""
        if activity not in ALONGSIDE:
            filling = _FILLS.get(activity, timekeeping.Activity.OTHER)
            play.settle(exploration_turn, timekeeping.Exploring(filling))
        super().did(play, group, who, activity, what)

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Count the turn."""
        scene = self.scene(play, group)
        play.go_on(group, replace(scene, turn=scene.turn + 1, begun=True, done={}, rests=(), battering=False))

    def end_step(self, play: Play, group: GroupId) -> None:
        """Spend the turn, then make the encounter check, and another for the noise of battering."""
        scene = self.scene(play, group)
        play.spend(group, self.left(play.group(group)))
        play.go_on(group, replace(self.scene(play, group), begun=False))
        for why in ("", wandering.NOISE) if scene.battering else ("",):
            self.count_missed(play, group, why)

    def count_missed(self, play: Play, group: GroupId, why: str) -> None:
        """Make the secret encounter check of a turn; the referee decides when the creatures are noticed."""
        ends = TurnEnds(Turns(self.scene(play, group).turn))
        came = isinstance(play.settle(turn_encounter, ends), RandomEncounter)
        self.note_check(play, group, came)
        if came:
            wandering.approach(play, group, why)

    def comes(self, known: Campaign, _: Group, number: int, /) -> Fraction:
        """The chance of the check that ends that turn."""
        given = known.house.applied(turn_encounter, TurnEnds(Turns(number)))
        return odds.of_rule(turn_encounter, given).chance(lambda outcome: isinstance(outcome, RandomEncounter))


CLOCK = ViolenceClock()
