"""Rules: a function that asks questions, its place in the book, and our readings of it."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from undercroft.kernel.dice import Dice
from undercroft.kernel.tables import BookListing, Table
from undercroft.kernel.target_numbers import Target
from undercroft.kernel.units import RuleId

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """The situation that a rule is asked about. Checks across fields go in `__post_init__` and raise ValueError."""


class Outcome(Struct, frozen=True, tag_field="kind"):
    """What happened. Its tag is its name in the catalogue, unique within its rule."""

    @property
    def kind(self) -> str:
        """The name of this outcome."""
        return str(self.__struct_config__.tag)


def says(purpose: str) -> Meta:
    """The purpose of an input, in the language of its book."""
    return Meta(description=purpose)


class Cite(Struct, frozen=True):
    """The place of a rule: book and heading as printed. `beyond` names a page of the same game that we only know of."""

    book: str
    heading: str
    beyond: str = ""

    @property
    def words(self) -> str:
        """The place in words; the book alone where there is no heading.

        >>> Cite("Sovereign", "Saves").words, Cite("Violence", "", beyond="Enemies").words, Cite("Sovereign", "").words
        ('Sovereign, Saves', 'Violence, Enemies', 'Sovereign')
        """
        return ", ".join(filter(None, (self.book, self.heading or self.beyond)))


class Option(Struct, frozen=True):
    """One way to read an unclear passage: the value of the input's field, and its meaning at the table."""

    value: str | int | bool | None
    means: str


class Reading(Struct, frozen=True):
    """What we decided where the text is unclear, and why.

    Where a referee may decide differently, `switch` names the field of the rule's input and `options` its possible
    values; the field's default is our choice.
    """

    id: str
    question: str
    choice: str
    because: str
    switch: str | None = None
    options: tuple[Option, ...] = ()


class Gap(Struct, frozen=True):
    """Something that a source text leaves open or only names."""

    id: str
    missing: str
    meanwhile: str


A = TypeVar("A", bound=Dice, contravariant=True)
G = TypeVar("G", bound=Given)
O = TypeVar("O", bound=Outcome)


_SPELT_OUT: Mapping[str, str] = {
    "attr": "attribute",
    "enc": "encumbrance",
    "enemy": "foe",
    "fp": "fatigue points",
    "hp": "hit points",
    "max": "maximum",
    "npc": "NPC",
    "xp": "experience",
}
"""Words of ids that people write in full."""


class Rule(Generic[A, G, O]):
    """One rule of one book. Call it with dice that answer, and the situation."""

    def __init__(
        self, id: RuleId, cite: Cite, ask: Callable[[A, G], O], readings: tuple[Reading, ...], edition: int
    ) -> None:
        self.id = id
        self.cite = cite
        self.ask = ask
        self.readings = readings
        self.edition = edition
        self.__doc__ = ask.__doc__

    def __call__(self, dice: A, given: G) -> O:
        """Settle the rule by its own dice, or by dice that answer whole rules."""
        answering: object = dice
        return answering.outcome_of(self, given) if isinstance(answering, AnswersRules) else self.ask(dice, given)

    def __repr__(self) -> str:
        return f"<rule {self.id}>"

    @property
    def title(self) -> str:
        """The heading for people: the id without its book, in words."""
        parts = (part.split("-") for part in self.name.split("."))
        return ": ".join(" ".join(_SPELT_OUT.get(word, word) for word in words) for words in parts)

    @property
    def name(self) -> str:
        """The id without its book."""
        return self.id.partition(".")[2]

    @property
    def book(self) -> str:
        """The id of the rule's book."""
        return self.id.partition(".")[0]

    @property
    def summary(self) -> str:
        """The rule in one sentence."""
        return inspect.cleandoc(self.ask.__doc__ or "").partition("\n")[0]

    @cached_property
    def _hints(self) -> Mapping[str, Any]:
        return get_type_hints(self.ask, include_extras=True)

    @property
    def given(self) -> type[G]:
        """The type of the rule's input."""
        of_input: type[G] = [hint for name, hint in self._hints.items() if name != "return"][-1]
        return of_input

    @property
    def outcomes(self) -> tuple[type[O], ...]:
        """The types of the rule's outcomes, in the order of its annotation."""
        any_of_them = self.outcome_type
        return get_args(any_of_them) if get_origin(any_of_them) in (Union, UnionType) else (any_of_them,)

    @property
    def outcome_type(self) -> Any:
        """The type of any of the rule's outcomes, to read one from the wire."""
        return self._hints["return"]


def rule(
    id: str, cite: Cite, *, readings: tuple[Reading, ...] = (), edition: int = 1
) -> Callable[[Callable[[A, G], O]], Rule[A, G, O]]:
    """Make a rule from a function that asks questions."""

    def made(ask: Callable[[A, G], O]) -> Rule[A, G, O]:
        return Rule(RuleId(id), cite, ask, readings, edition)

    return made


AnyRule: TypeAlias = Rule[Any, Any, Any]


class AnswersRules(ABC):
    """Dice that answer a whole rule with its outcome, where the rule in play turns to another rule.

    This is an abstract class because every call of a rule checks for it, and a run-time check for a `Protocol` takes a
    hundred times as long.
    """

    @abstractmethod
    def outcome_of(self, rule: Rule[Any, G, O], given: G) -> O:
        """The outcome of the rule that the rule in play turns to."""


Words: TypeAlias = Mapping[type[Outcome], str | Callable[[Any], str]]
"""A sentence for every outcome: a template over its fields, or a function where a template is not enough.

In a template `{n}` is the field as people write it, and `{n:week}` counts it: `1 week`, `3 weeks`.
"""


Targets: TypeAlias = tuple[tuple[AnyRule, str, Target], ...]
"""The words for the number that a roll is held against, by its rule and its purpose."""


@dataclass(frozen=True, kw_only=True)
class Book:
    """A rulebook: all its contents, in its own order. No licence or author is claimed for its source."""

    id: str
    title: str
    source: str
    headings: tuple[str, ...]
    rules: tuple[AnyRule, ...]
    words: Words
    targets: Targets = ()
    """What each roll is held against, in words."""
    tables: tuple[Table[Any], ...] = ()
    listings: tuple[BookListing, ...] = ()
    """The tables that no dice decide."""
    decisions: tuple[Reading, ...] = ()
    gaps: tuple[Gap, ...] = ()
    manual: str = ""
    """The package whose `manual.toml` says in plain words when and how each rule is used; none if it has no manual."""
    verdicts: tuple[Callable[..., Any], ...] = ()
    """The arithmetic of its rules, over whole numbers only, shared with the simulator, which compiles it."""
    cases: "Traversable | None" = None
    """A folder of the package with the file `<rule id>.cases` for each rule."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Our readings: of single rules, in their order, then of the whole book."""
        return tuple(dict.fromkeys((*(reading for rule in self.rules for reading in rule.readings), *self.decisions)))
