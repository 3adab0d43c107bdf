"""The outcomes of Play Procedures as sentences."""

from undercroft.books.hexcrawl import (
    costs,
    discovery,
    dungeon_crawling,
    encounters,
    entering,
    getting_lost,
    land,
    landmarks,
    movement,
    night_camp,
    overloaded_die,
    template,
    weather,
    wilderness,
)
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.kernel.amounts import mixed, series
from undercroft.kernel.rules import Words

EVENTS = {
    Event.ENCOUNTER:          "an encounter",
    Event.ENVIRONMENT_EFFECT: "something about the place changes",
    Event.HIDDEN_SITE:        "a hidden site of the hex, if it has one",
    Event.FORCED_REST:        "they must rest now",
    Event.CHANGE_OF_WEATHER:  "the weather turns",
    Event.WANING_RESOURCES:   "supplies run low",
    Event.FREE_TURN:          "nothing happens",
    Event.GOOD_ENCOUNTER:     "a good encounter",
}  # fmt: skip

FINDS: dict[str, str] = {
    template.Find.HELPFUL_NPC:      "someone who helps",
    template.Find.SECURED_LOCATION: "a safe place",
    template.Find.RESOURCES_FOUND:  "things they can use",
}  # fmt: skip

WEATHERS = {
    land.Weather.CLEAR:      "The sky clears.",
    land.Weather.RAIN:       "It begins to rain.",
    land.Weather.LIGHT_SNOW: "Light snow begins to fall.",
    land.Weather.HEAVY_SNOW: "Heavy snow begins to fall.",
}  # fmt: skip

BARRIERS = {
    costs.Barrier.ZERO:     "there is no way in",
    costs.Barrier.TOO_DEAR: "it would cost two days of travel points or more",
}  # fmt: skip

SIDES = {getting_lost.LEFT: "left", getting_lost.RIGHT: "right"}


def _dungeon_turn(outcome: dungeon_crawling.DungeonTurnOpens) -> str:
    return f"On a {outcome.face}, after {outcome.minutes_inside} minutes inside: {EVENTS[outcome.name]}."


def _encounter(outcome: template.Encounter) -> str:
    return f"As the omen said: {outcome.entry}." if outcome.from_omen else f"Encounter: {outcome.entry}."


def _partly_dark(outcome: template.PartlyDark) -> str:
    lights = "One light stays" if outcome.unlit == 1 else f"{outcome.unlit} lights stay"
    return f"{lights} out. {_lights_left(outcome)}"


def _lights_left(outcome: template.Relit | template.PartlyDark | template.Dark) -> str:
    ended = f" Spells that end: {', '.join(outcome.ended_spells)}." if outcome.ended_spells else ""
    return f"Torches left: {outcome.torches}, doses of oil: {outcome.oil}.{ended}"


def _good(outcome: template.Good) -> str:
    supplies = f" Rations: {outcome.rations}, water: {outcome.water}." if outcome.rations or outcome.water else ""
    return f"Something good: {FINDS.get(outcome.entry, outcome.entry)}.{supplies}"


def _due(outcome: encounters.DieDue) -> str:
    moments = [mixed(at) for at in outcome.thresholds]
    points = "point" if len(moments) == 1 else "points"
    return f"Roll the die at travel {points} {series(moments)} of the day." if moments else "No roll is due."


def _camped(outcome: night_camp.Camped) -> str:
    owed = " The next travel point must go into foraging." if outcome.forage_owed else ""
    brings = f"In camp, on a {outcome.face}: {EVENTS[outcome.name]}."
    return f"{brings} Rations left: {outcome.rations}, water: {outcome.water}.{owed} Day {outcome.day_no} dawns."


def _view(outcome: discovery.View) -> str:
    return (
        f"The party knows of: {', '.join(outcome.features)}."
        if outcome.features
        else "The party knows of nothing here."
    )


def _learned(outcome: discovery.HintGiven) -> str:
    hint = outcome.hint.text
    return f"The party learns: {hint}{'' if hint.endswith(('.', '!', '?', '”')) else '.'}"


def _revealed(outcome: discovery.Revealed) -> str:
    return f"The party sees: {', '.join(outcome.features)}." if outcome.features else "The party sees nothing."


WORDS: Words = {
    overloaded_die.Paid: "Paid; {stock} left.",
    overloaded_die.Unpaid: "Short by {shortfall}: nothing is paid, {stock} at hand.",
    overloaded_die.Shown: lambda outcome: f"On a {outcome.face}: {EVENTS[outcome.name]}.",
    template.Encounter: _encounter,
    template.NoTable: "There is no list to roll on; the referee decides.",
    template.Omen: "An omen of what comes next: {entry}.",
    template.Effect: "The place does this: {entry}.",
    template.Rested: "The party rests, eats and drinks. Rations left: {rations}, water: {water}.",
    template.RestedUnfed: "The party rests. Without food: {short_food}, without water: {short_water}. "
    "Rations left: {rations}, water: {water}.",
    template.Relit: lambda outcome: f"Every light burns. {_lights_left(outcome)}",
    template.PartlyDark: _partly_dark,
    template.Dark: lambda outcome: f"The party is in the dark. {_lights_left(outcome)}",
    template.Nothing: "Nothing happens. The party may go on.",
    template.Good: _good,
    dungeon_crawling.DungeonTurnOpens: _dungeon_turn,
    movement.Traveling: "The party travels to a place it knows.",
    movement.Exploring: "The party explores.",
    movement.ValidDestination: "The party can travel to {site}.",
    movement.Forgotten: "Nobody remembers where {site} is.",
    movement.At: "The party is in hex {hex}.",
    movement.Allowance: "Travel points a day: {tp_max}, to spend now: {tp_left}.",
    movement.UndefinedMilieu: "There are no figures for this way of travel.",
    land.Factor: "Movement points to a travel point: {factor}.",
    costs.Cost: "Travel points to enter the hex: {cost}.",
    costs.NoEntry: "There is no way in.",
    costs.Passable: "Passable. Travel points to enter: {cost}.",
    costs.Impassable: lambda outcome: f"Impassable: {BARRIERS[outcome.reason]}.",
    costs.NotCapped: "The party may enter {left:more hex/more hexes} today.",
    costs.Capped: "The party has gone as far as it can in a day.",
    entering.Entered: "The party enters the hex. Travel points left: {tp_left}. "
    "Hexes entered today: {hexes_entered_today}.",
    entering.NotEnough: "Too few points: the hex still takes {need}. The move can be started.",
    entering.BlockedProvision: "The party must eat or forage first.",
    entering.Started: "The move is started. Travel points in it: {invested}, left today: {tp_left}.",
    entering.FinishInstead: "The party has enough points to enter the hex now.",
    getting_lost.NotRolled: "The party cannot lose its way.",
    getting_lost.OnCourse: "The party keeps its course.",
    getting_lost.Lost: lambda outcome: (
        f"The party is lost: every move of the day drifts one hex side to the {SIDES[outcome.rotation]}."
    ),
    encounters.DieDue: _due,
    encounters.Adapted: "On this die: {table}.",
    weather.NewWeather: lambda outcome: WEATHERS[outcome.new],
    wilderness.Stumbled: "The party stumbles upon something: {feature}.",
    wilderness.PaidSupplies: "The party rests and eats. Rations left: {rations}, water: {water}.",
    wilderness.Foraged: "The party forages. Travel points left: {tp_left}.",
    wilderness.ForageOwed: "The first travel point of the next day goes into foraging.",
    wilderness.RefusedSpend: "Too little for all. Rations lacking: {short_food}, water: {short_water}.",
    wilderness.Owed: "Too little of the day is left; tomorrow begins with foraging.",
    night_camp.Camped: _camped,
    discovery.View: _view,
    discovery.Revealed: _revealed,
    discovery.Found: "The party finds it: {feature}. Travel points left: {tp_left}.",
    discovery.NothingFound: "Nothing hidden is left to find here. Travel points left: {tp_left}.",
    discovery.NotEnoughPoints: "Too little of the day is left for that search.",
    discovery.NotHere: "The party does not find it here. Travel points left: {tp_left}.",
    discovery.NoLead: "The party does not know what to look for.",
    discovery.SecretsFound: "The party searches the whole day and finds: {features}.",
    discovery.NoSecrets: "The party searches the whole day and finds nothing.",
    discovery.TooLate: "Too late: that takes a whole day with no points spent.",
    discovery.HintGiven: _learned,
    discovery.NoHint: "The party learns nothing new.",
    landmarks.Landmark: "A landmark: the party can navigate by it.",
    landmarks.Ordinary: "No landmark.",
    landmarks.Visible: "The party sees the landmark.",
    landmarks.Blocked: "Something blocks the view.",
    landmarks.TooFar: "The landmark is too far off to be seen.",
}
