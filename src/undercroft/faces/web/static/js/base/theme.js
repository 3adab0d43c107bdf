// Dark or light: the switch turns the dark stylesheet on or off, and a cookie keeps the choice for the server.

const dark = document.getElementById("dark");
const YEAR = 365 * 24 * 60 * 60;

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const chosen = matchMedia(dark.media).matches ? "light" : "dark";
  dark.media = chosen === "dark" ? "screen" : "not all";
  document.cookie = `theme=${chosen}; path=/; max-age=${YEAR}; samesite=lax`;
});
