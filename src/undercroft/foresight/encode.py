"""A campaign as whole numbers for a run, through the table's own bridge; it names what it cannot take."""

from math import floor

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.delving.actions import LEAST_GAIN, Weary, recover
from undercroft.books.sovereign.chases import Hunt, Race, Reached, chase_modifier, chase_resolve
from undercroft.books.sovereign.checks import Fit, Npc, npc_modifier
from undercroft.books.sovereign.encumbrance import USUAL_MOVE
from undercroft.books.sovereign.reactions import COLUMNS, Column
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.stabilising import Counting, Since, full_rounds
from undercroft.books.sovereign.units import ROUND, TURN, Attribute, Skill
from undercroft.books.violence.enemies import ATTACKS_PER_ROUND, attack_of
from undercroft.books.violence.fighting import MIGHTY_HD, Attack, EnemyAttack, EnemyExact, attack, enemy_attack
from undercroft.books.violence.reactions import MOODS, Mood
from undercroft.books.violence.scars import NO_LIMIT, ScarMode
from undercroft.foresight import columns as c
from undercroft.foresight.at_hand import TORCH, arm_for, battering, forcing, noticing, torches_of, weapon_for
from undercroft.foresight.codes import Being, Counts, PersonRole
from undercroft.foresight.formulas import NotSimulated, simple
from undercroft.foresight.policy import Aim
from undercroft.foresight.scenario import FoeChoice, PartyPolicy, Surprised
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.body.condition import timer_id
from undercroft.table.body.dying import HEALING
from undercroft.table.body.wounds import KIT, rounds_to_live
from undercroft.table.bridge import experience
from undercroft.table.bridge.feats import feat_level, is_alert
from undercroft.table.bridge.loads import load
from undercroft.table.bridge.time_units import fight_round
from undercroft.table.encounter.reaction import needs_no_roll
from undercroft.table.exploration.encounter_turns import a_turn
from undercroft.table.fight import stats
from undercroft.table.fight.armour_wear import worn_by
from undercroft.table.fight.chase import running
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.muster import Muster, attacks_of, in_scale
from undercroft.table.fight.sovereign.initiative import ACTS_FIRST
from undercroft.table.fight.sovereign.swing import abilities, guard_of, has_shield, swing
from undercroft.table.fight.weapons import Weapon, initiative_of
from undercroft.table.gear import money
from undercroft.table.lore.lookup import bestiary
from undercroft.table.site.locks import TOOLS
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import LIKELY_AC, Fighter
from undercroft.table.state.creatures import Creatures, blows
from undercroft.table.state.house_rules import BattleFatigue, Combat, Dying, Fatigue, Reaction
from undercroft.table.state.ids import GroupId, HexId, PersonId
from undercroft.table.state.lore import FIGHT_SCALES
from undercroft.table.state.people import UNABLE, Person, Role, State, spoken
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import ThingKind
from undercroft.table.world.light import lasts

STATES = {
    State.UNCONSCIOUS.value: Being.UNCONSCIOUS,
    State.MORTALLY_INJURED.value: Being.DYING,
    State.INCAPACITATED.value: Being.STABLE,
}
"""The conditions that a run follows to their end."""
MOST_STEPS = 20_000
"""The most deeds and rounds of a run, after which it is cut off and counted as such."""
_PARTS = {Role.DELVER: PersonRole.DELVER, Role.HENCHMAN: PersonRole.HENCHMAN, Role.HIRELING: PersonRole.HIRELING}
_AIMS = {FoeChoice.FIRST: Aim.FIRST, FoeChoice.WOUNDED: Aim.WOUNDED, FoeChoice.SPREAD: Aim.SPREAD}


class Encoded(Struct, frozen=True):
    """A scenario as numbers: what does not change, the world at the start, and what was left out."""

    setup: list[int]
    start: list[int]
    explores: bool
    people: tuple[PersonId, ...]
    names: tuple[str, ...]
    left_out: tuple[str, ...]
    hexes: tuple[HexId, ...] = ()
    """The hexes of a journey, in the order of their numbers."""
    point: int = 1
    """The parts of a travel point that a journey counts in."""

    @property
    def travels(self) -> bool:
        """Whether it is a journey."""
        return bool(self.hexes)

    @property
    def counts(self) -> Counts:
        """What the time of its runs is counted in."""
        return Counts.DAYS if self.travels else Counts.TURNS if self.explores else Counts.ROUNDS


class Encoder:
    """Writes a campaign into rows of numbers."""

    minds_loads = True
    """Whether those who cannot move under their load are refused; on a journey travel points count alone."""

    def __init__(self, campaign: Campaign, group: GroupId, policy: PartyPolicy) -> None:
        self.campaign = campaign
        self.members = campaign.those_in(group)
        self.setup = [0] * c.KINDS
        self.start = [0] * c.WORLD
        self.start[c.TIME] = campaign.groups[group].time
        self.left_out: list[str] = []
        self.kinds = 0
        self.explores = False
        if len(self.members) > c.MOST_PEOPLE:
            raise NotSimulated(f"a party of more than {c.MOST_PEOPLE}")
        self._rules(policy)
        for number, person in enumerate(self.members):
            self._person(number, person.id)
            self._supplies(c.PEOPLE + number * c.PERSON, person.id)

    def done(self) -> Encoded:
        """All of it."""
        people = tuple(person.id for person in self.members)
        names = tuple(person.name for person in self.members)
        rows = [int(value) for value in self.setup], [int(value) for value in self.start]
        return Encoded(*rows, self.explores, people, names, tuple(self.left_out))

    def _rules(self, policy: PartyPolicy) -> None:
        house, put = self.campaign.house, self.setup.__setitem__
        if house.rolls_morale(Combat.SOVEREIGN) and house.combat is Combat.SOVEREIGN:
            raise NotSimulated("fights by Sovereign with the morale of Violence")
        if house.battle_fatigue is not BattleFatigue.OFF:
            raise NotSimulated("fatigue in fights")
        self._breath(policy)
        put(c.FIGHT_BY_SOVEREIGN, house.combat is Combat.SOVEREIGN)
        foes = house.applied(enemy_attack, EnemyAttack(attack=1, ac=0))
        stub = house.applied(attack, Attack(attribute=1, ac=0, scars=0))
        self.mighty_rule = foes.high_hd_rule
        put(c.PEOPLE_COUNT, len(self.members))
        put(c.ROUND_SECONDS, fight_round(house.combat))
        put(c.EXACT_REQUIRES_HIT, stub.exact_requires_hit)
        put(c.SCAR_LIMIT, stub.scar_limit_per_round or NO_LIMIT)
        put(c.SCARS_UP_TO, stub.scar_mode is ScarMode.UP_TO)
        put(c.FOES_STUN, foes.enemy_exact is not EnemyExact.DOUBLE)
        put(c.FOES_DOUBLE, foes.enemy_exact is not EnemyExact.SAME)
        put(c.DYING_BY_VIOLENCE, house.dying is Dying.VIOLENCE)
        put(c.LIKELY_AC, LIKELY_AC)
        put(c.MOST_STEPS, MOST_STEPS)
        put(c.BENDS, policy.bend)
        put(c.TARGETS, _AIMS[policy.target])
        put(c.PAYS, policy.pay)
        put(c.AIDS, policy.aid)
        put(c.RETREAT, policy.retreat)
        put(c.DOWN, policy.down)
        put(c.SPARE_LIGHT, policy.light)
        put(c.TURNS_LADEN, policy.laden)
        put(c.SEARCHES, policy.search)
        put(c.HEALS, policy.heal)
        put(c.STANCE, COLUMNS.index(Column(policy.stance.value)))
        put(c.LIVES, rounds_to_live(house))
        since = house.applied(full_rounds, Since(1, 0, 1, 0))
        put(c.LAIN_BY_DIFFERENCE, since.mode is Counting.DIFFERENCE)
        put(c.SAVED_ROUND, ROUND)
        put(c.TURN_OF_REST, TURN)
        put(c.TORCH_BURNS, lasts(TORCH))
        put(c.REACTION_OF_VIOLENCE, house.reaction is Reaction.VIOLENCE)
        put(c.REACTION_OF_DELVING, house.reaction is Reaction.DELVING)
        put(c.MURDEROUS, MOODS.index(Mood.MURDEROUS))
        self._chases(policy)

    def _chases(self, policy: PartyPolicy) -> None:
        """When the party runs, and how it is chased: at once, by foes who want it as usual."""
        put, house = self.setup.__setitem__, self.campaign.house
        race = house.applied(chase_resolve, Race(0, 0))
        put(c.FLEES, policy.flee)
        put(c.FRONT, Reached(("foe",), ("delver",)).front_count)
        put(c.CHASE_MODIFIER, chase_modifier(Script(), Hunt(1, 1, 0)).modifier)
        put(c.PACK_COUNTS, race.npc_chase_group)
        put(c.FLOCK_COUNTS, race.fleers_group)
        put(c.TURN_IN_STEPS, a_turn(None))

    def _breath(self, policy: PartyPolicy) -> None:
        """Fatigue points that absorb damage, and breathers that restore them, where the house counts them."""
        house, put = self.campaign.house, self.setup.__setitem__
        absorbs = house.fatigue is Fatigue.DELVING
        rule = house.applied(recover, Weary(0, 0, 0))
        put(c.FATIGUE_ABSORBS, absorbs)
        put(c.BREATHES, policy.breathers if absorbs else 0)
        put(c.RECOVER_LEAST, LEAST_GAIN[rule.recover_minimum])
        put(c.RECOVER_CAPPED, rule.recover_capped)

    def creatures(self, kind: Creatures, count: str) -> int:
        """A kind of creatures of the site, as the next of the kinds."""
        muster = Muster(
            count=count, name=kind.name, hd=kind.hd, hp_bonus=kind.hp_bonus, ac=kind.ac, damage=kind.damage,
            attacks=kind.attacks, hp=kind.hp, abilities=kind.abilities, led=kind.led, fearless=kind.fearless,
            attack_bonus=kind.attack_bonus, shock=kind.shock, shock_ac=kind.shock_ac,
        )  # fmt: skip
        number = self.kind(muster)
        self.setup[c.KINDS + number * c.KIND + c.KIND_NO_ROLL] = needs_no_roll(kind)
        self.runners(number, kind)
        return number

    def runners(self, number: int, kind: Creatures) -> None:
        """How creatures of a kind sneak and run."""
        at = c.KINDS + number * c.KIND
        self.setup[at + c.KIND_SKILL] = npc_modifier(Script(), Npc(Fit.GOOD, kind.skill_mod)).mod
        self.setup[at + c.KIND_MOVE] = USUAL_MOVE if kind.move_ft is None else kind.move_ft

    def _person(self, number: int, who: PersonId) -> None:
        known, person = self.campaign, self.campaign.people[who]
        sheet, p = c.SHEETS + number * c.SHEET, c.PEOPLE + number * c.PERSON
        put, own = self.setup.__setitem__, stats.numbers(known, who)
        things = {thing.id: replace(thing, broken=True) for thing in worn_by(known, who)}
        bare = stats.numbers(replace(known, things={**known.things, **things}), who)
        if person.role not in _PARTS:
            raise NotSimulated(f"{person.name}, who is a creature")
        put(sheet + c.ROLE, _PARTS[person.role])
        put(sheet + c.HP_MAX, person.hp_max)
        put(sheet + c.AGILITY, own.agility)
        put(sheet + c.INITIATIVE, initiative_of(known, who))
        put(sheet + c.ROLLS, stats.has_agility(person))
        put(sheet + c.OWN_SCARS, not stats.is_hired(person))
        put(sheet + c.AC_WHOLE, own.ac)
        put(sheet + c.AC_BROKEN, bare.ac)
        put(sheet + c.WEARS, bool(things))
        put(sheet + c.CUNNING, own.cunning)
        put(sheet + c.HIT_DICE, bridge.hit_dice(person))
        put(sheet + c.EMPLOYER, self.number_of(person.employer))
        put(sheet + c.ALERT, is_alert(person))
        put(sheet + c.SEAT_KNOWS, person.seat == REFEREE)
        put(sheet + c.HEALING, bridge.best_check(person, HEALING, Skill.HEAL))
        put(sheet + c.HAS_KIT, known.has(who, KIT) is not None)
        put(sheet + c.LEVEL, person.sheet.level)
        put(sheet + c.FORCING, forcing(person))
        put(sheet + c.BATTERING, battering(person))
        put(sheet + c.PICKING, bridge.check(person, Attribute.DEX, Skill.SNEAK))
        put(sheet + c.NOTICING, noticing(person))
        put(sheet + c.STRAIN_MAX, bridge.strain_max(person))
        put(sheet + c.RUNNING, running(person))
        put(sheet + c.HEAL_SKILL, bridge.skill(person, Skill.HEAL))
        for place, kind in enumerate(SaveKind):
            put(sheet + c.SAVE_FIRST + place, bridge.save_target(person, kind))
        put(sheet + c.HAS_TOOLS, known.has(who, TOOLS) is not None)
        if known.house.combat is Combat.SOVEREIGN:
            self._strikes(sheet, person)
        else:
            self._attacks(sheet, who)
        self.start[p + c.HP] = person.hp
        self.start[p + c.SCARS] = person.scars
        self.start[p + c.COINS] = money.coins(known, who)
        self.start[p + c.TORCHES] = sum(thing.count for thing in torches_of(known, who))
        self.start[p + c.TORCH_POINTS] = sum(thing.points for thing in torches_of(known, who))
        self.start[p + c.STRAIN] = person.strain
        burden = load(known, person)
        self.start[p + c.READIED_OVER] = burden.readied - burden.readied_max
        self.start[p + c.STOWED_OVER] = burden.stowed - burden.stowed_max
        if burden.move is None and self.minds_loads:
            raise NotSimulated(f"{person.name}, who cannot move under that load")
        self._fatigue(sheet, p, person)
        self._state(p, person)

    def _supplies(self, p: int, who: PersonId) -> None:
        """What a person carries to eat and to drink."""
        things = self.campaign.carried_by(who)
        food = [thing for thing in things if thing.kind is ThingKind.FOOD]
        self.start[p + c.RATIONS] = sum(thing.count for thing in food)
        self.start[p + c.RATION_POINTS] = sum(thing.points for thing in food)
        self.start[p + c.WATER] = sum(thing.count for thing in things if thing.kind is ThingKind.WATER)

    def _fatigue(self, sheet: int, p: int, person: Person) -> None:
        """A person's fatigue points, where they absorb damage."""
        if not self.setup[c.FATIGUE_ABSORBS]:
            return
        if person.is_in(State.EXHAUSTED):
            raise NotSimulated(f"{person.name}, who is exhausted")
        rested, put = bridge.weary(person, Fatigue.DELVING), self.setup.__setitem__
        self.start[p + c.FP] = rested.fp
        put(sheet + c.FP_MAX, bridge.fatigue_max(person, Fatigue.DELVING))
        put(sheet + c.BREATH, rested.con)

    def _attacks(self, sheet: int, who: PersonId) -> None:
        """How a person attacks by Violence."""
        put, weapon = self.setup.__setitem__, self.weapon(who)
        struck = stats.strike(self.campaign, Fighter(who), weapon, 0)
        put(sheet + c.ATTRIBUTE, struck.attribute)
        put(sheet + c.BEATS_ARMOUR, weapon.beats_armour)
        for place, value in enumerate(simple(struck.damage)):
            put(sheet + c.HARM_COUNT + place, value)

    def _strikes(self, sheet: int, person: Person) -> None:
        """How a person strikes by Sovereign, and how they are guarded."""
        put, known, fighter = self.setup.__setitem__, self.campaign, Fighter(person.id)
        made = swing(known, fighter, arm_for(known, person.id), 0)
        able, blow = abilities(person), made.blow
        put(sheet + c.TO_HIT, made.attack.attack_bonus + made.attack.attr_mod + made.attack.skill)
        put(sheet + c.SHOCKS, blow.shock is not None)
        put(sheet + c.SHOCK, (blow.shock or 0) + blow.attr_mod + blow.bonus)
        put(sheet + c.SHOCK_AC, blow.shock_ac or 0)
        put(sheet + c.LUCKY, able is not None and able.veterans_luck)
        put(sheet + c.GUARD, guard_of(known, fighter).ac)
        put(sheet + c.SHIELDED, has_shield(known, fighter))
        put(sheet + c.DEX_MOD, bridge.modifier(person, Attribute.DEX))
        put(sheet + c.ACTS_FIRST, feat_level(person, "Alert") >= ACTS_FIRST)
        count, sides, kept, plus = simple(blow.dice_rolled or "0")
        rolled = (count, sides, kept, plus + blow.attr_mod + blow.bonus + blow.hit_bonus)
        for place, value in enumerate(rolled):
            put(sheet + c.HARM_COUNT + place, value)

    def _state(self, p: int, person: Person) -> None:
        """Whether a person is up, down until a time, or dead; and conditions that a run does not follow."""
        self.start[p + c.FRAIL] = person.is_in(State.FRAIL)
        if not person.alive:
            self.start[p + c.STATE] = Being.DEAD
            return
        for condition in person.conditions:
            state, timer = STATES.get(condition.name), self.campaign.timers.get(timer_id(condition.name, person.id))
            if state is not None and timer is not None:
                self.start[p + c.STATE] = state
                self.start[p + c.SINCE] = condition.since
                self.start[p + c.DUE] = timer.due
            elif condition.name in UNABLE:
                raise NotSimulated(f"{person.name}, who is {spoken(condition.name)}")
            elif condition.name != State.FRAIL:
                self.left_out.append(f"{person.name}: {spoken(condition.name)}")

    def weapon(self, who: PersonId) -> Weapon:
        """The weapon a person fights with: the first at hand that needs no reloading."""
        return weapon_for(self.campaign, who)

    def number_of(self, who: PersonId | None) -> int:
        """The number of a person in the party; -1 for anybody else."""
        return next((number for number, person in enumerate(self.members) if person.id == who), -1)

    def line(self, line: str) -> int:
        """A kind of foes by a line, as the next of the kinds."""
        counts = FIGHT_SCALES[self.campaign.house.combat]
        return self.kind(in_scale(read_foes(line, bestiary(self.campaign).values()), counts, counts))

    def surprise(self, surprised: Surprised) -> None:
        """A side is surprised in the first fight; alert characters never are."""
        self.start[c.FOES_SURPRISED] = surprised is Surprised.FOES
        for number, person in enumerate(self.members):
            caught = surprised is Surprised.PARTY and not is_alert(person)
            self.start[c.PEOPLE + number * c.PERSON + c.SURPRISED] = caught

    def kind(self, muster: Muster) -> int:
        """A kind of foes, as the next of the kinds."""
        row, hd = [0] * c.KIND, floor(muster.hd)
        row[c.KIND_HD] = hd
        row[c.KIND_BONUS] = muster.hp_bonus
        row[c.KIND_ATTACK] = attack_of(hd)
        row[c.KIND_ATTACKS] = attacks_of(muster) or ATTACKS_PER_ROUND.at(hd)
        if self.campaign.house.combat is Combat.SOVEREIGN:
            row[c.KIND_ATTACK] = hd if muster.attack_bonus is None else muster.attack_bonus
            row[c.KIND_ATTACKS] = attacks_of(muster) or 1
            row[c.KIND_SHOCKS] = muster.shock is not None
            row[c.KIND_SHOCK], row[c.KIND_SHOCK_AC] = muster.shock or 0, muster.shock_up_to or 0
        row[c.KIND_AC] = muster.ac
        row[c.KIND_MOVE] = USUAL_MOVE
        row[c.KIND_MORALE_HD] = hd
        row[c.KIND_LED] = muster.led
        row[c.KIND_FEARLESS] = muster.fearless
        row[c.KIND_MIGHTY] = self.mighty_rule and hd >= MIGHTY_HD
        row[c.KIND_XP] = experience.worth(self.campaign.house, muster.hd, 1, muster.abilities)
        row[c.KIND_HD_WHOLE], row[c.KIND_HD_PARTS] = muster.hd.numerator, muster.hd.denominator
        each = blows(muster.damage)
        if len(each) > c.MOST_BLOWS:
            raise NotSimulated(f"{muster.name} with {len(each)} different attacks")
        row[c.KIND_BLOWS] = len(each)
        for number, dice in enumerate(each):
            row[c.KIND_HARM + number * c.BLOW : c.KIND_HARM + (number + 1) * c.BLOW] = simple(dice)
        count, sides, _, plus = simple(muster.count)
        row[c.KIND_COUNT_COUNT : c.KIND_COUNT_PLUS + 1] = count, sides, plus
        if count * sides + plus > c.MOST_FOES:
            raise NotSimulated(f"more than {c.MOST_FOES} {muster.name}")
        row[c.KIND_GIVEN] = len(muster.hp)
        row[c.KIND_HP : c.KIND_HP + len(muster.hp)] = muster.hp
        self.setup += row
        self.kinds += 1
        self.setup[c.KIND_COUNT] = self.kinds
        return self.kinds - 1
