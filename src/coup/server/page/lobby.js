// The lobby: give a name, play at once, come back to a game, open a table, or find one.

import { card } from "./cards.js";
import { fill, h, kept, settle, toast } from "./dom.js";
import { api, apiPage } from "./net.js";
import { LEVELS, PRIVATE, RULESETS, USUAL, duration, readFields, rules, tableFields } from "./rules.js";
import { statistics } from "./statistics.js";
import { forget, remembered } from "./table.js";
import { t } from "./words.js";

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export function showLobby(main, visit) {
  document.title = t("title");
  const name = h("input", { id: "name", name: "name", required: true, maxlength: 20, autocomplete: "nickname", value: kept.get("name", "") });
  const list = h("ul.tables", {});
  const back = h("section.back-to", { hidden: true });
  const more = h("button.plain", { type: "button", id: "more-tables", hidden: true, onclick: () => { pages += 1; refresh(); } }, t("moreTables"));
  const level = choice("level", t("strength"), LEVELS, (each) => t(`botName.${each}`), "medium");
  const number = choice("number", t("howMany"), NUMBERS, (each) => each, "3");
  const played = h("select", { id: "quick-rules", onchange: () => { kept.set("rules", played.value); fit(); } }, RULESETS.map((each) => h("option", { value: each, selected: each === kept.get("rules", "classic") }, t(`rules.${each}`))));
  const note = h("p.dim.bot-note", { role: "status", hidden: true });
  let pages = 1, mine = new Map(), opening = false;

  // By some rules more can play, and where no network knows them, the page says who plays instead.
  async function fit() {
    const { most_seats: most, bot_notes: notes } = (await rules()).rulesets[played.value];
    number.most(most - 1);
    note.textContent = notes.join(" ");
    note.hidden = !note.textContent;
  }

  function named() {
    if (!name.value.trim()) { name.focus(); name.reportValidity(); return false; }
    kept.set("name", name.value.trim());
    return true;
  }

  function join(id) {
    if (named()) visit(`/t/${id}`, { sit: name.value });
  }

  async function open(body) {
    if (!named() || opening) return;
    opening = true;  // a double click opens one table
    try {
      const { table } = await api("/api/tables", { name: name.value, ...body });
      visit(`/t/${table}`);
    } catch (error) {
      toast(error.message, "bad");
      name.focus();
    }
    opening = false;
  }

  const quick = (event) => {
    event.preventDefault();
    const bots = Array(Number(number.chosen())).fill(level.chosen());
    open({ bots, start: true, settings: { ...PRIVATE, ruleset: played.value, seats: Math.max(PRIVATE.seats, bots.length + 1) } });
  };
  const start = h("form.panel.start", { onsubmit: quick }, back,
    h("label.wide", {}, h("span", {}, t("yourName")), name), h("label.wide", {}, h("span", {}, t("ruleset")), played), level.field, number.field, note,
    h("button.main.big", { type: "submit", id: "quick" }, h("b", {}, t("quick")), h("span", {}, t("quickHint"))),
    h("button.plain.big", { type: "button", id: "learn", onclick: () => { kept.set("name", name.value.trim()); visit("/learn"); } }, h("b", {}, t("learn")), h("span", {}, t("learnHint"))));
  const form = h("form.panel", { id: "new-table", onsubmit: (event) => { event.preventDefault(); open({ settings: readFields(form, USUAL) }); } },
    h("h2", {}, t("newTable")), tableFields(USUAL), h("button.main", { type: "submit", id: "open-table" }, t("openTable")));

  main.append(h("div.lobby", {},
    h("section.hero", {},
      h("div.fan", { "aria-hidden": "true" }, ["contessa", "captain", "duke", "assassin", "ambassador"].map((role) => card(role))),
      h("div", {}, h("h1", {}, t("title")), h("p.lead", {}, t("lead")))),
    start, form,
    h("section.panel.found", {}, h("h2", {}, t("tables")), list, more, h("p.row.wrap", {}, statistics(), h("a.plain", { id: "explore", href: "/explore" }, t("explore"))))));

  async function refresh() {
    try {
      const { tables, rest } = await firstPages(pages);
      paint(list, tables, mine, join, visit);
      more.hidden = !rest;
    } catch { /* it will be tried again */ }
  }

  // The tables at which this browser has a seat, listed or not.
  async function findMine() {
    const found = await Promise.all(remembered().map((id) => api(`/api/tables/${id}`).catch((error) => { if (error.status === 404) forget(id); return null; })));
    const seats = found.filter((table) => table?.you && table.status !== "closed");
    mine = new Map(seats.map((table) => [table.id, table.you]));
    back.hidden = !seats.length;
    fill(back, [seats, t("title")], () => seats.map((table) => h("button.main.return", { type: "button", "data-table": table.id, onclick: () => visit(`/t/${table.id}`) },
      h("b", {}, t(table.status === "playing" ? "returnGame" : "returnTable")), h("span", {}, [...table.summary.people, ...table.summary.bots].join(", ")))));
    refresh();
  }

  number.most(PRIVATE.seats - 1);
  fit();
  findMine();
  const timer = setInterval(refresh, 3000);
  return () => clearInterval(timer);
}

// One of a few, with a tap; what was chosen is remembered.
function choice(key, label, values, text, usual) {
  const chosen = values.includes(kept.get(key)) ? kept.get(key) : usual;
  const field = h("fieldset.segments", { id: key, onchange: (event) => kept.set(key, event.target.value) }, h("legend", {}, label),
    values.map((value) => h("label", {}, h("input", { type: "radio", name: key, value, checked: value === chosen }), h("span", {}, text(value)))));
  // No more than so many can be chosen; what was chosen before comes back as soon as it can.
  const most = (limit) => {
    const wanted = Math.min(Number(kept.get(key, usual)), limit);
    for (const input of field.querySelectorAll("input")) {
      input.parentElement.hidden = Number(input.value) > limit;
      input.checked = Number(input.value) === wanted;
    }
  };
  return { field, most, chosen: () => field.querySelector(":checked").value };
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

function paint(list, tables, mine, join, visit) {
  const offered = () => [...list.querySelectorAll("button")].map((button) => button.dataset.key + button.textContent).join();
  const before = offered();
  fill(list, [tables, [...mine], t("title")], () => tables.length === 0 ? h("li.dim", {}, t("noTables")) : tables.map(({ id, status, summary }) => {
    const free = summary.seats - summary.people.length - summary.bots.length;
    const joinable = status === "waiting" && free > 0 && !mine.has(id);
    const about = [t(`rules.${summary.ruleset}`), t(`status.${status}`), summary.bots.length && t("withBots", { n: summary.bots.length }), joinable && t("freeSeats", { n: free }), summary.clock && duration(summary.clock)];
    return h("li", {},
      h("div", {}, h("b", {}, summary.people.join(", ")), h("div.dim", {}, about.filter(Boolean).join(" · "))),
      h(joinable ? "button.main" : "button.plain", { type: "button", "data-key": id, onclick: () => (joinable ? join(id) : visit(`/t/${id}`)) }, t(mine.has(id) ? "comeBack" : joinable ? "join" : "watch")));
  }));
  if (offered() !== before) settle(list);  // a table that comes or goes moves the others
}
