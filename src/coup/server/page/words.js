// Everything that the page says, in the language that its reader chose.

import { kept } from "./dom.js";
import de from "./lang/de.js";
import en from "./lang/en.js";

export const LANGUAGES = { en, de };
const wanted = kept.get("language") ?? (navigator.language ?? "en").slice(0, 2);
let language = LANGUAGES[wanted] ? wanted : "en";
document.documentElement.lang = language;

export const current = () => language;

export function speak(name) {
  language = LANGUAGES[name] ? name : "en";
  kept.set("language", language);
  document.documentElement.lang = language;
}

export function t(key, values = {}) {
  const text = LANGUAGES[language].texts[key] ?? en.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// Sentences about the game come from the server in English, with their parts; other languages
// make their own out of the parts.
const own = (kind, thing, otherwise, ...more) => LANGUAGES[language][kind]?.(thing, ...more) ?? otherwise;
export const tell = (line) => (line.late ? t("timeUp", { text: own("event", line, line.text) }) : own("event", line, line.text));
export const situation = (question, view) => own("situation", view, question.text);
export const choiceName = (choice) => own("choiceName", choice, choice.name);
export const choiceEffect = (choice, view) => own("choiceEffect", choice, choice.effect, view);
export const follows = (choice, view) => own("follows", choice, choice.follows, view);
export const risk = (choice) => own("risk", choice, choice.risk);
export const refusal = (reply) => own("refusal", reply, reply.why);
export const summaryRow = (row) => ({ ...row, ...own("summary", row, {}), blockedBy: row.blocked_by.map((role) => t(role)).join(", ") });

export const rolesOf = (roles) => roles.map((role) => t(role)).join(t("or"));
const theRoles = (roles) => roles.map((role) => t(`${role}.the`)).join(t("or"));
export const verbName = (choice) => t(`verb.${choice.verb}`);
export const botLine = (kind) => LANGUAGES[language].texts[`bot.${kind}`] ?? kind;
export const botName = (kind) => kind.split(":").map((part) => LANGUAGES[language].texts[`botName.${part}`] ?? part).join(" · ");  // a level and a character; bots of others have the names that they were given

// What a choice brings, what it costs if it goes wrong, and how many of the cards in question are unseen: each fact a text of its own.
export function stakes(choice, view) {
  const { verb, claim, bluff, target, coins } = choice;
  const asked = view.asked;
  const roles = verb === "challenge" ? asked.roles : claim;
  const facts = [], minor = [];
  if (verb === "challenge") facts.push(t("stake.challenge", { name: asked.claimant, roles: theRoles(roles) }));
  else facts.push(target ? t(`stake.${verb}`, { n: Math.abs(coins) }) : choiceEffect(choice, view));
  if (claim.length && bluff) facts.push(t("stake.bluff"));
  if (choice.blocked_by.length && verb !== "steal") (verb === "assassinate" ? minor : facts).push(t(verb === "assassinate" ? "stake.fee" : "stake.blocked", { roles: rolesOf(choice.blocked_by) }));
  facts.push(...roles.map((role) => t("stake.unseen", { n: view.unseen[role], all: view.copies, roles: t(`${role}.many`) })));
  return [...facts.map((fact) => ({ fact })), ...minor.map((fact) => ({ fact, minor: true }))];
}

// Why one has to lose a card.
export function cause(view, story) {
  if (view.asked.kind !== "discard") return "";
  const turn = story.slice(story.findLastIndex((line) => line.event === "Declared"));
  const doubt = turn.findLastIndex((line) => line.event === "Challenged");
  const open = doubt >= 0 && turn[doubt].seat === view.seat && !turn.slice(doubt).some((line) => line.event === "Discarded");
  if (open) return t("cause.challenge", { name: turn[doubt].claimant, roles: theRoles(turn[doubt].roles) });
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
    event: line.event, bluff: line.bluff, line,
    text: passed && names.length > 1 ? t(`passed ${passed}`, { names: names.slice(0, -1).join(", "), last: names.at(-1) }) : tell(line),
  }));
}
