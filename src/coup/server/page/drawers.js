// Story, chat and what can be done about the table: beside it where there is room, else in drawers.

import { h, settle } from "./dom.js";
import { rules } from "./rules.js";
import { t } from "./words.js";

const ICONS = {
  story: ["M4 5h16v2H4z", "M4 11h16v2H4z", "M4 17h10v2H4z"],
  chat: ["M4 4h16v12H10l-4 4v-4H4z"],
  tools: ["M4 10h4v4H4z", "M10 10h4v4h-4z", "M16 10h4v4h-4z"],
};
const icon = (name) => h("svg.icon-drawn", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" }, ICONS[name].map((d) => h("path", { d })));

export class Drawers {
  constructor(parts, socket) {
    Object.assign(this, { open: null, unread: 0, said: null });
    this.story = this.tab("story");
    this.chat = this.tab("chat");
    this.tabs = h("nav.drawer-tabs", { "aria-label": t("drawers") }, this.chat, this.tab("tools"));
    this.all = [this.story, ...this.tabs.children];
    this.chatForm = h("div.chat-form", {}, emojis(socket), sayForm(socket));
    this.tools = h("details.panel.tools-panel", {}, h("summary", {}, t("tools")), parts.tools);
    this.side = h("aside.side", { "aria-label": t("drawers") },
      h("button.icon.close-drawer", { type: "button", "aria-label": t("close"), onclick: () => this.toggle(null) }, "✕"),
      h("section.panel.story-panel", {}, h("h2", {}, t("story")), h("div.log", { role: "region", "aria-label": t("story"), tabindex: 0 }, parts.story)),
      h("section.panel.chat-panel", {}, h("h2", {}, t("chat")), h("div.log", { role: "log", "aria-label": t("chat"), tabindex: 0 }, parts.chat), this.chatForm),
      this.tools);
    this.onKey = (event) => { if (event.key === "Escape" && this.open && !document.querySelector("dialog[open]")) this.toggle(null); };
    document.addEventListener("keydown", this.onKey);
  }

  tab(name) {
    return h("button.icon.drawer-tab", { type: "button", "data-drawer": name, "aria-label": t(name), title: t(name), "aria-expanded": "false", onclick: () => this.toggle(name) }, icon(name), h("span.badge", { hidden: true }));
  }

  toggle(name) {
    const before = this.open;
    this.open = this.open === name ? null : name;
    this.paint();
    settle();
    this.fold(this.open !== "tools");
    if (this.open) this.side.querySelector(`.${this.open}-panel .log, .${this.open}-panel`).scrollTo?.(0, 1e6);
    (this.open ? this.side.querySelector(".close-drawer") : this.all.find((tab) => tab.dataset.drawer === before))?.focus();
  }

  // In a game, what can be done about the table makes room for the story.
  fold(on) {
    this.tools.open = !on;
  }

  // Who only looks on cannot chat; lines that nobody has seen yet are counted.
  paint(chat, seated) {
    if (chat) {
      this.chatForm.hidden = !seated;
      const fresh = this.said === null ? 0 : Math.max(0, chat.length - this.said);
      this.unread = this.open === "chat" || this.said === null ? 0 : this.unread + fresh;
      this.said = chat.length;
    }
    if (this.open) this.side.dataset.open = this.open;
    else delete this.side.dataset.open;
    for (const tab of this.all) tab.setAttribute("aria-expanded", String(tab.dataset.drawer === this.open));
    const badge = this.chat.querySelector(".badge");
    if (this.open === "chat") this.unread = 0;
    badge.hidden = this.unread === 0;
    badge.textContent = String(this.unread);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
  }
}

function emojis(socket) {
  const row = h("div.emojis", { role: "group", "aria-label": t("reactions") });
  rules().then((known) => row.append(...known.emojis.map((emoji) => h("button.icon", { type: "button", "aria-label": emoji, onclick: () => socket.send("react", { emoji }) }, emoji))));
  return row;
}

function sayForm(socket) {
  const say = h("input", { maxlength: 300, "aria-label": t("say"), placeholder: t("say"), id: "say" });
  return h("form.row", { onsubmit: (event) => { event.preventDefault(); if (say.value.trim()) socket.send("say", { text: say.value }); say.value = ""; } }, say, h("button.plain", { type: "submit" }, t("send")));
}
