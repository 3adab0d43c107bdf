// The page of the dice: the browser itself checks every die that its seat was shown.

import { checkDice, diceWords } from "./dice-check.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-check-dice]");
  const place = document.querySelector("[data-dice-found]");
  if (!button || !place) return;
  const line = (kind, text) => place.append(Object.assign(document.createElement(kind), { textContent: text }));
  button.disabled = true;
  try {
    const answer = await fetch(button.dataset.checkDice, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error("The server did not send the dice. Try again.");
    const file = await answer.json();
    const { head, good, differing, notes } = diceWords(checkDice(file), file);
    place.replaceChildren();
    place.dataset.diceFound = good ? "good" : differing.length ? "bad" : "none";
    line("h2", head);
    for (const text of [...differing, ...notes]) line("p", text);
  } catch (problem) {
    place.replaceChildren();
    place.dataset.diceFound = "bad";
    line("p", problem.message);
  }
  place.hidden = false;
  button.disabled = false;
});
