"""The headings of scenes in a report. A scene without a line here uses its place, or its name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from undercroft.faces.views.overview.overview import place, scene_title
from undercroft.faces.views.short_names import capital
from undercroft.kernel.amounts import series
from undercroft.kernel.phrases import creatures_named
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import Chase, EncounterScene, Exploring, Fight, Scene, Town

BEFORE = "Before the expedition"
BETWEEN = "In between"
MET = "Met: "


def _foes(fight: Fight) -> Iterable[str]:
    """The foes as far as a seat knows them: bands, or each foe that it sees."""
    return [band.name for band in fight.bands] or dict.fromkeys(foe.name for foe in fight.shown)


def _kinds(scene: EncounterScene | Chase) -> str:
    return ", ".join(seen.name for seen in (scene.met, *scene.along))


def on_the_road(day: int) -> str:
    """The heading of a day of travel."""
    return f"On the road, day {day}"


HEADINGS: Mapping[type[Any], Callable[[Any], str]] = {
    EncounterScene: lambda scene: f"{MET}{_kinds(scene)}",
    Chase: lambda scene: f"A chase: {_kinds(scene)}",
    Fight: lambda scene: f"A fight: {', '.join(_foes(scene))}".removesuffix(": "),
    TravelDay: lambda scene: on_the_road(scene.day),
    Hike: lambda scene: f"On the march, day {scene.day}",
    Camp: lambda scene: f"In camp, night of day {scene.day}",
    Town: lambda scene: f"In {scene.name}",
}


def in_words(title: str) -> str:
    """A heading as people read it: `A fight with tallow rats`."""
    what, _, whom = title.partition(": ")
    names = series([creatures_named(name) for name in whom.split(", ")]) if whom else ""
    return {"A fight": f"A fight with {names}", "A chase": f"A chase with {names}", "Met": f"Encounter: {whom}"}.get(
        what if whom else "", title
    )


def heading(now: Campaign, scene: Scene) -> str:
    """The heading of a scene."""
    known = HEADINGS.get(type(scene))
    if known is not None:
        return known(scene)
    site = scene.site if isinstance(scene, Exploring | Fight) else None
    return place(now, site, None) if site is not None else capital(scene_title(scene))
