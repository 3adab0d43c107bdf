"""A plan: how the party goes on from where it is, as a referee chooses it."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from undercroft.foresight.codes import Counts
from undercroft.foresight.scenario import EncounterStance, FoeChoice, PartyPolicy
from undercroft.kernel import strict
from undercroft.kernel.faults import BadInput, RuleInputError
from undercroft.kernel.rules import says

MOST_TURNS_MORE = 100


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """How the party goes on: how it fights, whom it helps, and when it goes home."""

    target: Annotated[FoeChoice, says("whom fighters attack")] = FoeChoice.FIRST
    aid: Annotated[bool, says("whether fighters stop to save the dying")] = True
    bend: Annotated[bool, says("whether Scars bend rolls")] = True
    pay: Annotated[bool, says("whether wavering hirelings are paid")] = True
    stance: Annotated[EncounterStance, says("what the party does when it meets creatures")] = EncounterStance.WAIT
    flee: Annotated[
        int, Meta(ge=0, le=100), says("the percentage of its hit points below which the party runs from a fight")
    ] = 0
    retreat: Annotated[
        int, Meta(ge=0, le=100), says("the percentage of its hit points below which the party goes home")
    ] = 0
    down: Annotated[int, Meta(ge=0, le=12), says("how many must be down for the others to go home; 0 for never")] = 0
    light: Annotated[int, Meta(ge=0, le=100), says("the turns of light to have left at home")] = 0
    laden: Annotated[bool, says("whether the party goes home when nobody can carry more treasure")] = False
    forage: Annotated[bool, says("whether the party forages on the road although it has supplies")] = False
    watch: Annotated[bool, says("whether the party keeps watch in its camps")] = True
    to: Annotated[str, Meta(max_length=20), says("the hex to which a party on the road goes, if it has no course")] = ""
    turns: Annotated[int, Meta(ge=0, le=MOST_TURNS_MORE), says("how many turns more it stays before it goes home")] = 6

    @property
    def policy(self) -> PartyPolicy:
        """How the party decides in a run."""
        return PartyPolicy(
            bend=self.bend,
            target=self.target,
            pay=self.pay,
            stance=self.stance,
            flee=self.flee,
            retreat=self.retreat,
            down=self.down,
            light=self.light,
            laden=self.laden,
            aid=self.aid,
            forage=self.forage,
            watch=self.watch,
        )


class PlanChoice(Struct, frozen=True):
    """A choice of a plan: its field, what it is about, and its options with their words."""

    field: str
    about: str
    options: tuple[tuple[str, str], ...]
    counts: frozenset[Counts] = frozenset(Counts)
    """Where it matters: in fights, on expeditions or on journeys."""


_IN_SITES, _ON_ROADS = frozenset({Counts.TURNS}), frozenset({Counts.DAYS})
_ON_THE_WAY = frozenset({Counts.TURNS, Counts.DAYS})

CHOICES: tuple[PlanChoice, ...] = (
    PlanChoice("aid", "When a comrade is dying, the others", (("yes", "stop to help"), ("no", "fight on"))),
    PlanChoice(
        "target", "They strike", (("first", "the first foe"), ("wounded", "the most hurt"), ("spread", "one each"))
    ),
    PlanChoice("bend", "They use Scars", (("yes", "where a Scar helps"), ("no", "never"))),
    PlanChoice("pay", "Wavering hirelings are", (("yes", "paid"), ("no", "let go"))),
    PlanChoice(
        "flee",
        "They flee when their hit points fall below",
        (("0", "never"), ("25", "25 %"), ("50", "50 %"), ("75", "75 %")),
    ),
    PlanChoice(
        "turns", "They go home", (("0", "now"), ("3", "in 3 turns"), ("6", "in 6"), ("12", "in 12")), counts=_IN_SITES
    ),
    PlanChoice(
        "retreat",
        "Or when their hit points fall below",
        (("0", "never"), ("25", "25 %"), ("50", "50 %"), ("75", "75 %")),
        counts=_IN_SITES,
    ),
    PlanChoice(
        "down", "Or when this many are down", (("0", "never"), ("1", "1"), ("2", "2"), ("3", "3")), counts=_IN_SITES
    ),
    PlanChoice(
        "light",
        "Light they want left when home",
        (("0", "none"), ("3", "3 turns"), ("6", "6"), ("12", "12")),
        counts=_IN_SITES,
    ),
    PlanChoice(
        "laden", "When nobody can carry more treasure, they", (("no", "go on"), ("yes", "go home")), counts=_IN_SITES
    ),
    PlanChoice(
        "stance",
        "When they meet others, they",
        (("wait", "wait"), ("talk", "talk"), ("fight", "fight")),
        counts=_ON_THE_WAY,
    ),
    PlanChoice("forage", "They eat", (("no", "from their supplies"), ("yes", "what they forage")), counts=_ON_ROADS),
    PlanChoice("watch", "In camp they", (("yes", "keep watch in turn"), ("no", "all sleep")), counts=_ON_ROADS),
)
"""What a referee can choose on a page."""


def plan_in(chosen: Mapping[str, str]) -> Plan:
    """The plan in the fields of a form; what it leaves out is as usual. Raises `BadInput` with what is wrong."""
    flags = {"yes": True, "no": False}
    told: dict[str, Any] = {}
    usual = Plan()
    for name in Plan.__struct_fields__:
        if name in chosen:
            typed = chosen[name]
            counts = typed.isdecimal() and len(typed) < 5 and not isinstance(getattr(usual, name), str)
            told[name] = flags.get(typed, int(typed) if counts else typed)
    try:
        plan: Plan = strict.checked(Plan, told)
    except RuleInputError as fault:
        raise BadInput("bad_plan", fault.what, fault.fix) from None
    return plan


def chosen_in(plan: Plan) -> dict[str, str]:
    """A plan as the fields of a form."""
    plain: dict[str, Any] = msgspec.to_builtins(plan)
    words = {True: "yes", False: "no"}
    return {name: words[value] if isinstance(value, bool) else str(value) for name, value in plain.items()}
