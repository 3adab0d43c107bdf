// Settling a rule: the situation goes up, dice come back as wanted, and so on until something comes of it.

import { situationIn } from "../base/forms.js";
import { complain, forgive, put, send } from "../base/requests.js";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-situation]")) {
    event.preventDefault();
    ask(event.submitter ?? form.querySelector("[data-post]"), form);
  } else if (form.matches("[data-dice]")) {
    event.preventDefault();
    answer(form, { dice: diceIn(form), rolled: "no" });
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[type=button]");
  if (!button) return;
  const dice = button.closest("form[data-dice]");
  if (dice && "rolled" in button.dataset) answer(dice, { dice: [], rolled: button.dataset.rolled });
  else if (dice && "answer" in button.dataset) answer(dice, { dice: [button.dataset.answer], rolled: "no" });
  else if ("post" in button.dataset) ask(button, button.closest("form[data-situation]"));
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  if (event.target.matches("[data-change]")) {
    const body = { given: JSON.parse(form.dataset.given), ...Object.fromEntries(new FormData(form)) };
    deliver(form, form.dataset, body);
  } else if (event.target.closest("[data-die]") && form) {
    nextDie(event.target.closest("[data-die]"));
    nameSend(form);
  }
});

// The same rule in play: it goes into the table's log, and whatever dice it wants are asked for there.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-at-table]");
  if (!button) return;
  const form = button.closest("form");
  const { atTable, rule, group, by } = button.dataset;
  const secret = form.querySelector("[data-in-secret]").checked;
  const command = { kind: "settle_rule", group, rule, given: situationIn(form), by: by ?? null, secret };
  forgive(form);
  try {
    const done = await send(`/api/tables/${atTable}/commands`, { command, key: `rule-${Date.now()}-${Math.random()}` });
    if (done.refused) complain(form, { detail: done.refused.map((reason) => reason.what).join(" ").replace(/\.$/, "") });
    else location.href = `/t/${atTable}`;
  } catch (problem) {
    complain(form, problem);
  }
});

// A button that asks for something: with the situation of its form, or with what it carries itself.
function ask(button, form) {
  const { post, into, body, given, rolled } = button.dataset;
  if (body !== undefined) return deliver(form ?? button, { post, into }, JSON.parse(body));
  const told = given === undefined ? situationIn(form) : JSON.parse(given);
  return deliver(form ?? button, { post, into }, { given: told, ...(rolled ? { rolled } : {}) });
}

// The answer to a question: what lay there before, and what is laid down now.
function answer(form, { dice, rolled }) {
  const { given, laid } = form.dataset;
  if (given === undefined) return deliver(form, form.dataset, { dice });
  return deliver(form, form.dataset, { given: JSON.parse(given), laid: JSON.parse(laid), dice, rolled });
}

// Sends and puts the answer in its place: where `into` says, or "here", the place that the form stands in.
async function deliver(form, { post, into }, body) {
  const place = into === "here" ? form.closest("[data-place]") : document.querySelector(into);
  if (form.matches("form")) forgive(form);
  try {
    put(place, await send(post, body));
  } catch (problem) {
    if (!problem.detail) throw problem;
    complain(form.matches("form") ? form : place, problem);
  }
}

// A page that was asked for its odds shows them at once, if nothing is missing for it.
if (document.querySelector("#odds[data-opened]")) document.querySelector("[data-into='#odds']").click();

// The dice of a form in order: a number, or null for one that the server rolls.
function diceIn(form) {
  const row = form.querySelector("[data-dice-row]");
  if (row) {
    const typed = row.value.split(/[\s,]+/).filter(Boolean).map((text) => (/^-?[0-9]+$/.test(text) ? Number(text) : text));
    return typed;
  }
  return [...form.querySelectorAll("[data-die]")].map((die) => {
    const chosen = die.querySelector("input[type=number]") ?? die.querySelector("input:checked");
    return chosen && chosen.value !== "" ? Number(chosen.value) : null;
  });
}

// When a face is chosen with the pointer or a key, the next die takes over; arrows stay with their die.
let byArrow = false;

document.addEventListener("keydown", (event) => {
  byArrow = event.key.startsWith("Arrow");
});

document.addEventListener("pointerdown", () => {
  byArrow = false;
});

function nextDie(die) {
  if (byArrow) return;
  const next = die.nextElementSibling;
  const place = next?.matches("[data-die]") ? next.querySelector("input") : die.closest("form").querySelector("[data-send]");
  place?.focus();
}

function nameSend(form) {
  const send = form.querySelector("[data-send]");
  const dice = diceIn(form);
  const typed = dice.filter((face) => face !== null);
  if (!send || !typed.length) return;
  const sum = typed.reduce((left, right) => left + right, 0);
  const shown = `${typed.join(" + ")}${typed.length > 1 ? ` = ${sum}` : ""}`;
  send.textContent = typed.length === dice.length ? `Send ${shown}` : `Send ${shown}, roll the rest`;
}
