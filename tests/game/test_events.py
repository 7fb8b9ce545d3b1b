"""The story of a game, in sentences."""

import random

import coup
from coup.events import Declared, Eliminated, Embezzled, Failed, Gained
from tests.helpers import block, challenge, deal, pass_all, play, story


def test_a_bluff_that_is_caught() -> None:
    game = deal({"ann": "captain captain", "bob": ""})
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal captain")
    assert story(game) == [
        "Turn 1: ann.",
        "ann claims the Duke to take tax.",
        "bob challenges: does ann have the Duke?",
        "ann reveals the Captain: the claim is lost.",
        "ann loses the Captain.",
        "The tax fails.",
        "Turn 2: bob.",
    ]


def test_a_claim_that_is_proved() -> None:
    game = deal({"ann": "duke captain", "bob": "contessa contessa"})
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal duke", "bob discard contessa")
    assert story(game)[2:] == [
        "bob challenges: does ann have the Duke?",
        "ann reveals the Duke: the claim is proved.",
        "ann shuffles it into the court deck and draws another card.",
        "bob loses the Contessa.",
        "ann takes 3 coins from the treasury.",
        "Turn 2: bob.",
    ]


def test_an_assassination_that_is_blocked() -> None:
    game = deal({"ann": "", "bob": ""}, coins=3)
    pass_all(block(play(game, "ann assassinate bob"), "bob"))
    assert story(game)[1:] == [
        "ann pays 3 coins and claims the Assassin to assassinate bob.",
        "bob does not challenge.",
        "bob blocks the assassination, claiming the Contessa.",
        "ann does not challenge the block.",
        "The assassination is blocked.",
        "Turn 2: bob.",
    ]


def test_an_assassination_that_fails_gives_the_fee_back() -> None:
    game = deal({"ann": "duke duke", "bob": ""}, coins=3)
    challenge(play(game, "ann assassinate bob"), "bob")
    play(game, "ann reveal duke")
    assert "The assassination fails; ann gets 3 coins back." in story(game)


def test_a_coup_that_ends_the_game() -> None:
    game = deal({"ann": "", "bob": "duke duke"}, first_coins=14, forced_coup=20)
    play(game, "ann coup bob", "bob discard duke", "bob income", "ann coup bob")
    play(game, "bob discard duke")
    assert story(game)[1:] == [
        "ann pays 7 coins for a coup against bob.",
        "bob loses the Duke.",
        "Turn 2: bob.",
        "bob chooses income.",
        "bob takes 1 coin from the treasury.",
        "Turn 3: ann.",
        "ann pays 7 coins for a coup against bob.",
        "bob loses the Duke.",
        "bob is out.",
        "ann wins.",
    ]


def test_a_steal() -> None:
    game = deal({"ann": "", "bob": ""}, coins=1)
    pass_all(play(game, "ann steal bob"))
    assert "ann takes 1 coin from bob." in story(game)
    empty = deal({"ann": "", "bob": ""}, coins=0)
    pass_all(play(empty, "ann steal bob"))
    assert "ann takes no coins from bob." in story(empty)


def test_an_investigation() -> None:
    game = deal({"ann": "", "bob": "duke captain"}, "inquisitor", drive_chance=True)
    pass_all(play(game, "ann investigate bob"))
    play(game, "bob show duke", "ann swap", "chance draw contessa")
    assert story(game)[1:] == [
        "ann claims the Inquisitor to investigate bob.",
        "bob does not challenge.",
        "bob shows ann a card.",
        "ann makes bob swap it for a card of the court deck.",
        "Turn 2: bob.",
    ]
    told = [str(event) for event in game.events if event.seen_by("bob") and not event.seen_by(None)]
    assert told[2:] == [
        "bob shows the Duke to ann.",
        "bob draws the Contessa.",
        "bob returns the Duke.",
    ]


def test_a_secret_block_without_a_named_role() -> None:
    game = deal({"ann": "", "bob": "duke duke", "carl": ""}, "coup2022")
    block(play(game, "ann steal bob"), "bob")
    assert story(game)[1:] == [
        "ann claims the Captain to steal from bob.",
        "bob blocks the steal, claiming the Captain or the Ambassador.",
    ]


def test_an_assassin_that_goes_out_where_coins_stay_has_its_fee_back() -> None:
    game = deal({"ann": "duke captain", "bob": "", "carl": ""}, "coup2022", coins=7)
    play(game, "ann income", "bob coup ann", "ann discard duke", "carl income")
    challenge(play(game, "ann assassinate bob"), "carl")
    play(game, "ann reveal captain")
    assert game.coins["ann"] == 8
    assert "The assassination fails; ann gets 3 coins back." in story(game)


def test_the_story_alone_determines_the_coins() -> None:
    for ruleset in coup.RULESETS:
        for seed in range(150):
            check_ledger(coup.Game(["a", "b", "c", "d"], ruleset, seed), random.Random(seed))


def check_ledger(game: coup.Game, choice: random.Random) -> None:
    while not game.over:
        game.push(choice.choice(game.legal_moves))
    coins = dict.fromkeys(game.seats, 2)
    for event in game.view(None).events:
        match event:
            case Declared():
                coins[event.seat] -= event.cost
            case Gained():
                coins[event.seat] += event.coins
                if event.source:
                    coins[event.source] -= event.coins
            case Embezzled():
                coins[event.seat] += event.coins
            case Failed():
                coins[event.seat] += event.refund
            case Eliminated() if not game.ruleset.coins_stay:
                coins[event.seat] = 0
    assert coins == game.coins
