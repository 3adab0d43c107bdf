"""What people do while time passes: whether they are idle, and whether the day still counts as a day of rest."""

from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import Chase, DelveRound, EncounterScene, Fight, Turn


def is_idle(known: Campaign, group: Group, who: PersonId, *, travels: bool) -> bool:
    """Whether a person is inactive: not travelling, exploring, talking, fighting or at work."""
    at_work = any(who in job.workers for job in known.jobs.values())
    return not (at_work or is_busy(group, who, travels=travels) or isinstance(group.scene, EncounterScene))


def is_busy(group: Group, who: PersonId, *, travels: bool) -> bool:
    """Whether this time makes the day no day of rest: a person travels, explores, flees or fights."""
    scene = group.scene
    if travels or isinstance(scene, Fight | Chase):
        return True
    if isinstance(scene, DelveRound):
        turn = scene.going.get(who)
        return turn is not None and not turn.rests
    return isinstance(scene, Turn) and who in scene.done and who not in scene.rests
