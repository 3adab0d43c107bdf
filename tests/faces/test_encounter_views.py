"""What screens and prompts show of encounters and chases, to players by what they know."""

import pytest
from msgspec.structs import replace

from tests.table.field import BLEND, CORVIN, ISOLDE, ONE, TWO, field
from tests.table.happenings import givens
from tests.table.small_lands import setting_out
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.faces.views.actions import actions
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.encounter.chase import chase
from undercroft.faces.views.encounter.encounter import encounter
from undercroft.faces.views.field_labels import label_of
from undercroft.faces.views.overview.overview import scene_title
from undercroft.faces.views.proposal_banners import proposal_banners
from undercroft.kernel.units import SeatId
from undercroft.table.bridge import load_limits
from undercroft.table.encounter.reroll import Reroll, RerollTarget
from undercroft.table.encounter.stance import PursueThem, TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.chase import RunChase
from undercroft.table.offers import offers
from undercroft.table.session.notes import CarryOut, Declare
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.ids import FoeId, PersonId, SiteId, ThingId, WantedId
from undercroft.table.state.open_questions import Awaited
from undercroft.table.state.people import Condition, State
from undercroft.table.state.scenes import Chase, EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.distances import how_far
from undercroft.table.world.groups import MAIN

A = FoeId("votaries-1")


def test_an_encounter_by_what_is_known() -> None:
    """The referee has the odds of every stance; a player has how many, how far and who is off guard."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    for seat in (REFEREE, ONE):
        known = table.known(seat)
        group = known.groups[MAIN]
        assert isinstance(group.scene, EncounterScene)
        met = encounter(known, seat, group, group.scene, ())
        assert "4 pilgrims" == met.title
        plain = [(fact.title, fact.text) for fact in met.facts if not fact.secret]
        assert ("How many", "4") in plain
        assert bool(met.ways) is (seat == REFEREE)
        assert any(fact.secret for fact in met.facts) is (seat == REFEREE)
        if met.ways:
            talk = met.ways[1]
            assert [("fight", "1/36"), ("run", "1/4"), ("talk", "13/18")] == [
                (answer.kind, answer.fraction) for answer in talk.answers
            ]


def test_a_reaction_is_told_with_its_roll_and_can_be_chosen() -> None:
    """The roll, what it comes to, and a button for every reaction; after it each approach has one end, without odds."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, Choice.TALK), 4, 3)
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    met = encounter(table.now, REFEREE, group, group.scene, ())
    facts = {fact.title: fact.text for fact in met.facts if fact.secret}
    assert ("2d6 = 7: they are willing to talk", "Sovereign") == (facts["Reaction roll"], facts["Reaction table"])
    assert [["they attack"], ["they are willing to talk"], ["they ignore the party"], ["they ignore the party"]] == [
        [answer.words for answer in way.answers] for way in met.ways
    ]
    chosen = dict(met.chosen)
    assert {"kind": "take_stance", "group": MAIN, "stance": "run", "does": "chase"}.items() <= (
        chosen["The party runs and they chase it"].items()
    )
    assert "talk" == chosen["They attack"]["stance"]
    assert () == encounter(table.known(ONE), ONE, group, group.scene, ()).chosen


def test_the_chance_beside_a_reaction_says_of_what() -> None:
    """What the party hopes for when it waits, in the words of the cards."""
    table = field(house=BLEND, typed=True)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, Choice.WAIT))
    (asked,) = wanted_views(table.now, REFEREE)
    assert ("72.2 %", "they ignore the party or they are willing to talk") == (asked.percent, asked.hoped_for)


@pytest.mark.parametrize("undead, what", [(True, "undead"), (False, "hostile")])
def test_the_referee_reads_why_no_reaction_is_rolled(undead: bool, what: str) -> None:
    """The dead and the hostile attack whatever the party does; players are not told so beforehand."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 ghouls HD 1 AC 3 1d6 hp 5", undead=undead, hostile=not undead), 1)
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    shown = encounter(table.now, REFEREE, group, group.scene, ())
    assert f"No reaction roll: they are {what}" == shown.says
    assert "Reaction roll" not in {fact.title for fact in shown.facts}
    assert [f"The creatures are {what}: no roll."] == [
        why.what for why in table.why_not(Reroll(MAIN, RerollTarget.REACTION))
    ]
    assert "encounter" == scene_title(group.scene)
    theirs = encounter(table.known(ONE), ONE, group, group.scene, ())
    assert "Reaction roll" not in [fact.title for fact in theirs.facts]


def test_an_encounter_says_who_is_awake_and_measures_in_one_unit() -> None:
    """By night who wakes and who sleeps; in the open yards, as the roll has it, and feet inside."""
    table = Tabletop()
    table.sit("one", "two")
    table.do(setting_out())
    table.do(MeetStrangers(MAIN, "3 wolves HD 2"), 3, 4)
    known = table.now
    group = known.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    facts = {fact.title: fact.text for fact in encounter(known, REFEREE, group, group.scene, ()).facts}
    assert "70 yards" == facts["How far"]
    assert "Asleep" not in facts
    one, *rest = group.members
    sleeper = replace(known.people[one], conditions=(Condition(State.ASLEEP, known.clock),))
    by_night = replace(known, people={**known.people, one: sleeper})
    facts = {fact.title: fact.text for fact in encounter(by_night, REFEREE, group, group.scene, ()).facts}
    assert sleeper.name.split()[0] == facts["Asleep"]
    assert all(known.people[who].name.split()[0] in facts["Awake"] for who in rest)
    inside = replace(group, site=SiteId("cave"))
    assert ("70 yards", "210 ft") == (how_far(group, 210), how_far(inside, 210))


def test_a_reaction_rolled_in_secret_is_not_called_unrolled() -> None:
    """The referee is asked what the party does; players do not know of the roll."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    rolled = replace(group.scene, total=7)
    says = [encounter(table.now, REFEREE, group, scene, ()).says for scene in (group.scene, rolled)]
    assert ["Reaction not rolled yet", "Reaction rolled"] == says


def test_a_stance_says_who_proposed_it() -> None:
    """Corvin's player would talk: the referee reads it on that card, the player finds that button pressed.

    Nothing is proposed while dice or a choice are wanted: the referee has decided by then.
    """
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    talk = next(
        offer.command
        for offer in offers(table.known(ONE), ONE)
        if isinstance(offer.command, Declare) and offer.command.text == "talk"
    )
    table.do(talk, seat=ONE)
    met = {}
    for seat in (REFEREE, ONE):
        group = table.known(seat).groups[MAIN]
        assert isinstance(group.scene, EncounterScene)
        met[seat] = encounter(table.known(seat), seat, group, group.scene, ())
    name = table.now.people[talk.who].name
    assert [(), (name,), (), ()] == [way.backers for way in met[REFEREE].ways]
    pressed = {each.text: each.on for each in met[ONE].proposed if each.kind == "take_stance"}
    assert {"fight": False, "talk": True, "run": False, "wait and see": False} == pressed
    group = table.known(ONE).groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    assert () == encounter(asked(table.known(ONE)), ONE, group, group.scene, ()).proposed


def asked(known: Campaign) -> Campaign:
    """Play waits for the other player's dice or choice."""
    return replace(known, awaited={WantedId("scar"): (Awaited(SeatId(TWO)),)})


def pursued_by(who: str) -> tuple[Tabletop, Group, Chase]:
    """Isolde and Corvin run from creatures who give chase."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(MeetStrangers(MAIN, f"{who} HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, Chase)
    return table, group, group.scene


def test_a_chase_has_its_odds() -> None:
    """Equals throw for it; the keener the pursuit, the likelier they are caught."""
    table, group, scene = pursued_by("4 pilgrims")
    met = encounter(table.now, REFEREE, group, scene, ())
    assert "4 pilgrims come after the party" == met.title
    caught = [next(answer.percent for answer in way.answers if answer.kind == "caught") for way in met.ways]
    assert sorted(caught, key=lambda text: float(text.split()[0])) == caught
    assert len(set(caught)) == len(caught)


def test_a_head_start_by_the_books_spans() -> None:
    """Each span that counts alike is one line, and a longer start is never worse; only the referee reckons it."""
    table, group, scene = pursued_by("4 pilgrims")
    met = encounter(table.now, REFEREE, group, scene, ())
    assert ["none", "1 round", "2 to 6 rounds", "more than 6 rounds"] == [row.says for row in met.starts]
    assert [0, 1, 2, 7] == [row.moods[0].command.get("head_start", 0) for row in met.starts]
    assert met.ways[1].answers[0].percent == met.starts[0].moods[1].percent
    assert () == encounter(table.now, ONE, group, scene, ()).starts


def test_those_who_are_met_together_are_counted_together() -> None:
    """A leader and four of hers are five; the person nobody has counted makes it at least so many."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    group = table.now.groups[MAIN]
    scene = group.scene
    assert isinstance(scene, EncounterScene)
    for more, says in ((1, "5"), (None, "at least 4")):
        led = replace(scene, along=(replace(scene.met, count=more),))
        met = encounter(table.now, ONE, group, led, ())
        assert ("How many", says) == (met.facts[0].title, met.facts[0].text)


def test_one_pursuer_comes_after_the_party() -> None:
    """The verb agrees with their number."""
    table, group, scene = pursued_by("pilgrim")
    assert "Pilgrim comes after the party" == chase(table.now, REFEREE, group, scene)[0]
    moth = replace(scene, met=replace(scene.met, name="Ward moths"), bands=())
    assert "Ward moth comes after the party" == chase(table.now, REFEREE, group, moth)[0]


def test_creatures_met_together_are_named_as_in_a_sentence() -> None:
    """A kind that lives in numbers has its singular when one comes; only the first name has a capital."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    group = table.now.groups[MAIN]
    scene = group.scene
    assert isinstance(scene, EncounterScene)
    for name, count, says in (
        ("A drowned novice", 1, "4 pilgrims and a drowned novice"),
        ("Ward moths", 1, "4 pilgrims and a ward moth"),
        ("Ward moths", 2, "4 pilgrims and 2 ward moths"),
        ("Ward moths", None, "4 pilgrims and ward moths"),
    ):
        led = replace(scene, along=(replace(scene.met, name=name, count=count),))
        assert says == encounter(table.now, REFEREE, group, led, ()).title


@pytest.mark.parametrize(
    "stance, does, said",
    [
        (Choice.RUN, Response.CHASE, ("Drop something in their way", "Shut a door behind us", "Hide")),
        (Choice.FIGHT, Response.RUN, ("Watch for an ambush",)),
    ],
)
def test_players_say_in_a_chase_what_their_side_may_do(stance: Choice, does: Response, said: tuple[str, ...]) -> None:
    """Who pursues does not drop things in the way of those who run."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(MeetStrangers(MAIN, "pilgrim HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, stance, does))
    if does is Response.RUN:
        table.do(PursueThem(MAIN))
    group = table.known(TWO).groups[MAIN]
    assert isinstance(group.scene, Chase)
    assert said == encounter(table.known(TWO), TWO, group, group.scene, ()).said
    assert () == encounter(asked(table.known(TWO)), TWO, group, group.scene, ()).said


@pytest.mark.parametrize(
    "stance, does, said",
    [
        (Choice.RUN, Response.CHASE, ["run on", "turn and fight"]),
        (Choice.FIGHT, Response.RUN, ["keep after them", "let them go"]),
    ],
)
def test_players_propose_in_a_chase_what_a_command_settles(stance: Choice, does: Response, said: list[str]) -> None:
    """The referee has the bar with "Do it"; what the creatures decide, nobody proposes."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    table.do(MeetStrangers(MAIN, "pilgrim HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, stance, does))
    if does is Response.RUN:
        table.do(PursueThem(MAIN))
    group = table.known(TWO).groups[MAIN]
    assert isinstance(group.scene, Chase)
    buttons = encounter(table.known(TWO), TWO, group, group.scene, ()).proposed
    assert said == [button.text for button in buttons]
    table.do(Declare(CORVIN, buttons[0].text, buttons[0].meant), seat=TWO)
    (banner,) = proposal_banners(table.now, actions(table.now, REFEREE))
    assert (f"Corvin proposes: {said[0]}", "Do it") == (banner.title, banner.buttons[0].label)
    table.do(CarryOut(CORVIN), 1, 1)
    assert not isinstance(table.now.groups[MAIN].scene, Chase)
    assert () == table.now.declared


def test_the_distance_at_which_they_met_is_a_head_start() -> None:
    """150 feet are five rounds at 30 feet a round: the odds of the buttons are those of that row."""
    table, group, scene = pursued_by("4 pilgrims")
    assert (
        "Those who flee have no head start: the two sides met 10 ft apart."
        == encounter(table.now, REFEREE, group, scene, ()).start
    )
    far = replace(scene, met=replace(scene.met, distance_ft=150))
    table.truth.now = replace(table.now, groups={**table.now.groups, MAIN: replace(group, scenes=(far,))})
    group = table.now.groups[MAIN]
    met = encounter(table.now, REFEREE, group, far, ())
    assert "Those who flee have a head start of 5 rounds: the two sides met 150 ft apart." == met.start
    assert [("2 to 6 rounds", "+0")] == [(row.says, row.worth) for row in met.starts if row.now]
    assert met.ways[1].answers[0].percent == met.starts[2].moods[1].percent
    (hunt,) = givens(table.do(RunChase(MAIN), 1, 1), "sovereign.chase.modifier")
    assert 5 == hunt["head_start_rounds"]


def test_a_chase_says_what_each_number_is_worth_and_to_whom() -> None:
    """The modifiers change the pursuers' roll; those who outnumber the party take 1 away."""
    table, group, scene = pursued_by("4 pilgrims")
    met = encounter(table.now, REFEREE, group, scene, ())
    assert ["+2", "+1", "+0", "−2"] == [row.worth for row in met.starts]
    assert ["−1", "+0", "+1"] == [mood.worth for mood in met.starts[0].moods]
    assert "the pursuers roll 2d6" in met.roll
    assert met.roll.endswith("More pursue than flee: −1 to the roll.")
    assert "−1 or −2 helps those who flee" in met.by_hand
    assert "+ helps them, − helps those who flee" in label_of(RunChase, "situation")


def test_a_chase_names_the_slowest_only_where_others_are_faster() -> None:
    """Both have the same Move: nobody holds the others back."""
    table = Tabletop()
    table.sit("one", "two")
    table.do(setting_out())
    table.do(MeetStrangers(MAIN, "3 wolves HD 2"), 3, 4)
    table.do(TakeStance(MAIN, Choice.RUN, does=Response.CHASE))
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, Chase)
    _, says, facts, _ = chase(table.now, REFEREE, group, group.scene)
    assert "The party runs away" == says
    assert ["30 ft", "30 ft, as usual"] == [fact.text for fact in facts]


@pytest.mark.parametrize(
    "laden, says",
    [((CORVIN,), "20 ft, slowed by the load of Corvin"), ((ISOLDE, CORVIN), "20 ft, slowed by the load of everybody")],
)
def test_a_chase_says_that_a_load_slows_the_party(laden: tuple[PersonId, ...], says: str) -> None:
    """A load is the only thing that takes anything from a Move."""
    table = field(ISOLDE, CORVIN, house=BLEND)
    stones = {
        ThingId(who): Thing(ThingId(who), "stones", ThingKind.GEAR, Carried(who), points=most + 1)
        for who in laden
        for _, most in (load_limits(table.now.people[who]),)
    }
    table.truth.now = replace(table.now, things={**table.now.things, **stones})
    table.do(MeetStrangers(MAIN, "pilgrim HD 1 AC 3 1d6 hp 5"), 1)
    table.do(TakeStance(MAIN, Choice.RUN, Response.CHASE))
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, Chase)
    _, _, facts, _ = chase(table.now, REFEREE, group, group.scene)
    assert says == next(iter(facts)).text


@pytest.mark.parametrize("book", Reaction)
def test_no_book_asks_for_a_reaction_of_the_undead(book: Reaction) -> None:
    """Whichever table reactions are rolled on."""
    table = field(house=replace(BLEND, reaction=book))
    table.do(MeetStrangers(MAIN, "4 ghouls HD 1 AC 3 1d6 hp 5", undead=True), 1)
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    met = encounter(table.now, REFEREE, group, group.scene, ())
    assert "No reaction roll: they are undead" == met.says
    (why,) = (fact.text for fact in met.facts if fact.title == "Why they attack")
    assert why.startswith("Creatures that are undead attack without a reaction roll")
    assert "Choose their reaction" in why
