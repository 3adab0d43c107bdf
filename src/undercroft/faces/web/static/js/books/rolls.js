// Roll chips: a click rolls, the chip shows what came and says it. On the page of odds each roll is kept in a list.

import { complain, say, send } from "../base/requests.js";

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-roll]");
  if (chip) rollChip(chip);
  const now = event.target.closest("[data-roll-now]");
  if (now) rollNow();
});

async function rollChip(chip) {
  const rolled = await rolledOf(chip.dataset.roll);
  let shown = chip.querySelector("output");
  if (!shown) {
    shown = document.createElement("output");
    chip.append(shown);
  }
  shown.textContent = rolled.total ?? "?";
  say(`${chip.dataset.roll}: ${rolled.total ?? rolled.detail}`);
}

async function rollNow() {
  const form = document.querySelector("form[data-live]");
  const rolled = await rolledOf(form.elements.roll.value);
  if (rolled.total === undefined) return complain(form, rolled);
  document.querySelector("[data-empty]")?.remove();
  const list = document.getElementById("rolls");
  list.prepend(line(rolled, list.childElementCount + 1));
  say(`${rolled.expression}: ${rolled.total}`);
}

async function rolledOf(expression) {
  try {
    return await send("/api/roll", { expression });
  } catch (problem) {
    return problem;
  }
}

function line(rolled, number) {
  const item = document.createElement("li");
  const when = made("span", "log-when", String(number));
  const what = made("span", "log-what", `${rolled.expression} = `);
  what.append(made("b", "", String(rolled.total)));
  const why = made("span", "log-why", "");
  for (const die of rolled.dice.slice(0, 40)) {
    const classes = ["die", die.fate === "counts" ? "" : "die-dropped", die.extra ? "die-extra" : ""];
    why.append(made("span", classes.filter(Boolean).join(" "), String(die.face)));
  }
  if (rolled.dice.length > 40) why.append(`and ${rolled.dice.length - 40} more`);
  item.append(when, what, document.createElement("span"), why);
  return item;
}

function made(kind, classes, text) {
  const element = document.createElement(kind);
  element.className = classes;
  element.textContent = text;
  return element;
}
