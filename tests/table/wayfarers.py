"""Bots on the demo campaign: below ground, on the road and in town, each session with wishes of its own."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tests.table.bots import SELDOM, Pick, RandomTable
from undercroft import demo
from undercroft.kernel.units import SeatId
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command, Offer
from undercroft.table.offers import offers
from undercroft.table.refusals import refusals
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.health import Illness
from undercroft.table.state.house_rules import Combat, HouseRules
from undercroft.table.state.ids import HexId, ThingId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.treatment.disease import Infect
from undercroft.table.treatment.poison import Poison
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

T = TypeVar("T")

GATE, CARROW, ROAD = HexId("0407"), HexId("0206"), HexId("0306")
WORTH = 1_000_000
"""In coppers."""


class Wish(Struct, frozen=True):
    """What the bots are after for a while: kinds of commands they like best, and a word that draws them."""

    kinds: frozenset[str]
    towards: str = ""


IN_FIGHTS = {Combat.VIOLENCE: "attack", Combat.SOVEREIGN: "strike"}
"""What is done in fights, by the book that the house fights by."""
FIGHT = frozenset(
    {*IN_FIGHTS.values(), "wait_out", "loot", "end_fight", "run_chase", "take_stance", "parley", "stabilise"}
    | {"counteract"}
)
"""What cannot wait."""
BELOW = Wish(
    FIGHT
    | {"enter_site", "move", "search", "open_door", "force_door", "listen", "pick_lock", "take", "disarm", "first_aid"}
    | {"leave_town", "follow_clue", "cross", "dig", "heave", "meddle", "end_step", "break_camp", "recover"}
)
ABROAD = Wish(
    FIGHT
    | {"leave_site", "leave_town", "set_out", "set_course", "march_on", "travel_to", "make_camp", "provide"}
    | {"set_watches", "pass_night", "break_camp", "cast_about", "seek", "comb", "take_bearings", "give_hint"}
    | {"begin_hike", "roll_hike", "lead_hike", "hike_on", "sit_down", "keep_watch", "look_for_food", "tell_journey"}
)
HOME = Wish(ABROAD.kinds | {"come_to_town"}, "Carrow")
BACK = Wish(ABROAD.kinds | {"enter_site"}, "Orrin")
IN_TOWN = Wish(
    FIGHT
    | {"come_to_town", "share_experience", "gain_level", "raise_skill", "raise_attribute", "equip", "hire", "sell"}
    | {"buy_cure", "pay_wages", "stay_in_town", "first_aid", "counteract", "treat_disease", "treat_frailty", "bed_rest"}
    | {"mend"},
    "Carrow",
)
PLANS: tuple[tuple[HexId, tuple[Wish, ...]], ...] = (
    (GATE, (BELOW, HOME, IN_TOWN)),
    (CARROW, (IN_TOWN, BACK, BELOW)),
    (ROAD, (ABROAD, HOME, IN_TOWN)),
    (GATE, (BELOW, ABROAD, ABROAD)),
    (ROAD, (HOME, IN_TOWN, BACK)),
)
"""Where a session begins, and what they wish for one after the other."""


def chance(seed: str) -> Pick:
    """The same every time for the same seed."""
    drawn = Random(seed)

    def pick(options: Sequence[T], _: str, /) -> T:
        return options[drawn.randrange(len(options))]

    return pick


def opening(house: HouseRules, hex: HexId) -> Begin:
    """The demo by these house rules, at that place; the first of them has won something worth a level to them all."""
    marches = demo.campaign()
    crown = Thing(ThingId("crown"), "crown", ThingKind.TREASURE, Carried(marches.party[0]), worth=WORTH, found=True)
    return replace(marches, house=house, hex=hex, things=(*marches.things, crown))


class Bots:
    """They take what is offered: mostly what they wish for, and rather what they have seldom done."""

    def __init__(self, pick: Pick, players: Sequence[SeatId], did: Counter[str]) -> None:
        self.pick = pick
        self.players = tuple(players)
        self.did = did

    def next_act(self, known: Callable[[SeatId], Campaign], wish: Wish) -> tuple[Command, SeatId] | None:
        """What someone does next, by what each seat knows."""
        if self.pick(range(25), "a mishap") == 0 and (mishap := self._mishap(known(REFEREE))) is not None:
            return mishap, REFEREE
        first = self.pick((REFEREE,) * 4 + self.players, "seat")
        for seat in (first, REFEREE, REFEREE, REFEREE):
            command = self._wished(offers(known(seat), seat), wish)
            if command is not None:
                return command, seat
        return None

    def _mishap(self, now: Campaign) -> Command | None:
        """Something that the referee brings about, if it can be."""
        if not now.present:
            return None
        who = self.pick(now.present, "whom")
        bad: tuple[Command, ...] = (
            MeetAtRandom(MAIN),
            MeetStrangers(MAIN, "3 orcs HD 1"),
            MeetStrangers(MAIN, "2 ghouls HD 2", hostile=True),
            Wound(who, 2, "a fall"),
            Poison(who),
            Infect(who, Illness("marsh fever", onset_days=1)),
        )
        can_be = [command for command in bad if not refusals(now, REFEREE, command)]
        return min(can_be, key=lambda command: self.did[command.tag], default=None)

    def _wished(self, on_offer: Iterable[Offer], wish: Wish) -> Command | None:
        """First what kind of thing, so that little is lost among much; then one of those, towards where they wish."""
        kinds: dict[str, list[Offer]] = {}
        for offer in sorted(on_offer, key=lambda offer: offer.label):
            if not offer.refused:
                kinds.setdefault(offer.command.tag, []).append(offer)
        kind = self._kind(kinds, wish) if kinds else None
        if kind is None:
            return None
        drawn = [each for each in kinds[kind] if wish.towards and wish.towards in each.label]
        towards = self.pick((True, True, False), "towards")
        taken: Offer = self.pick(drawn if drawn and towards else kinds[kind], "act")
        command: Command = taken.command
        return command

    def _kind(self, kinds: Collection[str], wish: Wish) -> str | None:
        """What kind of thing they do, if anything at all that leads somewhere."""
        liked, lively = sorted(wish.kinds.intersection(kinds)), sorted(set(kinds) - SELDOM)
        match self.pick(range(8), "as wished"):
            case 0:
                return self.pick(sorted(kinds), "kind")
            case 1 | 2:
                return self.pick(lively, "kind") if lively else None
            case 3 | 4 if liked:
                return self.pick(liked, "kind")
            case _:
                return min(liked or lively, key=lambda kind: self.did[kind], default=None)


class Wayfarers(RandomTable):
    """A table of the demo at which bots play."""

    def __init__(self, pick: Pick, begin: Begin, did: Counter[str]) -> None:
        super().__init__(self._note(pick))
        self.opening = begin
        self.fell: list[object] = []
        """Faces of dice and choices, in order."""
        self.players = tuple(seat.id for seat in begin.seats)
        self.sit(*self.players)
        self.bots = Bots(pick, self.players, did)
        self.acts: list[tuple[Command, SeatId]] = []
        self.reached: Counter[str] = Counter()
        self.try_out(begin)
        self.try_out(BeginSession("Tonight", begin.party))

    def try_out(self, command: Command, seat: SeatId = REFEREE) -> None:
        """Carry a command out, and note what it was and where it led."""
        self.bots.did[command.tag] += 1
        self.acts.append((command, seat))
        super().try_out(command, seat)
        for group in self.now.groups.values():
            self.reached[f"{type(group.scene).__name__} {'above' if group.site is None else 'below'}"] += 1

    def next_act(self, wish: Wish) -> tuple[Command, SeatId] | None:
        """What someone does next."""
        return self.bots.next_act(self.known, wish)

    def _note(self, pick: Pick) -> Pick:
        def noted(options: Sequence[T], what: str, /) -> T:
            taken = pick(options, what)
            self.fell.append(taken)
            return taken

        return noted


def again(fell: Iterable[object]) -> Pick:
    """Dice and choices that fall once more as they fell."""
    left = iter(fell)

    def pick(options: Sequence[T], what: str, /) -> T:
        taken = next(left)
        assert taken in options, (what, taken, options)
        return options[options.index(taken)]

    return pick
