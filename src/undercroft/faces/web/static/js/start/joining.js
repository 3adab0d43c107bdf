// The seats on the join page: the page asks every few seconds, so that a seat that somebody else takes does not look free.

import { put } from "../base/requests.js";

const EVERY = 4000;

const seats = document.getElementById("join-seats");
const cardsIn = (page) => [...page.querySelectorAll("#join-seats > [id]")];
const last = new Map(cardsIn(document).map((card) => [card.id, card.innerHTML]));
if (seats) setInterval(refresh, EVERY);

async function refresh() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`/join?code=${encodeURIComponent(seats.dataset.code)}`);
    if (answer.ok) cardsIn(new DOMParser().parseFromString(await answer.text(), "text/html")).forEach(putCard);
  } catch {
    // The line is down: the next try asks again.
  }
}

// A card that is as it was stays, also one that says why its seat was refused.
function putCard(fresh) {
  const card = document.getElementById(fresh.id);
  if (!card || last.get(fresh.id) === fresh.innerHTML || card.querySelector("[role=alert]")) return;
  last.set(fresh.id, fresh.innerHTML);
  card.className = fresh.className;
  put(card, fresh.innerHTML, { asked: false });
}
