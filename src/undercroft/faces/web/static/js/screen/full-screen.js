// The big screen fills the whole television: by its button, or by the key F. The screen stays awake where the browser allows it.

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
  navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-full-screen]")) fill();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "f" && document.querySelector("[data-full-screen]")) fill();
});
