# Steals all the time, and challenges every now and then.
import random
import Couptils


class Player_Markus:
    def __init__(self):
        self.name = "markus"

    def receive(self, message):
        self.log += message
        self.log += "\n"

    def react(self, hint):
        print("my cards:", self.cards)
        if hint == "turn" and self.coins >= 7:
            return "coup " + Couptils.other(self.log, self.name)
        if hint == "turn" and "ambassador" in self.cards:
            return "exchange"
        if hint == "turn":
            return "steal " + Couptils.other(self.log, self.name)
        if hint == "cb?":
            words = self.log.strip().split("\n")[-1].split()
            if words[1] in ["tax", "steal", "exchange", "assassinate"]:
                return random.choice(["pass", "pass", "challenge"])
            return "pass"
        return random.choice(self.cards)
