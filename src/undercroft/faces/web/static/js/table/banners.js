// The banners of a page that draws no banners of its own: they are fetched whenever the table has changed.

import { afterPress } from "../base/pressed.js";
import { checkLine, pause, sitting } from "./stream.js";

const AGAIN = 1000;
// Any page of ours has the banners; this one is short.
const SHORT = "/rules";

// Keeps the banners as new as the cursor that it is called with.
export function keptBanners() {
  const banners = document.getElementById("panel-banners");
  let shown = sitting.cursor;
  let wanted = shown;
  let drawing = false;

  async function drawn() {
    try {
      const answer = await fetch(SHORT, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw answer;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("panel-banners");
      await new Promise(afterPress);
      banners.innerHTML = fresh?.innerHTML ?? "";
      return true;
    } catch {
      checkLine();
      return false;
    }
  }

  return async function keep(cursor) {
    wanted = cursor;
    if (drawing || !banners) return;
    drawing = true;
    while (shown !== wanted) {
      const now = wanted;
      if (await drawn()) shown = now;
      else await pause(AGAIN);
    }
    drawing = false;
  };
}
