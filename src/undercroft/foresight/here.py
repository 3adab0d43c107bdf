"""From here: a fight that is under way at a live table, from what a seat knows of it, as the start of runs."""

from collections.abc import Iterator, Mapping

from undercroft.books.violence import morale
from undercroft.books.violence.morale import Retreat
from undercroft.books.violence.surprise import Side
from undercroft.foresight import columns as c
from undercroft.foresight.bot import Bot, RunDice, Watch
from undercroft.foresight.codes import ActingOrder, BandKind, Being, FoeBeing, Resumes
from undercroft.foresight.encode import Encoded, Encoder
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.scenario import PartyPolicy
from undercroft.table.bridge.time_units import CLOCK_STEPS, fight_round, fight_time
from undercroft.table.exploration.encounter_turns import a_turn, clock_at
from undercroft.table.fight.morale import GONE
from undercroft.table.fight.muster import Muster
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Band, Fighter, Foe, FoeState, InitiativeBlock, Phase, Stance
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.scenes import Fight
from undercroft.table.state.sites import Clock

_PHASES = {
    Phase.QUICK: Resumes.NEXT_ROUND,
    Phase.BEFORE: Resumes.BEFORE_FOES,
    Phase.AFTER: Resumes.AFTER_FOES,
}
_KINDS = {morale.Band.LONE: BandKind.LONE, morale.Band.GROUP: BandKind.GROUP, morale.Band.LED: BandKind.LED}
_FOES = {FoeState.FIGHTING: FoeBeing.FIGHTS, FoeState.FLED: FoeBeing.FLED, FoeState.DEAD: FoeBeing.DEAD}


def fight_here(known: Campaign, group: GroupId, policy: PartyPolicy) -> Encoded:
    """The fight that a group is in, as numbers; raises `NotSimulated` with what a run cannot have.

    For a player's campaign the foes' numbers are not known, so there is nothing to simulate.
    """
    fight = fight_of(known.groups.get(group))
    if fight is None or fight.phase is Phase.OVER:
        raise NotSimulated("a party that is not in a fight: a run from here begins in one")
    if fight.shown and not fight.foes:
        raise NotSimulated("foes whose numbers this seat does not know")
    if fight.book is not known.house.combat:
        raise NotSimulated("a fight that began by another book than your house rules now say")
    if fight.phase not in _PHASES or any(fighter.wavers is not None for fighter in fight.fighters):
        raise NotSimulated("a round that is about to end")
    return _Here(known, group, policy).fight(known, group, fight)


class _Here(Encoder):
    """Writes a fight that is under way into rows of numbers."""

    def fight(self, known: Campaign, group: GroupId, fight: Fight) -> Encoded:
        party, start = known.groups[group], self.start
        site = known.site_of(party)
        self.creatures_there: Mapping[CreaturesId, Creatures] = site.creatures if site is not None else {}
        start[c.RESUMES] = _PHASES[fight.phase]
        start[c.ROUND_NUMBER] = fight.round
        start[c.FIGHT_BEGAN] = fight.began
        start[c.FIGHTS] = 1
        start[c.IN_FIGHT] = 1
        start[c.SLAIN_NOW] = len(fight.slain)
        start[c.FOES_SURPRISED] = Side.ENEMIES in fight.surprised
        start[c.XP_POOL] = known.xp_pool
        zone, clock = known.zone_of(party), clock_at(known, party)
        start[c.CORRIDOR] = zone is not None and zone.corridor
        if clock is not None and party.turns_from is not None:
            self.setup[c.IN_SITE] = 1
            self.setup[c.TURN_SECONDS] = CLOCK_STEPS[clock]
            self.setup[c.CLOCK_OF_DELVING] = clock is Clock.DELVING
            self.setup[c.TURN_IN_STEPS] = a_turn(clock)
            self.setup[c.FIGHT_TURN] = fight_time(clock, 1, fight_round(fight.book))
            start[c.TURNS_FROM] = party.turns_from
        self._fighters(fight)
        places = {foe.id: number for number, foe in enumerate(fight.foes)}
        for number, person in enumerate(self.members):
            fighter = fight.fighter(person.id)
            near = () if fighter is None else fighter.melee
            start[c.PEOPLE + number * c.PERSON + c.MELEE] = sum(1 << places[foe] for foe in near if foe in places)
        for number, band in enumerate(fight.bands):
            self._band(number, band, tuple(foe for foe in fight.foes if foe.band == band.id))
        if start[c.FOE_COUNT] != len(fight.foes):
            raise NotSimulated("foes of no band")
        held = (light for light in known.lights.values() if light.holder in party.members and not known.lies(light))
        self.left_out += [f"the burning down of the {light.item}" for light in held if light.until is not None]
        return self.done()

    def _fighters(self, fight: Fight) -> None:
        order = [person.id for person in self.members if fight.fighter(person.id) is not None]
        if order != [fighter.who for fighter in fight.fighters if fighter.who in set(order)]:
            raise NotSimulated("a marching order that changed in the fight")
        for number, person in enumerate(self.members):
            p, fighter = c.PEOPLE + number * c.PERSON, fight.fighter(person.id)
            if fighter is None:
                self.start[p + c.WAS_DOWN] = 2
                continue
            self._fighter(p, fighter)
            if fighter.actions and not fighter.done and fight.book is Combat.SOVEREIGN:
                raise NotSimulated(f"{person.name}, whose turn is half over")
            self.left_out += [f"{person.name}, who {does}" for does in _does(fighter)]
            if self.start[p + c.STATE] == Being.DYING and fighter.fell is None:
                raise NotSimulated(f"{person.name}, who was dying before the fight")

    def _fighter(self, p: int, fighter: Fighter) -> None:
        numbers = {
            c.BLOCK: ActingOrder.BEFORE if fighter.block is InitiativeBlock.BEFORE else ActingOrder.AFTER,
            c.STUNNED: fighter.stunned,
            c.DONE: fighter.done,
            c.AGAIN: fighter.again,
            c.ACTIONS: fighter.actions,
            c.GRANTS: fighter.grants,
            c.GRANTS_NEXT: fighter.grants_next,
            c.HURT: fighter.hurt,
            c.BENT: fighter.bent,
            c.WORN: fighter.worn,
            c.AWAY: fighter.away,
            c.TESTED: fighter.tested,
            c.STEADFAST: fighter.steadfast,
            c.SURPRISED: fighter.surprised,
            c.TENDED: fighter.tended,
            c.LUCK_USED: fighter.luck_used,
            c.SHIELD_USED: fighter.shield_used,
            c.WAS_DOWN: fighter.was_down,
            c.LEFT_GROUP: 2 * (fighter.did == GONE),
            c.FELL: 0 if fighter.fell is None else fighter.fell.round,
            c.FELL_SLOT: 0 if fighter.fell is None else fighter.fell.slot,
        }
        for column, value in numbers.items():
            self.start[p + column] = int(value)

    def _band(self, number: int, band: Band, foes: tuple[Foe, ...]) -> None:
        """A band and its foes, which are all of one kind."""
        first = foes[0]
        if number >= c.MOST_BANDS or self.start[c.FOE_COUNT] + len(foes) > c.MOST_FOES:
            raise NotSimulated("this many foes")
        if any(foe.hidden for foe in foes):
            raise NotSimulated("hidden foes")
        led = band.leader is not None and band.leader != first.id
        if len({(foe.hd, foe.attack, foe.attacks, foe.damage) for foe in foes}) > 1 or led or band.size != len(foes):
            raise NotSimulated(f"{band.name} of several kinds")
        if band.retreat is not Retreat.FLEE or any(foe.state not in _FOES for foe in foes):
            raise NotSimulated(f"{band.name} who surrender")
        muster = Muster(
            count=str(len(foes)), name=band.name, hd=first.hd, ac=first.ac_base, damage=first.damage,
            attacks=first.attacks, abilities=band.abilities, led=band.leader is not None, fearless=band.obvious,
            attack_bonus=first.bonus, shock=first.shock, shock_ac=first.shock_ac,
        )  # fmt: skip
        kind = self.kind(muster)
        self.setup[c.KINDS + kind * c.KIND + c.KIND_ATTACK] = first.attack
        there = self.creatures_there.get(band.creatures) if band.creatures is not None else None
        if there is not None:
            self.runners(kind, there)
        b = c.BANDS + number * c.BAND
        for column, value in {
            c.BAND_SIZE: band.size, c.BAND_DEAD: band.dead, c.BAND_DEAD_NOW: band.dead_now,
            c.BAND_FIRST: band.first_done, c.BAND_HALF: band.half_done, c.BAND_IMMUNE: band.immune,
            c.BAND_KIND: _KINDS[band.kind],
            c.BAND_FROM: self.start[c.FOE_COUNT],
        }.items():  # fmt: skip
            self.start[b + column] = int(value)
        for foe in foes:
            self._foe(foe, number, kind)
            if foe.prone or foe.marks or foe.shoots or foe.grappled_by is not None:
                self.left_out.append(f"{foe.name}: prone, grappled, shooting or hard to hit")
        self.start[c.BAND_COUNT] = number + 1

    def _foe(self, foe: Foe, band: int, kind: int) -> None:
        f = c.FOES + self.start[c.FOE_COUNT] * c.FOE
        for column, value in {
            c.FOE_STATE: _FOES[foe.state], c.HEALTH: foe.health, c.HEALTH_MAX: foe.health_max, c.FOE_AC: foe.ac,
            c.FOE_STUNNED: foe.stunned, c.KNOWN_LOW: foe.guess.low, c.KNOWN_HIGH: foe.guess.high, c.EXTRA: foe.extra,
            c.TAKEN: foe.taken, c.FOE_HURT: foe.hurt, c.FOE_BAND: band, c.FOE_KIND: kind,
            c.FOE_AIM: self.number_of(foe.aim),
        }.items():  # fmt: skip
            self.start[f + column] = int(value)
        self.start[c.FOE_COUNT] += 1


def _does(fighter: Fighter) -> Iterator[str]:
    """What a fighter is at that a run does not follow."""
    if fighter.reaching is not None:
        yield "searches a pack"
    if fighter.stance is not Stance.NONE:
        yield "has charged" if fighter.stance is Stance.CHARGED else "is on the defensive"
    if fighter.prone:
        yield "is prone"
    if fighter.withdrew:
        yield "has withdrawn"
    if fighter.screens is not None:
        yield "screens an ally"
    if fighter.grapples is not None:
        yield "grapples"


def fight_on_here(
    known: Campaign, group: GroupId, policy: PartyPolicy, seed: int, run: int, seen: Watch | None = None
) -> Bot:
    """Play a run from here at a copy of the table."""
    bot = Bot(policy, RunDice(seed, run), seen)
    bot.only_fights = True
    bot.go_on_from(known)
    bot.fight(group)
    return bot
