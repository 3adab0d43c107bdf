"""Foes who come into a fight: made from the site's creatures or from a line, shown or lying hidden, led or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from msgspec.structs import replace

from undercroft.books.violence.enemies import (
    ATTACK_BASE,
    ATTACKS_PER_ROUND,
    SAVE_BASE,
    Creature,
    EnemyStats,
    enemy_stats,
)
from undercroft.books.violence.morale import Band as BandKind
from undercroft.books.violence.morale import Retreat
from undercroft.books.violence.surprise import Side
from undercroft.books.violence.units import Health
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.answers import Ruling
from undercroft.table.battle import Band, Company, Foe, Phase
from undercroft.table.campaign import Campaign
from undercroft.table.foes import MOST_FOES, Muster, letter, one_of, read_foes, slug
from undercroft.table.names import BandId, CreaturesId, FoeId, GroupId, PersonId, Text
from undercroft.table.plain_dice import Plain, plain_dice
from undercroft.table.play import Play
from undercroft.table.procedures import fight_start
from undercroft.table.procedures.fight_field import Field, fight_of, no_such_band
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Fight
from undercroft.table.seats import REFEREE
from undercroft.table.sites import Creatures
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only


class AddFoes(Command, frozen=True, tag="add_foes"):
    """Foes from a line such as “4 votaries HD 2 AC 5 1d8”; without a fight, one begins.

    `joins` names those already there with whom they hold or break; `hidden` ones are not seen yet.
    """

    group: GroupId
    line: Text
    joins: BandId | None = None
    hidden: bool = False
    surprised: tuple[Side, ...] = ()


class ShowFoes(Command, frozen=True, tag="show_foes"):
    """Foes who were hidden show themselves."""

    group: GroupId
    band: BandId


class AimFoe(Command, frozen=True, tag="aim_foe"):
    """A foe attacks that person from now on; nobody named, whoever stands nearest."""

    group: GroupId
    foe: FoeId
    at: PersonId | None = None


class RuleBand(Command, frozen=True, tag="rule_band"):
    """What the referee has decided of foes: who leads them, what they do if they break, whether that is obvious."""

    group: GroupId
    band: BandId
    leader: FoeId | None = None
    retreat: Retreat = Retreat.FLEE
    obvious: bool = False


class FoesCame(Event, frozen=True, tag="table.foes-came"):
    """More of them join the fight."""

    group: GroupId
    names: tuple[str, ...]


def from_creatures(play: Play, creatures: Creatures, fight: Fight | None = None) -> Company:
    """The site's creatures as foes; those whose hit points nobody has noted throw for them."""
    muster = Muster(
        str(creatures.count),
        creatures.name,
        creatures.hd,
        creatures.ac,
        creatures.damage,
        creatures.hp,
        creatures.abilities,
    )
    return _raised(play, muster, BandId(creatures.id), creatures.count, fight, creatures=creatures.id)


def all_of(play: Play, creatures: Iterable[Creatures]) -> tuple[Company, ...]:
    """Several kinds at once, all told apart."""
    companies: tuple[Company, ...] = ()
    for one in creatures:
        sofar = Fight(foes=tuple(foe for company in companies for foe in company.foes))
        companies = (*companies, from_creatures(play, one, sofar))
    return companies


def _raised(
    play: Play,
    muster: Muster,
    id: BandId,
    count: int,
    fight: Fight | None,
    *,
    creatures: CreaturesId | None = None,
    hidden: bool = False,
) -> Company:
    stats = _stats(play, muster, count)
    names = _names(muster.name, count, fight)
    foes = tuple(_foe(muster, id, number, names[number], one, hidden=hidden) for number, one in enumerate(stats))
    kind = BandKind.LED if muster.led and count > 1 else BandKind.LONE if count == 1 else BandKind.GROUP
    band = Band(
        id,
        muster.name,
        kind,
        count,
        leader=foes[0].id if muster.led else None,
        obvious=muster.fearless,
        creatures=creatures,
        abilities=muster.abilities,
    )
    return Company(band, foes)


def _stats(play: Play, muster: Muster, count: int) -> tuple[EnemyStats, ...]:
    """What their Hit Dice are worth; hit points that are known are not thrown for."""
    hd = floor(muster.hd)
    if not muster.hp:
        return play.settle_each(tuple(Ruling(enemy_stats, Creature(hd)) for _ in range(count)))
    health = (Health(muster.hp[number % len(muster.hp)]) for number in range(count))
    return tuple(EnemyStats(ATTACK_BASE + hd, ATTACKS_PER_ROUND.at(hd), SAVE_BASE + hd, one) for one in health)


def _names(name: str, count: int, fight: Fight | None) -> tuple[str, ...]:
    """One of a kind keeps the name; several are told apart by letters, beginning after those in sight."""
    single, whole = one_of(name), name[:1].upper() + name[1:]
    shown = fight.in_sight if fight else ()
    alike = [foe for foe in shown if foe.name in (single, whole) or foe.name.startswith(f"{single} ")]
    if count == 1 and not alike:
        return (whole,)
    return tuple(f"{single} {letter(len(alike) + number)}" for number in range(count))


def _foe(muster: Muster, band: BandId, number: int, name: str, stats: EnemyStats, *, hidden: bool) -> Foe:
    return Foe(
        FoeId(f"{band}-{number + 1}"),
        name,
        band,
        muster.hd,
        stats.attack,
        stats.attacks_per_round,
        muster.ac,
        muster.ac,
        stats.health,
        stats.health,
        muster.damage,
        natural=muster.natural,
        hidden=hidden,
    )


def _band_id(fight: Fight | None, name: str, *, hidden: bool) -> BandId:
    """Named for who they are; hidden ones apart, so that no name betrays how many there are."""
    base = f"hidden-{slug(name)}" if hidden else slug(name)
    taken = {band.id for band in fight.bands} if fight is not None else set[BandId]()
    numbers = (BandId(base if number == 1 else f"{base}-{number}") for number in range(1, MOST_FOES))
    return next(id for id in numbers if id not in taken)


def _add(play: Play, act: AddFoes) -> None:
    """How many there are is thrown for where the line has dice."""
    muster = read_foes(act.line)
    fight = fight_of(play.group(act.group))
    count = _count(play, muster)
    hidden = act.hidden
    company = _raised(play, muster, _band_id(fight, muster.name, hidden=hidden), count, fight, hidden=hidden)
    if fight is None:
        fight_start.begin(play, act.group, (company,), sides=frozenset(act.surprised))
        return
    join(play, act.group, company, act.joins)


def _count(play: Play, muster: Muster) -> int:
    if muster.count.isdecimal():
        return int(muster.count)
    return play.settle(plain_dice, Plain(muster.count, f"how many: {muster.name}")).total


def join(play: Play, group: GroupId, company: Company, joins: BandId | None = None) -> None:
    """More foes come into a fight; with others of theirs, or on their own."""
    field = Field(play, group)
    band, foes = company.band, company.foes
    if joins is not None and any(one.id == joins for one in field.fight.bands):
        own = field.band(joins)
        leader = band.leader or own.leader
        kind = BandKind.LED if leader is not None else BandKind.GROUP
        band = replace(own, size=own.size + len(foes), leader=leader, kind=kind)
        foes = tuple(replace(foe, band=joins, creatures=company.band.creatures) for foe in foes)
    field.band_stands(band)
    for foe in foes:
        field.foe_stands(foe)
    seen = tuple(foe.name for foe in foes if not foe.hidden)
    if seen:
        play.tell(FoesCame(group, seen), to=group_audience(group))


def _show(play: Play, act: ShowFoes) -> None:
    """They get their names as they are seen, so that nobody could count them before."""
    field = Field(play, act.group)
    hidden = tuple(foe for foe in field.fight.foes if foe.band == act.band and foe.hidden)
    names = _names(field.band(act.band).name, len(hidden), field.fight)
    for foe, name in zip(hidden, names, strict=True):
        field.foe_stands(replace(foe, hidden=False, name=name))
    if names:
        play.tell(FoesCame(act.group, names), to=group_audience(act.group))


def _aim(play: Play, act: AimFoe) -> None:
    field = Field(play, act.group)
    field.foe_stands(replace(field.foe(act.foe), aim=act.at))


def _rule(play: Play, act: RuleBand) -> None:
    field = Field(play, act.group)
    band = field.band(act.band)
    kind = band.kind
    if act.leader is not None:
        kind = BandKind.LED
    elif kind is BandKind.LED:
        kind = BandKind.GROUP if band.size > 1 else BandKind.LONE
    field.band_stands(replace(band, kind=kind, leader=act.leader, retreat=act.retreat, obvious=act.obvious))


def proposed(members: Sequence[PersonId], foes: Sequence[Foe], *, abreast: int) -> Iterable[tuple[FoeId, PersonId]]:
    """Whom each foe attacks, unless the referee says otherwise: one after the other along the front of the line."""
    front = members[:abreast]
    for place, foe in enumerate(foe for foe in foes if foe.fights):
        aimed = foe.aim if foe.aim in members else None
        if aimed is not None or front:
            yield foe.id, aimed if aimed is not None else front[place % len(front)]


def _may_add(known: Campaign, seat: SeatId, act: AddFoes) -> Iterable[Reason]:
    yield from referee_only(seat)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        yield Reason("no_group", "Nobody goes by that name.")
        return
    fight = fight_of(group)
    if fight is not None and fight.phase is Phase.OVER:
        yield Reason("fight_over", "The fight is over: let it end first.")
    if act.joins is not None and (fight is None or all(band.id != act.joins for band in fight.bands)):
        yield Reason("no_band", "Nobody of that name fights here.")
    try:
        read_foes(act.line)
    except BadInput as fault:
        yield Reason(fault.code, f"{fault.what[:1].upper()}{fault.what[1:]}: {fault.fix}.")


def _may_rule(known: Campaign, seat: SeatId, act: ShowFoes | RuleBand) -> Iterable[Reason]:
    yield from referee_only(seat)
    nobody = tuple(no_such_band(known, act.group, act.band))
    yield from nobody
    fight = fight_of(known.groups.get(act.group))
    if fight is not None and not nobody and isinstance(act, RuleBand) and act.leader is not None:
        leader = fight.foe(act.leader)
        if leader is None or leader.band != act.band:
            yield Reason("no_foe", "The leader must be one of them.")


def _may_aim(known: Campaign, seat: SeatId, act: AimFoe) -> Iterable[Reason]:
    yield from referee_only(seat)
    fight = fight_of(known.groups.get(act.group))
    if fight is None:
        yield Reason("no_fight", "There is no fight.")
        return
    if fight.foe(act.foe) is None:
        yield Reason("no_foe", "There is no such foe.")
    if act.at is not None and fight.fighter(act.at) is None:
        yield Reason("not_in_it", "Nobody of that name is in the fight.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        fight = fight_of(group)
        if fight is None or fight.phase is Phase.OVER:
            continue
        lurking = {foe.band for foe in fight.foes if foe.hidden and foe.fights}
        for band in (one for one in fight.bands if one.id in lurking):
            yield Offer(ShowFoes(group.id, band.id), f"Let them show themselves: {band.name}")


ROOM = Room(
    arms={FoesCame: unchanged},
    steps={AddFoes: _add, ShowFoes: _show, AimFoe: _aim, RuleBand: _rule},
    refusals={AddFoes: _may_add, ShowFoes: _may_rule, AimFoe: _may_aim, RuleBand: _may_rule},
    offers=_offers,
    words={FoesCame: lambda _, it: f"Into the fight: {', '.join(it.names)}."},
)
