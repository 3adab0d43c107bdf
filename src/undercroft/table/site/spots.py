"""What a player's words name: the spot or the way that finds something. In doubt the referee decides."""

from __future__ import annotations

import re
from enum import Enum

from undercroft.table.engine.event import SecretEvent
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.sites import Feature, Grade, Trap, TrapState
from undercroft.table.world.group_maps import map_of

_SMALL = frozenset(
    re.findall(
        r"\w+",
        """a an the this that these those of to in on at by with from into onto and or i we he she they it its his her
        their my our is are be for under over behind below above beneath beside between near along around inside
        outside underneath against next there where which look looks looking search searches searching check checks
        checking feel feels feeling examine examines try tries carefully""",
    )
)
"""Words that do not tell one spot from another."""
_ENDINGS = (
    ("ies", "y"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ing", ""),
    ("ss", "ss"),
    ("s", ""),
)
"""Endings of words, and what is put in their place."""


class Names(Enum):
    """How well words name a spot."""

    IT = "it"
    PERHAPS = "perhaps"
    NOT = "not"


def names(said: str, written: str) -> Names:
    """How well a player's words name a written spot; case, articles, endings and word order do not matter.

    They name it with all its words, or with at least half of them and no others. With fewer, the referee decides.
    """
    ours, theirs = _words(said), _words(written)
    common = ours & theirs
    if not common:
        return Names.NOT
    if common == theirs or (common == ours and 2 * len(common) >= len(theirs)):
        return Names.IT
    return Names.PERHAPS


def best(said: str, *written: str) -> Names:
    """How well a player's words name the best of several spots or ways."""
    found = {names(said, text) for text in written}
    return next((kind for kind in Names if kind in found), Names.NOT)


def _words(text: str) -> frozenset[str]:
    """The words that tell a spot: without small words and endings; if there are only small words, these."""
    every = re.findall(r"[^\W_]+", text.casefold())
    telling = [word for word in every if word not in _SMALL]
    return frozenset(_stem(word) for word in telling or every)


def _stem(word: str) -> str:
    """A word without a plural or verb ending."""
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(put) >= 3:
            return word[: len(word) - len(ending)] + put
    return word


class MaybeMeant(SecretEvent, frozen=True, tag="table.maybe-meant"):
    """What a player said may name something hidden; the referee decides."""

    who: PersonId
    said: str
    what: str
    where: str

    def say(self, now: Campaign) -> str:
        spot = f" ({self.where})" if self.where else ""
        return f"{name_of(now, self.who)} said: {self.said}. If that means {self.what}{spot}, reveal it."


def unfound(play: Play, group: Group) -> list[Feature]:
    """The features where a group is that are not found."""
    features = play.site_of(group).features.values()
    return [feature for feature in features if feature.zone == group.zone and not feature.found]


def features_meant(play: Play, group: Group, who: PersonId, said: str, *, secrets: bool) -> list[Feature]:
    """The features that a person's words name, by their spot or the way that finds them."""
    grades = (Grade.HIDDEN, Grade.SECRET) if secrets else (Grade.HIDDEN,)
    return [feature for feature in unfound(play, group) if feature.grade in grades and _means(play, who, said, feature)]


def answered(play: Play, group: Group, who: PersonId, doing: str) -> Feature | None:
    """The secret that a person's deed plainly uncovers."""
    secrets = (feature for feature in unfound(play, group) if feature.grade is Grade.SECRET)
    return next((feature for feature in secrets if _means(play, who, doing, feature)), None)


def _means(play: Play, who: PersonId, said: str, feature: Feature) -> bool:
    """Whether a person's words plainly name a feature; where they may, tell the referee."""
    named = best(said, feature.where, feature.answer)
    if named is Names.PERHAPS:
        play.tell(MaybeMeant(who, said, feature.what, feature.where or feature.answer))
    return named is Names.IT


def traps_meant(play: Play, group: Group, said: str) -> list[Trap]:
    """The armed traps that a person's words name: by the trapped thing, or by what betrays the trap."""
    site, things = play.site_of(group), play.now.things
    known = map_of(play.now, group.id).get(site.id)
    return [
        trap
        for trap in site.traps.values()
        if trap.zone == group.zone
        and trap.state is TrapState.ARMED
        and (known is None or trap.id not in known.traps)
        and best(said, trap.tell, things[trap.thing].name if trap.thing is not None else "") is Names.IT
    ]


PART = Part(events=(MaybeMeant,))
