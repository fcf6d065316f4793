/** The icons of buttons: lines on a square of 24, drawn in the colour of the text. */

const SHAPES = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  flag: "M6 21V4h12l-3 4 3 4H6",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3Z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  flip: "M7 4v16M7 4 3.5 8M7 4l3.5 4M17 20V4M17 20l-3.5-4M17 20l3.5-4",
  plus: "M12 5v14M5 12h14",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  share: "M12 15V3M12 3 8 7M12 3l4 4M5 12v8h14v-8",
  download: "M12 3v12M12 15l-4-4M12 15l4-4M4 20h16",
  book: "M4 5c3-1.5 6-1 8 1 2-2 5-2.5 8-1v14c-3-1.5-6-1-8 1-2-2-5-2.5-8-1ZM12 6v14",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M7 14h10",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z",
  motion: "M4 12h9M4 7h6M4 17h6M15 7l5 5-5 5",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  first: "M18 6l-7 6 7 6ZM7 6v12",
  back: "M15 6l-7 6 7 6Z",
  forward: "M9 6l7 6-7 6Z",
  last: "M6 6l7 6-7 6ZM17 6v12",
  arrow: "M5 19 19 5M10 5h9v9",
  play: "M7 5l12 7-12 7Z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-4 4-6 8-6s8 2 8 6",
};

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {keyof typeof SHAPES} IconName */

/**
 * Draw an icon; it says nothing to a screen reader, so its button needs words.
 * @param {IconName} name
 */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}
