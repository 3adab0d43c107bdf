"""Sharing experience: counting the treasure brought home and paying out the pool."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_GOLD
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge.experience import Portions, ToSettle, pooled, portions, shared
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import TABLE, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of
from undercroft.table.engine.subjects import group_acts, have
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import GroupId, PersonId, Text
from undercroft.table.state.people import Person, Role
from undercroft.table.state.things import Thing, ThingKind
from undercroft.table.world.campaign_start import ThingPlaced

More = Annotated[int, Meta(ge=0, le=1_000_000)]

POINT = "experience point"
_EARNING = (Role.DELVER, Role.HENCHMAN)


class ShareExperience(Command, frozen=True, tag="share_experience"):
    """Count the treasure and share the experience; `more_gold` and `more_xp` add what is on no list."""

    group: GroupId
    more_gold: More = 0
    more_xp: More = 0
    why: Text = ""
    ABOUT = About(title="Share the experience", place=Section.TOWN, words="xp experience level")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None:
            yield no_group(known)
        elif not group.in_town:
            yield Reason("not_in_town", "Experience is shared in a settlement.", coming_home(known, self.group)[0].id)
        elif not (known.xp_pool or self.more_gold or self.more_xp or haul(known, self.group)):
            yield Reason(
                "nothing_to_share",
                f"{have(known, known.groups.get(self.group))} nothing to share.",
                coming_home(known, self.group)[0].id,
            )

    def do(self, play: Play) -> None:
        to, people, won = group_audience(self.group), survivors(play.now, self.group), haul(play.now, self.group)
        pool = play.settle(*coming_home(play.now, self.group, self.more_gold, self.more_xp), to=to, whole=True).pool
        henchmen = sum(person.role is Role.HENCHMAN for person in people)
        shares = portions(play.settle(*sharing(play.now, self.group, pool), to=to, whole=True))
        for thing in won:
            play.tell(ThingPlaced(replace(thing, found=False, appraised=True)), to=to)
        half = shares.henchman_xp if henchmen else 0
        play.tell(XpShared(self.group, pool, shares.delver_xp, half, self.why), to=to)
        for person in people:
            share = shares.henchman_xp if person.role is Role.HENCHMAN else shares.delver_xp
            if share:
                play.tell(XpGained(person.id, person.sheet.xp + share), to=known_to(person))


class AwardExperience(Command, frozen=True, tag="award_experience"):
    """Award experience to characters for a deed."""

    who: Annotated[tuple[PersonId, ...], Meta(min_length=1, max_length=100)]
    xp: Annotated[int, Meta(ge=1, le=1_000_000)]
    why: Text = ""
    ABOUT = About(title="Award experience for a deed", words="xp experience level")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        people = [known.people.get(who) for who in dict.fromkeys(self.who)]
        wrong = [person for person in people if person is None or not earns(person)]
        if wrong:
            names = [person.name for person in wrong if person is not None]
            leave = f" Leave out {series(names)}." if names else ""
            yield Reason("earns_nothing", f"Only living Delvers and henchmen earn experience.{leave}")

    def do(self, play: Play) -> None:
        awarded = tuple(dict.fromkeys(self.who))
        play.tell(XpAwarded(awarded, self.xp, self.why), to=TABLE)
        for who in awarded:
            person = play.now.people[who]
            play.tell(XpGained(who, person.sheet.xp + self.xp), to=known_to(person))


class XpAwarded(Event, frozen=True, tag="table.xp-awarded"):
    """Each of these characters earned experience, and why."""

    who: tuple[PersonId, ...]
    xp: int
    why: str = ""

    def say(self, now: Campaign) -> str:
        names = ", ".join(name_of(now, who) for who in self.who)
        earns = "earns" if len(self.who) == 1 else "earn"
        return f"{names} {earns} {counted(self.xp, POINT)}{f' ({self.why})' if self.why else ''}."


class XpShared(Event, frozen=True, tag="table.xp-shared"):
    """The pool was paid out: the share of each Delver and each henchman; the rest is lost."""

    group: GroupId
    pool: int
    delver_xp: int
    henchman_xp: int
    why: str = ""

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, xp_pool=0)

    def say(self, now: Campaign) -> str:
        henchman = f", {self.henchman_xp:,} for each henchman" if self.henchman_xp else ""
        why = f" ({self.why})" if self.why else ""
        shares = group_acts(now, self.group, "share", "shares")
        return f"{shares} {counted(self.pool, POINT)}{why}: {self.delver_xp:,} for each Delver{henchman}."


class XpGained(Event, frozen=True, tag="table.xp-gained"):
    """A character's new total of experience points."""

    who: PersonId
    xp: int

    def fold(self, campaign: Campaign) -> Campaign:
        person = campaign.people.get(self.who)
        if person is None:
            return campaign
        return with_person(campaign, replace(person, sheet=replace(person.sheet, xp=self.xp)))

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} has {counted(self.xp, POINT)} now."


def haul(known: Campaign, group: GroupId) -> tuple[Thing, ...]:
    """Coins and treasure that a group found and has not counted yet."""
    carried = (thing for who in known.groups[group].members for thing in known.carried_by(who))
    return tuple(
        thing
        for thing in carried
        if thing.found and thing.count and thing.kind in (ThingKind.COINS, ThingKind.TREASURE)
    )


def earns(person: Person) -> bool:
    """Whether a person earns experience."""
    return person.alive and person.role in _EARNING


def survivors(known: Campaign, group: GroupId) -> tuple[Person, ...]:
    """The members of a group who get a share: living Delvers and henchmen."""
    return tuple(person for person in known.those_in(group) if earns(person))


def coming_home(known: Campaign, group: GroupId, more_gold: int = 0, more_xp: int = 0) -> ToSettle:
    """What a group brings home, for the pool."""
    coppers = sum(thing.worth or 0 for thing in haul(known, group)) + more_gold * COPPER_A_GOLD
    return pooled(known.house, known.xp_pool + more_xp, coppers, len(survivors(known, group)))


def sharing(known: Campaign, group: GroupId, pool: int) -> ToSettle:
    """The shares of those who came home."""
    people = survivors(known, group)
    henchmen = sum(person.role is Role.HENCHMAN for person in people)
    return shared(known.house, pool, len(people) - henchmen, henchmen)


def share_preview(known: Campaign, group: GroupId) -> tuple[int, Portions]:
    """The pool to share now, and each share of it."""
    rule, home = coming_home(known, group)
    pool: int = rule(Script(), known.house.applied(rule, home)).pool
    rule, given = sharing(known, group, pool)
    return pool, portions(rule(Script(), known.house.applied(rule, given)))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        yield Offer(ShareExperience(group.id), "share", "the experience", group.name, open_only=True)


PART = Part(commands=(ShareExperience, AwardExperience), events=(XpShared, XpAwarded, XpGained), offers=_offers)
