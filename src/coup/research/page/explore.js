// The explorer: asks for what the solvers say, and shows it. It computes nothing itself.

const ROLES = ["duke", "assassin", "captain", "ambassador", "contessa"];
const find = (id) => document.getElementById(id);

function make(tag, text = "", ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  element.append(...children);
  return element;
}

async function ask(what, parameters) {
  const answer = await fetch(`/explore/${what}?${new URLSearchParams(parameters)}`);
  const told = await answer.json();
  find("trouble").textContent = answer.ok ? "" : told.why;
  if (!answer.ok) throw new Error(told.why);
  return told;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const worth = (value) => (value >= 0 ? "+" : "−") + Math.abs(value).toFixed(3);

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

function showQuestion(question, hand) {
  const mine = question.asked === "mover";
  const who = mine ? `You, with the ${hand}` : "The other";
  const section = make("section");
  const after = question.line.length ? `after ${question.line.join(", ")}` : "the action";
  section.append(make("h3", `${who}: ${after} (${percent(question.likely)} of games)`));
  for (const each of question.hands) {
    if (mine && each.hand !== hand) continue;
    const grid = make("table");
    const best = Math.max(...each.answers.map((answer) => answer.worth));
    const rows = each.answers.map((answer) => [answer.move, percent(answer.share), worth(answer.worth), percent(answer.shark)]);
    const head = mine ? "choice" : `with the ${each.hand}`;
    table(grid, [head, "the solution", "worth", "shark"], rows, (number) => best - each.answers[number].worth < 0.001);
    section.append(grid);
  }
  return section;
}

async function showEndgame() {
  const own = form.own.value, other = form.other.value, turns = form.turns.value;
  const number = ++newest, cards = { face_up: gone().join(","), turns };
  const told = await ask("endgame", { coins: `${own},${other}`, ...cards });
  if (number !== newest) return;
  find("value").textContent = `Worth to you: ${worth(told.value)}, for certain between ${worth(told.low)} and ${worth(told.high)}; ${told.information_sets} information sets.`;
  const claims = told.claims.map((claim) => [claim.by === "mover" ? "you" : "the other", claim.line.filter((move) => move !== "pass").join(", "), percent(claim.made), percent(claim.bluffed), percent(claim.challenged)]);
  table(find("claims"), ["by", "claim", "made", "bluffs among them", "challenged"], claims);
  const hands = told.questions[0].hands.map((each) => each.hand);
  const chosen = hands.includes(form.hand.value) ? form.hand.value : hands[0];
  form.hand.replaceChildren(...hands.map((hand) => make("option", hand)));
  form.hand.value = chosen;
  find("questions").replaceChildren(...told.questions.map((question) => showQuestion(question, chosen)));
  find("coins").replaceChildren();
  const rows = await ask("coins", { other, ...cards });
  if (number !== newest) return;
  table(find("coins"), ["your coins", "worth at least", "at most"], rows.map((row) => [row.coins, worth(row.low), worth(row.high)]), (place) => place === +own);
}

find("gone").append(...ROLES.map((role) => {
  const many = make("select", "", ...[0, 1, 2, 3].map((each) => make("option", each)));
  many.name = role;
  return make("label", `${role} `, many);
}));
form.addEventListener("change", () => showEndgame().catch(() => {}));
form.addEventListener("submit", (event) => event.preventDefault());

// Quantum Coup.

const start = find("start");
let moves = [];

async function showQuantum(wanted) {
  const told = await ask("quantum", { position: start.position.value, exchange: start.exchange.value, moves: wanted.join("|") });
  moves = wanted;
  find("position").textContent = told.winner ? `${told.position}: ${told.winner} has won.` : `${told.position}: ${told.to_move} ${told.verdict}.`;
  find("moves").replaceChildren(...told.choices.map((choice) => {
    const button = make("button", `${choice.move}: ${choice.verdict}`);
    button.addEventListener("click", () => showQuantum([...moves, choice.move]).catch(() => {}));
    return button;
  }));
  find("played").replaceChildren(...told.moves.map((move) => make("li", move)));
  find("line").replaceChildren(...told.line.map((step) => make("li", `${step.who}: ${step.move}`)));
  find("follow").disabled = !told.line.length;
  find("follow").onclick = () => showQuantum([...moves, told.line[0].move]).catch(() => {});
  find("back").disabled = !moves.length;
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

find("show-endgame").addEventListener("click", () => show("endgame"));
find("show-quantum").addEventListener("click", () => show("quantum"));
showEndgame().catch(() => {});
showQuantum([]).catch(() => {});
