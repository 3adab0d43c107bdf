// What are our chances? Runs come in piece by piece and the picture sharpens; a changed plan starts again, leaving stops it.

import { problemIn, put, say, send } from "../base/requests.js";

const PREFIX = "vs_";
let asking = 0;
let leaving = null;

const place = () => document.querySelector("[data-simulation]");
const form = () => document.querySelector("form[data-plan]");
const chosen = () => new URLSearchParams(new FormData(form()));

begin();
document.addEventListener("page-drawn", begin);

document.addEventListener("change", (event) => {
  if (event.target.closest("form[data-plan]")) changed();
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-plan]") && !event.submitter?.matches("[data-second-plan]")) {
    event.preventDefault();
    changed();
  }
  const opens = event.target.closest("form[data-open-run]");
  if (!opens) return;
  event.preventDefault();
  const run = opens.elements.run.value.replace(/[ ,]/g, "") || "0";
  if (/^[0-9]{1,9}$/.test(run)) location.assign(`${opens.getAttribute("action")}/${run}?${opens.dataset.openRun}`);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-stop-runs]")) return stop();
  if (event.target.closest("[data-more-runs]")) return begin();
  if (event.target.closest("[data-swap-plans]")) return swap();
  const keep = event.target.closest("[data-keep-run]");
  if (keep) keepRun(keep);
});

// Another plan: its address is the page's, so that a reload and the browser's way back show it.
function changed() {
  history.replaceState(null, "", `${location.pathname}?${chosen()}`);
  begin();
}

function swap() {
  const now = new FormData(form());
  const both = [...now].filter(([name]) => now.has(PREFIX + name));
  for (const [name, value] of both) {
    const other = now.get(PREFIX + name);
    check(name, other);
    check(PREFIX + name, value);
  }
  changed();
}

function check(name, value) {
  const input = form().querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  if (input) input.checked = true;
}

async function begin() {
  leaving?.abort();
  const number = (asking += 1);
  if (!place() || !form()) return;
  leaving = new AbortController();
  const { signal } = leaving;
  const address = `${place().dataset.simulation}?${chosen()}`;
  busy(true);
  for (let first = true; ; first = false) {
    const answer = await asked(address, signal);
    if (number !== asking || !place()) return;
    if (!answer.ok) return fault(answer.problem);
    const fresh = new DOMParser().parseFromString(answer.text, "text/html");
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const held = document.querySelector(`[data-in="${part.dataset.part}"]`);
      if (held) put(held, part.innerHTML, { asked: false });
    }
    const told = fresh.querySelector("[data-part=answer]");
    place().dataset.runs = told.dataset.runs;
    if (first) say(told.querySelector(".forecast-sentence").textContent.trim().replace(/\s+/g, " "));
    const more = told.hasAttribute("data-more");
    busy(more);
    if (!more) return;
  }
}

async function asked(address, signal) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/problem+json" }, signal });
    return answer.ok ? { ok: true, text: await answer.text() } : { ok: false, problem: await problemIn(answer) };
  } catch {
    return { ok: false, problem: { detail: "the server does not answer", fix: "try again" } };
  }
}

function stop() {
  leaving?.abort();
  asking += 1;
  busy(false);
}

function busy(is) {
  place().toggleAttribute("aria-busy", is);
  const now = document.querySelector("[data-runs-now]");
  const { runs } = place().dataset;
  const played = `${Number(runs).toLocaleString("en")} runs${is ? ", more to come" : ""}`;
  now.textContent = runs ? played : "The first runs are under way";
  document.querySelector("[data-stop-runs]").hidden = !is;
  document.querySelector("[data-more-runs]").hidden = is;
  document.querySelector("[data-runs-fault]").hidden = true;
}

function fault({ detail, fix }) {
  busy(false);
  const words = `${detail.charAt(0).toUpperCase()}${detail.slice(1)}. ${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`;
  const told = document.querySelector("[data-runs-fault]");
  told.textContent = words;
  told.hidden = false;
  document.querySelector("[data-runs-now]").textContent = "";
  say(words);
}

async function keepRun(button) {
  const told = document.querySelector("[data-keep-fault]");
  button.disabled = true;
  try {
    const asks = Object.fromEntries(new URLSearchParams(button.dataset.asks));
    const table = document.querySelector("[data-table]").dataset.table;
    const made = await send(`/api/tables/${table}/simulations/keep`, { run: Number(button.dataset.keepRun), asks });
    location.assign(`/t/${made.table}`);
  } catch ({ detail, fix }) {
    told.textContent = `${detail} (${fix})`;
    told.hidden = false;
    button.disabled = false;
  }
}
