// Campaigns renamed and deleted on the start page: each in a dialog of its own, the second only with the name typed.

import { complain, forgive, say, send } from "../base/requests.js";

const FORMS = { rename: "[data-rename-form]", delete: "[data-delete-form]" };

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) event.target.closest("dialog").close();
  for (const kind of Object.keys(FORMS)) {
    const button = event.target.closest(`[data-${kind}]`);
    if (button) open(kind, button.dataset);
  }
});

function open(kind, data) {
  const dialog = document.getElementById(kind);
  const form = dialog.querySelector("form");
  forgive(form);
  form.dataset.table = data[kind];
  form.elements.name.value = kind === "rename" ? data.name : "";
  for (const place of dialog.querySelectorAll("[data-its-name]")) place.textContent = data.name;
  dialog.showModal();
  form.elements.name.focus();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const kind = Object.keys(FORMS).find((each) => form.matches(FORMS[each]));
  if (!kind) return;
  event.preventDefault();
  try {
    const done = await send(`/api/tables/${form.dataset.table}/${kind}`, { name: form.elements.name.value });
    form.closest("dialog").close();
    if (kind === "rename") return location.reload();
    gone(form.dataset.table, done.kept);
  } catch (problem) {
    complain(form, problem);
  }
});

// It is gone: the page says so, and where its log is kept.
function gone(table, kept) {
  document.querySelector(`[data-delete="${CSS.escape(table)}"]`).closest("li").remove();
  const words = kept ? `Deleted. Its log is kept in ${kept}, with every secret.` : "Deleted, with no file kept.";
  const place = document.getElementById("told");
  place.textContent = words;
  place.hidden = false;
  say(words);
}
