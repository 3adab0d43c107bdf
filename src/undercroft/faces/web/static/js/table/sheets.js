// What opens over the live table: why, the forms of commands, the list of all of them, and the keys.

import { listed } from "./bindings.js";
import { number } from "../base/dice-field.js";
import { situationIn } from "../base/forms.js";
import { notice } from "./notices.js";
import { sift } from "./palette.js";

const FIELDS = "input:not([type=radio]):not([type=checkbox]):not([type=hidden]), select, textarea";

export function sheetsOf(table, sheet, here, html) {
  const address = `/t/${table.dataset.table}`;

  function openKeys() {
    sheet.innerHTML = listed();
    sheet.showModal();
  }

  async function openSheet(path) {
    const text = await html(`${address}/${path}?${here}`);
    if (text === null) return notice("That could not be fetched. Is the server still running?");
    sheet.innerHTML = text;
    if (!sheet.open) sheet.showModal();
    sheet.querySelector("[data-focus], [data-close]")?.focus();
  }

  async function openForm(kind, given) {
    const asked = new URLSearchParams(here);
    if (given) asked.set("given", given);
    const answer = await fetch(`${address}/forms/${kind}?${asked}`, { headers: { Accept: "text/html" } });
    sheet.innerHTML = await answer.text();
    if (!sheet.open) sheet.showModal();
    for (const chips of sheet.querySelectorAll("[data-shape=chips]")) number(chips);
    const first = [...sheet.querySelectorAll(FIELDS)].find((each) => !each.closest("[hidden]"));
    (first ?? sheet.querySelector("form .btn-primary"))?.focus();
    const form = sheet.querySelector("form[data-preview]");
    if (form) foretell(form);
  }

  async function foretell(form) {
    const command = JSON.stringify({ kind: form.dataset.commandForm, ...situationIn(form) });
    const answer = await fetch(`${address}/preview?${new URLSearchParams({ command })}`, { headers: { Accept: "text/html" } });
    const place = form.querySelector("[data-foretold]");
    if (answer.ok && place) place.innerHTML = await answer.text();
  }

  async function openPalette() {
    const answer = await fetch(`${address}/commands?${here}`, { headers: { Accept: "text/html" } });
    sheet.innerHTML = await answer.text();
    sheet.showModal();
    sift(sheet);
  }

  return { foretell, openForm, openKeys, openPalette, openSheet };
}
