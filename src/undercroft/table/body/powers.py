"""Spells and powers on a sheet: written freely, used so many times a day, with an effect that the clock ends."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from undercroft.kernel.amounts import counted
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.effects import Lasts, begin
from undercroft.table.bridge.time_units import CLOCK_STEPS, LENGTHS, Unit, day_number, fight_round
from undercroft.table.engine.about import LAST, About
from undercroft.table.engine.audience import around
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import Label, PersonId
from undercroft.table.state.people import Duration, Person, Power
from undercroft.table.state.seats import REFEREE

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

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        play.tell(PowerWritten(self.who, self.power), to=known_to(person))


class _OfPower(Command, frozen=True):
    who: PersonId
    name: Label

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        person = known.people.get(self.who)
        if person is not None and person.sheet.power(self.name) is None:
            has = ", ".join(power.name for power in person.sheet.powers) or "none"
            yield Reason("no_power", f"{person.name} has no such spell or power. On the sheet: {has}.")


class CrossOutPower(_OfPower, frozen=True, tag="cross_out_power"):
    """Cross a spell or power out of a sheet."""

    ABOUT = About(title="Cross out a spell or power", never_waits=True)

    def do(self, play: Play) -> None:
        play.tell(PowerCrossedOut(self.who, self.name), to=known_to(play.now.people[self.who]))


class UsePower(_OfPower, frozen=True, tag="use_power"):
    """Use a spell or power, on the character or on another person; its effect runs until its time is over."""

    on: PersonId | None = None
    ABOUT = About(title="Use a spell or power", words="cast spell magic", icon="hand", rank=LAST)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        person = known.people.get(self.who)
        if person is None:
            return
        if not person.alive:
            yield Reason("dead", f"{person.name} is dead.")
        if self.on is not None and (self.on not in known.people or not known.people[self.on].alive):
            yield Reason("not_here", "There is no such person here.")
        power = person.sheet.power(self.name)
        if power is not None and power.left(_today(known, self.who)) == 0:
            spent = (
                f"{person.name} has used {power.name} {counted(power.per_day, 'time')} today, and may again tomorrow."
            )
            yield Reason("used_up", spent)

    def do(self, play: Play) -> None:
        power = play.now.people[self.who].sheet.power(self.name)
        if power is None:
            return
        on = self.who if self.on is None else self.on
        today = _today(play.now, self.who)
        used = power.used + 1 if power.day == today else 1
        play.tell(PowerUsed(self.who, power.name, on, used, today), to=around(self.who))
        if power.lasts is not Duration.INSTANT:
            begin(play, on, power.name, to=around(on), lasts=_lasts(play.now, on, power), note=power.does)


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
        return f"Crossed out of {name_of(now, self.who)}'s sheet: {self.name}."


class PowerUsed(Event, frozen=True, tag="table.power-used"):
    """A spell or power was used on a person, for so many times on that day."""

    who: PersonId
    name: str
    on: PersonId
    used: int
    day: int

    def fold(self, campaign: Campaign) -> Campaign:
        def spent(old: Power | None) -> Power | None:
            return None if old is None else replace(old, used=min(self.used, 100), day=self.day)

        return _rewritten(campaign, self.who, self.name, spent)

    def say(self, now: Campaign) -> str:
        on = f" on {name_of(now, self.on)}" if self.on != self.who else ""
        person = now.people.get(self.who)
        power = None if person is None else person.sheet.power(self.name)
        left = None if power is None else power.left(self.day)
        return f"{name_of(now, self.who)} uses {self.name}{on}{'' if left is None else f'; {left} left today'}."


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


def _today(campaign: Campaign, who: PersonId) -> int:
    return day_number(campaign, campaign.now_of(who))


def uses_left(campaign: Campaign, person: Person, power: Power) -> int | None:
    """How often a person can use a power today; None without a limit."""
    return power.left(_today(campaign, person.id))


def _lasts(campaign: Campaign, on: PersonId, power: Power) -> Lasts:
    """How long a power's effect lasts on a person: rounds as fights count them, turns as the site counts them."""
    group = campaign.group_of(on)
    site = campaign.site_of(group)
    turn = LENGTHS[Unit.TURN]
    if group is not None and site is not None and group.zone is not None:
        turn = CLOCK_STEPS[campaign.house.clock or site.clock_of(group.zone)]
    match power.lasts:
        case Duration.ROUNDS:
            fight = fight_of(group)
            return Lasts(Seconds(power.count * fight_round(campaign.house.combat if fight is None else fight.book)))
        case Duration.TURNS:
            return Lasts(Seconds(power.count * turn))
        case Duration.HOURS:
            return Lasts(Seconds(power.count * HOUR))
        case Duration.UNTIL_ENDED | Duration.INSTANT:
            return Lasts()
        case Duration.FOR_GOOD:
            return Lasts(for_good=True)


DURATIONS: Mapping[Duration, str] = {
    Duration.UNTIL_ENDED: "until dispelled",
    Duration.ROUNDS: "rounds",
    Duration.TURNS: "turns",
    Duration.HOURS: "hours",
    Duration.FOR_GOOD: "for good",
    Duration.INSTANT: "at once",
}
"""Each duration as people choose it."""


def duration_words(power: Power) -> str:
    """How long a power lasts, in words.

    >>> duration_words(Power("Light", lasts=Duration.TURNS, count=6)), duration_words(Power("Charm"))
    ('6 turns', 'until dispelled')
    """
    words = DURATIONS[power.lasts]
    counts = power.lasts in (Duration.ROUNDS, Duration.TURNS, Duration.HOURS)
    return counted(power.count, words.removesuffix("s")) if counts else words


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        person = known.people[who]
        if seat not in (REFEREE, person.seat) or not person.alive:
            continue
        for power in person.sheet.powers:
            left = power.left(_today(known, who))
            detail = "" if left is None else f" ({left} left today)"
            yield Offer(UsePower(who, power.name), "use", power.name, person.name, who, detail=detail, open_only=True)


PART = Part(
    commands=(WritePower, CrossOutPower, UsePower),
    events=(PowerWritten, PowerCrossedOut, PowerUsed),
    offers=_offers,
)
