"""The guided first game, without a screen."""

import random

import pytest

from coup.bots import make
from coup.events import Blocked, Challenged, Declared, Discarded, Eliminated
from coup.hosting.evening import Evening
from coup.hosting.lesson import LOST, NOTES, SUGGESTED, WON, Lesson


def follow(lesson: Lesson) -> list[str]:
    """Take every suggestion; what was explained on the way."""
    notes = []
    while lesson.asked:
        notes.append(lesson.note)
        lesson.answer(str(lesson.suggestion), lesson.learner)
        lesson.run_bots()
    return [*filter(None, notes), lesson.note]


def test_who_takes_each_suggestion_meets_everything_once_and_wins() -> None:
    lesson = Lesson("ann")
    notes = follow(lesson)
    assert lesson.game.winner == "ann"
    assert lesson.answers == [move.format(second="boris") for move in SUGGESTED]
    told = {type(event) for event in lesson.game.events}
    assert told >= {Declared, Challenged, Blocked, Discarded, Eliminated}
    assert {event.action for event in lesson.game.events if isinstance(event, Declared)} >= {
        "tax",
        "steal",
        "assassinate",
        "coup",
        "foreign_aid",
        "income",
    }
    assert lesson.explained == set(NOTES) - {"blocked"}  # which needs somebody else's block
    assert len(notes) == len(set(notes)) == len(NOTES) - 1 + 1
    assert notes[-1] == WON


def test_the_first_note_tells_the_cards_that_are_held() -> None:
    view = Lesson("ann").view("ann")
    assert view.hand == ("duke", "contessa")
    assert [str(move) for move in view.legal_moves][:4] == [
        "income",
        "foreign_aid",
        "tax",
        "exchange",
    ]


@pytest.mark.parametrize("seed", range(12))
def test_who_takes_none_of_the_suggestions_plays_on_to_the_end(seed: int) -> None:
    """Nothing is explained twice, and no suggestion comes back."""
    lesson, chance = Lesson("ada"), random.Random(seed)
    first = [move for move in lesson.game.legal_moves if move != lesson.suggestion]
    lesson.answer(chance.choice(first), "ada")
    lesson.run_bots()
    notes, bot = [], make("random", seed)
    while lesson.asked:
        assert lesson.suggestion is None
        notes.append(lesson.note)
        lesson.answer(bot.choose(lesson.view("ada")), "ada")
        lesson.run_bots()
    spoken = list(filter(None, notes))
    assert len(spoken) == len(set(spoken))
    assert lesson.note == (WON if lesson.game.winner == "ada" else LOST)
    assert "ada" not in list(lesson.chairs)[1:]


def test_the_next_round_is_one_like_any_other() -> None:
    lesson = Lesson("ann")
    follow(lesson)
    lesson.next_round()
    lesson.run_bots()
    assert (lesson.note, lesson.suggestion) == ("", None)
    assert not lesson.can_take_back
    with pytest.raises(ValueError, match="nothing to take back"):
        lesson.take_back()


def test_a_lesson_that_was_put_away_is_an_evening() -> None:
    lesson = Lesson("ann")
    lesson.answer("tax", "ann")
    again = Evening.from_dict(lesson.as_dict())
    assert again.game.hand("ann") == ("duke", "contessa")
