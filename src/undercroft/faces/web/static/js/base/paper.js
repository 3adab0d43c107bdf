// The button that prints a page.

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
