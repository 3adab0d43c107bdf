// The start page: a new campaign in one form, its house rules put together in a grid, and files that are opened.

import { complain, forgive, send } from "../base/requests.js";

const form = document.querySelector("[data-new-table]");

if (form) {
  form.addEventListener("submit", begin);
  form.addEventListener("change", (event) => {
    if (event.target.matches("[name=preset]")) takeOver(event.target);
    if (event.target.matches("[name=with]")) seatsFor(event.target.value);
    tell();
  });
  form.querySelector(".prose-rules").addEventListener("toggle", tell);
  form.querySelector("[data-fold]").open = !matchMedia("(max-width: 68rem)").matches;
  takeOver(preset());
  seatsFor(form.elements.with.value);
  tell();
}

async function begin(event) {
  event.preventDefault();
  forgive(form);
  const { name, seats, dice } = form.elements;
  const demo = form.elements.with.value === "demo";
  const house = Object.fromEntries(changes().map((input) => [input.dataset.house, JSON.parse(input.value)]));
  const asked = { name: name.value, preset: preset().value, house, demo };
  await open("/api/tables", demo ? asked : { ...asked, seats: seats.valueAsNumber, dice: dice.value }, form);
}

async function open(address, body, place) {
  try {
    const made = await send(address, body);
    location.assign(`/t/${made.table}`);
  } catch (problem) {
    complain(place, problem);
  }
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

// The demo has seats of its own.
function seatsFor(beginning) {
  const own = beginning === "demo";
  form.elements.seats.disabled = own;
  for (const input of form.elements.dice) input.disabled = own;
}

document.addEventListener("click", (event) => {
  const demo = event.target.closest("[data-try-demo]");
  if (demo) open("/api/tables", { name: "Carrow Marches", demo: true }, demo.closest("form"));
  const mark = event.target.closest("[data-bookmark]");
  const again = mark?.hasAttribute("data-again") ? "?again=yes" : "";
  if (mark) open(`/api/demo/${mark.dataset.bookmark}${again}`, {}, mark.closest("form"));
});

const files = document.querySelector("[data-table-file]");

if (files) {
  files.addEventListener("submit", (event) => event.preventDefault());
  files.addEventListener("change", () => files.elements.file.files[0] && openFile(files.elements.file.files[0]));
  files.addEventListener("dragover", (event) => {
    event.preventDefault();
    files.classList.add("is-over");
  });
  files.addEventListener("dragleave", () => files.classList.remove("is-over"));
  files.addEventListener("drop", (event) => {
    event.preventDefault();
    files.classList.remove("is-over");
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
}

// The file as it is, or under another id than its own.
async function openFile(file, id) {
  forgive(files);
  try {
    const answer = await fetch(`/api/tables/file${id ? `?id=${encodeURIComponent(id)}` : ""}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
      body: file,
    });
    if (!answer.ok) throw await answer.json();
    location.assign(`/t/${(await answer.json()).table}`);
  } catch (problem) {
    complain(files, { detail: problem.detail ?? "the file could not be sent", fix: problem.free ? "" : problem.fix });
    if (problem.problems) list(problem.problems);
    if (problem.free) offer(file, problem.free);
    files.reset();
  }
}

// A table of that id is there: the file can be opened beside it.
function offer(file, id) {
  const fault = files.querySelector("[data-fault-of-all]");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = `Open it beside that one, as ${id}`;
  button.addEventListener("click", () => openFile(file, id));
  fault.append(" ", button);
}

// Everything there is to mend, each with its line.
function list(problems) {
  const mending = document.createElement("ul");
  mending.className = "mending detail";
  mending.tabIndex = 0;
  mending.setAttribute("aria-label", "Everything to mend in the file");
  for (const one of problems) {
    const item = document.createElement("li");
    const place = document.createElement("b");
    place.textContent = one.path ? `Line ${one.line}, ${one.path}` : `Line ${one.line}`;
    item.append(place, `${one.what} (${one.fix})`);
    mending.append(item);
  }
  const fault = files.querySelector("[data-fault-of-all]");
  fault.textContent = `${problems.length} ${problems.length === 1 ? "thing" : "things"} to mend. Nothing was imported.`;
  fault.append(mending);
}
