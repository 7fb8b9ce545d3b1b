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
export const tell = (line) => own("event", line, line.text);
export const situation = (question, view) => own("situation", view, question.text);
export const choiceName = (choice) => own("choiceName", choice, choice.name);
export const choiceEffect = (choice, view) => own("choiceEffect", choice, choice.effect, view);
export const follows = (choice, view) => own("follows", choice, choice.follows, view);
export const risk = (choice) => own("risk", choice, choice.risk);
export const refusal = (reply) => own("refusal", reply, reply.why);
export const summaryRow = (row) => ({ ...row, ...own("summary", row, {}), blockedBy: row.blocked_by.map((role) => t(role)).join(", ") });

// Neighbouring passes share a sentence.
export function sentences(lines) {
  const told = [];
  for (const line of lines) {
    const last = told.at(-1);
    if (line.event === "Passed" && last?.passed === line.asked) last.names.push(line.seat);
    else told.push({ line, passed: line.event === "Passed" ? line.asked : null, names: [line.seat] });
  }
  return told.map(({ line, passed, names }) => ({
    event: line.event, bluff: line.bluff, line,
    text: passed && names.length > 1 ? t(`passed ${passed}`, { names: names.slice(0, -1).join(", "), last: names.at(-1) }) : tell(line),
  }));
}
