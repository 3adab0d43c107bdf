"""How likely it is that somebody comes in the turns ahead, exactly, if everything goes on as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from msgspec.structs import replace

from undercroft.table.campaign import Campaign, Group
from undercroft.table.procedures.clocks import BY_SCENE, clock_of
from undercroft.table.scenes import Exploring, Scene


def exploring(group: Group) -> Group:
    """The group as it goes on exploring once all is over that came between."""
    scenes = group.scenes
    while scenes and type(scenes[-1]) not in BY_SCENE:
        scenes = scenes[:-1]
    return group if scenes == group.scenes else replace(group, scenes=scenes)


def met_by(known: Campaign, group: Group, until: int) -> Fraction | None:
    """The chance that some check up to the end of that turn brings somebody; None where no check is known of."""
    chances = tuple(_checks(known, group, until))
    return 1 - prod((1 - one for one in chances), start=Fraction(1)) if chances else None


def number_of(scene: Scene | None) -> int:
    """The number of the turn or round a scene is in."""
    number: int = getattr(scene, "turn", 0) or getattr(scene, "round", 0)
    return number


def _checks(known: Campaign, group: Group, until: int) -> Iterator[Fraction]:
    """Those that fall by the clock, and the one that noise has drawn upon them in this turn."""
    clock, scene = clock_of(group), group.scene
    if clock is None or scene is None or not isinstance(scene, Exploring) or scene.site not in known.sites:
        return
    now = number_of(scene)
    ahead = [number for number in clock.checks_ahead(known, group, until) if now <= number <= until]
    noisy = [now] * bool(getattr(scene, "battering", False))
    yield from (clock.comes(known, group, number) for number in (*ahead, *noisy))
