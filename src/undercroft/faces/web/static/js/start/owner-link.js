// A new link for the owner of the server, made in a dialog that then shows it.

import { complain, forgive, send } from "../base/requests.js";

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-owner-link]")) return;
  const dialog = document.getElementById("owner-link");
  forgive(dialog.querySelector("form"));
  dialog.querySelector("[data-new-link]").hidden = true;
  dialog.showModal();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-owner-link-form]")) return;
  event.preventDefault();
  try {
    const made = await send("/api/owner/link", {});
    const place = form.querySelector("[data-new-link]");
    place.querySelector("code").textContent = made.link;
    place.hidden = false;
  } catch (problem) {
    complain(form, problem);
  }
});
