"""Banners: what nobody may miss stands there until it is dealt with, and tells each seat only what it knows."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, VIOLENCE, field, fighter
from tests.table.passage import ANNE, BERT, ONE, PASSAGE, RATS, SECOND, TO_SECOND, TORCHES, TWO, begin, passage
from tests.table.small_lands import setting_out
from tests.table.tabletop import Tabletop
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banner import Banner, BannerKind
from undercroft.faces.views.banners import banners
from undercroft.faces.views.foresight.lines import lines_beside
from undercroft.faces.views.people.party import seen_by
from undercroft.faces.views.scene_banners import scene_banners
from undercroft.kernel import wire
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Wound
from undercroft.table.bridge.time_units import is_by_day
from undercroft.table.characters.characters import AddPerson
from undercroft.table.engine.about import Section
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.going_dark import GoOnUnlit
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Dismiss, Place
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.rounds import WaitOut
from undercroft.table.road.camp import MakeCamp, PassNight
from undercroft.table.session.notes import Declare, DropDeclaration
from undercroft.table.session.whispers import MarkRead, Whisper
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import CreaturesId, PersonId
from undercroft.table.state.lights import Unlit
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, Site
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, PutOut

ULF = PersonId("ulf")


def shown(table: Tabletop, seat: str = REFEREE) -> list[Banner]:
    """The banners of a seat, none of which has two colons in a sentence."""
    known, sits = table.known(seat), SeatId(seat)
    found = list(banners(known, sits, actions(known, sits)))
    assert all(said.count(": ") <= 1 for banner in found for said in (banner.title, banner.text)), found
    return found


def titles(table: Tabletop, seat: str = REFEREE) -> list[str]:
    return [banner.title for banner in shown(table, seat)]


def inside(site: Site) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(site))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def labels(banner: Banner) -> list[str]:
    return [button.label for button in banner.buttons]


def test_a_rolled_encounter_stands_until_it_is_dealt_with():
    """The referee starts, postpones or dismisses it; players see nothing of it."""
    table = inside(passage(Clock.DELVING))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    (banner,) = shown(table)
    assert ("Encounter: Rats (4)", True) == (banner.title, banner.secret)
    assert ["Start encounter", "Dismiss encounter", "Postpone encounter"] == labels(banner)
    listed = [action.label for action in actions(table.now, REFEREE) if action.about.shown_in(Section.ACTIONS)]
    assert not [label for label in listed if label.startswith((Place.ABOUT.title, Dismiss.ABOUT.title))]
    assert [Place.ABOUT.title, Dismiss.ABOUT.title] == labels(banner)[:2]
    for seat in (ONE, TWO, SPECTATORS):
        assert {BannerKind.ENCOUNTER}.isdisjoint(banner.kind for banner in shown(table, seat))
    rats = CreaturesId("rats-party-360")
    assert wire.plain(Place(MAIN, rats)) == banner.buttons[0].action.command
    table.do(Dismiss(MAIN, rats, "never came"))
    assert [] == shown(table)


def test_an_encounter_that_only_waits_for_its_dice_has_no_banner_of_its_own():
    """It was started: beside its dice the banner would ask for what is done."""
    table = inside(passage(Clock.DELVING))
    table.do(EndStep(MAIN), 1, 1, 2, 2)
    (rats,) = (pending.creatures for pending in pending_encounters(table.now))
    assert [BannerKind.ENCOUNTER] == [banner.kind for banner in shown(table)]
    table.typed = True
    table.do(Place(MAIN, rats))
    assert [BannerKind.DICE] == [banner.kind for banner in shown(table)]


def gloomy() -> Site:
    ghouls = Creatures(RATS, "ghouls", 3, Fraction(2), SECOND)
    site = passage(Clock.SOVEREIGN, lit=False, traps={}, encounters=(), creatures={RATS: ghouls})
    return replace(site, zones={id: replace(zone, lit=id == "first") for id, zone in site.zones.items()})


def test_the_dark_is_reported_to_everybody_there_with_what_can_be_lit():
    """A light in hand first; the referee also reads what nobody sees; going on in the dark takes the banner away."""
    table = inside(gloomy())
    assert [] == shown(table)
    table.do(Move(MAIN, TO_SECOND))
    (referee,), (bert,), (spectator,) = (shown(table, seat) for seat in (REFEREE, ONE, SPECTATORS))
    assert {"It is dark: no light burns"} == {referee.title, bert.title, spectator.title}
    assert "Nobody can see. Unseen here: Ghouls (3)." == referee.text
    assert ("Nobody can see.", "Nobody can see.") == (bert.text, spectator.text)
    assert [
        "Bert: light a torch",
        "Anne: light a lantern",
        "Go on in the dark",
        "Start encounter: Ghouls (3)",
    ] == labels(referee)
    assert (["Bert: light a torch"], []) == (labels(bert), labels(spectator))
    assert referee.asks
    assert [] == [
        part.about for part in lines_beside(table.now, REFEREE, table.now.groups[MAIN]) if "ight" in part.about
    ]
    table.do(GoOnUnlit(MAIN))
    assert [[], [], []] == [shown(table, seat) for seat in (REFEREE, ONE, SPECTATORS)]


def test_a_light_takes_the_banner_away_and_undo_brings_it_back():
    """No matter who lights it."""
    table = inside(gloomy())
    table.do(Move(MAIN, TO_SECOND))
    table.do(LightUp(BERT, TORCHES), seat=ONE)
    assert [[], []] == [shown(table, seat) for seat in (REFEREE, TWO)]
    table.undo()
    assert ["It is dark: no light burns"] == titles(table, TWO)


def test_a_player_is_told_of_the_darkness_of_their_own_group_only():
    """And the referee reads which group it is."""
    table = inside(gloomy())
    table.do(Split(MAIN, (ANNE,), "Rear guard"))
    table.do(Move(MAIN, TO_SECOND))
    assert (1, 0) == (len(shown(table, ONE)), len(shown(table, TWO)))
    assert ["The party"] == [banner.group for banner in shown(table)]


def test_the_last_light_on_the_road_is_reported():
    """A torch that has burnt down outdoors: by night, and not while it is day."""
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(gloomy())
    table.do(opening)
    table.do(LightUp(BERT, TORCHES))
    table.do(PassTime(MAIN, Span.HOUR, 2))
    assert not is_by_day(table.now, table.now.groups[MAIN].time)
    assert ["It is night: no light burns"] == titles(table) == titles(table, TWO)
    assert "Go on without a light" in labels(shown(table)[0])
    assert "no light" == seen_by(table.now, table.now.groups[MAIN])
    table.do(PassTime(MAIN, Span.HOUR, 6))
    assert is_by_day(table.now, table.now.groups[MAIN].time)
    assert "daylight" == seen_by(table.now, table.now.groups[MAIN])
    assert [] == titles(table) == titles(table, TWO)


def test_a_light_that_burns_on_by_day_can_be_put_out():
    """The books let it burn: its holder and the referee are offered to put it out, nobody is asked."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(gloomy()))
    table.do(PassTime(MAIN, Span.HOUR, 8))
    table.do(LightUp(BERT, TORCHES))
    (banner,) = shown(table)
    assert ("It is day: the torch still burns", ["Bert: put out the torch"]) == (banner.title, labels(banner))
    assert not banner.asks
    assert ([banner.title], []) == (titles(table, ONE), titles(table, TWO))
    (burning,) = table.now.lights
    table.do(PutOut(BERT, burning))
    assert [] == titles(table)


def test_two_lights_of_a_kind_are_counted_by_day():
    """Two torches are told as a number, not one after the other."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(gloomy()))
    table.do(PassTime(MAIN, Span.HOUR, 8))
    for _ in range(2):
        table.do(LightUp(BERT, TORCHES))
    assert ["It is day: 2 torches still burn"] == titles(table)


def test_a_night_without_light_does_not_ask_before_the_party_sleeps():
    """Making camp deals with it, and so does the night: the banner has their buttons."""
    table = Tabletop()
    table.do(setting_out())
    late = replace(table.now, unlit={MAIN: Unlit(dark=False, since=Seconds(0))}, day_begins=Seconds(22 * HOUR))
    table.truth.now = late
    (night,) = shown(table)
    assert wire.plain(MakeCamp(MAIN)) in [button.action.command for button in night.buttons]
    table.do(MakeCamp(MAIN))
    (night,) = shown(table)
    assert wire.plain(PassNight(MAIN)) in [button.action.command for button in night.buttons]


def test_the_dying_have_their_time_and_who_can_save_them():
    """In rounds and seconds, with the odds of each try; the banner goes when they are saved or dead."""
    table = inside(passage(Clock.SOVEREIGN))
    table.do(Wound(BERT, 99, "a fall"))
    (banner,) = shown(table)
    assert "Bert is dying: 7 rounds left (1 min 10 s)" == banner.title
    assert (True, False) == (banner.asks, banner.secret)
    assert [("Anne: stabilise", True)] == [(button.label, bool(button.percent)) for button in banner.buttons]
    assert [[banner.title]] * 3 == [titles(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    assert ([], ["Anne: stabilise"]) == (labels(shown(table, ONE)[0]), labels(shown(table, TWO)[0]))
    table.do(Stabilise(ANNE, BERT), 6, 6, seat=TWO)
    assert [] == shown(table)


def test_those_who_cannot_save_the_dying_now_read_who_has_the_best_chance():
    """Ansgar's player has a button on his turn; the player of Isolde, who acts after the foes, reads her name."""
    table = field(ANSGAR, ISOLDE, CORVIN, house=BLEND)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 5, 19, 6)
    table.do(Wound(CORVIN, 99, "a spear"))
    mine, others = (next(each for each in shown(table, seat) if each.kind is BannerKind.DYING) for seat in (ONE, TWO))
    assert (["Ansgar: stabilise"], "") == (labels(mine), mine.text)
    assert ([], "Isolde has the best chance.") == (labels(others), others.text)


def test_dice_that_are_waited_for_are_named_with_who_rolls_them():
    """For the referee with the player; for the player who rolls with the way there; for the others by name alone."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Search(BERT))
    (referee,), (bert,), (anne,), (spectator,) = (shown(table, seat) for seat in (REFEREE, ONE, TWO, SPECTATORS))
    assert referee.title.startswith("Dice wanted: ")
    assert "The table waits for Bert (Seat 1)." == referee.text
    assert ("Dice wanted: 2d6", "Skill check.") == (bert.title, bert.text)
    assert ("?tab=me", "Roll now") == (bert.leads, bert.way)
    assert {(BannerKind.WAITING, "Waiting for Bert", "")} == {
        (each.kind, each.title, each.text) for each in (anne, spectator)
    }


def test_everybody_reads_who_is_waited_for():
    """Initiative is rolled by all at once: each is named until they have rolled and chosen."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(AddFoes(MAIN, "2 rats HD 1 AC 3 1d6 hp 3 3"))
    waiting = [each.title for each in shown(table, ONE) if each.kind is BannerKind.WAITING]
    assert ["Waiting for you and Anne"] == waiting
    (wanted,) = table.now.wanted.values()
    mine = next(asked for asked in wanted.questions if asked.seat == ONE)
    table.do(Answer(wanted.id, mine.ruling, (9,)), seat=ONE)
    assert ["Choice wanted: use a Scar on the initiative roll?", "Waiting for you and Anne"] == titles(table, ONE)
    table.do(Answer(wanted.id, mine.ruling, ("keep",)), seat=ONE)
    assert ["Waiting for Anne"] == [each.title for each in shown(table, ONE)]


def test_a_player_and_the_referee_are_waited_for_together():
    """Ulf is played by the referee, who is named last, and as the referee; those who have rolled are not named."""
    table = field(ANSGAR, ISOLDE, house=BLEND, typed=True)
    table.do(AddPerson(fighter(ULF, "Ulf", REFEREE, 8, agility=12, brawn=8, cunning=9), group=MAIN))
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"))
    (dice,) = (each for each in shown(table) if each.kind is BannerKind.DICE)
    assert dice.text.count(" and ") == 1
    assert [
        "Waiting for you, Isolde and the referee",
        "Waiting for you, Ansgar and the referee",
        "Waiting for Ansgar, Isolde and the referee",
    ] == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    answer(table, ONE, 9)
    answer(table, ONE, "keep")
    assert [
        "Waiting for Isolde and the referee",
        "Waiting for you and the referee",
        "Waiting for Isolde and the referee",
    ] == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    answer(table, REFEREE, 9)
    assert ["Waiting for Isolde", "", "Waiting for Isolde"] == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    answer(table, TWO, 9)
    assert ["", "", ""] == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]


def test_a_phone_waits_for_the_referees_open_dice_and_not_for_secret_ones():
    """By Sovereign the initiative of the sides is rolled in the open; what a foe rolls by Violence is the referee's."""
    table = field(ANSGAR, ISOLDE, house=PRESETS["sovereign"], typed=True)
    table.do(AddFoes(MAIN, "orc HD 1 AC 14 1d6 hp 6"))
    assert ["Waiting for the referee"] * 3 == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    assert ["Dice wanted: initiative of the Delvers"] == titles(table)
    answer(table, REFEREE, 8)
    assert ["Dice wanted: initiative of the foes"] == titles(table)
    answer(table, REFEREE, 1)
    assert ["", "", ""] == [waiting(table, seat) for seat in (ONE, TWO, SPECTATORS)]
    secret = field(ANSGAR, house=VIOLENCE, typed=True)
    secret.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 9, "keep")
    secret.do(WaitOut(MAIN))
    assert ["Dice wanted: foe's attack (Orc attacks Ansgar)"] == titles(secret)
    assert ["", ""] == [waiting(secret, seat) for seat in (ONE, SPECTATORS)]


def waiting(table: Tabletop, seat: str) -> str:
    """The line that says who is waited for; empty if there is none."""
    return next((banner.title for banner in shown(table, seat) if banner.kind is BannerKind.WAITING), "")


def answer(table: Tabletop, seat: str, answer: int | str) -> None:
    """A seat answers what it is asked first."""
    (wanted,) = table.now.wanted.values()
    asked = next(asked for asked in wanted.questions if asked.seat == seat)
    table.do(Answer(wanted.id, asked.ruling, (answer,)), seat=seat)


def test_a_player_reads_that_it_is_their_turn_and_who_comes_next():
    """In delve rounds by marching order; nobody else reads it, and it goes when they have acted."""
    table = inside(passage(Clock.DELVING))
    (bert,) = shown(table, ONE)
    assert (BannerKind.TURN, "Your turn", "Then Anne.") == (bert.kind, bert.title, bert.text)
    assert [[], [], []] == [shown(table, seat) for seat in (REFEREE, TWO, SPECTATORS)]
    table.do(Recover(BERT), 3, seat=ONE)
    assert ([], ["Your turn"]) == (titles(table, ONE), titles(table, TWO))


def test_in_a_fight_the_turn_is_told_to_the_player_whose_turn_it_is():
    """With those who act in the same part of the round, the foes, and those after them."""
    table = field(ANSGAR, ISOLDE, CORVIN)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 5, 19, 6)
    assert ["Your turn"] == titles(table, ONE)
    assert "Then Corvin, then the foes, then Isolde." == shown(table, ONE)[0].text
    assert ["Your turn: Corvin"] == titles(table, TWO)
    assert [[], []] == [titles(table, seat) for seat in (REFEREE, SPECTATORS)]
    table.do(PassGo(ANSGAR), seat=ONE)
    assert ([], ["Your turn: Corvin"]) == (titles(table, ONE), titles(table, TWO))


def test_the_referee_does_or_refuses_a_proposal_with_one_tap() -> None:
    """Players who propose the same share a banner, which only the referee has."""
    table = inside(passage(Clock.SOVEREIGN))
    way = wire.plain(Move(MAIN, TO_SECOND))
    before = titles(table)
    table.do(Declare(ANNE, "go on", way), seat=table.now.people[ANNE].seat)
    table.do(Declare(BERT, "go on", way), seat=table.now.people[BERT].seat)
    (banner,) = [banner for banner in shown(table) if banner.title not in before]
    assert (BannerKind.PROPOSAL, "Anne and Bert propose: go on") == (banner.kind, banner.title)
    assert [("Do it", "carry_out", False), ("Refuse", "refuse_proposal", True)] == [
        (button.label, button.action.kind, button.declines) for button in banner.buttons
    ]
    assert all(BannerKind.PROPOSAL is not banner.kind for seat in (ONE, TWO) for banner in shown(table, seat))


def test_a_deed_declared_in_words_is_announced_to_the_referee() -> None:
    """Until the referee clears it; the log calls it a deed, not speech."""
    table = inside(passage(Clock.SOVEREIGN))
    before = titles(table)
    table.do(Declare(ANNE, "I hold my hand over the lamp"), seat=table.now.people[ANNE].seat)
    (banner,) = [banner for banner in shown(table) if banner.title not in before]
    assert "Anne declares: I hold my hand over the lamp" == banner.title
    (button,) = banner.buttons
    assert ("Clear", "drop_declaration") == (button.label, button.action.kind)
    table.do(DropDeclaration(ANNE))
    assert before == titles(table)


def test_a_whisper_is_announced_to_those_who_may_read_it_until_they_have():
    """Not what it says: phones lie on tables."""
    table = inside(passage(Clock.SOVEREIGN))
    table.do(Whisper(REFEREE, ONE, "The bishop lies."))
    (banner,) = shown(table, ONE)
    assert (BannerKind.MESSAGE, "A whisper from the referee") == (banner.kind, banner.title)
    assert ("Only you can read it.", "/notes#whispers-one", "Read") == (banner.text, banner.leads, banner.way)
    assert [[], [], []] == [shown(table, seat) for seat in (REFEREE, TWO, SPECTATORS)]
    (line,) = table.known(ONE).whispers
    table.do(MarkRead(ONE, (line.id,)), seat=ONE)
    assert [] == shown(table, ONE)
    table.do(Whisper(ONE, REFEREE, "I know."), seat=ONE)
    assert ["A whisper from Bert (Seat 1)"] == titles(table)


def test_every_kind_of_banner_has_a_sign_of_its_own():
    """Nobody needs to see colours to tell them apart."""
    icons = [Banner(kind, "").icon for kind in BannerKind]
    assert len(icons) == len(set(icons))


def scenes(table: Tabletop, seat: str) -> list[tuple[str, str]]:
    """What a phone says away from the tab that shows the scene."""
    found = scene_banners(table.known(seat), SeatId(seat), shown(table, seat))
    return [(banner.title, banner.leads) for banner in found]


def test_a_player_hears_of_an_encounter_and_a_fight_on_every_tab():
    """Not twice where dice or their own turn lead there; the referee and spectators have it before them."""
    table = inside(replace(gloomy(), zones=passage(Clock.SOVEREIGN).zones))
    table.do(Move(MAIN, TO_SECOND))
    table.do(LightUp(BERT, TORCHES), seat=ONE)
    assert [("Encounter: 3 ghouls", "?tab=me")] == scenes(table, ONE) == scenes(table, TWO)
    assert [[], []] == [scenes(table, seat) for seat in (REFEREE, SPECTATORS)]
    fight = field(ANSGAR, ISOLDE)
    fight.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 5, 19)
    assert (["Your turn"], []) == (titles(fight, ONE), scenes(fight, ONE))
    assert [("Fight: round 1", "?tab=me")] == scenes(fight, TWO)
