"""Delving's rounds: a free move and an Action for everybody, then the secret hazard die, and six minutes have passed.

A group moves together, by `Move`: whoever wants to go alone is split off first and is a group of their own. The book
has its delvers act from front to rear; here acts are taken as they come, since all that hangs on the order is who
meets a danger first, and that goes by the marching order.
"""

from __future__ import annotations

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
from undercroft.table import encounters, light
from undercroft.table.campaign import Campaign, Check, Group
from undercroft.table.endurance import RunCounted
from undercroft.table.house import HouseRules
from undercroft.table.names import GroupId, PersonId, SiteId
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import ALONGSIDE, Activity, BeginStep, EndStep
from undercroft.table.rooms import Command, Reason
from undercroft.table.scenes import DelveRound, Exploring, Going
from undercroft.table.staging import CheckMade
from undercroft.table.telling import group as group_audience

_STEPS = {
    Activity.MOVE: Step.MOVE,
    Activity.WALK: Step.WALK,
    Activity.RUN: Step.RUN,
    Activity.SEARCH: Step.SEARCH,
    Activity.RECOVER: Step.RECOVER,
}
"""The book's own actions; whatever else takes its time is an Action too."""
_SPEEDS = {Activity.WALK: Speed.WALK, Activity.RUN: Speed.RUN}
_FAST = {Speed.WALK: Step.WALK, Speed.RUN: Step.RUN, Speed.DELVE: Step.OTHER}
_WHY = {
    NoTurn.ONE_ACTION: "{name} has used the Action of this delve round: {did}.",
    NoTurn.WALK_RUN_REPLACES_MOVE: "{name} cannot both take the free move and walk or run in one delve round.",
}


class DelveClock:
    """Time by Delving."""

    step: Seconds = DELVE_ROUND
    called: str = "delve round"

    def opening(self, site: SiteId) -> Exploring:
        """The first round has not begun."""
        return DelveRound(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """One free move, one Action."""
        scene = group.scene
        if activity in ALONGSIDE or not isinstance(scene, DelveRound):
            return
        going = scene.going.get(who, Going())
        refused = _budget(known.house, (*_taken(going), _STEPS.get(activity, Step.OTHER)))
        if isinstance(refused, TurnRefused):
            why = _WHY[refused.reason].format(name=known.people[who].name, did=going.did or "moved on")
            yield Reason(refused.reason, why, turn_budget.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """The first move is free, anything else of any length is the Action."""
        if activity in ALONGSIDE:
            return
        scene = _scene(play, group)
        going = _gone_on(play.now.house, scene.going.get(who, Going()), activity, what)
        caught = surprise_by_speed(Script(), Party(FrozenMap({who: going.speed}))).surprised
        play.go_on(
            group,
            replace(
                scene,
                going={**scene.going, who: going},
                surprised=(*(one for one in scene.surprised if one != who), *(PersonId(one) for one in caught)),
                battering=scene.battering or activity is Activity.BATTER,
            ),
        )

    def next(self, campaign: Campaign, group: Group) -> Command | None:
        """A round ends by itself when everybody's Action is used or given up; whoever means to move goes first."""
        scene = group.scene
        if not isinstance(scene, DelveRound):
            return None
        if not scene.begun:
            return BeginStep(group.id)
        able = campaign.able_in(group.id)
        over = able and all(person.id in scene.going and not scene.going[person.id].action for person in able)
        return EndStep(group.id) if over else None

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Everybody has a move and an Action again."""
        scene = _scene(play, group)
        play.go_on(group, replace(scene, round=scene.round + 1, begun=True, going={}, battering=False))

    def end_step(self, play: Play, group: GroupId) -> None:
        """The Dungeon Turn: the hazard die, another one for the noise of battering, then the timers.

        Lights burn down before anybody is placed, so that the edge of vision is where it will be. Whoever did nothing
        this round has had the turn that ends their surprise.
        """
        scene = _scene(play, group)
        danger = _danger(play, group)
        reasons = ("", encounters.NOISE) if scene.battering else ("",)
        thrown = [(why, _hazard(play, group, danger)) for why in reasons]
        play.spend(group, DELVE_ROUND)
        _catch_breath(play, group)
        scene = _scene(play, group)
        unready = tuple(one for one in scene.surprised if one in scene.going)
        play.go_on(group, replace(scene, begun=False, surprised=unready))
        for why, comes in thrown:
            if comes:
                encounters.approach(play, group, why)

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """A hazard die ends every round."""
        scene = group.scene
        if not isinstance(scene, DelveRound) or scene.site not in known.sites:
            return frozenset()
        return frozenset(range(scene.round, until + 1))

    def comes(self, known: Campaign, group: Group, number: int, /) -> Fraction:
        """By the hazard die of that round: it is more dangerous once the lights that burn now are out."""
        scene = group.scene
        if not isinstance(scene, DelveRound):
            return Fraction(0)
        at = Seconds(group.time + (number - scene.round) * DELVE_ROUND)
        burning = {id: one for id, one in known.lights.items() if one.until is None or one.until > at}
        danger = danger_by(replace(known, lights=burning), group, scene)
        given = known.house.applied(hazard_die, RoundsEnd(danger))
        return odds.of_rule(hazard_die, given).chance(lambda outcome: isinstance(outcome, RandomEncounter))


def _hazard(play: Play, group: GroupId, danger: Danger) -> bool:
    """The hazard die, behind the screen: whether it brings somebody."""
    comes = isinstance(play.settle(hazard_die, RoundsEnd(danger)), RandomEncounter)
    play.tell(CheckMade(group, Check(_scene(play, group).round, play.last_total, comes)))
    return comes


def count_missed(play: Play, group: GroupId, why: str) -> None:
    """A round that went by uncounted has its hazard die now."""
    if _hazard(play, group, _danger(play, group)):
        encounters.approach(play, group, why)


def _scene(play: Play, group: GroupId) -> DelveRound:
    scene = play.group(group).scene
    if not isinstance(scene, DelveRound):
        raise TypeError("not in a delve round")
    return scene


def _taken(going: Going) -> tuple[Step, ...]:
    """What somebody has used of their turn."""
    moved = () if going.free_move else (Step.MOVE,)
    return moved if going.action else (*moved, _FAST[going.speed])


def _budget(house: HouseRules, steps: tuple[Step, ...]) -> object:
    return turn_budget(Script(), house.applied(turn_budget, Turn(steps)))


def _gone_on(house: HouseRules, going: Going, activity: Activity, what: str) -> Going:
    """What somebody has left after that."""
    if activity is Activity.MOVE and going.free_move:
        return replace(going, free_move=False)
    speed = _SPEEDS.get(activity, going.speed)
    moves_too = not isinstance(_budget(house, (_FAST[speed], Step.MOVE)), TurnRefused)
    return replace(going, action=False, free_move=going.free_move and moves_too, speed=speed, did=what)


def _danger(play: Play, group: GroupId) -> Danger:
    """How dangerous it is by the light they have."""
    return play.settle(danger_level, _surroundings(play.now, play.group(group), _scene(play, group))).danger


def danger_by(known: Campaign, group: Group, scene: DelveRound) -> Danger:
    """The same, for whoever knows the site, before it is settled."""
    given = known.house.applied(danger_level, _surroundings(known, group, scene))
    return danger_level(Script(), given).danger


def _surroundings(campaign: Campaign, group: Group, scene: DelveRound) -> Surroundings:
    site = campaign.sites[scene.site]
    return Surroundings(site.danger, site.shadowcursed, best_light(campaign, group))


def best_light(campaign: Campaign, group: Group) -> Light:
    """The best light a group has: of the place, or in its hands."""
    zone = campaign.zone_of(group)
    if zone is not None and zone.lit:
        return Light.DAYLIGHT
    burning = sorted((one.item for one in campaign.lights_of(group.id)), key=light.reach)
    return Light(burning[-1]) if burning else Light.NONE


def _catch_breath(play: Play, group: GroupId) -> None:
    """Whoever did not run this round can run afresh."""
    going = _scene(play, group).going
    for person in play.now.those_in(group):
        ran = person.id in going and going[person.id].speed is Speed.RUN
        if person.run_rounds and not ran:
            play.tell(RunCounted(person.id, 0), to=group_audience(group))


CLOCK = DelveClock()
