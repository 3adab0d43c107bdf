"""Delving's clock: six-minute rounds with a free move and an Action for everybody, then the secret hazard die.

A group moves together, by `Move`: a delver who wants to go alone is split off first. In the book delvers act from front
to rear; here they act in any order, since the order only decides who meets a danger first, and that goes by the
marching order.
"""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.delving.dungeon_turn import Light, Surroundings, danger_level
from undercroft.books.delving.exposure import Party, surprise_by_speed
from undercroft.books.delving.hazard import Danger, RandomEncounter, hazard_die
from undercroft.books.delving.hazard import DelveRound as RoundsEnd
from undercroft.books.delving.movement import Speed
from undercroft.books.delving.party_turn import NoTurn, Step, Turn, TurnRefused, turn_budget
from undercroft.books.delving.units import DELVE_ROUND
from undercroft.interpret import odds
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.body.exertion import RunCounted
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.exploration import wandering
from undercroft.table.exploration.dungeon_clock import ALONGSIDE, Activity, DungeonClock
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import DelveRound, DelverTurn
from undercroft.table.world import light

_STEPS = {
    Activity.MOVE: Step.MOVE,
    Activity.WALK: Step.WALK,
    Activity.RUN: Step.RUN,
    Activity.SEARCH: Step.SEARCH,
    Activity.RECOVER: Step.RECOVER,
}
"""The book's own actions; any other activity is an Action too."""
_SPEEDS = {Activity.WALK: Speed.WALK, Activity.RUN: Speed.RUN}
_FAST = {Speed.WALK: Step.WALK, Speed.RUN: Step.RUN, Speed.DELVE: Step.OTHER}
_WHY = {
    NoTurn.ONE_ACTION: "{name} has used the Action of this delve round: {did}.",
    NoTurn.WALK_RUN_REPLACES_MOVE: "{name} cannot both take the free move and walk or run in one delve round.",
}


class DelveClock(DungeonClock[DelveRound]):
    """Time by Delving."""

    kind = DelveRound
    step = DELVE_ROUND
    called = "delve round"
    missed = hazard_die

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """A delver has one free move and one Action."""
        scene = group.scene
        if activity in ALONGSIDE or not isinstance(scene, DelveRound):
            return
        turn = scene.going.get(who, DelverTurn())
        refused = _budget(known.house, (*_taken(turn), _STEPS.get(activity, Step.OTHER)))
        if isinstance(refused, TurnRefused):
            why = _WHY[refused.reason].format(name=known.people[who].name, did=turn.did or "moved on")
            yield Reason(refused.reason, why, turn_budget.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """The first move is free, any other activity is the Action."""
        if activity in ALONGSIDE:
            return
        scene = self.scene(play, group)
        turn = _after(play.now.house, scene.going.get(who, DelverTurn()), activity, what)
        caught = surprise_by_speed(Script(), Party(FrozenMap({who: turn.speed}))).surprised
        play.go_on(
            group,
            replace(
                scene,
                going={**scene.going, who: turn},
                surprised=(*(delver for delver in scene.surprised if delver != who), *map(PersonId, caught)),
                battering=scene.battering or activity is Activity.BATTER,
            ),
        )

    def has_acted(self, scene: DelveRound, who: PersonId) -> bool:
        """Whether a delver has used or given up their Action, even with a free move left."""
        return who in scene.going and not scene.going[who].action

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Give everybody a move and an Action again."""
        scene = self.scene(play, group)
        play.go_on(group, replace(scene, round=scene.round + 1, begun=True, going={}, battering=False))

    def end_step(self, play: Play, group: GroupId) -> None:
        """The Dungeon Turn: the hazard die, another for the noise of battering, then the timers.

        Lights burn down before monsters are placed, since their light sets the edge of vision. Delvers who did nothing
        this round are no longer surprised.
        """
        scene = self.scene(play, group)
        danger = _danger(play, group)
        reasons = ("", wandering.NOISE) if scene.battering else ("",)
        thrown = [(why, self.hazard(play, group, danger)) for why in reasons]
        play.spend(group, DELVE_ROUND)
        _catch_breath(play, group)
        scene = self.scene(play, group)
        unready = tuple(delver for delver in scene.surprised if delver in scene.going)
        play.go_on(group, replace(scene, begun=False, surprised=unready))
        for why, comes in thrown:
            if comes:
                wandering.approach(play, group, why)

    def hazard(self, play: Play, group: GroupId, danger: Danger) -> bool:
        """Roll the hazard die in secret, and return whether it brings an encounter."""
        comes = isinstance(play.settle(hazard_die, RoundsEnd(danger)), RandomEncounter)
        self.note_check(play, group, comes)
        return comes

    def count_missed(self, play: Play, group: GroupId, why: str) -> None:
        """Roll the hazard die of a missed round."""
        if self.hazard(play, group, _danger(play, group)):
            wandering.approach(play, group, why)

    def comes(self, known: Campaign, group: Group, number: int, /) -> Fraction:
        """The chance on the hazard die of that round, which is more dangerous after the lights burn out."""
        scene = group.scene
        if not isinstance(scene, DelveRound):
            return Fraction(0)
        at = Seconds(group.time + (number - scene.round) * DELVE_ROUND)
        burning = {id: lit for id, lit in known.lights.items() if lit.until is None or lit.until > at}
        danger = danger_by(replace(known, lights=burning), group, scene)
        given = known.house.applied(hazard_die, RoundsEnd(danger))
        return odds.of_rule(hazard_die, given).chance(lambda outcome: isinstance(outcome, RandomEncounter))


def _taken(turn: DelverTurn) -> tuple[Step, ...]:
    """The steps a delver has taken in their turn."""
    moved = () if turn.free_move else (Step.MOVE,)
    return moved if turn.action else (*moved, _FAST[turn.speed])


def _budget(house: HouseRules, steps: tuple[Step, ...]) -> object:
    return turn_budget(Script(), house.applied(turn_budget, Turn(steps)))


def _after(house: HouseRules, turn: DelverTurn, activity: Activity, what: str) -> DelverTurn:
    """A delver's turn after an activity."""
    if activity is Activity.MOVE and turn.free_move:
        return replace(turn, free_move=False)
    speed = _SPEEDS.get(activity, turn.speed)
    moves_too = not isinstance(_budget(house, (_FAST[speed], Step.MOVE)), TurnRefused)
    return replace(turn, action=False, free_move=turn.free_move and moves_too, speed=speed, did=what)


def _danger(play: Play, group: GroupId) -> Danger:
    """Settle the danger level by the group's light."""
    return play.settle(danger_level, _surroundings(play.now, play.group(group), CLOCK.scene(play, group))).danger


def danger_by(known: Campaign, group: Group, scene: DelveRound) -> Danger:
    """The danger level by the group's light, without settling it, for a seat that knows the site."""
    given = known.house.applied(danger_level, _surroundings(known, group, scene))
    return danger_level(Script(), given).danger


def _surroundings(campaign: Campaign, group: Group, scene: DelveRound) -> Surroundings:
    site = campaign.sites[scene.site]
    return Surroundings(site.danger, site.shadowcursed, best_light(campaign, group))


def best_light(campaign: Campaign, group: Group) -> Light:
    """The best light a group has: the zone's, or in its hands."""
    zone = campaign.zone_of(group)
    if zone is not None and zone.lit:
        return Light.DAYLIGHT
    burning = sorted((lit.item for lit in campaign.lights_of(group.id)), key=light.reach)
    return Light(burning[-1]) if burning else Light.NONE


def _catch_breath(play: Play, group: GroupId) -> None:
    """Reset the running count of delvers who did not run this round."""
    going = CLOCK.scene(play, group).going
    for person in play.now.those_in(group):
        ran = person.id in going and going[person.id].speed is Speed.RUN
        if person.run_rounds and not ran:
            play.tell(RunCounted(person.id, 0), to=group_audience(group))


CLOCK = DelveClock()
