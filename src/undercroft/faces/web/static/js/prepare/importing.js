// Files of other programs: the server shows what they hold, taps correct it, and one button takes it. The files travel
// once; the server keeps them for a while, and corrections are sent without them.

import { complain, problemIn, put, say } from "../base/requests.js";

const MOST_BYTES = 16 * 1024 * 1024;
const SLOTS = ["names", "passages", "doors", "bars", "clues", "entrances", "lit", "aloud", "hit_dice", "armour", "columns", "terrains", "hexes", "seats"];
const YES_OR_NO = ["passages", "lit", "aloud", "columns"];
const NUMBERS = ["hit_dice"];
const FOR_ALL = { title: String, square_ft: Number, portcullis_kg: Number, small: String };

// Sends files to be looked at; the page that answers has the id by which the server knows them.
function sendFiles(look, files) {
  const named = new URLSearchParams({
    names: JSON.stringify(files.map(({ name }) => name)),
    sizes: files.map(({ size }) => size).join(","),
  });
  return fetch(`${look}?${named}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream", Accept: "application/problem+json" },
    body: new Blob(files),
  }).catch(() => null);
}

// The page of files that were sent, and the id of their upload; throws the problem if they cannot be read.
export async function readFiles(look, files) {
  const large = files.find(({ size }) => size > MOST_BYTES);
  if (large) throw { detail: `${large.name} is larger than 16 MB`, fix: "take a part of it, or leave its picture out" };
  const html = await (await checked(await sendFiles(look, files))).text();
  return { html, upload: html.match(/data-upload="([^"]+)"/)?.[1] ?? "" };
}

async function checked(answer) {
  if (!answer) throw { detail: "the files could not be sent", fix: "choose them again" };
  if (!answer.ok) throw await problemIn(answer);
  return answer;
}

// `place` shows the import; `look` and `take` are the addresses; `done` gets what was taken, `cancelled` ends it.
// A window that is loaded again shows what it looked at, with its corrections, as long as the server keeps the files.
export function importing(place, { look, take, done, cancelled }) {
  const PLACE = `undercroft-import:${look}`;
  let files = [];
  let upload = "";
  let corrections = {};
  let shown = {};
  let asked = 0;

  function ask(address, about) {
    return fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/problem+json" },
      body: JSON.stringify({ upload, corrections, ...about }),
    }).catch(() => null);
  }

  // The page as the files are; from then on the server knows them by their upload.
  async function first() {
    const read = await readFiles(look, files);
    upload = read.upload;
    return read.html;
  }

  // The answer about the files that the server keeps; where it forgot them, they are sent once more.
  async function answered(address, about) {
    try {
      return await checked(await ask(address, about));
    } catch (problem) {
      if (problem.code !== "upload_gone" || !files.length) throw problem;
      await first();
      return checked(await ask(address, about));
    }
  }

  async function show(fresh) {
    const mine = (asked += 1);
    const html = fresh ? await first() : await (await answered(look, shown)).text();
    if (mine !== asked) return;
    sessionStorage.setItem(PLACE, JSON.stringify({ upload, corrections, shown }));
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

  function correct({ correct: kind, of, value, field }) {
    const worth = YES_OR_NO.includes(kind) ? value === "true" : NUMBERS.includes(kind) ? Number(value) : value;
    if (kind in FOR_ALL) corrections[kind] = FOR_ALL[kind](value);
    else if (kind === "places") placeIn(of, field, value);
    else if (SLOTS.includes(kind)) corrections[kind] = { ...corrections[kind], [of]: worth };
    if (value === "" && SLOTS.includes(kind)) delete corrections[kind][of];
    again();
  }

  // Where a site is in the land; without a hex it is nowhere.
  function placeIn(site, field, value) {
    const { [site]: there, ...others } = corrections.places ?? {};
    const now = { hex: "", ...there, [field]: value };
    corrections.places = now.hex ? { ...others, [site]: now } : others;
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
      const made = await (await answered(into === "new" ? take : `${take}?into=${into}`, {})).json();
      sessionStorage.removeItem(PLACE);
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
    upload = "";
    sessionStorage.removeItem(PLACE);
    cancelled();
  }

  // Taps here are about the file: the page around it, which has a map of its own, does not hear them.
  place.addEventListener("click", (event) => {
    event.stopPropagation();
    const { target } = event;
    const button = target.closest("button");
    if (button?.dataset.take) taken(button.dataset.take);
    else if (button?.hasAttribute("data-import-cancel")) end();
    else if (button?.dataset.leaveOut) leaveOut(button.dataset.leaveOut);
    else if (button?.dataset.correct) correct(button.dataset);
    else if (button?.dataset.importLevel) {
      choose({ ...shown, level: Number(button.dataset.importLevel), part: place.querySelector("[data-shown]").dataset.shown });
    } else if (button?.dataset.importAs !== undefined) choose({ ...shown, as_players: button.dataset.importAs === "players" });
    else if (button?.dataset.importPart) choose({ ...shown, part: button.dataset.importPart });
    else if (partAt(target)) choose({ ...shown, part: partAt(target) });
  });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.target.dataset.correct) correct({ ...event.target.dataset, value: event.target.value });
    place.querySelector("[data-take].btn-primary:enabled")?.click();
  });
  place.addEventListener("change", ({ target }) => {
    if (target.dataset.correct) correct({ ...target.dataset, value: target.value });
  });

  function choose(part) {
    shown = part;
    again();
  }

  async function resume() {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    if (!kept) return;
    ({ upload, corrections, shown } = kept);
    try {
      await show(false);
    } catch {
      if (upload === kept.upload) sessionStorage.removeItem(PLACE);
    }
  }

  resume();

  // Shows what these files hold, or those of an upload before. Throws the problem if they cannot be read; what was
  // shown before stays then, and can still be taken.
  return async (chosen, kept = "") => {
    const before = { files, upload, corrections, shown };
    files = [...chosen];
    upload = kept;
    corrections = {};
    shown = {};
    try {
      await show(!kept);
    } catch (problem) {
      ({ files, upload, corrections, shown } = before);
      throw problem;
    }
    say("Read. Nothing is kept yet.");
  };
}
