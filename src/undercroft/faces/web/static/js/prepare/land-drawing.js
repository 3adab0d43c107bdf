// The map of a land is drawn on here: terrain and regions are painted, ways are drawn, features are placed, by hand or by key.

import { say } from "../base/requests.js";
import { isForField } from "../base/typing.js";
import { off } from "../table/bindings.js";
import { beside, isWay } from "./hex-ways.js";

const WAYS = { maintained: "Road", trail: "Trail", river: "River" };
const REGION = "region:";
const GRADES = ["overt", "hidden", "secret"];
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// `edit` changes the draft, `choose` makes a hex the chosen one, `added` shows the feature that was placed last.
export function landDrawing(land, { by, part, hexAt, edit, choose, rested, switched, added, toCard }) {
  const costs = JSON.parse(by("land-costs")?.textContent ?? "{}");
  let tool = "";
  let stroke = null;

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
  const drawn = (one, other, kind) => ways().some(isWay(one, other, kind));

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
    await added();
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
    rested({ soon: true });
  });

  // Keys

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || by("sheet")?.open) return;
      if (isForField(event) || !part("drawing")) return;
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
      rested();
    }
  }

  return { take, markTool, stroking: () => stroke !== null };
}
