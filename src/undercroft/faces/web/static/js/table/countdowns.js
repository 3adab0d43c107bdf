// Real timers: every screen counts down by the server's clock; a timer that has run out is announced once.

import { say } from "../base/requests.js";

const TICK = 250;
const TOLD = new Set();

const written = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function show(timer, now) {
  const until = Number(timer.dataset.until);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const up = left === 0;
  timer.classList.toggle("is-up", up);
  for (const part of timer.querySelectorAll("[data-counting]")) part.hidden = up;
  for (const part of timer.querySelectorAll("[data-run-out]")) part.hidden = !up;
  const clock = timer.querySelector("[data-left]");
  if (clock.textContent !== written(left)) clock.textContent = written(left);
  for (const button of timer.querySelectorAll("[data-takes-left]")) {
    button.dataset.command = JSON.stringify({ ...JSON.parse(button.dataset.command), left });
  }
  const told = `${timer.getAttribute("aria-label")} ${until}`;
  if (!up || TOLD.has(told)) return;
  TOLD.add(told);
  say(timer.querySelector("b [data-run-out]").textContent);
}

// `clock` is the server's time when the page was drawn: a phone's clock may be wrong.
export function countDown(clock) {
  if (!clock) return;
  const ahead = clock - Date.now();
  const tick = () => document.querySelectorAll("[data-until]").forEach((timer) => show(timer, Date.now() + ahead));
  tick();
  setInterval(tick, TICK);
  const place = document.getElementById("panel-banners");
  if (place) new MutationObserver(tick).observe(place, { childList: true });
}
