"""Rulings in words, and every rule of the table's own listed."""

from importlib import import_module
from pkgutil import walk_packages

import pytest
from msgspec.structs import replace

from undercroft import table
from undercroft.books.sovereign.attacks import combat_damage
from undercroft.books.sovereign.combat import combat_initiative
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.dice import D8, TWO_D6, Choice, Throw
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Rule
from undercroft.kernel.units import RuleId, SeatId
from undercroft.table.engine.plain_dice import plain_dice
from undercroft.table.engine.record import Settled, StretchStopped, Thrown, TimePassed
from undercroft.table.rulings.words import RULES, cite, outcome_of
from undercroft.table.sentences import cites, says
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, SiteId, ThingId, ZoneId
from undercroft.table.state.seen_sites import Clue
from undercroft.table.world.light import WentOut
from undercroft.table.world.sightings import ClueHeard

SKILL = RuleId("sovereign.check.skill")
NOTICE = Throw("skill check", TWO_D6)
ONE_RAT = Answered(Throw("how many rats", parse("1")), ())
TYPED = Answered(NOTICE, (3, 4), (DieSource.TYPED, DieSource.TYPED))


def test_every_rule_of_the_tables_own_is_listed() -> None:
    """A ruling by one that is not could neither be told in words nor overruled."""
    modules = [import_module(found.name) for found in walk_packages(table.__path__, "undercroft.table.")]
    rules = {rule.id for module in modules for rule in vars(module).values() if isinstance(rule, Rule)}
    assert rules <= set(RULES)


def settled(**changes: object) -> Settled:
    """A skill check that failed."""
    outcome = {"kind": "failure", "margin": -1, "total": 7}
    fields = {"rule": SKILL, "edition": 1, "given": {}, "throws": (TYPED,), "outcome": outcome, "by": SeatId("one")}
    return Settled(**{**fields, **changes})  # type: ignore[arg-type]


COMBAT = "Sovereign, Keeping Track of Time"
COMBAT_DAMAGE = "Sovereign, Attribute Modifiers"
ADDED = "attribute +2, bonus +1"


def sides(faces: tuple[int, int], totals: tuple[int, int]) -> Settled:
    """Initiative of the Delvers and the foes."""
    throws = tuple(
        Answered(Throw(f"initiative of the {side}", D8), (face,), (DieSource.TYPED,))
        for side, face in zip(("Delvers", "foes"), faces, strict=True)
    )
    order = (0, 1) if totals[0] >= totals[1] else (1, 0)
    outcome = {"kind": "order", "order": order, "totals": totals}
    return settled(rule=combat_initiative.id, throws=throws, outcome=outcome)


def blow(face: int, damage: int, **added: int) -> Settled:
    """The damage of a hit; if it is not the die and what was added, it is Shock."""
    throws = (Answered(Throw("damage", D8), (face,), (DieSource.TYPED,)),)
    return settled(rule=combat_damage.id, given=added, throws=throws, outcome={"kind": "damage", "damage": damage})


@pytest.mark.parametrize(
    "event, words, cited",
    [
        (settled(), "Failure with 7. (2d6, skill check: 3 + 4 = 7, typed)", "Sovereign, Skill Checks"),
        (
            settled(overruled="the floor is wet"),
            "Failure with 7. (2d6, skill check: 3 + 4 = 7, typed) The referee's ruling: the floor is wet.",
            "Sovereign, Skill Checks",
        ),
        (settled(throws=()), "Failure with 7.", "Sovereign, Skill Checks"),
        (
            settled(rule=plain_dice.id, outcome={"kind": "total", "total": 1}, throws=(ONE_RAT,)),
            "",
            "The table, Plain dice",
        ),
        (Thrown(plain_dice.id, (ONE_RAT,), SeatId("one")), "", "The table, Plain dice"),
        (settled(rule=RuleId("sovereign.gone"), throws=()), "kind failure, margin −1, total 7", "sovereign.gone"),
        (settled(outcome={"kind": "gone"}, throws=()), "kind gone", "Sovereign, Skill Checks"),
        (
            settled(rule=RuleId("house.attack"), outcome={"kind": "miss", "r": 18}, throws=()),
            "18: a miss.",
            "The table, Trained fighters",
        ),
        (
            settled(rule=RuleId("table.dice"), outcome={"kind": "total", "total": 4}, throws=()),
            "It comes to 4.",
            "The table, Plain dice",
        ),
        (Thrown(SKILL, (TYPED,), SeatId("one")), "2d6, skill check: 3 + 4 = 7, typed.", "Sovereign, Skill Checks"),
        (
            Thrown(SKILL, (Answered(NOTICE, (3, 4), (DieSource.TYPED, DieSource.ROLLED)),), SeatId("one")),
            "2d6, skill check: 3 + 4 = 7, partly rolled.",
            "Sovereign, Skill Checks",
        ),
        (
            Thrown(SKILL, (Answered(Throw("luck", parse("1d6")), (5,), (DieSource.ROLLED,)),), SeatId("one")),
            "1d6, luck: 5, rolled.",
            "Sovereign, Skill Checks",
        ),
        (
            Thrown(SKILL, (Answered(Choice("go on?", SeatId("one"), ("no", "yes")), "yes"),), SeatId("one")),
            "Go on?: yes.",
            "Sovereign, Skill Checks",
        ),
        (TimePassed("party", 4200), "It is day 1, 01:10.", ""),  # type: ignore[arg-type]
        (TimePassed("party", 86_430), "It is day 2, 00:00.", ""),  # type: ignore[arg-type]
        (sides((1, 3), (1, 3)), "The Delvers roll 1 for initiative, the foes 3. The foes act first. (typed)", COMBAT),
        (
            sides((4, 6), (6, 6)),
            "The Delvers roll 4 + 2 = 6 for initiative, the foes 6. The Delvers act first. (typed)",
            COMBAT,
        ),
        (blow(4, 7, attr_mod=2, bonus=1), f"7 damage. (1d8, damage: 4, +3 = 7 ({ADDED}), typed)", COMBAT_DAMAGE),
        (blow(4, 4), "4 damage. (1d8, damage: 4, typed)", COMBAT_DAMAGE),
        (blow(1, 5, attr_mod=2), "5 damage. (1d8, damage: 1, typed)", COMBAT_DAMAGE),
        (TimePassed("party", 50, 40), "", ""),  # type: ignore[arg-type]
        (TimePassed("party", 60, 50), "It is day 1, 00:01.", ""),  # type: ignore[arg-type]
        (StretchStopped("party", 3660, "A bell rings."), "A bell rings. Interrupted with 1 h 1 min unspent.", ""),  # type: ignore[arg-type]
        (WentOut(ThingId("t"), "torch", PersonId("nobody"), True), "Went out.", ""),
    ],
)
def test_what_happened_in_words(event, words: str, cited: str) -> None:
    """By what is known: where a rule, an outcome or a name is not, what there is."""
    assert words == says(Campaign(), event)
    assert cited == cites(event)


def test_an_outcome_is_read_back() -> None:
    """As the rule's own; nothing where it is no longer known."""
    failure = outcome_of(settled())
    assert failure is not None
    assert "failure" == failure.kind
    assert outcome_of(settled(outcome={"kind": "gone"})) is None
    assert outcome_of(settled(rule=RuleId("sovereign.gone"))) is None
    assert "Sovereign, Skill Checks" == cite(SKILL)


def test_what_the_next_line_tells_is_told_once() -> None:
    """A clue is heard in its own line; a ruling with dice, or by fiat, keeps its own."""
    clue = {"kind": "clue", "clue": "a draught"}
    given = settled(rule=RuleId("delving.search.secret-features"), throws=(), outcome=clue)
    assert "" == says(Campaign(), given)
    assert "A clue: a draught. The referee's ruling: so it is." == says(
        Campaign(), replace(given, overruled="so it is")
    )
    heard = ClueHeard(SiteId("crypt"), Clue(ZoneId("hall"), "a draught"))
    assert "a draught" == says(Campaign(), heard)
