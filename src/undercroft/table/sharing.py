"""Sharing: what came home is counted, the party's experience is pooled, and everybody who came back has their share."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.advancement import Pool, Return, Shares, Sharing, xp_pool, xp_shares
from undercroft.books.sovereign.equipment import COPPER_A_GOLD
from undercroft.kernel.amounts import counted
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, with_person
from undercroft.table.names import GroupId, PersonId, Text
from undercroft.table.opening import ThingPlaced
from undercroft.table.people import Person, Role
from undercroft.table.play import Play
from undercroft.table.roll import known_to, name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import TABLE
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Kind, Thing
from undercroft.table.whose import referee_only

More = Annotated[int, Meta(ge=0, le=1_000_000)]

POINT = "experience point"
_EARNING = (Role.DELVER, Role.HENCHMAN)


class ShareExperience(Command, frozen=True, tag="share_experience"):
    """Count what came home and share the experience; `more_gold` and `more_xp` are what no list holds, and why."""

    group: GroupId
    more_gold: More = 0
    more_xp: More = 0
    why: Text = ""


class AwardExperience(Command, frozen=True, tag="award_experience"):
    """Give each of these so much experience for a deed of their own, beside what is shared."""

    who: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=100)]
    xp: Annotated[int, Meta(ge=1, le=1_000_000)]
    why: Text = ""


class XpAwarded(Event, frozen=True, tag="table.xp-awarded"):
    """Each of these has earned so much experience, and what for."""

    who: tuple[PersonId, ...]
    xp: int
    why: str = ""


class XpShared(Event, frozen=True, tag="table.xp-shared"):
    """The pool was paid out: so much for each Delver and each henchman, the rest is lost."""

    group: GroupId
    pool: int
    delver_xp: int
    henchman_xp: int
    why: str = ""


class XpGained(Event, frozen=True, tag="table.xp-gained"):
    """Somebody has so many experience points now."""

    who: PersonId
    xp: int


def _shared(campaign: Campaign, _: XpShared) -> Campaign:
    return replace(campaign, xp_pool=0)


def _gained(campaign: Campaign, event: XpGained) -> Campaign:
    person = campaign.people.get(event.who)
    if person is None:
        return campaign
    return with_person(campaign, replace(person, sheet=replace(person.sheet, xp=event.xp)))


def haul(known: Campaign, group: GroupId) -> tuple[Thing, ...]:
    """Coins and treasure that those of a group have won and not counted yet."""
    carried = (thing for who in known.groups[group].members for thing in known.carried_by(who))
    return tuple(
        thing for thing in carried if thing.found and thing.count and thing.kind in (Kind.COINS, Kind.TREASURE)
    )


def survivors(known: Campaign, group: GroupId) -> tuple[Person, ...]:
    """Those of a group who have a share: Delvers and henchmen, alive."""
    return tuple(one for one in known.those_in(group) if one.alive and one.role in _EARNING)


def coming_home(known: Campaign, group: GroupId, more_gold: int = 0, more_xp: int = 0) -> Return:
    """What a group brings to a settlement."""
    gold = Fraction(sum(thing.worth or 0 for thing in haul(known, group)), COPPER_A_GOLD) + more_gold
    return Return(known.xp_pool + more_xp, gold, len(survivors(known, group)))


def foretold(known: Campaign, group: GroupId) -> tuple[Pool, Shares]:
    """What there is to share now, and what each would have of it."""
    those = survivors(known, group)
    henchmen = sum(one.role is Role.HENCHMAN for one in those)
    pool = xp_pool(Script(), known.house.applied(xp_pool, coming_home(known, group)))
    sharing = known.house.applied(xp_shares, Sharing(pool.pool, len(those) - henchmen, henchmen))
    return pool, xp_shares(Script(), sharing)


def _share(play: Play, act: ShareExperience) -> None:
    to, those, won = group_audience(act.group), survivors(play.now, act.group), haul(play.now, act.group)
    home = coming_home(play.now, act.group, act.more_gold, act.more_xp)
    pool = play.settle(xp_pool, home, to=to, whole=True).pool
    henchmen = sum(one.role is Role.HENCHMAN for one in those)
    shares = play.settle(xp_shares, Sharing(pool, len(those) - henchmen, henchmen), to=to, whole=True)
    for thing in won:
        play.tell(ThingPlaced(replace(thing, found=False, appraised=True)), to=to)
    half = shares.henchman_xp if henchmen else 0
    play.tell(XpShared(act.group, pool, shares.delver_xp, half, act.why), to=to)
    for one in those:
        share = shares.henchman_xp if one.role is Role.HENCHMAN else shares.delver_xp
        if share:
            play.tell(XpGained(one.id, one.sheet.xp + share), to=known_to(one))


def _award(play: Play, act: AwardExperience) -> None:
    those = tuple(dict.fromkeys(act.who))
    play.tell(XpAwarded(those, act.xp, act.why), to=TABLE)
    for one in those:
        person = play.now.people[one]
        play.tell(XpGained(one, person.sheet.xp + act.xp), to=known_to(person))


def _may_award(known: Campaign, seat: SeatId, act: AwardExperience) -> Iterable[Reason]:
    yield from referee_only(seat)
    those = [known.people.get(one) for one in act.who]
    if any(one is None or one.role not in _EARNING or not one.alive for one in those):
        yield Reason("earns_nothing", "Only Delvers and henchmen who live earn experience.")


def _may_share(known: Campaign, seat: SeatId, act: ShareExperience) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None:
        yield Reason("no_group", "Nobody goes by that name.")
    elif not group.in_town:
        yield Reason("not_in_town", "Experience is shared in a settlement.", xp_pool.id)
    elif not (known.xp_pool or act.more_gold or act.more_xp or haul(known, act.group)):
        yield Reason("nothing_to_share", "They bring nothing home.", xp_pool.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        act = ShareExperience(group.id)
        if not any(_may_share(known, seat, act)):
            yield Offer(act, f"{group.name}: share the experience")


def _awarded_words(now: Campaign, it: XpAwarded) -> str:
    names = ", ".join(name_of(now, one) for one in it.who)
    earns = "earns" if len(it.who) == 1 else "earn"
    return f"{names} {earns} {counted(it.xp, POINT)}{f' ({it.why})' if it.why else ''}."


def _shared_words(_: Campaign, it: XpShared) -> str:
    henchman = f", {it.henchman_xp:,} for each henchman" if it.henchman_xp else ""
    why = f" ({it.why})" if it.why else ""
    return f"Home with {counted(it.pool, POINT)}{why}: {it.delver_xp:,} for each Delver{henchman}."


ROOM = Room(
    arms={XpShared: _shared, XpAwarded: unchanged, XpGained: _gained},
    steps={ShareExperience: _share, AwardExperience: _award},
    refusals={ShareExperience: _may_share, AwardExperience: _may_award},
    offers=_offers,
    words={
        XpShared: _shared_words,
        XpAwarded: _awarded_words,
        XpGained: lambda now, it: f"{name_of(now, it.who)}: {counted(it.xp, POINT)}.",
    },
)
