"""The labels of fields that mean more in one command than their names say elsewhere."""

from collections.abc import Mapping

from undercroft.table.body.condition import EndCondition, GiveCondition
from undercroft.table.body.effects import EndEffect, UseEffect
from undercroft.table.body.powers import CrossOutPower, WritePower
from undercroft.table.body.strain import Strain
from undercroft.table.characters.characters import CreateCharacter, QuickCharacter, SetSheet
from undercroft.table.characters.copying import CopyCharacter
from undercroft.table.encounter.ambush import SpringAmbush
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.start import EndEncounter, Face
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.encounter.surprise import SurpriseThem
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.bells import SetBell
from undercroft.table.exploration.dragging import Drag, LetGo
from undercroft.table.exploration.missed_checks import MissedChecks
from undercroft.table.exploration.real_time_effects import EffectOnGameClock
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.fight.actions import TryInFight
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.casting import UsePower
from undercroft.table.fight.chase import RunChase
from undercroft.table.fight.sovereign.skill_use import UseSkill
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.gear.payment import Pay
from undercroft.table.lore.monsters import KeepMonster, RemoveMonster
from undercroft.table.lore.tables import RemoveTable
from undercroft.table.preparing.rooms import AddExit, AddRoom, DescribeRoom
from undercroft.table.referee.placing import AddThing
from undercroft.table.referee.reveal_map import SpreadWord
from undercroft.table.road.astray_by_hand import RuleLost
from undercroft.table.road.hike_throw import RollHike
from undercroft.table.rulings.any_rule import SettleRule
from undercroft.table.rulings.loose_dice import ThrowDice, ThrowSkill
from undercroft.table.rulings.rulings import AnswerRuling, MakeRuling, ProposeRuling, ReviseRuling
from undercroft.table.session.dice_seals import AddWord
from undercroft.table.session.handouts import GiveHandout, ShowHandout
from undercroft.table.session.next_session import PlanSession
from undercroft.table.session.notes import Declare, Reveal, ShowText, WriteNote
from undercroft.table.session.shared_page import WritePage
from undercroft.table.session.whispers import Whisper
from undercroft.table.site.crossing import Cross, PullOut
from undercroft.table.site.digging import Dig
from undercroft.table.site.neverwhere_feats import Feat
from undercroft.table.site.repeated_deeds import KeepRecovering
from undercroft.table.site.waiting import WalkBack
from undercroft.table.town.cures import BuyCure
from undercroft.table.town.hiring import Hire
from undercroft.table.town.services import BuyService

RULINGS = (MakeRuling, ProposeRuling, ReviseRuling)


_IN_RULINGS: Mapping[str, str] = {
    "activity": "does it take their turn?",
    "what": "what they try",
    "who": "who tries it; nobody chosen means everybody",
    "success": "what success brings",
    "failure": "what failure brings",
    "cost": "what it costs",
    "time": "how long it takes",
    "ruling": "which ruling",
}


OF_COMMANDS: Mapping[type[Command], Mapping[str, str]] = {
    **dict.fromkeys(RULINGS, _IN_RULINGS),
    AddExit: {"door": "kind of door", "to": "which room it leads to"},
    AddRoom: {"door": "kind of door"},
    AddWord: {"word": "your word"},
    AddThing: {"thing": "the thing", "what": "what it is"},
    AnswerRuling: {"text": "counter-offer, in words", "who": "who answers; nobody chosen means everybody"},
    Attack: {"who": "who attacks", "by": "another attribute, for a good reason"},
    BuyCure: {"who": "who pays", "patient": "for whom"},
    BuyService: {"who": "who pays", "patient": "for whom", "service": "which service"},
    CopyCharacter: {
        "name": "name of the copy",
        "seat": "who plays the copy",
        "gear": "with everything they carry?",
        "joins": "do they join the party now?",
    },
    CreateCharacter: {
        "way": "by which book",
        "about": "more about them",
        "ask_feats": "ask for feats?",
        "gold": "roll Sovereign's gold?",
        "spread": "13, 11, 9 and 7 in an order you choose?",
        "random": "make every choice at random and buy a pack?",
        "joins": "do they join the party now?",
    },
    Cross: {"way": "how they get past it"},
    Declare: {"text": "what you do"},
    DescribeRoom: {"secret": "what only you know"},
    Dig: {"role": "what they do"},
    Dismiss: {"how": "what became of them, for the log"},
    Drag: {"patient": "whom they drag"},
    LetGo: {"patient": "whom they drag"},
    EndCondition: {"name": "which condition"},
    EndEffect: {"name": "which effect"},
    UseEffect: {"name": "which effect"},
    EffectOnGameClock: {"left": "how long it still lasts"},
    EndEncounter: {"how": "how it ends, for the log"},
    Face: {"along": "which others are with them"},
    Feat: {"rule": "which feat"},
    GiveCondition: {"name": "which condition"},
    GiveHandout: {"text": "what it says", "to": "which players", "everybody": "for the whole table?"},
    Hire: {"who": "who hires and pays", "name": "name of the hireling"},
    KeepMonster: {
        "kind": "kind of creature",
        "attacks": "attacks in a round",
        "damage": "damage dice",
        "weapon": "attacks with",
        "morale": "morale on 2d6",
        "number": "how many appear",
        "about": "what people see",
        "notes": "for the referee",
    },
    KeepRecovering: {"turns": "how many rounds at most"},
    MeetStrangers: {
        "undead": "do they attack without a reaction roll, as undead do?",
        "scale": "how AC counts; none means as in the fights of your house rules",
        "count": "how many, if not as the line says",
        "hp": "hit points of each, or one number for all",
        "reaction": "reaction roll on 2d6",
    },
    MissedChecks: {"turns": "how many turns; 0 drops them"},
    Parley: {"items": "what the party offers"},
    Pay: {"to": "to whom; none for a person who is not in play"},
    PullOut: {"patient": "whom they pull out"},
    QuickCharacter: {"joins": "do they join the party now?", "pack": "role, which decides class, skills and gear"},
    RemoveMonster: {"id": "which monster"},
    RemoveTable: {"id": "which table"},
    Reveal: {"zone": "the room's secret", "note": "one of your notes"},
    RollHike: {"percent": "extra effort, in percent"},
    RuleLost: {"bearing": "which way the party goes"},
    RunChase: {
        "mood": "how hard they pursue: half-hearted −1, enraged +1 to the pursuers' roll",
        "situation": "anything else, on the pursuers' roll: + helps them, − helps those who flee",
        "to": "where the party ends up if it gets away",
        "leader": "who leads the party; none means its best runner",
    },
    SettleRule: {"by": "whose dice"},
    SetBell: {"what": "what happens then", "to": "players who know of it"},
    SetSheet: {
        "numbers": "numbers set by hand; an empty one follows the book again",
        "feats": "all feats, instead of those on the sheet",
        "occupation": "occupation; empty leaves it as it is",
    },
    ShowHandout: {"to": "which players", "everybody": "for the whole table?"},
    ShowText: {"text": "the text"},
    Split: {"name": "name of the new group"},
    SpreadWord: {"text": "the rumour"},
    SpringAmbush: {"along": "which others attack too"},
    Strain: {"forced": "even beyond their maximum?"},
    Strike: {"who": "who attacks", "modifier": "any other modifier"},
    SurpriseThem: {"who": "who leads"},
    ThrowSkill: {
        "skill": "which skill",
        "attribute": "with which attribute",
        "to": "who sees it; nobody chosen means everybody",
    },
    ThrowDice: {"purpose": "what for", "seat": "whose dice"},
    TryInFight: {
        "doing": "what they try",
        "attribute": "check of which attribute; none means no roll",
        "edge": "advantage or disadvantage",
    },
    UseSkill: {
        "doing": "what they try",
        "skill": "which skill; none means no roll",
        "attribute": "with which attribute",
    },
    UseDice: {"dice": "whose dice", "roll": "for which rolls; none means all"},
    UsePower: {
        "name": "which spell or power",
        "on": "on whom; none means themselves",
        "foe": "on which foe",
        "place": "on which place",
    },
    PlanSession: {
        "when": "date and time, such as 2026-11-24 19:30; leave it empty to cancel",
        "minutes": "how many minutes it lasts",
        "place": "where you meet",
    },
    WalkBack: {"to": "which room"},
    Whisper: {"seat": "who whispers", "text": "what you whisper", "also": "other players who read it"},
    WritePower: {
        "power": "the spell or power",
        "does": "what it does",
        "lasts": "how long it lasts",
        "count": "how many rounds, turns or hours",
        "per_day": "uses per day; 0 for as many as they like",
        "strain": "System Strain that it costs",
        "hp": "hit points that it costs",
        "price": "what else it costs, in words",
        "target": "what it is aimed at",
        "save": "the save against it, if there is one",
        "halves": "does a save halve the damage? if not, it avoids it",
        "damage": "damage dice",
        "healing": "healing dice",
        "used": "used today",
        "day": "the day of its last use",
    },
    CrossOutPower: {"name": "which spell or power"},
    WritePage: {"text": "what the page says", "version": "the version you replace"},
    WriteNote: {"text": "the note", "to": "other seats that read it"},
}
"""The fields of one command, where the same name means more."""
