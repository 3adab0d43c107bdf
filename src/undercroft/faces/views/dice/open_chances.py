"""The chances open now: of everything a seat may do, each with the rule that settles it."""

from msgspec import Struct

from undercroft.books import RULES
from undercroft.faces.views.actions import known_chance
from undercroft.faces.views.percents import short_fraction
from undercroft.kernel import wire
from undercroft.kernel.amounts import percent
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Offer
from undercroft.table.offers import offers
from undercroft.table.state.campaign import Campaign

MOST = 10


class OpenChance(Struct, frozen=True):
    """Something a seat may do, its chance, and the situation its rule is settled on."""

    label: str
    percent: str
    fraction: str
    rule: str
    given: str


def open_chances(known: Campaign, seat: SeatId) -> tuple[OpenChance, ...]:
    """The actions that depend on dice now, each rule and situation once."""
    found: dict[tuple[str, str], OpenChance] = {}
    for offer in offers(known, seat):
        if not offer.refused and (chance := _chance(offer)) is not None:
            found.setdefault((chance.rule, chance.given), chance)
    return tuple(found.values())[:MOST]


def _chance(offer: Offer) -> OpenChance | None:
    if offer.rule is None or offer.given is None or offer.rule.id not in RULES:
        return None
    chance = known_chance(offer)
    if chance is None or chance in (0, 1):
        return None
    given = wire.encode(offer.given).decode()
    return OpenChance(offer.label, percent(chance), short_fraction(chance), offer.rule.id, given)
