// A page that is not of the table, such as the rules, opened from one: its banners are kept up, and it says when they are old.

import { checkLine, listen, pause, sitting } from "./stream.js";

const AGAIN = 3000;
// Any page of ours has the banners; this one is short.
const SHORT = "/rules";
const banners = document.getElementById("panel-banners");
if (sitting.at && banners && !document.querySelector("[data-table]")) begin();

function begin() {
  let shown = sitting.cursor;
  let wanted = shown;
  let drawing = false;

  async function draw() {
    if (drawing) return;
    drawing = true;
    while (shown !== wanted) {
      const now = wanted;
      if (await drawn()) shown = now;
      else await pause(AGAIN);
    }
    drawing = false;
  }

  async function drawn() {
    try {
      const answer = await fetch(SHORT, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw answer;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("panel-banners");
      if (fresh) banners.innerHTML = fresh.innerHTML;
      return true;
    } catch {
      checkLine();
      return false;
    }
  }

  listen({
    changed(cursor) {
      wanted = cursor;
      draw();
    },
    back: () => {},
  });
}
