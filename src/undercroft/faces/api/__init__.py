"""The HTTP API: every rule an endpoint with a schema, dice and odds; described by /api/openapi.json."""

from litestar.types import ControllerRouterHandler

from undercroft.faces.api.dice import dice_odds, foe_line, roll
from undercroft.faces.api.openapi import openapi
from undercroft.faces.api.rules import list_questions, list_rules, rule_odds, settle_rule, show_rule

API: tuple[ControllerRouterHandler, ...] = (
    list_rules,
    list_questions,
    show_rule,
    settle_rule,
    rule_odds,
    roll,
    dice_odds,
    foe_line,
    openapi,
)
