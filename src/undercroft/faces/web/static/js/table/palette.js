// The list of all commands: every word that is typed must be in a line for it to stay; Enter takes the first, arrows go
// from one to the next. What can be done just now is listed as soon as something is typed.

export function sift(sheet) {
  const search = sheet.querySelector("input[type=search]");
  if (!search) return;
  search.focus();
  search.addEventListener("input", () => keepOnly(sheet, search.value));
  sheet.querySelector("[data-commands]").addEventListener("keydown", (event) => goOn(sheet, search, event));
  keepOnly(sheet, "");
}

function keepOnly(sheet, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const line of sheet.querySelectorAll(".palette-list li")) {
    const said = line.textContent.toLowerCase();
    line.hidden = (!words.length && line.hasAttribute("data-now")) || !words.every((word) => said.includes(word));
  }
}

function goOn(sheet, search, event) {
  const shown = [...sheet.querySelectorAll(".palette-list li:not([hidden]) :is(button, a)")];
  if (!shown.length || !sheet.contains(search)) return;
  const now = shown.indexOf(document.activeElement);
  if (event.key === "Enter" && event.target === search) {
    event.preventDefault();
    shown[0].click();
  } else if (event.key === "ArrowDown") {
    event.preventDefault();
    shown[Math.min(now + 1, shown.length - 1)].focus();
  } else if (event.key === "ArrowUp") {
    event.preventDefault();
    (shown[now - 1] ?? search).focus();
  }
}
