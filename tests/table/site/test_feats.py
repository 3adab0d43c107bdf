"""Any everyday feat for anybody, with what it takes out of them."""

import pytest

from tests.table.infirmary import conditions, due, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.books import neverwhere
from undercroft.books.neverwhere.running import Run
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import RuleId
from undercroft.table.body.condition import Died, FpChanged
from undercroft.table.engine.record import Settled
from undercroft.table.site.neverwhere_feats import FEATS, Feat, FeatTried, situation
from undercroft.table.site.search import Search
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE


def feat(rule: str, *, turn: bool = False, who: PersonId = ULF, **given) -> Feat:
    """Ulf does something of Neverwhere."""
    return Feat(who, RuleId(f"neverwhere.{rule}"), given, turn)


def outcome(events) -> dict[str, object]:
    """What the last ruling came to."""
    return dict([event for event in events if isinstance(event, Settled)][-1].outcome)


def test_running_costs_what_vit_does_not_spare():
    """Three rounds, Vit +2: 9 is enough, 8 is not; the throws are seen by all."""
    at = table()
    events = at.do(feat("run-fatigue", kind="sprint", rounds=3), 9, 8, 1, seat=TWO)

    assert FpChanged(ULF, 10, "exertion") in events
    assert FeatTried(ULF, RuleId("neverwhere.run-fatigue"), "The run costs 2 fatigue points.") in events


def test_the_sheet_fills_in_the_numbers():
    """Move 6 sprints 24 metres; a weak arm throws less."""
    at = table()

    assert {"kind": "metres", "metres": "24/1"} == outcome(at.do(feat("run", kind="sprint")))
    assert {"kind": "damage", "damage": 8} == outcome(at.do(feat("throw-damage", weight=2), 3))
    assert {"kind": "limit", "exact": "12/1", "full_rounds": 12} == outcome(
        at.do(feat("breath-limit", exertion="mild", readiness="deep_breath"))
    )
    assert {"kind": "ok", "action": "full_round", "limit": "180/1"} == outcome(
        at.do(feat("lift", weight=180, feat="two_hands"))
    )
    assert "moves" == outcome(
        at.do(
            feat("pull", load=100, vehicle_weight=0, gear=0, mode="none", snow_or_ice=False, smooth_level=False),
        )
    )["kind"]  # fmt: skip


@pytest.mark.parametrize(
    "rule, given, faces, fp, hp, states",
    [
        ("carry-strain", {"load": 230, "rounds": 2}, (), 10, 5, []),
        ("march-fatigue", {"level_index": 1, "hot": False, "heavy_clothing": False}, (), 10, 5, []),
        ("battle-fatigue", {"level_index": 0, "hot": False, "heavy_clothing": False, "attacked": True,
                            "was_targeted": True, "rounds": 10}, (), 11, 5, []),
        ("dig", {"litres": 100, "rate": 100, "fp_per_hour": 2}, (), 10, 5, []),
        ("lose-fp", {"amount": 3}, (), 9, 5, []),
        ("lose-fp", {"fp": 0, "amount": 3}, (), -3, 2, []),
        ("extra-effort", {"task": "str_roll", "percent": 5, "base_fp": 0}, (8,), 11, 5, []),
        ("extra-effort", {"task": "str_roll", "percent": 5, "base_fp": 0}, (20,), 12, 5, []),
        ("extra-effort", {"task": "str_roll", "percent": 5, "base_fp": 0}, (2,), 11, 5, []),
        ("extra-effort.instant", {"task": "throw", "percent": 5}, (1, 8, 2), 11, 4, ["strain"]),
        ("extra-effort.run", {"kind": "sprint", "percent": 5}, (8, 1), 10, 5, []),
        ("extra-effort.swim", {"percent": 5}, (8,), 11, 5, []),
        ("extra-effort-injury", {"task": "lift"}, (1,), 12, 5, ["bad_back"]),
        ("extra-effort-injury", {"task": "lift"}, (2, 5), 12, 5, ["bad_back"]),
        ("extra-effort-injury", {"task": "lift"}, (19,), 12, 5, []),
        ("breath-round", {"used": 1, "limit": 12, "airless_rounds": 0}, (), 11, 5, []),
        ("breath-round", {"used": 1, "limit": 12, "airless_rounds": 0, "fp": 0}, (2,), -1, 4, ["drowning"]),
        ("collapse", {"fp": 0}, (2,), 12, 5, ["collapsed"]),
        ("collapse", {"fp": 0}, (1, 1), 12, 0, ["mortally_injured"]),
        ("collapse", {"fp": 0}, (19,), 12, 5, []),
        ("basic-lift", {}, (), 12, 5, []),
    ],
)  # fmt: skip
def test_what_a_feat_takes_out_of_someone(rule, given, faces, fp, hp, states):
    """Fatigue, blood, or a flaw; each as its rule has it."""
    at = table()
    at.do(feat(rule, **given), *faces)

    ulf = at.now.people[ULF]
    assert (fp, hp, states) == (ulf.fp, ulf.hp, conditions(at.now))


def test_rest_gives_back():
    """Thirty minutes and a day: three points, and a hit point."""
    at = table(victim={"fp": 5})
    at.do(feat("rest-recovery", minutes=30, days=1))

    assert (8, 6) == (at.now.people[ULF].fp, at.now.people[ULF].hp)


def test_four_minutes_without_air():
    """The fortieth round is the last."""
    at = table()
    events = at.do(feat("breath-round", used=1, limit=12, airless_rounds=39))

    assert [Died(ULF, "suffocation")] == [event for event in events if isinstance(event, Died)]


def test_a_flaw_for_weeks_ends_by_itself():
    """Five weeks of a bad back."""
    at = table()
    at.do(feat("extra-effort-injury", task="dig"), 2, 5)

    assert {"bad_back-ulf": 5 * 7 * 86_400} == due(at.now)


def test_a_feat_may_be_somebodys_turn():
    """Or happen alongside."""
    at = table(exploring=True)
    at.do(feat("run", kind="paced"))
    assert [] == codes(at, Search(ULF))

    at.do(feat("run", kind="paced", turn=True))
    assert ["done_this_turn"] == codes(at, Search(ULF))


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (feat("run"), TWO, ["incomplete"]),
        (feat("run", kind="sideways"), REFEREE, ["incomplete"]),
        (feat("run", kind="sprint", move=30), TWO, ["not_yours_to_say"]),
        (feat("run", kind="sprint", move=30), REFEREE, []),
        (feat("hike-move"), TWO, ["no_feat"]),
        (feat("run", kind="sprint"), ONE, ["not_yours"]),
        (feat("run", kind="sprint", who=PersonId("x")), ONE, ["not_here"]),
        (feat("run", kind="sprint", who=MAUD, turn=True), TWO, ["not_yours"]),
    ],
)
def test_why_not(act, seat, expected):
    """What a sheet says, only the referee says something else."""
    assert expected == codes(table(), act, seat)


def test_every_feat_is_a_rule_of_the_book_and_has_the_sheets_numbers():
    """All of them read on the book's own names; what is missing is reported."""
    book = {rule.id: rule for rule in neverwhere.BOOK.rules}
    at = table()

    assert {id: book[id] for id in FEATS} == dict(FEATS)
    with pytest.raises(BadInput, match="kind"):
        situation(FEATS[RuleId("neverwhere.run-fatigue")], at.now.people[ULF], at.now.house, {"rounds": 1})
    filled = situation(
        FEATS[RuleId("neverwhere.run-fatigue")], at.now.people[ULF], at.now.house, {"kind": "sprint", "rounds": 1}
    )
    assert isinstance(filled, Run)
    assert 2 == filled.vit_mod
