"""Offers: what is open may be done, what is refused may not, and the odds beside it are the odds of what is settled."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.figures import OFFERED, SEED, soak
from tests.table import wayfarers
from tests.table.bots import OLGA, Pick, RandomTable, any_kind, opening, picks
from tests.table.small_site import CRYPT, MAUD, ONE, TWO, ULF
from tests.table.wayfarers import ABROAD, PLANS, ROAD, Wayfarers, chance
from undercroft.books.sovereign.doors import Listening
from undercroft.interpret import odds
from undercroft.interpret.policy import NEVER
from undercroft.kernel.rules import G, Given, O
from undercroft.kernel.units import SeatId
from undercroft.table.decide import moment
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.answers import NO_ANSWERS, RuleToSettle, Stopped
from undercroft.table.engine.dice_streams import Streams
from undercroft.table.engine.part import Offer
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.refusals import refusals
from undercroft.table.registry import ON_DUE
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_choices import choices, with_choice
from undercroft.table.state.house_rules import PRESETS, HouseRules, Wilderness
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

ACTS = 15
"""In the crypt."""
ACTS_A_WISH = 12
"""In the marches."""
OFTEN = frozenset({"attack", "strike", "search", "listen", "rummage", "take_stance", "first_aid"})
"""Commands whose odds come up sooner or later: a run plays on until it has seen them all."""
MOST = 20 * OFFERED
"""Sessions after which they should have."""


def any_house(pick: Pick) -> HouseRules:
    """A preset with about a third of its answers drawn again."""
    house = pick(tuple(PRESETS.values()), "preset")
    for question in choices():
        if pick(range(3), question.id) == 0:
            house = with_choice(house, question.id, pick(question.options, question.id).value)
    return house


class _Reached(Exception):
    """The rule that was waited for, and what it is settled on."""

    def __init__(self, given: Given) -> None:
        super().__init__()
        self.given = given


class _Watching(Play):
    """Play that is followed no further than to the first ruling by one rule."""

    def __init__(self, campaign: Campaign, offer: Offer, dice: Streams) -> None:
        at = moment(campaign, offer.command)
        super().__init__(campaign, on_due=ON_DUE, act=ActId("watched"), at=at, answers=NO_ANSWERS, streams=dice)
        self._rule = offer.rule

    def outcome_of(self, number: int, ruling: RuleToSettle[G, O]) -> tuple[O, Settled]:
        """Stop at the rule that is waited for."""
        if ruling.rule is self._rule:
            raise _Reached(self.now.house.applied(ruling.rule, ruling.given))
        return super().outcome_of(number, ruling)


def settled_on(table: RandomTable, offer: Offer) -> Given | None:
    """What the command of an offer settles its rule on; None where other dice come to something else first."""
    try:
        offer.command.do(_Watching(table.now, offer, table.any_dice))
    except _Reached as reached:
        return reached.given
    except Stopped:
        pass
    return None


def odds_are_those_of_the_ruling(table: RandomTable, seen: Counter[str]) -> None:
    """Every situation that an offer shows the odds of is the one its command settles, house readings and all.

    An offer to listen supposes something quiet behind the door; all else of its situation is the listener's own, and
    where there is just that, the chance of hearing it is the one beside the button.
    """
    for offer in offers(table.now, REFEREE):
        if offer.refused or offer.rule is None or offer.given is None:
            continue
        found = settled_on(table, offer)
        if found is None:
            assert chance_of(offer) is None, offer
        elif isinstance(found, Listening):
            assert offer.given == replace(found, loud=(), quiet=("something",))
            if found.quiet and not found.loud:
                assert offer.sought is not None
                assert chance_of(offer) == odds.of_rule(offer.rule, found, NEVER).chance(offer.sought)
        else:
            assert offer.given == found, offer
        seen[offer.command.tag] += found is not None


def open_ones_are_open(known: Campaign, seat: SeatId) -> None:
    """An offer is refused for the same reasons as its command."""
    for offer in offers(known, seat):
        assert offer.refused == refusals(known, seat, offer.command), offer
        assert not (offer.refused and offer.open_only), offer


def says_who_does_what(known: Campaign, seat: SeatId) -> None:
    """Each offer has a verb, and its subject is the name of a person or of groups, or empty."""
    names = {*(person.name for person in known.people.values()), *(group.name for group in known.groups.values())}
    pairs = {f"{name} and {other}" for name in names for other in names}
    for offer in offers(known, seat):
        assert offer.verb == offer.verb.strip() != "", offer
        assert offer.object == offer.object.strip(), offer
        assert offer.subject in {"", *names, *pairs}, offer
        assert offer.who is None or offer.subject in ("", known.people[offer.who].name), offer
        assert offer.label.startswith(f"{offer.subject}: {offer.verb}" if offer.subject else offer.verb), offer


def check_offers(table: RandomTable, seats: tuple[SeatId, ...], seen: Counter[str]) -> None:
    """Check the odds of the referee's offers, and the refusals and words of every seat's."""
    odds_are_those_of_the_ruling(table, seen)
    for seat in (REFEREE, *seats):
        open_ones_are_open(table.known(seat), seat)
        says_who_does_what(table.known(seat), seat)


@soak(OFFERED)
@settings(
    max_examples=OFFERED,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(data=st.data())
def test_offers_in_the_crypt_hold_under_any_house_rules(data):
    """After every act of a session below ground, with or without orcs about."""
    table = RandomTable(picks(data))
    table.try_out(opening(data.draw(st.sampled_from(Clock), "clock"), any_house(table.pick)))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    if data.draw(st.booleans(), "in company"):
        table.try_out(MeetStrangers(MAIN, "3 orcs HD 1"))
    for _ in range(data.draw(st.integers(1, ACTS), "acts")):
        check_offers(table, (ONE, TWO), Counter())
        command = any_kind(table)
        if command is None:
            break
        table.try_out(command)


@soak(OFFERED)
def test_offers_in_the_marches_hold_under_any_house_rules() -> None:
    """After every act below ground, on the road and in town, for many kinds of commands."""
    seen: Counter[str] = Counter()
    did: Counter[str] = Counter()
    for number in range(MOST):
        if number >= OFFERED and set(seen) >= OFTEN:
            break
        hex, wishes = PLANS[number % len(PLANS)]
        house = any_house(chance(f"{SEED} house {number}"))
        table = Wayfarers(chance(f"{SEED} offers {number}"), wayfarers.opening(house, hex), did)
        for wish in (wish for wish in wishes for _ in range(ACTS_A_WISH)):
            act = table.next_act(wish)
            if act is not None:
                table.try_out(*act)
                check_offers(table, table.players, seen)
    assert set() == OFTEN - set(seen)


ON_THE_ROAD = {
    Wilderness.HEXCRAWL: {"pass_night", "provide"},
    Wilderness.NEVERWHERE: {"roll_hike", "lead_hike", "look_for_food"},
    Wilderness.SOVEREIGN: {"tell_journey"},
    Wilderness.VIOLENCE: {"keep_watch"},
}
"""The commands of each travel procedure whose offers have odds or dice."""


@pytest.mark.parametrize("procedure", Wilderness)
def test_offers_on_the_road_hold_under_every_travel_procedure(procedure: Wilderness) -> None:
    """Each session has house readings of its own; they go on until every button of the procedure was seen."""
    seen: Counter[str] = Counter()
    did: Counter[str] = Counter()
    for number in range(MOST):
        if number > 1 and set(seen) >= ON_THE_ROAD[procedure]:
            break
        house = replace(any_house(chance(f"{SEED} road {procedure} {number}")), wilderness=procedure)
        table = Wayfarers(chance(f"{SEED} way {procedure} {number}"), wayfarers.opening(house, ROAD), did)
        for _ in range(ACTS_A_WISH):
            act = table.next_act(ABROAD)
            if act is not None:
                table.try_out(*act)
                odds_are_those_of_the_ruling(table, seen)
    assert set() == ON_THE_ROAD[procedure] - set(seen)
