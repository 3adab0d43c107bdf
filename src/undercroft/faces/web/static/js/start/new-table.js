// The page for a new campaign: books, what it starts with, and players; what comes of it is summed up beside the form.

import { complain, forgive, send } from "../base/requests.js";
import { list } from "./mending.js";

const form = document.querySelector("[data-new-table]");
const MOST = 12;
const MAPS = {
  tracker: "none. Add rooms whenever you like.",
  outline: "drawn from your rooms",
  file: "what the file has",
  demo: "Saint Orrin's Ossuary and the Carrow Marches",
};
const PAUSE = 300;
let file = null;
let counted = "";
let counting = 0;
let later = null;

if (form) {
  form.addEventListener("submit", begin);
  form.addEventListener("input", (event) => {
    if (event.target.matches("[name=outline]")) count();
    tell();
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches("[name=preset]")) takeOver(event.target);
    if (event.target.matches("[name=with]")) count();
    if (event.target.matches("[name=file]") && event.target.files[0]) take(event.target.files[0]);
    tell();
  });
  form.querySelector("[data-player]").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey) return;
    event.preventDefault();
    add();
  });
  form.addEventListener("click", (event) => {
    if (event.target.closest("[data-add-player]")) add();
    const player = event.target.closest("[data-remove-player]");
    if (!player) return;
    player.closest("li").remove();
    form.querySelector("[data-player]").focus();
    tell();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "Enter") form.requestSubmit();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
  form.querySelector(".prose-rules").addEventListener("toggle", tell);
  takeOver(preset());
  tell();
}

// A file chosen or dropped: the campaign starts from it.
function take(chosen) {
  file = chosen;
  form.querySelector("[name=with][value=file]").checked = true;
  form.querySelector("[data-file-name]").textContent = chosen.name;
  count();
  tell();
}

// How many rooms, doors and tables are read from the outline or the file, told before the campaign starts.
function count() {
  const asked = (counting += 1);
  counted = "";
  clearTimeout(later);
  later = setTimeout(async () => {
    const start = form.elements.with.value;
    const body = start === "outline" ? new Blob([form.elements.outline.value]) : start === "file" ? file : null;
    if (!body?.size) return;
    const answer = await fetch("/api/tables/file/contents", {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
      body,
    });
    const told = await answer.json();
    if (asked !== counting) return;
    counted = answer.ok ? told.contents.join(", ") || "nothing yet" : `cannot be read: ${told.detail}`;
    tell();
  }, PAUSE);
}

function add() {
  const field = form.querySelector("[data-player]");
  const name = field.value.trim();
  if (!name || players().includes(name) || players().length === MOST) return;
  const seat = document.createElement("li");
  seat.className = "player-name serif";
  seat.append(name);
  const remove = document.createElement("button");
  remove.type = "button";
  remove.className = "btn btn-ghost";
  remove.dataset.removePlayer = "";
  remove.setAttribute("aria-label", `Remove ${name}`);
  remove.textContent = "×";
  seat.append(remove);
  form.querySelector("[data-players]").append(seat);
  field.value = "";
  field.focus();
  tell();
}

function players() {
  return [...form.querySelectorAll("[data-players] li")].map((seat) => seat.firstChild.textContent);
}

async function begin(event) {
  event.preventDefault();
  add();
  forgive(form);
  const start = form.elements.with.value;
  const house = Object.fromEntries(changes().map((input) => [input.dataset.house, JSON.parse(input.value)]));
  const chosen = { name: form.elements.name.value, preset: preset().value, house };
  const seated = { ...chosen, players: players(), dice: form.elements.dice.value };
  try {
    const made = await opened(start, chosen, seated);
    location.assign(`/t/${made.table}`);
  } catch (problem) {
    complain(form, problem);
    if (problem.problems) list(form, problem.problems);
  }
}

function opened(start, chosen, seated) {
  if (start === "demo") return send("/api/tables", { ...chosen, demo: true });
  if (start === "tracker") return send("/api/tables", seated);
  if (start === "outline") return sent(new Blob([form.elements.outline.value]), seated);
  if (!file) throw { detail: "no file is chosen yet", fix: "choose one, or drop it on this page" };
  return sent(file, { ...seated, preset: touched() ? seated.preset : null });
}

// A file with house rules keeps them, unless other books were chosen here.
function touched() {
  return !preset().defaultChecked || changes().length > 0;
}

async function sent(body, chosen) {
  const answer = await fetch(`/api/tables/file?${new URLSearchParams({ new: JSON.stringify(chosen) })}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
    body,
  });
  if (!answer.ok) throw await answer.json();
  return answer.json();
}

function preset() {
  return form.querySelector("[name=preset]:checked");
}

// The house rules as that preset has them.
function takeOver(card) {
  for (const [id, value] of Object.entries(JSON.parse(card.dataset.chosen))) {
    for (const input of form.elements[`house-${id}`].length ? form.elements[`house-${id}`] : [form.elements[`house-${id}`]]) {
      input.checked = input.value === JSON.stringify(value);
    }
  }
}

// What is chosen otherwise than the preset has it.
function changes() {
  const usual = JSON.parse(preset().dataset.chosen);
  return [...form.querySelectorAll("[data-house]:checked")].filter(
    (input) => input.value !== JSON.stringify(usual[input.dataset.house]),
  );
}

function tell() {
  const count = changes().length;
  const title = preset().parentElement.querySelector(".preset-name").textContent;
  const said = count === 0 ? `as ${title} has them` : `${count} ${count === 1 ? "change" : "changes"} from ${title}`;
  form.querySelector("[data-changes]").textContent = said;
  if (form.querySelector(".prose-rules").open) form.querySelector("[data-prose]").textContent = prose();
  const start = form.elements.with.value;
  for (const part of form.querySelectorAll("[data-only]")) part.hidden = part.dataset.only !== start;
  for (const part of form.querySelectorAll("[data-without]")) part.hidden = part.dataset.without === start;
  sumUp(start);
}

function sumUp(start) {
  const names = players();
  say("name", form.elements.name.value.trim() || "A campaign without a name yet");
  say("players", start === "demo" ? "the demo's four" : names.length ? names.join(", ") : "none named yet: four seats");
  say("characters", start === "demo" ? "the demo's party" : "each player makes one on the phone, or you add them");
  say("map", MAPS[start]);
  say("contents", counted);
  form.querySelector("[data-contents]").hidden = !counted;
  for (const place of form.querySelectorAll("[data-sum-house]")) {
    const chosen = form.querySelector(`[data-house="${place.dataset.sumHouse}"]:checked`);
    place.textContent = chosen.parentElement.querySelector(".opt-means").textContent.trim();
  }
  const then = ["Players scan the code and tap their name.", ...(start === "demo" ? ["Enter the ossuary."] : ["Add characters, then start."])];
  form.querySelector("[data-sum=then]").replaceChildren(
    ...then.map((words) => Object.assign(document.createElement("li"), { textContent: words })),
  );
}

function say(part, words) {
  form.querySelector(`[data-sum=${part}]`).textContent = words;
}

// Every answer as a sentence, the question before it.
function prose() {
  const said = [...form.querySelectorAll(".house-grid tbody tr")].map((line) => {
    const chosen = line.querySelector("input:checked");
    const means = chosen.parentElement.querySelector(".opt-means").textContent.trim();
    return `${line.querySelector(".house-asks").textContent} ${means}.`;
  });
  return said.join(" ");
}
