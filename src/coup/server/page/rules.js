// The rules and the summary of roles, one tap away.

import { sign } from "./cards.js";
import { dialog, h } from "./dom.js";
import { api } from "./net.js";
import { current, summaryRow, t } from "./words.js";

const known = new Map();  // by language
export async function rules() {
  const code = current();
  if (!known.has(code)) known.set(code, await api("/api/rules"));
  return known.get(code);
}

// The rules of a table, with its house rules, or those that most people play by.
export async function rulesDialog({ ruleset: which = "classic", table } = {}) {
  const ruleset = table ? await api(`/api/tables/${table}/rules`) : (await rules()).rulesets[which];
  const house = houseWords(ruleset.house_rules ?? {});
  const head = ["role", "action", "effect", "blocks", "blockedBy"].map((name) => h("th", { scope: "col" }, t(name)));
  const rows = ruleset.summary.map(summaryRow).map((row) => h("tr", {},
    h("th", { scope: "row" }, row.role ? [sign(row.role, 18), " ", t(row.role)] : t("anybody")),
    ["action", "effect", "blocks", "blockedBy"].map((name) => h("td", { "data-label": t(name) }, row[name]))));
  dialog(`${t("rulesTitle")}: ${t(`rules.${which}`)}`, h("div.rules", {},
    h("p", {}, t("rulesShort", { cards: ruleset.cards, coins: ruleset.coins, forced: ruleset.forced_coup })),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": t("rulesTitle") }, h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    h("p", {}, t(`answers.${ruleset.answers}`)),
    ruleset.sides && markdown(ruleset.sides),
    house.length > 0 && [h("h3", {}, t("houseRules")), h("ul.house-words", {}, house.map((rule) => h("li", {}, rule)))],
    h("p.dim", {}, t("keys"))), [{ text: t("close"), kind: "main", focus: true }]);
}

// Paragraphs with a headline, and with what is important in bold.
function markdown(text) {
  const bold = (words) => words.split("**").map((part, place) => (place % 2 ? h("b", {}, part) : part));
  return text.split("\n\n").map((part) => (part.startsWith("## ") ? h("h3", {}, part.slice(3)) : h("p", {}, bold(part))));
}

// Seconds to choose from, for a question and until a bot takes over.
const PUBLIC_CLOCK = 60;
const CLOCKS = [20, 40, PUBLIC_CLOCK, 120, 300];
const AWAY = [15, 30, 60, 120, 300, 1800];
export const duration = (n) => (n < 120 || n % 60 ? t("seconds", { n }) : t("minutes", { n: n / 60 }));

// Among strangers there is a clock, among friends none, unless the host has chosen another one.
function followPublic({ target }) {
  const { clock } = target.form.elements;
  const usual = (open) => (open ? String(PUBLIC_CLOCK) : "");
  if (clock.value === usual(!target.checked)) clock.value = usual(target.checked);
}

// The fields with which a host sets a table.
export function tableFields(settings) {
  const option = (value, text, chosen) => h("option", { value, selected: value === chosen }, text);
  const times = (usual, chosen) => [...new Set([...usual, chosen ?? usual[0]])].sort((one, other) => one - other).map((n) => option(n, duration(n), chosen));
  const seats = h("select", { name: "seats" }, seatOptions(settings.seats, settings.seats));
  const house = houseFields(settings, seats);
  return [
    h("div.fields", {},
      h("label", {}, h("span", {}, t("ruleset")), h("select", { name: "ruleset", onchange: (event) => house.paint(event.target.value) }, RULESETS.map((name) => option(name, t(`rules.${name}`), settings.ruleset)))),
      h("label", {}, h("span", {}, t("seats")), seats),
      h("label", {}, h("span", {}, t("clock")), h("select", { name: "clock" }, option("", t("noClock"), settings.clock ?? ""), times(CLOCKS, settings.clock))),
      h("label", {}, h("span", {}, t("awayTime")), h("select", { name: "away" }, times(AWAY, settings.away)))),
    h("label.check", {}, h("input", { type: "checkbox", name: "public", checked: settings.public, onchange: followPublic }), h("span", {}, t("public"))),
    h("details", {}, h("summary", {}, t("houseRules")), house.place),
  ];
}

const seatOptions = (most, chosen) => Array.from({ length: most - 1 }, (_, place) => h("option", { value: place + 2, selected: place + 2 === chosen }, String(place + 2)));

// House rules in groups: a switch, a number or one of a few, each with a sentence and what is usual.
const GROUPS = {
  coins: { coins: [0, 1, 2, 3, 4, 5, 6, 7], first_coins: [null, 0, 1, 2, 3], coup_cost: [5, 6, 7, 8, 9, 10], assassinate_cost: [1, 2, 3, 4, 5], forced_coup: [7, 8, 9, 10, 12, 15, 20, 30], coins_stay: null, fee_returned: null },
  cards: { copies: [2, 3, 4, 5, 6], exchange_draws: [1, 2] },
  answers: { answers: ["first", "target_first", "secret"], windows: ["separate", "joint"], block_steal_names_role: null, block_after_challenge: null },
  sides: { allegiances: null, first_allegiance: ["loyalist", "reformist", "choose"], convert_cost: [0, 1, 2, 3], convert_other_cost: [0, 1, 2, 3, 4], reserve: [0, 1, 2, 3, 5, 10], embezzle: [null, "duke", "assassin", "captain", "contessa"], embezzle_empty: null, embezzle_loses_role: null, inquisitor: null },
  end: { turn_limit: [null, 50, 100, 200, 500] },
};
const FIELDS = Object.assign({}, ...Object.values(GROUPS));

// Sides have switches only where there are any.
const groupsFor = ({ allegiances }) => Object.entries(GROUPS).filter(([group]) => group !== "sides" || allegiances);

// What depends on the ruleset: how many can play, and what can be changed.
function houseFields(settings, seats) {
  const place = h("div.house", {});
  const paint = async (name) => {
    const { defaults, most_seats: most } = (await rules()).rulesets[name];
    seats.replaceChildren(...seatOptions(Math.max(most, name === settings.ruleset ? settings.seats : 0), Math.min(Number(seats.value), most)));
    const known = name === settings.ruleset ? settings.house_rules : {};
    place.replaceChildren(...groupsFor(defaults).map(([group, fields]) => h("fieldset", {}, h("legend", {}, t(`house.${group}.group`)),
      Object.entries(fields).map(([field, values]) => (values ? choiceField : switchField)(field, values, field in known ? known[field] : defaults[field], defaults[field])))));
  };
  paint(settings.ruleset);
  return { place, paint };
}

const inWords = (field, value) => (value === null ? t(`house.${field}.none`) : typeof value !== "string" ? String(value) : field === "embezzle" ? t(value) : t(`house.${field}.${value}`));

function switchField(field, _, value, usual) {
  return h("label.check", {}, h("input", { type: "checkbox", role: "switch", name: `house.${field}`, checked: value, "data-usual": String(usual) }),
    h("span", {}, t(`house.${field}`), " ", h("span.dim", {}, t(usual ? "usuallyOn" : "usuallyOff"))));
}

function choiceField(field, values, value, usual) {
  const all = [...new Set([...values, usual, value])];
  return h("label.wide", {}, h("span", {}, t(`house.${field}`)), h("span.dim", {}, t(`house.${field}.hint`)), h("select", { name: `house.${field}`, "data-usual": JSON.stringify(usual) },
    all.map((each) => h("option", { value: JSON.stringify(each), selected: each === value }, each === usual ? t("usualValue", { value: inWords(field, each) }) : inWords(field, each)))));
}

// What differs from the usual; rules that have no field here stay as they were.
function readHouse(form, before) {
  const others = Object.entries(before).filter(([name]) => !(name in FIELDS));
  const fields = [...form.querySelectorAll("[name^='house.']")].map((field) => [field.name.slice(6), field.type === "checkbox" ? field.checked : JSON.parse(field.value), JSON.parse(field.dataset.usual)]);
  return Object.fromEntries([...others, ...fields.filter(([, value, usual]) => value !== usual)]);
}

// House rules in sentences; one that the page does not know by its name and value.
function houseWords(house) {
  return Object.entries(house).map(([field, value]) => {
    if (!(field in FIELDS)) return t("house.other", { name: field, value: [value].flat().join(", ") || t("house.nothing") });
    return typeof value === "boolean" ? t(value ? `house.${field}` : `house.${field}.off`) : t("house.is", { rule: t(`house.${field}`), value: inWords(field, value) });
  });
}

// How a table plays, in a line.
export function describe(settings) {
  const clock = settings.clock ? t("clockOf", { time: duration(settings.clock) }) : t("noClock");
  return [t(`rules.${settings.ruleset}`), clock, t("awayOf", { time: duration(settings.away) }), ...houseWords(settings.house_rules)].join(" · ");
}

export function readFields(form, before) {
  const data = new FormData(form);
  return {
    ...before, ruleset: data.get("ruleset"), seats: Number(data.get("seats")),
    clock: data.get("clock") ? Number(data.get("clock")) : null, away: Number(data.get("away")), public: data.get("public") === "on", house_rules: readHouse(form, before.house_rules),
  };
}

export const LEVELS = ["beginner", "easy", "medium", "hard", "expert"];
export const RULESETS = ["classic", "coup2022", "inquisitor", "reformation"];
export const USUAL = { ruleset: "classic", house_rules: {}, seats: 6, clock: PUBLIC_CLOCK, away: 60, public: true };
export const PRIVATE = { ...USUAL, clock: null, public: false };
