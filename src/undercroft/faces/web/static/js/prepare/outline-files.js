// A file is opened as an outline: chosen from a list of files, or dropped anywhere on the page. A picture that is
// dropped becomes the map of the level that is shown.

import { notice } from "../table/notices.js";

const MOST_BYTES = 1024 * 1024;

const pictured = ({ type }) => type.startsWith("image/");

export function takingFiles(page, open, picture) {
  async function take(file) {
    if (file.size > MOST_BYTES) return notice(`${file.name} is too large for an outline: split it in two.`);
    const text = (await file.text()).replaceAll("\r\n", "\n");
    if (/[\0\uFFFD]/.test(text)) return notice(`${file.name} is not a text: save it as plain text or Markdown, and open it again.`);
    if (/^\s*[{<]/.test(text)) return notice(`${file.name} is a file of another program: bring it in under Prepare, File.`);
    return open(text);
  }

  document.getElementById("outline-file").addEventListener("change", (event) => {
    const file = event.target.files[0];
    if (file) take(file);
    event.target.value = "";
  });
  page.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    page.dataset.dropping = [...event.dataTransfer.items].some(pictured) ? "map" : "outline";
  });
  for (const name of ["dragleave", "drop"]) page.addEventListener(name, () => delete page.dataset.dropping);
  page.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (pictured(file)) picture(file);
    else take(file);
  });
}
