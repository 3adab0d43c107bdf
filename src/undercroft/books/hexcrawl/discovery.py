"""Discovery: the features that a hex shows and hides, and how to find them."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from undercroft.books.hexcrawl.drawing import EVENLY, drawn
from undercroft.books.hexcrawl.entering import NO_STEP_UNFED, BlockedProvision
from undercroft.books.hexcrawl.units import Entries, TravelPoints, above_nothing, is_enough, not_negative
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import Name

DISCOVERY = Cite("Play Procedures", "Discovery")


class Visibility(StrEnum):
    """How a feature can be found."""

    OVERT = "overt"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a feature, not a password


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    """A feature of a hex."""

    id: Name
    visibility: Visibility
    discovered: bool = False
    is_landmark: bool = False


# What they see


class Charted(Given, frozen=True):
    """A hex, as the referee knows it."""

    features: Annotated[tuple[Feature, ...], says("what is in the hex")]
    visited: Annotated[bool, says("have they been in the hex?")]


class View(Outcome, frozen=True, tag="view"):
    """The features that the players know."""

    features: tuple[str, ...]


NOT_EVEN_HOW_MANY = Reading(
    id="hexcrawl.feature-visibility/count",
    question="Do players know how much there is left to find?",
    choice="No; they know what is in plain sight where they have been, and what they have found.",
    because="A number would spoil half the discovery.",
)


@rule("hexcrawl.feature-visibility", DISCOVERY, readings=(NOT_EVEN_HOW_MANY,))
def feature_visibility(dice: Dice, given: Charted) -> View:
    """Features are overt, hidden or secret; players know the overt ones of hexes they visited, and what they found."""
    known = (feature for feature in given.features if feature.discovered or (given.visited and is_overt(feature)))
    return View(tuple(feature.id for feature in known))


def is_overt(feature: Feature) -> bool:
    """Whether the feature is overt."""
    return feature.visibility is Visibility.OVERT


class Arrival(Given, frozen=True):
    """A hex, and whether the party has entered it."""

    features: Annotated[tuple[Feature, ...], says("what is in the hex")]
    entered: Annotated[bool, says("have they entered the hex? A move only started is not enough")]


class Revealed(Outcome, frozen=True, tag="revealed"):
    """What the party sees at once."""

    features: tuple[str, ...]


@rule("hexcrawl.discover-overt", DISCOVERY)
def discover_overt(dice: Dice, given: Arrival) -> Revealed:
    """Entering a hex shows all its overt features."""
    return Revealed(tuple(feature.id for feature in given.features if given.entered and is_overt(feature)))


# Searching for what is hidden


FOR_ANYTHING = TravelPoints(Fraction(1))
FOR_ONE_THING = TravelPoints(Fraction(2))


class Search(Given, frozen=True):
    """A party that searches its hex for anything hidden."""

    tp_left: Annotated[TravelPoints, says("travel points left today")]
    hidden: Annotated[Entries, says("hidden features not found yet, not counting secret ones")]
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")] = False

    def __post_init__(self) -> None:
        not_negative(tp_left=self.tp_left)


class Found(Outcome, frozen=True, tag="found"):
    """They find the feature."""

    feature: str
    tp_left: TravelPoints


class NothingFound(Outcome, frozen=True, tag="nothing"):
    """Nothing hidden is left here; the point is spent."""

    tp_left: TravelPoints


class NotEnoughPoints(Outcome, frozen=True, tag="not_enough_tp"):
    """The day has too few points left for this search, and none are spent."""


SEARCH_NEEDS_NO_THROW = Reading(
    id="hexcrawl.search-random/sure",
    question="Can a search fail?",
    choice="Only where nothing hidden is left, which the players then know; the point is spent anyway.",
    because="A travel point finds one feature, and the text asks for no roll.",
)


@rule("hexcrawl.search-random", DISCOVERY, readings=(SEARCH_NEEDS_NO_THROW, EVENLY, NO_STEP_UNFED))
def search_random(dice: Dice, given: Search) -> Found | NothingFound | NotEnoughPoints | BlockedProvision:
    """One travel point of searching finds one hidden feature of the hex, chosen at random."""
    if given.must_provision:
        return BlockedProvision()
    if not is_enough(*given.tp_left.as_integer_ratio(), *FOR_ANYTHING.as_integer_ratio()):
        return NotEnoughPoints()
    left = TravelPoints(given.tp_left - FOR_ANYTHING)
    return Found(drawn(dice, "hidden feature", given.hidden), left) if given.hidden else NothingFound(left)


class Quest(Given, frozen=True):
    """A party that searches its hex for a particular feature."""

    target: Annotated[Name, says("what they look for")]
    lead: Annotated[bool, says("do they know what they are looking for?")]
    tp_left: Annotated[TravelPoints, says("travel points left today")]
    hidden: Annotated[Entries, says("hidden features not found yet, not counting secret ones")]
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")] = False

    def __post_init__(self) -> None:
        not_negative(tp_left=self.tp_left)


class NotHere(Outcome, frozen=True, tag="not_here"):
    """They do not find it here, and do not learn why."""

    tp_left: TravelPoints


class NoLead(Outcome, frozen=True, tag="no_lead"):
    """They do not know what to look for, and can only search at random."""


ONE_ANSWER_FOR_ALL = Reading(
    id="hexcrawl.search-specific/why",
    question="What do players hear when they look for something that is elsewhere, found already, or secret?",
    choice="The same each time: it is not here. The points are spent.",
    because="Different answers would give away secrets.",
)
ON_ONE_DAY = Reading(
    id="hexcrawl.search-specific/day",
    question="May the two points come from two days?",
    choice="No.",
    because="The text lets only movement carry over.",
)


@rule("hexcrawl.search-specific", DISCOVERY, readings=(ONE_ANSWER_FOR_ALL, ON_ONE_DAY, NO_STEP_UNFED))
def search_specific(dice: Dice, given: Quest) -> Found | NotHere | NoLead | NotEnoughPoints | BlockedProvision:
    """Two travel points find the hidden feature that the party is looking for, if it is here."""
    if given.must_provision:
        return BlockedProvision()
    if not given.lead:
        return NoLead()
    if not is_enough(*given.tp_left.as_integer_ratio(), *FOR_ONE_THING.as_integer_ratio()):
        return NotEnoughPoints()
    left = TravelPoints(given.tp_left - FOR_ONE_THING)
    return Found(given.target, left) if given.target in given.hidden else NotHere(left)


# Searching for secrets


class WholeDay(Given, frozen=True):
    """A party that spends a day on the secrets of a hex."""

    tp_spent_today: Annotated[TravelPoints, says("travel points spent today, a debt of foraging included")]
    tp_left: Annotated[TravelPoints, says("travel points left today")]
    tp_max: Annotated[TravelPoints, says("travel points of a whole day")]
    secrets: Annotated[Entries, says("secret features not found yet")]
    hidden: Annotated[Entries, says("hidden features not found yet")] = ()
    also_hidden: Annotated[bool, says("does a day's search find hidden features too?")] = False
    must_provision: Annotated[bool, says("must they eat or forage before they go on?")] = False

    def __post_init__(self) -> None:
        not_negative(tp_spent_today=self.tp_spent_today, tp_left=self.tp_left)
        above_nothing(tp_max=self.tp_max)
        if self.tp_left > self.tp_max:
            raise ValueError("the travel points left cannot be more than a whole day's")


class SecretsFound(Outcome, frozen=True, tag="found"):
    """All secrets are found, and the day is over."""

    features: tuple[str, ...]
    tp_left: TravelPoints


class NoSecrets(Outcome, frozen=True, tag="nothing"):
    """The day is over, and there was nothing to find."""

    tp_left: TravelPoints


class TooLate(Outcome, frozen=True, tag="too_late"):
    """The search must begin before any of the day's points are spent."""


ALL_SECRETS_AT_ONCE = Reading(
    id="hexcrawl.search-secret/all",
    question="Does the day find one secret, or all of the hex?",
    choice="All of them, and no hints are needed. Points put into a move the day before do not spoil the day.",
    because="The text has only hidden features found one at a time.",
)
HIDDEN_STAY_HIDDEN = Reading(
    id="hexcrawl.search-secret/hidden",
    question="Does a whole day of searching find hidden features too?",
    choice="No.",
    because="Hidden features have their own search.",
    switch="also_hidden",
    options=(Option(False, "secret features only"), Option(True, "hidden features as well")),
)


@rule("hexcrawl.search-secret", DISCOVERY, readings=(ALL_SECRETS_AT_ONCE, HIDDEN_STAY_HIDDEN, NO_STEP_UNFED))
def search_secret(dice: Dice, given: WholeDay) -> SecretsFound | NoSecrets | TooLate | BlockedProvision:
    """A search for secrets takes a whole day's travel points, and must begin before any are spent."""
    if given.must_provision:
        return BlockedProvision()
    if given.tp_spent_today > 0 or given.tp_left < given.tp_max:
        return TooLate()
    found = (*given.secrets, *given.hidden) if given.also_hidden else given.secrets
    spent_out = TravelPoints(Fraction(0))
    return SecretsFound(found, spent_out) if found else NoSecrets(spent_out)


# Hints


class Channel(StrEnum):
    """How a hint reaches the party."""

    ACTIVITY = "activity"
    SIGN = "sign"
    OTHER_SITE = "other_site"
    RUMOUR = "rumour"


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """A hint at a secret."""

    secret_id: Name
    channel: Channel
    text: Name
    given: bool = False


class Hints(Given, frozen=True):
    """The hints at the secrets of a hex."""

    hints: Annotated[tuple[Hint, ...], says("hints the referee has ready, in order")]
    about: Annotated[Name | None, says("the secret to hint at now, if the referee chooses one")] = None


class HintGiven(Outcome, frozen=True, tag="given"):
    """The party learns something, but not the secret itself."""

    hint: Hint
    visibility: Visibility


class NoHint(Outcome, frozen=True, tag="none_given"):
    """The party learns nothing new."""


HINTS_ARE_THE_REFEREES = Reading(
    id="hexcrawl.secret-hints/which",
    question="Which hints do the players get?",
    choice="None until the referee gives one; then the first hint about that secret that they have not had yet.",
    because="The text allows hints and does not say when.",
)


@rule("hexcrawl.secret-hints", DISCOVERY, readings=(HINTS_ARE_THE_REFEREES,))
def secret_hints(dice: Dice, given: Hints) -> HintGiven | NoHint:
    """Activity, signs and rumours may hint at a secret, but never reveal it."""
    fresh = (hint for hint in given.hints if hint.secret_id == given.about and not hint.given)
    hint = next(fresh, None)
    return NoHint() if hint is None else HintGiven(hint, Visibility.SECRET)
