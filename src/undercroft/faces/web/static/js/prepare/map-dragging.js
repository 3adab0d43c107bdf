// Rooms of a prepared map are dragged to their places and by their edges to their size, or both with the arrow keys.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const EDGE = 9;

export function movingRooms(map, { choose, chosen, place, redraw, released }) {
  let held = null;

  map.addEventListener("pointerdown", (event) => {
    const room = event.target.closest("[data-zone]");
    if (!room || event.button) return;
    const drawing = room.closest("svg");
    const floor = room.querySelector(".room-floor").getBoundingClientRect();
    const wider = floor.right - event.clientX < EDGE;
    const deeper = floor.bottom - event.clientY < EDGE;
    held = { room, drawing, x: event.clientX, y: event.clientY, wider, deeper, change: [0, 0, 0, 0] };
    map.dataset.held = "yes";
    drawing.setPointerCapture?.(event.pointerId);
  });
  map.addEventListener("pointermove", (event) => {
    if (!held) return;
    const scale = held.drawing.getScreenCTM().a;
    const square = Number(held.drawing.dataset.square);
    const across = Math.round((event.clientX - held.x) / scale / square);
    const down = Math.round((event.clientY - held.y) / scale / square);
    const sized = held.wider || held.deeper;
    held.change = sized ? [0, 0, held.wider ? across : 0, held.deeper ? down : 0] : [across, down, 0, 0];
    drawnAs(held.room, placed(held.room, held.change), held.change, square);
    event.preventDefault();
  });
  map.addEventListener("pointerup", () => {
    if (!held) return;
    const { room, change } = held;
    held = null;
    delete map.dataset.held;
    if (change.some(Boolean)) place(room.dataset.zone, kept(room, change));
    else choose(room.dataset.zone);
    released();
  });
  map.addEventListener("pointercancel", () => {
    held?.room.removeAttribute("transform");
    held = null;
    delete map.dataset.held;
  });

  map.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || !event.target.closest("[data-map]:not([data-pinning])")) return;
    event.preventDefault();
    event.stopPropagation();
    stepped(chosen(), event.shiftKey ? [0, 0, ...step] : [...step, 0, 0]);
  });

  // A room of a level that is still to be drawn is moved once it is there.
  async function stepped(zone, change) {
    const there = () => map.querySelector(`[data-zone="${CSS.escape(zone)}"]`);
    if (!there()) await redraw();
    const room = there();
    if (!room) return;
    const from = room.dataset.from?.split(" ") ?? room.dataset.place.split(" ");
    room.dataset.from = from.join(" ");
    const value = kept(room, change);
    const [x, y] = room.dataset.place.split(" ").map((side, at) => side - from[at]);
    drawnAs(room, placed(room, [0, 0, 0, 0]), [x, y], Number(room.closest("svg").dataset.square));
    place(zone, value);
  }
}

// The place of a room after a change; a room is at least one square wide and deep.
function placed(room, change) {
  const [x, y, width, height] = room.dataset.place.split(" ").map((side, at) => Number(side) + change[at]);
  return [x, y, Math.max(1, width), Math.max(1, height)];
}

function drawnAs(room, [, , width, height], [across, down], square) {
  room.setAttribute("transform", `translate(${across * square} ${down * square})`);
  for (const floor of room.querySelectorAll(".room-floor, .room-grid")) {
    floor.setAttribute("width", width * square);
    floor.setAttribute("height", height * square);
  }
}

function kept(room, change) {
  const to = placed(room, change);
  room.dataset.place = to.join(" ");
  return `x ${to[0]}, y ${to[1]}, width ${to[2]}, height ${to[3]}`;
}
