"""Questions that no page of ours asks: answered with what there is, never with a fault of ours."""

import re
from collections.abc import Iterator

import pytest

from tests.http.hosting import TABLE, Host, hosting
from tests.table.small_site import CRYPT, MAUD, TORCHES
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.session.notes import Declare
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A server whose table has a party in its hall, by torchlight."""
    with hosting() as running:
        running.act(LightUp(MAUD, TORCHES))
        running.act(EnterSite(MAIN, CRYPT))
        yield running


@pytest.mark.parametrize(
    "asked",
    ["level=²", "level=99", "weapon=²", "group=none", "who=none", "foe=none", "goal=9999", "as=nobody", "show=none"],
)
def test_what_is_looked_at(host: Host, asked: str) -> None:
    """What is not there is not looked at."""
    assert 200 == host.seated().get(f"/t/{TABLE}?{asked}").status_code


@pytest.mark.parametrize(
    "tag, given",
    [
        ("set_watches", '{"who": 3}'),
        ("set_watches", '{"who": {"a": 1}}'),
        ("make_ruling", '{"trial": 3}'),
        ("make_ruling", '{"trial": {"by": [], "who": 7, "seconds": "long"}}'),
        ("parley", '{"items": [[]]}'),
        ("pass_time", '{"amount": "three"}'),
        ("march", '{"order": {}}'),
    ],
)
def test_a_form_filled_in_with_what_does_not_fit(host: Host, tag: str, given: str) -> None:
    """What no control could show is left out."""
    assert 200 == host.seated().get(f"/t/{TABLE}/forms/{tag}", params={"given": given}).status_code


def test_a_ruling_is_about_the_chosen_character_and_the_declared_deed(host: Host) -> None:
    """Both are filled in; with everybody chosen neither is."""
    host.act(Declare(MAUD, "I hold my hand over the lamp"))
    for who, filled in (("maud", True), ("everybody", False)):
        shown = host.seated().get(f"/t/{TABLE}/forms/make_ruling", params={"who": who}).text
        chosen = re.search(r'value="&#34;maud&#34;"\s+checked', shown) is not None
        assert (filled, filled) == (chosen, 'value="I hold my hand over the lamp"' in shown)
