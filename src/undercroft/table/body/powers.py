"""Spells and powers on a sheet: written freely, used so many times a day, with an effect that the clock ends."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.effects import EffectSpan
from undercroft.table.bridge.time_units import CLOCK_STEPS, LENGTHS, Unit, day_number, fight_round
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.plain_dice import not_dice
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import Label, PersonId
from undercroft.table.state.people import Duration, Person, Power, Target

MOST_POWERS = 100


class WritePower(Command, frozen=True, tag="write_power"):
    """Write a spell or power on a sheet, or change the one of the same name."""

    who: PersonId
    power: Power
    ABOUT = About(title="Write a spell or power", deed="a new spell or power", never_waits=True, words="spell magic")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        if not self.power.name.strip():
            yield Reason("no_name", "Enter a name for the spell or power.")
        person = known.people.get(self.who)
        full = person is not None and len(person.sheet.powers) >= MOST_POWERS
        if full and person is not None and person.sheet.power(self.power.name) is None:
            yield Reason("too_many", f"A sheet has room for {MOST_POWERS} spells and powers. Cross one out first.")
        yield from faults(self.power)

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        play.tell(PowerWritten(self.who, self.power), to=known_to(person))


class OfPower(Command, frozen=True):
    """A command about a spell or power on a sheet."""

    who: PersonId
    name: Label

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        person = known.people.get(self.who)
        if person is not None and person.sheet.power(self.name) is None:
            has = ", ".join(power.name for power in person.sheet.powers) or "none"
            yield Reason("no_power", f"{person.name} has no such spell or power. On the sheet: {has}.")


class CrossOutPower(OfPower, frozen=True, tag="cross_out_power"):
    """Cross a spell or power out of a sheet."""

    ABOUT = About(title="Cross out a spell or power", never_waits=True)

    def do(self, play: Play) -> None:
        play.tell(PowerCrossedOut(self.who, self.name), to=known_to(play.now.people[self.who]))


class PowerWritten(Event, frozen=True, tag="table.power-written"):
    """A spell or power was written on a sheet, or changed."""

    who: PersonId
    power: Power

    def fold(self, campaign: Campaign) -> Campaign:
        return _rewritten(campaign, self.who, self.power.name, lambda _: self.power)

    def say(self, now: Campaign) -> str:
        return f"On {name_of(now, self.who)}'s sheet: {self.power.name}, {duration_words(self.power)}."


class PowerCrossedOut(Event, frozen=True, tag="table.power-crossed-out"):
    """A spell or power was crossed out of a sheet."""

    who: PersonId
    name: str

    def fold(self, campaign: Campaign) -> Campaign:
        return _rewritten(campaign, self.who, self.name, lambda _: None)

    def say(self, now: Campaign) -> str:
        return f"Crossed out on {name_of(now, self.who)}'s sheet: {self.name}."


class PowerUsed(Event, frozen=True, tag="table.power-used"):
    """A spell or power was used on a person, for so many times on that day."""

    who: PersonId
    name: str
    on: PersonId
    used: int
    day: int
    at: str = ""
    """The foes or the place it was used on, in words, where that is not a person."""

    def fold(self, campaign: Campaign) -> Campaign:
        def spent(old: Power | None) -> Power | None:
            return None if old is None else replace(old, used=min(self.used, 100), day=self.day)

        return _rewritten(campaign, self.who, self.name, spent)

    def say(self, now: Campaign) -> str:
        target = self.at or (name_of(now, self.on) if self.on != self.who else "")
        on = f" on {target}" if target else ""
        person = now.people.get(self.who)
        power = None if person is None else person.sheet.power(self.name)
        left = None if power is None else power.left(self.day)
        return f"{name_of(now, self.who)} uses {self.name}{on}{'' if left is None else f'; {left} left today'}."


def faults(power: Power) -> Iterable[Reason]:
    """What is wrong with a spell or power as it is written."""
    for dice in filter(None, (power.damage, power.healing)):
        yield from not_dice(dice)
    if power.healing and power.target in (Target.FOE, Target.FOES):
        yield Reason("heals_foes", "Healing is for the character or another person: choose one of them as its target.")
    if power.target is Target.PLACE and (power.damage or power.healing or power.save is not None):
        what = "A place takes no damage or healing and makes no save: choose a person or foes as the target."
        yield Reason("place", what)
    if power.halves and (power.save is None or not power.damage):
        yield Reason("nothing_to_halve", "Half damage on a save needs both a save and damage dice.")


def _rewritten(
    campaign: Campaign, who: PersonId, name: str, change: Callable[[Power | None], Power | None]
) -> Campaign:
    """The campaign with one power of a sheet changed in its place, added at the end, or removed."""
    person = campaign.people.get(who)
    if person is None:
        return campaign
    old = person.sheet.power(name)
    new = change(old)
    kept = [new if power == old else power for power in person.sheet.powers]
    if old is None:
        kept.append(new)
    powers = tuple(power for power in kept if power is not None)
    return changed_person(campaign, who, sheet=replace(person.sheet, powers=powers))


def today(campaign: Campaign, who: PersonId) -> int:
    """The day of the campaign on which a person is now."""
    return day_number(campaign, campaign.now_of(who))


def uses_left(campaign: Campaign, person: Person, power: Power) -> int | None:
    """How often a person can use a power today; None without a limit."""
    return power.left(today(campaign, person.id))


def lasts_on(campaign: Campaign, on: PersonId, power: Power) -> EffectSpan:
    """How long a power's effect lasts on a person: rounds as fights count them, turns as the site counts them."""
    group = campaign.group_of(on)
    site = campaign.site_of(group)
    turn = LENGTHS[Unit.TURN]
    if group is not None and site is not None and group.zone is not None:
        turn = CLOCK_STEPS[campaign.house.clock or site.clock_of(group.zone)]
    match power.lasts:
        case Duration.ROUNDS:
            fight = fight_of(group)
            return EffectSpan(
                Seconds(power.count * fight_round(campaign.house.combat if fight is None else fight.book))
            )
        case Duration.TURNS:
            return EffectSpan(Seconds(power.count * turn))
        case Duration.HOURS:
            return EffectSpan(Seconds(power.count * HOUR))
        case Duration.UNTIL_ENDED | Duration.INSTANT:
            return EffectSpan()
        case Duration.FOR_GOOD:
            return EffectSpan(for_good=True)


DURATIONS: Mapping[Duration, str] = {
    Duration.UNTIL_ENDED: "until dispelled",
    Duration.ROUNDS: "rounds",
    Duration.TURNS: "turns",
    Duration.HOURS: "hours",
    Duration.FOR_GOOD: "for good",
    Duration.INSTANT: "at once",
}
"""Each duration as people choose it."""


TARGETS: Mapping[Target, str] = {
    Target.PERSON: "one person",
    Target.SELF: "themselves",
    Target.FOE: "one foe",
    Target.FOES: "all foes",
    Target.PLACE: "a place",
}
"""Each target as people choose it."""


def cost_words(power: Power) -> str:
    """What a power costs besides a use, in words.

    >>> cost_words(Power("Sleep", strain=1, hp=2, price="a pinch of sand")), cost_words(Power("Light"))
    ('1 System Strain, 2 hit points, a pinch of sand', '')
    """
    strain = f"{power.strain} System Strain" if power.strain else ""
    return ", ".join(filter(None, (strain, counted(power.hp, "hit point") if power.hp else "", power.price)))


def power_words(power: Power) -> str:
    """What a power is aimed at, its save, dice and cost, in words.

    >>> from undercroft.books.sovereign.saves import SaveKind
    >>> power_words(Power("Fireball", target=Target.FOES, save=SaveKind.EVASION, halves=True, damage="3d6", strain=1))
    'all foes; 3d6 damage; Evasion save for half; costs 1 System Strain'
    """
    aimed = TARGETS[power.target] if power.target is not Target.PERSON else ""
    dice = (f"{power.damage} damage" if power.damage else "", f"{power.healing} healing" if power.healing else "")
    save = "" if power.save is None else f"{power.save.capitalize()} save {'for half' if power.halves else 'avoids it'}"
    cost = cost_words(power)
    return "; ".join(filter(None, (aimed, *dice, save, f"costs {cost}" if cost else "")))


def duration_words(power: Power) -> str:
    """How long a power lasts, in words.

    >>> duration_words(Power("Light", lasts=Duration.TURNS, count=6)), duration_words(Power("Charm"))
    ('6 turns', 'until dispelled')
    """
    words = DURATIONS[power.lasts]
    counts = power.lasts in (Duration.ROUNDS, Duration.TURNS, Duration.HOURS)
    return counted(power.count, words.removesuffix("s")) if counts else words


def whole_words(power: Power) -> str:
    """All that a sheet says about a power: how long, how often, its target, dice, save and cost, and what it does.

    >>> whole_words(Power("Light", "bright as a torch", Duration.TURNS, 6, per_day=2))
    '6 turns; 2 a day; bright as a torch'
    """
    often = f"{power.per_day} a day" if power.per_day else ""
    return "; ".join(filter(None, (duration_words(power), often, power_words(power), power.does)))


PART = Part(
    commands=(WritePower, CrossOutPower),
    events=(PowerWritten, PowerCrossedOut, PowerUsed),
)
