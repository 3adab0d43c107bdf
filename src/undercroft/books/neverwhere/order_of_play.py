"""The order in which this book's rules follow each other, where several apply."""

from undercroft.kernel.rules import Reading

A_DAY = Reading(
    id="neverwhere.day/order",
    question="In which order do food, water and sleep count in a day?",
    choice=(
        "On waking, last night sets how long the day is. Thirst is felt after 8, 16 and 24 hours, hunger at each "
        "mealtime that is missed, toil when it is done, and lack of sleep from the end of the day on, with the rolls "
        "against nodding off. Sleep then restores its own, and a day of rest what hunger and thirst took."
    ),
    because="Each passage has its own hour, and each kind of fatigue has its own cure.",
)
AN_AMBUSH = Reading(
    id="neverwhere.march-and-battle/order",
    question="A march ends in an ambush. What do you settle first?",
    choice="The day's march, then the fatigue missing for an hour of it, then the fight, then what the fight costs.",
    because="The text has marchers begin such a fight tired, and battles cost fatigue when they end.",
)
AN_EFFORT = Reading(
    id="neverwhere.extra-effort-loop/order",
    question="In which order is an extra effort settled, and how often?",
    choice=(
        "First: may the thing be raised, and is the character awake? Then the success number, by the fatigue before "
        "the effort; the Will roll; the price; what came of it; and last the task's own roll. All of it again for "
        "each hour dug, day marched, minute lifted, swum or run at a pace, and round sprinted."
    ),
    because="The price is paid right after the roll and counts against later attempts only.",
)
