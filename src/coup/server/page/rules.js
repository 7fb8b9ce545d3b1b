// The rules and the summary of roles, one tap away.

import { sign } from "./cards.js";
import { dialog, h } from "./dom.js";
import { api } from "./net.js";
import { t } from "./words.js";

let known;
export const rules = async () => (known ??= await api("/api/rules"));

export async function rulesDialog(which = "classic") {
  const ruleset = (await rules()).rulesets[which];
  const head = ["role", "action", "effect", "blocks", "blockedBy"].map((name) => h("th", { scope: "col" }, t(name)));
  const rows = ruleset.summary.map((row) => h("tr", {},
    h("th", { scope: "row" }, row.role ? [sign(row.role, 18), " ", t(row.role)] : t("anybody")),
    [row.action, row.effect, row.blocks, row.blocked_by.map((role) => t(role)).join(", ")].map((text) => h("td", {}, text))));
  dialog(`${t("rulesTitle")}: ${t(`rules.${which}`)}`, h("div.rules", {},
    h("p", {}, t("rulesShort", { cards: ruleset.cards, coins: ruleset.coins, forced: ruleset.forced_coup })),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": t("rulesTitle") }, h("table", {}, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows))),
    h("p", {}, t(`answers.${ruleset.answers}`)),
    h("p.dim", {}, t("keys"))), [{ text: t("close"), kind: "main", focus: true }]);
}

// The fields with which a host sets a table.
export function tableFields(settings) {
  const option = (value, text, chosen) => h("option", { value, selected: value === chosen }, text);
  const number = (name, label, low, high) => h("label", {}, h("span", {}, label),
    h("input", { type: "number", name, min: low, max: high, placeholder: t("usual"), value: settings.house_rules[name] ?? "" }));
  return [
    h("div.fields", {},
      h("label", {}, h("span", {}, t("ruleset")), h("select", { name: "ruleset" }, ["classic", "coup2022", "inquisitor"].map((name) => option(name, t(`rules.${name}`), settings.ruleset)))),
      h("label", {}, h("span", {}, t("seats")), h("select", { name: "seats" }, [2, 3, 4, 5, 6].map((n) => option(n, String(n), settings.seats)))),
      h("label", {}, h("span", {}, t("clock")), h("select", { name: "clock" }, option("", t("noClock"), settings.clock ?? ""), [20, 40, 60, 120, 300].map((n) => option(n, t("seconds", { n }), settings.clock))))),
    h("label.check", {}, h("input", { type: "checkbox", name: "public", checked: settings.public }), h("span", {}, t("public"))),
    h("details", {}, h("summary", {}, t("houseRules")), h("div.fields", {},
      number("coins", t("coinsAtStart"), 0, 12), number("first_coins", t("firstCoins"), 0, 12),
      number("forced_coup", t("couplimit"), 7, 30), number("turn_limit", t("turnLimit"), 10, 1000)),
      h("label.wide", {}, h("span", {}, t("otherRules")), h("input", { name: "other", placeholder: "coins_stay=yes, copies=4", value: otherRules(settings.house_rules) }))),
  ];
}

// Rules that have no field of their own are written as on the command line: coins_stay=yes.
const FIELDS = ["coins", "first_coins", "forced_coup", "turn_limit"];

function otherRules(house) {
  const shown = (value) => (value === null ? "none" : value === true ? "yes" : value === false ? "no" : [value].flat().join("+"));
  return Object.entries(house).filter(([name]) => !FIELDS.includes(name)).map(([name, value]) => `${name}=${shown(value)}`).join(", ");
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

export function readFields(form, before) {
  const data = new FormData(form);
  const house = readRules(data.get("other"));
  for (const name of FIELDS) if (data.get(name)) house[name] = Number(data.get(name));
  return {
    ...before, ruleset: data.get("ruleset"), seats: Number(data.get("seats")),
    clock: data.get("clock") ? Number(data.get("clock")) : null, public: data.get("public") === "on", house_rules: house,
  };
}

export const USUAL = { ruleset: "classic", house_rules: {}, seats: 6, clock: null, away: 60, public: true };
