// That the cards are dealt as was promised: one line, and what it means.

import { dialog, h } from "./dom.js";
import { t } from "./words.js";

// In the waiting room it is about the game to come, in a game about this one, after it about the last.
export function fairLine({ fair, status, table, game }) {
  const promise = status === "waiting" ? fair.next : fair.commitment;
  if (!promise) return [];
  const explain = () => dialog(t("fairTitle"), h("div", {},
    h("p", {}, t("fairText")),
    h("p", {}, t("fairPromise"), h("br", {}), h("code.link", { id: "commitment" }, promise)),
    fair.secret && h("p", {}, t("fairSecret"), h("br", {}), h("code.link", { id: "secret" }, fair.secret)),
    fair.secret && h("p", {}, t("fairCheck"), h("br", {}), h("code.link", {}, `coup verify coup-${table}-${game}.json --commitment ${promise}`))),
  [{ text: t("close"), kind: "main", focus: true }]);
  return h("button.fair", { type: "button", id: "fair", "data-key": "fair", onclick: explain }, t("fairLine", { promise: promise.slice(0, 8) }));
}
