"""Who a sentence is about, by name: a person or a group, with the form of the verb that goes with it."""

from undercroft.kernel.phrases import begun, lowered, verb, within
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, PersonId

Subject = PersonId | Group | None
"""A person, a group, or the party where no group is known."""


def subject(known: Campaign, of: Subject) -> str:
    """A person or a group by name, at the beginning of a sentence."""
    if of is None or isinstance(of, Group):
        return _group(of)
    return known.people[of].name if of in known.people else "This person"


def does(known: Campaign, of: Subject, many: str, one: str) -> str:
    """Who does something, with the verb: Maud digs, the scouts dig."""
    return group_does(of, many, one) if of is None or isinstance(of, Group) else f"{subject(known, of)} {one}"


def group_does(group: Group | None, many: str, one: str) -> str:
    """A group, or the party, and what it does."""
    name = _group(group)
    return f"{name} {verb(lowered(name), many, one)}"


def _group(group: Group | None) -> str:
    """A group by name; a name in small letters is a common noun: scouts are the scouts."""
    if group is None:
        return "The party"
    named = group.name[:1].isupper() or group.name.startswith("the ")
    return begun(group.name if named else f"the {group.name}")


def group_acts(now: Campaign, id: GroupId | None, many: str, one: str) -> str:
    """Who does something together: the scouts dig; the party digs where there is only one group."""
    return group_does(_apart(now, id), many, one)


def group_acting(now: Campaign, id: GroupId | None) -> str:
    """Those who act together, within a sentence: the scouts; the party where there is only one group."""
    return within(_group(_apart(now, id)))


def _apart(now: Campaign, id: GroupId | None) -> Group | None:
    """A group that must be named to tell it from another."""
    return now.groups.get(id) if id is not None and now.is_split else None


def are(known: Campaign, of: Subject) -> str:
    """Who is something: Maud is, the scouts are."""
    return does(known, of, "are", "is")


def have(known: Campaign, of: Subject) -> str:
    """Who has something: Maud has, the scouts have."""
    return does(known, of, "have", "has")
