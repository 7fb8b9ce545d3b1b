// The lobby: give a name, play at once, open a table, or find one.

import { card } from "./cards.js";
import { fill, h, kept, toast } from "./dom.js";
import { api, apiPage } from "./net.js";
import { PRIVATE, USUAL, duration, readFields, tableFields } from "./rules.js";
import { t } from "./words.js";

const QUICK = ["medium", "medium", "medium"];

export function showLobby(main, visit) {
  document.title = t("title");
  const name = h("input", {
    id: "name", name: "name", required: true, maxlength: 20, autocomplete: "nickname", value: kept.get("name", ""), "aria-describedby": "name-hint",
  });
  const list = h("ul.tables", {});
  const more = h("button.plain", { type: "button", id: "more-tables", hidden: true, onclick: () => { pages += 1; refresh(); } }, t("moreTables"));
  let pages = 1;

  function named() {
    if (!name.value.trim()) { name.focus(); name.reportValidity(); return false; }
    kept.set("name", name.value.trim());
    return true;
  }

  function join(id) {
    if (named()) visit(`/t/${id}`, { sit: name.value });
  }

  async function open(body) {
    if (!named()) return;
    try {
      const { table } = await api("/api/tables", { name: name.value, ...body });
      visit(`/t/${table}`);
    } catch (error) {
      toast(error.message, "bad");
    }
  }

  const form = h("form.panel", { onsubmit: (event) => { event.preventDefault(); open({ settings: readFields(form, USUAL) }); } },
    h("h2", {}, t("newTable")), tableFields(USUAL), h("button.main", { type: "submit", id: "open-table" }, t("openTable")));

  main.append(h("div.lobby", {},
    h("section.hero", {},
      h("div.fan", { "aria-hidden": "true" }, ["contessa", "captain", "duke", "assassin", "ambassador"].map((role) => card(role))),
      h("h1", {}, t("title")), h("p.lead", {}, t("lead")),
      h("form.start", { onsubmit: (event) => { event.preventDefault(); open({ bots: QUICK, start: true, settings: PRIVATE }); } },
        h("label", { for: "name" }, t("yourName")), name, h("span.dim", { id: "name-hint" }, t("nameHint")),
        h("button.main.big", { type: "submit", id: "quick" }, h("b", {}, t("quick")), h("span", {}, t("quickHint", { n: QUICK.length }))))),
    form,
    h("section.panel", {}, h("h2", {}, t("tables")), list, more)));

  async function refresh() {
    try {
      const { tables, rest } = await firstPages(pages);
      paint(list, tables, join, visit);
      more.hidden = !rest;
    } catch { /* it will be tried again */ }
  }
  refresh();
  const timer = setInterval(refresh, 3000);
  return () => clearInterval(timer);
}

// The tables on the first pages, each once though it may move from one to the next, and whether there are more.
async function firstPages(number) {
  const tables = new Map();
  for (let page = 1; page <= number; page += 1) {
    const { data, next } = await apiPage(`/api/tables?page=${page}`);
    for (const table of data) tables.set(table.id, table);
    if (!next) return { tables: [...tables.values()], rest: false };
  }
  return { tables: [...tables.values()], rest: true };
}

function paint(list, tables, join, visit) {
  fill(list, [tables, t("title")], () => tables.length === 0 ? h("li.dim", {}, t("noTables")) : tables.map(({ id, status, summary }) => {
    const free = summary.seats - summary.people.length - summary.bots.length;
    const joinable = status === "waiting" && free > 0;
    return h("li", {},
      h("div", {}, h("b", {}, summary.people.join(", ")), summary.bots.length ? ` + ${summary.bots.length} ${t("bot")}` : "",
        h("div.dim", {}, [t(`rules.${summary.ruleset}`), t(status), joinable && t("freeSeats", { n: free }), summary.clock && duration(summary.clock)].filter(Boolean).join(" · "))),
      h(joinable ? "button.main" : "button.plain", { type: "button", "data-key": id, onclick: () => (joinable ? join(id) : visit(`/t/${id}`)) }, t(joinable ? "join" : "watch")));
  }));
}
