// Long contents begin where the reader is.

const here = document.querySelector(".contents [aria-current]");
const shelf = here?.closest(".stays");
if (shelf) shelf.scrollTop = here.offsetTop - shelf.offsetTop - shelf.clientHeight / 2;
