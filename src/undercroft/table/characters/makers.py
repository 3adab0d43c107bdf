"""Who makes the choices of a new character: the player, the dice or a gear pack; later the same dice on paper."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from undercroft.interpret.play import Answered, settle
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.script import Unanswered
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.answers import RuleToSettle
from undercroft.table.engine.audience import SECRET, TABLE, seats
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.makings import Making

LATER, NO_SKILL = "later", "none"
"""The options that leave a feat or its skill open."""


def step_of(purpose: str) -> str:
    """The step that a choice belongs to, whatever numbers its purpose shows.

    >>> step_of("improvement 2 of 4 (STR 10, DEX 12)"), step_of("feat 1 of 2"), step_of("class")
    ('improvement 2', 'feat 1', 'class')
    """
    return re.sub(r" (?:of \d|\().*", "", purpose)


class Step(Struct, frozen=True):
    """A choice that was made: its step, its options, the one taken, and the numbers it depends on."""

    name: str
    options: tuple[str, ...]
    taken: str
    numbers: Mapping[str, int] = {}


class Maker(Protocol):
    """Settles the rules of creation and makes its choices."""

    seat: SeatId
    house: HouseRules

    def settle(self, rule: Rule[Any, G, O], given: G, *, shown: bool = True, step: str = "") -> O:
        """Settle a rule, with its own choice at this step; where it is not shown, only the referee reads of it."""
        ...

    def prepare(self, step: str, options: Sequence[str]) -> None:
        """Get ready for a choice within a rule."""
        ...

    def choose(self, purpose: str, options: Sequence[str], numbers: Mapping[str, int] | None = None) -> str:
        """Make a choice."""
        ...

    def note(self, step: Step) -> None:
        """Keep a choice that was made beforehand."""
        ...


class MakerAtTable(Maker):
    """Makes a character at the table: choices in `ready` are made, the others asked, or thrown for at random."""

    def __init__(
        self, play: Play, seat: SeatId, ready: Mapping[str, Sequence[str]] | None = None, *, random: bool = False
    ) -> None:
        self._play = play
        self._ready = dict(ready or {})
        self._random = random
        self.seat = seat
        self.house = play.now.house
        self._dice: dict[RuleId, list[tuple[int, ...]]] = defaultdict(list)
        self._choices: dict[str, str] = {}

    def settle(self, rule: Rule[Any, G, O], given: G, *, shown: bool = True, step: str = "") -> O:
        """Settle a rule with the player's dice, or those of the server."""
        to = TABLE if shown else SECRET
        decided = self._prepared if step in self._ready else None
        ruling = RuleToSettle(rule, given, self.seat, to, whole=shown, decided=decided)
        outcome = self._play.settle_each((ruling,))[0]
        for answered in self._play.answers_of():
            if isinstance(answered.question, Choice):
                self._choices[step_of(answered.question.purpose)] = str(answered.answer)
            else:
                self._dice[rule.id].append(answered.faces)
        return outcome

    def prepare(self, step: str, options: Sequence[str]) -> None:
        """Throw for a choice within a rule beforehand, where choices are made at random."""
        if self._random and step not in self._ready:
            self._ready[step] = (self.drawn(step, options),)

    def choose(self, purpose: str, options: Sequence[str], numbers: Mapping[str, int] | None = None) -> str:
        """Take what is ready; else throw a die for it or ask the player."""
        taken = self._first_ready(purpose, options)
        if taken is None and self._random:
            taken = self.drawn(purpose, options)
        if taken is None:
            taken = self._play.choose(purpose, options, by=self.seat, numbers=numbers)
        self.note(Step(step_of(purpose), tuple(options), taken))
        return taken

    def drawn(self, purpose: str, options: Sequence[str]) -> str:
        """One of the options at random, each as likely as the others; none that leaves the choice open."""
        real = [option for option in options if option not in (LATER, NO_SKILL)]
        given = Plain(f"1d{len(real)}", f"{step_of(purpose)}, at random")
        thrown = self._play.settle(plain_dice, given, by=self.seat, to=seats(self.seat), whole=True)
        return real[thrown.total - 1]

    def note(self, step: Step) -> None:
        """Keep a choice."""
        self._choices[step.name] = step.taken

    def making(self, way: Mapping[str, Any]) -> Making:
        """What is kept of the whole."""
        dice = {rule: tuple(faces) for rule, faces in self._dice.items()}
        return Making(way, dice, dict(self._choices), self._play.now.clock)

    def _first_ready(self, purpose: str, options: Sequence[str]) -> str | None:
        return next((option for option in self._ready.get(step_of(purpose), ()) if option in options), None)

    def _prepared(self, choice: Choice) -> str:
        return self._first_ready(choice.purpose, choice.options) or choice.options[0]


class OnPaper(Maker):
    """Makes the same character again with the dice that fell, and perhaps another choice at one step.

    A later choice that is no longer possible takes what the changed step gave up, so that two values change places;
    else it is left open, or the first that is possible.
    """

    def __init__(
        self, making: Making, seat: SeatId, house: HouseRules, changed: Mapping[str, str] | None = None
    ) -> None:
        self._dice = {rule: list(faces) for rule, faces in making.dice.items()}
        self._fallen: list[tuple[int, ...]] = []
        self._choices = {**making.choices, **(changed or {})}
        self._freed = tuple(making.choices[step] for step in changed or {} if step in making.choices)
        self.seat = seat
        self.house = house
        self.steps: list[Step] = []

    def settle(self, rule: Rule[Any, G, O], given: G, *, shown: bool = True, step: str = "") -> O:  # noqa: ARG002 - nothing is told
        """Settle a rule with the dice that fell."""
        self._fallen = self._dice.get(rule.id, [])
        return settle(rule, self.house.applied(rule, given), self).outcome

    def throw(self, question: Throw) -> Answered:
        """The dice that fell next for this rule; an outcome set by hand has none."""
        if not self._fallen:
            raise Unanswered(question)
        return Answered(question, self._fallen.pop(0))

    def decide(self, choice: Choice) -> Answered:
        """The option taken."""
        return Answered(choice, self.choose(choice.purpose, choice.options))

    def prepare(self, step: str, options: Sequence[str]) -> None:
        """Every choice is there already."""

    def choose(self, purpose: str, options: Sequence[str], numbers: Mapping[str, int] | None = None) -> str:
        """The option taken, or the nearest that is still possible."""
        wishes = (self._choices.get(step_of(purpose), ""), *self._freed, LATER, NO_SKILL)
        taken = next((wish for wish in wishes if wish in options), options[0])
        self.note(Step(step_of(purpose), tuple(options), taken, numbers or {}))
        return taken

    def note(self, step: Step) -> None:
        """Keep a choice."""
        self.steps.append(step)

    @property
    def choices(self) -> Mapping[str, str]:
        """The option taken at each step."""
        return {step.name: step.taken for step in self.steps}
