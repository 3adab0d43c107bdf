"""What can be done now, with its odds: the same list for buttons, prompts and scripts."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, Struct

from undercroft.faces.views.command_names import about
from undercroft.faces.views.input_names import cite
from undercroft.faces.views.percents import short_fraction
from undercroft.faces.views.same_play import as_last
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import LAST, UNRANKED, About, Section
from undercroft.table.engine.actors import its_group
from undercroft.table.engine.part import Offer
from undercroft.table.engine.time_words import spell
from undercroft.table.gear.carrying import Take
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers, offers_now
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.things import Carried

Sent = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Command"})]
"""A command as JSON has it; the API describes every kind of it."""
MOST_KEPT = 16_384
"""Actions that are kept: those of a hundred tables. They are dropped in one step."""


class Action(Struct, frozen=True):
    """One thing a seat may do, as it is shown: name, chance, cost, and the reasons where it is refused."""

    kind: str
    label: str
    short: str
    """The deed alone, without the person or group who does it."""
    subject: str
    object: str
    note: str
    """What the label adds in brackets."""
    who: PersonId | None
    group: str | None
    command: Sent
    percent: str
    fraction: str
    cost: str
    rule: str
    cite: str
    refused: tuple[str, ...]
    aside: bool = False
    """Whether it would hide more common actions: taking from a comrade who is helpless."""
    warns: str = ""
    """What a person must confirm first."""
    share: int = 0
    """The chance in whole percent, as wide as its bar is."""
    chance: Fraction | None = None
    """The exact chance, for programs; none where there is none or this seat may not know it."""
    seconds: int | None = None
    """The time it takes, for programs; none where it takes no time of its own."""
    codes: tuple[str, ...] = ()
    """The codes of the reasons in `refused`, in the same order."""
    ends: str = ""
    """What ends with it: `turn`. Its label says so; the strip of turns says when one ends by itself."""

    @property
    def deed_alone(self) -> str:
        """What is done, without what it is done to: `listen`."""
        return self.short.partition(self.object)[0].strip() if self.object else self.short

    def at(self, target: str) -> str:
        """What is done, without the target that a screen names already: `charge with the mace`."""
        return self.short.replace(f" {target}", "", 1) if target and self.object == target else self.short

    @property
    def by_whom(self) -> str:
        """Who does what: `Maud: listen`."""
        return f"{self.subject}: {self.deed_alone}" if self.subject else self.deed_alone

    @property
    def to_what(self) -> str:
        """What it is done to: `at the oak door`."""
        _, found, more = self.short.partition(self.object) if self.object else ("", "", "")
        return f"{found}{more}"

    @property
    def about(self) -> About:
        """How people see its command."""
        return about(self.kind)


_KEPT: dict[tuple[object, ...], tuple[Offer, Action]] = {}


def actions(known: Campaign, seat: SeatId) -> tuple[Action, ...]:
    """Everything a seat may do now, by what it knows. A note changes nothing of it."""
    return _actions(as_last(known, seat), seat)


@remembering(1024)
def _actions(known: Campaign, seat: SeatId) -> tuple[Action, ...]:
    return tuple(_action(known, offer) for offer in offers(known, seat))


def actions_now(known: Campaign, seat: SeatId) -> tuple[Action, ...]:
    """The same, where those that have to wait for wanted dice are refused."""
    return tuple(_action(known, offer) for offer in offers_now(known, seat)) if known.wanted else actions(known, seat)


def most_useful(all_of_them: Iterable[Action]) -> tuple[Action, ...]:
    """The same, with possible actions before refused ones, and the most common first."""
    return tuple(sorted(all_of_them, key=_rank))


def _rank(action: Action) -> tuple[bool, int]:
    """The rank of an action among all; a command that the list of actions does not show has its rank elsewhere."""
    rank = action.about.rank if action.about.shown_in(Section.ACTIONS) else UNRANKED
    return bool(action.refused), LAST if action.aside else rank


def _action(known: Campaign, offer: Offer) -> Action:
    """An offer as it is shown; the last of the same name is kept, as most offers last for many commands."""
    aside = isinstance(offer.command, Take) and isinstance(known.things[offer.command.thing].place, Carried)
    named = (offer.command.tag, offer.verb, offer.object, offer.detail, offer.subject, offer.who, aside)
    kept = _KEPT.get(named)
    if kept is not None and kept[0] == offer:
        return kept[1]
    made = _shown(offer, aside=aside)
    if len(_KEPT) >= MOST_KEPT:
        _KEPT.clear()
    _KEPT[named] = (offer, made)
    return made


def _shown(offer: Offer, *, aside: bool) -> Action:
    chance, rule = known_chance(offer), offer.rule
    return Action(
        offer.command.tag,
        offer.label,
        offer.deed,
        offer.subject,
        offer.object,
        offer.note,
        offer.who,
        its_group(offer.command),
        wire.plain(offer.command),
        percent(chance) if chance is not None else offer.chance,
        short_fraction(chance) if chance is not None else "",
        _cost(offer),
        rule.id if rule is not None else "",
        cite(rule.id) if rule is not None else "",
        tuple(reason.what for reason in offer.refused),
        aside,
        offer.warns,
        int(100 * chance) if chance is not None else 0,
        chance,
        offer.seconds,
        tuple(reason.code for reason in offer.refused),
        offer.ends,
    )


def _cost(offer: Offer) -> str:
    """What an offer costs: its time where that is known, and that it may take less."""
    if offer.seconds is None:
        return offer.cost
    return f"up to {spell(offer.seconds)}" if offer.at_most else spell(offer.seconds)


def known_chance(offer: Offer) -> Fraction | None:
    """The chance of an offer; None if it has none, or the odds cannot be computed."""
    try:
        return chance_of(offer)
    except UndercroftError:
        return None
