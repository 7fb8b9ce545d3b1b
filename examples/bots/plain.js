// A complete bot for Coup over HTTP, in Node's standard library alone: node plain.js 8001
// It takes taxes whether or not it holds the Duke, and coups as soon as it can pay for it.
const http = require("http");

let you, hand, coins, rivals;

const news = {
  "/start": (facts) => { you = facts.you; hand = facts.cards; coins = facts.coins; rivals = []; },
  "/signal/status": (players) => {
    coins = players.find((each) => each.player === you).coins;
    rivals = players
      .filter((each) => each.player !== you && (each.card1 === null || each.card2 === null))
      .sort((a, b) => b.coins - a.coins)
      .map((each) => each.player);
  },
  "/new_card_from_challenge/": (facts) => { hand[hand.indexOf(facts.old_card)] = facts.new_card; },
  "/inquisitor/card_returned_from_investigation/": (facts) => { hand.push(facts.card); },
};

const questions = {
  "/play/": (headers) =>
    headers["must-coup"] === "true" || coins >= 7
      ? { action: "coup", target: rivals[0] }
      : { action: "collect_taxes" },
  "/tries_to_block/": (headers) => ({
    attempt_block: headers.action === "assassinate", // with or without the Contessa
    card: "contessa",
  }),
  "/challenge/": (headers) => ({ challenges: hand.filter((card) => card === headers.card).length === 2 }),
  "/lose_influence/": () => ({ card: hand.pop() }),
  "/inquisitor/give_card_to_inquisitor/": () => ({ card: hand.pop() }), // it comes back in the news
  "/inquisitor/show_card_to_inquisitor/": (headers) => ({ change_card: headers.card === "duke" }),
  "/inquisitor/choose_card_to_return/": (headers) => ({ card: headers.card }), // the drawn one
};

const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => { body += piece; });
  request.on("end", () => {
    const known = request.method === "POST" ? news[request.url] : questions[request.url];
    if (!known) return response.writeHead(404).end(); // a signal that we do not want to hear again
    if (request.method === "POST") known(JSON.parse(body));
    const answer = request.method === "POST" ? null : known(request.headers);
    response.writeHead(request.method === "POST" ? 201 : 200).end(JSON.stringify(answer));
  });
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
