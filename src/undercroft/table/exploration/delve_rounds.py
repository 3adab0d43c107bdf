"""Delving's clock: six-minute rounds with a free move and an Action for everybody, then the secret hazard die.

Delvers act from front to rear, unless the house rules let them act in any order or the referee lets others go first. A
group moves together, by `Move`; delvers who go at another speed form a group of their own until they meet the others
again. The Dungeon Turn comes once for all groups of a site, after everybody.
"""

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.delving.dungeon_turn import Light, Surroundings, danger_level
from undercroft.books.delving.exposure import Party, surprise_by_speed
from undercroft.books.delving.hazard import Danger, RandomEncounter, hazard_die
from undercroft.books.delving.hazard import DelveRound as RoundsEnd
from undercroft.books.delving.movement import Speed
from undercroft.books.delving.party_turn import NoTurn, Step, Turn, TurnRefused, party_turn, turn_budget
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
from undercroft.table.exploration.dungeon_clock import ALONGSIDE, Activity, Boundary, DungeonClock
from undercroft.table.exploration.jobs import job_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import DelveOrder, HouseRules
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.scenes import DelveRound, DelverTurn
from undercroft.table.state.sites import Clock
from undercroft.table.world import light
from undercroft.table.world.real_time import skip_real_time
from undercroft.table.world.wall_clock import halt_round_timer, restart_round_timer

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
    NoTurn.ONE_ACTION: "{name} has used the Action of this delve round ({did}) and can act again next delve round.",
    NoTurn.WALK_RUN_REPLACES_MOVE: "{name} cannot both take the free move and walk or run in one delve round.",
}


class DelveClock(DungeonClock[DelveRound]):
    """Time by Delving."""

    name = Clock.DELVING
    book = "Delving"
    kind = DelveRound
    called = "delve round"
    checks_at_end = True
    missed = hazard_die
    danger = "danger"

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """A delver has one free move and one Action."""
        scene = group.scene
        if activity in ALONGSIDE or not isinstance(scene, DelveRound):
            return
        turn = scene.going.get(who, DelverTurn())
        if activity is Activity.REST and not turn.action and turn.free_move:
            return
        yield from _not_yet(known, group, scene, who, activity)
        refused = _budget(known.house, (*_taken(turn), _STEPS.get(activity, Step.OTHER)))
        if isinstance(refused, TurnRefused):
            why = _WHY[refused.reason].format(name=known.people[who].name, did=turn.did or "moved")
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

    def finished(self, campaign: Campaign, scene: DelveRound, who: PersonId, /) -> bool:
        """Whether a delver has used or given up both the Action and the free move, or is at work."""
        turn = scene.going.get(who, DelverTurn())
        return not turn.action and (not turn.free_move or job_of(campaign, who) is not None)

    def fresh(self, scene: DelveRound, number: int) -> DelveRound:
        """The round of that number, in which everybody has a move and an Action."""
        return replace(scene, round=number, going={}, held=False)

    def finishes(self, known: Campaign, scene: DelveRound, who: PersonId, activity: Activity, /) -> bool:
        """Whether that leaves neither the Action nor the free move."""
        turn = _after(known.house, scene.going.get(who, DelverTurn()), activity, "")
        return not turn.action and not turn.free_move

    def next(self, campaign: Campaign, group: Group) -> Boundary | None:
        """A round ends by itself when everybody in the site has finished it."""
        boundary = super().next(campaign, group)
        if boundary is Boundary.END and not all(self._done(campaign, other) for other in _abreast(campaign, group)):
            return None
        return boundary

    def _done(self, campaign: Campaign, group: Group) -> bool:
        scene = group.scene
        return isinstance(scene, DelveRound) and scene.begun and self.all_finished(campaign, group, scene)

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Give everybody a move and an Action again."""
        scene = self.scene(play, group)
        play.go_on(group, replace(scene, round=scene.round + 1, begun=True, going={}, battering=False))
        restart_round_timer(play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """The Dungeon Turn: one hazard die for all groups, others for the noise of battering, then the timers.

        Lights burn down before monsters are placed, since their light sets the edge of vision. Groups that have
        finished the same round end it too. A round that a group ahead has closed has had its die.
        """
        ending, now = play.group(group), play.now
        closed = any(other.time > ending.time for other in _in_site(now, ending))
        finished = [other.id for other in _abreast(now, ending) if self._done(now, other)]
        thrown: list[tuple[GroupId, str, bool]] = []
        if not closed:
            threatened, danger = _most_threatened(play, (group, *finished))
            thrown.append((threatened, "", self.hazard(play, threatened, danger)))
        noisy = [each for each in (group, *finished) if self.scene(play, each).battering]
        thrown += [(each, wandering.NOISE, self.hazard(play, each, _danger(play, each))) for each in noisy]
        for ends in (group, *finished):
            self._close(play, ends)
        for to, why, comes in thrown:
            if comes:
                wandering.approach(play, to, why)

    def _close(self, play: Play, group: GroupId) -> None:
        """Spend the round; delvers who did nothing in it are no longer surprised."""
        halt_round_timer(play, group)
        takes = self.left(play.group(group))
        play.spend(group, takes)
        if not _is_played(play.now, group):
            skip_real_time(play, group, takes)
        _catch_breath(play, group)
        scene = self.scene(play, group)
        unready = tuple(delver for delver in scene.surprised if delver in scene.going)
        play.go_on(group, replace(scene, begun=False, surprised=unready))

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


def _in_site(campaign: Campaign, group: Group) -> Iterable[Group]:
    """The other groups that delve in the same site."""
    for other in campaign.groups.values():
        delving = any(isinstance(scene, DelveRound) for scene in other.scenes)
        if other.id != group.id and other.members and other.site == group.site and delving:
            yield other


def _abreast(campaign: Campaign, group: Group) -> tuple[Group, ...]:
    """The other groups of the site that are in the same round."""
    return tuple(other for other in _in_site(campaign, group) if other.time == group.time)


def _most_threatened(play: Play, groups: tuple[GroupId, ...]) -> tuple[GroupId, Danger]:
    """The group in the greatest danger, the first if several are, and that danger."""
    levels = [(group, _danger(play, group)) for group in groups]
    return max(levels, key=lambda level: tuple(Danger).index(level[1]))


def _not_yet(known: Campaign, group: Group, scene: DelveRound, who: PersonId, activity: Activity) -> Iterable[Reason]:
    """The reason a delver must wait: another who is further ahead in marching order has not acted."""
    if known.house.delve_order is DelveOrder.ANY or activity in (*_SPEEDS, Activity.MOVE):
        return
    for ahead in known.able_in(group.id):
        if ahead.id == who:
            return
        if _is_to_act(known, scene, ahead.id):
            what = f"{ahead.name} comes first in marching order, and has not acted or rested."
            yield Reason("marching_order", what, party_turn.id)
            return


def to_act(known: Campaign, group: Group) -> tuple[PersonId, ...]:
    """The delvers who have not acted in this delve round, in marching order; nobody where any order will do."""
    scene = group.scene
    if not isinstance(scene, DelveRound) or known.house.delve_order is DelveOrder.ANY:
        return ()
    return tuple(person.id for person in known.able_in(group.id) if _is_to_act(known, scene, person.id))


def _is_to_act(known: Campaign, scene: DelveRound, who: PersonId) -> bool:
    """Whether a delver has an Action, and neither lets others go first nor is at work."""
    turn = scene.going.get(who, DelverTurn())
    return turn.action and not turn.waits and job_of(known, who) is None


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
    if activity is Activity.REST:
        if not turn.action:
            return replace(turn, free_move=False)
        return replace(turn, action=False, free_move=False, did=what, rests=True)
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


def _is_played(campaign: Campaign, group: GroupId) -> bool:
    """Whether people play a round: it is not one of a longer stretch, and not everybody is at work."""
    able = campaign.able_in(group)
    at_work = bool(able) and all(job_of(campaign, person.id) is not None for person in able)
    return group not in campaign.stretches and not at_work


def _catch_breath(play: Play, group: GroupId) -> None:
    """Reset the running count of delvers who did not run this round."""
    going = CLOCK.scene(play, group).going
    for person in play.now.those_in(group):
        ran = person.id in going and going[person.id].speed is Speed.RUN
        if person.run_rounds and not ran:
            play.tell(RunCounted(person.id, 0), to=group_audience(group))


CLOCK = DelveClock()
