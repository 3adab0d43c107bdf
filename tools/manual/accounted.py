"""The entries of the catalogues that are not rules, and what they are instead."""

ACCOUNTED: dict[str, str] = {
    "hexcrawl.travel-day": "a procedure: the table plays the day, step by step, out of the rules",
    "hexcrawl.markup.tables": "a parser: how a document's tables are read",
    "neverwhere.day": "a procedure: food, water and sleep in order, out of their rules",
    "neverwhere.march-and-battle": "a procedure: an ambush on the road, out of the rules of both",
    "neverwhere.extra-effort-loop": "a procedure: the order of the steps of an effort",
    "violence.premise": "a state: why fights are to be feared",
    "violence.combat": "a procedure: a whole fight, out of its rounds",
    "violence.combat-round": "a procedure: one round, out of the rules of a fight",
    "violence.markup.dice-expr": "a parser: dice notation",
    "violence.markup.inline-roll": "a parser: a roll within a text",
    "violence.markup.roll-table": "a parser: a table to roll on",
    "violence.markup.result-text": "a parser: text with results filled in",
    "violence.markup.page": "a parser: a page's front matter and headings",
}
"""The entry, and what it is instead."""
