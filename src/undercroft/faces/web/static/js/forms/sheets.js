// What opens over the live table: why, the forms of commands, the list of all of them, and the keys.

import { listed } from "../table/bindings.js";
import { number } from "../base/dice-field.js";
import { situationIn } from "../base/forms.js";
import { notice } from "../table/notices.js";
import { sift } from "./palette.js";
import { previewed } from "./previews.js";

const FAILED = Symbol("not fetched");
const FIELDS = "input:not([type=radio]):not([type=checkbox]):not([type=hidden]), select, textarea";

export function sheetsOf(table, sheet, here, html, act) {
  const address = `/t/${table.dataset.table}`;
  let wanted = 0;

  // Fetch what the sheet is to show. While it comes, nothing can be filled in that would be lost; if something else was asked for
  // since, it comes too late and is null.
  async function fetched(fetching) {
    const mine = ++wanted;
    const old = sheet.querySelector("form");
    if (old) old.inert = true;
    try {
      const text = await fetching();
      return mine === wanted ? text : null;
    } finally {
      if (old && mine === wanted) old.inert = false;
    }
  }

  // What was asked for is no longer wanted: its reader left, or something else stands in the sheet.
  const forget = () => (wanted += 1);
  sheet?.addEventListener("cancel", forget);

  function openKeys() {
    forget();
    sheet.innerHTML = listed();
    sheet.showModal();
  }

  async function openSheet(path) {
    const text = await fetched(async () => (await html(`${address}/${path}?${here}`)) ?? FAILED);
    if (text === null) return;
    if (text === FAILED) return notice("That could not be fetched. Is the server still running?");
    sheet.innerHTML = text;
    if (!sheet.open) sheet.showModal();
    sheet.querySelector("[data-focus], [data-close]")?.focus();
  }

  async function openForm(kind, given) {
    const asked = new URLSearchParams(here);
    if (given) asked.set("given", given);
    const text = await fetched(async () => (await fetch(`${address}/forms/${kind}?${asked}`, { headers: { Accept: "text/html" } })).text());
    if (text === null) return;
    sheet.innerHTML = text;
    if (!sheet.open) sheet.showModal();
    for (const chips of sheet.querySelectorAll("[data-shape=chips]")) number(chips);
    const first = [...sheet.querySelectorAll(FIELDS)].find((each) => !each.closest("[hidden]"));
    (first ?? sheet.querySelector("form .btn-primary"))?.focus();
    const form = sheet.querySelector("form[data-preview]");
    if (form) foretell(form);
  }

  async function foretell(form) {
    const text = await previewed(table, { kind: form.dataset.commandForm, ...situationIn(form) });
    const place = form.querySelector("[data-foretold]");
    if (text && place) place.innerHTML = text;
  }

  async function openPalette() {
    const text = await fetched(async () => (await fetch(`${address}/commands?${here}`, { headers: { Accept: "text/html" } })).text());
    if (text === null) return;
    sheet.innerHTML = text;
    if (!sheet.open) sheet.showModal();
    sift(sheet, act);
  }

  return { forget, foretell, openForm, openKeys, openPalette, openSheet };
}
