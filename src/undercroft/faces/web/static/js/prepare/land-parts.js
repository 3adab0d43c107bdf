// The parts of the land editor are drawn again as answers come, but never under the hands of the person who works in them.

import { afterPress, isPressed } from "../base/pressed.js";

const TYPED = "input:not([type=checkbox]):not([type=number]), textarea";

export function landParts({ by, part, idle }) {
  const stale = new Map();

  // A part in which a person types or presses a button stays as it is until they leave it or let go, or the press would be
  // lost; what they see in the other fields is kept up.
  function put(name, html, force) {
    const place = part(name);
    const active = document.activeElement;
    const typing = (place.contains(active) && active.matches(TYPED) && !isEmpty(active)) || isPressed(place);
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (typing && !force) {
      stale.set(name, html);
      if (isPressed(place)) afterPress(catchUp);
      for (const field of fresh.content.querySelectorAll("[data-seen][id]")) {
        keptUp(by(field.id), field, active);
      }
      return;
    }
    stale.delete(name);
    const held = place.contains(active) ? active.id : "";
    const open = [...place.querySelectorAll("details[id]")].filter((each) => each.open).map((each) => each.id);
    const halfway = [...place.querySelectorAll("form input[id], form textarea[id]")].map((each) => [each.id, each.value]);
    const scrolled = place.scrollTop;
    place.replaceChildren(fresh.content);
    place.scrollTop = scrolled;
    for (const id of open) by(id)?.setAttribute("open", "");
    for (const [id, value] of halfway) if (by(id)) by(id).value = value;
    if (held) by(held)?.focus({ preventScroll: true });
  }

  // A field that is ready for the next name, with nothing in it yet, is drawn again and keeps the caret.
  const isEmpty = (field) => field.value === "" && field.closest("[data-adds]") !== null;

  // The field under the caret goes on from what was written in it here, and not from what another screen wrote.
  function keptUp(old, fresh, active) {
    if (!old || old === active) return;
    old.dataset.seen = fresh.dataset.seen;
    old.value = fresh.value;
    if (old.type === "checkbox") old.checked = fresh.checked;
  }

  const catchUp = () =>
    setTimeout(() => {
      for (const [name, html] of [...stale]) if (idle()) put(name, html);
    });
  document.addEventListener("focusout", catchUp);

  // Resolves when a part that had to wait for a press is drawn.
  const drawn = () => new Promise((done) => afterPress(() => setTimeout(done)));

  return { put, drawn };
}
