"""The clock of each scene and site, and the chance of an encounter in the turns ahead."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from msgspec.structs import replace

from undercroft.kernel.units import Seconds
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import SceneBegan, SceneWentOn
from undercroft.table.exploration import delve_rounds, overloaded_turns, sovereign_turns, violence_turns
from undercroft.table.exploration.dungeon_clock import Clockwork
from undercroft.table.state.any_scene import AnyScene
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId, SiteId, ZoneId
from undercroft.table.state.scenes import Chase, EncounterScene, Exploring, Fight, Scene
from undercroft.table.state.sites import Clock

CLOCKS: tuple[Clockwork, ...] = (
    sovereign_turns.CLOCK,
    delve_rounds.CLOCK,
    overloaded_turns.CLOCK,
    violence_turns.CLOCK,
)
BY_NAME: Mapping[Clock, Clockwork] = {clock.name: clock for clock in CLOCKS}
BY_SCENE: Mapping[type[Scene], Clockwork] = {clock.kind: clock for clock in CLOCKS}


def clock_of(group: Group | None) -> Clockwork | None:
    """The clock of a group's innermost scene, if the group is exploring."""
    return BY_SCENE.get(type(group.scene)) if group is not None and group.scene is not None else None


def clock_at(campaign: Campaign, site: SiteId, zone: ZoneId) -> Clockwork:
    """The clock of a zone: the house's, or the site's own."""
    return BY_NAME[campaign.house.clock or campaign.sites[site].clock_of(zone)]


def step_of(known: Campaign, who: PersonId) -> Seconds | None:
    """How long a person's turn or round is, if they explore a site."""
    clock = clock_of(known.group_of(who))
    return clock.step if clock is not None else None


def exploring(group: Group) -> Group:
    """The group with its innermost exploring scene on top, without the scenes that interrupted it."""
    scenes = group.scenes
    while scenes and type(scenes[-1]) not in BY_SCENE:
        scenes = scenes[:-1]
    return group if scenes == group.scenes else replace(group, scenes=scenes)


def met_by(known: Campaign, group: Group, until: int) -> Fraction | None:
    """The chance of an encounter up to the end of that turn; None where no check is known."""
    chances = tuple(_checks(known, group, until))
    return 1 - prod((1 - chance for chance in chances), start=Fraction(1)) if chances else None


def number_of(scene: AnyScene | None) -> int:
    """The number of a scene's turn or round."""
    return 0 if scene is None else scene.number


def number_by_now(group: Group) -> int:
    """The number of the turn or round that the clock shows, also within an encounter or fight; 0 outside a site.

    The turn in which an encounter or fight began may be over.
    """
    inside = exploring(group)
    clock = clock_of(inside)
    return 0 if clock is None else max(number_of(inside.scene), clock.number_now(group))


def sets_number(event: Event) -> bool:
    """Whether an event sets the number of the turn or round: a scene that is not within a turn begins or goes on."""
    if not isinstance(event, SceneBegan | SceneWentOn):
        return False
    return not isinstance(event.scene, EncounterScene | Chase | Fight)


def _checks(known: Campaign, group: Group, until: int) -> Iterator[Fraction]:
    """The chances of the checks due by the clock, and of the check for noise in this turn."""
    clock, scene = clock_of(group), group.scene
    if clock is None or not isinstance(scene, Exploring) or scene.site not in known.sites:
        return
    now = scene.number
    first = now if scene.begun else now + 1
    ahead = [number for number in clock.checks_ahead(known, group, until) if first <= number <= until]
    noisy = [now] * scene.battering
    yield from (clock.comes(known, group, number) for number in (*ahead, *noisy))
