"""Using a skill in a fight by Sovereign, with the Main action."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from undercroft.books.sovereign.checks import WHEN_IN_DOUBT, SkillCheck, Success, check_skill
from undercroft.books.sovereign.combat import Action
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.part import Offer, Part
from undercroft.table.engine.play import Play
from undercroft.table.fight.goes import SOMETHING_ELSE, Went, field_of, tries
from undercroft.table.fight.sovereign.economy import SovereignAction, fighting_by_sovereign, pay
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import Text


class UseSkill(SovereignAction, frozen=True, tag="use_skill"):
    """Try something else with the Main action, in your own words; a skill check decides it, or no roll at all."""

    COSTS: ClassVar[Action] = Action.USE_SKILL
    doing: Text
    skill: Skill | None = None
    attribute: Attribute = Attribute.DEX
    dc: Annotated[int, Meta(ge=2, le=20)] = WHEN_IN_DOUBT
    ABOUT = About(
        title="Use a skill",
        deed="another action",
        icon="hand",
        place=Section.GO,
        also=Section.ACTIONS,
        rank=90,
        opens_form=True,
        for_referee=frozenset({"dc"}),
    )

    def do(self, play: Play) -> None:
        field = field_of(play, self.who)
        result = ""
        if self.skill is not None:
            person = field.person(self.who)
            given = SkillCheck(bridge.modifier(person, self.attribute), bridge.skill(person, self.skill), self.dc)
            outcome = play.settle(check_skill, given, by=person.seat, who=person.id, to=field.to, whole=True)
            result = " and succeeds" if isinstance(outcome, Success) else " and fails"
        play.tell(Went(self.who, tries(self.doing, result)), to=field.to)
        pay(field, field.fighter(self.who), self.COSTS, self.doing)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for person, _, _ in fighting_by_sovereign(known, seat):
        act = UseSkill(person.id, SOMETHING_ELSE)
        yield Offer(act, "try", SOMETHING_ELSE, subject=person.name, who=person.id)


PART = Part(commands=(UseSkill,), offers=_offers)
