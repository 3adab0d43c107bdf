"""What may be done now, in as few lines as tell it: one for each deed, with the numbers of those who may do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from undercroft.faces.percents import percent
from undercroft.faces.terminal.explaining import odds_line, refusal
from undercroft.faces.terminal.matching import fits
from undercroft.faces.views.actions import LAST, short_label
from undercroft.kernel.faults import OddsTooWide
from undercroft.table.campaign import Campaign
from undercroft.table.chances import chance_of
from undercroft.table.decide import tag_of
from undercroft.table.moments import spell
from undercroft.table.rooms import Offer

ALL = "all"
"""Lists every offer by itself."""


class _Deed(Struct, frozen=True):
    """What several may do alike, or one may do to several."""

    tag: str
    what: str
    cost: str
    refused: str


def offer_lines(offers: Sequence[Offer], known: Campaign, words: Sequence[str] = ()) -> list[str]:
    """The offers by their numbers: in brief, or one by one all those that the words fit.

    In brief, of several that read the same the first stands for all, as it does when they are meant by words.
    """
    numbered = list(enumerate(offers, 1))
    if words:
        chosen = [one for one in numbered if list(words) == [ALL] or fits(one[1], words)]
        return [_line(number, offer, known) for number, offer in chosen] or ["Nothing of the kind is offered."]
    count = Counter(tag for offer in offers if (tag := tag_of(offer.command)) in LAST)
    deeds: dict[_Deed, list[tuple[int, Offer]]] = {}
    told: set[tuple[str, str]] = set()
    for number, offer in numbered:
        same = (tag_of(offer.command), offer.label)
        if count[tag_of(offer.command)] <= 1 and same not in told:
            told.add(same)
            what, _ = _parted(offer)
            deed = _Deed(tag_of(offer.command), what, _cost(offer), refusal(offer.refused))
            deeds.setdefault(deed, []).append((number, offer))
    lines = [_together(deed, those, known) for deed, those in deeds.items()]
    return [*lines, *_at_any_time({tag: number for tag, number in count.items() if number > 1})]


def _parted(offer: Offer) -> tuple[str, str]:
    """What is done, and by whom: by the word that means them in a line. In a fight, by whom, and to whom."""
    name, _, deed = offer.label.partition(": ")
    match tag_of(offer.command):
        case "attack":
            foe, _, weapon = deed.partition(" with ")
            return f"{name} with {weapon}", foe
        case "rummage":
            deed, _, thing = deed.rpartition(" the ")
            return f"{name}: {deed}", thing
        case _ if offer.who is not None:
            return short_label(offer.label), offer.who
        case _:
            return offer.label, ""


def _together(deed: _Deed, those: Sequence[tuple[int, Offer]], known: Campaign) -> str:
    if len(those) == 1:
        return _line(*those[0], known)
    why = f": not now. {deed.refused}" if deed.refused else ""
    return f"     {deed.what}{deed.cost}: {', '.join(_one_of(*one) for one in those)}{why}"


def _one_of(number: int, offer: Offer) -> str:
    """`50 maud 27.8 %`."""
    chance = None
    if not offer.refused:
        with suppress(OddsTooWide):
            chance = chance_of(offer)
    return " ".join(filter(None, (str(number), _parted(offer)[1], percent(chance) if chance is not None else "")))


def _line(number: int, offer: Offer, known: Campaign) -> str:
    """One offer, with its whole odds; or why it may not be taken now."""
    if offer.refused:
        return f"{number:>3}  {offer.label}: not now. {refusal(offer.refused)}"
    odds = odds_line(offer, known)
    return f"{number:>3}  {offer.label}{_cost(offer)}{f' [{odds}]' if odds else ''}"


def _cost(offer: Offer) -> str:
    return f" ({spell(offer.seconds)})" if offer.seconds else ""


def _at_any_time(count: Mapping[str, int]) -> list[str]:
    """What can be done at any time, counted: it would hide what can be done here."""
    if not count:
        return []
    counted = ", ".join(f"{tag} ({number})" for tag, number in count.items())
    return [f"     At any time: {counted}. “offers {next(iter(count))}” lists them, “offers all” everything."]
