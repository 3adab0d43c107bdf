// A site is written as an outline; the server reads it while it is typed, and keeps it in the draft when typing stops.

import { put, say, send } from "../base/requests.js";
import { isForField } from "../base/typing.js";
import { fit } from "../dungeon/zoom.js";
import { notice } from "../table/notices.js";
import { editQueue } from "./edit-queue.js";
import { takingFiles } from "./outline-files.js";
import { off } from "../table/bindings.js";
import { keptLast, sendLast } from "./last-words.js";
import { mapTools } from "./map-tools.js";
import { shifted, suggested, typedIn } from "./outline-keys.js";
import { addedUnder, drawLines, lineAt, mendedBy, nextNumber, replaced, startOf, withoutLine } from "./outline-lines.js";
import { pinningRooms } from "./picture-pins.js";

const SOON = 120;
const LATER = 700;
const REST = 400;
const TOOLS = { v: "move", r: "room", d: "door" };
const FIELDS = ["sort", "id", "number", "field"];
const main = document.querySelector("[data-writing]");
if (main) begin();

function begin() {
  const field = document.getElementById("outline");
  const drawn = document.getElementById("outline-lines");
  const address = `/t/${main.dataset.table}/prepare/sites/write`;
  const first = JSON.parse(document.getElementById("site-marks").textContent);
  const now = {
    site: main.dataset.site,
    base: JSON.parse(document.getElementById("site-base").textContent),
    kept: field.defaultValue,
    room: main.dataset.room,
    level: null,
    drawn: false,
    marks: first.marks,
    notes: first.notes,
  };
  const last = `undercroft-last-words ${address} ${now.site}`;
  const chosen = { tell: new Set(), yours: new Set() };
  let refused = [];
  let reading = 0;
  let keeping = 0;
  let missed = false;

  const dirty = () => field.value !== now.kept;
  const roomLines = () => now.marks.filter((mark) => mark.sort === "room");
  const roomAt = (line) => roomLines().filter((mark) => mark.line <= line).at(-1)?.id;

  function draw() {
    const here = roomLines().find((mark) => mark.id === now.room)?.line;
    drawLines(drawn, field.value, { ...now, here, ghost: suggested(field, first.words), at: lineAt(field.value, field.selectionEnd) });
  }

  const queue = editQueue({
    carry,
    draw: show,
    failed: (problem) => notice(`${problem.detail ?? problem}${problem.fix ? `: ${problem.fix}` : ""}.`),
    alike: (one, other) => FIELDS.every((name) => one[name] === other[name]),
    busy: (is) => (is ? main.setAttribute("aria-busy", "true") : main.removeAttribute("aria-busy")),
  });
  const ask = queue.flush;

  // The room that was chosen meanwhile stays chosen, whichever the answer is about.
  async function carry({ edits, more }) {
    const text = field.value;
    const { site, base, kept, room, level, drawn } = now;
    const keep = Boolean(more.keep || edits.length);
    const answer = await send(address, { site, text, base, kept, room, level, drawn, edits, ...more, keep });
    refused = answer.clashes.length ? edits : [];
    clashed(answer.clashes);
    if (!answer.clashes.length) take(answer, text, keep && edits.length);
    if (now.room === room) now.room = answer.room;
    if (more.keep && now.base && !answer.room) notice("A site needs a room. To remove the whole site, open the list at its name.");
    if (field.value === (answer.text ?? text)) [now.marks, now.notes] = [answer.marks, answer.notes];
    return answer;
  }

  const tools = mapTools(document.getElementById("site-map"), {
    choose,
    chosen: () => now.room,
    place: (room, value) => edit({ sort: "room", id: room, field: "shape", value }),
    slide: (door, along) => edit({ sort: "exit", id: door, field: "along", value: String(along) }),
    newRoom,
    newDoor,
    redraw: () => ask(),
    blocked: (number) => notice(`Room ${number} is there. Drop the room on free squares, or move room ${number} first.`),
    released: () => missed && ((missed = false), ask()),
  });

  // A room that was drawn is a line more at the end, with its name ready to be typed over.
  async function newRoom(shape, level) {
    const number = String(nextNumber(field.value));
    const text = field.value.trimEnd();
    field.setRangeText(`${text ? "\n\n" : ""}${number} New room\n`, text.length, field.value.length, "end");
    const room = { sort: "room", id: "", number };
    const edits = [{ ...room, field: "shape", value: shape }, ...(level ? [{ ...room, field: "level", value: level }] : [])];
    await ask({ keep: true }, { edits });
    const line = lineAt(field.value, field.value.search(new RegExp(`^${number} New room`, "m")));
    choose(roomAt(line));
    toLine(line);
    const at = startOf(field.value, line) + number.length + 1;
    field.setSelectionRange(at, at + "New room".length);
  }

  function newDoor(from, to) {
    addedUnder(field, now.marks, from, `> ${to} door`);
    choose(from);
    keep();
  }

  // Another site to go on from is taken, unless more was typed meanwhile: then the next question brings it.
  function take(answer, text, edited) {
    if (answer.site) now.site = answer.site;
    if (answer.text !== null) {
      if (field.value !== text) return;
      replaced(field, answer.text);
      now.base = answer.base;
      now.kept = answer.text;
      return;
    }
    if (answer.base !== null) now.base = answer.base;
    if (answer.kept || edited) now.kept = text;
  }

  function show(answer) {
    main.dataset.cursor = answer.cursor;
    const parts = { head: "site-head", map: "site-map", card: "site-card", draft: "site-draft" };
    for (const [name, id] of Object.entries(parts)) {
      const place = document.getElementById(id);
      const drawing = place.querySelector("[data-map]");
      const view = drawing && [drawing.scrollLeft, drawing.scrollTop];
      if (place.dataset.held) missed = true;
      if (place.dataset.came === answer.parts[name] || halfTyped(place) || place.dataset.held) continue;
      put(place, answer.parts[name], { asked: false });
      place.dataset.came = answer.parts[name];
      fit();
      if (view) place.querySelector("[data-map]")?.scrollTo(...view);
    }
    tools.mark();
    grow();
    draw();
    tally();
    follow();
    if (now.site && !new URLSearchParams(location.search).has("site")) {
      history.replaceState(null, "", `?site=${encodeURIComponent(now.site)}`);
    }
    const name = field.value.match(/^#\s+(.+)$/m)?.[1];
    if (name) document.querySelector("[data-site-name]").textContent = name;
  }

  // A field in which words are half typed is left alone, or they would never be sent.
  function halfTyped(place) {
    const typing = document.activeElement;
    return place.contains(typing) && typing.matches("[data-sort]:is(textarea, .input):not(select)") && typing.value !== typing.defaultValue;
  }

  // How many changes Play it puts in, and what was chosen for each before it was drawn again.
  function tally() {
    const count = Number(document.querySelector("[data-changes]")?.dataset.changes ?? 0);
    const words = count === 1 ? "1 change. You can undo it." : `${count} changes. One undo takes them all out again.`;
    document.querySelector("[data-play-words]").textContent = count ? words : "Nothing is waiting.";
    document.querySelector("[data-play-it]").setAttribute("aria-disabled", String(!count && !dirty()));
    for (const line of document.querySelectorAll("[data-parts]")) {
      const parts = JSON.parse(line.dataset.parts);
      for (const [name, kept] of Object.entries(chosen)) {
        for (const button of line.querySelectorAll(`[data-${name}]`)) {
          button.setAttribute("aria-pressed", String((button.dataset[name] === "yes") === parts.some((part) => kept.has(part))));
        }
      }
    }
  }

  function clashed(words) {
    const place = document.getElementById("site-clash");
    place.hidden = !words.length;
    if (!words.length) return place.replaceChildren();
    const said = document.createElement("p");
    said.textContent = words.join(" ");
    const button = (text, more, edits) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "btn";
      made.textContent = text;
      made.addEventListener("click", () => ask(more, { edits, alone: true }));
      return made;
    };
    place.replaceChildren(said, button("Take theirs", { theirs: true }, []), button("Use mine", { keep: true, mine: true }, refused));
  }

  const keep = () => (clearTimeout(keeping), clearTimeout(reading), ask({ keep: true }));
  const edit = (change) => ask({ keep: true }, { edits: [change] });

  function grow() {
    for (const each of document.querySelectorAll("#site-card textarea")) {
      each.style.height = "auto";
      each.style.height = `${each.scrollHeight + 2}px`;
    }
  }

  function typed() {
    draw();
    clearTimeout(reading);
    clearTimeout(keeping);
    reading = setTimeout(() => ask(), SOON);
    keeping = setTimeout(keep, LATER);
  }

  function choose(room, { look = true } = {}) {
    if (!room || room === now.room) return;
    now.room = room;
    now.level = null;
    for (const each of document.querySelectorAll("#site-map [data-zone]")) each.classList.toggle("is-chosen", each.dataset.zone === room);
    if (look) toLine(roomLines().find((mark) => mark.id === room)?.line, false);
    draw();
    ask();
  }

  // The room that the caret is in is chosen, as soon as the lines are known.
  function follow() {
    if (document.activeElement === field && !dirty()) choose(roomAt(lineAt(field.value, field.selectionStart)), { look: false });
  }

  function toLine(line, focus = true) {
    if (!line) return;
    const place = startOf(field.value, line);
    if (focus) {
      showView("outline");
      field.focus({ preventScroll: true });
      field.setSelectionRange(place, place);
    }
    const row = drawn.children[line - 1];
    const scroll = field.closest(".outline-scroll");
    if (row) scroll.scrollTop = Math.max(0, row.offsetTop - scroll.clientHeight / 3);
  }

  function showView(name) {
    main.dataset.writing = name;
    for (const each of document.querySelectorAll("[data-writing-to]")) each.setAttribute("aria-pressed", String(each.dataset.writingTo === name));
    fit();
    grow();
  }

  // A text that is missing is written on the card; anything else is changed in the outline.
  async function mend(note) {
    if (note.code !== "no_text") return mendedBy(field, note.mend), keep();
    choose(roomAt(note.line));
    await ask();
    showView("card");
    document.querySelector('#site-card [data-name="glance"]')?.focus();
  }

  async function command(given) {
    const key = `${Date.now().toString(16).padStart(12, "0")}-${Math.random()}`;
    const done = await send(`/api/tables/${main.dataset.table}/commands`, { command: given, key, expected: null, dice: [] });
    if (done.refused) notice(done.refused.map((reason) => reason.what).join(" "));
    return !done.refused;
  }

  async function playIt() {
    if (dirty() || !queue.idle()) await keep();
    const there = new Set([...document.querySelectorAll("[data-parts]")].flatMap((line) => JSON.parse(line.dataset.parts)));
    if (!there.size) return notice("There is nothing to put into play: change something first.");
    const still = (kept) => [...kept].filter((part) => there.has(part));
    if (!(await command({ kind: "play_it", tell: still(chosen.tell), yours: still(chosen.yours) }))) return;
    chosen.tell.clear();
    chosen.yours.clear();
    await ask({ keep: true });
    say("The changes are in play.");
    notice("The changes are in play. You can undo them.");
  }

  field.addEventListener("input", typed);
  field.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) event.stopPropagation();
    if (event.key === "Escape") leave();
    if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const word = event.shiftKey ? "" : suggested(field, first.words);
    if (word) typedIn(field, word);
    else shifted(field, event.shiftKey);
  });
  // The map is where Esc leads, also where it is behind a tab.
  function leave() {
    showView("map");
    const there = document.querySelector("#site-map [data-map]");
    (there?.checkVisibility() ? there : document.querySelector("[data-writing-to=map]")).focus();
  }
  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== field) return;
    draw();
    follow();
  });
  takingFiles(main, open, (file) => pins.take(file));

  // It takes the place of the outline; the field's own undo brings that back.
  function open(text) {
    showView("outline");
    typedIn(field, text, 0, field.value.length);
    field.setSelectionRange(0, 0);
    if (now.base) notice("The file took the place of the outline. Ctrl+Z in the outline brings the old one back.");
    return keep();
  }

  main.addEventListener("change", (event) => {
    const { sort, id, name } = event.target.dataset;
    if (!sort) return;
    edit({ sort, id, field: name, value: event.target.type === "checkbox" ? (event.target.checked ? "yes" : "no") : event.target.value });
  });
  // Prose is kept while it is typed; anything shorter could be half of something else.
  main.addEventListener("input", (event) => {
    const { sort, id, name } = event.target.dataset;
    if (event.target.matches(".part-long textarea[data-name]") && name !== "encounters") queue.edit({ sort, id, field: name, value: event.target.value }, REST);
  });
  // A menu closes when something outside it is clicked.
  document.addEventListener("click", (event) => {
    for (const menu of main.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  addEventListener("resize", grow);
  main.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-add-line]");
    if (!form) return;
    event.preventDefault();
    const line = form.querySelector("input");
    const mark = form.querySelector("select").value;
    if (!line.value.trim()) return line.focus();
    addedUnder(field, now.marks, form.dataset.addLine, `${mark}${mark ? " " : ""}${line.value.trim()}`);
    line.value = "";
    keep();
  });
  main.addEventListener("click", async (event) => {
    const on = (name) => event.target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
    const found = { line: on("to-line"), mend: on("mend"), room: on("to-room"), level: on("write-level"), gone: on("remove-line"), view: on("writing-to") };
    if (found.view) return showView(found.view);
    if (found.line) return toLine(Number(found.line));
    if (found.room) return choose(found.room), showView("card");
    if (found.mend) return mend(now.notes[Number(found.mend)]);
    if (found.gone) return withoutLine(field, Number(found.gone)), keep();
    if (found.level) return (now.level = Number(found.level)), ask();
    if (event.target.closest("[data-play-it]")) return playIt();
    const drop = on("drop");
    if (drop) {
      await keep();
      if (await command({ kind: "drop_change", changes: JSON.parse(drop) })) ask({ theirs: true }, { alone: true });
    }
    const site = on("remove-site");
    if (site && (await command({ kind: "take_out_site", site }))) location.assign("?");
    for (const name of ["tell", "yours"]) {
      const choice = on(name);
      if (!choice) continue;
      for (const part of JSON.parse(event.target.closest("[data-parts]").dataset.parts)) chosen[name][choice === "yes" ? "add" : "delete"](part);
      tally();
    }
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const name = TOOLS[event.key.toLowerCase()];
      if (!name || off() || event.ctrlKey || event.metaKey || event.altKey || isForField(event) || event.target.closest("dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tools.take(name);
      say(`${name} tool`);
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const rooms = roomLines();
      const at = rooms.findIndex((mark) => mark.id === now.room) + (event.key === "ArrowUp" ? -1 : 1);
      if (!rooms[at]) return;
      event.preventDefault();
      choose(rooms[at].id);
      if (document.activeElement === field) toLine(rooms[at].line);
    } else if (event.key === "F8" && now.notes.length) {
      event.preventDefault();
      const line = lineAt(field.value, field.selectionStart);
      toLine((now.notes.find((note) => note.line > line) ?? now.notes[0]).line);
    }
  });
  // The table went on, or another screen wrote: what is not typed here is looked at again.
  document.addEventListener("table-changed", () => {
    clearTimeout(begin.later);
    begin.later = setTimeout(() => dirty() || ask({ keep: Boolean(now.base) }), 250);
  });
  // What was typed last is kept even if the page is left at once.
  addEventListener("pagehide", () => {
    const { site, base, kept } = now;
    const edits = queue.unsent();
    if (!dirty() && !edits.length) return;
    sendLast(address, last, { site, base, kept, text: field.value, edits, keep: true });
  });
  // What could not be sent then is typed once more, as if the page had never been left.
  function resume() {
    const left = keptLast(last);
    if (!left || left.site !== now.site) return;
    [now.base, now.kept] = [left.base, left.kept];
    typedIn(field, left.text, 0, field.value.length);
    ask({ keep: true }, { edits: left.edits });
    notice("What you typed last, before the page was left, is kept now.");
  }

  const pins = pinningRooms(document.getElementById("site-map"), {
    choose,
    chosen: () => now.room,
    pin: (room, value) => edit({ sort: "room", id: room, field: "pin", value }),
    released: () => missed && ((missed = false), ask()),
    drawn: (is) => ((now.drawn = is), ask()),
    pictured: (level, picture) => ((now.drawn = false), edit({ sort: "site", id: now.site, field: "pictures", value: `${level} ${picture}`.trim() })),
    kept: async () => (dirty() || !now.site ? keep() : null),
    table: main.dataset.table,
  });
  draw();
  tally();
  grow();
  resume();
  // What was typed before this script came.
  if (dirty()) typed();
  if (!now.site) field.focus();
  else if (matchMedia("(max-width: 40rem)").matches) showView("map");
  else toLine(roomLines().find((mark) => mark.id === now.room)?.line, false);
}
