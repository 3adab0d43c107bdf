// A menu in the strip of preparing: it opens on its first field, and Done or Escape leads back to its button.

document.addEventListener(
  "toggle",
  (event) => {
    const menu = event.target;
    if (menu.open && menu.matches("[data-writing] details.menu")) menu.querySelector(".menu-body :is(textarea, input, select)")?.focus();
  },
  true,
);

document.addEventListener("click", (event) => {
  const done = event.target.closest("[data-menu-close]");
  if (done) closed(done.closest("details"));
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest?.("[data-writing] details.menu[open]");
  if (menu) closed(menu);
});

function closed(menu) {
  menu.open = false;
  menu.querySelector("summary").focus();
}
