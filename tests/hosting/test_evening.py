"""An evening: who is asked, what is told to whom, who starts, who has won."""

import json
from collections import Counter
from pathlib import Path

import pytest

import coup
from coup.bots import make
from coup.bots.shark import Shark
from coup.hosting.entrants import enter
from coup.hosting.evening import Evening, seated
from coup.records import RecordError


def play_round(evening: Evening) -> None:
    """People play like `random`."""
    bot = make("random", 1)
    while seat := evening.asked:
        if evening.is_person(seat):
            evening.answer(bot.choose(evening.view(seat)))
        else:
            evening.let_bot_answer()


def an_evening(seed: int = 1, ruleset: str = "classic") -> Evening:
    chairs = {"ann": "person", "bob": "person", "ada": "honest"}
    return Evening(chairs, coup.ruleset(ruleset, turn_limit=200), seed)


def test_who_starts_the_first_round_is_drawn_at_random() -> None:
    first = Counter(an_evening(seed).game.seats[0] for seed in range(300))
    assert all(first[name] > 60 for name in ("ann", "bob", "ada"))


def test_the_winner_starts_the_next_round_and_all_keep_their_chairs() -> None:
    evening = an_evening()
    for _ in range(5):
        play_round(evening)
        winner = evening.game.winner
        evening.next_round()
        seats = evening.game.seats
        assert seats[0] == winner
        assert "".join(seats) in "annbobada" * 2  # the same circle


def test_after_a_round_without_a_winner_the_next_one_starts() -> None:
    evening = Evening({"ann": "person", "bob": "person"}, coup.ruleset("classic", turn_limit=1), 1)
    starter = evening.game.seats[0]
    play_round(evening)
    assert evening.game.winner is None
    assert evening.score == {"ann": 0, "bob": 0}
    evening.next_round()
    assert evening.game.seats[0] != starter


def test_the_score_counts_rounds_won() -> None:
    evening = an_evening()
    winners: Counter[str | None] = Counter()
    for _ in range(4):
        play_round(evening)
        winners[evening.game.winner] += 1
        assert evening.score == {name: winners[name] for name in evening.chairs}
        assert evening.number == len(evening.rounds)
        evening.next_round()
        assert evening.number == len(evening.rounds) + 1


def test_everybody_is_told_everything_once_and_nothing_that_is_not_theirs() -> None:
    evening = an_evening()
    told: dict[str | None, list[object]] = {None: [], "ann": [], "bob": []}
    bot = make("random", 1)
    while seat := evening.asked:
        evening.answer(bot.choose(evening.view(seat)))
        for who in (None, seat):
            if who in told:
                told[who] += evening.news(who)
    for who, events in told.items():
        assert (events + list(evening.news(who))) == list(evening.game.view(who).events)


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_an_evening_that_was_put_away_goes_on_in_the_same_place(ruleset: str) -> None:
    evening = an_evening(ruleset=ruleset)
    play_round(evening)
    evening.next_round()
    for _ in range(12):
        assert evening.asked
        evening.answer(make("random", 5).choose(evening.view(evening.asked)))
    again = Evening.from_dict(json.loads(json.dumps(evening.as_dict())))
    for seat in (None, "ann", "bob"):
        assert again.view(seat) == evening.view(seat)
    assert (again.score, again.number, again.asked) == (
        evening.score,
        evening.number,
        evening.asked,
    )
    play_round(again)
    assert again.game.over


def test_a_person_is_not_asked_for_the_only_card_there_is() -> None:
    rules = coup.ruleset("classic", coup_cost=0, forced_coup=0)
    evening = Evening({"ann": "person", "bob": "person"}, rules, 1)
    while evening.asked:
        kind = evening.game.question.kind
        assert kind == "action" or len(evening.game.hand(evening.asked)) == 2
        evening.answer(evening.game.legal_moves[0])


def test_an_agent_out_of_a_file_sits_at_the_table() -> None:
    file = str(Path(__file__).parent.parent / "agents" / "beef" / "Beef.py")
    evening = Evening(seated(["ann"], [file]), coup.ruleset("coup2022"), 1)
    assert list(evening.chairs) == ["ann", "beef"]
    assert list(seated(["ann"], [file] * 3)) == ["ann", "beef", "beef2", "beef3"]
    assert list(seated(["Beef"], [file])) == ["Beef", "beef2"]
    play_round(evening)
    assert evening.game.over
    with pytest.raises(ValueError, match="agents play the ruleset coup2022"):
        Evening(seated(["ann"], [file]), coup.ruleset("classic"), 1)


def test_copies_are_named_at_the_table_as_in_a_tournament(tmp_path: Path) -> None:
    file = tmp_path / "my2.py"
    file.write_text("def my2(view):\n    return view.legal_moves[0]\n")
    names = [entrant.name for entrant in enter([str(file)] * 3)]
    assert names == ["my2", "my2_2", "my2_3"]
    assert list(seated(["ann"], [str(file)] * 3)) == ["ann", *names]


def test_the_same_seed_and_answers_give_the_same_evening() -> None:
    first, second = an_evening(7), an_evening(7)
    for _ in range(3):
        play_round(first)
        play_round(second)
        assert first.game.moves == second.game.moves
        first.next_round()
        second.next_round()
    assert an_evening(8).game.moves != an_evening(7).game.moves


@pytest.mark.parametrize(
    "saved",
    [
        [],
        {},
        {"evening": 2},
        {"evening": 1},
        {"evening": 1, "chairs": 3, "game": {}},
        an_evening().as_dict() | {"chairs": {"ann": "honest", "bob": "honest", "ada": "honest"}},
        an_evening().as_dict() | {"chairs": {"ann": "person", "bob": "x", "ada": "honest"}},
        an_evening().as_dict() | {"chairs": {"ann": "person", "eve": "honest", "ada": "honest"}},
        an_evening().as_dict() | {"chairs": ["ann"]},
        an_evening().as_dict() | {"seed": -1},
    ],
)
def test_what_is_no_evening_gets_a_sentence(saved: object) -> None:
    with pytest.raises(RecordError):
        Evening.from_dict(saved)


@pytest.mark.parametrize(
    ("people", "bots", "sentence"),
    [
        ([], ["counter"] * 2, "nobody plays"),
        (["ann"], [], "Coup is for 2 to 6 seats, not 1 person and 0 bots"),
        (["ann"], ["counter"] * 6, "Coup is for 2 to 6 seats"),
        (["ann", "ann"], [], "two players are called 'ann'"),
    ],
)
def test_who_cannot_sit_at_a_table(people: list[str], bots: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        seated(people, bots)


def test_a_built_in_bot_that_fails_is_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(bot: Shark, view: coup.View) -> str:
        raise OSError("the weights cannot be read")

    monkeypatch.setattr(Shark, "choose", fail)
    evening = Evening({"ann": "person", "ada": "medium"}, coup.ruleset("classic"), seed=3)
    while not evening.game.over and evening.game.turn < 6:
        if evening.asked == "ann":
            evening.answer(evening.game.legal_moves[0])
        else:
            evening.let_bot_answer()
    assert evening.game.turn == 6
