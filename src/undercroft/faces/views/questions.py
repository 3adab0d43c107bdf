"""The chances that lie on the table now: of everything a seat may do, each with the rule that settles it."""

from __future__ import annotations

from msgspec import Struct

from undercroft.books import RULES
from undercroft.faces.percents import percent, short_fraction
from undercroft.kernel import wire
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.chances import chance_of
from undercroft.table.offers import offers
from undercroft.table.rooms import Offer

MOST = 10


class Asked(Struct, frozen=True):
    """Something that may be done, its chance, and what its rule is settled on."""

    label: str
    percent: str
    fraction: str
    rule: str
    given: str


def asked_now(known: Campaign, seat: SeatId) -> tuple[Asked, ...]:
    """What could be done now and depends on dice, each rule and situation once."""
    found: dict[tuple[str, str], Asked] = {}
    for offer in offers(known, seat):
        if not offer.refused and (one := _asked(offer)) is not None:
            found.setdefault((one.rule, one.given), one)
    return tuple(found.values())[:MOST]


def _asked(offer: Offer) -> Asked | None:
    if offer.rule is None or offer.given is None or offer.rule.id not in RULES:
        return None
    try:
        chance = chance_of(offer)
    except UndercroftError:
        return None
    if chance is None or chance in (0, 1):
        return None
    given = wire.encode(offer.given).decode()
    return Asked(offer.label, percent(chance), short_fraction(chance), offer.rule.id, given)
