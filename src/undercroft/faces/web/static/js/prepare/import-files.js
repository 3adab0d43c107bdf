// Files of other programs on the page of the campaign file, for the draft or for play.

import { complain, forgive } from "../base/requests.js";
import { importing } from "./importing.js";

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

  const open = async (files) => {
    if (!files.length) return;
    forgive(form);
    try {
      await bring(files);
    } catch (problem) {
      const ours = problem.code === "ours" ? { detail: problem.detail, fix: "read it with “Read a changed file”, or as an outline under Sites" } : problem;
      complain(form, ours);
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
}
