// Where everything begins: the top of the page, and which of its three faces is shown.

import { dialog, fill, h, kept, toast } from "./dom.js";
import { showLesson } from "./lesson.js";
import { showLobby } from "./lobby.js";
import { showMissing } from "./missing.js";
import { api } from "./net.js";
import { showReplay } from "./replay.js";
import { duration, rulesDialog } from "./rules.js";
import { sounds } from "./sound.js";
import { showTable } from "./table.js";
import { current, languages, speak, t } from "./words.js";

const main = document.getElementById("main");
const slot = h("div", { id: "slot" });  // where a table shows what fits beside the tools
let leave = () => {};

function paintTheme() {
  const theme = kept.get("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function isDark() {
  return (kept.get("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")) === "dark";
}

function paintTop() {
  document.getElementById("skip").textContent = t("skip");
  const top = document.getElementById("top");
  fill(top, [current(), isDark(), sounds.on], () => [
    h("a.brand", { href: "/", "aria-label": t("toLobby"), onclick: home }, h("img", { src: "/page/icon.svg", alt: "", width: 32, height: 32 }), h("span", {}, t("title"))),
    slot,
    h("nav.tools", { "aria-label": t("menu") },
      h("button.icon", { type: "button", "data-key": "rules", title: t("rulesTitle"), "aria-label": t("rulesTitle"), onclick: () => rulesDialog(main.dataset) }, "?"),
      h("button.icon.more", { type: "button", "data-key": "menu", title: t("menu"), "aria-label": t("menu"), "aria-expanded": "false", onclick: unfold }, "⋮"),
      h("div.fold", {},
      h("button.icon", { type: "button", "data-key": "sound", title: t("sound"), "aria-label": t("sound"), "aria-pressed": String(sounds.on), onclick: () => { sounds.toggle(); toast(t(sounds.on ? "soundOn" : "soundOff")); paintTop(); } }, sounds.on ? "♪" : "♩"),
      h("button.icon", { type: "button", "data-key": "theme", title: t("theme"), "aria-label": t("theme"), onclick: () => { kept.set("theme", isDark() ? "light" : "dark"); paintTheme(); paintTop(); } }, isDark() ? "☾" : "☀"),
      h("label.language", {}, h("span.hidden", {}, t("language")), h("select", { "data-key": "language", "aria-label": t("language"), onchange: (event) => speak(event.target.value).then(() => { paintTop(); route(); }) },
        languages().map(([code, name]) => h("option", { value: code, lang: code, selected: code === current() }, name)))))),
  ]);
}

// On small screens at a table, sounds, colours and language are folded away.
function unfold(event) {
  const open = event.currentTarget.parentElement.classList.toggle("unfolded");
  event.currentTarget.setAttribute("aria-expanded", String(open));
}

// Who plays is asked before leaving the table: the way to the lobby gives up no seat, but the game goes on.
function home(event) {
  if (!main.dataset.seated) return go(event);
  event.preventDefault();
  return dialog(t("awayAsk"), h("p", {}, t("awayText", { time: duration(Number(main.dataset.seated)) })), [
    { text: t("stay"), kind: "main", focus: true }, { text: t("toLobby"), action: () => visit("/") }]);
}

function go(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  visit(event.currentTarget.getAttribute("href"));
}

function visit(path, wishes = {}) {
  history.pushState(wishes, "", path);
  scrollTo(0, 0);
  route();
}

async function route() {
  leave();
  leave = () => {};
  main.replaceChildren();
  delete main.dataset.ruleset;
  delete main.dataset.table;
  const [, face, table, ...rest] = location.pathname.split("/");
  if (face === "join") return join(table, ...(rest.length ? rest : location.hash.slice(1).split("/")));
  if (face === "") leave = showLobby(main, visit);
  else if (face === "learn") leave = showLesson(main, visit);
  else if (!["t", "r"].includes(face)) showMissing(main, t("noPage"), visit);
  else if (!/^[\w-]{1,32}$/.test(table)) showMissing(main, t("noTable"), visit);
  else if (face === "t") leave = showTable(main, table, visit);
  else if (!/^\d{1,6}$/.test(rest[0])) showMissing(main, t("noGame"), visit);
  else leave = showReplay(main, table, rest[0], go, visit);
}

// The seat and the key stand behind the #, where no server sees them; in older links they are a part of the path.
async function join(table, seat = "", key = "") {
  history.replaceState({}, "", `/t/${table}`);  // the key does not stay in the address
  try {
    await api(`/api/tables/${table}/devices`, { seat: decodeURIComponent(seat), key });
    toast(t("joined"));
  } catch (error) {
    toast(error.message, "bad");
  }
  route();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?" && !document.querySelector("dialog[open]")) rulesDialog(main.dataset);
});
window.addEventListener("popstate", route);
window.addEventListener("error", ({ message }) => dialog(t("title"), h("p", {}, t("pageFault", { what: message })), [{ text: t("close") }, { text: t("reload"), kind: "main", focus: true, action: () => location.reload() }]));
paintTheme();
paintTop();
route();
