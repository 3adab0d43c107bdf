"""What each kind of scene is headed with in a report. A scene without a line here goes by its place, or by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from undercroft.faces.overview import place, scene_title
from undercroft.table.campaign import Campaign
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.scenes import Chase, Fight, Meeting, Scene, Town

BEFORE = "Before the expedition"
BETWEEN = "In between"
MET = "Met: "


def _foes(fight: Fight) -> Iterable[str]:
    """Those who are fought, by what a seat knows of them: bands, or each whom it sees."""
    return [band.name for band in fight.bands] or dict.fromkeys(foe.name for foe in fight.shown)


def on_the_road(day: int) -> str:
    """What a day of travel is headed with."""
    return f"On the road, day {day}"


HEADINGS: Mapping[type[Any], Callable[[Any], str]] = {
    Meeting: lambda scene: f"{MET}{scene.met.name}",
    Chase: lambda scene: f"A chase: {scene.met.name}",
    Fight: lambda scene: f"A fight: {', '.join(_foes(scene))}".removesuffix(": "),
    TravelDay: lambda scene: on_the_road(scene.day),
    Hike: lambda scene: f"On the march, day {scene.day}",
    Camp: lambda scene: f"In camp, night of day {scene.day}",
    Town: lambda scene: f"In {scene.name}",
}


def heading(now: Campaign, scene: Scene) -> str:
    """What a scene is headed with."""
    known = HEADINGS.get(type(scene))
    if known is not None:
        return known(scene)
    site = getattr(scene, "site", None)
    title = scene_title(scene)
    return place(now, site, None) if site is not None else f"{title[:1].upper()}{title[1:]}"
