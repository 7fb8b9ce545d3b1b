// What is shown for an address that leads nowhere: a sentence, and the way back.

import { h } from "./dom.js";
import { t } from "./words.js";

export function showMissing(main, why, visit) {
  document.title = t("title");
  delete document.body.dataset.face;
  delete document.body.dataset.status;
  const back = (event) => { event.preventDefault(); visit("/"); };
  main.replaceChildren(h("section.panel.missing", { role: "alert" }, h("h1", {}, why), h("p", {}, h("a.plain", { href: "/", onclick: back }, t("lobby")))));
}
