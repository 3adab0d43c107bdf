// What is wrong with a file, line by line.

// Everything there is to mend, each with its line.
export function list(place, problems) {
  const mending = document.createElement("ul");
  mending.className = "mending detail";
  mending.tabIndex = 0;
  mending.setAttribute("aria-label", "Everything to mend in the file");
  for (const one of problems) {
    const item = document.createElement("li");
    const place = document.createElement("b");
    place.textContent = one.path ? `Line ${one.line}, ${one.path}` : `Line ${one.line}`;
    item.append(place, `${one.what} (${one.fix})`);
    mending.append(item);
  }
  const fault = place.querySelector("[data-fault-of-all]");
  fault.textContent = `${problems.length} ${problems.length === 1 ? "thing" : "things"} to mend. Nothing was imported.`;
  fault.append(mending);
}
