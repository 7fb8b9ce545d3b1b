// Makes elements. Text is only ever set as text, so nothing that people type can become markup.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "circle", "rect", "g", "text", "line", "ellipse", "polygon"]);

export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const drawn = DRAWN.has(name);
  const element = drawn ? document.createElementNS(SVG, name) : document.createElement(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

// Fills a part of the page, unless nothing has changed there since the last time.
const shown = new WeakMap();
export function fill(place, key, make) {
  const now = JSON.stringify(key);
  if (shown.get(place) === now) return false;
  shown.set(place, now);
  const focused = document.activeElement;
  const id = place.contains(focused) ? focused.dataset.key : undefined;
  place.replaceChildren(...[make()].flat(9).filter(Boolean));
  if (id) place.querySelector(`[data-key="${CSS.escape(id)}"]`)?.focus();
  return true;
}

// Shows a growing list: only what is new in it is put there, so that screen readers tell only that.
export function grow(list, items, make) {
  let changed = false;
  items.forEach((item, place) => {
    const key = JSON.stringify(item);
    const old = list.children[place];
    if (old?.dataset.line === key) return;
    const line = make(item);
    line.dataset.line = key;
    if (old) old.replaceWith(line);
    else list.append(line);
    changed = true;
  });
  while (list.children.length > items.length) list.lastChild.remove();
  if (changed) list.parentElement.scrollTop = list.scrollHeight;
}

// A note goes by itself; why something could not be done stays until its reader does something else.
export function toast(text, kind = "") {
  const box = document.getElementById("toasts");
  const note = h(`p.toast${kind && "." + kind}`, {}, text);
  const away = () => note.remove();
  box.append(note);
  if (kind === "bad") for (const done of ["pointerdown", "keydown"]) addEventListener(done, away, { once: true });
  else setTimeout(away, 5000);
}

// What has just come or gone takes no click for a moment: the click was meant for what was there before. Whether this began now.
export const SETTLE = 500;  // ms
const settling = new WeakMap();
export function settle(place = document.body) {
  const began = !settling.has(place);
  clearTimeout(settling.get(place));
  place.classList.add("settling");
  settling.set(place, setTimeout(() => { place.classList.remove("settling"); settling.delete(place); }, SETTLE));
  return began;
}

export function dialog(title, body, buttons = []) {
  const box = h("dialog", { "aria-label": title },
    h("h2", {}, title), body, h("div.row.end", {}, buttons.map((button) => h(`button.${button.kind ?? "plain"}`, {
      type: "button",
      onclick: () => { box.close(); button.action?.(); },
      autofocus: button.focus,
    }, button.text))));
  box.addEventListener("close", () => { box.remove(); settle(); });
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  document.body.append(box);
  box.showModal();
  settle(box);
  box.scrollTop = 0;  // the button that has the focus is at the end
  return box;
}

export const kept = {
  get(key, otherwise = null) {
    try { return JSON.parse(localStorage.getItem(`coup.${key}`)) ?? otherwise; } catch { return otherwise; }
  },
  set(key, value) {
    try { localStorage.setItem(`coup.${key}`, JSON.stringify(value)); } catch { /* private window */ }
  },
};
