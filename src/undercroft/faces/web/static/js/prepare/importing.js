// Files of other programs: the server shows what they hold, taps correct it, and one button takes it. The browser keeps
// the files and the corrections, and sends both each time; the server keeps nothing until they are taken.

import { complain, problemIn, put, say } from "../base/requests.js";

const MOST_BYTES = 16 * 1024 * 1024;
const SLOTS = ["names", "passages", "doors", "terrains", "hexes"];

// `place` shows the import; `look` and `take` are the addresses; `done` gets what was taken, `cancelled` ends it.
export function importing(place, { look, take, done, cancelled }) {
  let files = [];
  let corrections = {};
  let shown = {};
  let asked = 0;

  function request(address, more) {
    const sent = new URLSearchParams({
      names: JSON.stringify(files.map(({ name }) => name)),
      sizes: files.map(({ size }) => size).join(","),
      corrections: JSON.stringify(corrections),
      ...more,
    });
    return fetch(`${address}?${sent}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
      body: new Blob(files),
    }).catch(() => null);
  }

  async function answered(address, more) {
    const answer = await request(address, more);
    if (!answer) throw { detail: "the files could not be sent", fix: "choose them again" };
    if (!answer.ok) throw await problemIn(answer);
    return answer;
  }

  async function show(fresh) {
    const mine = (asked += 1);
    const html = await (await answered(look, shown)).text();
    if (mine !== asked) return;
    place.hidden = false;
    place.parentElement.classList.add("is-importing");
    put(place, html, { asked: fresh });
    if (fresh) scrollTo(0, 0);
  }

  async function again() {
    try {
      await show(false);
    } catch (problem) {
      complain(place, problem);
    }
  }

  function correct({ correct: kind, of, value }) {
    if (kind === "title") corrections.title = value;
    else if (kind === "square_ft") corrections.square_ft = Number(value);
    else if (SLOTS.includes(kind)) corrections[kind] = { ...corrections[kind], [of]: kind === "passages" ? value === "true" : value };
    again();
  }

  function leaveOut(part) {
    const out = new Set(corrections.left_out ?? []);
    if (!out.delete(part)) out.add(part);
    corrections.left_out = [...out];
    again();
  }

  // The address of what was tapped on the map.
  function partAt(target) {
    const site = place.querySelector("[data-shown]")?.dataset.shown;
    const [room, door, hex] = ["[data-zone]", "[data-door]", "[data-hex-at]"].map((each) => target.closest(each));
    if (door) return `${site}/doors/${door.dataset.door}`;
    if (room) return `${site}/zones/${room.dataset.zone}`;
    return hex ? `lands/hexes/${hex.dataset.hexAt}` : "";
  }

  async function taken(into) {
    for (const button of place.querySelectorAll("[data-take]")) button.disabled = true;
    try {
      const made = await (await answered(take, into === "new" ? {} : { into })).json();
      done(made, into);
    } catch (problem) {
      complain(place, problem);
      for (const button of place.querySelectorAll("[data-take]")) button.disabled = false;
    }
  }

  function end() {
    place.hidden = true;
    place.parentElement.classList.remove("is-importing");
    place.replaceChildren();
    files = [];
    cancelled();
  }

  place.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.take) taken(button.dataset.take);
    else if (button?.hasAttribute("data-import-cancel")) end();
    else if (button?.dataset.leaveOut) leaveOut(button.dataset.leaveOut);
    else if (button?.dataset.correct) correct(button.dataset);
    else if (button?.dataset.importLevel) choose({ level: button.dataset.importLevel, part: place.querySelector("[data-shown]").dataset.shown });
    else if (button?.dataset.importPart) choose({ part: button.dataset.importPart });
    else if (partAt(target)) choose({ ...shown, part: partAt(target) });
  });
  place.addEventListener("change", ({ target }) => {
    if (target.dataset.correct) correct({ ...target.dataset, value: target.value });
  });

  function choose(part) {
    shown = part;
    again();
  }

  // Shows what these files hold; throws the problem if they cannot be read.
  return async (chosen) => {
    const large = [...chosen].find(({ size }) => size > MOST_BYTES);
    if (large) throw { detail: `${large.name} is larger than 16 MB`, fix: "take a part of it, or leave its picture out" };
    files = [...chosen];
    corrections = {};
    shown = {};
    await show(true);
    say("Read. Nothing is kept yet.");
  };
}
