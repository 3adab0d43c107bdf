// Keys of the live table: every one can be bound to another or switched off; the browser keeps the choice.

const PLACE = "undercroft-keys";

const KEYS = [
  ["n", "End the turn"],
  ["1", "First action, or the face of a wanted die"],
  ["d", "Let Undercroft roll the wanted dice"],
  ["j", "Next character"],
  ["k", "Previous character"],
  ["arrows", "Choose an exit in that direction; Enter takes it"],
  ["t", "Deal damage"],
  ["l", "Heal"],
  ["g", "A condition for the chosen character"],
  ["h", "Show the players the next hidden thing of the room"],
  ["r", "Ruling"],
  ["b", "Let time pass"],
  ["y", "Note"],
  ["f", "Next foe, in a fight"],
  ["-", "The targeted foe loses a hit point"],
  ["+", "The targeted foe gains a hit point"],
  ["a", "Add foes, in a fight"],
  ["+", "Larger map"],
  ["-", "Smaller map"],
  ["ctrl+k", "All commands; so does /"],
  ["ctrl+z", "Undo; so does Alt+N"],
  ["ctrl+shift+z", "Redo"],
  ["alt+w", "View as a player, and back"],
  ["c", "Curtain: hide every secret on this screen, and show them again"],
  ["?", "These keys"],
];
const FIXED = new Set(["1", "arrows", "ctrl+k", "ctrl+z", "ctrl+shift+z", "alt+w", "?"]);

function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

function keep(chosen) {
  localStorage.setItem(PLACE, JSON.stringify(chosen));
}

export function off() {
  return kept().off === true;
}

export function switchOff(yes) {
  keep({ ...kept(), off: yes });
}

function bound(key) {
  return kept()[key] ?? key;
}

// Binds a key; one that is taken already is refused.
export function bind(key, to) {
  const wanted = to.trim().toLowerCase();
  const taken = KEYS.some(([other]) => other !== key && bound(other) === wanted) || /^[1-9]$/.test(wanted);
  if (wanted.length !== 1 || taken) return false;
  keep({ ...kept(), [key]: wanted });
  return true;
}

// What a pressed key stands for, by the keys the page was made with.
export function meaning(pressed) {
  const usual = KEYS.find(([key]) => bound(key) === pressed);
  return usual ? usual[0] : KEYS.some(([key]) => key === pressed) ? "" : pressed;
}

// Writes the keys that were chosen onto the controls.
export function label(place) {
  for (const control of place.querySelectorAll("[data-shortcut]")) {
    const key = control.dataset.shortcut;
    const sign = control.querySelector(".kbd");
    if (!sign || key.length > 1 || FIXED.has(key)) continue;
    sign.textContent = bound(key).toUpperCase();
    sign.hidden = off();
  }
}

// The ways to learn the table: the tour and the guides.
function help() {
  const table = document.querySelector("[data-table]").dataset.table;
  return `<p class="panel-body row"><a class="btn" href="/t/${encodeURIComponent(table)}#tour" data-tour-start>Take the tour</a>
    <a class="btn" href="/guides">Guides</a></p>`;
}

export function listed() {
  const rows = KEYS.map(([key, does]) => {
    const name = key === "1" ? "1-8" : key === "arrows" ? "arrows" : bound(key);
    const field = FIXED.has(key)
      ? `<span class="kbd">${name}</span>`
      : `<input class="input" data-bind="${key}" value="${name.replace(/["&<]/g, "")}" maxlength="1" aria-label="Key for: ${does}" autocomplete="off">`;
    return `<span>${does}</span>${field}`;
  });
  return `<div class="panel-head"><h2>Help and keys</h2><span class="space"></span><button type="button" class="btn" data-close>Close</button></div>
    ${help()}
    <div class="panel-body"><div class="keys-list">${rows.join("")}</div>
    <label class="row"><input type="checkbox" data-keys-off${off() ? " checked" : ""}> Turn off single keys</label>
    <p class="fault" role="alert" data-keys-fault hidden>That key is taken.</p></div>`;
}
