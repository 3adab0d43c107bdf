// Rooms are pinned on the picture of a paper map: by a click, by dragging their pins, or with the keys.

import { problemIn, say } from "../base/requests.js";
import { notice } from "../table/notices.js";

const SCALE = 10000;
const STEP = 100;
const FINE = 20;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const within = (place) => Math.min(SCALE, Math.max(0, Math.round(place)));

export function pinningRooms(map, { choose, chosen, pin, released, drawn, pictured, kept, table }) {
  let held = null;
  const picture = () => map.querySelector(".picture");
  const pinOf = (room) => map.querySelector(`[data-pin="${CSS.escape(room)}"]`);

  // Where a pointer is on the picture, and where a pin is.
  function under(event) {
    const { left, top, width, height } = picture().getBoundingClientRect();
    return [within(((event.clientX - left) / width) * SCALE), within(((event.clientY - top) / height) * SCALE)];
  }
  function placeOf(each) {
    const { width, height } = picture().viewBox.baseVal;
    const { e, f } = each.transform.baseVal.consolidate().matrix;
    return each.dataset.place?.split(" ").map(Number) ?? [within((e / width) * SCALE), within((f / height) * SCALE)];
  }
  function moved(each, [x, y]) {
    const { width, height } = picture().viewBox.baseVal;
    each.dataset.place = `${x} ${y}`;
    each.setAttribute("transform", `translate(${(x / SCALE) * width} ${(y / SCALE) * height})`);
  }
  const pinned = (room, [x, y]) => pin(room, `x ${x}, y ${y}`);

  map.addEventListener("pointerdown", (event) => {
    if (event.button || !event.target.closest(".picture")) return;
    const each = event.target.closest("[data-pin]");
    held = { each, x: event.clientX, y: event.clientY, to: null };
    map.dataset.held = "yes";
    picture().setPointerCapture?.(event.pointerId);
  });
  map.addEventListener("pointermove", (event) => {
    if (!held?.each || Math.hypot(event.clientX - held.x, event.clientY - held.y) < 3) return;
    held.to = under(event);
    moved(held.each, held.to);
    event.preventDefault();
  });
  map.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { each, to } = held;
    held = null;
    delete map.dataset.held;
    if (each && to) pinned(each.dataset.pin, to);
    else if (each) choose(each.dataset.pin);
    else if (!pinOf(chosen())) placed(chosen(), under(event));
    released();
  });
  map.addEventListener("pointercancel", () => {
    held = null;
    delete map.dataset.held;
  });

  // The next room without a pin is chosen, so that a whole map is pinned click by click.
  function placed(room, to) {
    const left = [...map.querySelectorAll("[data-unpinned]")].map((each) => each.dataset.unpinned);
    const next = left[left.indexOf(room) + 1] ?? left.find((each) => each !== room);
    pinned(room, to);
    if (next) choose(next);
  }

  map.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.closest("[data-pinning]")) return;
    const each = pinOf(chosen());
    const step = ARROWS[event.key];
    if (event.key === "Enter" && !each) placed(chosen(), [SCALE / 2, SCALE / 2]);
    else if (event.key === "Delete" && each) pin(chosen(), "");
    else if (step && each) {
      const to = placeOf(each).map((place, at) => within(place + step[at] * (event.shiftKey ? FINE : STEP)));
      moved(each, to);
      pinned(chosen(), to);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  map.addEventListener("click", (event) => {
    const on = (name) => event.target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
    const [room, which, gone, same] = [on("unpinned"), on("write-map"), on("no-picture"), on("same-picture")];
    if (room) choose(room);
    if (which) drawn(which === "drawn");
    if (gone) pictured(gone, "");
    if (same) pictured(...same.split(" "));
  });

  map.addEventListener("change", (event) => {
    const file = event.target.id === "picture-file" && event.target.files[0];
    if (!file) return;
    take(file);
    event.target.value = "";
  });

  // A picture becomes the map of the level that is shown.
  async function take(file) {
    const level = document.getElementById("picture-file")?.dataset.levelOf;
    if (!level) return notice("A picture needs a room to pin: type the first room, then drop the picture again.");
    say("The picture is being sent.");
    map.setAttribute("aria-busy", "true");
    try {
      await kept();
      const answer = await fetch(`/api/tables/${table}/pictures?name=${encodeURIComponent(file.name)}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
        body: file,
      });
      if (!answer.ok) throw await problemIn(answer);
      const sent = await answer.json();
      pictured(level, sent.picture.id);
    } catch (problem) {
      notice(`${problem.detail ?? "The picture could not be sent"}${problem.fix ? `: ${problem.fix}` : ""}.`);
    } finally {
      map.removeAttribute("aria-busy");
    }
  }
  return { take };
}
