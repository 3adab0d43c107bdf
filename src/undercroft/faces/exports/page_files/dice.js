// Dice in the browser: throws a formula in the order of the engine, so that the same faces give the same total.

const LIMITS = JSON.parse(document.getElementById("limits").textContent);

function valuesOf(roll) {
  if (roll.marks === "fudge") return [-1, 0, 1];
  if (roll.marks === "d66") return Array.from({ length: 36 }, (_, at) => 10 * (Math.floor(at / 6) + 1) + (at % 6) + 1);
  return null;
}

// A number below `below`, each as likely as the others: numbers from the uneven rest at the top are drawn again.
function below(below) {
  const drawn = new Uint32Array(1);
  const even = 2 ** 32 - (2 ** 32 % below);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= even);
  return drawn[0] % below;
}

function drawFace(roll) {
  const values = valuesOf(roll);
  return values ? values[below(values.length)] : 1 + below(roll.sides);
}

const SIGNS = {
  "=": (face, number) => face === number,
  "<": (face, number) => face < number,
  "<=": (face, number) => face <= number,
  ">": (face, number) => face > number,
  ">=": (face, number) => face >= number,
};
const meets = (tests, face) => tests.some((test) => SIGNS[test.sign](face, test.number));

class Hand {
  constructor(formula, draw) {
    this.draw = draw;
    this.extra = LIMITS.dice - diceIn(formula);
    this.faces = [];
  }

  value(formula) {
    switch (formula.type) {
      case "dice": return counted(formula, this.thrown(formula));
      case "number": return formula.value;
      case "sum": return this.value(formula.left) + this.value(formula.right);
      case "product": return this.value(formula.left) * this.value(formula.right);
      case "negative": return 0 - this.value(formula.of);
      case "chance": return Number(this.drawn(plainDie(formula.sides), 1)[0] <= formula.hits);
      case "comparison": return Number(SIGNS[formula.test.sign](this.value(formula.of), formula.test.number));
      default: return this.value(formula.of);
    }
  }

  drawn(roll, count) {
    const faces = Array.from({ length: count }, () => this.draw(roll));
    this.faces.push(...faces);
    return faces;
  }

  more(roll, count) {
    const allowed = Math.min(count, this.extra);
    this.extra -= allowed;
    return this.drawn(roll, allowed);
  }

  // The faces that count, one list for each die with the dice that it exploded into.
  thrown(roll) {
    let wave = this.drawn(roll, roll.count);
    const chains = wave.map(() => []);
    let at = wave.map((_, number) => number);
    for (let times = 0; at.length; times += 1) {
      const exploding = [];
      wave.forEach((first, number) => {
        const face = this.putDown(roll, first);
        chains[at[number]].push(face);
        if (meets(roll.explode, face)) exploding.push(at[number]);
      });
      if (exploding.length && times === LIMITS.explosions) break;
      [at, wave] = [exploding, this.more(roll, exploding.length)];
    }
    if (!roll.keep) return chains;
    const worth = (chain) => chain.reduce((one, other) => one + other, 0);
    const sign = roll.keep.highest ? -1 : 1;
    const order = chains.map((_, number) => number).sort((a, b) => sign * (worth(chains[a]) - worth(chains[b])));
    return order.slice(0, roll.keep.count).map((number) => chains[number]);
  }

  putDown(roll, first) {
    let face = first;
    let once = roll.reroll_once;
    while (meets(roll.reroll, face) || meets(once, face)) {
      const [fresh] = this.more(roll, 1);
      if (fresh === undefined) break;
      if (!meets(roll.reroll, face)) once = [];
      face = fresh;
    }
    return face;
  }
}

function counted(roll, chains) {
  const faces = chains.flat();
  if (!roll.successes.length) return faces.reduce((one, other) => one + other, 0);
  return faces.filter((face) => meets(roll.successes, face)).length;
}

const plainDie = (sides) => ({ sides, marks: "numbers" });

function diceIn(formula) {
  if (formula.type === "dice") return formula.count;
  if (formula.type === "chance") return 1;
  return [formula.left, formula.right, formula.of].reduce((sum, part) => sum + (part ? diceIn(part) : 0), 0);
}

function throwDice(formula, draw = drawFace) {
  const hand = new Hand(formula, draw);
  const total = hand.value(formula);
  return { total, faces: hand.faces };
}

// A total as people read it: a comparison is met or not.
function told(formula, total) {
  if (formula.type === "label") return told(formula.of, total);
  if (formula.type === "comparison") return total ? "yes" : "no";
  return String(total);
}
