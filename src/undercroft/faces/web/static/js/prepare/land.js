// A land is painted, drawn and written here: every edit goes into the draft a moment after the hand rests.

import { notice } from "../table/notices.js";
import { say, send } from "../base/requests.js";
import { editQueue } from "./edit-queue.js";
import { landDrawing } from "./land-drawing.js";
import { landParts } from "./land-parts.js";
import { keptLast, sendLast } from "./last-words.js";

const REST = 400;
const PARTS = ["head", "map", "list", "card", "ground", "tables", "regions", "weather", "draft"];

const main = document.querySelector("[data-land]");
if (main) begin(main);

function begin(land) {
  const address = `/t/${land.dataset.table}/prepare/land/write`;
  const last = `undercroft-last-words ${address}`;
  const by = (id) => document.getElementById(id);
  const part = (name) => by(`land-${name}`);
  const hexAt = (id) => part("map")?.querySelector(`[data-hex-at="${id}"]`);
  let refused = [];

  // Edits wait for the hand to rest

  const once = ({ deed }) => !deed.startsWith("add_") && deed !== "grow";
  const ofOneField = (one, other) => ["deed", "id", "feature", "to", "field"].every((name) => (one[name] ?? "") === (other[name] ?? ""));
  const queue = editQueue({
    carry,
    draw: show,
    failed: (problem) => complain([`${problem.detail ?? problem}: ${problem.fix ?? "try again"}.`]),
    alike: (one, other) => once(one) && ofOneField(one, other),
  });
  const { flush } = queue;
  const edit = (change) => queue.edit(change, REST);
  const parts = landParts({ by, part, idle: queue.idle });
  const drawing = landDrawing(land, {
    by,
    part,
    hexAt,
    edit,
    choose,
    rested: ({ soon = false } = {}) => queue.later(soon && !queue.unsent().length ? 0 : REST),
    switched,
    added,
    toCard,
  });

  // The hex that was chosen meanwhile stays chosen, whichever the answer is about.
  async function carry({ edits, more }) {
    const { hex } = land.dataset;
    const answer = await send(address, { hex, edits, ...more });
    land.dataset.cursor = answer.cursor;
    if (land.dataset.hex === hex) land.dataset.hex = answer.hex;
    const { clashes, faults } = answer;
    if (clashes.length) refused = edits.filter(once);
    else if (!faults.length) edits.forEach(written);
    if (clashes.length || faults.length) complain([...clashes, ...faults], clashes.length > 0);
    else if (part("clash")) part("clash").hidden = true;
    return answer;
  }

  // What was just written is what the next letters of the same field go on from.
  function written(one) {
    for (const each of queue.unsent()) if (ofOneField(each, one)) each.seen = one.value;
    for (const field of land.querySelectorAll("[data-seen]")) if (ofOneField(field.dataset, one)) field.dataset.seen = one.value;
  }

  function show(answer) {
    for (const name of PARTS) {
      if (answer.parts[name] !== undefined && !(name === "map" && drawing.stroking())) parts.put(name, answer.parts[name], answer.clashes.length > 0);
    }
    drawing.markTool();
    summed();
  }

  function complain(words, clashed = false) {
    const place = part("clash");
    place.replaceChildren(...words.map((each) => Object.assign(document.createElement("p"), { textContent: each })));
    if (clashed) place.append(Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: "Use mine", id: "land-mine" }));
    place.hidden = false;
  }

  function summed() {
    const { changes, mend } = part("draft").querySelector("[data-changes]").dataset;
    const words = Number(changes) ? `${changes} ${changes === "1" ? "change" : "changes"} not in play` : "Everything is in play.";
    by("land-play-words").textContent = Number(mend) ? `${words}, ${mend} to mend` : words;
    document.querySelector("[data-play-land]").setAttribute("aria-disabled", String(!Number(changes)));
  }

  // What is chosen

  function choose(id, { ask = true } = {}) {
    if (!hexAt(id)) return;
    land.dataset.hex = id;
    markChosen(hexAt(id));
    say(hexAt(id).dataset.says);
    if (ask) flush();
  }

  function markChosen(hex) {
    const over = part("map").querySelector(".over");
    over.querySelector(".hex-chosen")?.remove();
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    ring.setAttribute("class", "hex-chosen");
    ring.setAttribute("points", hex.querySelector("polygon").getAttribute("points"));
    over.append(ring);
  }

  // The feature that was added last, with its name ready to be typed over, once its card is drawn.
  async function added() {
    await flush();
    await parts.drawn();
    const names = [...part("card").querySelectorAll('[data-deed="feature"][data-field="name"]')];
    openTab("card");
    names.at(-1)?.focus();
    names.at(-1)?.select();
  }

  function toCard() {
    openTab("card");
    by("c-name")?.focus();
  }

  // Fields

  const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "yes" : "") : field.value);

  function editOf(place, value) {
    const { deed, id, feature, to, field, seen } = place.dataset;
    return { deed, id, feature, to, field, value, seen };
  }

  document.addEventListener("input", (event) => {
    const field = event.target.closest("[data-deed]:not([data-edit]):not([data-deed=table]):not([data-finished])");
    if (field && field.value !== "mixed") edit(editOf(field, valueOf(field)));
    const road = event.target.closest("[data-road]");
    if (road) changeRoad(road);
  });

  // A table, a price or a name is read when it is finished: half of it would be something else.
  document.addEventListener("change", (event) => {
    const whole = event.target.closest("[data-deed=table], [data-finished]");
    if (whole) edit(editOf(whole, whole.value));
  });

  function changeRoad(field) {
    const way = { deed: "way", id: field.dataset.from, to: field.dataset.road };
    if (field.value) edit({ ...way, field: field.value, value: "yes" });
    else for (const kind of ["trail", "maintained"]) edit({ ...way, field: kind, value: "" });
  }

  document.addEventListener("click", async (event) => {
    const press = event.target.closest("[data-edit]");
    if (press) {
      edit(editOf(press, press.dataset.value ?? ""));
      return press.dataset.then === "feature" ? added() : flush();
    }
    const chosen = event.target.closest("[data-choose-hex]");
    if (chosen) {
      choose(chosen.dataset.chooseHex, { ask: false });
      await flush();
      return toCard();
    }
    const taken = event.target.closest("[data-tool]");
    if (taken) return drawing.take(taken.dataset.tool);
    const view = event.target.closest("[data-land-view]");
    if (view) return switched("view", view.dataset.landView, "data-land-view");
    const shown = event.target.closest("[data-land-show]");
    if (shown) return switched("shown", shown.dataset.landShow, "data-land-show");
    const tab = event.target.closest("[data-land-tab]");
    if (tab) return openTab(tab.dataset.landTab);
    if (event.target.closest("#land-play-words")) return openTab("draft");
    if (event.target.closest("#land-mine")) {
      const mine = refused;
      refused = [];
      return flush({ mine: true }, { edits: mine, alone: true });
    }
    const drop = event.target.closest("[data-drop-parts]");
    if (drop) return command({ kind: "drop_change", changes: JSON.parse(drop.dataset.dropParts) });
    if (event.target.closest("[data-play-land]")) return playIt();
  });

  function switched(name, value, attribute) {
    land.dataset[name] = value;
    for (const each of document.querySelectorAll(`[${attribute}]`)) each.setAttribute("aria-pressed", String(each.getAttribute(attribute) === value));
  }

  function openTab(name) {
    switched("tab", name, "data-land-tab");
  }

  document.addEventListener(
    "keydown",
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter" || !part("draft")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      playIt();
    },
    true,
  );

  async function playIt() {
    document.activeElement?.blur();
    if (!queue.idle()) await flush();
    const ticked = (kind) => [...part("draft").querySelectorAll(`${kind}:checked`)].flatMap((each) => JSON.parse(each.closest("li").dataset.parts));
    if (await command({ kind: "play_it", tell: ticked("[data-tell]"), yours: ticked("[data-yours]") })) notice("In play.");
  }

  async function command(what) {
    try {
      const done = await send(`/api/tables/${land.dataset.table}/commands`, { command: what, key: `${Date.now()}-${Math.random()}`, dice: [] });
      if (done.refused) return complain(done.refused.map((each) => each.what)), false;
      await flush();
      return true;
    } catch (problem) {
      complain([`${problem.detail}: ${problem.fix ?? "try again"}.`]);
      return false;
    }
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches("#new-land, #new-land-table, #new-season, [data-adds]")) return;
    event.preventDefault();
    if (form.id === "new-land") return made(form);
    if (form.dataset.adds) return addedLine(form);
    const name = form.elements.name.value;
    edit(form.id === "new-season" ? { deed: "add_season", value: name } : { deed: "table", id: name, value: form.elements.rows.value });
    form.reset();
    document.activeElement?.blur();
    await flush();
  });

  // The caret stays in the field, ready for the next ware or service.
  async function addedLine(form) {
    const { adds: deed, id, feature } = form.dataset;
    const { name } = form.elements;
    edit({ deed, id, feature, value: name.value });
    form.reset();
    name.blur();
    await flush();
    by(name.id)?.focus();
  }

  async function made(form) {
    const { name, columns, rows, miles, terrain, charted } = form.elements;
    const size = { columns: Number(columns.value), rows: Number(rows.value), miles: miles.value };
    const body = { name: name.value, ...size, terrain: terrain.value, charted: charted.checked };
    try {
      const answer = await send(address, { new: body });
      if (!answer.faults.length) return location.reload();
      throw { detail: answer.faults.join(" ") };
    } catch (problem) {
      const fault = form.querySelector("[role=alert]");
      fault.textContent = problem.detail;
      fault.hidden = false;
    }
    return null;
  }

  // The table went on, or another screen wrote: what is shown here is looked at again, but not in the middle of a stroke.
  let again = 0;
  document.addEventListener("table-changed", () => {
    clearTimeout(again);
    again = setTimeout(() => (part("draft") ? drawing.stroking() || queue.unsent().length || flush() : location.reload()), 250);
  });

  // What was painted last is kept even if the page is left at once.
  addEventListener("pagehide", () => {
    const edits = queue.unsent();
    if (edits.length) sendLast(address, last, { edits });
  });
  const left = keptLast(last);
  if (left) flush({}, left);

  if (part("draft")) summed();
}
