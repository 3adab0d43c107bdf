// A form that answers while it is filled in: it fetches its own page and swaps the part that holds the answer.

import { put } from "./requests.js";

const PAUSE = 200;
let waiting;

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => refresh(form), PAUSE);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  refresh(event.target);
});

async function refresh(form) {
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(form.dataset.live);
  if (!fresh) return;
  put(document.querySelector(form.dataset.live), fresh.innerHTML, { asked: false });
  history.replaceState(null, "", address);
}
