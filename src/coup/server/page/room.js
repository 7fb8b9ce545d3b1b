// A table between games: who sits there, which bots, which rules, and how friends get there.

import { dialog, fill, h, kept, settle, toast } from "./dom.js";
import { api } from "./net.js";
import { LEVELS, USUAL, describe, readFields, rules, tableFields } from "./rules.js";
import { botLine, botName, t } from "./words.js";

// Its parts are painted each for itself, so that nobody who comes or goes wipes out what somebody types.
export class WaitingRoom {
  constructor(place, socket) {
    Object.assign(this, { socket, saving: null });
    this.parts = { chairs: h("ul.chairs", {}), rules: h("p.dim.rules-line", {}), sit: h("div", {}), bots: h("div", {}), notes: h("div", {}), start: h("div.row", {}), invite: h("section.panel.invite", {}), settings: h("section.panel", {}) };
    const { chairs, rules: line, sit, bots, notes, start, invite, settings } = this.parts;
    place.append(h("section.panel", {}, h("h2", {}, t("table")), line, chairs, sit, bots, notes, start), invite, settings);
  }

  paint(state, reactions) {
    const { parts, socket } = this;
    const { chairs, settings, you, host } = state;
    const hosting = Boolean(you) && you === host;
    const free = settings.seats - chairs.length;
    fill(parts.rules, [settings, t("title")], () => describe(settings));
    fill(parts.chairs, [chairs, you, host, settings.seats, [...reactions], t("title")], () => [chairs.map((chair) => chairRow(chair, state, reactions, socket, (name) => this.rename(name))), Array.from({ length: free }, () => h("li.dim.free", {}, t("free")))]);
    this.shift(chairs.map((chair) => chair.name).join());
    fill(parts.sit, [!you && free > 0, t("title")], () => (!you && free > 0 ? sitForm((name) => this.sit(name)) : []));
    fill(parts.bots, [hosting && free > 0, t("title")], () => (hosting && free > 0 ? botForm(socket) : []));
    fill(parts.notes, [hosting && free > 0, state.bot_notes], () => (hosting && free > 0 ? state.bot_notes.map((note) => h("p.dim.bot-note", {}, note)) : []));
    fill(parts.start, [hosting, host, chairs.length < 2, settings.seats, t("title")], () => (hosting
      ? h("button.main.big", { type: "button", id: "start", "data-key": "start", disabled: chairs.length < 2, onclick: () => socket.send("start") }, h("b", {}, t("start")), h("span", {}, t("startHint", { n: settings.seats })))
      : h("p.dim", {}, host ? t("waitHost", { name: host }) : "")));
    parts.start.hidden = state.status === "over";  // a rematch begins above
    fill(parts.invite, [state.table, t("title")], () => invitation(state.table));
    parts.settings.hidden = !hosting;
    fill(parts.settings, [hosting, settings, t("title")], () => (hosting ? [h("h2", {}, t("settings")), settingsForm(settings, (fields) => { this.saving = socket.send("change", { settings: fields }); })] : []));
  }

  // When somebody comes or goes, the buttons of others move.
  shift(names) {
    if (names !== this.names) settle(this.parts.chairs);
    this.names = names;
  }

  // Who has changed something is told that it is done.
  done(reply) {
    if (reply.id === this.saving) toast(t("saved"));
    if (reply.id === this.renaming?.id) {
      kept.set("name", this.renaming.name);
      toast(t("renamed", { name: this.renaming.name }));
    }
  }

  // A name that was refused is typed again where it was typed.
  refused(reply) {
    if (reply.id === this.sitting) this.parts.sit.querySelector("input")?.select();  // the last seat may be taken by now
    if (reply.id === this.renaming?.id) renameDialog(this.renaming.name, (name) => this.rename(name));
  }

  sit(name) {
    kept.set("name", name);
    this.sitting = this.socket.send("sit", { name });
  }

  rename(name) {
    this.renaming = { name, id: this.socket.send("rename", { name }) };
  }
}

function chairRow(chair, { you, host }, reactions, socket, rename) {
  return h("li", {},
    h("span", {}, h("b", {}, chair.name), chair.name === you && h("span.chip", {}, t("you")), chair.name === host && h("span.chip", {}, t("host")), chair.kind !== "person" && h("span.chip", {}, t("botKind", { kind: botName(chair.kind) })), chair.won > 0 && h("span.chip.score", { title: t("wonGames", { n: chair.won }) }, `♛ ${chair.won}`), !chair.here && h("span.chip", {}, t("away")),
      reactions.has(chair.name) && h("span.reacted", { "aria-hidden": "true" }, reactions.get(chair.name))),
    chair.name === you && h("button.icon", { type: "button", "data-key": "rename", id: "rename", title: t("rename"), "aria-label": t("rename"), onclick: () => renameDialog(you, rename) }, "✎"),
    you && you === host && chair.name !== you && h("button.icon", { type: "button", "data-key": `remove-${chair.name}`, "aria-label": t("remove", { name: chair.name }), onclick: () => socket.send("remove", { seat: chair.name }) }, "✕"));
}

function renameDialog(you, rename) {
  const name = h("input", { id: "new-name", maxlength: 20, value: you });
  const done = () => { if (name.value.trim() && name.value.trim() !== you) rename(name.value.trim()); };
  const box = dialog(t("rename"), h("form", { onsubmit: (event) => { event.preventDefault(); box.close(); done(); } }, h("label.wide", { for: "new-name" }, h("span", {}, t("renameHint")), name)),
    [{ text: t("cancel") }, { text: t("save"), kind: "main", action: done }]);
  name.select();
}

// The link for friends.
function invitation(table) {
  const link = h("input", { readonly: true, value: `${location.origin}/t/${table}`, "aria-label": t("invite"), id: "link" });
  const warning = h("div", {});
  api("/api/invitation").then(({ url, local }) => { link.value = `${url}/t/${table}`; if (local) warning.append(onlyHere()); }, () => { /* the link as it was opened is the best there is */ });
  return [h("h2", {}, t("invite")), warning, h("p", {}, t("inviteHint")),
    h("div.row", {}, link, h("button.plain", { type: "button", id: "copy-link", onclick: () => copyText(link.value) }, t("copy"))),
    h("img.qr", { src: `/api/tables/${table}/qr.svg`, alt: t("qr"), width: 180, height: 180 })];
}

// Where only this machine can open links, the page says so, and how to change that.
export const onlyHere = () => h("p.warning", {}, t("inviteLocal"), " ", h("code", {}, "coup serve --lan"));

function sitForm(sit) {
  const name = h("input", { name: "name", id: "sit-name", required: true, maxlength: 20, value: kept.get("name", ""), "data-key": "sit-name" });
  return h("form.row.sit", { onsubmit: (event) => { event.preventDefault(); sit(name.value); } },
    h("label.wide", { for: "sit-name" }, h("span", {}, t("yourName")), name), h("button.main", { type: "submit", id: "sit" }, t("join")));
}

let bots = null; // until it is known which there are

function botForm(socket) {
  const kind = h("select", { "aria-label": t("bot"), "data-key": "bot-kind" });
  const add = h("button.plain", { type: "button", id: "add-bot", "data-key": "add-bot", onclick: () => socket.send("add_bot", { kind: kind.value }) }, t("addBot"));
  const offer = () => kind.append(...botMenu(bots));
  if (bots) offer();
  else {
    add.disabled = true;
    rules().then((known) => { bots = known.bots; offer(); add.disabled = false; });
  }
  return h("div.row", {}, kind, add);
}

// By strength, by habits, and then those that this server alone has, which go by their names.
function botMenu(kinds) {
  const option = (kind) => h("option", { value: kind, selected: kind === "medium" }, botLine(kind) ?? kind);
  const strengths = [...LEVELS, "shark"];
  const habits = kinds.filter((kind) => botLine(kind) && !strengths.includes(kind));
  return [
    h("optgroup", { label: t("botLevels") }, strengths.map(option)), h("optgroup", { label: t("botHabits") }, habits.map(option)),
    ...kinds.filter((kind) => !botLine(kind)).map(option),
  ];
}

function settingsForm(settings, save) {
  const form = h("form", { id: "settings", onsubmit: (event) => { event.preventDefault(); save(readFields(form, { ...USUAL, ...settings })); } },
    tableFields(settings), h("button.plain", { type: "submit", "data-key": "save" }, t("save")));
  return form;
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    dialog(t("copy"), h("p.link", {}, text), [{ text: t("close"), focus: true }]);
  }
}
