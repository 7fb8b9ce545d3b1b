// The explorer: asks for what the solvers say, and shows it. It computes nothing itself.

const find = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function make(tag, text = "", ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.append(...children);
  return element;
}

function draw(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

// An answer may take seconds to work out; as long as one is awaited, the page says so.
let awaited = 0;
function awaiting(more) {
  awaited += more;
  find("working").hidden = !awaited;
}

async function ask(what, parameters) {
  awaiting(1);
  try {
    const answer = await fetch(`/explore/${what}?${new URLSearchParams(parameters)}`, { headers: { "Accept-Language": language.code ?? "en" } });
    const told = await answer.json();
    if (answer.ok) return told;
    find("trouble").textContent = told.why;
    throw new Error(told.why);
  } finally {
    awaiting(-1);
  }
}

// Words and colours are those in which the tables of the same server are shown.

const KEPT = "coup.language";
let language = {};

function kept(key) {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
}

async function speak(code) {
  language = await ask("words", { language: code }).catch(() => ask("words", {}));
  document.documentElement.lang = language.code;
  document.title = `Coup: ${t("title")}`;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  find("language").replaceChildren(...Object.entries(language.languages).map(([each, name]) => option(each, name)));
  find("language").value = language.code;
  const chosen = new Map([...find("gone").querySelectorAll("select")].map((each) => [each.name, each.value]));
  find("gone").replaceChildren(...Object.keys(language.roles).map((role) => {
    const many = make("select", "", ...[0, 1, 2, 3].map((each) => make("option", each)));
    many.name = role;
    many.value = chosen.get(role) ?? "0";
    return make("label", `${language.roles[role]} `, many);
  }));
}

function option(value, text) {
  const element = make("option", text);
  element.value = value;
  return element;
}

function t(key, values = {}) {
  return language.words[key].replace(/\{(\w+)(:turns)?\}/g, (_, name, form) => (form ? turns(values[name]) : values[name]));
}

const turns = (n) => (language.turns[new Intl.PluralRules(language.code).select(n)] ?? language.turns.other).replace("{n}", n);
const percent = (share) => new Intl.NumberFormat(language.code, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share);
const worth = (value) => new Intl.NumberFormat(language.code, { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(value);

// A move as people call it: a verb, and perhaps a role or a name.
function moveName(move) {
  const [verb, ...rest] = move.split(" ");
  const name = language.moves[verb] ?? verb;
  const about = rest.map((each) => language.roles[each] ?? each).join(" ");
  if (name.includes("{role:name}")) return name.replace("{role:name}", about);
  return about ? `${name} (${about})` : name;
}

function table(element, heads, rows, best = () => false) {
  element.replaceChildren(make("tr", "", ...heads.map((head) => make("th", head))));
  rows.forEach((row, number) => {
    const line = make("tr", "", ...row.map((cell) => make("td", cell)));
    line.className = best(number) ? "best" : "";
    element.append(line);
  });
}

// Endgames.

const form = find("choose");
let newest = 0;

function gone() {
  return [...find("gone").querySelectorAll("select")].flatMap((each) => Array(+each.value).fill(each.name));
}

const made = (line) => line.filter((move) => move !== "pass").map(moveName).join(", ");

function showQuestion(question, hand) {
  const mine = question.asked === "mover";
  const who = mine ? t("youWith", { role: language.roles[hand] }) : t("otherAsked");
  const share = percent(question.likely), moves = question.line.map(moveName).join(", ");
  const section = make("section");
  section.append(make("h3", moves ? t("askedAfter", { who, moves, share }) : t("askedAction", { who, share })));
  for (const each of question.hands) {
    if (mine && each.hand !== hand) continue;
    const grid = make("table");
    const best = Math.max(...each.answers.map((answer) => answer.worth));
    const rows = each.answers.map((answer) => [moveName(answer.move), percent(answer.share), worth(answer.worth), percent(answer.shark)]);
    const head = mine ? t("choice") : t("withCard", { role: language.roles[each.hand] });
    table(grid, [head, t("solution"), t("worth"), "shark"], rows, (number) => best - each.answers[number].worth < 0.001);
    const wide = make("div", "", grid);
    wide.className = "wide";
    section.append(wide);
  }
  return section;
}

async function showEndgame() {
  find("trouble").textContent = "";
  const own = form.own.value, other = form.other.value;
  const number = ++newest, cards = { face_up: gone().join(","), turns: form.turns.value };
  const told = await ask("endgame", { coins: `${own},${other}`, ...cards });
  if (number !== newest) return;
  find("value").textContent = t("value", { value: worth(told.value), low: worth(told.low), high: worth(told.high), n: told.information_sets });
  const claims = told.claims.map((claim) => [claim.by === "mover" ? t("you") : t("theOther"), made(claim.line), percent(claim.made), percent(claim.bluffed), percent(claim.challenged)]);
  table(find("claims"), [t("by"), t("claim"), t("made"), t("bluffs"), t("challenged")], claims);
  const hands = told.questions[0].hands.map((each) => each.hand);
  const chosen = hands.includes(form.hand.value) ? form.hand.value : hands[0];
  form.hand.replaceChildren(...hands.map((hand) => option(hand, language.roles[hand])));
  form.hand.value = chosen;
  find("questions").replaceChildren(...told.questions.map((question) => showQuestion(question, chosen)));
  find("solved").hidden = false;
  find("by-coins").hidden = true;
  const rows = await ask("coins", { other, ...cards });
  if (number === newest) showCoins(rows, +own);
}

// How the rates change as coins move.

const CLAIMS = ["tax", "steal", "assassinate"];
const RARE = 0.005;  // a claim that is hardly ever made has no rates to speak of
const WIDTH = 320, HEIGHT = 170, LEFT = 40, TOP = 10, BOTTOM = 30;
const across = (coins) => LEFT + (coins * (WIDTH - LEFT - 12)) / 9;
const up = (share) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
const rate = (row, claim, kind) => row.claims.find((each) => each.line[0] === claim && each.made >= RARE)?.[kind];

function showCoins(rows, own) {
  const known = CLAIMS.filter((claim) => rows.some((row) => rate(row, claim, "bluffed") !== undefined));
  const heads = known.flatMap((claim) => [t("bluffsOf", { move: moveName(claim) }), t("doubtsOf", { move: moveName(claim) })]);
  const shown = (share) => (share === undefined ? "–" : percent(share));
  const cells = (row) => known.flatMap((claim) => [shown(rate(row, claim, "bluffed")), shown(rate(row, claim, "challenged"))]);
  table(find("coins"), [t("coinsColumn"), t("atLeast"), t("atMost"), ...heads], rows.map((row) => [row.coins, worth(row.low), worth(row.high), ...cells(row)]), (place) => place === own);
  find("by-coins").hidden = false;
  find("charts").replaceChildren(chart(t("chartBluffs"), rows, known, "bluffed", own), chart(t("chartDoubts"), rows, known, "challenged", own));
}

function chart(title, rows, claims, kind, own) {
  const picture = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + 20}`, role: "img", "aria-label": title });
  for (const share of [0, 0.5, 1]) {
    picture.append(draw("line", { class: "rule", x1: LEFT, x2: WIDTH - 12, y1: up(share), y2: up(share) }));
    picture.append(draw("text", { x: LEFT - 6, y: up(share) + 4, "text-anchor": "end" }, new Intl.NumberFormat(language.code, { style: "percent" }).format(share)));
  }
  for (const row of rows) picture.append(draw("text", { x: across(row.coins), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, row.coins));
  picture.append(draw("line", { class: "now", x1: across(own), x2: across(own), y1: TOP, y2: HEIGHT - BOTTOM }));
  claims.forEach((claim, place) => picture.append(...series(rows, claim, kind), ...legend(claim, LEFT + (place * (WIDTH - LEFT)) / 3)));
  return make("figure", "", make("figcaption", title), picture);
}

function series(rows, claim, kind) {
  const points = rows.map((row) => ({ coins: row.coins, share: rate(row, claim, kind) })).filter((point) => point.share !== undefined);
  const path = points.map(({ coins, share }, place) => `${place && points[place - 1].coins === coins - 1 ? "L" : "M"}${across(coins)},${up(share)}`).join("");
  return [draw("path", { class: claim, d: path }), ...points.map(({ coins, share }) => draw("circle", { class: claim, cx: across(coins), cy: up(share), r: 3 }))];
}

function legend(claim, x) {
  return [draw("path", { class: claim, d: `M${x},${HEIGHT + 8}h18` }), draw("text", { class: claim, x: x + 22, y: HEIGHT + 12 }, moveName(claim))];
}

form.addEventListener("change", () => showEndgame().catch(() => {}));
form.addEventListener("submit", (event) => event.preventDefault());

// Quantum Coup.

const start = find("start");
let moves = [];
let walked = 0;

async function showQuantum(wanted) {
  find("trouble").textContent = "";
  const reading = { exchange: start.exchange.value, forced_coup: start.forced_coup.checked ? "yes" : "no" };
  const number = ++walked;
  const told = await ask("quantum", { position: start.position.value, ...reading, moves: wanted.join("|") });
  if (number !== walked) return;
  moves = wanted;
  const ends = told.winner ? t("won", { name: told.winner }) : outcome(told, { name: told.to_move });
  find("explored").hidden = false;
  find("position").textContent = `${told.position}: ${ends}`;
  find("moves").replaceChildren(...told.choices.map((choice) => {
    const button = make("button", choiceOutcome(choice));
    button.addEventListener("click", () => showQuantum([...moves, choice.move]).catch(() => {}));
    return button;
  }));
  find("played").replaceChildren(...told.moves.map((move) => make("li", moveName(move))));
  find("line").replaceChildren(...told.line.map((step) => make("li", `${step.who}: ${moveName(step.move)}`)));
  find("follow").disabled = !told.line.length;
  find("follow").onclick = () => showQuantum([...moves, told.line[0].move]).catch(() => {});
  find("back").disabled = !moves.length;
}

function outcome({ ends, turns: n }, { name }) {
  return { wins: t("wins", { name, n }), loses: t("loses", { name, n }), draws: t("draws", { name }) }[ends];
}

function choiceOutcome({ ends, turns: n, move: text }) {
  const move = moveName(text);
  return { wins: t("choiceWins", { move, n }), loses: t("choiceLoses", { move, n }), draws: t("choiceDraws", { move }) }[ends];
}

find("back").addEventListener("click", () => showQuantum(moves.slice(0, -1)).catch(() => {}));
start.addEventListener("submit", (event) => {
  event.preventDefault();
  showQuantum([]).catch(() => {});
});

function show(what) {
  for (const name of ["endgame", "quantum"]) {
    find(name).hidden = name !== what;
    find(`show-${name}`).setAttribute("aria-pressed", name === what);
  }
}

async function begin(code) {
  await speak(code);
  showEndgame().catch(() => {});
  showQuantum(moves).catch(() => {});
}

find("show-endgame").addEventListener("click", () => show("endgame"));
find("show-quantum").addEventListener("click", () => show("quantum"));
find("language").addEventListener("change", () => {
  try { localStorage.setItem(KEPT, JSON.stringify(find("language").value)); } catch { /* private window */ }
  begin(find("language").value);
});
document.documentElement.dataset.theme = kept("coup.theme") ?? "";
begin(kept(KEPT) ?? navigator.language.slice(0, 2));
