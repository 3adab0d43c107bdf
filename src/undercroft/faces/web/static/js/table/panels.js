// The panels of the live table: those that changed are fetched together and put in their places without moving the focus.

import { label } from "./bindings.js";
import { put, say } from "../base/requests.js";
import { keptCursor, toTheParty } from "../road/road.js";
import { fit, keptView } from "../dungeon/zoom.js";

const LATE = 200;

// What the two panels with a map keep when they are drawn again. It is measured before the first panel is put and set
// after the last, so that the browser lays the page out once, not once for each panel.
const KEPT = { lands: keptCursor, map: keptView };

// The names of the panels on the screen; `:not([data-steady])` leaves out those that no choice on the screen changes.
export function panelsShown(kind = "") {
  return [...document.querySelectorAll(`[data-panel]${kind}`)].map((panel) => panel.dataset.panel);
}

export function panelsOf(table, here) {
  const address = `/t/${table.dataset.table}`;
  const waiting = new Set();
  let fetching = false;
  let heard = table.dataset.cursor;

  // What a lost line cuts short is fetched again with everything else when the line is back.
  async function html(from) {
    try {
      const answer = await fetch(from, { headers: { Accept: "text/html" } });
      const screen = answer.headers.get("x-screen");
      if (screen && table.dataset.screen && screen !== table.dataset.screen) return await otherScreen();
      return answer.ok ? await answer.text() : null;
    } catch {
      return null;
    }
  }

  // Where a fight begins or ends, another screen takes the place of this one, panels, tabs and all.
  async function otherScreen() {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of ["#panel-banners", "#main", ".tabs", ".top nav", ".top .place"]) {
      const place = document.querySelector(part);
      if (place) place.innerHTML = fresh.querySelector(part).innerHTML;
    }
    came.delete(document.getElementById("panel-banners"));
    const { screen: shown, tab, cursor } = fresh.getElementById("main").dataset;
    Object.assign(table.dataset, { screen: shown, tab, cursor });
    label(document);
    fit();
    toTheParty();
    say(`Now: ${table.dataset.screen}.`);
    return null;
  }

  // A page beside the table is fetched as a whole.
  async function refreshWhole() {
    const text = await html(location.href);
    if (text === null) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.getElementById("main");
    for (const part of ["panel-banners", "panel-code"]) {
      const place = document.getElementById(part);
      if (place) place.innerHTML = page.getElementById(part)?.innerHTML ?? "";
    }
    table.dataset.cursor = fresh.dataset.cursor;
    if (fresh.dataset.house) table.dataset.house = fresh.dataset.house;
    put(table, fresh.innerHTML, { asked: false });
    document.dispatchEvent(new CustomEvent("page-drawn"));
  }

  // The answer to a command and the stream tell of the same change: whichever comes first has the panels fetched. What
  // is on the screen stands where it stood until they are there.
  function changed(cursor, names) {
    if (cursor === heard) return;
    heard = cursor;
    document.dispatchEvent(new CustomEvent("table-changed"));
    if (!table.matches("[data-writing], [data-land]")) refresh(names);
  }

  async function refresh(names) {
    for (const name of table.hasAttribute("data-whole") ? ["whole"] : names) waiting.add(name);
    if (fetching) return;
    fetching = true;
    table.setAttribute("aria-busy", "true");
    while (waiting.size) {
      const now = [...waiting];
      waiting.clear();
      await (table.hasAttribute("data-whole") ? refreshWhole() : fetchPanels(now));
    }
    fetching = false;
    table.removeAttribute("aria-busy");
  }

  // Dice that are half typed stay so as long as the same ones are wanted.
  const asks = (place) => [...place.querySelectorAll("form[data-answer]")].map(question).join();
  const question = (form) => `${form.dataset.wanted} ${form.dataset.ruling} ${form.querySelector(".wanted-title")?.textContent}`;

  function asksIn(text) {
    const part = document.createElement("template");
    part.innerHTML = text;
    return asks(part.content) || "none";
  }

  // All that is stale comes at once, as it stands at one moment.
  async function fetchPanels(names) {
    const before = table.dataset.cursor;
    const places = names.map((name) => document.getElementById(`panel-${name}`)).filter(Boolean);
    const asked = new URLSearchParams(here);
    asked.set("names", places.map((place) => place.dataset.panel).join());
    const late = setTimeout(() => places.forEach((place) => place.setAttribute("aria-busy", "true")), LATE);
    const text = await html(`${address}/panels/all?${asked}`);
    clearTimeout(late);
    for (const place of places) place.removeAttribute("aria-busy");
    if (text === null) return;
    const { cursor, panels } = JSON.parse(text);
    const fresh = Object.entries(panels).filter(([name, panel]) => isFresh(name, panel));
    const kept = [...fresh.map(([name]) => KEPT[name]?.()), keptPlace()];
    for (const [name, panel] of fresh) putPanel(name, panel);
    for (const keep of kept) keep?.();
    const whole = [...document.querySelectorAll("[data-panel]")].every((place) => place.dataset.panel in panels);
    if (whole && table.dataset.cursor === before) table.dataset.cursor = cursor;
  }

  // The panel that one looks at stays where it is while those above it grow or shrink.
  function keptPlace() {
    if (!window.scrollY) return () => {};
    const shown = [...document.querySelectorAll("#main [data-panel]")].map((panel) => [panel, panel.getBoundingClientRect()]);
    const [looked, before] = shown.find(([, box]) => box.height && box.bottom > window.innerHeight / 3) ?? [];
    return () => looked && window.scrollBy(0, looked.getBoundingClientRect().top - before.top);
  }

  // A panel that comes as it came last is left alone: nothing in it moves, and the browser need not lay it out again.
  // Dice that were answered may be asked for in the very same words, for the next throw.
  const came = new WeakMap();

  function isFresh(name, text) {
    const place = document.getElementById(`panel-${name}`);
    return name === "wanted" ? asks(place) !== asksIn(text) : came.get(place) !== text;
  }

  function putPanel(name, text) {
    const place = document.getElementById(`panel-${name}`);
    came.set(place, text);
    put(place, text, { asked: false });
    label(place);
    const title = name === "wanted" && place.querySelector(".wanted-title");
    if (title) say(`Dice wanted: ${title.textContent}`);
  }

  return { changed, html, refresh };
}
