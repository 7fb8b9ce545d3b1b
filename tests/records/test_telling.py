"""The game of a file in sentences."""

from coup.records.checking import follow
from coup.records.narrator import tell


def told(*lines: str) -> list[str]:
    """The story of a file's game, with the table after each turn."""
    text = []
    for turn in tell(follow("\n".join(["players: [ann, bob, carl]", *lines]))):
        text += [turn.heading, *turn.sentences, *turn.table]
    return text


def test_coins_and_cards_after_each_turn() -> None:
    assert told("ann tax", "bob challenge", "bob discard duke", "bob income", "winner: none") == [
        "Turn 1: ann.",
        "ann claims the Duke to take tax.",
        "bob challenges: does ann have the Duke?",
        "ann proves it, shuffles the card into the court deck and draws another.",
        "bob loses the Duke.",
        "ann takes 3 coins from the treasury.",
        "ann: 5 coins, 2 cards",
        "bob: 2 coins, 1 card (lost duke)",
        "carl: 2 coins, 2 cards",
        "Turn 2: bob.",
        "bob chooses income.",
        "bob takes 1 coin from the treasury.",
        "The turn limit is reached: nobody wins.",
        "ann: 5 coins, 2 cards",
        "bob: 3 coins, 1 card (lost duke)",
        "carl: 2 coins, 2 cards",
    ]


def test_a_block_that_was_a_bluff() -> None:
    moves = ["ann steal bob", "bob block_steal", "carl challenge", "bob discard duke"]
    assert told(*moves, "winner: none")[1:-4] == [
        "ann claims the Captain to steal from bob.",
        "bob blocks the steal, claiming the Captain or the Ambassador.",
        "carl challenges: does bob have the Captain or the Ambassador?",
        "bob does not prove it.",
        "bob loses the Duke.",
        "ann takes 2 coins from bob.",
    ]


def test_blocked_and_exchanged() -> None:
    moves = ["ann foreign_aid", "carl block_foreign_aid", "bob exchange", "winner: none"]
    story = told(*moves)
    assert "Foreign aid is blocked." in story
    assert "bob drew 2 cards and returned as many." in story


ROUND = ("ann income", "bob income", "carl income")


def test_an_assassination_that_costs_two_cards() -> None:
    deed = ["ann assassinate bob", "bob challenge", "bob discard duke", "bob discard captain"]
    assert told(*ROUND, *deed, "winner: none")[-11:-3] == [
        "Turn 4: ann.",
        "ann pays 3 coins and claims the Assassin to assassinate bob.",
        "bob challenges: does ann have the Assassin?",
        "ann proves it, shuffles the card into the court deck and draws another.",
        "bob loses the Duke.",
        "bob loses the Captain.",
        "bob is out.",
        "The turn limit is reached: nobody wins.",
    ]
    assert told(*ROUND, *deed, "winner: none")[-2] == "bob: 3 coins, out (lost duke, captain)"


def test_an_assassination_that_fails() -> None:
    deed = ["ann assassinate bob", "carl challenge", "ann discard duke", "winner: none"]
    assert "The assassination fails; ann gets 3 coins back." in told(*ROUND, *deed)


def test_an_invalid_file_is_told_up_to_its_fault() -> None:
    assert told(*ROUND, "ann assassinate bob", "carl challenge", "bob income")[-3:] == [
        "Turn 4: ann.",
        "ann pays 3 coins and claims the Assassin to assassinate bob.",
        "carl challenges: does ann have the Assassin?",
    ]
    assert told("bob income") == []
