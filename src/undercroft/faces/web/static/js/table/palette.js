// The list of all commands: every word that is typed must be in a line for it to stay; Enter takes the first, arrows go
// from one to the next. What can be done just now is listed as soon as something is typed.

import { send } from "../base/requests.js";

const DICE = /^[0-9]*d(?:[0-9]+|%)\S*$/i;

export function sift(sheet) {
  const search = sheet.querySelector("input[type=search]");
  if (!search) return;
  search.focus();
  search.addEventListener("input", () => keepOnly(sheet, search.value));
  sheet.querySelector("[data-commands]").addEventListener("keydown", (event) => goOn(sheet, search, event));
  sheet.querySelector("[data-roll] button").addEventListener("click", () => throwDice(sheet, search.value.trim()));
  keepOnly(sheet, "");
}

function keepOnly(sheet, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const line of sheet.querySelectorAll(".palette-list li")) {
    const said = `${line.textContent} ${line.dataset.words ?? ""}`.toLowerCase();
    line.hidden = (!words.length && line.hasAttribute("data-now")) || !words.every((word) => said.includes(word));
  }
  const dice = DICE.test(text.trim());
  const roll = sheet.querySelector("[data-roll]");
  roll.hidden = !dice;
  roll.querySelector("button").textContent = `Throw ${text.trim()}`;
  roll.querySelector("b").textContent = "";
  const nothing = sheet.querySelector("[data-nothing]");
  nothing.hidden = dice || sheet.querySelector(".palette-list li:not([hidden])") !== null;
  nothing.textContent = `Nothing found for “${text.trim()}”. Try another word: encounter, torch, damage, a room or a name.`;
}

// The server throws the dice beside the table: nothing happens there, and no log tells it.
async function throwDice(sheet, expression) {
  const shown = sheet.querySelector("[data-roll] b");
  try {
    const { total } = await send("/api/roll", { expression });
    shown.textContent = `${expression}: ${total}`;
  } catch (problem) {
    shown.textContent = problem.detail ?? "Those dice cannot be thrown.";
  }
}

function goOn(sheet, search, event) {
  if (event.key === "Enter" && event.target === search && !sheet.querySelector("[data-roll]").hidden) {
    event.preventDefault();
    return throwDice(sheet, search.value.trim());
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
