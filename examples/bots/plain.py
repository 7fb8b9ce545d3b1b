"""A complete bot for Coup over HTTP, in Python's standard library alone.

    python plain.py 8001

It never bluffs: taxes if it holds the Duke, a coup as soon as it can pay for one, a block if it
holds the card, and never a challenge. The protocol is explained in docs/http-bots.md.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BLOCKS = {
    "foreign_aid": ["duke"],
    "assassinate": ["contessa"],
    "extortion": ["captain", "inquisitor"],
}
game = {}


def start(facts):
    game.update(facts, hand=list(facts["cards"]), rivals={})


def status(players):
    game["rivals"] = {}
    for each in players:
        if each["player"] == game["you"]:
            game["coins"] = each["coins"]
        elif each["card1"] is None or each["card2"] is None:  # a card is hidden, so it is in
            game["rivals"][each["player"]] = each["coins"]


def new_card(facts):
    game["hand"][game["hand"].index(facts["old_card"])] = facts["new_card"]


def card_returned(facts):
    game["hand"].append(facts["card"])  # it left the hand in `give_card`


def play(headers):
    if headers["Must-Coup"] == "true" or game["coins"] >= 7:
        return {"action": "coup", "target": max(game["rivals"], key=game["rivals"].get)}
    return {"action": "collect_taxes" if "duke" in game["hand"] else "income"}


def block(headers):
    cards = [card for card in BLOCKS[headers["Action"]] if card in game["hand"]]
    return {"attempt_block": bool(cards), "card": cards[0] if cards else None}


def give_up(headers):
    return {"card": game["hand"].pop()}


def choose(headers):
    game["hand"].append(headers["Card"])  # the drawn one
    return {"card": game["hand"].pop(0)}


NEWS = {
    "/start": start,
    "/signal/status": status,
    "/new_card_from_challenge/": new_card,
    "/inquisitor/card_returned_from_investigation/": card_returned,
}
QUESTIONS = {
    "/play/": play,
    "/tries_to_block/": block,
    "/challenge/": lambda headers: {"challenges": False},
    "/lose_influence/": give_up,
    "/inquisitor/give_card_to_inquisitor/": give_up,
    "/inquisitor/show_card_to_inquisitor/": lambda headers: {"change_card": True},
    "/inquisitor/choose_card_to_return/": choose,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open
    wbufsize = -1  # sends an answer in one piece, which matters then

    def do_GET(self):
        if self.path not in QUESTIONS:
            return self.answer(404, None)
        self.answer(200, QUESTIONS[self.path](self.headers))

    def do_POST(self):
        facts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path not in NEWS:  # a signal that we do not want; we get no more of its kind
            return self.answer(404, None)
        NEWS[self.path](facts)
        self.answer(201, None)

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Keep quiet."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
