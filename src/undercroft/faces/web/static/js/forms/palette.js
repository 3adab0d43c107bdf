// The list of all commands: a line stays if it has every word that is typed; Enter takes the first, arrows go from one
// to the next. A word is looked for as a whole, as "camp" in "camping" and not in "campaign"; if no line has it, at the
// beginnings of words, and then anywhere. What can be done just now is listed as soon as something is typed.

const DICE = /^[0-9]*d(?:[0-9]+|%)\S*$/i;

export function sift(sheet, act) {
  const search = sheet.querySelector("input[type=search]");
  if (!search) return;
  search.focus();
  search.addEventListener("input", () => keepOnly(sheet, search.value));
  sheet.querySelector("[data-commands]").addEventListener("keydown", (event) => goOn(sheet, search, event));
  for (const button of sheet.querySelectorAll("[data-throw]")) {
    button.addEventListener("click", () => throwDice(sheet, act, button, search.value.trim()));
  }
  keepOnly(sheet, "");
}

function keepOnly(sheet, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let found = [...sheet.querySelectorAll(".palette-list li")].map((line) => {
    line.hidden = true;
    return { line, said: `${line.textContent} ${line.dataset.words ?? ""}`.toLowerCase() };
  });
  if (!words.length) found = found.filter(({ line }) => !line.hasAttribute("data-now"));
  for (const word of words) found = withWord(found, word);
  for (const { line } of found) line.hidden = false;
  const dice = DICE.test(text.trim());
  const roll = sheet.querySelector("[data-loose-dice]");
  roll.hidden = !dice;
  roll.querySelector("[data-dice-typed]").textContent = text.trim();
  roll.querySelector("[data-thrown]").replaceChildren();
  const nothing = sheet.querySelector("[data-nothing]");
  nothing.hidden = dice || sheet.querySelector(".palette-list li:not([hidden])") !== null;
  nothing.textContent = `Nothing found for “${text.trim()}”. Try another word: encounter, torch, damage, a room or a name.`;
}

function withWord(lines, word) {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const begins = `(?<![\\p{L}\\p{N}])${plain}`;
  for (const pattern of [`${begins}(?:s|es|ed|ing)?(?![\\p{L}\\p{N}])`, begins, plain]) {
    const matching = new RegExp(pattern, "u");
    const having = lines.filter(({ said }) => matching.test(said));
    if (having.length) return having;
  }
  return [];
}

// The throw goes into the log, and is shown here too; a seat that types its dice is asked for them behind the list.
async function throwDice(sheet, act, button, dice) {
  const done = await act({ kind: "throw_dice", dice, ...JSON.parse(button.dataset.throw) }, button, [], { stays: true });
  if (!done) return;
  const settled = done.told.find((event) => event.outcome?.total !== undefined);
  if (!settled) return sheet.close();
  const faces = settled.throws.flatMap((thrown) => thrown.answer).map((face) => element("span", "die", face));
  sheet.querySelector("[data-thrown]").replaceChildren(...faces, element("b", "serif", `= ${settled.outcome.total}`));
}

function element(name, kind, text) {
  return Object.assign(document.createElement(name), { className: kind, textContent: text });
}

function goOn(sheet, search, event) {
  if (event.key === "Escape" && event.target === search) {
    event.preventDefault();
    return sheet.close();
  }
  if (event.key === "Enter" && event.target === search && !sheet.querySelector("[data-loose-dice]").hidden) {
    event.preventDefault();
    return sheet.querySelector("[data-throw]").click();
  }
  const shown = [...sheet.querySelectorAll(".palette-list li:not([hidden]) :is(button, a)")];
  if (!shown.length || !sheet.contains(search)) return;
  const now = shown.indexOf(document.activeElement);
  if (event.key === "Enter" && event.target === search) {
    event.preventDefault();
    shown[0].click();
  } else if (event.key === "ArrowDown") {
    event.preventDefault();
    shown[Math.min(now + 1, shown.length - 1)].focus();
  } else if (event.key === "ArrowUp") {
    event.preventDefault();
    (shown[now - 1] ?? search).focus();
  }
}
