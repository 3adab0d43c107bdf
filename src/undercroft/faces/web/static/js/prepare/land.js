// A land is painted, drawn and written here: every edit goes into the draft a moment after the hand rests.

import { off } from "../table/bindings.js";
import { notice } from "../table/notices.js";
import { afterPress, isPressed } from "../base/pressed.js";
import { say, send } from "../base/requests.js";
import { editQueue } from "./edit-queue.js";
import { keptLast, sendLast } from "./last-words.js";

const REST = 400;
const PARTS = ["head", "map", "list", "card", "ground", "tables", "regions", "weather", "draft"];
const WAYS = { maintained: "Road", trail: "Trail", river: "River" };
const REGION = "region:";
const GRADES = ["overt", "hidden", "secret"];
const TYPED = "input:not([type=checkbox]):not([type=number]), textarea";
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const main = document.querySelector("[data-land]");
if (main) begin(main);

function begin(land) {
  const address = `/t/${land.dataset.table}/prepare/land/write`;
  const last = `undercroft-last-words ${address}`;
  const by = (id) => document.getElementById(id);
  const part = (name) => by(`land-${name}`);
  const hexAt = (id) => part("map")?.querySelector(`[data-hex-at="${id}"]`);
  const costs = JSON.parse(by("land-costs")?.textContent ?? "{}");
  const stale = new Map();
  let tool = "";
  let refused = [];
  let stroke = null;

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
  const edit = (one) => queue.edit(one, REST);

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
    for (const name of PARTS) if (answer.parts[name] !== undefined && !(stroke && name === "map")) put(name, answer.parts[name], answer.clashes.length > 0);
    markTool();
    summed();
  }

  // A part in which a person types or presses a button stays as it is until they leave it or let go, or the press would be
  // lost; what they see in the other fields is kept up.
  function put(name, html, force) {
    const place = part(name);
    const active = document.activeElement;
    const typing = (place.contains(active) && active.matches(TYPED) && !isEmpty(active)) || isPressed(place);
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (typing && !force) {
      stale.set(name, html);
      if (isPressed(place)) afterPress(catchUp);
      for (const field of fresh.content.querySelectorAll("[data-seen][id]")) {
        keptUp(by(field.id), field, active);
      }
      return;
    }
    stale.delete(name);
    const held = place.contains(active) ? active.id : "";
    const open = [...place.querySelectorAll("details[id]")].filter((each) => each.open).map((each) => each.id);
    const halfway = [...place.querySelectorAll("form input[id], form textarea[id]")].map((each) => [each.id, each.value]);
    const scrolled = place.scrollTop;
    place.replaceChildren(fresh.content);
    place.scrollTop = scrolled;
    for (const id of open) by(id)?.setAttribute("open", "");
    for (const [id, value] of halfway) if (by(id)) by(id).value = value;
    if (held) by(held)?.focus({ preventScroll: true });
  }

  // A field that is ready for the next name, with nothing in it yet, is drawn again and keeps the caret.
  const isEmpty = (field) => field.value === "" && field.closest("[data-adds]") !== null;

  // The field under the caret goes on from what was written in it here, and not from what another screen wrote.
  function keptUp(old, fresh, active) {
    if (!old || old === active) return;
    old.dataset.seen = fresh.dataset.seen;
    old.value = fresh.value;
    if (old.type === "checkbox") old.checked = fresh.checked;
  }

  const catchUp = () =>
    setTimeout(() => {
      for (const [name, html] of [...stale]) if (queue.idle()) put(name, html);
    });
  document.addEventListener("focusout", catchUp);

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

  function take(name) {
    tool = tool === name ? "" : name;
    markTool();
    if (tool.startsWith(REGION)) switched("shown", "regions", "data-land-show");
    tip("");
  }

  // The button of a region is drawn again with its card, and goes with the region.
  function markTool() {
    const buttons = [...document.querySelectorAll("[data-tool]")];
    if (!buttons.some((each) => each.dataset.tool === tool)) tool = "";
    for (const each of buttons) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
    land.dataset.using = tool;
  }

  // Painting, drawing and placing

  const inRegion = (hex) => REGION + hex.dataset.region === tool;

  function assign(hex, erase) {
    const { hexAt: id, region: seen } = hex.dataset;
    const value = erase ? "" : tool.slice(REGION.length);
    if (seen === value) return;
    edit({ deed: "hex", id, field: "region", value, seen });
    hex.dataset.region = value;
    const name = erase ? "" : document.querySelector(`[data-tool="${tool}"]`).dataset.regionName;
    part("map").querySelector(`[data-region-of="${id}"]`).textContent = name;
    say(erase ? `${id} is in no region now.` : `${id} is in ${name} now.`);
  }

  function paint(hex) {
    if (tool.startsWith(REGION)) return assign(hex, stroke ? stroke.erase : inRegion(hex));
    const { hexAt: id, terrain } = hex.dataset;
    if (terrain === tool) return;
    edit({ deed: "hex", id, field: "terrain", value: tool, seen: terrain });
    hex.dataset.terrain = tool;
    hex.querySelector(".ground").setAttribute("class", `ground ground-${tool}`);
    hex.querySelector(".glyph").setAttribute("d", document.querySelector(`[data-tool="${tool}"] .glyph`).getAttribute("d"));
  }

  const ways = () => JSON.parse(part("map").querySelector("[data-ways]").dataset.ways);
  const isWay = (one, other, kind) => ([a, b, path]) => path === kind && ((a === one && b === other) || (a === other && b === one));
  const drawn = (one, other, kind) => ways().some(isWay(one, other, kind));

  function beside(one, other) {
    const [q, r] = axial(one);
    const [s, t] = axial(other);
    const [across, down] = [s - q, t - r];
    return (Math.abs(across) + Math.abs(down) + Math.abs(across + down)) / 2 === 1;
  }

  function axial(id) {
    const column = Number(id.slice(0, 2)) - 1;
    return [column, Number(id.slice(2)) - 1 - Math.floor(column / 2)];
  }

  function foretold(from, hex, erase) {
    const ground = costs[hex.dataset.terrain];
    const name = WAYS[tool];
    const into = hex.dataset.hexAt;
    if (tool === "river") return `River ${erase ? "removed" : "to"} ${into}: to follow, no faster`;
    const now = drawn(from, into, "maintained") ? ground.maintained : drawn(from, into, "trail") ? ground.trail : ground[""];
    const then = erase ? ground[""] : ground[tool];
    return `${erase ? `No ${name.toLowerCase()}` : name} into ${into}: ${now} ${now === then ? "stays" : `becomes ${then}`}`;
  }

  function tip(words, hex) {
    const place = by("land-tip");
    place.hidden = !words;
    place.textContent = words;
    if (!words || !hex) return;
    const box = hex.getBoundingClientRect();
    const around = part("drawing").getBoundingClientRect();
    place.style.left = `${Math.min(box.left - around.left, around.width - 220)}px`;
    place.style.top = `${box.bottom - around.top - 8}px`;
  }

  function drawTo(hex) {
    const last = stroke.hexes.at(-1);
    const id = hex.dataset.hexAt;
    if (id === last || !beside(last, id)) return;
    if (stroke.hexes.at(-2) === id) stroke.hexes.pop();
    else stroke.hexes.push(id);
    if (stroke.hexes.length === 2) stroke.erase = drawn(stroke.hexes[0], stroke.hexes[1], tool);
    const spots = stroke.hexes.map((each) => hexAt(each).dataset);
    by("land-stroke").setAttribute("d", spots.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join(""));
    tip(stroke.hexes.length > 1 ? foretold(stroke.hexes.at(-2), hexAt(stroke.hexes.at(-1)), stroke.erase) : "", hexAt(stroke.hexes.at(-1)));
  }

  function wayAlong(hexes, erase) {
    for (let at = 1; at < hexes.length; at += 1) {
      const [from, to] = [hexes[at - 1], hexes[at]];
      edit({ deed: "way", id: from, to, field: tool, value: erase ? "" : "yes" });
      const others = ways().filter((way) => !isWay(from, to, tool)(way));
      part("map").querySelector("[data-ways]").dataset.ways = JSON.stringify(erase ? others : [...others, [from, to, tool]]);
    }
  }

  async function placed(id) {
    edit({ deed: "add_feature", id, field: tool });
    land.dataset.hex = id;
    take(tool);
    await flush();
    toNewFeature();
  }

  function toNewFeature() {
    const names = [...part("card").querySelectorAll('[data-deed="feature"][data-field="name"]')];
    openTab("card");
    names.at(-1)?.focus();
    names.at(-1)?.select();
  }

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-hex-at]");

  part("drawing")?.addEventListener("pointerdown", (event) => {
    const hex = event.target.closest("[data-hex-at]");
    if (!hex || event.button) return;
    const id = hex.dataset.hexAt;
    if (!tool) return choose(id);
    if (GRADES.includes(tool)) {
      event.preventDefault();
      return placed(id);
    }
    stroke = { hexes: [id], erase: inRegion(hex) };
    if (!(tool in WAYS)) paint(hex);
  });

  addEventListener("pointermove", (event) => {
    const hex = stroke && under(event);
    if (!hex) return;
    if (tool in WAYS) drawTo(hex);
    else if (stroke.hexes.at(-1) !== hex.dataset.hexAt) {
      stroke.hexes.push(hex.dataset.hexAt);
      paint(hex);
    }
  });

  addEventListener("pointerup", () => {
    if (!stroke) return;
    const { hexes, erase } = stroke;
    stroke = null;
    if (tool in WAYS) wayAlong(hexes, erase);
    tip("");
    choose(hexes.at(-1), { ask: false });
    queue.later(queue.unsent().length ? REST : 0);
  });

  // Keys

  document.addEventListener(
    "keydown",
    (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && part("draft")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return playIt();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || by("sheet")?.open) return;
      if (event.target.closest("input, textarea, select") || !part("drawing")) return;
      const onMap = part("drawing").contains(event.target);
      if (acted(event, onMap)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );

  function acted(event, onMap) {
    const key = event.key.toLowerCase();
    const button = !off() && !event.shiftKey && document.querySelector(`[data-land-key="${CSS.escape(key)}"]`);
    if (button) {
      if (tool !== button.dataset.tool) take(button.dataset.tool);
      if (onMap && !(tool in WAYS)) use();
      else say(`${button.querySelector("b").textContent} chosen.`);
      return true;
    }
    if (key === "escape" && tool) return take(tool), true;
    if (!onMap) return false;
    if (key === "enter" || key === " ") return use(), true;
    if (!(event.key in STEPS)) return false;
    return step(event), true;
  }

  function use() {
    const hex = hexAt(land.dataset.hex);
    if (!tool || tool in WAYS) return toCard();
    if (GRADES.includes(tool)) return placed(land.dataset.hex);
    paint(hex);
    if (!tool.startsWith(REGION)) say(`${hex.dataset.hexAt} is ${tool.replace("_", " ")} now.`);
  }

  function toCard() {
    openTab("card");
    by("c-name")?.focus();
  }

  function step(event) {
    const from = land.dataset.hex;
    const [across, down] = STEPS[event.key];
    const to = [Number(from.slice(0, 2)) + across, Number(from.slice(2)) + down].map((each) => String(each).padStart(2, "0")).join("");
    if (!hexAt(to)) return;
    const way = event.shiftKey && tool in WAYS && beside(from, to);
    if (way) {
      const erase = drawn(from, to, tool);
      wayAlong([from, to], erase);
      choose(to, { ask: false });
      say(foretold(from, hexAt(to), erase));
    } else {
      choose(to, { ask: false });
      queue.later(REST);
    }
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
      await flush();
      if (press.dataset.then === "feature") toNewFeature();
      return;
    }
    const chosen = event.target.closest("[data-choose-hex]");
    if (chosen) {
      choose(chosen.dataset.chooseHex, { ask: false });
      await flush();
      return toCard();
    }
    const taken = event.target.closest("[data-tool]");
    if (taken) return take(taken.dataset.tool);
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
    if (form.dataset.adds) return added(form);
    const name = form.elements.name.value;
    edit(form.id === "new-season" ? { deed: "add_season", value: name } : { deed: "table", id: name, value: form.elements.rows.value });
    form.reset();
    document.activeElement?.blur();
    await flush();
  });

  // The caret stays in the field, ready for the next ware or service.
  async function added(form) {
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
    again = setTimeout(() => (part("draft") ? stroke || queue.unsent().length || flush() : location.reload()), 250);
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
