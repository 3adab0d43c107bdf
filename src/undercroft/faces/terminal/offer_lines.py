"""The offers in as few lines as possible: one for each deed, with the numbers of the people who may do it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from undercroft.faces.terminal.explanations import odds_line, refusal
from undercroft.faces.terminal.typed_command import fits
from undercroft.faces.views.short_names import typed_name
from undercroft.kernel.amounts import percent
from undercroft.kernel.faults import OddsTooWide
from undercroft.table.engine.part import Offer
from undercroft.table.engine.time_words import spell
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.pack_search import Rummage
from undercroft.table.odds import chance_of

ALL = "all"
"""The word that lists every offer by itself."""


class _Deed(Struct, frozen=True):
    """What several people may do alike, or one person may do to several."""

    tag: str
    what: str
    cost: str
    refused: str


def offer_lines(offers: Sequence[Offer], words: Sequence[str] = ()) -> list[str]:
    """The offers by their numbers: in brief, or one by one all those that the words fit.

    In brief, the first of several that read the same represents them all, as it does when words mean them.
    """
    numbered = list(enumerate(offers, 1))
    if words:
        chosen = [offer for offer in numbered if list(words) == [ALL] or fits(offer[1], words)]
        return [_line(number, offer) for number, offer in chosen] or ["No offer fits these words."]
    count = Counter(offer.command.tag for offer in offers if offer.command.ABOUT.any_time)
    deeds: dict[_Deed, list[tuple[int, Offer]]] = {}
    told: set[tuple[str, str]] = set()
    for number, offer in numbered:
        same = (offer.command.tag, offer.label)
        if count[offer.command.tag] <= 1 and same not in told:
            told.add(same)
            what, _ = _parted(offer)
            deed = _Deed(offer.command.tag, what, _cost(offer), refusal(offer.refused))
            deeds.setdefault(deed, []).append((number, offer))
    lines = [_together(deed, those) for deed, those in deeds.items()]
    return [*lines, *_at_any_time({tag: number for tag, number in count.items() if number > 1})]


def _parted(offer: Offer) -> tuple[str, str]:
    """The deed and the word for its doer; in a fight, the doer and the target."""
    match offer.command:
        case Attack():
            return f"{offer.subject}{offer.detail}", offer.object
        case _ if hasattr(offer.command, "foe") and offer.who is not None:
            return f"{offer.subject}: {offer.verb}{offer.detail}", offer.object
        case Rummage():
            return f"{offer.subject}: {offer.verb}", offer.object
        case _ if offer.who is not None:
            return offer.deed, typed_name(offer.subject) or offer.who
        case _:
            return offer.label, ""


def _together(deed: _Deed, those: Sequence[tuple[int, Offer]]) -> str:
    if len(those) == 1:
        return _line(*those[0])
    why = f": not now. {deed.refused}" if deed.refused else ""
    return f"     {deed.what}{deed.cost}: {', '.join(_one_of(*offer) for offer in those)}{why}"


def _one_of(number: int, offer: Offer) -> str:
    """`50 maud 27.8 %`."""
    chance = None
    if not offer.refused:
        with suppress(OddsTooWide):
            chance = chance_of(offer)
    return " ".join(filter(None, (str(number), _parted(offer)[1], percent(chance) if chance is not None else "")))


def _line(number: int, offer: Offer) -> str:
    """One offer, with all its odds, or the reason it may not be taken now."""
    if offer.refused:
        return f"{number:>3}  {offer.label}: not now. {refusal(offer.refused)}"
    odds = odds_line(offer)
    return f"{number:>3}  {offer.label}{_cost(offer)}{f' [{odds}]' if odds else ''}"


def _cost(offer: Offer) -> str:
    return f" ({spell(offer.seconds)})" if offer.seconds else ""


def _at_any_time(count: Mapping[str, int]) -> list[str]:
    """The number of offers available at any time, which would hide what can be done here."""
    if not count:
        return []
    counted = ", ".join(f"{tag} ({number})" for tag, number in count.items())
    return [f"     At any time: {counted}. “offers {next(iter(count))}” lists them, “offers all” everything."]
