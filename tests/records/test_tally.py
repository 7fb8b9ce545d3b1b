"""Counts over game files."""

from coup.records.checking import follow
from coup.records.tally import FileStatistics, Tallies

CAUGHT = """\
players: [ann, bob]
ann tax
bob challenge
ann discard captain
bob steal ann
ann block_steal
bob challenge
bob discard duke
ann tax
bob tax
ann foreign_aid
bob block_foreign_aid
ann challenge
bob discard captain
winner: ann
"""


def tallies(*texts: str) -> Tallies:
    counted = Tallies()
    for text in texts:
        counted.add(follow(text))
    return counted


def test_wins_bluffs_that_were_caught_and_challenges_and_how_they_ended() -> None:
    assert tallies(CAUGHT).players == {
        "ann": FileStatistics(
            games=1, wins=1, claims=3, proved=1, caught=1, challenges=1, right=1, wrong=0
        ),
        "bob": FileStatistics(
            games=1, wins=0, claims=3, proved=0, caught=1, challenges=2, right=1, wrong=1
        ),
    }


def test_games_add_up_and_some_have_no_winner() -> None:
    counted = tallies(CAUGHT, "players: [bob, carl]\nbob income\nwinner: none\n", CAUGHT)
    assert (counted.games, counted.unfinished) == (3, 1)
    assert (counted.players["bob"].games, counted.players["bob"].wins) == (3, 0)
    assert counted.players["ann"].wins == 2
    assert [name for name, _ in counted.ranked()] == ["ann", "bob", "carl"]
    assert counted.as_dict()["players"]["carl"]["games"] == 1  # type: ignore[index]
