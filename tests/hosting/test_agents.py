"""The rules of `coup2022` from an agent's side: what it is told, what it is asked, and when."""

import pytest

import coup
from coup.bots import make
from coup.hosting.agents import AgentPlayer
from coup.hosting.desk import Desk
from coup.hosting.player import play
from tests.hosting.agents import Scripted, Table

THREE = {"a": "", "b": "", "c": ""}


# Before the game.


def test_before_the_first_message_coins_cards_and_log_are_set() -> None:
    a = Table({"a": "duke captain", "b": ""}, {})["a"]
    assert a.calls[0] == ("players: [a, b]", 2, ("duke", "captain"))
    assert type(a.cards) is list
    assert a.log == ""  # and nobody but the agent writes to it


def test_an_agent_needs_nothing_but_a_name_react_and_receive() -> None:
    class Bare:
        name = "a"

        def receive(self, line: str) -> None:
            pass

        def react(self, hint: str) -> str:
            return "tax" if hint == "turn" else "pass" if hint == "cb?" else self.cards[-1]

        cards: list[str]

    desk = Desk("a", Bare())
    game = coup.Game(["a", "b"], coup.ruleset("coup2022", turn_limit=6), seed=1)
    play(game, {"a": AgentPlayer(desk), "b": AgentPlayer(Desk("b", Scripted("b")))})
    assert desk.conduct().faults == 0


# Lines.


def test_everybody_receives_every_line_also_who_is_out() -> None:
    table = Table(
        {"a": "duke duke", "b": "captain contessa", "c": ""},
        {"a": {"turn": ["coup b"] * 9}},
        turns=12,
        coins=14,
        forced_coup=30,
    )
    assert "b" not in table.game.alive
    assert table["b"].heard == table["a"].heard
    assert table["b"].heard[0] == "players: [a, b, c]"
    assert table["b"].heard[-1] == "winner: none"
    assert len(table["b"].heard) > 1 + table["b"].heard.index("b discard contessa")


def test_the_last_line_names_the_winner() -> None:
    table = Table(
        {"a": "duke duke", "b": ""}, {"a": {"turn": ["coup b"] * 2}}, turns=9, first_coins=14
    )
    assert table["b"].heard[-1] == "winner: a"


def test_the_order_of_lines_in_a_turn() -> None:
    """The action, the block, the challenge, its loser's discard, the discard of the action."""
    table = Table(
        {"a": "assassin duke", "b": "duke captain"},
        {"a": {"turn": ["assassinate b"], "cb?": ["challenge"]}, "b": {"cb?": ["block"]}},
        coins=3,
    )
    assert table.lines == [
        "a assassinate b",
        "b block_assassinate",
        "a challenge",
        "b discard duke",
        "b discard captain",
    ]
    assert table["b"].heard[-1] == "winner: a"


def test_a_lost_challenge_and_then_the_action() -> None:
    table = Table(
        {"a": "assassin duke", "b": "duke captain", "c": ""},
        {"a": {"turn": ["assassinate b"], "challenged": ["assassin"]}, "c": {"cb?": ["challenge"]}},
        coins=3,
    )
    assert table.lines[:2] == ["a assassinate b", "c challenge"]
    assert table.lines[2].startswith("c discard ")
    assert table.lines[3:] == ["b discard duke"]


def test_a_proof_shows_no_card() -> None:
    table = Table(
        {"a": "duke captain", "b": "contessa contessa"},
        {"a": {"turn": ["tax"], "challenged": ["duke"]}, "b": {"cb?": ["challenge"]}},
    )
    assert table.lines == ["a tax", "b challenge", "b discard contessa"]


def test_an_exchange_shows_no_card() -> None:
    table = Table({"a": "duke captain", "b": ""}, {"a": {"turn": ["exchange"]}})
    assert table.lines == ["a exchange"]


# Who is asked.


@pytest.mark.parametrize("action", ["foreign_aid", "tax", "steal c", "exchange", "assassinate c"])
def test_cb_is_asked_of_every_other_living_player(action: str) -> None:
    table = Table({"a": "", "b": "", "c": ""}, {"a": {"turn": [action]}}, coins=3)
    assert table["a"].asked[0] == "turn?"
    assert "cb?" not in table["a"].asked
    assert table["b"].asked[0] == table["c"].asked[0] == "cb?"


@pytest.mark.parametrize("action", ["income", "coup c"])
def test_cb_is_never_asked_for_income_and_coup(action: str) -> None:
    table = Table(THREE, {"a": {"turn": [action]}}, coins=7)
    assert not any("cb?" in agent.asked for agent in table.agents.values())


def test_cb_is_not_asked_of_who_is_out() -> None:
    table = Table(
        {"a": "duke duke", "b": "duke captain", "c": ""},
        {"a": {"turn": ["coup b", "coup b", "tax"]}},
        turns=6,
        coins=14,
        forced_coup=30,
    )
    assert "b" not in table.game.alive
    assert "a tax" in table.lines
    assert "cb?" not in table["b"].asked
    assert "cb?" in table["c"].asked


def order_of_questions(turn_of: str, answers: dict[str, str]) -> list[str]:
    """Who is asked in which order about the tax of `turn_of`, up to the next line."""
    asked: list[str] = []

    class Noting(Scripted):
        def react(self, hint: str) -> object:
            if hint == "cb?":
                asked.append(self.name)
            if hint == "turn":
                return "tax" if self.name == turn_of else "income"
            return answers[self.name] if hint == "cb?" else self.cards[0]

        def receive(self, line: str) -> None:
            if asked:
                asked.append(f"line to {self.name}")

    game = coup.Game(list("abcd"), coup.ruleset("coup2022", turn_limit=4), seed=1)
    play(game, {name: AgentPlayer(Desk(name, Noting(name))) for name in game.seats})
    return asked[:3]


@pytest.mark.parametrize("first", ["pass", "challenge"])
def test_all_are_asked_in_seat_order_whatever_the_first_one_answers(first: str) -> None:
    """So nobody can tell from the order of calls what another one has answered."""
    assert order_of_questions("b", {"a": first, "c": "pass", "d": "pass"}) == ["a", "c", "d"]


def test_after_a_block_all_but_the_blocker_are_asked_again() -> None:
    table = Table(THREE, {"a": {"turn": ["steal b"]}, "b": {"cb?": ["block"]}})
    assert table.lines == ["a steal b", "b block_steal"]
    assert table["a"].asked == ["turn?", "cb?"]
    assert table["b"].asked == ["cb?"]
    assert table["c"].asked == ["cb?", "cb?"]


def test_after_a_challenge_nothing_more_is_asked_about_the_action() -> None:
    table = Table(
        {"a": "captain duke", "b": "captain contessa", "c": ""},
        {"a": {"turn": ["steal b"], "challenged": ["captain"]}, "c": {"cb?": ["challenge"]}},
    )
    assert table["b"].asked == ["cb?"]
    assert table["c"].asked == ["cb?", "discard?"]


# What the words stand for.


@pytest.mark.parametrize(
    ("action", "line"),
    [
        ("foreign_aid", "b block_foreign_aid"),
        ("steal b", "b block_steal"),
        ("assassinate b", "b block_assassinate"),
    ],
)
def test_block_blocks_the_action_in_question(action: str, line: str) -> None:
    table = Table({"a": "", "b": ""}, {"a": {"turn": [action]}, "b": {"cb?": ["block"]}}, coins=3)
    assert table.lines == [f"a {action}", line]
    assert table.conduct("b").faults == 0


def test_only_the_target_may_block_a_steal() -> None:
    table = Table(THREE, {"a": {"turn": ["steal b"]}, "c": {"cb?": ["block", "pass"]}})
    assert table.lines == ["a steal b"]
    assert table.conduct("c").faults == 1


def test_a_card_that_does_not_prove_the_claim_is_lost() -> None:
    table = Table(
        {"a": "duke captain", "b": ""},
        {"a": {"turn": ["tax"], "challenged": ["captain"]}, "b": {"cb?": ["challenge"]}},
    )
    assert table.lines == ["a tax", "b challenge", "a discard captain"]
    assert table["a"].cards == ["duke"]
    assert table["a"].coins == 2


# Coins.


def test_an_action_is_told_before_its_coins_move() -> None:
    a = Table({"a": "", "b": ""}, {})["a"]
    assert a.seen_at("a income") == (2, tuple(a.cards))
    assert a.coins == 3


def test_a_steal_moves_coins_when_all_have_answered() -> None:
    table = Table({"a": "", "b": ""}, {"a": {"turn": ["steal b"]}})
    assert table["b"].seen_at("cb?")[0] == 2
    assert (table["a"].coins, table["b"].coins) == (4, 0)


def fee_table(**scripts: dict[str, list[object]]) -> Table:
    hands = {"a": "assassin duke", "b": "contessa captain"}
    scripts["a"] = {"turn": ["assassinate b"], **scripts.get("a", {})}
    return Table(hands, scripts, turns=2, coins=4)


def test_the_fee_leaves_when_the_assassination_resolves() -> None:
    table = fee_table()
    assert table["a"].seen_at("a assassinate b")[0] == 4
    assert table["a"].seen_at("b discard contessa")[0] == 1


def test_the_fee_stays_while_a_block_is_in_question_and_leaves_when_it_stands() -> None:
    table = fee_table(b={"cb?": ["block"]})
    assert table["a"].seen_at("b block_assassinate")[0] == 4
    assert table["a"].seen_at("cb?")[0] == 4
    assert table["a"].seen_at("b income")[0] == 1


def test_the_fee_leaves_when_a_challenged_block_is_proved() -> None:
    table = fee_table(a={"cb?": ["challenge"]}, b={"cb?": ["block"], "challenged": ["contessa"]})
    assert table["a"].seen_at("discard?")[0] == 4
    assert table["a"].seen_at("a discard assassin")[0] == 4
    assert table["a"].seen_at("b income")[0] == 1


def test_the_fee_does_not_leave_when_the_assassin_is_beaten() -> None:
    table = fee_table(a={"challenged": ["duke"]}, b={"cb?": ["challenge"]})
    assert {coins for _, coins, _ in table["a"].calls} == {4}


def test_a_failed_challenge_of_an_assassin_costs_two_cards() -> None:
    table = fee_table(a={"challenged": ["assassin"]}, b={"cb?": ["challenge"]})
    assert table["b"].asked == ["cb?", "discard?", "discard?"]
    assert table["a"].seen_at("b discard contessa")[0] == 4
    assert table["a"].seen_at("b discard captain")[0] == 1


def test_a_coup_is_paid_at_once() -> None:
    table = Table({"a": "", "b": "duke duke"}, {"a": {"turn": ["coup b"]}}, coins=7)
    assert table["a"].seen_at("b discard duke")[0] == 0


def test_coins_of_who_goes_out_are_stolen_all_the_same() -> None:
    table = Table(
        {"a": "captain duke", "b": "duke duke", "c": ""},
        {
            "a": {"turn": ["coup b", "steal b"], "challenged": ["captain"]},
            "b": {"cb?": ["challenge"]},
        },
        turns=4,
        first_coins=7,
    )
    assert table.lines[-3:] == ["a steal b", "b challenge", "b discard duke"]
    assert (table["a"].coins, table["b"].coins) == (2, 1)


# Cards.


def test_a_card_that_proved_a_claim_is_removed_and_the_new_one_appended() -> None:
    table = Table(
        {"a": "duke captain", "b": "contessa contessa"},
        {"a": {"turn": ["tax"], "challenged": ["duke"]}, "b": {"cb?": ["challenge"]}},
    )
    assert table["a"].cards[0] == "captain"
    assert sorted(table["a"].cards) == sorted(table.game.hand("a"))


def test_a_discarded_card_is_gone_before_its_line_comes() -> None:
    table = Table({"a": "", "b": "duke captain"}, {"a": {"turn": ["coup b"]}}, coins=7)
    assert table["b"].seen_at("discard?")[1] == ("duke", "captain")
    assert table["b"].seen_at("b discard duke")[1] == ("captain",)


def test_the_list_of_cards_stays_the_same_list() -> None:
    class Aliased(Scripted):
        hand: list[str]

        def receive(self, line: str) -> None:
            if line.startswith("players: "):
                self.hand = self.cards

    game = coup.Game(["a", "b"], coup.ruleset("coup2022", turn_limit=1), seed=1)
    agents = [Aliased("a", {"turn": ["exchange"]}), Aliased("b", {"cb?": ["challenge"]})]
    play(game, {agent.name: AgentPlayer(Desk(agent.name, agent)) for agent in agents})
    for agent in agents:
        assert agent.hand is agent.cards
        assert sorted(agent.hand) == sorted(game.hand(agent.name))


def test_an_exchange_appends_two_cards_and_asks_twice_for_one_to_place_back() -> None:
    table = Table({"a": "duke captain", "b": ""}, {"a": {"turn": ["exchange"]}}, turns=2)
    a = table["a"]
    assert a.asked == ["turn?", "placeback?", "placeback?"]
    first, second = [cards for what, _, cards in a.calls if what == "placeback?"]
    assert first[:2] == ("duke", "captain")
    assert second == first[1:]
    assert tuple(a.cards) == second[1:]


# What is played for it.


@pytest.mark.parametrize(
    ("coins", "line"), [(2, "a income"), (7, "a income"), (10, "a coup b"), (12, "a coup b")]
)
def test_income_is_played_for_an_agent_or_a_coup_when_that_is_forced(coins: int, line: str) -> None:
    table = Table(THREE, {"a": {"turn": ["dance"] * 9}}, first_coins=coins)
    assert table.lines[0] == line
    assert table.conduct("a")[2:4] == (1, 1)


def test_pass_is_played_for_an_agent() -> None:
    table = Table({"a": "", "b": ""}, {"a": {"turn": ["tax"]}, "b": {"cb?": ["maybe"] * 9}})
    assert table.lines == ["a tax"]
    assert table.conduct("b").played_for == 1


@pytest.mark.parametrize("hint", ["discard", "challenged"])
def test_the_first_card_is_played_for_an_agent(hint: str) -> None:
    turn = "tax" if hint == "challenged" else "income"
    scripts: dict[str, dict[str, list[object]]] = {
        "a": {"turn": [turn], hint: [7] * 9},
        "b": {"turn": ["coup a"], "cb?": ["challenge"]},
    }
    table = Table({"a": "contessa captain", "b": ""}, scripts, turns=2, coins=7)
    assert "a discard contessa" in table.lines
    assert table.conduct("a").first is not None


# At a table with bots, and elsewhere.


def test_an_agent_sits_at_a_table_with_bots() -> None:
    game = coup.Game(["a", "counter", "honest"], coup.ruleset("coup2022", turn_limit=60), seed=3)
    agent = Scripted("a")
    bots = {name: make(name, 1) for name in ("counter", "honest")}
    play(game, {"a": AgentPlayer(Desk("a", agent)), **bots})
    assert agent.heard[0] == "players: [a, counter, honest]"
    assert agent.heard[-1] == f"winner: {game.winner or 'none'}"


@pytest.mark.parametrize("ruleset", ["classic", "inquisitor"])
def test_another_ruleset_is_refused_in_a_sentence(ruleset: str) -> None:
    game = coup.Game(["a", "b"], ruleset)
    with pytest.raises(ValueError, match=f"agents play the ruleset coup2022 .* not {ruleset}"):
        play(game, {name: AgentPlayer(Desk(name, Scripted(name))) for name in game.seats})
