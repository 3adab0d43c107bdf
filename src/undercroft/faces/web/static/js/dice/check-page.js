// The page of the dice: the browser itself checks every die that its seat was shown. It remembers each seal from the
// moment it first saw it, so that nobody can exchange a seal later.

import { checkDice, diceWords } from "./dice-check.js";

const table = document.querySelector("main[data-table]");
const name = `undercroft-seals-${table?.dataset.table}`;

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

function remember() {
  const [number, digits] = table.querySelector("[data-seal]")?.dataset.seal.split(" ") ?? [];
  const seen = number ? remembered() : {};
  if (!number || seen[number]) return;
  seen[number] = digits;
  try {
    localStorage.setItem(name, JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing checks the dice all the same.
  }
}

if (table) {
  remember();
  new MutationObserver(remember).observe(table, { childList: true, subtree: true });
}

// Which seals of a file this browser saw before, and which of them are others now.
function compared(file) {
  const seen = remembered();
  const known = file.entries.filter((entry) => entry.type === "sealed" && seen[entry.number]);
  const others = known.filter((entry) => seen[entry.number] !== entry.open);
  return {
    same: known.length - others.length,
    others: others.map((entry) => `Seal ${entry.number} is not the one that this browser saw before.`),
  };
}

async function check(button, place) {
  const line = (kind, text) => place.append(Object.assign(document.createElement(kind), { textContent: text }));
  try {
    const answer = await fetch(button.dataset.checkDice, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error("The server did not send the dice. Try again.");
    const file = await answer.json();
    const { head, good, differing, notes } = diceWords(checkDice(file), file);
    const { same, others } = compared(file);
    const wrong = [...others, ...differing];
    place.replaceChildren();
    place.dataset.diceFound = wrong.length ? "bad" : good ? "good" : "none";
    line("h2", others.length ? "A seal was exchanged." : head);
    for (const text of [...wrong, ...notes]) line("p", text);
    if (same) line("p", `This browser saw ${same} of the seals before, and they are the same.`);
  } catch (problem) {
    place.replaceChildren();
    place.dataset.diceFound = "bad";
    line("p", problem.message);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-check-dice]");
  const place = document.querySelector("[data-dice-found]");
  if (!button || !place) return;
  button.disabled = true;
  await check(button, place);
  place.hidden = false;
  button.disabled = false;
});
