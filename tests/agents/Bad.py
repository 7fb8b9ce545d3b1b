# Agents that are not finished yet, or were written in a bad mood. All but for what their name says
# they take income, and coup when they can.
import os
import sys
import time


class Income:
    def __init__(self, name):
        self.name = name
        self.log = ""
        self.coins = 0
        self.cards = []

    def receive(self, message):
        self.log += message + "\n"

    def react(self, hint):
        if hint == "turn":
            return self.turn()
        elif hint == "cb?":
            return "pass"
        else:
            return self.cards[0]

    def turn(self):
        if self.coins >= 7:
            return "coup " + self.other()
        return "income"

    def other(self):
        first = self.log.split("\n")[0]
        names = first[first.find("[") + 1:first.find("]")].split(", ")
        names = [n for n in names if self.log.count("\n" + n + " discard") < 2]
        names.remove(self.name)
        return names[0]


class Raises(Income):
    def turn(self):
        return 1 / 0


class RaisesWhenTold(Income):
    def receive(self, message):
        raise RuntimeError("I do not want to know")


class Numbers(Income):
    def react(self, hint):
        return 5


class Nothing(Income):
    def react(self, hint):
        pass


class Lists(Income):
    def react(self, hint):
        return ["income"]


class UnknownWord(Income):
    def turn(self):
        return "dance"


class TooManyWords(Income):
    def turn(self):
        return "income income"


class NoTarget(Income):
    def turn(self):
        return "steal"


class TargetsItself(Income):
    def turn(self):
        return "steal " + self.name


class TargetsTheDead(Income):
    def turn(self):
        for line in self.log.split("\n"):
            words = line.split()
            if len(words) == 3 and self.log.count("\n" + words[0] + " discard") == 2:
                return "steal " + words[0]
        return Income.turn(self)


class TooPoor(Income):
    def turn(self):
        return "coup " + self.other()


class NotHeld(Income):
    def react(self, hint):
        if hint in ["discard", "challenged", "placeback"]:
            return [c for c in ["duke", "captain", "contessa"] if c not in self.cards][0]
        return Income.react(self, hint)


class Prints(Income):
    def react(self, hint):
        print("I am asked", hint)
        print("I am asked", hint, file=sys.stderr)
        return Income.react(self, hint)


class Inputs(Income):
    def turn(self):
        return input("your turn: ")


class Exits(Income):
    def turn(self):
        exit()


class Interrupts(Income):
    def turn(self):
        raise KeyboardInterrupt


class DeletesCards(Income):
    def react(self, hint):
        del self.cards
        return Income.react(self, hint)


class ReplacesCards(Income):
    def react(self, hint):
        self.cards = ["duke", "duke", "duke"]
        self.coins = 100
        return Income.react(self, hint)


class EmptiesCards(Income):
    def receive(self, message):
        Income.receive(self, message)
        self.cards.clear()


class Frozen(Income):
    def __setattr__(self, name, value):
        if name in ["coins", "cards"] and hasattr(self, name):
            raise AttributeError("hands off")
        object.__setattr__(self, name, value)


class Recurses(Income):
    def turn(self):
        return self.turn()


class Hangs(Income):
    def turn(self):
        while True:
            pass


class HangsOnToIt(Income):
    def turn(self):
        while True:
            try:
                time.sleep(10)
            except BaseException:
                pass


class HangsWhenTold(Income):
    def receive(self, message):
        Income.receive(self, message)
        if "income" in message:
            time.sleep(100)


class Crashes(Income):
    def turn(self):
        os._exit(3)


class Scribbles(Income):
    def turn(self):
        for number in range(3, 20):
            try:
                os.write(number, b"hello\n")
            except OSError:
                pass
        return "income"


class Eats(Income):
    def turn(self):
        self.food = bytearray(1 << 40)


class NeedsMore:
    def __init__(self, name, colour):
        pass

    def receive(self, message):
        pass

    def react(self, hint):
        pass


class HangsAtBirth(Income):
    def __init__(self, name):
        time.sleep(100)


class FailsToBegin(Income):
    made = 0

    def __init__(self, name):
        FailsToBegin.made += 1
        if FailsToBegin.made > 1:
            raise RuntimeError("only one of me")
        Income.__init__(self, name)


class Remembers(Income):
    def __init__(self, name):
        Income.__init__(self, name)
        self.file = name + ".player"
        self.seen = int(open(self.file).read()) if os.path.exists(self.file) else 0

    def receive(self, message):
        Income.receive(self, message)
        if message.startswith("winner: "):
            with open(self.file, "w") as file:
                file.write(str(self.seen + 1))
