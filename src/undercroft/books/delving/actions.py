"""Primary Delve Actions: Recover, Search, and finding secrets."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.delving.checks import NORMAL_DC, Check, DifficultyClass, Success, check_d20
from undercroft.books.delving.units import Count, Fatigue, Pool, Score
from undercroft.kernel.dice import D4, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

SECRET_FEATURES = Cite("Delving", "Secret Features")


# Recover


class Least(StrEnum):
    """The least a Recover can give."""

    NOTHING = "nothing"
    ONE = "one"
    ANY = "any"


class Weary(Given, frozen=True):
    """A delver who takes a breather."""

    con: Annotated[Score, says("Constitution")]
    fp: Annotated[Pool, says("fatigue points now")]
    fp_max: Annotated[Pool, says("fatigue points when fresh")]
    exhausted: Annotated[bool, says("Exhausted?")] = False
    spent: Annotated[Count, says("ammunition and the like used up")] = 0
    destroyed: Annotated[Count, says("ammunition and the like destroyed")] = 0
    lost: Annotated[Count, says("ammunition and the like lost")] = 0
    recover_minimum: Annotated[Least, says("the least a Recover can give")] = Least.NOTHING
    recover_capped: Annotated[bool, says("does recovery stop at the maximum?")] = True

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("fatigue points cannot be above their maximum")
        if self.destroyed + self.lost > self.spent:
            raise ValueError("no more can be destroyed and lost than was used up")


class Recovered(Outcome, frozen=True, tag="recovered"):
    """The fatigue points regained, and the things gathered up."""

    rolled_gain: int
    applied: int
    fp: Fatigue
    regained: int


class NoEffectExhausted(Outcome, frozen=True, tag="no_effect_exhausted"):
    """Only things are gathered up; the Exhausted regain nothing."""

    fp: Fatigue
    regained: int


AT_LEAST_NOTHING = Reading(
    id="delving.action.recover/minimum",
    question="With a negative Constitution, can a Recover cost fatigue points?",
    choice="No, the least it gives is 0.",
    because="Recovering gives points back; losing some would be no recovery.",
    switch="recover_minimum",
    options=(
        Option("nothing", "never less than 0"),
        Option("one", "never less than 1"),
        Option("any", "a bad roll can cost points"),
    ),
)
NOT_ABOVE_MAXIMUM = Reading(
    id="delving.action.recover/cap",
    question="Does Recover stop at the maximum of fatigue points?",
    choice="Yes.",
    because="The game gives a maximum, and nothing says that rest passes it.",
    switch="recover_capped",
    options=(Option(True, "stops at the maximum"), Option(False, "may go above it")),
)

LEAST_GAIN = {Least.NOTHING: 0, Least.ONE: 1, Least.ANY: -100}


@rule("delving.action.recover", Cite("Delving", "Recover"), readings=(AT_LEAST_NOTHING, NOT_ABOVE_MAXIMUM))
def recover(dice: Dice, given: Weary) -> Recovered | NoEffectExhausted:
    """An Action spent resting restores d4 plus Constitution fatigue points, and gathers up what can be used again."""
    regained = given.spent - given.destroyed - given.lost
    if given.exhausted:
        return NoEffectExhausted(Fatigue(0), regained)
    gain = breather(dice.total("recovery", D4), given.con, LEAST_GAIN[given.recover_minimum])
    fp = refilled(given.fp, gain, given.fp_max if given.recover_capped else given.fp + abs(gain))
    return Recovered(gain, fp - given.fp, Fatigue(fp), regained)


def breather(face: int, con: int, least: int) -> int:
    """The fatigue points that one rest gives."""
    return max(least, face + con)


def refilled(points: int, gain: int, most: int) -> int:
    """A pool after a gain: at most its maximum, at least nothing."""
    return max(0, min(most, points + gain))


# Search


class Zone(Given, frozen=True):
    """A zone, and the delver who searches it."""

    hidden: Annotated[tuple[Name, ...], says("hidden features of the zone, in the referee's order")]
    revealed: Annotated[tuple[Name, ...], says("hidden features found already")]
    in_zone: Annotated[bool, says("is the searcher in the zone?")] = True
    enough_light: Annotated[bool, says("is there enough light to search?")] = True


class Found(Outcome, frozen=True, tag="found"):
    """One hidden feature comes to light."""

    feature: str


class NoneRemaining(Outcome, frozen=True, tag="none_remaining"):
    """No hidden feature is left. This says nothing about secrets."""


class NoSearch(StrEnum):
    """Why the search is refused."""

    NOT_IN_ZONE = "not_in_zone"
    TOO_DARK = "too_dark"


class SearchRefused(Outcome, frozen=True, tag="refused"):
    """The search is refused."""

    reason: NoSearch


LISTED_ORDER = Reading(
    id="delving.action.search/order",
    question="Which of several hidden features is found?",
    choice="The next one in the referee's list; two searchers find two.",
    because="The book gives one feature for each Action, and the referee tells which.",
)
LIGHT_TO_SEARCH_BY = Reading(
    id="delving.action.search/light",
    question="Can a delver search in the dark?",
    choice="No; nor by candle under the Shadowcurse.",
    because="The game rules out the candle, and no light at all is worse.",
)


@rule("delving.action.search", Cite("Delving", "Search"), readings=(LISTED_ORDER, LIGHT_TO_SEARCH_BY))
def search(dice: Dice, given: Zone) -> Found | NoneRemaining | SearchRefused:
    """An Action spent searching the zone finds one hidden feature, without a roll, until none is left."""
    if not given.in_zone:
        return SearchRefused(NoSearch.NOT_IN_ZONE)
    if not given.enough_light:
        return SearchRefused(NoSearch.TOO_DARK)
    unseen = next_of(given.hidden, given.revealed)
    return NoneRemaining() if unseen is None else Found(unseen)


def next_of(listed: tuple[str, ...], done: tuple[str, ...]) -> str | None:
    """The first item that is not done yet."""
    return next((item for item in listed if item not in done), None)


# Secret Features


class Secret(Given, frozen=True):
    """A secret, and what the party knows of it."""

    clues: Annotated[tuple[Name, ...], Meta(min_length=1), says("the clues to the secret, at least one")]
    given: Annotated[tuple[Name, ...], says("clues given already")]
    found: Annotated[bool, says("has the secret been found?")] = False


class Clue(Outcome, frozen=True, tag="clue"):
    """A clue, without a word about what it points to."""

    clue: str


class NoNewClue(Outcome, frozen=True, tag="no_new_clue"):
    """The party knows every clue already."""


class AlreadyFound(Outcome, frozen=True, tag="already_found"):
    """The secret was found before."""


ONE_CLUE_A_SEARCH = Reading(
    id="delving.search.secret-features/one",
    question="How many clues does a search give?",
    choice="One, the next in the referee's list for the first secret not yet found.",
    because="A search finds one hidden feature; clues should not come faster.",
)


@rule("delving.search.secret-features", SECRET_FEATURES, readings=(ONE_CLUE_A_SEARCH,))
def secret_features(dice: Dice, given: Secret) -> Clue | NoNewClue | AlreadyFound:
    """A search never reveals a secret; it gives a clue, and every secret has at least one clue."""
    if given.found:
        return AlreadyFound()
    clue = next_of(given.clues, given.given)
    return NoNewClue() if clue is None else Clue(clue)


class Investigation(Given, frozen=True):
    """Several prepared clues, and the check that decides which is found."""

    n_clues: Annotated[int, Meta(ge=1, le=100), says("clues prepared, the vaguest first")]
    int_score: Annotated[Score, says("Intelligence of the searcher")]
    favored: Annotated[bool, says("is Intelligence the favored ability?")] = False
    dc: Annotated[DifficultyClass, says("difficulty of the check")] = NORMAL_DC


class ClueChosen(Outcome, frozen=True, tag="clue_chosen"):
    """The clue that is found, counted from 0."""

    clue_index: int
    success: bool


VAGUE_OR_PLAIN = Reading(
    id="delving.search.clue-check/which",
    question="What is an investigation check, and which clue does it give?",
    choice="Intelligence against 15: success gives the plainest clue, failure the vaguest; every check gives one.",
    because="The text lets a check choose the clue and asks for at least one; it names neither ability nor order.",
)


@rule("delving.search.clue-check", SECRET_FEATURES, readings=(VAGUE_OR_PLAIN,))
def clue_check(dice: Dice, given: Investigation) -> ClueChosen:
    """With several clues prepared, a check may decide which one is found; a failed check still finds the vaguest."""
    check = check_d20(dice, Check(score=given.int_score, dc=given.dc, favored=given.favored))
    success = isinstance(check, Success)
    return ClueChosen(given.n_clues - 1 if success else 0, success)


class Following(Given, frozen=True):
    """A delver acts on what the party has learnt."""

    clues_given: Annotated[Count, says("clues to the secret that they already have")]
    action_matches: Annotated[bool, says("would their action uncover it?")]
    strict: Annotated[bool, says("must they have a clue first?")] = True


class SecretFound(Outcome, frozen=True, tag="found"):
    """The secret is found."""


class NotFound(Outcome, frozen=True, tag="not_found"):
    """The attempt finds nothing."""


ONLY_BY_CLUES = Reading(
    id="delving.search.follow-clue/strict",
    question="Must the players have a clue before they can uncover a secret?",
    choice="Yes; a lucky guess uncovers nothing.",
    because="Only following the clues finds a secret.",
    switch="strict",
    options=(Option(True, "a clue must come first"), Option(False, "doing the right thing is enough")),
)


@rule("delving.search.follow-clue", SECRET_FEATURES, readings=(ONLY_BY_CLUES,))
def follow_clue(dice: Dice, given: Following) -> SecretFound | NotFound:
    """Acting on the clues is the only way to find a secret."""
    knows_enough = given.clues_given >= 1 or not given.strict
    return SecretFound() if given.action_matches and knows_enough else NotFound()
