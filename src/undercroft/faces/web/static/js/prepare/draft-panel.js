// The draft below creatures, tables and the file: what is chosen for each change goes with Play it.

document.addEventListener("click", (event) => {
  const choice = event.target.closest(".lore-draft :is([data-tell], [data-yours])");
  if (!choice) return;
  for (const each of choice.parentElement.children) each.setAttribute("aria-pressed", String(each === choice));
  const panel = choice.closest(".lore-draft");
  const chosen = (name) =>
    [...panel.querySelectorAll(`[data-${name}="yes"][aria-pressed="true"]`)].flatMap((each) => JSON.parse(each.closest("[data-parts]").dataset.parts));
  const command = { kind: "play_it", tell: chosen("tell"), yours: chosen("yours") };
  panel.querySelector("[data-play-draft]").dataset.command = JSON.stringify(command);
});
