"""`/api/roll`, `/api/odds` and `/api/foes`: dice by themselves, and lines of foes."""

from litestar import Response, post

from undercroft.faces.api.requests import DiceOdds, FoeLine, RollBody
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import in_lane
from undercroft.faces.http.replies import reply
from undercroft.faces.shared import answers, entropy
from undercroft.faces.shared.dice_payloads import odds_told, rolls_told
from undercroft.faces.shared.grouping import totals_by
from undercroft.interpret.odds import of_formula
from undercroft.kernel.budget import DIE, RESULT, spend, write
from undercroft.kernel.dice import dice_in
from undercroft.kernel.notation import notes, parse
from undercroft.kernel.throwing import throw
from undercroft.table.fight.foe_line import read_foes

CHARACTERS_OF_A_DIE = 55


@post("/roll", status_code=200)
async def roll(request: AnyRequest) -> Response[bytes]:
    """Roll dice and show every die."""
    return await in_lane(_rolled, await body_as(request, RollBody))


@post("/odds", status_code=200)
async def dice_odds(request: AnyRequest) -> Response[bytes]:
    """The exact odds of dice."""
    return await in_lane(_odds, await body_as(request, DiceOdds))


@post("/foes", status_code=200)
async def foe_line(request: AnyRequest) -> Response[bytes]:
    """What a line of foes is understood to say."""
    return await in_lane(_read, await body_as(request, FoeLine))


def _read(body: FoeLine) -> Response[bytes]:
    spend(len(body.line) * RESULT)
    muster = read_foes(body.line)
    return reply(answers.Foes(muster.understood, muster.unused, muster.warnings))


def _rolled(body: RollBody) -> Response[bytes]:
    formula = parse(body.expression)
    thrown = body.times * (1 + dice_in(formula))
    spend(thrown * 2 * DIE)
    write(thrown * CHARACTERS_OF_A_DIE)
    throws = [throw(formula, entropy.draw()) for _ in range(body.times)]
    return reply(rolls_told(formula, throws, notes(body.expression)))


def _odds(body: DiceOdds) -> Response[bytes]:
    found = of_formula(parse(body.expression))
    return reply(odds_told(totals_by(found, body.by or "total"), notes(body.expression)))
