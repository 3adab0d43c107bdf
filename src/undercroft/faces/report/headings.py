"""The headings of scenes in a report. A scene without a line here uses its place, or its name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.overview.overview import place, scene_title
from undercroft.faces.views.short_names import capital
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import creatures_named
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Exploring, Fight, Scene, Town

MET, FIGHT, CHASE = "Encounter", "A fight", "A chase"
WITH_WHOM = frozenset({FIGHT, CHASE})
"""Scenes that are with those they name."""


class SceneHeading(Struct, frozen=True):
    """The heading of a scene: what it is, and whom the party meets, fights or flees from."""

    what: str
    whom: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The heading as people read it: `A fight with tallow rats`."""
        if not self.whom:
            return self.what
        if self.what in WITH_WHOM:
            return f"{self.what} with {series([creatures_named(name) for name in self.whom])}"
        return f"{self.what}: {', '.join(self.whom)}"

    def after(self, encounter: "SceneHeading") -> "SceneHeading":
        """The heading of what follows an encounter: it names those encountered, if they are known."""
        return replace(self, whom=encounter.whom) if encounter.whom else self

    def goes_on(self, before: "SceneHeading") -> bool:
        """Whether it names those of the heading before, and others who joined them."""
        known = len(before.whom)
        return self.what == before.what and len(self.whom) > known and self.whom[:known] == before.whom


BEFORE = SceneHeading("Before the expedition")
BETWEEN = SceneHeading("In between")


def _foes(fight: Fight) -> Iterable[str]:
    """The foes as far as a seat knows them: bands, or each foe that it sees."""
    return [band.name for band in fight.bands] or dict.fromkeys(foe.name for foe in fight.shown)


def _kinds(scene: EncounterScene | Chase) -> tuple[str, ...]:
    return tuple(seen.name for seen in (scene.met, *scene.along))


def on_the_road(day: int) -> SceneHeading:
    """The heading of a day of travel."""
    return SceneHeading(f"On the road, day {day}")


HEADINGS: Mapping[type[Any], Callable[[Any], SceneHeading]] = {
    EncounterScene: lambda scene: SceneHeading(MET, _kinds(scene)),
    Chase: lambda scene: SceneHeading(CHASE, _kinds(scene)),
    Fight: lambda scene: SceneHeading(FIGHT, tuple(_foes(scene))),
    TravelDay: lambda scene: on_the_road(scene.day),
    Hike: lambda scene: SceneHeading(f"On the march, day {scene.day}"),
    Camp: lambda scene: SceneHeading(f"In camp, day {scene.day}"),
    Town: lambda scene: SceneHeading(f"In {scene.name}"),
}


def heading(now: Campaign, scene: Scene) -> SceneHeading:
    """The heading of a scene."""
    known = HEADINGS.get(type(scene))
    if known is not None:
        return known(scene)
    site = scene.site if isinstance(scene, Exploring | Fight) else None
    return SceneHeading(place(now, site, None) if site is not None else capital(scene_title(scene)))
