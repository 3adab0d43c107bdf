"""Foes who come into a fight: from the site's creatures or from a line, visible or hidden."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.reactions import Response
from undercroft.books.violence import morale
from undercroft.books.violence.morale import Retreat
from undercroft.books.violence.surprise import Side
from undercroft.kernel.amounts import crowd
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import begun, single
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.plain_dice import Plain, plain_dice
from undercroft.table.engine.play import Play
from undercroft.table.fight import start
from undercroft.table.fight.book import FoeNumbers
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.field import BandCommand, FightField, fights
from undercroft.table.fight.foe_line import MOST_FOES, letter, one_of, read_foes, slug
from undercroft.table.fight.morale import flee_or_surrender
from undercroft.table.fight.muster import Muster, impossible_scale, in_scale
from undercroft.table.lore.lookup import bestiary
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Band, Company, Foe, Phase
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import BandId, CreaturesId, FoeId, GroupId, PersonId, Text
from undercroft.table.state.lore import FIGHT_SCALES, ArmourScale
from undercroft.table.state.scenes import EncounterScene, Fight


class AddFoes(Command, frozen=True, tag="add_foes"):
    """Add foes by a line such as “4 votaries HD 2 AC 5 1d8”; this starts a fight if there is none.

    In an encounter the creatures there fight too, unless they talk, run or ignore the party.

    `joins` names the foes whose morale they share; the party does not see `hidden` foes yet.
    """

    group: GroupId
    line: Text
    joins: BandId | None = None
    hidden: bool = False
    surprised: tuple[Side, ...] = ()
    scale: ArmourScale | None = None
    """How the AC in the line counts, where the line does not show it; by default as your house rules' fights do."""
    ABOUT = About(
        title="Add foes",
        deed="the foes' arrival",
        key="a",
        preview=True,
        words="monster enemy foe combat fight initiative",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
            return
        fight = fight_of(group)
        if fight is not None and fight.phase is Phase.OVER:
            yield Reason("fight_over", "The fight is over: end it first.")
        if self.joins is not None and (fight is None or all(band.id != self.joins for band in fight.bands)):
            yield Reason("no_band", "There are no such foes in this fight.")
        yield from unreadable_line(known, self.line, self.scale, fight)

    def do(self, play: Play) -> None:
        """Add the foes, rolling their number if the line has dice for it."""
        fight = fight_of(play.group(self.group))
        muster = take_line(play, self.line, self.scale, fight)
        count = roll_count(play, muster)
        hidden, encounter = self.hidden, play.group(self.group).scene
        if fight is None and isinstance(encounter, EncounterScene) and opposed(encounter):
            first = companies_of(play, opposed(encounter))
            play.go_on(self.group, replace(encounter, fought=True))
            surprised = frozenset({*self.surprised, *((Side.ENEMIES,) if encounter.stunned else ())})
            far = encounter.met.distance_ft
            caught = encounter.surprised
            start.begin(play, self.group, first, sides=surprised, surprised=caught, distance_ft=far)
            fight = fight_of(play.group(self.group))
        company = _company(play, muster, _band_id(fight, muster.name, hidden=hidden), count, fight, hidden=hidden)
        if fight is None:
            start.begin(play, self.group, (company,), sides=frozenset(self.surprised))
            return
        join(play, self.group, company, self.joins)


def opposed(encounter: EncounterScene) -> tuple[Creatures, ...]:
    """The creatures of an encounter that fight beside foes who come; not those who talk, run or ignore the party."""
    others = () if encounter.others is None else (encounter.others, *encounter.company)
    return others if encounter.does in (None, Response.FIGHT) and not encounter.over else ()


class ShowFoes(BandCommand, frozen=True, tag="show_foes"):
    """Show hidden foes to the party."""

    ABOUT = About(title="Reveal hidden foes", deed="hidden foes appear", icon="eye")

    def do(self, play: Play) -> None:
        """Show the foes, and name them only now, so that their names did not betray their number."""
        field = FightField(play, self.group)
        hidden = tuple(foe for foe in field.fight.foes if foe.band == self.band and foe.hidden)
        names = _names(field.band(self.band).name, len(hidden), field.fight)
        for foe, name in zip(hidden, names, strict=True):
            field.set_foe(replace(foe, hidden=False, name=name))
        if names:
            play.tell(FoesCame(self.group, names), to=group_audience(self.group))


class AimFoe(Command, frozen=True, tag="aim_foe"):
    """Choose the target of a foe; without a target, it attacks along the front of the line."""

    group: GroupId
    foe: FoeId
    at: PersonId | None = None
    ABOUT = About(title="Choose a foe's target", deed="a foe's target")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None:
            yield Reason("no_fight", "There is no fight.")
            return
        if fight.foe(self.foe) is None:
            yield Reason("no_foe", "There is no such foe.")
        if self.at is not None and fight.fighter(self.at) is None:
            yield Reason("not_in_it", "There is no such person in the fight.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        field.set_foe(replace(field.foe(self.foe), aim=self.at))


class RuleBand(BandCommand, frozen=True, tag="rule_band"):
    """Set who leads some foes, and whether they flee or surrender when they break; or let them break now.

    With `obvious` they never break.
    """

    leader: FoeId | None = None
    retreat: Retreat = Retreat.FLEE
    obvious: bool = False
    now: bool = False
    ABOUT = About(title="Set how foes break", deed="foes' morale")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None or self.leader is None or all(band.id != self.band for band in fight.bands):
            return
        leader = fight.foe(self.leader)
        if leader is None or leader.band != self.band:
            yield Reason("no_foe", "The leader must be one of these foes.")

    def do(self, play: Play) -> None:
        field = FightField(play, self.group)
        band = field.band(self.band)
        kind = band.kind
        if self.leader is not None:
            kind = morale.Band.LED
        elif kind is morale.Band.LED:
            kind = morale.Band.GROUP if band.size > 1 else morale.Band.LONE
        field.set_band(replace(band, kind=kind, leader=self.leader, retreat=self.retreat, obvious=self.obvious))
        if self.now:
            flee_or_surrender(field, tuple(foe for foe in field.foes_up() if foe.band == self.band), self.retreat)


class FoesRead(SecretEvent, frozen=True, tag="table.foes-read"):
    """What a line of foes was understood to say, what of it is not used, and what the referee should look at."""

    understood: tuple[str, ...]
    unused: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def say(self, _now: Campaign) -> str:
        unused = (f"Not used: {', '.join(self.unused)}.",) if self.unused else ()
        return " ".join((f"Read as {', '.join(self.understood)}.", *unused, *self.warnings))


class FoesCame(Event, frozen=True, tag="table.foes-came"):
    """Foes join the fight."""

    group: GroupId
    names: tuple[str, ...]

    def say(self, _now: Campaign) -> str:
        return f"{crowd(self.names)} {'joins' if len(self.names) == 1 else 'join'} the fight."


def from_creatures(play: Play, creatures: Creatures, fight: Fight | None = None) -> Company:
    """The site's creatures as foes; hit points that are not given are rolled."""
    muster = Muster(
        count=str(creatures.count),
        name=creatures.name,
        hd=creatures.hd,
        hp_bonus=creatures.hp_bonus,
        ac=creatures.ac,
        damage=creatures.damage,
        attacks=creatures.attacks,
        hp=creatures.hp,
        abilities=creatures.abilities,
        led=creatures.led,
        fearless=creatures.fearless,
        natural=creatures.natural,
        attack_bonus=creatures.attack_bonus,
        shock=creatures.shock,
        shock_ac=creatures.shock_ac,
    )
    return _company(play, muster, BandId(creatures.id), creatures.count, fight, creatures=creatures.id)


def companies_of(play: Play, creatures: Iterable[Creatures]) -> tuple[Company, ...]:
    """Several kinds of creatures as foes, with names that tell them apart."""
    companies: tuple[Company, ...] = ()
    for kind in creatures:
        foes = tuple(foe for company in companies for foe in company.foes)
        sofar = Fight(foes=foes, book=play.now.house.combat)
        companies = (*companies, from_creatures(play, kind, sofar))
    return companies


def _company(
    play: Play,
    muster: Muster,
    id: BandId,
    count: int,
    fight: Fight | None,
    *,
    creatures: CreaturesId | None = None,
    hidden: bool = False,
) -> Company:
    stats = BOOKS[play.now.house.combat if fight is None else fight.book].foe_numbers(play, muster, count)
    names = _names(muster.name, count, fight)
    foes = tuple(_foe(muster, id, number, names[number], stat, hidden=hidden) for number, stat in enumerate(stats))
    kind = morale.Band.LED if muster.led and count > 1 else morale.Band.LONE if count == 1 else morale.Band.GROUP
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


def _names(name: str, count: int, fight: Fight | None) -> tuple[str, ...]:
    """Names for foes: several get letters, continuing after those in sight."""
    alone, whole = one_of(name), begun(single(name))
    shown = fight.in_sight if fight else ()
    alike = [foe for foe in shown if foe.name in (alone, whole) or foe.name.startswith(f"{alone} ")]
    if count == 1 and not alike:
        return (whole,)
    return tuple(f"{alone} {letter(len(alike) + number)}" for number in range(count))


def _foe(muster: Muster, band: BandId, number: int, name: str, stats: FoeNumbers, *, hidden: bool) -> Foe:
    return Foe(
        FoeId(f"{band}-{number + 1}"),
        name,
        band,
        muster.hd,
        stats.attack,
        stats.attacks,
        muster.ac,
        muster.ac,
        stats.health,
        stats.health,
        muster.damage,
        natural=muster.natural,
        hidden=hidden,
        shock=muster.shock,
        shock_ac=muster.shock_up_to,
        bonus=muster.attack_bonus,
    )


def _band_id(fight: Fight | None, name: str, *, hidden: bool) -> BandId:
    """An id from the name; hidden bands have ids of their own, so that no id betrays their number."""
    base = f"hidden-{slug(name)}" if hidden else slug(name)
    taken = {band.id for band in fight.bands} if fight is not None else set[BandId]()
    numbers = (BandId(base if number == 1 else f"{base}-{number}") for number in range(1, MOST_FOES))
    return next(id for id in numbers if id not in taken)


def _counts(known: Campaign, fight: Fight | None) -> ArmourScale:
    """How AC counts in a fight, or in the next one."""
    return FIGHT_SCALES[_book(known, fight)]


def _book(known: Campaign, fight: Fight | None) -> Combat:
    """The book of a fight, or of the next one."""
    return known.house.combat if fight is None else fight.book


def unreadable_line(
    known: Campaign, line: str, scale: ArmourScale | None = None, fight: Fight | None = None
) -> Iterable[Reason]:
    """Why a line does not describe foes, or not with an AC of that scale; without a scale, of the fight's."""
    try:
        muster = read_foes(line, bestiary(known).values())
    except BadInput as fault:
        end = "" if fault.fix.endswith("?") else "."
        yield Reason(fault.code, f"{fault.what[:1].upper()}{fault.what[1:]}: {fault.fix}{end}")
        return
    if muster.ac_asks and (why := impossible_scale(muster.ac, scale or _counts(known, fight))):
        yield Reason("bad_scale", f"AC {why}, so it is of another scale. Choose the scale again.")


def take_line(play: Play, line: str, scale: ArmourScale | None = None, fight: Fight | None = None) -> Muster:
    """Read a line for a fight or the next one, and tell the referee what it was understood to say."""
    counts = _counts(play.now, fight)
    muster = in_scale(read_foes(line, bestiary(play.now).values()), scale or counts, counts)
    muster = replace(muster, rolls_morale=play.now.house.rolls_morale(_book(play.now, fight)))
    play.tell(FoesRead(muster.understood, muster.unused, muster.warnings))
    return muster


def roll_hit_points(play: Play, muster: Muster, count: int) -> tuple[int, ...]:
    """The hit points of each foe: those that the line gives, or rolled by their Hit Dice."""
    return tuple(each.health for each in BOOKS[play.now.house.combat].foe_numbers(play, muster, count))


def roll_count(play: Play, muster: Muster) -> int:
    """The number of foes, rolled if the line has dice for it."""
    if muster.count.isdecimal():
        return int(muster.count)
    return play.settle(plain_dice, Plain(muster.count, f"how many {muster.name}")).total


def join(play: Play, group: GroupId, company: Company, joins: BandId | None = None) -> None:
    """Add foes to a fight, as part of a band there or as their own."""
    field = FightField(play, group)
    band, foes = company.band, company.foes
    if joins is not None and any(other.id == joins for other in field.fight.bands):
        joined = field.band(joins)
        leader = band.leader or joined.leader
        kind = morale.Band.LED if leader is not None else morale.Band.GROUP
        band = replace(joined, size=joined.size + len(foes), leader=leader, kind=kind)
        foes = tuple(replace(foe, band=joins, creatures=company.band.creatures) for foe in foes)
    field.set_band(band)
    for foe in foes:
        field.set_foe(foe)
    seen = tuple(foe.name for foe in foes if not foe.hidden)
    if seen:
        play.tell(FoesCame(group, seen), to=group_audience(group))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, fight in fights(known, seat):
        lurking = {foe.band for foe in fight.foes if foe.hidden and foe.fights}
        for band in (band for band in fight.bands if band.id in lurking and fight.phase is not Phase.OVER):
            yield Offer(ShowFoes(group.id, band.id), "Reveal foes:", band.name)


PART = Part(commands=(AddFoes, ShowFoes, AimFoe, RuleBand), events=(FoesRead, FoesCame), offers=_offers)
