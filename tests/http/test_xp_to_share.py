"""The experience that is still to be shared is in sight on the way home."""

from tests.http.seating import TABLE, room
from undercroft.demo import campaign as demo
from undercroft.kernel.units import SeatId
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.damage_by_hand import WoundFoe
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import SiteId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


def test_the_strip_of_the_day_says_what_is_to_be_shared() -> None:
    """To the referee, who shares it out."""
    with room(demo()) as hall:
        hall.act(EnterSite(MAIN, SiteId("ossuary")))
        hall.act(AddFoes(MAIN, "1 votary HD 2 AC 5 1d8 hp 5"))
        while wanted := next(iter(hall.table.now.wanted.values()), None):
            hall.act(Answer(wanted.id, wanted.questions[0].ruling, ("keep",)))
        fight = fight_of(hall.table.now.groups[MAIN])
        assert fight is not None
        hall.act(WoundFoe(MAIN, fight.foes[0].id, 9))
        hall.act(EndFight(MAIN))
        hall.act(LeaveSite(MAIN))
        pool = hall.table.now.xp_pool
        assert pool
        said = f"<b>{pool} XP</b> to share"
        referee, player = hall.sit(REFEREE), hall.sit(SeatId("seat-1"))
        assert said in referee.get(f"/t/{TABLE}/panels/day").text
        assert said not in player.get(f"/t/{TABLE}/panels/day").text


def test_experience_is_written_alike_everywhere() -> None:
    """Thousands have their comma in the marching order too."""
    with room(demo()) as hall:
        assert "3,120 XP" in hall.sit(REFEREE).get(f"/t/{TABLE}/panels/party").text
