"""Game time that passes without real time: it comes off the real timers of lights and effects too."""

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.engine.audience import Audience, around, seats
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.deadlines import RealTimer
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.world.light import go_out
from undercroft.table.world.wall_clock import RealTimerShortened


def skip_real_time(play: Play, group: GroupId, time: Seconds) -> None:
    """Take game time off the real timers of a group's lights and effects; those without time left run out."""
    members = play.group(group).members
    for timer in tuple(play.now.real_timers.values()):
        if person_of(play.now, timer) not in members:
            continue
        if play.real_left(timer) <= time:
            run_out(play, timer)
        else:
            play.tell(RealTimerShortened(timer.id, Seconds(timer.seconds - time)), to=_audience(play.now, timer))


def run_out(play: Play, timer: RealTimer) -> None:
    """Let the light or the effect of a real timer run out."""
    light = play.now.lights.get(timer.thing) if timer.thing is not None else None
    effect = play.now.timers.get(timer.effect) if timer.effect is not None else None
    if light is not None:
        go_out(play, light, spent=True)
    elif effect is not None and effect.person is not None:
        play.lapse(replace(effect, due=play.now.now_of(effect.person)))


def person_of(campaign: Campaign, timer: RealTimer) -> PersonId | None:
    """Who holds the light, or bears the effect, of a real timer."""
    light = campaign.lights.get(timer.thing) if timer.thing is not None else None
    effect = campaign.timers.get(timer.effect) if timer.effect is not None else None
    if light is not None:
        return light.holder
    return effect.person if effect is not None else None


def _audience(campaign: Campaign, timer: RealTimer) -> Audience:
    effect = campaign.timers.get(timer.effect) if timer.effect is not None else None
    person = person_of(campaign, timer)
    return around(person) if effect is None and person is not None else seats(*(effect.to if effect else ()))
