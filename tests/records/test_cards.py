"""Card counting, compared with a search through all deals and draws forwards in time."""

import random
import time
from functools import cache
from itertools import combinations

import pytest

from coup.records.cards import CardSight, first_impossible
from coup.rules.vocabulary import ROLES

Cards = tuple[str, ...]
Place = tuple[tuple[Cards, ...], Cards, Cards | None]
"""The hands, the court deck without its known top, and this top."""


@cache
def without(cards: Cards, *gone: str) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(sorted(left))


@cache
def deals(seats: int, copies: int) -> set[Place]:
    """All possible deals."""
    places: set[Place] = {((), tuple(sorted(ROLES[:5] * copies)), None)}
    for _ in range(seats):
        places = {
            ((*hands, hand), without(deck, *hand), None)
            for hands, deck, _ in places
            for hand in set(combinations(deck, 2))
        }
    return places


def after(place: Place, sight: CardSight, seat: int) -> set[Place]:
    """The possible layouts after a sight."""
    hands, deck, top = place

    def dealt(*hand: str) -> tuple[Cards, ...]:
        return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])

    hand = hands[seat]
    held = [role for role in sight.roles if role in hand]
    if sight.what == "discard":
        return {(dealt(*without(hand, role)), deck, top) for role in held}
    if sight.what == "proof":
        return {
            (dealt(*without(hand, role), drawn), without(shuffled, drawn), None)
            for role in held
            for shuffled in [(*deck, *(top or ()), role)]
            for drawn in set(shuffled)
        }
    return {
        (dealt(*kept), deck if top else without(deck, *drawn), without((*hand, *drawn), *kept))
        for drawn in ([top] if top else set(combinations(deck, 2)))
        for kept in set(combinations((*hand, *drawn), len(hand)))
    }


def random_sights(players: str, copies: int, choice: random.Random) -> list[CardSight]:
    """Random sights with many proofs, each of which costs the challenger a card."""
    seen: list[CardSight] = []
    left = dict.fromkeys(players, 2)
    roles = choice.choice([ROLES[:5], ROLES[:2], ROLES[:1], ROLES[2:4]])
    most = choice.randrange(4)  # exchanges in a row
    while len(left) > 1:
        for _ in range(choice.randint(0, most)):
            seen.append(CardSight("exchange", choice.choice(list(left)), (), len(seen)))
        claimant, challenger = choice.sample(list(left), 2)
        if choice.random() < 0.8:
            proof = ROLES[2:4] if choice.random() < 0.2 else (choice.choice(roles),)
            seen.append(CardSight("proof", claimant, proof, len(seen)))
        discards = [sight.roles[0] for sight in seen if sight.what == "discard"]
        lost = [role for role in ROLES[:5] if discards.count(role) < copies]
        seen.append(CardSight("discard", challenger, (choice.choice(lost),), len(seen)))
        left[challenger] -= 1
        if not left[challenger]:
            del left[challenger]
    return seen


def seen(*texts: str) -> list[CardSight]:
    """Sights, each given as `proof ann duke`."""
    sights = []
    for number, text in enumerate(texts):
        what, player, *roles = text.split()
        sights.append(CardSight(what, player, tuple(roles), number))  # type: ignore[arg-type]
    return sights


def expected(players: str, sights: list[CardSight], copies: int) -> CardSight | None:
    """The first impossible sight, by trying everything."""
    places = deals(len(players), copies)
    for sight in sights:
        seat = players.index(sight.player)
        places = set().union(*(after(place, sight, seat) for place in places))
        if not places:
            return sight
    return None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "copies", "times"), [(2, 2, 25), (3, 2, 10), (4, 2, 8), (2, 3, 5)]
)
def test_a_sight_is_impossible_if_and_only_if_no_deal_and_no_draws_lead_to_it(
    seats: int, copies: int, times: int
) -> None:
    players = "abcd"[:seats]
    for seed in range(times):
        sights = random_sights(players, copies, random.Random(seed))
        assert first_impossible(players, sights, copies) == expected(players, sights, copies)


def test_which_card_was_drawn_matters() -> None:
    """With two cards of each role. c lost one captain, so a proved and lost the other, which it
    drew back immediately; the contessa was its other card."""
    sights = seen("proof a contessa", "discard c captain", "proof a captain", "discard c assassin")
    sights += seen("discard a captain", "proof a contessa")
    assert expected("abc", sights, copies=2) is None
    assert first_impossible("abc", sights, copies=2) is None


def test_which_cards_were_left_in_an_exchange_matters() -> None:
    sights = seen("proof c assassin", "discard b captain", "proof b captain ambassador")
    sights += seen("discard d duke", "exchange a", "exchange c", "proof a assassin")
    sights += seen("discard c assassin", "exchange d", "exchange c", "proof b duke")
    assert expected("abcd", sights, copies=2) is None
    assert first_impossible("abcd", sights, copies=2) is None


def test_the_next_player_to_exchange_draws_what_the_last_one_left() -> None:
    """c, d and e had all the dukes before anybody drew a card. Then a draws two of them and leaves
    its own cards, neither of which is a duke. Only if the deck is shuffled then can b have the
    third one."""
    dealt = ["proof c duke", "discard d contessa", "proof d duke", "discard e contessa"]
    dealt += ["proof e duke", "discard c contessa"]
    lost = ["discard a duke", "discard a duke", "discard b duke"]
    shuffle = ["proof e captain", "discard d captain"]
    shuffled = seen(*dealt, "exchange a", *shuffle, "exchange b", *lost)
    assert first_impossible("abcde", shuffled) is None
    lying = seen(*dealt, "exchange a", "exchange b", *lost)
    assert first_impossible("abcde", lying) == lying[-1]


def test_a_card_that_was_not_drawn_later_was_there_from_the_deal() -> None:
    """a and b lose three dukes that they had from the deal, so c cannot have proved one."""
    lost = ["discard a duke", "discard a duke", "discard b duke"]
    assert first_impossible("abc", seen("proof c duke", "exchange a", *lost)) is None
    early = seen("proof c duke", *lost)
    assert first_impossible("abc", early) == early[-1]


def test_many_exchanges_and_proofs_do_not_take_forever() -> None:
    """The worst that six players can do: eleven proofs and a hundred exchanges."""
    choice = random.Random(1)
    begin = time.process_time()
    for _ in range(20):
        sights: list[CardSight] = []
        left = dict.fromkeys("abcdef", 2)
        while len(alive := [player for player in left if left[player]]) > 1:
            for _ in range(10):
                sights.append(CardSight("exchange", choice.choice(alive), (), len(sights)))
            claimant, challenger = choice.sample(alive, 2)
            sights.append(CardSight("proof", claimant, (choice.choice(ROLES[:3]),), len(sights)))
            lost = choice.choice([role for role in ROLES[:5] for _ in range(3)])
            sights.append(CardSight("discard", challenger, (lost,), len(sights)))
            left[challenger] -= 1
        first_impossible("abcdef", sights)
    assert time.process_time() - begin < 5
