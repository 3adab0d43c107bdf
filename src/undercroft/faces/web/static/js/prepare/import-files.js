// Files of other programs on the page of the campaign file, for the draft or for play.

import { complain, forgive } from "../base/requests.js";
import { notice } from "../table/notices.js";
import { importing, readFiles } from "./importing.js";

const OURS = "read it with “Read a changed file”, or as an outline under Sites";

const place = document.querySelector("[data-import-into]");
const form = document.querySelector("[data-import-form]");

if (place && form) {
  const { importInto: table } = place.dataset;
  const bring = importing(place, {
    look: `/t/${table}/prepare/import/look`,
    take: `/api/tables/${table}/import`,
    done: (_, into) => location.assign(into === "play" ? `/t/${table}` : `/t/${table}/prepare/file`),
    cancelled: () => form.elements.files.focus(),
  });

  const open = async (files, kept = "") => {
    if (!files.length && !kept) return;
    forgive(form);
    try {
      await bring(files, kept);
    } catch (problem) {
      complain(form, problem.code === "ours" ? { detail: problem.detail, fix: OURS } : problem);
    }
    form.reset();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => open([...form.elements.files.files]));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    open([...event.dataTransfer.files]);
  });

  // Files that were dropped on another page of the table.
  const kept = new URLSearchParams(location.search).get("upload");
  if (kept) {
    history.replaceState(null, "", location.pathname);
    open([], kept);
  }
}

// Where a referee drops files on another page of a table, they are read, and shown on the page for them.
const table = document.querySelector("main[data-table]")?.dataset.table;
const prepares = table && document.querySelector(`.top a[href^="/t/${table}/prepare/"]`);

if (prepares && !form) {
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.defaultPrevented || !files.length) return;
    event.preventDefault();
    try {
      const { upload } = await readFiles(`/t/${table}/prepare/import/look`, files);
      location.assign(`/t/${table}/prepare/file?${new URLSearchParams({ upload })}`);
    } catch (problem) {
      notice(`${problem.detail}: ${problem.code === "ours" ? "open it under Prepare, Campaign file" : problem.fix}.`);
    }
  });
}
