"""What a seat may do now: the list that screens, prompts, scripts and bots use."""

from collections.abc import Iterable
from typing import cast

from msgspec import structs
from msgspec.structs import replace

from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.engine import veils
from undercroft.table.engine.part import Offer, Part
from undercroft.table.engine.roster import name_of
from undercroft.table.odds import in_words
from undercroft.table.proposals import proposals
from undercroft.table.refusals import held_by_dice, refusals
from undercroft.table.registry import PARTS
from undercroft.table.session.notes import CarryOut
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Showing
from undercroft.table.state.seats import REFEREE, SPECTATORS

_OFFERING = tuple(part for part in PARTS if part.offers is not Part().offers)
"""The parts that offer anything."""


@remembering(256)
def offers(known: Campaign, seat: SeatId) -> tuple[Offer, ...]:
    """Everything a seat may do by what it knows, with the reasons against it; spectators may do nothing."""
    if seat == SPECTATORS:
        return ()
    only = _only_group(known)
    by_part = (_for_seat(known, seat, offer) for part in _OFFERING for offer in part.shown(known, seat))
    named = (replace(offer, note="") if only and offer.note == only else offer for offer in by_part)
    return (*named, *_as_declared(known, seat), *proposals(known, seat))


def _only_group(known: Campaign) -> str:
    """The name of the group if there is only one, which needs no name then."""
    names = [group.name for group in known.groups.values() if group.members]
    return names[0] if len(names) == 1 else ""


def _for_seat(known: Campaign, seat: SeatId, offer: Offer) -> Offer:
    """The offer as a player sees it: a warning where it spends something, and the odds that the house shows."""
    if seat == REFEREE:
        return offer
    spends = offer.command.ABOUT.spends
    if spends and not offer.warns:
        offer = replace(offer, warns=f"This spends {spends}.")
    if known.house.opens_odds and not _about_the_unknown(known, offer):
        return offer
    chance = (
        in_words(offer) if known.house.players_odds is Showing.WORDS and not _about_the_unknown(known, offer) else ""
    )
    return replace(offer, rule=None, given=None, aims=(), sought=None, chance=chance)


def _about_the_unknown(known: Campaign, offer: Offer) -> bool:
    """Whether the odds depend on the hit points of a person, which the seat does not know."""
    if offer.rule is None or not veils.hides(known.house, offer.rule):
        return False
    fields: tuple[object, ...] = tuple(structs.asdict(offer.command).values())
    lists = [cast("tuple[object, ...]", field) for field in fields if isinstance(field, tuple)]
    unknown = (who for who, person in known.people.items() if person.health is not None)
    return any(who in fields or any(who in named for named in lists) for who in unknown)


def offers_now(known: Campaign, seat: SeatId) -> tuple[Offer, ...]:
    """The same, where those that have to wait for wanted dice are refused; screens show the wanted dice instead."""
    found = offers(known, seat)
    held = (held_by_dice(known, seat, offer.command) for offer in found)
    return tuple(replace(offer, refused=why) if why else offer for offer, why in zip(found, held, strict=True))


def _as_declared(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """What players have declared as a command, for the referee to carry out."""
    for declaration in known.declared if seat == REFEREE else ():
        if declaration.command is not None:
            act, name = CarryOut(declaration.who), name_of(known, declaration.who)
            yield Offer(
                act, "carry out", f"“{declaration.text}”", name, declaration.who, refused=refusals(known, seat, act)
            )
