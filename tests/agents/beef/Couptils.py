# What several of my agents need.

WHOSE = "beef"


def players(log):
    first = log.split("\n")[0]
    return first[first.find("[") + 1:first.find("]")].split(", ")


def alive(log):
    cards = {name: 2 for name in players(log)}
    for line in log.split("\n")[1:]:
        words = line.split()
        if len(words) == 3 and words[1] == "discard":
            cards[words[0]] -= 1
    return [name for name in cards if cards[name] > 0]


def last_line(log):
    return log.strip().split("\n")[-1].split()
