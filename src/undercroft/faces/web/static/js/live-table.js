// The live table: commands go up as typed JSON, the stream says which panels changed, and those are fetched and put in
// their places without moving the focus.

import { bind, label, listed, meaning, off, switchOff } from "./bindings.js";
import { drawers } from "./drawers.js";
import { fighting, nextFoe, toThePad } from "./fight.js";
import { situationIn } from "./forms.js";
import { dice, endFace, faceOf, layDigit, toNextDie } from "./laying.js";
import { sift } from "./palette.js";
import { fault, forgetRefusals, hush, lineLost, notice, refuse } from "./notices.js";
import { complain, put, say, send } from "./sending.js";
import { keptCursor, overHexes, toTheParty } from "./travel.js";

const ALL = ["me", "strip", "party", "map", "actions", "wanted", "room", "log", "gear", "rounds", "order", "strike", "peril", "encounter", "meeting", "day", "lands", "route", "here", "camp", "town"];
const LATE = 200;
const ALSO = { "alt+n": "ctrl+z", "/": "ctrl+k" };
const ANYWHERE = { r: "make_ruling", b: "pass_time", y: "note" };
const meant = (key) => ALSO[key] ?? key;
const KEPT = "undercroft-dice-kept";
const main = document.querySelector("[data-table]");
if (main) begin(main);

function begin(table) {
  const here = new URLSearchParams(location.search);
  const address = `/t/${table.dataset.table}`;
  const sheet = document.getElementById("sheet");
  const waiting = new Set();
  let fetching = false;
  let since = null;
  let heard = table.dataset.cursor;

  document.addEventListener("click", (event) => {
    const command = event.target.closest("[data-command]");
    if (command) return act(JSON.parse(command.dataset.command), command, JSON.parse(command.dataset.dice ?? "[]"), { expected: command.hasAttribute("data-expected") ? table.dataset.cursor : null });
    const form = event.target.closest("[data-form]");
    if (form) return openForm(form.dataset.form, form.dataset.given);
    const why = event.target.closest("[data-why]");
    if (why) return openSheet(`why/${why.dataset.why}`);
    const undo = event.target.closest("[data-undo-to]");
    if (undo) return openSheet(`undo/${undo.dataset.undoTo}`);
    const many = event.target.closest("[data-undo-many]");
    if (many) return undoMany(many);
    const entry = event.target.closest("[data-entry]");
    if (entry) return chosen(event, "entry", entry.dataset.entry, ["map"]);
    const show = event.target.closest("[data-show]");
    if (show) return chosen(event, "show", show.dataset.show, ["log"]);
    if (event.target.closest("[data-palette]")) return openPalette();
    if (event.target.closest("[data-keys]")) return openKeys();
    if (event.target.closest("[data-print]")) return print();
    const house = event.target.closest("[data-house-choice]");
    if (house) return choose(JSON.parse(house.dataset.houseChoice), house);
    const tab = event.target.closest("[data-tab-to]");
    if (tab) return openTab(tab.dataset.tabTo);
    if (event.target.closest("[data-to-dice]")) return openTab("me");
    const group = event.target.closest("[data-group]");
    if (group) return chosen(event, "group", group.dataset.group);
    const who = event.target.closest("[data-choose]");
    if (who) return chosen(event, "who", who.dataset.choose);
    const pick = event.target.closest("[data-pick]");
    if (pick) return chosen(event, pick.dataset.pick, pick.dataset.value);
    const folded = event.target.closest("[data-open]");
    if (folded) return unfold(document.getElementById(folded.dataset.open));
    const size = event.target.closest("[data-zoom]");
    if (size) return zoom(Number(size.dataset.zoom));
    const level = event.target.closest("[data-level]");
    if (level) return chosen(event, "level", level.dataset.level);
    if (event.target.closest("[data-close]")) return sheet.close();
    const option = event.target.closest("[data-option]");
    if (option) return answer(option.closest("form"), [option.dataset.option]);
    const mine = event.target.closest("[data-roll-mine]");
    if (mine) return answer(mine.closest("form"), dice(mine.closest("form")).map(() => null));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-answer]")) {
      event.preventDefault();
      answer(form, dice(form).map(faceOf));
    } else if (form.matches("[data-command-form]")) {
      event.preventDefault();
      sendForm(form);
    }
  });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");
    if (event.target.closest("[data-bind]")) return;
    const held = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}${event.shiftKey && (event.ctrlKey || event.metaKey) ? "shift+" : ""}`;
    if ((typing && !held) || sheet?.open) return;
    if (!held && toThePad(event)) return;
    const wanted = document.querySelector("form[data-answer]");
    if (wanted && !held && /^[0-9]$/.test(event.key) && layDigit(wanted, event.key)) return event.preventDefault();
    if (wanted && !held && event.key === "Enter" && endFace(wanted)) return event.preventDefault();
    if (!held && off() && event.key !== "?") return;
    const key = meant(meaning(held + event.key.toLowerCase()));
    if (!held && (key === "j" || key === "k")) return step(key === "j" ? 1 : -1, event);
    if (!held && key === "f" && nextFoe()) return event.preventDefault();
    if (!held && overHexes(event)) return;
    if (!held && event.key.startsWith("Arrow") && !event.target.closest("[data-map], [type=radio]")) return lookTo(event);
    const control = document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
    const form = !control && !held && table.dataset.seat === "referee" && ANYWHERE[key];
    if (!form && (!control || control.getAttribute("aria-disabled") === "true")) return;
    event.preventDefault();
    if (form) openForm(form);
    else control.click();
  });

  document.addEventListener("change", (event) => {
    const key = event.target.closest("[data-bind]");
    if (key) sheet.querySelector("[data-keys-fault]").hidden = bind(key.dataset.bind, key.value);
    if (event.target.closest("[data-keys-off]")) switchOff(event.target.checked);
    label(document);
  });

  // The button says what it will send, and the focus hops to the next die.
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-answer]");
    if (!form) return;
    const faces = dice(form).map(faceOf);
    const known = faces.filter((face) => face !== null);
    const sum = known.length > 1 && known.length === faces.length ? ` = ${known.reduce((one, other) => one + other)}` : "";
    const rest = known.length < faces.length ? ", roll the rest" : "";
    const send = form.querySelector("[data-send]");
    if (send) send.textContent = known.length ? `Send ${known.join(" and ")}${sum}${rest}` : "Send";
    toNextDie(form);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-preview]");
    if (!form) return;
    clearTimeout(foretell.later);
    foretell.later = setTimeout(() => foretell(form), 150);
  });

  // One question of the house rules is answered otherwise; the others stay as they are.
  function choose({ id, book, value }, from) {
    const house = JSON.parse(table.dataset.house);
    const other = book ? { readings: { ...house.readings, [id]: value } } : { [id]: value };
    return act({ kind: "change_house", house: { ...house, ...other } }, from);
  }

  const WAYS = { ArrowUp: "north", ArrowDown: "south", ArrowLeft: "west", ArrowRight: "east" };

  function lookTo(event) {
    const exits = [...document.querySelectorAll(`[data-direction="${WAYS[event.key]}"]`)];
    if (!exits.length) return;
    event.preventDefault();
    exits[(exits.indexOf(document.activeElement) + 1) % exits.length].focus();
  }

  function step(by, event) {
    const all = [...document.querySelectorAll("[data-person] [data-choose]")];
    if (!all.length) return;
    const now = all.findIndex((each) => each.closest(".is-chosen"));
    chosen(event, "who", all[(now + by + all.length) % all.length].dataset.choose);
  }

  function openKeys() {
    sheet.innerHTML = listed();
    sheet.showModal();
  }

  function openTab(name) {
    table.dataset.tab = name;
    for (const each of document.querySelectorAll("[data-tab-to]")) {
      if (each.dataset.tabTo === name) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
    fit();
    toTheParty();
  }

  function unfold(part) {
    part.open = !part.open;
    if (part.open) part.scrollIntoView({ block: "start" });
  }

  let enlarged = 1;
  function zoom(by) {
    enlarged = Math.min(4, Math.max(0.5, enlarged * (by > 0 ? 1.25 : 0.8)));
    fit();
  }

  // The map is drawn as large as its panel allows, within what keeps its lettering easy to read, or as was asked for.
  function fit() {
    const place = document.querySelector("[data-map]");
    const drawing = place?.querySelector("svg");
    if (!drawing || !place.clientWidth) return;
    const { width, height } = drawing.viewBox.baseVal;
    const scale = enlarged * Math.max(place.clientWidth < 480 ? 0.9 : 0.8, Math.min(Math.max(1.6, place.clientWidth / 900), (place.clientWidth - 8) / width, (place.clientHeight - 8) / height));
    drawing.style.width = `${Math.floor(width * scale)}px`;
    drawing.style.height = `${Math.floor(height * scale)}px`;
    const here = place.querySelector("[data-here]")?.getBoundingClientRect();
    const seen = place.getBoundingClientRect();
    if (!here) return;
    place.scrollLeft += (here.left + here.right - seen.left - seen.right) / 2;
    place.scrollTop += (here.top + here.bottom - seen.top - seen.bottom) / 2;
  }
  addEventListener("resize", fit);
  fit();
  toTheParty();
  fighting(act);
  label(document);

  // What is answered is asked no more: a ruling that goes on to its next throw shows that one, with no face chosen.
  async function answer(form, answers) {
    const { wanted, ruling } = form.dataset;
    if (!wanted) return;
    form.dataset.wanted = "";
    if (!(await act({ kind: "answer", wanted, ruling: Number(ruling), answers }, form))) form.dataset.wanted = wanted;
  }

  // One click, one key: a click that is sent twice is carried out once. With `expected` it holds only for the table as
  // it was shown; whoever was faster stands, and the second is asked again.
  async function act(command, from, dice = [], { expected = null, key = newKey() } = {}) {
    if (table.hasAttribute("data-watching")) return notice("You look through a player's eyes: nothing can be done from here.");
    forgetRefusals();
    try {
      const done = await send(`/api/tables/${table.dataset.table}/commands`, { command, key, expected, dice });
      if (done.refused) return refused(done.refused, from);
      if (sheet?.open) sheet.close();
      table.dataset.cursor = done.now;
      changed(done.now, ALL);
      return done.now;
    } catch (problem) {
      failed(problem, command, from, key);
    }
    return false;
  }

  // The time comes first, so that the keys of a log lie together on the server's disk.
  const newKey = () => `${Date.now().toString(16).padStart(12, "0")}-${crypto.randomUUID?.() ?? Math.random()}`;

  function failed(problem, command, from, key) {
    if (!problem.code && command.kind === "answer") return keep({ command, key });
    if (problem.code === "stale") {
      refresh(ALL);
      return notice("Somebody was faster. This is how it stands now: look, and press again if you still mean it.");
    }
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, problem);
    else fault(problem);
  }

  // Dice that could not be sent are kept, and go up under the same key when the line is back.
  function keep(one) {
    sessionStorage.setItem(KEPT, JSON.stringify([...keptDice(), one]));
    notice("Not connected. Your dice are kept and will be sent.");
  }

  function keptDice() {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  }

  async function sendKept() {
    const waiting = keptDice();
    sessionStorage.removeItem(KEPT);
    for (const { command, key } of waiting) await act(command, null, [], { key });
  }

  function refused(reasons, from) {
    const text = reasons.map((reason) => reason.what).join(" ");
    const form = from?.closest?.("form");
    if (form?.querySelector("[data-fault-of-all]")) complain(form, { detail: text.replace(/\.$/, "") });
    else refuse(reasons, from);
    return false;
  }

  // Several acts are taken back one after the other, as long as nothing else happens meanwhile.
  async function undoMany(button) {
    let expected = button.dataset.cursor;
    for (let left = Number(button.dataset.undoMany); left > 0 && expected; left -= 1) {
      expected = await act({ kind: "undo" }, button, [], { expected });
    }
  }

  function chosen(event, name, value, panels = ALL.filter((each) => each !== "wanted" && each !== "log")) {
    event.preventDefault();
    if (value) here.set(name, value);
    else here.delete(name);
    history.replaceState(null, "", `${location.pathname}?${here}`);
    refresh(panels);
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
    const first = sheet.querySelector("input:not([type=radio]):not([type=checkbox]), select, textarea") ?? sheet.querySelector("form .btn-primary");
    first?.focus();
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

  async function sendForm(form) {
    await act({ kind: form.dataset.commandForm, ...situationIn(form) }, form);
  }

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
    for (const part of ["#main", ".tabs", ".top nav", ".top .place"]) {
      const place = document.querySelector(part);
      if (place) place.innerHTML = fresh.querySelector(part).innerHTML;
    }
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
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
    table.dataset.cursor = fresh.dataset.cursor;
    if (fresh.dataset.house) table.dataset.house = fresh.dataset.house;
    put(table, fresh.innerHTML, { asked: false });
  }

  // The answer to a command and the stream tell of the same change: whichever comes first has the panels fetched. What
  // is on the screen stands where it stood until they are there.
  function changed(cursor, names) {
    if (cursor === heard) return;
    heard = cursor;
    refresh(names);
  }

  async function refresh(names) {
    for (const name of names) waiting.add(name);
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
  const asks = (place) => [...place.querySelectorAll("form[data-answer]")].map((form) => `${form.dataset.wanted} ${form.dataset.ruling} ${form.querySelector(".wanted-title")?.textContent}`).join();

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
    for (const [name, panel] of Object.entries(panels)) putPanel(name, panel);
    const whole = [...document.querySelectorAll("[data-panel]")].every((place) => place.dataset.panel in panels);
    if (whole && table.dataset.cursor === before) table.dataset.cursor = cursor;
  }

  // A panel that comes as it came last is left alone: nothing in it moves, and the browser need not lay it out again.
  // Dice that were answered may be asked for in the very same words, for the next throw.
  const came = new WeakMap();

  function putPanel(name, text) {
    const place = document.getElementById(`panel-${name}`);
    if (name === "wanted" ? asks(place) === asksIn(text) : came.get(place) === text) return;
    came.set(place, text);
    const mark = keptCursor();
    put(place, text, { asked: false });
    label(place);
    const title = name === "wanted" && place.querySelector(".wanted-title");
    if (title) say(`Dice wanted: ${title.textContent}.`);
    if (name === "lands") mark();
    if (name === "map") fit();
  }

  // Losing the stream loses nothing: on return everything that may be stale is fetched, and so is what happened
  // between the page and its stream. Whoever looks through other eyes hears their own stream, and looks again at once.
  const borrowed = here.has("as");
  const stream = new EventSource(`${address}/stream${borrowed ? "" : `?since=${encodeURIComponent(table.dataset.cursor)}`}`);
  stream.addEventListener("changed", (event) => {
    const told = JSON.parse(event.data);
    changed(told.cursor, told.panels);
  });
  stream.addEventListener("present", (event) => {
    for (const place of document.querySelectorAll("[data-present]")) place.textContent = event.data;
  });
  stream.addEventListener("bye", () => lose());
  stream.onerror = () => lose();
  stream.onopen = async () => {
    if (since === null) return borrowed && refresh(ALL);
    since = null;
    hush();
    await sendKept();
    refresh(ALL);
    reconnected();
  };
  addEventListener("pagehide", () => stream.close());

  async function reconnected() {
    if (borrowed) return;
    const answer = await fetch(`/api/tables/${table.dataset.table}/events?${new URLSearchParams({ after: table.dataset.cursor })}`);
    if (!answer.ok) return;
    const missed = await answer.json();
    notice(`Reconnected, ${missed.events.length} ${missed.events.length === 1 ? "event" : "events"}.`);
  }

  function lose() {
    if (since !== null) return;
    since = new Date();
    lineLost(since);
  }
  drawers(table, fit);
  if (keptDice().length) sendKept();
}
