// Shows only those rows of a table that contain what was typed, and the numbers behind a cell of a drawn cross table.
"use strict";
(() => {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".filter"))) {
    const field = box.querySelector("input");
    const told = box.querySelector("output");
    const table = document.getElementById(field?.dataset.table ?? "");
    if (!field || !told || !(table instanceof HTMLTableElement)) continue;
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => (row.textContent ?? "").toLowerCase());
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      rows.forEach((row, number) => {
        row.hidden = !words.every((word) => texts[number].includes(word));
        count += row.hidden ? 0 : 1;
      });
      told.textContent = words.length ? `${count} of ${rows.length}` : "";
    });
    box.hidden = false;
  }

  const drawing = document.querySelector(".map svg");
  const found = document.querySelector(".found");
  if (!drawing || !found) return;
  const names = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".names li"))];
  drawing.addEventListener("pointermove", (moved) => {
    const event = /** @type {PointerEvent} */ (moved);
    const place = drawing.getBoundingClientRect();
    const row = Math.floor(((event.clientY - place.top) / place.height) * names.length);
    const col = Math.floor(((event.clientX - place.left) / place.width) * names.length);
    const met = names[row] && names[col] && (names[row].dataset.met ?? "").split(" ")[col];
    /** @type {(number: number) => string} */
    const call = (number) => (names[number].textContent ?? "").trim();
    found.textContent = met ? `${call(row)} against ${call(col)}: ${met}` : "";
  });
})();
