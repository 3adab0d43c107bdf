// The start page: the demo and its scenes, and files that are opened.

import { complain, forgive, send } from "../base/requests.js";
import { importing } from "../prepare/importing.js";
import { list } from "./mending.js";

// A larger file can only be a log or a campaign with pictures.
const MOST_FOREIGN = 16 * 1024 * 1024;

async function open(address, body, place, page = "") {
  try {
    const made = await send(address, body);
    location.assign(`/t/${made.table}${page}`);
  } catch (problem) {
    complain(place, problem);
  }
}

document.addEventListener("click", (event) => {
  const demo = event.target.closest("[data-try-demo]");
  if (demo) open("/api/tables", { name: "Carrow Marches", demo: true }, demo.closest("form"));
  const mark = event.target.closest("[data-bookmark]");
  const again = mark?.hasAttribute("data-again") ? "?again=yes" : "";
  if (mark) open(`/api/demo/${mark.dataset.bookmark}${again}`, {}, mark.closest("form"), mark.dataset.page);
});

const files = document.querySelector("[data-table-file]");

if (files) {
  files.addEventListener("submit", (event) => event.preventDefault());
  files.addEventListener("change", () => openAll([...files.elements.file.files]));
  // The whole page takes files: a browser would open one that is dropped beside the form in place of the page.
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    files.classList.add("is-over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) files.classList.remove("is-over");
  });
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    files.classList.remove("is-over");
    openAll([...event.dataTransfer.files]);
  });
}

const preview = document.querySelector("[data-import-place]");
const bring = files && importing(preview, {
  look: "/import/look",
  take: "/api/tables/import",
  done: ({ table }) => location.assign(`/t/${table}`),
  cancelled: () => files.elements.file.focus(),
});

// Files of other programs are shown before they are taken; a file of ours is opened at once.
async function openAll(chosen) {
  if (!chosen.length) return;
  forgive(files);
  if (!preview.hidden) forgive(preview);
  try {
    await bring(chosen);
    files.reset();
  } catch (problem) {
    if (problem.code === "ours" || (chosen.length === 1 && chosen[0].size > MOST_FOREIGN)) return openFile(chosen[0]);
    complain(preview.hidden ? files : preview, problem);
    files.reset();
  }
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
    const place = preview.hidden ? files : preview;
    complain(place, { detail: problem.detail ?? "the file could not be sent", fix: problem.free ? "" : problem.fix });
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
