"""Dungeon Crawling: turns in an enclosed place."""

from typing import Annotated

from undercroft.books.hexcrawl.overloaded_die import Event, Milieu, Turn, encounter_die_template
from undercroft.books.hexcrawl.units import TurnNumber
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says
from undercroft.kernel.units import Minutes

DUNGEON_TURN = Minutes(10)


class DungeonTurn(Turn, frozen=True, kw_only=True):
    """A turn in a dungeon."""

    turn_no: Annotated[TurnNumber, says("which turn since they went in, the first is 1")]
    milieu: Annotated[Milieu, says("a dungeon, and nothing else")] = Milieu.DUNGEON

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.milieu is not Milieu.DUNGEON:
            raise ValueError("this is for dungeons only")


class DungeonTurnOpens(Outcome, frozen=True, tag="event"):
    """The event that opens the turn, and how long the party has been inside."""

    name: Event
    face: int
    minutes_inside: Minutes


TEN_MINUTES = Reading(
    id="hexcrawl.dungeon-crawl/turn",
    question="How long is a turn in a dungeon, and which die opens it?",
    choice="Our proposal: ten minutes, and the overloaded die as its template prints it, with an omen on a 2.",
    because="Under this heading the text only says that most play happens in dungeons.",
)


@rule("hexcrawl.dungeon-crawl", Cite("Play Procedures", "Dungeon Crawling"), readings=(TEN_MINUTES,))
def dungeon_crawl(dice: Dice, given: DungeonTurn) -> DungeonTurnOpens:
    """A dungeon is played in turns, and each turn opens with the overloaded die."""
    shown = encounter_die_template(dice, Turn(milieu=given.milieu, overlay=given.overlay))
    return DungeonTurnOpens(shown.name, shown.face, Minutes((given.turn_no - 1) * DUNGEON_TURN))
