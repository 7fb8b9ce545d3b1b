"""What the checker refuses, where, and in which words, for each sentence of the rules."""

from pathlib import Path

import pytest

from coup.records import FileFault, check
from coup.records.checking import follow

REAL = Path(__file__).parent.parent / "data" / "coup2022"


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("game_a", "valid"),
        ("game_b", "line 19: markus has 6 coins, coup costs 7"),
        ("game_c", "valid"),
        ("game_d", "line 10: trey has 1 coin, assassinate costs 3"),
        ("game_e", "valid"),
        ("game_f", "line 12: c acts, but was eliminated in line 11"),
        ("game_g", "line 9: c's discard after the coup of line 8 is missing"),
        ("game_h", "line 2: a acts, but the first of the players is c"),
    ],
)
def test_the_real_files_of_the_class(name: str, verdict: str) -> None:
    text = (REAL / f"{name}.coup").read_text(encoding="utf-8")
    assert str(check(text) or "valid") == verdict
    assert str(check(text, count_cards=True) or "valid") == verdict


def file(moves: str, players: str = "a, b, c") -> str:
    """A file with these moves; a name in angle brackets is the winner."""
    lines = [line.strip() for line in moves.split("/")]
    return "\n".join([f"players: [{players}]", *lines, ""])


def verdict(moves: str, players: str = "a, b, c", **options: bool | int) -> str:
    """The checker's verdict on these moves, which begin in line 2 of the file."""
    return str(check(file(moves, players), **options) or "valid")  # type: ignore[arg-type]


def fault(moves: str, players: str = "a, b, c") -> str:
    """Why the last of these moves is impossible; all earlier ones must be valid."""
    lines = moves.count("/") + 2
    found = check(file(moves + "/ winner: none", players))
    assert found, "valid"
    assert found.line == lines, found
    assert found.text == moves.rpartition("/")[2].strip()
    return found.why


def coins(moves: str, players: str = "a, b, c") -> list[int]:
    """Everybody's coins after these moves, the last of which ends its turn."""
    course = follow(file(moves + "/ winner: none", players))
    assert course.fault is None
    return list(course.turns[-1].coins.values())


ROUND = "a income / b income / c income / "
"""Everybody has 3 coins after it."""
RICH = "a tax / b tax / c tax / a tax / b tax / c tax / "
"""Everybody has 8 coins after it."""
ONE_EACH = "a tax / b challenge / b discard contessa / b tax / a challenge / a discard contessa / "
"""a and b have 5 coins and one card, and both have proved the duke; c is to act, or a again if
there is no c."""


class TestTurns:
    def test_the_first_of_the_players_begins(self) -> None:
        assert fault("b income") == "b acts, but the first of the players is a"

    def test_turns_go_clockwise(self) -> None:
        assert verdict(ROUND + "a tax / b tax / winner: none") == "valid"
        assert fault("a income / c income") == "c acts, but it is b's turn"
        assert fault("a income / a income") == "a acts, but it is b's turn"

    def test_those_who_are_out_are_passed_over(self) -> None:
        out = RICH + "a coup b / b discard duke / b coup c / c discard duke / c coup b"
        assert verdict(out + "/ b discard duke / a income / c income / winner: none") == "valid"
        assert fault(out + "/ b discard duke / a income / b income") == (
            "b acts, but was eliminated in line 13"
        )

    def test_a_player_who_goes_out_in_its_own_turn_is_followed_by_the_next(self) -> None:
        out = ONE_EACH + "c income / a tax / b challenge / a discard captain / "
        assert verdict(out + "b income / c income / b income / winner: none") == "valid"

    def test_a_player_with_10_coins_must_coup(self) -> None:
        rich = "a tax / b income / a tax / b income / a tax / b income / "
        assert fault(rich + "a tax", "a, b") == "a has 11 coins and must coup"
        assert fault(rich + "a steal b", "a, b") == "a has 11 coins and must coup"
        assert verdict(rich + "a coup b / b discard duke / winner: none", "a, b") == "valid"

    def test_a_player_with_9_coins_need_not_coup(self) -> None:
        nine = "a tax / b income / a tax / b income / a income / b income / "
        assert verdict(nine + "a tax / winner: none", "a, b") == "valid"


class TestCoins:
    def test_each_begins_with_2(self) -> None:
        assert fault("a assassinate b") == "a has 2 coins, assassinate costs 3"
        assert fault("a coup b") == "a has 2 coins, coup costs 7"

    def test_income_brings_1_foreign_aid_2_tax_3(self) -> None:
        assert coins("a income / b foreign_aid / c tax") == [3, 4, 5]

    def test_a_steal_takes_2_or_as_many_as_there_are(self) -> None:
        assert coins("a steal b") == [4, 0, 2]
        assert coins("a steal b / b income / c steal b") == [4, 0, 3]
        assert coins("a steal b / b exchange / c steal b") == [4, 0, 2]

    def test_a_coup_costs_7_an_assassination_3(self) -> None:
        assert coins(RICH + "a coup b / b discard duke") == [1, 8, 8]
        assert coins(ROUND + "a assassinate b / b discard duke") == [0, 3, 3]

    def test_a_block_that_stands_leaves_no_gain_and_the_fee_stays_spent(self) -> None:
        assert coins("a foreign_aid / c block_foreign_aid") == [2, 2, 2]
        assert coins("a steal b / b block_steal") == [2, 2, 2]
        assert coins(ROUND + "a assassinate b / b block_assassinate") == [0, 3, 3]

    def test_a_block_that_was_proved_stands(self) -> None:
        steal = "a steal b / b block_steal / a challenge / a discard duke"
        assert coins(steal) == [2, 2, 2]
        kill = ROUND + "a assassinate b / b block_assassinate / c challenge / c discard duke"
        assert coins(kill) == [0, 3, 3]

    def test_a_beaten_block_lets_the_action_through(self) -> None:
        assert coins("a steal b / b block_steal / c challenge / b discard duke") == [4, 0, 2]
        aid = "a foreign_aid / b block_foreign_aid / c challenge / b discard captain"
        assert coins(aid) == [4, 2, 2]

    def test_a_beaten_claim_gains_nothing_and_returns_the_fee(self) -> None:
        assert coins("a tax / b challenge / a discard captain") == [2, 2, 2]
        assert coins(ROUND + "a assassinate b / c challenge / a discard duke") == [3, 3, 3]

    def test_a_proved_claim_goes_through(self) -> None:
        assert coins("a tax / b challenge / b discard duke") == [5, 2, 2]
        assert coins("a steal b / c challenge / c discard duke") == [4, 0, 2]

    def test_a_player_who_goes_out_keeps_its_coins_and_a_steal_still_takes_them(self) -> None:
        lost = ONE_EACH + "c steal a / a challenge / a discard duke"
        assert coins(lost) == [3, 5, 4]
        caught = ONE_EACH + "c steal a / a block_steal / b challenge / a discard duke"
        assert coins(caught) == [3, 5, 4]

    def test_the_fee_of_an_assassination_is_spent_if_the_challenge_put_the_target_out(self) -> None:
        out = ONE_EACH + "c income / a assassinate b / b challenge / b discard duke"
        assert coins(out) == [2, 5, 3]


class TestTargets:
    def test_a_target_is_another_player(self) -> None:
        assert fault("a steal a") == "a cannot steal a: a target is another player"

    def test_a_target_is_still_in(self) -> None:
        out = ONE_EACH + "c steal a / a challenge / a discard duke / b steal a"
        assert fault(out) == "a cannot be a target: eliminated in line 10"


class TestBlocks:
    def test_anybody_else_may_block_foreign_aid(self) -> None:
        for blocker in "bc":
            assert verdict(f"a foreign_aid / {blocker} block_foreign_aid / winner: none") == "valid"

    def test_only_the_target_may_block_a_steal_or_an_assassination(self) -> None:
        assert fault("a steal b / c block_steal") == (
            "c cannot block: only b, the target, may block the steal"
        )
        assert fault(ROUND + "a assassinate b / c block_assassinate") == (
            "c cannot block: only b, the target, may block the assassination"
        )

    def test_nobody_blocks_itself(self) -> None:
        assert fault("a foreign_aid / a block_foreign_aid") == "a cannot block a's own action"

    @pytest.mark.parametrize(
        ("action", "noun"),
        [("income", "income"), ("tax", "the tax"), ("exchange", "the exchange")],
    )
    def test_what_nobody_can_block(self, action: str, noun: str) -> None:
        assert fault(f"a {action} / b block_steal") == f"b cannot block: {noun} cannot be blocked"

    def test_a_coup_cannot_be_blocked(self) -> None:
        assert fault(RICH + "a coup b / b block_assassinate") == (
            "b cannot block: the coup cannot be blocked"
        )

    def test_a_block_fits_its_action(self) -> None:
        assert fault("a steal b / b block_foreign_aid") == (
            "b cannot block_foreign_aid: the action is steal"
        )

    def test_a_block_cannot_be_blocked(self) -> None:
        assert fault("a foreign_aid / b block_foreign_aid / c block_foreign_aid") == (
            "c cannot block a block: it can only be challenged"
        )

    def test_after_a_challenge_nothing_can_be_blocked(self) -> None:
        assert fault("a steal b / c challenge / c discard duke / b block_steal") == (
            "b cannot block: there is nothing to block"
        )
        assert fault("a steal b / c challenge / b block_steal") == (
            "the discard after the challenge of line 3 is missing: a or c loses a card"
        )

    def test_a_block_comes_before_the_next_turn(self) -> None:
        assert fault("a steal b / b income / b block_steal") == (
            "b cannot block: income cannot be blocked"
        )

    def test_a_player_who_is_out_cannot_block(self) -> None:
        out = ONE_EACH + "c steal a / a challenge / a discard duke / b foreign_aid / "
        assert fault(out + "a block_foreign_aid") == "a blocks, but was eliminated in line 10"


class TestChallenges:
    @pytest.mark.parametrize("challenger", ["b", "c"])
    @pytest.mark.parametrize("action", ["tax", "exchange", "steal b", "assassinate b"])
    def test_anybody_else_may_challenge_a_claim(self, action: str, challenger: str) -> None:
        moves = ROUND + f"a {action} / {challenger} challenge / a discard contessa / b tax / "
        assert verdict(moves + "winner: none") == "valid"

    @pytest.mark.parametrize("challenger", ["a", "c"])
    @pytest.mark.parametrize(
        "moves",
        [
            "a foreign_aid / b block_foreign_aid / ",
            "a steal b / b block_steal / ",
            ROUND + "a assassinate b / b block_assassinate / ",
        ],
    )
    def test_anybody_but_the_blocker_may_challenge_a_block(
        self, moves: str, challenger: str
    ) -> None:
        proved = f"{challenger} challenge / {challenger} discard assassin / b income / "
        assert verdict(moves + proved + "winner: none") == "valid"
        assert fault(moves + "b challenge") == "b cannot challenge b's own claim"

    def test_nobody_challenges_its_own_claim(self) -> None:
        assert fault("a tax / a challenge") == "a cannot challenge a's own claim"

    @pytest.mark.parametrize(
        ("moves", "noun"),
        [
            ("a income", "income"),
            ("a foreign_aid", "foreign aid"),
            (RICH + "a coup b", "the coup"),
        ],
    )
    def test_what_claims_no_role_cannot_be_challenged(self, moves: str, noun: str) -> None:
        assert fault(f"{moves} / b challenge") == f"b cannot challenge: {noun} claims no role"

    def test_only_the_last_line_can_be_challenged(self) -> None:
        assert fault("a tax / b income / b challenge") == (
            "b cannot challenge: income claims no role"
        )
        assert fault("a tax / b challenge / b discard duke / c challenge") == (
            "c cannot challenge: there is nothing to challenge"
        )
        assert fault("a challenge") == "a cannot challenge: there is nothing to challenge"
        assert fault("a tax / b challenge / c challenge") == (
            "the discard after the challenge of line 3 is missing: a or b loses a card"
        )

    def test_a_player_who_is_out_cannot_challenge(self) -> None:
        out = ONE_EACH + "c steal a / a challenge / a discard duke / b tax / a challenge"
        assert fault(out) == "a challenges, but was eliminated in line 10"

    def test_the_discard_shows_who_lost_the_challenge(self) -> None:
        assert coins("a tax / b challenge / b discard duke") == [5, 2, 2]
        assert coins("a tax / b challenge / a discard captain") == [2, 2, 2]
        assert fault("a tax / b challenge / c discard duke") == (
            "c discards, but the challenge of line 3 is between a and b"
        )

    def test_a_challenge_without_a_discard(self) -> None:
        assert fault("a tax / b challenge / b income") == (
            "the discard after the challenge of line 3 is missing: a or b loses a card"
        )

    def test_a_claim_is_not_lost_with_the_card_that_proves_it(self) -> None:
        assert fault("a tax / b challenge / a discard duke") == (
            "a did not lose the challenge: the duke proves the claim"
        )
        for role in ("captain", "ambassador"):
            assert fault(f"a steal b / b block_steal / a challenge / b discard {role}") == (
                f"b did not lose the challenge: the {role} proves the claim"
            )


class TestDiscards:
    def test_a_coup_or_an_assassination_costs_its_target_a_card(self) -> None:
        assert fault(RICH + "a coup b / b income") == (
            "b's discard after the coup of line 8 is missing"
        )
        assert fault(ROUND + "a assassinate b / b income") == (
            "b's discard after the assassination of line 5 is missing"
        )
        assert fault(RICH + "a coup b / c discard duke") == (
            "c discards, but b loses a card to the coup of line 8"
        )

    def test_a_lost_challenge_of_an_assassination_costs_its_target_two(self) -> None:
        lost = ROUND + "a assassinate b / b challenge / b discard duke / "
        assert fault(lost + "b income") == (
            "b's discard after the assassination of line 5 is missing"
        )
        assert verdict(lost + "b discard captain / c income / winner: none") == "valid"

    def test_a_bluffed_block_of_an_assassination_costs_its_target_two(self) -> None:
        caught = ROUND + "a assassinate b / b block_assassinate / c challenge / b discard duke / "
        assert fault(caught + "b income") == (
            "b's discard after the assassination of line 5 is missing"
        )
        assert verdict(caught + "b discard captain / c income / winner: none") == "valid"

    def test_the_target_pays_when_somebody_else_lost_the_challenge(self) -> None:
        lost = ROUND + "a assassinate b / c challenge / c discard duke / "
        assert fault(lost + "b income") == (
            "b's discard after the assassination of line 5 is missing"
        )
        assert verdict(lost + "b discard duke / b income / winner: none") == "valid"

    def test_if_the_first_loss_puts_the_target_out_there_is_no_second_one(self) -> None:
        out = ONE_EACH + "c income / a assassinate b / b challenge / b discard duke / "
        assert verdict(out + "c income / winner: none") == "valid"
        assert fault(out + "b discard duke") == "b discards, but was eliminated in line 11"

    def test_a_discard_out_of_nothing(self) -> None:
        why = "b discards, but has lost no card here"
        assert fault("a income / b discard duke") == why
        assert fault("a tax / b challenge / b discard duke / b discard duke") == why
        assert fault("a steal b / b block_steal / b discard duke") == why
        blocked = ROUND + "a assassinate b / b block_assassinate / b discard duke"
        assert fault(blocked) == why


class TestTheEnd:
    WON = ONE_EACH + "a tax / b challenge / b discard captain / "

    def test_the_last_one_left_wins_immediately(self) -> None:
        assert verdict(self.WON + "winner: a", "a, b") == "valid"
        assert fault(self.WON + "a income", "a, b") == (
            "the game is over, a has won: only the winner's line may follow"
        )

    def test_after_the_end_the_action_is_not_resolved(self) -> None:
        course = follow(file(self.WON + "winner: a", "a, b"))
        assert course.turns[-1].fate is None
        assert course.turns[-1].coins == {"a": 5, "b": 5}

    def test_the_winner_is_the_last_one_left(self) -> None:
        assert verdict(self.WON + "winner: b", "a, b") == (
            "line 11: the winner is a, the last one left, not b"
        )
        assert verdict(self.WON + "winner: none", "a, b") == (
            "line 11: the winner is a, the last one left, not none"
        )

    def test_nobody_wins_early(self) -> None:
        assert verdict("a tax / winner: a") == (
            "line 3: a has not won yet: a, b and c are still in"
        )

    def test_the_winners_line_does_not_stand_for_a_discard(self) -> None:
        assert verdict(RICH + "a coup b / winner: a") == (
            "line 9: b's discard after the coup of line 8 is missing"
        )
        assert verdict("a tax / b challenge / winner: a") == (
            "line 4: the discard after the challenge of line 3 is missing: a or b loses a card"
        )

    def test_nothing_follows_the_winner(self) -> None:
        assert verdict(self.WON + "winner: a / b income", "a, b") == (
            "line 12: nothing may follow the winner"
        )
        assert verdict(self.WON + "winner: a / winner: a", "a, b") == (
            "line 12: nothing may follow the winner"
        )

    def test_a_file_ends_with_the_winner(self) -> None:
        assert verdict(self.WON.rstrip(" /"), "a, b") == (
            "line 11: the last line is missing: winner: a"
        )
        assert verdict("a tax") == (
            "line 3: nobody has won, and the last line is missing: winner: none"
        )
        assert verdict(RICH + "a coup b") == (
            "line 9: b's discard after the coup of line 8 is missing"
        )
        assert check("players: [a, b]\n\na tax # so far\n# to be continued\n") == FileFault(
            5,
            "",
            "nobody has won, and the last line is missing: winner: none",
        )

    def test_a_file_does_not_say_its_turn_limit_so_any_turn_may_end_with_none(self) -> None:
        for moves in ("a tax", "a steal b / b block_steal", ROUND + "a exchange"):
            assert verdict(f"{moves} / winner: none") == "valid"

    def test_a_game_has_at_least_one_turn(self) -> None:
        assert verdict("winner: none") == "line 2: the game has not begun: there is no turn in it"

    def test_with_a_turn_limit_it_is_exact(self) -> None:
        assert verdict("a tax / b tax / winner: none", turn_limit=2) == "valid"
        assert verdict("a tax / winner: none", turn_limit=2) == (
            "line 3: nobody has won, but the game is not over: it ends after 2 turns, not after 1"
        )
        assert verdict("a tax / b tax / c tax / winner: none", turn_limit=2) == (
            "line 4: the game ends after 2 turns without a winner"
        )


def test_the_first_fault_is_reported_even_if_a_later_line_is_malformed() -> None:
    assert verdict("b tax / nonsense") == "line 2: b acts, but the first of the players is a"
    assert verdict("a tax / nonsense") == "line 3: there is no player 'nonsense', only a, b, c"


def test_the_line_is_shown_as_in_the_file() -> None:
    found = check("Players: [Ann, Bob]\r\n\r\nBOB tax   # oh\r\n")
    assert found == FileFault(3, "BOB tax   # oh", "bob acts, but the first of the players is ann")


class TestCounting:
    """With `--count-cards`."""

    def impossible(self, moves: str, players: str = "a, b, c") -> str:
        assert verdict(moves, players) == "valid"
        return verdict(moves, players, count_cards=True)

    def test_a_fourth_duke(self) -> None:
        moves = "a exchange / b challenge / a discard duke / b exchange / c challenge / "
        moves += "b discard duke / c exchange / a challenge / c discard duke / "
        moves += "a exchange / b challenge / b discard {} / winner: none"
        assert verdict(moves.format("captain"), count_cards=True) == "valid"
        assert self.impossible(moves.format("duke")) == (
            "line 13: b cannot discard the duke: all of them are already face up"
        )

    def test_a_proof_of_a_role_that_lies_face_up_three_times(self) -> None:
        moves = "a exchange / b challenge / a discard duke / b exchange / c challenge / "
        moves += "b discard duke / c exchange / a challenge / c discard duke / "
        moves += "a tax / b challenge / b discard captain / winner: none"
        assert self.impossible(moves) == (
            "line 13: a cannot have proved the Duke: all of them are already face up"
        )

    LOCKED = (
        "a income / b tax / c challenge / c discard contessa / c exchange / a challenge / "
        "c discard {} / a tax / b challenge / b discard duke / b exchange / a challenge / "
        "b discard duke / winner: a"
    )

    def test_a_claim_proved_while_all_three_cards_were_elsewhere(self) -> None:
        """c lost a duke, and after a's proof b loses two more without having drawn a card: so a had
        no duke to prove its claim with."""
        assert verdict(self.LOCKED.format("captain"), count_cards=True) == "valid"
        assert self.impossible(self.LOCKED.format("duke")) == (
            "line 14: b cannot discard the duke: the cards seen leave b none"
        )

    def test_a_player_who_proved_a_claim_may_draw_the_same_card_again(self) -> None:
        blocked = "a block_foreign_aid / {0} challenge / {0} discard {1} / "
        moves = "a income / "
        for role in ("duke", "captain"):
            for player in "bc":
                moves += f"{player} foreign_aid / " + blocked.format(player, role)
            moves += "a income / " if role == "duke" else "winner: a"
        assert verdict(moves, count_cards=True) == "valid"

    def test_the_first_fault_of_cards_or_of_the_course_is_reported(self) -> None:
        moves = "a exchange / b challenge / a discard duke / b exchange / c challenge / "
        moves += "b discard duke / c exchange / a challenge / c discard duke / "
        assert verdict(moves + "b tax / a challenge / a discard duke", count_cards=True) == (
            "line 11: b acts, but it is a's turn"
        )
        late = moves + "a income / b tax / c challenge / c discard duke / c tax"
        assert verdict(late, count_cards=True).startswith("line 14: b cannot have proved the Duke")


class TestTheOriginalsTurnOrder:
    """It skips the next player when somebody is eliminated in its own turn."""

    ELIMINATED = "a tax / b challenge / a discard captain / b income / c income / d income / "
    GAME = ELIMINATED + "a tax / b challenge / a discard contessa / c income / winner: none"

    def test_it_is_recognised_and_said(self) -> None:
        found = verdict(self.GAME, players="a, b, c, d")
        assert found.startswith("line 11: c acts, but it is b's turn. The original game master")
        assert "as a was here; --original-turn-order accepts that" in found

    def test_it_is_accepted_on_request_as_well_as_the_right_order(self) -> None:
        assert verdict(self.GAME, players="a, b, c, d", original=True) == "valid"
        right = self.GAME.replace("/ c income / winner", "/ b income / c income / winner")
        assert verdict(right, players="a, b, c, d", original=True) == "valid"

    def test_nothing_else_is_accepted(self) -> None:
        other = self.GAME.replace("/ c income / winner", "/ d income / winner")
        assert verdict(other, players="a, b, c, d", original=True).startswith("line 11: d acts")
        early = self.ELIMINATED + "b income / winner: none"
        assert verdict(early, players="a, b, c, d", original=True).startswith(
            "line 8: b acts, but it is a"
        )
