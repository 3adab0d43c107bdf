// The start page: the demo and its scenes, and files that are opened.

import { complain, forgive, send } from "../base/requests.js";
import { list } from "./mending.js";

async function open(address, body, place) {
  try {
    const made = await send(address, body);
    location.assign(`/t/${made.table}`);
  } catch (problem) {
    complain(place, problem);
  }
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
    if (problem.problems) list(files, problem.problems);
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
