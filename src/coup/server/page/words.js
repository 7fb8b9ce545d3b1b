// Everything that the page says, in the language that its reader chose. The catalogue comes from the server, and so do sentences
// about the game, which are told in the same language.

import { kept } from "./dom.js";

const CODES = document.documentElement.dataset.languages.split(" ");
const ours = (code) => (CODES.includes(code) ? code : "en");
let catalogue, plurals;
await learn(ours(kept.get("language") ?? (navigator.language ?? "en").slice(0, 2)));

async function learn(code) {
  catalogue = await (await fetch(`/page/lang/${code}.json`)).json();
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

export const current = () => catalogue.code;
export const languages = () => Object.entries(catalogue.languages);

export async function speak(code) {
  await learn(ours(code));
  kept.set("language", code);
}

export const t = (key, values = {}) => filled(catalogue.page[key] ?? catalogue.forms[key] ?? key, values);

// A place in a sentence may ask for a form: of a role, of a number of things, of a list.
function filled(text, values) {
  return text.replace(/\{(\w+)(?::([\w ]+))?\}/g, (_, name, form) => (form ? formed(values[name], form) : values[name] ?? ""));
}

function formed(value, form) {
  if (typeof value === "number") return counted(value, catalogue.forms[form]);
  if (form === "and" || form === "or") return listed(value, form);
  if (!Array.isArray(value)) return catalogue.forms[form === "name" ? value : `${value}.${form}`];
  const [kind, link = "or"] = form.split(" ");
  return listed(value.map((each) => formed(each, kind)), link);
}

const counted = (n, forms) => filled(forms[`=${n}`] ?? forms[plurals.select(n)] ?? forms.other, { n });

function listed(things, link) {
  const last = things.at(-1);
  return things.length < 2 ? last ?? "" : filled(catalogue.forms[link], { first: things.slice(0, -1).join(catalogue.forms.comma), last });
}

export const tell = (line) => (line.late ? t("timeUp", { text: line.text }) : line.text);
// Why something cannot be done, where it stands alone.
export const inFull = (why) => why.charAt(0).toUpperCase() + why.slice(1).replace(/[^.!?。！？]$/, `$&${catalogue.forms.stop}`);

export const verbName = (choice) => t(`verb.${choice.verb}`);
export const botLine = (kind) => catalogue.page[`bot.${kind}`];  // of those that the page knows
export const botName = (kind) => kind.split(":").map((part) => catalogue.page[`botName.${part}`] ?? part).join(" · ");  // a level and a character; bots of others have the names that they were given
export const summaryRow = (row) => ({ ...row, blockedBy: row.blocked_by.map((role) => t(role)).join(", ") });

// What a choice brings, what it costs if it goes wrong, and how many of the cards in question are unseen: each fact a text of its own.
export function stakes(choice, view) {
  const { verb, claim, denial, bluff, target, coins } = choice;
  const asked = view.asked;
  const roles = verb === "challenge" ? [...asked.roles, ...asked.denied] : claim;
  const facts = [], minor = [];
  if (verb === "challenge" && asked.denied.length) facts.push(t("stake.doubt", { name: asked.claimant, roles }));
  else if (verb === "challenge") facts.push(t("stake.challenge", { name: asked.claimant, roles }));
  else facts.push(target || verb === "embezzle" ? t(`stake.${verb}`, { n: Math.abs(coins) }) : choice.effect);
  if ((claim.length || denial.length) && bluff) facts.push(t("stake.bluff"));
  if (choice.blocked_by.length && verb !== "steal") (verb === "assassinate" ? minor : facts).push(t(verb === "assassinate" ? "stake.fee" : "stake.blocked", { roles: choice.blocked_by }));
  facts.push(...roles.map((role) => t("stake.unseen", { n: view.unseen[role], all: view.copies, role })));
  return [...facts.map((fact) => ({ fact })), ...minor.map((fact) => ({ fact, minor: true }))];
}

// Why one has to lose a card.
export function cause(view, story) {
  if (view.asked.kind !== "discard") return "";
  const turn = story.slice(story.findLastIndex((line) => line.event === "Declared"));
  const doubt = turn.findLastIndex((line) => line.event === "Challenged");
  const open = doubt >= 0 && turn[doubt].seat === view.seat && !turn.slice(doubt).some((line) => line.event === "Discarded");
  if (open && turn[doubt].denied.length) return t("cause.proof", { name: turn[doubt].claimant, roles: turn[doubt].denied });
  if (open) return t("cause.challenge", { name: turn[doubt].claimant, roles: turn[doubt].roles });
  return { coup: t("cause.coup", { name: view.asked.actor }), assassinate: t("cause.assassinate", { name: view.asked.actor }) }[view.asked.action] ?? "";
}

// Neighbouring passes share a sentence.
export function sentences(lines) {
  const told = [];
  for (const line of lines) {
    const last = told.at(-1);
    const passed = line.event === "Passed" && !line.late ? line.asked : null;
    if (passed && last?.passed === passed) last.names.push(line.seat);
    else told.push({ line, passed, names: [line.seat] });
  }
  return told.map(({ line, passed, names }) => ({
    event: line.event, bluff: line.bluff, line, text: passed && names.length > 1 ? t(`passed ${passed}`, { names }) : tell(line),
  }));
}
