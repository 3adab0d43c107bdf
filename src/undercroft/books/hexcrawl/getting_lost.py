"""Getting lost: our proposal, for a section that the text announces but does not have."""

from typing import Annotated

from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.kernel.dice import D6, D10, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

# fmt: off
LOST_IN_TEN = {
    Terrain.PLAINS:    1,
    Terrain.HILLS:     2,
    Terrain.MOUNTAINS: 5,
    Terrain.MARSH:     6,
    Terrain.FOREST:    7,
}
LOST_WEATHER = {
    Weather.CLEAR:      0,
    Weather.RAIN:       1,
    Weather.LIGHT_SNOW: 1,
    Weather.HEAVY_SNOW: 2,
}
# fmt: on
LOST_MOST = 9
LEFT, RIGHT = -1, 1
LAST_TO_THE_LEFT = 3


class Trek(Given, frozen=True):
    """A party before its first move of the day."""

    terrain: Annotated[Terrain, says("the terrain they cross; nobody crosses high mountains")]
    weather: Annotated[Weather, says("the weather there")]
    on_route: Annotated[bool, says("do they follow a road, a trail or a river?")]
    landmark_visible: Annotated[bool, says("can they see a landmark?")]

    def __post_init__(self) -> None:
        if self.terrain not in LOST_IN_TEN:
            raise ValueError("the party cannot cross that terrain")


class NotRolled(Outcome, frozen=True, tag="not_rolled"):
    """They cannot lose their way."""


class OnCourse(Outcome, frozen=True, tag="on_course"):
    """They keep their course."""


class Lost(Outcome, frozen=True, tag="lost"):
    """All moves of the day go one hex side off course, to the left or to the right."""

    rotation: int


OFF_UNLESS_WANTED = Reading(
    id="hexcrawl.getting-lost/default",
    question="Can a party get lost?",
    choice="Only at tables that choose our proposal; otherwise nobody gets lost.",
    because="The text only announces such a rule, and this one secretly affects every journey by land.",
)
IN_TEN = Reading(
    id="hexcrawl.getting-lost/figures",
    question="How likely is getting lost, and when do you roll?",
    choice="Our proposal: before the first move of a day off any route and without a landmark in sight; "
    "so many in ten by terrain, one more in rain or light snow, two in heavy snow, never more than nine.",
    because="Old games of this kind count in tenths by terrain; the text has landmarks keep a party from getting lost.",
)
TURNED_ASIDE = Reading(
    id="hexcrawl.getting-lost/course",
    question="What becomes of a lost party?",
    choice="Our proposal: its moves of the day turn one hex side, to the other if the first is impassable; if both "
    "are, the party notices. A landmark, a known site in the open or a road sets it right, or a travel point spent on "
    "bearings and a d10 above the chance. The party's map shows what it believes.",
    because="One side is the least that can go wrong on a hex map.",
)


@rule(
    "hexcrawl.getting-lost",
    Cite("Play Procedures", "Getting lost"),
    readings=(OFF_UNLESS_WANTED, IN_TEN, TURNED_ASIDE),
)
def getting_lost(dice: Dice, given: Trek) -> NotRolled | OnCourse | Lost:
    """Off the road and without a landmark, a d10 against the terrain decides whether they stray, and a d6 which way."""
    if given.on_route or given.landmark_visible:
        return NotRolled()
    chance = lost_chance(LOST_IN_TEN[given.terrain], LOST_WEATHER[given.weather])
    if keeps_course(dice.total("keeping the course", D10), chance):
        return OnCourse()
    return Lost(strays(dice.total("which way they stray", D6)))


def keeps_course(face: int, chance: int) -> bool:
    """Whether a d10 keeps them on their course."""
    return face > chance


def lost_chance(terrain: int, weather: int) -> int:
    """The faces of a d10 on which they stray."""
    return min(LOST_MOST, terrain + weather)


def strays(face: int) -> int:
    """The side to which a d6 turns them."""
    return LEFT if face <= LAST_TO_THE_LEFT else RIGHT
