// The tools of a prepared map. Move drags rooms, their edges and doors along their wall; Room draws a room; Door draws an
// exit from room to room. The arrow keys move and size the chosen room.

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const EDGE = 8;
const LEAST = 1;
const SVG = "http://www.w3.org/2000/svg";

export function mapTools(map, { choose, chosen, place, slide, newRoom, newDoor, redraw, blocked, released }) {
  let held = null;

  const tool = () => map.dataset.tool ?? "move";

  function take(name) {
    map.dataset.tool = name;
    mark();
  }

  // The buttons are drawn with the map: each drawing is told which tool is in hand.
  function mark() {
    for (const each of map.querySelectorAll("[data-map-tool]")) each.setAttribute("aria-pressed", String(each.dataset.mapTool === tool()));
    for (const each of map.querySelectorAll("[data-tool-help]")) each.hidden = each.dataset.toolHelp !== tool();
  }

  map.addEventListener("click", (event) => {
    const button = event.target.closest("[data-map-tool]");
    if (button) take(button.dataset.mapTool);
  });

  map.addEventListener("pointerdown", (event) => {
    const drawing = event.target.closest("[data-map]")?.querySelector("svg[data-square]");
    if (!drawing || event.button) return;
    const room = event.target.closest("[data-zone]");
    const door = event.target.closest("[data-door]");
    const grip = begun[tool()]({ room, door, drawing, from: spot(drawing, event), event });
    if (!grip) return;
    held = { drawing, ...grip };
    map.dataset.held = "yes";
    drawing.setPointerCapture?.(event.pointerId);
  });
  map.addEventListener("pointermove", (event) => {
    if (!held) return feel(event);
    held.drag(spot(held.drawing, event), event);
    event.preventDefault();
  });
  map.addEventListener("pointerup", (event) => {
    if (!held) return;
    const { drop } = held;
    letGo();
    drop(event);
    released();
  });
  map.addEventListener("pointercancel", () => {
    if (!held) return;
    held.room?.removeAttribute("transform");
    letGo();
    released();
  });

  function letGo() {
    held = null;
    delete map.dataset.held;
    map.querySelector(".map-sketch")?.remove();
  }

  // What the hand does, by tool
  const begun = {
    move: ({ room, door, drawing, from, event }) => (door ? alongWall(door, drawing, from) : room && moved(room, drawing, from, edges(room, event))),
    room: ({ drawing, from }) => drawnOut(drawing, from),
    door: ({ room, drawing, from }) => room && joined(room, drawing, from),
  };

  function moved(room, drawing, from, { left, right, top, bottom }) {
    const square = Number(drawing.dataset.square);
    const [, , width, height] = room.dataset.place.split(" ").map(Number);
    const before = inTheWay(room, placed(room, [0, 0, 0, 0]));
    let change = [0, 0, 0, 0];
    let under = null;
    const drag = ([x, y]) => {
      const across = Math.round((x - from[0]) / square);
      const down = Math.round((y - from[1]) / square);
      if (left || right || top || bottom) {
        const [in_x, in_y] = [Math.min(across, width - LEAST), Math.min(down, height - LEAST)];
        change = [left ? in_x : 0, top ? in_y : 0, right ? across : left ? -in_x : 0, bottom ? down : top ? -in_y : 0];
      } else change = [across, down, 0, 0];
      under = inTheWay(room, placed(room, change)).find((each) => !before.includes(each)) ?? null;
      room.classList.toggle("is-blocked", Boolean(under));
      drawnAs(room, placed(room, change), change, square);
    };
    const drop = () => {
      if (!change.some(Boolean)) return choose(room.dataset.zone);
      if (!under) return place(room.dataset.zone, kept(room, change));
      room.classList.remove("is-blocked");
      drawnAs(room, placed(room, [0, 0, 0, 0]), [0, 0], square);
      blocked(under.dataset.number);
    };
    return { room, drag, drop };
  }

  // A door keeps to its stretch of wall; the place is kept in percent, so that it holds when the room is sized.
  function alongWall(door, drawing, from) {
    const [low, high] = door.dataset.wall.split(" ").map(Number);
    const upright = door.dataset.upright === "yes";
    const mark = door.querySelector("rect") ?? door;
    const box = mark.getBBox();
    const start = upright ? box.y + box.height / 2 : box.x + box.width / 2;
    let at = start;
    const drag = ([x, y]) => {
      at = Math.min(high, Math.max(low, start + (upright ? y - from[1] : x - from[0])));
      door.setAttribute("transform", upright ? `translate(0 ${at - start})` : `translate(${at - start} 0)`);
    };
    const drop = () => Math.abs(at - start) > 2 && high > low && slide(door.dataset.door, Math.round((100 * (at - low)) / (high - low)));
    return { room: door, drag, drop };
  }

  function drawnOut(drawing, from) {
    const grid = gridOf(drawing);
    const first = grid.square(from);
    const sketch = sketched(drawing, "rect");
    let shape = null;
    const drag = (to) => {
      const last = grid.square(to);
      const [x, y] = [Math.min(first[0], last[0]), Math.min(first[1], last[1])];
      shape = [x, y, Math.abs(first[0] - last[0]) + 1, Math.abs(first[1] - last[1]) + 1];
      const [left, top] = grid.corner([x, y]);
      const sides = { x: left, y: top, width: shape[2] * grid.side, height: shape[3] * grid.side };
      for (const [name, value] of Object.entries(sides)) sketch.setAttribute(name, value);
    };
    const drop = () => {
      if (!shape || shape[2] * shape[3] <= 1) return;
      const [under] = inTheWay(sketch, shape, drawing);
      if (under) blocked(under.dataset.number);
      else newRoom(written(shape), drawing.dataset.level);
    };
    return { drag, drop };
  }

  function joined(room, drawing, from) {
    const line = sketched(drawing, "path");
    const drag = (to) => line.setAttribute("d", `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`);
    const drop = (event) => {
      const there = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
      if (there && there !== room) newDoor(room.dataset.zone, there.dataset.number);
    };
    return { drag, drop };
  }

  // The edge under the pointer shows how it can be dragged.
  function feel(event) {
    const room = tool() === "move" && event.target.closest?.("[data-zone]");
    const { left, right, top, bottom } = room ? edges(room, event) : {};
    const across = left || right;
    const down = top || bottom;
    map.dataset.edge = across && down ? (Boolean(left) === Boolean(top) ? "nwse" : "nesw") : across ? "ew" : down ? "ns" : "";
  }

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
    const before = inTheWay(room, placed(room, [0, 0, 0, 0]));
    const under = inTheWay(room, placed(room, change)).find((each) => !before.includes(each));
    if (under) return blocked(under.dataset.number);
    const from = (room.dataset.from ??= room.dataset.place).split(" ");
    const value = kept(room, change);
    const [x, y] = room.dataset.place.split(" ").map((side, at) => side - from[at]);
    drawnAs(room, placed(room, [0, 0, 0, 0]), [x, y], Number(room.closest("svg").dataset.square));
    place(zone, value);
  }

  mark();
  return { take, mark };
}

function edges(room, event) {
  const floor = room.querySelector(".room-floor").getBoundingClientRect();
  const near = (distance, side) => Math.abs(distance) < Math.min(EDGE, side / 4);
  return {
    left: near(event.clientX - floor.left, floor.width),
    right: near(floor.right - event.clientX, floor.width),
    top: near(event.clientY - floor.top, floor.height),
    bottom: near(floor.bottom - event.clientY, floor.height),
  };
}

// Where an event is on the drawing.
function spot(drawing, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [x, y];
}

// The squares of the drawing, as the rooms on it stand.
function gridOf(drawing) {
  const side = Number(drawing.dataset.square);
  const room = drawing.querySelector("[data-zone]");
  const floor = room.querySelector(".room-floor");
  const [x, y] = room.dataset.place.split(" ").map(Number);
  const origin = [Number(floor.getAttribute("x")) - x * side, Number(floor.getAttribute("y")) - y * side];
  return {
    side,
    square: (at) => at.map((each, axis) => Math.floor((each - origin[axis]) / side)),
    corner: (at) => at.map((each, axis) => origin[axis] + each * side),
  };
}

function sketched(drawing, kind) {
  const sketch = document.createElementNS(SVG, kind);
  sketch.setAttribute("class", "map-sketch");
  drawing.append(sketch);
  return sketch;
}

// The place of a room after a change; a room is at least one square wide and deep.
function placed(room, change) {
  const [x, y, width, height] = room.dataset.place.split(" ").map((side, at) => Number(side) + change[at]);
  return [x, y, Math.max(LEAST, width), Math.max(LEAST, height)];
}

// The other rooms that a room would lie over.
function inTheWay(room, [x, y, width, height], drawing = room.closest("svg")) {
  return [...drawing.querySelectorAll("[data-zone]")].filter((other) => {
    const [left, top, wide, deep] = other.dataset.place.split(" ").map(Number);
    return other !== room && x < left + wide && left < x + width && y < top + deep && top < y + height;
  });
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
  return written(to);
}

function written([x, y, width, height]) {
  return `x ${x}, y ${y}, width ${width}, height ${height}`;
}
