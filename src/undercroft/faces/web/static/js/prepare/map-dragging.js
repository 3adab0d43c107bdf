// Rooms of a prepared map are dragged to their places, or moved with the arrow keys.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function movingRooms(map, { choose, place }) {
  let held = null;

  map.addEventListener("pointerdown", (event) => {
    const room = event.target.closest("[data-zone]");
    if (!room || event.button) return;
    const drawing = room.closest("svg");
    held = { room, drawing, x: event.clientX, y: event.clientY, across: 0, down: 0 };
    drawing.setPointerCapture?.(event.pointerId);
  });
  map.addEventListener("pointermove", (event) => {
    if (!held) return;
    const scale = held.drawing.getScreenCTM().a;
    const square = Number(held.drawing.dataset.square);
    held.across = Math.round((event.clientX - held.x) / scale / square);
    held.down = Math.round((event.clientY - held.y) / scale / square);
    held.room.setAttribute("transform", `translate(${held.across * square} ${held.down * square})`);
    event.preventDefault();
  });
  map.addEventListener("pointerup", () => {
    if (!held) return;
    const { room, across, down } = held;
    held = null;
    if (across || down) place(room.dataset.zone, moved(room, across, down));
    else choose(room.dataset.zone);
  });
  map.addEventListener("pointercancel", () => {
    held?.room.removeAttribute("transform");
    held = null;
  });

  map.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const room = map.querySelector(".is-chosen[data-zone]");
    if (!step || !room || event.altKey || event.ctrlKey || !event.target.closest("[data-map]")) return;
    event.preventDefault();
    event.stopPropagation();
    place(room.dataset.zone, moved(room, ...step));
  });
}

function moved(room, across, down) {
  const [x, y, width, height] = room.dataset.place.split(" ").map(Number);
  const to = [x + across, y + down, width, height];
  room.dataset.place = to.join(" ");
  return `x ${to[0]}, y ${to[1]}, width ${to[2]}, height ${to[3]}`;
}
