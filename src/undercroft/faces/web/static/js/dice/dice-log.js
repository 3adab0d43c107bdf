// Reads an exported log for the checker that needs no server: the dice file of everything that the referee was told.
// It is joined into that page, behind the check itself.

const MOST_DICE = 1000;
const MOST_EXPLOSIONS = 100;

// A dice file, or the dice of an exported log.
function readDice(text) {
  if (!text.startsWith('{"log":')) return JSON.parse(text);
  const [heading, ...lines] = text.trim().split("\n").map((line) => JSON.parse(line));
  const [found, undone] = [[], new Set()];
  for (const { line } of lines) {
    if (!line) continue;
    if (line.tag === "table.retracted") undone.add(line.body.act);
    else if (line.tag === "table.restored") undone.delete(line.body.act);
    else for (const entry of entriesOf(line)) found.push({ entry, act: line.act });
  }
  return { format: "undercroft-dice-1", table: heading.log.name, entries: eachOnce(found, undone) };
}

function entriesOf({ tag, body, audience }) {
  const told = audience.includes("referee");
  switch (tag) {
    case "table.dice-sealed":
      return [{ type: "sealed", number: body.seal.number, open: body.seal.open, secret: body.seal.secret }];
    case "table.dice-word-added":
      return [{ type: "word", seal: body.number, word: body.added.word }];
    case "table.dice-opened":
      return [{ type: "opened", seal: body.number, key: body.key, of_secret: body.of_secret }];
    case "table.settled":
      return told ? throwsOf(body.throws, "counts", Boolean(body.overruled)) : [];
    case "table.thrown":
      return told ? throwsOf(body.throws, "counts", false) : [];
    case "table.asked-anew":
      return told ? throwsOf(body.dropped, "called off", false) : [];
    case "table.withdrawn":
      return told ? throwsOf(body.throws, "called off", false) : [];
    default:
      return [];
  }
}

function throwsOf(throws, fate, overruled) {
  return throws.filter(({ question }) => question.type === "throw").map(({ question, answer, sources, drawn }) => {
    const names = namesIn(question.roll, answer);
    const rolled = answer.map((face, index) => index).filter((index) => sources[index] === "rolled");
    const dice = rolled.map((index) => names[index]);
    const faces = rolled.map((index) => answer[index]);
    return { type: "throw", what: question.purpose, dice, faces, typed: answer.length - faces.length, drawn: drawn ?? null, fate, overruled };
  });
}

function rollsIn(formula) {
  if (formula.type === "dice") return [formula];
  if (formula.type === "chance") return [{ count: 1, sides: formula.sides, marks: "numbers" }];
  return ["left", "right", "of"].flatMap((part) => (formula[part] ? rollsIn(formula[part]) : []));
}

const HOLDS = {
  "=": (face, number) => face === number,
  "<": (face, number) => face < number,
  "<=": (face, number) => face <= number,
  ">": (face, number) => face > number,
  ">=": (face, number) => face >= number,
};
const meets = (tests, face) => (tests ?? []).some(({ sign, number }) => HOLDS[sign](face, number));

// The name of each die of a formula in the order they fell: each handful, then those thrown again and those that exploded.
function namesIn(formula, faces) {
  const rolls = rollsIn(formula);
  const names = [];
  let extra = MOST_DICE - rolls.reduce((sum, roll) => sum + roll.count, 0);
  const take = (roll, count) => {
    const name = { fudge: "dF", d66: "d66" }[roll.marks] ?? `d${roll.sides}`;
    for (let i = 0; i < count; i += 1) names.push(name);
    return faces.slice(names.length - count, names.length);
  };
  const more = (roll, count) => {
    const allowed = Math.min(count, extra);
    extra -= allowed;
    return take(roll, allowed);
  };
  for (const roll of rolls) {
    let wave = take(roll, roll.count);
    for (let round = 0; wave.length; round += 1) {
      const exploding = wave.map((face) => putDown(roll, face, more)).filter((face) => meets(roll.explode, face)).length;
      if (exploding && round === MOST_EXPLOSIONS) break;
      wave = more(roll, exploding);
    }
  }
  return names;
}

// The face that a die shows in the end, after it was thrown again as the roll requires.
function putDown(roll, first, more) {
  let [face, once] = [first, roll.reroll_once];
  while (meets(roll.reroll, face) || meets(once, face)) {
    const [fresh] = more(roll, 1);
    if (fresh === undefined) break;
    if (!meets(roll.reroll, face)) once = [];
    face = fresh;
  }
  return face;
}

// Each seal and each throw once: a throw kept for another result counts for the act that keeps it.
function eachOnce(found, undone) {
  const [places, entries] = [new Map(), []];
  for (const { entry, act } of found) {
    const gone = entry.type === "throw" && entry.fate === "counts" && undone.has(act);
    const shown = gone ? { ...entry, fate: "undone" } : entry;
    const again = entry.drawn && JSON.stringify([entry.drawn.seal, entry.drawn.words, entry.drawn.stream, entry.drawn.at, entry.faces]);
    const name = entry.type === "sealed" ? `seal ${entry.number}` : again;
    if (name && places.has(name)) {
      if (entry.type === "throw") entries[places.get(name)] = shown;
      continue;
    }
    if (name) places.set(name, entries.length);
    entries.push(shown);
  }
  return entries;
}
