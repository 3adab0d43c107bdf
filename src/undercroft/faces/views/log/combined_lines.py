"""What happens to several people by the same cause, told in one sentence: the march, a night's rest, a share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.log.vain_searches import in_one_sentence, vain_search
from undercroft.faces.views.short_names import capital, first_name
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import FpChanged, HpChanged
from undercroft.table.body.needs import Ate
from undercroft.table.engine.audience import Told
from undercroft.table.exploration.turns import PersonRested
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.town.experience import XpGained


class CombinedLine(Struct, frozen=True):
    """A cause, the people it concerns, and for points which kind they are and how many are left."""

    cause: str
    points: str
    whose: tuple[str, ...]
    act: ActId | None
    to: Sequence[str]

    def goes_with(self, other: CombinedLine | None) -> bool:
        """Whether both belong in one sentence."""
        return other is not None and replace(other, whose=self.whose) == self

    def followed_by(self, other: CombinedLine | None) -> CombinedLine:
        """Both, this one first."""
        return self if other is None else replace(self, whose=(*self.whose, *other.whose))

    @property
    def text(self) -> str:
        """All of them in a sentence."""
        first, *others = self.whose
        said = f"{first} {self.points}" if self.points else first
        return f"{capital(self.cause)}: {', '.join((said, *others))}."


_COMBINED = (Ate, PersonRested, FpChanged, HpChanged, XpGained)


def combined_line(known: Campaign, told: Told) -> CombinedLine | None:
    """The line of an event that may be combined with others; None for an event told by itself."""
    if not isinstance(told.event, _COMBINED):
        return None
    match told.event:
        case Ate(who=who, meals=meals, litres=litres, at_mealtime=True) if who in known.people:
            cause = "food and water" if meals and litres else "a meal" if meals else "water"
            return CombinedLine(cause, "", (first_name(known.people[who].name),), told.act, told.to)
        case PersonRested(who=who) if who in known.people:
            return CombinedLine("at rest", "", (first_name(known.people[who].name),), told.act, told.to)
        case FpChanged(who=who, fp=left, cause=cause) if cause and who in known.people:
            points = "fatigue points left"
        case HpChanged(who=who, hp=left, cause=cause, was=was) if cause and who in known.people:
            points = "hit points left" if was is not None and left < was else "hit points"
        case XpGained(who=who, xp=left) if who in known.people:
            cause, points = "experience", "points"
        case _:
            return None
    return CombinedLine(cause, points, (f"{first_name(known.people[who].name)} has {left:,}",), told.act, told.to)


def combined(known: Campaign, told: Iterable[tuple[Told, str]]) -> Iterator[str]:
    """The sentences of events, with those that belong together joined."""
    held: CombinedLine | None = None
    text = ""
    for fact, said in _searches_combined(known, tuple(told)):
        drawn = combined_line(known, fact)
        if drawn is not None and held is not None and drawn.goes_with(held):
            held = held.followed_by(drawn)
            text = held.text
            continue
        if text:
            yield text
        held, text = drawn, said
    if text:
        yield text


def _searches_combined(known: Campaign, told: Sequence[tuple[Told, str]]) -> Iterator[tuple[Told, str]]:
    """The same, with several people's searches that found nothing in the place of the last of them."""
    facts = [fact for fact, _ in told]
    searches = {place: part for at in range(len(facts)) for place, part in vain_search(known, facts, at).items()}
    together: dict[tuple[ActId | None, Seconds], list[int]] = {}
    for at in sorted(searches):
        together.setdefault((told[at][0].act, told[at][0].at), []).append(at)
    for at, (fact, said) in enumerate(told):
        places = together.get((fact.act, fact.at), []) if at in searches else []
        sentence = in_one_sentence(searches[place] for place in places)
        if not sentence:
            yield fact, said
        elif at == places[-1]:
            yield fact, sentence
