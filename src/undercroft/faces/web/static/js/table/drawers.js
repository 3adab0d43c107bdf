// On a tablet the party, the room and the log are drawers over the map; on anything narrower they are tabs below it.

export function drawers(table, opened) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-drawer-to]");
    if (button) open(button.getAttribute("aria-expanded") === "true" ? "" : button.dataset.drawerTo, button);
    else if (event.target.closest(".live-map") && table.dataset.drawer) open("");
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !table.dataset.drawer || document.querySelector("dialog[open]")) return;
    const button = document.querySelector(`[data-drawer-to="${table.dataset.drawer}"]`);
    open("");
    button.focus();
  });

  function open(name) {
    table.dataset.drawer = name;
    for (const each of document.querySelectorAll("[data-drawer-to]")) each.setAttribute("aria-expanded", String(each.dataset.drawerTo === name));
    opened();
  }
}
