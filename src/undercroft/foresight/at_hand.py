"""What people have at hand in a simulated run, and how good they are at what it takes, at the table as in the run."""

from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.table import bridge
from undercroft.table.fight.sovereign.arms import Arm, arms_of
from undercroft.table.fight.weapons import Reload, Weapon, weapons_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Thing
from undercroft.table.world.light import lasts

TORCH = "torch"


FOREVER = 1 << 40
"""The time that a light lasts which only dice put out."""


def torch_burns(clock: Clock) -> int:
    """How long a torch burns in a site, by its clock."""
    return FOREVER if clock is Clock.HEXCRAWL else lasts(TORCH)


def noticing(person: Person) -> int:
    """A person's modifier for noticing traps and finding what is hidden."""
    check = bridge.noticing(person)
    return check.attr_mod + check.skill


def forcing(person: Person) -> int:
    """A person's modifier for forcing a stuck door."""
    return bridge.check(person, Attribute.STR, Skill.EXERT)


def battering(person: Person) -> int:
    """The turns that a person's strength takes off battering a door down."""
    return bridge.modifier(person, Attribute.STR) + bridge.skill(person, Skill.EXERT)


def torches_of(known: Campaign, who: PersonId) -> list[Thing]:
    """The torches that a person can light."""
    carried = (thing for thing in known.carried_by(who) if thing.item == TORCH and thing.count)
    return [thing for thing in carried if thing.id not in known.lights]


def arm_for(known: Campaign, who: PersonId) -> Arm:
    """The weapon a person strikes with by Sovereign: the first at hand for melee, or bare hands."""
    return next(arm for arm in arms_of(known, who) if not arm.ranged)


def weapon_for(known: Campaign, who: PersonId) -> Weapon:
    """The weapon a person fights with in a simulated run: the first at hand that needs no reloading."""
    return next(weapon for weapon in weapons_of(known, who) if weapon.reload is Reload.NOTHING)
