# Takes tax until it can coup, believes everybody, and never lies when it is asked for a card.
import Couptils


class Player_Beef:
    def __init__(self, name="beef", debug=False):
        self.name = name
        self.debug = debug
        self.log = ""
        self.coins = 0
        self.cards = []

    def receive(self, message):
        self.log += message + "\n"

    def react(self, hint):
        if hint == "turn":
            return self.turn()
        elif hint == "cb?":
            return self.cb()
        elif hint == "challenged":
            for card in ["duke", "contessa", "captain"]:
                if card in self.cards:
                    return card
            return self.cards[0]
        else:
            return self.cards[0]

    def turn(self):
        if self.coins >= 7:
            return "coup " + self.target()
        return "tax"

    def cb(self):
        from Couptils import last_line  # at the last moment
        words = last_line(self.log)
        if words[1] == "assassinate" and words[2] == self.name and "contessa" in self.cards:
            return "block"
        if words[1] == "foreign_aid" and "duke" in self.cards:
            return "block"
        return "pass"

    def target(self):
        others = [name for name in Couptils.alive(self.log) if name != self.name]
        return others[0]

    def show(self):
        print(self.name, self.cards, self.coins)
