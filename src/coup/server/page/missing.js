// What is shown for an address that leads nowhere: a sentence, and the way back.

import { h } from "./dom.js";
import { t } from "./words.js";

export function showMissing(main, why, visit) {
  document.title = t("title");
  delete document.body.dataset.face;
  delete document.body.dataset.status;
  const back = (event) => { event.preventDefault(); visit("/"); };
  const sentence = why.charAt(0).toUpperCase() + why.slice(1);
  main.replaceChildren(h("section.panel.missing", { role: "alert" }, h("h1", {}, sentence), h("p", {}, h("a.plain", { href: "/", onclick: back }, t("lobby")))));
}
