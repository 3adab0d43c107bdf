"""The end of a fight: armour restored, foes placed in the site, the turn spent, experience pooled."""

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.battle import Tiring, battle_fatigue
from undercroft.books.sovereign.reactions import Response
from undercroft.books.sovereign.units import ROUND
from undercroft.books.violence.morale import Fled, aftermath_flight
from undercroft.kernel.phrases import begun, creatures_named
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.body.dying import keep_round, left_to_die, perils
from undercroft.table.body.fatigue import tire
from undercroft.table.body.wounds import recount
from undercroft.table.bridge.experience import beaten
from undercroft.table.bridge.loads import load
from undercroft.table.bridge.time_units import battle, fight_round, fight_time
from undercroft.table.characters.retiring import leave
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import SECRET
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.exploration.encounter_turns import clock_at, turns_gone
from undercroft.table.exploration.inhabitants import SLAIN, CreaturesCame, CreaturesLeft, gone_from_site
from undercroft.table.fight import chase
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.field import FightDecided, FightField, fights
from undercroft.table.fight.morale import GONE
from undercroft.table.fight.rescue import rounds_lain
from undercroft.table.lore.lookup import kind_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import HINDERED, SLOTS, Band, Fighter, Foe, FoeState, InitiativeBlock, Phase
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import BattleFatigue
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seen_sites import SeenCreatures
from undercroft.table.state.sites import Clock
from undercroft.table.world.sight import creatures_as_met
from undercroft.table.world.sightings import CreaturesSeen


class Ending(StrEnum):
    """The result of a fight for the party."""

    WON = "won"
    FLED = "fled"
    LOST = "lost"
    PARTED = "the sides break off"


class EndFight(Command, frozen=True, tag="end_fight"):
    """End the fight and spend its time; `parted` breaks off a fight that no side has won.

    With `abandon` the dying are left to die.
    """

    group: GroupId
    parted: bool = False
    abandon: bool = False
    ABOUT = About(title="End the fight", icon="cross", place=Section.ROUND, also=Section.ACTIONS, rank=90)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        fight = fight_of(known.groups.get(self.group))
        if fight is None:
            yield Reason("no_fight", "There is no fight.")
        elif fight.phase is not Phase.OVER and not self.parted:
            yield Reason("not_over", "Nobody has won yet. To end it anyway, break off the fight.")
        elif fight.phase is Phase.OVER and not self.abandon:
            yield from left_to_die(known, self.group)

    def do(self, play: Play) -> None:
        """Spend the rest of the turn and count it; foes who hold the field may chase the party.

        This waits while a character is dying, unless the referee abandons them.
        """
        field = FightField(play, self.group)
        if field.fight.phase is not Phase.OVER:
            decide(field, Ending.PARTED)
            return
        fight = field.fight
        pursued = fight.ending == Ending.FLED and any(foe.fights for foe in fight.foes)
        rest = fight.rest(play.group(self.group).time)
        if rest and not pursued:
            play.spend(self.group, rest)
        for fighter in fight.fighters:
            if fighter.did == GONE and field.person(fighter.who).alive:
                leave(play, fighter.who)
        play.end(self.group)
        _back_to_encounter(play, self.group, fight)
        if pursued:
            chase.pursued_by(play, self.group, fight)
        else:
            turns_gone(play, self.group, "fight", fight.takes)


def ending(field: FightField) -> Ending | None:
    """The result of the fight, if there is one yet. Who ran away has not won against foes who ran away too."""
    stand = bool(field.up())
    ran = not stand and any(fighter.away and field.person(fighter.who).able for fighter in field.fight.fighters)
    if not field.foes_up():
        return Ending.FLED if ran and any(foe.state is not FoeState.DEAD for foe in field.fight.foes) else Ending.WON
    if stand:
        return None
    return Ending.FLED if ran else Ending.LOST


def time_to_come(group: Group) -> Seconds:
    """The time that a group's fight or chase still takes if it ends in this round: on most clocks it fills a turn.

    Every seat knows by which clock its group explores.
    """
    if isinstance(group.scene, Chase):
        return group.scene.owed
    fight = fight_of(group)
    if fight is None:
        return Seconds(0)
    if fight.phase is Phase.OVER:
        return fight.rest(group.time)
    clock = clock_of(exploring(group))
    takes = _takes(None if clock is None else clock.name, fight, max(1, _rounds_fought(fight)))
    return Seconds(max(0, fight.began + takes - group.time))


def _takes(clock: Clock | None, fight: Fight, rounds: int) -> Seconds:
    """The time that a fight of so many rounds takes in all."""
    fought = fight_round(fight.book)
    return fight_time(clock, rounds, fought) if clock is not None and rounds else Seconds(rounds * fought)


def decide(field: FightField, how: Ending) -> None:
    """Settle everything but the time of the fight: armour, the dying, experience, and where the foes are now."""
    play = field.play
    fight = field.fight
    BOOKS[fight.book].fight_ends(field)
    fought = fight_round(fight.book)
    party = play.group(field.group)
    rounds = _rounds_fought(fight)
    takes = _takes(clock_at(play.now, party), fight, rounds)
    owed = Seconds(max(0, fight.began + takes - party.time))
    bodies = any(foe.state is FoeState.DEAD for foe in fight.foes)
    play.tell(FightDecided(field.group, how.value, owed, takes, bodies), to=field.to)
    cut_short = party.time < fight.began + fight.round * fought
    stopped = _stopped_at(field, cut_short=cut_short)
    for fighter in fight.fighters:
        lain = rounds_lain(play.now, stopped, fighter.fell) if fighter.fell is not None else None
        recount(play, fighter.who, fought, ROUND, to=field.to, lain=lain)
        if play.now.house.battle_fatigue is BattleFatigue.NEVERWHERE:
            _tire(field, fighter, rounds)
    if cut_short:
        tended = frozenset(fighter.who for fighter in fight.fighters if fighter.tended == fight.round)
        keep_round(play, field.group, tended, tuple(fighter.who for fighter in fight.fighters if fighter.done))
    for band in fight.bands:
        foes = tuple(foe for foe in fight.foes if foe.band == band.id)
        _pool_beaten(play, band, foes, how)
        for kind in dict.fromkeys(_kind(foe, band) for foe in foes):
            _place_survivors(field, kind, tuple(foe for foe in foes if _kind(foe, band) == kind))


def _kind(foe: Foe, band: Band) -> CreaturesId | None:
    """The creatures of the site that a foe belongs to."""
    return foe.creatures or band.creatures


def _rounds_fought(fight: Fight) -> int:
    """The rounds that were fought; the last one counts once anybody has acted in it."""
    acted = any(fighter.moved or fighter.did not in ("", *HINDERED) for fighter in fight.fighters)
    untouched = fight.phase is Phase.BEFORE and not acted
    return fight.round - 1 if untouched else fight.round


def _stopped_at(field: FightField, *, cut_short: bool) -> Fight:
    """The fight at the moment it stops: where its round was cut short, or at the start of the next round."""
    fight = field.fight
    if not cut_short:
        return replace(fight, round=fight.round + 1, phase=Phase.BEFORE)
    if fight.phase in SLOTS:
        return fight
    waiting = any(fighter.block is InitiativeBlock.BEFORE and not fighter.done for fighter in field.up())
    return replace(fight, phase=Phase.BEFORE if waiting else Phase.AFTER)


def _tire(field: FightField, fighter: Fighter, rounds: int) -> None:
    """Tire a fighter once for the fight, by load and clothing, if the house rules say so."""
    play, person = field.play, field.person(fighter.who)
    if not person.alive:
        return
    worn = bridge.dress(person, play.now.carried_by(person.id))
    given = battle(
        rounds,
        load(play.now, person).tier,
        hot=play.now.is_hot,
        heavy_clothing=worn.heavy,
        attacked=fighter.attacked,
        was_targeted=fighter.targeted,
    )
    outcome = play.settle(battle_fatigue, given, to=field.to, whole=True)
    if isinstance(outcome, Tiring):
        tire(play, fighter.who, outcome.fp, cause="the fight", to=field.to)


def _pool_beaten(play: Play, band: Band, foes: tuple[Foe, ...], how: Ending) -> None:
    """Pool experience for beaten foes; those who fled count only if the party won."""
    fallen = [foe for foe in foes if foe.state is FoeState.DEAD or (how is Ending.WON and not foe.fights)]
    for hd in sorted({foe.hd for foe in fallen}):
        alike = [foe for foe in fallen if foe.hd == hd]
        pool_foes(play, alike[0].name if len(alike) == 1 else band.name, hd, len(alike), band.abilities)


def _place_survivors(field: FightField, kind: CreaturesId | None, foes: tuple[Foe, ...]) -> None:
    """Remove dead foes from the site, send fled foes off with a plan, and leave the others where they were."""
    play, site = field.play, field.fight.site
    fled = [foe for foe in foes if foe.state is FoeState.FLED]
    routed = begun(creatures_named(field.band(foes[0].band).name, len(fled))) if fled else ""
    plan = play.settle(aftermath_flight, Fled(), about=routed).kind if fled else ""
    if site is None or kind is None or kind not in play.now.sites[site].creatures:
        return
    creatures = play.now.sites[site].creatures[kind]
    left = [foe for foe in foes if foe.state is not FoeState.DEAD]
    seen = any(not foe.hidden for foe in foes)
    if not left:
        gone_from_site(play, CreaturesLeft(site, creatures.id, SLAIN), to=field.to if seen else SECRET)
        return
    stay = [foe for foe in left if foe.state is not FoeState.FLED]
    now = _remaining(creatures, stay or left, plan=plan, gone=not stay, led=_led(field.fight, stay or left))
    play.tell(CreaturesCame(site, now))
    shown = creatures_as_met(play.now, field.group, now)
    if shown.count is not None:
        shown = replace(shown, count=sum(not foe.hidden for foe in stay or left))
    if seen and shown != creatures_as_met(play.now, field.group, creatures):
        play.tell(CreaturesSeen(site, shown, told=True), to=field.to)


def _led(fight: Fight, left: list[Foe]) -> bool:
    """Whether a leader is among those who are left."""
    return bool({foe.id for foe in left} & {band.leader for band in fight.bands})


def _remaining(creatures: Creatures, left: list[Foe], *, plan: str, gone: bool, led: bool) -> Creatures:
    hostile = creatures.hostile and any(foe.fights for foe in left)
    notes = f"{creatures.notes} Routed foes {_PLANS[plan]}.".strip() if plan else creatures.notes
    hp = tuple(foe.health for foe in left)
    zone = None if gone else creatures.zone
    return replace(creatures, count=len(left), hp=hp, zone=zone, hostile=hostile, notes=notes, led=led)


_PLANS = {
    "regroup": "gather and strike again",
    "ambush": "lie in wait",
    "pursue": "follow the party",
    "grudge": "remember this",
}


def _back_to_encounter(play: Play, group: GroupId, fight: Fight) -> None:
    """Go on with the encounter that became this fight if there is anyone left to talk to; otherwise end it."""
    scene = play.group(group).scene
    if not isinstance(scene, EncounterScene):
        return
    yielded = any(foe.state is FoeState.SURRENDERED for foe in fight.foes)
    left = any(foe.fights and not foe.hidden for foe in fight.foes)
    does = Response.TALK if yielded else Response.FIGHT if left else Response.RUN
    now = _recounted(play, group, scene, fight)
    play.go_on(group, replace(now, fought=True, does=does, over=not yielded and not left))


def _recounted(play: Play, group: GroupId, encounter: EncounterScene, fight: Fight) -> EncounterScene:
    """The encounter with the creatures in sight that are left of each kind after the fight, if any are.

    Creatures that came into the fight are part of the encounter from now on.
    """
    bands = {band.id: band for band in fight.bands}
    there = [foe for foe in fight.foes if foe.state not in (FoeState.DEAD, FoeState.FLED)]
    kept: list[tuple[SeenCreatures, Creatures | None]] = []
    for seen, others in encounter.kinds:
        left = [foe for foe in there if _kind(foe, bands[foe.band]) == seen.id]
        in_sight = sum(not foe.hidden for foe in left)
        if in_sight:
            shown = None if seen.count is None else in_sight
            health = tuple(foe.health for foe in left)
            truth = None if others is None else replace(others, count=len(left), hp=health, led=_led(fight, left))
            kept.append((replace(seen, count=shown), truth))
    met = {seen.id for seen, _ in encounter.kinds}
    for band in fight.bands:
        joined = [foe for foe in there if foe.band == band.id and (_kind(foe, band) or band.id) not in met]
        if any(not foe.hidden for foe in joined):
            kept.append(_joined(play, group, band, joined))
    return encounter.of_kinds(kept) if kept else encounter


def _joined(play: Play, group: GroupId, band: Band, left: list[Foe]) -> tuple[SeenCreatures, Creatures]:
    """What is left of creatures that came into a fight, as players see them and as they are."""
    party, kind = play.group(group), _kind(left[0], band)
    site = play.now.site_of(party)
    there = site.creatures.get(kind) if site is not None and kind is not None else None
    if there is None:
        health, first = tuple(foe.health for foe in left), left[0]
        there = Creatures(
            CreaturesId(band.id), band.name, len(left), first.hd, party.zone,
            kind=kind_of(play.now, band.name), hp=health, ac=first.ac, damage=first.damage, abilities=band.abilities,
            led=first.id == band.leader, fearless=band.obvious, natural=first.natural,
            attack_bonus=first.bonus, shock=first.shock, shock_ac=first.shock_ac,
        )  # fmt: skip
    return replace(creatures_as_met(play.now, group, there), count=sum(not foe.hidden for foe in left)), there


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, fight in fights(known, seat):
        over = fight.phase is Phase.OVER
        verb, what = ("Leave", "the field") if over else ("Break off", "the fight")
        dying = perils(known, group.id) if over else ""
        act, seconds = EndFight(group.id, parted=not over, abandon=bool(dying)), fight.rest(group.time) or None
        detail, warns = (" and the dying", f"{dying}. Leaving the field lets them die.") if dying else ("", "")
        yield Offer(act, verb, what, note=group.name, detail=detail, seconds=seconds, warns=warns)


class XpPooled(Event, frozen=True, tag="table.xp-pooled"):
    """The party's pool of experience after beating foes; only the referee knows it until it is shared."""

    pool: int
    what: str
    gained: int = 0
    """What these foes were worth."""

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, xp_pool=self.pool)

    def say(self, _now: Campaign) -> str:
        worth = f", worth {self.gained} XP" if self.gained else ""
        return f"Defeated: {self.what}{worth}. Experience to share: {self.pool}."


def pool_foes(play: Play, name: str, hd: Fraction, count: int, abilities: int = 0) -> None:
    """Pool experience for a number of foes of a kind: killed, routed, captured or outwitted."""
    if count:
        worth = play.settle(*beaten(play.now.house, hd, count, abilities)).xp
        play.tell(XpPooled(play.now.xp_pool + worth, creatures_named(name, count), worth))


PART = Part(commands=(EndFight,), events=(XpPooled,), offers=_offers)
