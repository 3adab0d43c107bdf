"""The answers that programs are given: the command line's JSON and the API's are the same."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from undercroft.interpret.play import DieSource
from undercroft.kernel.rules import Cite, says
from undercroft.kernel.throwing import Die
from undercroft.kernel.units import RuleId, SeatId

Chance = Annotated[str, Meta(pattern=r"^[0-9]+(/[0-9]+)?$"), says("an exact fraction")]
Notes = Annotated[tuple[str, ...], says("notes on how the dice were read")]
Situation = Annotated[dict[str, Any], says("JSON Schema of the situation")]


class Fallen(Struct, frozen=True):
    """Dice that fell."""

    total: int
    dice: tuple[Die, ...]
    capped: Annotated[bool, says("explosions were stopped at the limit")]


class RollAnswer(Fallen, frozen=True):
    """One roll."""

    expression: str
    notes: Notes | UnsetType = UNSET


class Rolls(Struct, frozen=True):
    """Several rolls of the same dice."""

    expression: str
    rolls: tuple[Fallen, ...]
    notes: Notes | UnsetType = UNSET


class Likely(Struct, frozen=True):
    """An outcome and its chance."""

    outcome: Any
    chance: Chance
    percent: float


class OddsAnswer(Struct, frozen=True):
    """Every outcome with its chance."""

    exact: Annotated[bool, says("false where a little was left unexplored")]
    outcomes: tuple[Likely, ...]
    unexplored: Chance
    policy: str | None
    notes: Notes | UnsetType = UNSET


class Foes(Struct, frozen=True):
    """A line of foes: what it says, what of it a fight does not use, and what to look at."""

    understood: tuple[str, ...]
    unused: tuple[str, ...]
    warnings: tuple[str, ...]


class OutcomeKind(Struct, frozen=True):
    """An outcome that a rule may have."""

    kind: str
    schema: Annotated[dict[str, Any], says("its JSON Schema")]


class Manual(Struct, frozen=True):
    """What the manual says of a rule in plain words, and the ids of rules to read next."""

    when: str
    how: str
    decides: str
    example: str
    see: tuple[RuleId, ...]


class RuleTable(Struct, frozen=True):
    """A table that a rule reads, as people write it; what a row is found by comes first."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class RuleAnswer(Struct, frozen=True):
    """A rule: its place in its book, its situation, its outcomes and its tables."""

    id: RuleId
    book: str
    title: str
    says: str
    manual: Manual | None
    cite: Cite
    edition: int
    given: Situation
    outcomes: tuple[OutcomeKind, ...]
    tables: tuple[RuleTable, ...]
    readings: tuple[str, ...]


class TableQuestion(Struct, frozen=True):
    """A question that people ask at the table, and the rules that answer it, book by book."""

    subject: str
    asks: str
    rules: tuple[RuleId, ...]


class DiceOrigin(StrEnum):
    """Where the dice of a throw came from."""

    ROLLED = "rolled"
    TYPED = "typed"
    MIXED = "mixed"


class ThrowAnswer(Struct, frozen=True):
    """A question that was answered: dice that were thrown, or a choice that was made."""

    purpose: str
    origin: DiceOrigin = field(name="from")
    answer: int | tuple[int, ...] | str
    roll: str | UnsetType = UNSET
    faces: tuple[int, ...] | UnsetType = UNSET
    sources: tuple[DieSource, ...] | UnsetType = UNSET
    seat: SeatId | UnsetType = UNSET
    options: tuple[str, ...] | UnsetType = UNSET


class QuestionWaiting(Struct, frozen=True):
    """The question that waits for an answer."""

    kind: Literal["throw", "choice"]
    purpose: str
    dice: Annotated[tuple[str, ...], says("the single dice to roll now")]
    faces: Annotated[tuple[int | str, ...], says("the dice of this question that are already rolled")]
    roll: str | UnsetType = UNSET
    seat: SeatId | UnsetType = UNSET
    options: tuple[str, ...] | UnsetType = UNSET


class _RuleSoFar(Struct, frozen=True):
    """A rule, its situation, and the throws so far."""

    rule: RuleId
    edition: int
    given: Any
    throws: tuple[ThrowAnswer, ...]


class RulingAnswer(_RuleSoFar, frozen=True):
    """A rule that is settled: in which situation, by which throws, with what outcome."""

    outcome: Any
    says: str


class Waiting(_RuleSoFar, frozen=True):
    """A rule that waits for an answer."""

    wanted: QuestionWaiting
