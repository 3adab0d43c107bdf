"""House rules at the prompt: one answer changed by name, and what a change does to everybody's numbers."""

from undercroft.faces.terminal.typed_line import Typed, unquoted
from undercroft.kernel import near_names
from undercroft.kernel.faults import BadInput
from undercroft.table.engine.part import Command
from undercroft.table.fight.book_numbers import changed_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_choices import choices, with_choice
from undercroft.table.state.house_rules import HouseRules, Value
from undercroft.table.world.campaign_start import ChangeHouse


def changes_answers(line: Typed) -> bool:
    """Whether a line changes answers of the house rules by name: `change_house combat=sovereign`."""
    return "_".join(line.words) == ChangeHouse.tag and bool(line.named) and "house" not in line.named


def house_of(house: HouseRules, line: Typed) -> ChangeHouse:
    """The house rules with the answers that a line names; the others stay as they are."""
    for name, text in line.named.items():
        house = with_choice(house, name, _value(name, unquoted(text)))
    return ChangeHouse(house)


def _value(name: str, text: str) -> Value:
    question = next((each for each in choices() if each.id == name), None)
    if question is None:
        near = near_names.meant(name, [each.id for each in choices()])
        fix = f"did you mean {near}=?" if near else "docs/house-rules.md and the page House rules list every question"
        raise BadInput("unknown_question", f"the house rules have no question “{name[:60]}”", fix)
    said = {str(option.value).casefold(): option.value for option in question.options}
    if text.casefold() not in said:
        raise BadInput("unknown_value", f"{name} cannot be “{text[:40]}”", f"choose one of {', '.join(said)}")
    return said[text.casefold()]


def consequences(known: Campaign, command: Command) -> list[str]:
    """What everybody fights with now and after a change of the house rules; nothing if that stays the same."""
    rows = changed_numbers(known, command.house) if isinstance(command, ChangeHouse) else ()
    if not rows or not isinstance(command, ChangeHouse):
        return []
    now, then = known.house.combat.capitalize(), command.house.combat.capitalize()
    return [
        f"This changes what people fight with, from {now} to {then}:" if now != then else "This changes fights:",
        *(f"{row.name}: {row.now}; then {row.then}" for row in rows),
        "Hit points and sheets stay as they are, and a fight under way keeps its book.",
    ]
