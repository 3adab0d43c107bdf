"""How a fight ends: armour comes back, the foes are where they are, and its Turn is spent."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec.structs import replace

from undercroft.books.neverwhere.battle import Tiring, battle_fatigue
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.units import ROUND
from undercroft.books.violence.morale import Fled, aftermath_flight
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import armour, bridge, characters, striking
from undercroft.table.battle import Band, Fighter, Foe, FoeState, Phase
from undercroft.table.bridge_clock import fight_round, fight_time
from undercroft.table.bridge_neverwhere import battle
from undercroft.table.campaign import Campaign
from undercroft.table.encounters import SLAIN, CreaturesCame, CreaturesLeft
from undercroft.table.experience import pool_foes
from undercroft.table.fatigue import tire
from undercroft.table.house import BattleFatigue
from undercroft.table.loads import load
from undercroft.table.names import CreaturesId, GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import chasing
from undercroft.table.procedures.fight_field import Field, FightDecided, fight_of
from undercroft.table.procedures.fight_help import rounds_lain
from undercroft.table.procedures.fight_morale import GONE
from undercroft.table.procedures.taking_turns import clock_at, turn_gone
from undercroft.table.rooms import Command, Offer, Reason, Room
from undercroft.table.scenes import Fight, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import CreaturesSeen, creatures_as_seen
from undercroft.table.sites import Creatures
from undercroft.table.telling import SECRET
from undercroft.table.whose import referee_only
from undercroft.table.wounds import recount


class Ending(StrEnum):
    """How a fight comes out for the party."""

    WON = "won"
    FLED = "fled"
    LOST = "lost"
    PARTED = "the two sides part"


class EndFight(Command, frozen=True, tag="end_fight"):
    """The fight is over, with whatever time it takes beyond its Rounds; `parted` ends one that nobody has won."""

    group: GroupId
    parted: bool = False


def ending(field: Field) -> Ending | None:
    """How the fight has come out, if it has."""
    if not field.foes_up():
        return Ending.WON
    if field.up():
        return None
    ran = any(one.away and field.person(one.who).able for one in field.fight.fighters)
    return Ending.FLED if ran else Ending.LOST


def decide(field: Field, how: Ending) -> None:
    """All but the time it takes: armour, the dying, experience, and where the foes are now."""
    play = field.play
    fight = field.fight
    _restore_armour(field)
    fought = fight_round(play.now.house)
    there = play.group(field.group)
    clock = clock_at(play.now, there)
    takes = fight_time(clock, max(1, fight.round), fought) if clock is not None else Seconds(0)
    owed = Seconds(max(0, fight.began + takes - there.time))
    play.tell(FightDecided(field.group, how.value, owed), to=field.to)
    for fighter in fight.fighters:
        lain = rounds_lain(play.now, fight, fighter) if fighter.fell is not None else None
        recount(play, fighter.who, fought, ROUND, to=field.to, lain=lain)
        if play.now.house.battle_fatigue is BattleFatigue.NEVERWHERE:
            _tires(field, fighter)
    for band in fight.bands:
        foes = tuple(foe for foe in fight.foes if foe.band == band.id)
        _worth(play, band, foes, how)
        for kind in dict.fromkeys(_kind(foe, band) for foe in foes):
            _whereabouts(field, kind, tuple(foe for foe in foes if _kind(foe, band) == kind))


def _kind(foe: Foe, band: Band) -> CreaturesId | None:
    """Whom of the site a foe is one of."""
    return foe.creatures or band.creatures


def _tires(field: Field, fighter: Fighter) -> None:
    """Where the house has fights tire people, once for each fight, by what they carry and wear."""
    play, person = field.play, field.person(fighter.who)
    if not person.alive:
        return
    worn = bridge.dress(person, play.now.carried_by(person.id))
    given = battle(
        field.fight.round,
        load(play.now, person).tier,
        hot=play.now.is_hot,
        heavy_clothing=worn.heavy,
        attacked=fighter.attacked,
        was_targeted=fighter.targeted,
    )
    outcome = play.settle(battle_fatigue, given, to=field.to, whole=True)
    if isinstance(outcome, Tiring):
        tire(play, fighter.who, outcome.fp, cause="the fight", to=field.to)


def _restore_armour(field: Field) -> None:
    for fighter in field.fight.fighters:
        if fighter.worn:
            whole = striking.numbers(field.play.now, fighter.who).ac
            if whole:
                ac = max(0, whole - fighter.worn)
                armour.restore(field.play, fighter.who, ac, whole, to=field.to)
            field.stands(replace(fighter, worn=0))


def _worth(play: Play, band: Band, foes: tuple[Foe, ...], how: Ending) -> None:
    """Those who ran count only where the party held the field."""
    beaten = [foe for foe in foes if foe.state is FoeState.DEAD or (how is Ending.WON and not foe.fights)]
    for hd in sorted({foe.hd for foe in beaten}):
        alike = [foe for foe in beaten if foe.hd == hd]
        pool_foes(play, alike[0].name if len(alike) == 1 else band.name, hd, len(alike), band.abilities)


def _whereabouts(field: Field, kind: CreaturesId | None, foes: tuple[Foe, ...]) -> None:
    """The dead are gone from the site, the fled are somewhere in it with a plan, the others stand where they stood."""
    play, site = field.play, field.fight.site
    fled = [foe for foe in foes if foe.state is FoeState.FLED]
    plan = play.settle(aftermath_flight, Fled()).kind if fled else ""
    if site is None or kind is None or kind not in play.now.sites[site].creatures:
        return
    creatures = play.now.sites[site].creatures[kind]
    left = [foe for foe in foes if foe.state is not FoeState.DEAD]
    seen = any(not foe.hidden for foe in foes)
    if not left:
        play.tell(CreaturesLeft(site, creatures.id, SLAIN), to=field.to if seen else SECRET)
        return
    stay = [foe for foe in left if foe.state is not FoeState.FLED]
    now = _remaining(creatures, stay or left, plan=plan, gone=not stay)
    play.tell(CreaturesCame(site, now))
    shown = replace(creatures_as_seen(now), count=sum(not foe.hidden for foe in stay or left))
    if seen and shown != creatures_as_seen(creatures):
        play.aside(CreaturesSeen(site, shown), to=field.to)


def _remaining(creatures: Creatures, left: list[Foe], *, plan: str, gone: bool) -> Creatures:
    hostile = creatures.hostile and any(foe.fights for foe in left)
    notes = f"{creatures.notes} They mean to {_PLANS[plan]}.".strip() if plan else creatures.notes
    hp = tuple(foe.health for foe in left)
    zone = None if gone else creatures.zone
    return replace(creatures, count=len(left), hp=hp, zone=zone, hostile=hostile, notes=notes)


_PLANS = {
    "regroup": "gather and strike again",
    "ambush": "lie in wait",
    "pursue": "follow the party",
    "grudge": "remember this",
}


def _end(play: Play, act: EndFight) -> None:
    """What it takes beyond its Rounds is spent, and the Turn counted; foes who hold the field may come after.

    While somebody lies dying, that waits.
    """
    field = Field(play, act.group)
    if field.fight.phase is not Phase.OVER:
        decide(field, Ending.PARTED)
        return
    fight = field.fight
    pursued = fight.ending == Ending.FLED and any(foe.fights for foe in fight.foes)
    if fight.owed and not pursued:
        play.spend(act.group, fight.owed)
    for fighter in fight.fighters:
        if fighter.did == GONE and field.person(fighter.who).alive:
            characters.leave(play, fighter.who)
    play.end(act.group)
    _back_to_meeting(play, act.group, fight)
    if pursued:
        chasing.pursued_by(play, act.group, fight)
    else:
        turn_gone(play, act.group, "fight")


def _back_to_meeting(play: Play, group: GroupId, fight: Fight) -> None:
    """A meeting that turned into the fight goes on with whoever is left to talk to, or is over."""
    scene = play.group(group).scene
    if not isinstance(scene, Meeting):
        return
    yielded = any(foe.state is FoeState.SURRENDERED for foe in fight.foes)
    left = any(foe.fights and not foe.hidden for foe in fight.foes)
    does = Response.TALK if yielded else Response.FIGHT if left else Response.RUN
    play.go_on(group, replace(scene, fought=True, does=does, over=not yielded and not left))


def _may_end(known: Campaign, seat: SeatId, act: EndFight) -> Iterable[Reason]:
    yield from referee_only(seat)
    fight = fight_of(known.groups.get(act.group))
    if fight is None:
        yield Reason("no_fight", "There is no fight.")
    elif fight.phase is not Phase.OVER and not act.parted:
        yield Reason("not_over", "Nobody has won yet; say so if the two sides part.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        fight = fight_of(group)
        if fight is not None:
            over = fight.phase is Phase.OVER
            label = "Leave the field" if over else "Let the two sides part"
            yield Offer(EndFight(group.id, parted=not over), f"{label} ({group.name})", seconds=fight.owed or None)


ROOM = Room(steps={EndFight: _end}, refusals={EndFight: _may_end}, offers=_offers)
