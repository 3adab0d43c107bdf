"""A bot that plays a simulated run at the real table, with the run's own dice and the run's own policy."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_SILVER
from undercroft.books.sovereign.situations import Luck, combat_luck
from undercroft.books.violence.scars import ScarMode, face_of, is_bend, shifts
from undercroft.foresight import columns as c
from undercroft.foresight.at_hand import arm_for, weapon_for
from undercroft.foresight.codes import FlightStage
from undercroft.foresight.dice import die, next_part, next_turn, seed
from undercroft.foresight.policy import Aim, bent_attack, bent_nerve, bent_under, flees, is_better, uses_luck
from undercroft.foresight.scenario import FoeChoice, PartyPolicy
from undercroft.kernel.dice import Choice, Roll
from undercroft.table.body.dying import LetRoundPass, Stabilise, at_stake
from undercroft.table.bridge.to_violence import trained
from undercroft.table.decide import Order, decide, follow_up
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter, JoinFight
from undercroft.table.engine import wanted_dice
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command
from undercroft.table.exploration.turns import BeginStep
from undercroft.table.fight.actions import WithdrawAll
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.chase import RunChase, chase_of
from undercroft.table.fight.end import EndFight, Ending
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.goes import PHASE_OF
from undercroft.table.fight.morale import PayHireling
from undercroft.table.fight.rescue import HelpInFight
from undercroft.table.fight.rounds import OpenFight
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.fight.start import ActQuickly
from undercroft.table.gear import money
from undercroft.table.refusals import refusals
from undercroft.table.road.camp import BreakCamp
from undercroft.table.road.travel_day import SetOut
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, Foe, Phase
from undercroft.table.state.fights import fight_of, on_their_feet
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import ActId, FoeId, GroupId, PersonId, ZoneId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.people import State
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE, Throwing
from undercroft.table.world.groups import MAIN

AIMS = {FoeChoice.FIRST: Aim.FIRST, FoeChoice.WOUNDED: Aim.WOUNDED, FoeChoice.SPREAD: Aim.SPREAD}


class RunDice:
    """The dice of a run as the table's one stream for every audience."""

    def __init__(self, number: int, run: int) -> None:
        self.w = [0] * c.WORLD
        seed(self.w, number, run)

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        return [roll.values[die(self.w, len(roll.values)) - 1] for _ in range(count)]

    def taken(self) -> None:
        """They are sealed by nobody."""

    @property
    def drawn(self) -> int:
        """How many dice have fallen."""
        return self.w[c.DICE_DRAWN]


Watch = Callable[[str, Campaign, int], None]
"""Sees each step by the tag of its command, the campaign after it, and how many dice have fallen."""


class Bot:
    """Plays one run. `seen` is called after every command, the table's own among them."""

    def __init__(self, policy: PartyPolicy, dice: RunDice, seen: Watch | None = None) -> None:
        self.now = Campaign()
        self.log: list[Told] = []
        self.lengths: list[int] = []
        """The length of the log at each step that was seen."""
        self._policy = policy
        self._dice = dice
        self._seen = seen
        self._acts = 0
        self.over = False
        """Whether the run is over: the party is home, or a fight is lost."""
        self.only_fights = False
        """Whether the run is over with the fight."""
        self.flight = FlightStage.NONE
        """Whether the party runs from its foes."""
        self.escapes = 0
        """How often it got away from pursuers."""
        self.ran = False
        """Whether it ever ran."""
        self.people: tuple[PersonId, ...] = ()
        """Everybody who was in the party when the run began."""
        self._command: Command | None = None
        self._fought = False

    def go_on_from(self, known: Campaign) -> None:
        """Begin at a copy of a table, at which Undercroft rolls for everybody, and carry out what follows by itself.

        What waits for dice there has not happened yet.
        """
        rolled = {id: replace(seat, dice=Throwing.ROLLED, dice_for={}) for id, seat in known.seats.items()}
        self.now = replace(known, seats=rolled, referees_dice=Throwing.ROLLED, referees_dice_for={}, wanted={})
        self.follow(ActId("here"))

    def do(self, command: Command) -> None:
        """Give a command, and carry out all that follows by itself, until the run is over."""
        self._acts += 1
        act = ActId(f"act-{self._acts}")
        self._carry_out(Order(command, REFEREE, act))
        self.follow(act)

    def follow(self, act: ActId) -> None:
        """Carry out what follows by itself, until a person must act."""
        while not self.over and (follows := follow_up(self.now)) is not None:
            self._carry_out(Order(follows, REFEREE, act, follows=True))

    def _carry_out(self, order: Order) -> None:
        self._command = order.command
        self.before(order.command)
        self._take(order)
        while self.now.wanted:
            wanted = next(iter(self.now.wanted.values()))
            asked = next(each for each in wanted.questions if isinstance(each.question, Choice))
            answer = wanted_dice.Answer(wanted.id, asked.ruling, (self._chosen(asked),))
            self._take(Order(answer, REFEREE, ActId("answer")))
        group = self.now.groups.get(MAIN)
        fight, chased = fight_of(group), chase_of(group) is not None
        self._note_flight(order.command, caught=fight is not None)
        self.over = self.over or (fight is not None and self._is_lost(fight))
        free = isinstance(order.command, EndFight | RunChase) and fight is None and not chased
        self.over = self.over or (self.only_fights and free)
        if self._seen is not None:
            self.lengths.append(len(self.log))
            tag = str(order.command.__struct_config__.tag)
            self._seen(tag, self.now, self._dice.drawn)

    def _note_flight(self, command: Command, *, caught: bool) -> None:
        """Note whether the party runs now, was caught, or is away."""
        if isinstance(command, WithdrawAll):
            self.flight, self.ran = FlightStage.RUNNING, True
        elif isinstance(command, RunChase):
            self.flight = FlightStage.CAUGHT if caught else FlightStage.AWAY
            self.escapes += not caught
        elif isinstance(command, EndEncounter):
            self.flight = FlightStage.NONE

    def _is_lost(self, fight: Fight) -> bool:
        """Whether the foes have won: nobody stands, and the party has not run from them by its own will."""
        return fight.ending == Ending.LOST or (fight.ending == Ending.FLED and self.flight is not FlightStage.RUNNING)

    def before(self, command: Command) -> None:
        """Turn to the stream of the part that a command begins."""
        if isinstance(command, BeginStep | SetOut | BreakCamp):
            next_turn(self._dice.w)
        elif isinstance(command, AddFoes | JoinFight) or (self._fought and isinstance(command, EndEncounter)):
            next_part(self._dice.w)
        if isinstance(command, EndFight | RunChase | EndEncounter | TakeStance):
            self._fought = isinstance(command, EndFight | RunChase)

    def _take(self, order: Order) -> None:
        decision = decide(self.now, order, lambda _: self._dice)
        for told in decision.told:
            self.log.append(told)
            if REFEREE in told.to:
                self.now = told.event.fold(self.now)

    # Choices

    def _chosen(self, asked: OpenQuestion) -> str:
        choice = asked.question
        if str(asked.rule) == combat_luck.id and asked.given is not None:
            return Luck.USE if uses_luck(asked.given["own"]) else Luck.SPARE
        if not isinstance(choice, Choice) or not is_bend(choice):
            raise TypeError(f"a run has no answer to {choice.purpose}")
        given: Mapping[str, Any] = asked.given or {}
        scars, mode = given["scars"], ScarMode(given.get("scar_mode", ScarMode.EXACT))
        by = self._bent(str(asked.rule), given, face_of(choice), scars, up_to=mode is ScarMode.UP_TO)
        return next(word for word, moved in shifts(scars, mode).items() if moved == by)

    def _bent(self, rule: str, given: Mapping[str, Any], face: int, scars: int, *, up_to: bool) -> int:
        if not self._policy.bend:
            return 0
        match rule:
            case "violence.initiative":
                return bent_under(face, scars, given["agility"] + given.get("weapon_mod", 0))
            case "violence.damage":
                return scars
            case "violence.hireling-morale":
                return bent_nerve(face, scars, up_to, given["cunning"], given["hd"])
            case _:
                training = given.get("attack_bonus", 0) + given.get("skill", 0)
                attribute = trained(given["attribute"], training) if "skill" in given else given["attribute"]
                exact = given.get("exact_requires_hit", False)
                return bent_attack(face, scars, up_to, attribute, self._known_low(), exact)

    def _known_low(self) -> int:
        """The least AC that the target of the attack can have, by what its attacker knows."""
        command = self._command
        if not isinstance(command, Attack):
            raise TypeError("only an attack has a target")
        weapon = weapon_for(self.now, command.who)
        fight = fight_of(self.now.group_of(command.who))
        foe = fight.foe(command.foe) if fight is not None else None
        if foe is None or weapon.beats_armour:
            return 0
        return foe.ac if self.now.people[command.who].seat == REFEREE else foe.guess.low

    # Fights

    def fight(self, group: GroupId, to: ZoneId | None = None) -> None:
        """Fight until the fight is over, or the party has run from it, to that room."""
        self.people = self.people or self.now.groups[group].members
        while not self.over and (command := self._next_in_fight(group, to)) is not None:
            self.do(command)

    def _next_in_fight(self, group: GroupId, to: ZoneId | None) -> Command | None:
        party = self.now.groups[group]
        fight = fight_of(party)
        if chase_of(party) is not None:
            return RunChase(group, to=to)
        if fight is None:
            return None
        if fight.waits:
            return OpenFight(group)
        quick = next((fighter for fighter in fight.fighters if fighter.quick), None)
        if fight.phase is Phase.QUICK and quick is not None:
            return ActQuickly(quick.who, use=False)
        if fight.phase is Phase.OVER:
            pursued = self.flight is FlightStage.RUNNING and any(foe.fights for foe in fight.foes)
            return EndFight(group, abandon=True) if pursued else self.save(group)
        wavering = next((fighter for fighter in fight.fighters if fighter.wavers is not None), None)
        if wavering is not None:
            return self._pay(wavering)
        for fighter in on_their_feet(self.now, party, fight):
            if fight.phase is PHASE_OF[fighter.block] and not fighter.done:
                if self._wants_to_flee(party, fight):
                    return WithdrawAll(group)
                patient = self._patient(fight) if self._policy.aid and not fighter.again else None
                if patient is not None:
                    return HelpInFight(fighter.who, patient)
                if fight.book is Combat.SOVEREIGN:
                    arm = arm_for(self.now, fighter.who)
                    return Strike(fighter.who, self._target(fight, fighter), arm.id, arm.thrown)
                weapon = weapon_for(self.now, fighter.who)
                return Attack(fighter.who, self._target(fight, fighter), weapon.id, weapon.means)
        return None

    def _wants_to_flee(self, party: Group, fight: Fight) -> bool:
        """Whether the party runs now; it runs once from the same foes."""
        most = sum(self.now.people[who].hp_max for who in self.people)
        hp = sum(self.now.people[fighter.who].hp for fighter in on_their_feet(self.now, party, fight))
        return self.flight is FlightStage.NONE and flees(hp, most, self._policy.flee)

    def _patient(self, fight: Fight) -> PersonId | None:
        """The first of the dying whom nobody has tended this round."""
        for fighter in fight.fighters:
            if self.now.people[fighter.who].is_in(State.MORTALLY_INJURED) and fighter.tended != fight.round:
                return fighter.who
        return None

    def save(self, group: GroupId) -> Command | None:
        """Save the dying after a fight or a trap, one attempt a round for each, or let the round pass."""
        dying = at_stake(self.now, group)
        if not dying:
            return None
        for patient in dying:
            for medic in self.now.able_in(group):
                command = Stabilise(medic.id, patient.id)
                if not refusals(self.now, REFEREE, command):
                    return command
        return LetRoundPass(group)

    def _pay(self, wavering: Fighter) -> Command:
        employer = self.now.people[wavering.who].employer or wavering.who
        enough = money.coins(self.now, employer) >= (wavering.wavers or 0) * COPPER_A_SILVER
        return PayHireling(employer, wavering.who, self._policy.pay and enough)

    def _target(self, fight: Fight, fighter: Fighter) -> FoeId:
        aim, up = AIMS[self._policy.target], [foe for foe in fight.foes if foe.fights and not foe.hidden]
        group = self.now.group_of(fighter.who)
        if aim is Aim.SPREAD and group is not None:
            return up[group.members.index(fighter.who) % len(up)].id
        best: Foe = up[0]
        for foe in up[1:]:
            if is_better(aim, foe.taken, best.taken):
                best = foe
        return best.id
