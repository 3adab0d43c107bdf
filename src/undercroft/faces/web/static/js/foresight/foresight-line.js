// One quiet line beside play: what is likely, fetched after the panels and never waited for.

import { afterPress } from "../base/pressed.js";

const LATER = 700;
let later = 0;
let asking = 0;
let last = "";

document.addEventListener("panels-drawn", soon);
soon();

// A panel that is drawn again shows what the line said last, until it is known what it says now.
function soon() {
  clearTimeout(later);
  const line = document.querySelector("[data-foresight-line]");
  if (!line) return;
  if (!line.childElementCount && last) {
    line.innerHTML = last;
    line.classList.add("is-old");
  }
  later = setTimeout(look, LATER);
}

// What is exact comes first; the runs of a fight follow.
async function look() {
  const number = (asking += 1);
  if ((await fetched(number)) && document.querySelector("[data-foresight-line] [data-fight-too]")) fetched(number, "fight");
}

async function fetched(number, ...more) {
  const line = document.querySelector("[data-foresight-line]");
  if (!line || document.hidden) return false;
  const asks = new URLSearchParams(location.search);
  for (const each of more) asks.set(each, "yes");
  try {
    const answer = await fetch(`${line.dataset.foresightLine}?${asks}`, { headers: { Accept: "application/problem+json" } });
    if (!answer.ok || number !== asking) return false;
    const text = await answer.text();
    await new Promise(afterPress);
    const now = document.querySelector("[data-foresight-line]");
    if (number !== asking || !now) return false;
    last = text;
    now.innerHTML = text;
    now.classList.remove("is-old");
    return true;
  } catch {
    // The line stays as it is: the next change asks again.
    return false;
  }
}
