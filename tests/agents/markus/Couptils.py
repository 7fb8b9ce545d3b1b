WHOSE = "markus"


def other(log, me):
    for line in log.split("\n"):
        if line.startswith("players: "):
            names = line[len("players: ["):-1].split(", ")
            gone = [w.split()[0] for w in log.split("\n") if " discard " in w]
            names = [n for n in names if n != me and gone.count(n) < 2]
            return names[-1]
