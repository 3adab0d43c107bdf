"""Policies by which odds settle the choices of a rule. Odds never average over choices."""

from collections.abc import Callable

from undercroft.kernel.dice import Choice
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import Outcome


class Policy:
    """A fixed way to decide every choice."""

    def __init__(self, name: str, decide: Callable[[Choice], str]) -> None:
        self.name = name
        self.decide = decide


NEVER = Policy("never", lambda choice: choice.options[0])
"""Decline every choice: take its first option."""


class Always(Policy):
    """Take one option wherever it is offered, and decline elsewhere."""

    def __init__(self, word: str) -> None:
        super().__init__(f"always {word}", lambda choice: word if word in choice.options else choice.options[0])
        self.word = word


class NotedPolicy(Policy):
    """Decides as another policy does, and notes the options offered besides declining."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy.name, self._noted)
        self._policy = policy
        self._taken: dict[str, None] = {}

    def _noted(self, choice: Choice) -> str:
        self._taken.update(dict.fromkeys(choice.options[1:]))
        return self._policy.decide(choice)

    @property
    def taken(self) -> tuple[str, ...]:
        """The options that were offered, in the order they came up."""
        return tuple(self._taken)


def always(word: str) -> Always:
    """Take that option wherever it is offered, and decline elsewhere."""
    return Always(word)


class Best:
    """Choose, each time, what makes the wanted outcomes likeliest."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self.name = f"best for {' or '.join(kinds)}"
        self.kinds = kinds

    def wanted(self, outcome: Outcome) -> bool:
        """Whether this is one of the wanted outcomes."""
        return outcome.kind in self.kinds


def best_for(*kinds: str) -> Best:
    """Choose what makes outcomes of these kinds likeliest."""
    return Best(kinds)


def named(text: str) -> Policy | Best:
    """A policy as people write it: `never`, `always keep`, `best for hit`.

    >>> named("always keep").name
    'always keep'
    """
    match text.replace(":", " ").split():
        case ["never"]:
            return NEVER
        case ["always", word]:
            return always(word)
        case ["best", "for", *kinds] if kinds:
            return best_for(*(kind for kind in kinds if kind != "or"))
        case _:
            fix = "write “never”, “always OPTION” or “best for OUTCOME”"
            raise BadInput("bad_policy", f"“{text[:60]}” is not a policy", fix)
