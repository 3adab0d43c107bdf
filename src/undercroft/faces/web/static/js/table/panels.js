// The panels of the live table: those that changed are fetched together and put in their places without moving the focus.

import { keptBanners } from "./banners.js";
import { label } from "./bindings.js";
import { putRefusal } from "./notices.js";
import { afterPress } from "../base/pressed.js";
import { keptOrder } from "../fight/fight.js";
import { problemIn, put, say } from "../base/requests.js";
import { keptCursor, toTheParty } from "../road/road.js";
import { checkLine, closes, drawnLate, isClosed, pause, read, seatClosed, sitting } from "./stream.js";
import { fit, keptView } from "../dungeon/zoom.js";

const LATE = 200;
// A request that was not answered by then is sent again, and may take twice as long each time.
const PATIENCE = [12_000, 24_000, 60_000];
// What a bad line lost is fetched again soon; a server that cannot draw now is given time.
const LOST_AGAIN = [300, 600, 1000, 1500];
const REFUSED_AGAIN = [500, 1000, 2000, 4000, 5000];
const OLD_AFTER = 3000;
const step = (steps, number) => steps[Math.min(number, steps.length - 1)];
const told = (cursor) => Number(cursor.split("-")[0]);

// What the panels with a map or the order of a fight keep when they are drawn again. It is measured before the first panel is put and set
// after the last, so that the browser lays the page out once, not once for each panel.
const KEPT = { lands: keptCursor, map: keptView, order: keptOrder };

// The names of the panels on the screen; `:not([data-steady])` leaves out those that no choice on the screen changes.
export function panelsShown(kind = "") {
  return [...document.querySelectorAll(`[data-panel]${kind}`)].map((panel) => panel.dataset.panel);
}

export function panelsOf(table, here) {
  const address = `/t/${table.dataset.table}`;
  const waiting = new Set();
  let fetching = false;
  let heard = table.dataset.cursor;
  // Pages that are drawn panel by panel, or that their reader writes in, have banners beside their panels.
  const beside = table.hasAttribute("data-whole") || document.querySelector("#panel-banners[data-panel]") ? null : keptBanners();

  // A part of a page for a person who asked for it; null if it does not come.
  async function html(from) {
    const answer = await asked(from);
    return answer?.ok && !(await otherScreen(answer)) ? answer.text() : null;
  }

  let tries = 0;
  let refused = false;

  // An answer, of whatever kind; null if none comes in time.
  async function asked(from) {
    refused = false;
    try {
      return await read((signal) => fetched(from, signal), step(PATIENCE, tries));
    } catch {
      return null;
    }
  }

  async function fetched(from, signal) {
    const answer = await fetch(from, { headers: { Accept: "application/json" }, signal });
    if (!answer.ok) {
      const problem = await problemIn(answer);
      if (closes(problem)) seatClosed(problem);
      refused = true;
      return { ok: false };
    }
    const text = await answer.text();
    return { ok: true, text: () => text, screen: answer.headers.get("x-screen"), seat: answer.headers.get("x-seat") };
  }

  // A person has acted since this was asked for, and it is from before: what they did would seem undone.
  const isOutdone = (before, cursor) => table.dataset.cursor !== before && told(cursor) < told(table.dataset.cursor);

  // What the browser's seat may see; a page of another seat draws nothing of it.
  const ours = (seat) => !seat || !sitting.sits || seat === sitting.sits;

  // Where a fight begins or ends, another screen takes the place of this one, panels, tabs and all. Whether it does.
  async function otherScreen({ screen }) {
    if (!screen || !table.dataset.screen || screen === table.dataset.screen) return false;
    const before = table.dataset.cursor;
    const answer = await asked(location.href);
    if (!answer?.ok) return true;
    const fresh = new DOMParser().parseFromString(answer.text(), "text/html");
    if (!ours(fresh.getElementById("lost-line")?.dataset.sits)) return true;
    await new Promise(afterPress);
    if (isOutdone(before, fresh.getElementById("main").dataset.cursor)) return true;
    for (const part of ["#panel-banners", "#main", ".tabs", ".top nav", ".top .place"]) {
      const place = document.querySelector(part);
      if (place) place.innerHTML = fresh.querySelector(part).innerHTML;
    }
    document.getElementById("panel-banners").dataset.mark = fresh.getElementById("panel-banners").dataset.mark;
    const { screen: shown, tab, cursor } = fresh.getElementById("main").dataset;
    Object.assign(table.dataset, { screen: shown, tab, cursor });
    // What was heard meanwhile named the panels of the screen that is gone: all of this one may be old.
    if (waiting.size) for (const name of panelsShown()) waiting.add(name);
    label(document);
    scrollTo(0, 0);
    fit();
    keptOrder()();
    toTheParty();
    drawnAgain();
    say(`Now: ${table.dataset.screen}.`);
    return true;
  }

  const drawnAgain = () => document.dispatchEvent(new CustomEvent("panels-drawn"));

  // A page beside the table is fetched as a whole. Whether it came.
  async function refreshWhole() {
    const answer = await asked(location.href);
    if (!answer?.ok) return false;
    const page = new DOMParser().parseFromString(answer.text(), "text/html");
    const fresh = page.getElementById("main");
    if (!fresh || !ours(page.getElementById("lost-line")?.dataset.sits)) return false;
    await new Promise(afterPress);
    for (const part of ["panel-banners", "panel-code"]) {
      const place = document.getElementById(part);
      if (place) place.innerHTML = page.getElementById(part)?.innerHTML ?? "";
    }
    table.dataset.cursor = fresh.dataset.cursor;
    if (fresh.dataset.house) table.dataset.house = fresh.dataset.house;
    put(table, fresh.innerHTML, { asked: false });
    document.dispatchEvent(new CustomEvent("page-drawn"));
    return true;
  }

  // The answer to a command and the stream tell of the same change: whichever comes first has the panels fetched. What
  // is on the screen stands where it stood until they are there.
  function changed(cursor, names) {
    if (cursor === heard) return;
    heard = cursor;
    document.dispatchEvent(new CustomEvent("table-changed"));
    beside?.(cursor);
    if (!table.matches("[data-writing], [data-land], [data-kept]")) refresh(names);
  }

  // What could not be fetched is fetched again until it comes; after a few seconds the page says that it is old.
  async function refresh(names) {
    for (const name of table.hasAttribute("data-whole") ? ["whole"] : names) waiting.add(name);
    if (fetching) return;
    fetching = true;
    table.setAttribute("aria-busy", "true");
    let since = null;
    while (waiting.size && !isClosed()) {
      const now = [...waiting];
      waiting.clear();
      const before = new Date();
      if (await (table.hasAttribute("data-whole") ? refreshWhole() : fetchPanels(now))) {
        since = null;
        tries = 0;
        drawnLate(null);
        continue;
      }
      for (const name of now) waiting.add(name);
      since ??= before;
      tries += 1;
      if (Date.now() - since >= OLD_AFTER) drawnLate(since);
      checkLine();
      await pause(step(refused ? REFUSED_AGAIN : LOST_AGAIN, tries - 1));
    }
    fetching = false;
    table.removeAttribute("aria-busy");
  }

  // Dice that are half typed stay so as long as the same ones are wanted.
  const asks = (place, kind = "wanted") => [...place.querySelectorAll("form[data-answer]")].map((form) => question(form, kind)).join();
  const question = (form, kind) => `${form.dataset[kind] ?? form.dataset.wanted} ${form.dataset.ruling} ${form.querySelector(".wanted-title")?.textContent}`;

  function asksIn(text) {
    const part = document.createElement("template");
    part.innerHTML = text;
    return asks(part.content) || "none";
  }

  // All that is stale comes at once, as it stands at one moment. Whether it came.
  async function fetchPanels(names) {
    const before = table.dataset.cursor;
    const places = names.map((name) => document.getElementById(`panel-${name}`)).filter(Boolean);
    const asks = new URLSearchParams(here);
    asks.set("names", places.map(has).join());
    const late = setTimeout(() => places.forEach((place) => place.setAttribute("aria-busy", "true")), LATE);
    const answer = await asked(`${address}/panels/all?${asks}`);
    clearTimeout(late);
    for (const place of places) place.removeAttribute("aria-busy");
    if (!answer?.ok || !ours(answer.seat)) return false;
    const from = table.dataset.screen;
    if (await otherScreen(answer)) return table.dataset.screen !== from;
    const { cursor, panels, marks } = JSON.parse(answer.text());
    await new Promise(afterPress);
    if (isOutdone(before, cursor)) return names.forEach((name) => waiting.add(name)), true;
    const whole = Object.entries(panels).map(([name, panel]) => [name, wholeText(name, panel)]);
    const fresh = whole.filter(([name, panel]) => isFresh(name, panel));
    const kept = [...fresh.map(([name]) => KEPT[name]?.()), keptPlace()];
    for (const [name, panel] of fresh) putPanel(name, panel, marks[name]);
    for (const keep of kept) keep?.();
    if (fresh.length) drawnAgain();
    const all = [...document.querySelectorAll("[data-panel]")].every((place) => place.dataset.panel in marks);
    if (all && table.dataset.cursor === before) table.dataset.cursor = cursor;
    return true;
  }

  // The panel that one looks at stays where it is while those above it grow or shrink.
  function keptPlace() {
    if (!window.scrollY) return () => {};
    const shown = [...document.querySelectorAll("#main [data-panel]")].map((panel) => [panel, panel.getBoundingClientRect()]);
    const [looked, before] = shown.find(([, box]) => box.height && box.bottom > window.innerHeight / 3) ?? [];
    return () => looked && window.scrollBy(0, looked.getBoundingClientRect().top - before.top);
  }

  // The text of a panel as it came last: what comes next is put together from its lines and new ones.
  const texts = new Map();

  function has({ dataset: { panel, mark = "" } }) {
    return `${panel}:${mark}${mark && texts.get(panel)?.mark === mark ? "*" : ""}`;
  }

  function wholeText(name, panel) {
    if (typeof panel === "string") return panel;
    const lines = texts.get(name).text.split("\n");
    return panel.map((part) => (typeof part === "string" ? part : lines.slice(part[0], part[0] + part[1]).join("\n"))).join("\n");
  }

  // A panel that is as it was does not come: nothing in it moves, and the browser need not lay it out again.
  // Dice that were answered may be asked for in the very same words, for the next throw; while they are on their way up, what
  // comes asks for them still.
  const isFresh = (name, text) => {
    const place = document.getElementById("panel-wanted");
    return name !== "wanted" || !place || ![asks(place), asks(place, "sent")].includes(asksIn(text));
  };

  function putPanel(name, text, mark) {
    const place = document.getElementById(`panel-${name}`);
    if (!place) return;
    place.dataset.mark = mark;
    texts.set(name, { mark, text });
    const refused = place.querySelector(".refused");
    put(place, text, { asked: false });
    if (refused) putRefusal(place, refused);
    label(place);
    const title = name === "wanted" && place.querySelector(".wanted-title");
    if (title) say(`Dice wanted: ${title.textContent}`);
  }

  return { changed, html, refresh };
}
