/** Makes elements as nested calls. Text is always text: nothing that a person or a program wrote becomes markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */

/**
 * Make an element; a function as attribute `onclick` listens to `click`, and what is null or false is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, Attribute>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(element, key, value);
  element.append(
    ...children
      .flat()
      .filter(isShown)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return element;
}

/**
 * @param {Element} element
 * @param {string} key
 * @param {Attribute} value
 */
function setAttribute(element, key, value) {
  if (typeof value === "function") element.addEventListener(key.replace(/^on/, ""), value);
  else if (value === true) element.setAttribute(key, "");
  else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value));
}

/**
 * @param {Child} child
 * @returns {child is Node | string | number}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/**
 * Put new content in place of the old.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children
      .flat()
      .filter(isShown)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
}

/**
 * Show a text, unless it is there already: a status line that is written again would be read aloud again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Find the element that a page must have.
 * @param {string} id
 */
export function find(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`expected an element with the id ${id} in the page, found none`);
  return element;
}
