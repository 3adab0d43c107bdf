"""The choices of a new character: kept with the dice, shown, and changed until play has begun for them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from undercroft.kernel import wire
from undercroft.kernel.script import Unanswered
from undercroft.kernel.units import SeatId
from undercroft.table.characters import creation
from undercroft.table.characters.creation_methods import BySovereign, CreatedCharacter, CreationMethod
from undercroft.table.characters.makers import OnPaper, Step
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.permission import referee_decides
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.ids import Label, PersonId
from undercroft.table.state.makings import Making
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE


class CharacterMade(Event, frozen=True, tag="table.character-made"):
    """How a character was made; only their player and the referee know it."""

    who: PersonId
    making: Making

    def fold(self, campaign: Campaign) -> Campaign:
        return replace(campaign, makings={**campaign.makings, self.who: self.making})


class ChoiceChanged(Event, frozen=True, tag="table.choice-changed"):
    """A choice of a new character was made differently; this is the character now."""

    person: Person
    step: str
    option: str

    def fold(self, campaign: Campaign) -> Campaign:
        return with_person(campaign, self.person)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.person.id)}: {self.step} is now {self.option.replace('_', ' ')}."


class Made(Struct, frozen=True):
    """A character as the book makes them, with the choices on the way."""

    created: CreatedCharacter
    steps: Sequence[Step]


def on_paper(known: Campaign, who: PersonId, changed: Mapping[str, str] | None = None) -> Made | None:
    """A character made once more with the dice that fell; None if that is not known or an outcome was set by hand."""
    person, making = known.people.get(who), known.makings.get(who)
    if person is None or making is None:
        return None
    paper = OnPaper(making, person.seat, known.house, changed)
    try:
        created = creation.create(paper, wire.from_plain(CreationMethod, making.way))
    except Unanswered:
        return None
    return Made(created, paper.steps)


def begun(known: Campaign, who: PersonId) -> bool:
    """Whether time has passed for the party of a character since the character was made."""
    group, making = known.group_of(who), known.makings.get(who)
    return group is not None and making is not None and group.time > making.at


class ChangeChoice(Command, frozen=True, tag="change_choice"):
    """Change a choice of a new character; the dice stay as they fell."""

    who: PersonId
    step: Label
    option: Label
    ABOUT = About(title="Change a choice", deed="another choice", never_waits=True, listed=False)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """Players change choices until the party goes on; the referee at any time."""
        yield from not_on_their_roll(known, seat, self.who)
        if known.makings.get(self.who) is None:
            yield Reason("not_made_here", "Only choices of a character that was made here can be changed.")
            return
        made = on_paper(known, self.who)
        other = on_paper(known, self.who, {self.step: self.option})
        step = next((taken for taken in made.steps if taken.name == self.step), None) if made is not None else None
        if made is None or other is None:
            yield Reason("set_by_hand", "A result was set by hand: ask the referee to edit the sheet.")
        elif step is None:
            yield Reason("no_step", f"There is no such choice. Choices: {', '.join(step.name for step in made.steps)}.")
        elif self.option not in step.options:
            yield Reason("no_option", f"Choose one of these: {', '.join(step.options)}.")
        elif self.option == step.taken:
            yield Reason("unchanged", "That is already the choice.")
        yield from referee_decides(known, seat)
        if seat != REFEREE and begun(known, self.who):
            yield Reason("begun", "The party has gone on since: ask the referee to edit the sheet.")

    def do(self, play: Play) -> None:
        """Change what the other choice changes, and leave what was changed by hand since."""
        person, making = play.now.people[self.who], play.now.makings[self.who]
        before, after = on_paper(play.now, self.who), on_paper(play.now, self.who, {self.step: self.option})
        if before is not None and after is not None:
            choices = {**making.choices, **{step.name: step.taken for step in after.steps}}
            play.tell(CharacterMade(self.who, replace(making, choices=choices)), to=seats(person.seat))
            now = _changed(person, before.created, after.created)
            play.tell(ChoiceChanged(now, self.step, self.option), to=known_to(person))


def _changed(person: Person, before: CreatedCharacter, after: CreatedCharacter) -> Person:
    old, new = asdict(before.sheet), asdict(after.sheet)
    sheet = replace(person.sheet, **{name: value for name, value in new.items() if value != old[name]})
    more = after.hp - before.hp
    return replace(
        person,
        sheet=sheet,
        hp=max(1, person.hp + more) if person.hp > 0 else person.hp,
        hp_max=max(1, person.hp_max + more),
        about=person.about.replace(before.about, after.about) if before.about else person.about,
    )


def kept(way: CreationMethod) -> Mapping[str, Any]:
    """The way with every choice open, as it is kept: what was chosen beforehand is among the choices."""
    opened = replace(way, class_id=None, ask_feats=True) if isinstance(way, BySovereign) else way
    plain: Mapping[str, Any] = wire.plain(opened)
    return plain


PART = Part(commands=(ChangeChoice,), events=(CharacterMade, ChoiceChanged))
