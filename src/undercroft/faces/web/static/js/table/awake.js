// The screen of a phone stays on while it is used at the table: while something is wanted of its player, and for two minutes
// after a touch or a change. Browsers give this to secure pages only.

const LASTS = 120_000;
const table = document.querySelector(".table-player");
let lock = null;
let later;

if (table && "wakeLock" in navigator) {
  for (const event of ["pointerdown", "keydown", "table-changed", "visibilitychange"]) document.addEventListener(event, stay);
  stay();
}

async function stay() {
  clearTimeout(later);
  if (document.visibilityState !== "visible") return;
  later = setTimeout(rest, LASTS);
  if (lock && !lock.released) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
}

function rest() {
  if (document.querySelector(".banner-dice, .banner-turn")) return stay();
  lock?.release();
}
