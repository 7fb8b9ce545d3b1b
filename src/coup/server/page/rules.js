// The rules and the summary of roles, one tap away.

import { sign } from "./cards.js";
import { dialog, h } from "./dom.js";
import { api } from "./net.js";
import { summaryRow, t } from "./words.js";

let known;
export const rules = async () => (known ??= await api("/api/rules"));

// The rules of a table, with its house rules, or those that most people play by.
export async function rulesDialog({ ruleset: which = "classic", table } = {}) {
  const ruleset = table ? await api(`/api/tables/${table}/rules`) : (await rules()).rulesets[which];
  const houseRules = asTyped(ruleset.house_rules ?? {});
  const head = ["role", "action", "effect", "blocks", "blockedBy"].map((name) => h("th", { scope: "col" }, t(name)));
  const rows = ruleset.summary.map(summaryRow).map((row) => h("tr", {},
    h("th", { scope: "row" }, row.role ? [sign(row.role, 18), " ", t(row.role)] : t("anybody")),
    ["action", "effect", "blocks", "blockedBy"].map((name) => h("td", { "data-label": t(name) }, row[name]))));
  dialog(`${t("rulesTitle")}: ${t(`rules.${which}`)}`, h("div.rules", {},
    h("p", {}, t("rulesShort", { cards: ruleset.cards, coins: ruleset.coins, forced: ruleset.forced_coup })),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": t("rulesTitle") }, h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    h("p", {}, t(`answers.${ruleset.answers}`)),
    houseRules && h("p", {}, `${t("houseRules")}: ${houseRules}`),
    h("p.dim", {}, t("keys"))), [{ text: t("close"), kind: "main", focus: true }]);
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
  const number = (name, label, low, high) => h("label", {}, h("span", {}, label),
    h("input", { type: "number", name, min: low, max: high, placeholder: t("usual"), value: settings.house_rules[name] ?? "" }));
  const times = (usual, chosen) => [...new Set([...usual, chosen ?? usual[0]])].sort((one, other) => one - other).map((n) => option(n, duration(n), chosen));
  return [
    h("div.fields", {},
      h("label", {}, h("span", {}, t("ruleset")), h("select", { name: "ruleset" }, ["classic", "coup2022", "inquisitor"].map((name) => option(name, t(`rules.${name}`), settings.ruleset)))),
      h("label", {}, h("span", {}, t("seats")), h("select", { name: "seats" }, [2, 3, 4, 5, 6].map((n) => option(n, String(n), settings.seats)))),
      h("label", {}, h("span", {}, t("clock")), h("select", { name: "clock" }, option("", t("noClock"), settings.clock ?? ""), times(CLOCKS, settings.clock))),
      h("label", {}, h("span", {}, t("awayTime")), h("select", { name: "away" }, times(AWAY, settings.away)))),
    h("label.check", {}, h("input", { type: "checkbox", name: "public", checked: settings.public, onchange: followPublic }), h("span", {}, t("public"))),
    h("details", {}, h("summary", {}, t("houseRules")), h("div.fields", {},
      number("coins", t("coinsAtStart"), 0, 12), number("first_coins", t("firstCoins"), 0, 12),
      number("forced_coup", t("couplimit"), 7, 30), number("turn_limit", t("turnLimit"), 10, 1000)),
      h("label.wide", {}, h("span", {}, t("otherRules")), h("input", { name: "other", placeholder: "coins_stay=yes, copies=4", value: asTyped(settings.house_rules, FIELDS) }))),
  ];
}

// Rules that have no field of their own are written as on the command line: coins_stay=yes.
const FIELDS = ["coins", "first_coins", "forced_coup", "turn_limit"];

function asTyped(house, but = []) {
  const shown = (value) => (value === null ? "none" : value === true ? "yes" : value === false ? "no" : [value].flat().join("+") || "none");
  return Object.entries(house).filter(([name]) => !but.includes(name)).map(([name, value]) => `${name}=${shown(value)}`).join(", ");
}

function readRules(text) {
  const read = (name, value) => {
    if (value === "none") return name.startsWith("block_") ? [] : null;
    if (value === "yes" || value === "no") return value === "yes";
    if (/^\d+$/.test(value)) return Number(value);
    return name === "roles" || name.startsWith("block_") ? value.split("+") : value;
  };
  const pairs = text.split(",").map((part) => part.split("=").map((word) => word.trim())).filter(([name]) => name);
  return Object.fromEntries(pairs.map(([name, value]) => [name, read(name, value ?? "")]));
}

// How a table plays, in a line.
export function describe(settings) {
  const clock = settings.clock ? `${t("clock")}: ${duration(settings.clock)}` : t("noClock");
  const house = asTyped(settings.house_rules);
  return [t(`rules.${settings.ruleset}`), clock, `${t("awayTime")} ${duration(settings.away)}`, house && `${t("houseRules")}: ${house}`].filter(Boolean).join(" · ");
}

export function readFields(form, before) {
  const data = new FormData(form);
  const house = readRules(data.get("other"));
  for (const name of FIELDS) if (data.get(name)) house[name] = Number(data.get(name));
  return {
    ...before, ruleset: data.get("ruleset"), seats: Number(data.get("seats")),
    clock: data.get("clock") ? Number(data.get("clock")) : null, away: Number(data.get("away")), public: data.get("public") === "on", house_rules: house,
  };
}

export const USUAL = { ruleset: "classic", house_rules: {}, seats: 6, clock: PUBLIC_CLOCK, away: 60, public: true };
export const PRIVATE = { ...USUAL, clock: null, public: false };
